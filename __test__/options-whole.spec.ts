// What a request declares as an option reaches the core: every flag of every command that fills in a field, given by itself.
// In process, with a library that notes what the core would be asked, and answers nothing.
import test from 'ava';

import { Beadloom } from '../src/api/beadloom.js';
import type { Parameter } from '../src/model/parameter.js';
import { requestJson } from '../src/api/request.js';
import { REQUESTS, type RequestName } from '../src/model/requests.js';
import { COMMANDS } from '../src/commands/index.js';
import { loaded } from '../src/shell/command.js';
import type { Flag } from '../src/shell/flags.js';
import { GLOBAL_FLAGS } from '../src/shell/globals.js';
import type { Shell } from '../src/shell/shell.js';
import { parseWords } from '../src/shell/words.js';

/** Ends a command when it has asked. */
class Asked extends Error {
  constructor(
    readonly request: RequestName,
    readonly fields: Record<string, unknown>,
  ) {
    super('asked');
  }
}

/** A library whose core notes what it is asked. */
function recorder(): Beadloom {
  const asked = (name: RequestName, given: object) => {
    throw new Asked(name, JSON.parse(requestJson(name, given, (text) => text)) as Record<string, unknown>);
  };
  const engine = new Proxy({}, { get: () => () => ({}) });
  return Object.create(Beadloom.prototype, {
    root: { value: '/' },
    engine: { value: engine },
    placeOf: { value: (text: string) => text },
    ask: { value: asked },
    askText: { value: asked },
    checkOpen: { value: () => undefined },
  }) as Beadloom;
}

const shell = {
  json: true,
  interactive: false,
  globals: {},
  findingFormat: () => 'json',
  withProject: (work: (beadloom: Beadloom, options: object) => Promise<unknown>) => work(recorder(), {}),
} as unknown as Shell;

/** Words before the flags, where `a b` does not do; by command, or by command and flag. */
const WORDS: Record<string, string> = {
  affected: 'a',
  ci: '',
  ctx: 'a',
  'ctx --session': '--task b',
  'ctx --task': '',
  diff: '--since v1',
  'diff --since': '',
  docs: 'audit',
  'docs --dry-run': 'generate',
  doctor: '',
  export: '',
  'generate-context': '',
  graph: 'a',
  lint: '',
  'memories --tag': 'list',
  'memories --ref': 'list',
  'memories --stale': 'list',
  'memories --kind': 'list',
  'memories --all': 'accept -y',
  'memories --shared': 'export',
  'memories --no-refresh': 'list',
  prime: '',
  'refs --no-refresh': 'a',
  receipts: '',
  reindex: '',
  refs: 'a',
  related: 'a',
  rules: 'explain a',
  'search --ignore-case': '--exact a',
  'search --context': '--exact a',
  show: 'a',
  signatures: 'a',
  snapshot: 'save',
  status: '--debt',
  'next-file': 'a',
  'sync-check': '',
  why: 'a',
};

/** Flags that other code than a request reads, with the reason. */
const ELSEWHERE: Record<string, string> = {
  'link --label': 'links are written by the shell, into YAML',
  'link --remove': 'likewise',
  'memories --force': 'what is imported is read from a file first',
  'graph --format': 'the shell chooses between a picture and JSON by it',
  'graph --level': 'only pictures have levels',
};

/** Values that no field has where nothing is given, as words and as the core reads them. */
function valueOf({ type, choices, bounds }: Parameter): { words: string; value: unknown } {
  switch (type) {
    case 'flag':
      return { words: '', value: true };
    case 'whole': {
      const most = bounds?.[1] ?? 7;
      return { words: `${most - 1}`, value: most - 1 };
    }
    case 'choice': {
      const last = choices?.at(-1) ?? '';
      return { words: last, value: last };
    }
    case 'texts':
      return { words: 'x', value: ['x'] };
    default:
      return { words: 'x', value: 'x' };
  }
}

const commands = await loaded(COMMANDS);
const cases = commands.flatMap(({ name, module }) =>
  module.flags
    .filter((flag): flag is Flag & { field: readonly [RequestName, string] } => flag.field !== undefined)
    .map((flag) => ({ name, module, flag })),
);

for (const { name, module, flag } of cases) {
  const key = `${name} --${flag.name}`;
  // What these write is planned by the shell, from files.
  if (key in ELSEWHERE || name === 'init') continue;
  test(`${key} reaches the core`, async (t) => {
    const [request, field] = flag.field;
    const parameter = (REQUESTS[request] as Record<string, Parameter>)[field] as Parameter;
    const { words, value } = field === 'refresh' ? { words: '', value: 'compare' } : valueOf(parameter);
    const before = (WORDS[key] ?? WORDS[name] ?? 'a b').split(' ');
    const line = [...before, `--${flag.name}`, ...words.split(' ')].filter((word) => word !== '');
    const { args, options } = parseWords(line, module, name);
    const asked = await t.throwsAsync(async () => module.run(shell, args, options as never), {
      instanceOf: Asked,
    });
    const given = asked.fields[field];
    t.deepEqual(Array.isArray(value) ? [given].flat() : given, value, `${asked.request} ${line.join(' ')}`);
  });
}

test('every flag that is said to be read elsewhere exists', (t) => {
  const keys = new Set(cases.map(({ name, flag }) => `${name} --${flag.name}`));
  for (const key of Object.keys(ELSEWHERE)) {
    t.true(keys.has(key), key);
  }
  t.true(cases.length > 80);
});

test('no flag of every command is called as a field of a request is', (t) => {
  const fields = new Set(Object.values(REQUESTS).flatMap((request) => Object.keys(request)));
  const globals = GLOBAL_FLAGS.map(({ name }) => name.replace(/^no-/, ''));
  t.deepEqual(
    globals.filter((name) => fields.has(name)),
    [],
  );
});
