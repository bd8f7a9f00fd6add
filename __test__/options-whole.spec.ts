// What a request declares as an option reaches the core: from every flag of every command, every argument of every MCP tool,
// every option of every method of the library. In process, with a library that notes what the core would be asked, and answers
// nothing. That a daemon hands everything on stands in `daemon-protocol.spec.ts`.
import test from 'ava';

import { Beadloom } from '../src/api/beadloom.js';
import type { Parameter } from '../src/model/parameter.js';
import { requestJson } from '../src/api/request.js';
import { chosenTools } from '../src/mcp/tools/index.js';
import type { Tool } from '../src/mcp/tools/tool.js';
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
function recorder(noted: Noted = []): Beadloom {
  const asked = (name: RequestName, given: object) => {
    const fields = JSON.parse(requestJson(name, given, (text) => text)) as Record<string, unknown>;
    noted.push({ request: name, fields });
    throw new Asked(name, fields);
  };
  const engine = new Proxy({}, { get: () => () => ({}) });
  return Object.create(Beadloom.prototype, {
    root: { value: '/' },
    engine: { value: engine },
    placeOf: { value: (text: string) => text },
    ask: { value: asked },
    askText: { value: asked },
    askMarkdown: { value: asked },
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

/** Words before the flags, where neither `a b` does nor nothing for a command without arguments; by command, or by command and flag. */
const WORDS: Record<string, string> = {
  affected: 'a',
  ctx: 'a',
  'ctx --session': '--task b',
  'ctx --task': '',
  diff: '--since v1',
  'diff --since': '',
  docs: 'audit',
  'docs --dry-run': 'generate',
  graph: 'a',
  'memories --tag': 'list',
  'memories --ref': 'list',
  'memories --stale': 'list',
  'memories --kind': 'list',
  'memories --all': 'accept -y',
  'memories --shared': 'export',
  'memories --no-refresh': 'list',
  'refs --no-refresh': 'a',
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

/** How often the core was asked, and for what. */
type Noted = { request: RequestName; fields: Record<string, unknown> }[];

/** Calls a tool as a client does; gives what the core was asked. */
async function calledTool(one: Tool, given: object): Promise<Noted> {
  const noted: Noted = [];
  const beadloom = recorder(noted);
  let call: ((sent: unknown, context: unknown) => Promise<unknown>) | undefined;
  const server = {
    registerTool: (_name: string, _config: unknown, handler: typeof call) => (call ??= handler),
  };
  const freshness = { before: async () => 'mcp', healed: (_: unknown, work: () => unknown) => work() };
  const served = { structured: true, freshness };
  one.register(server as never, { beadloom, served, client: () => undefined } as never);
  await call?.(given, { mcpReq: { signal: new AbortController().signal } });
  return noted;
}

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
    const usual = module.arguments.length === 0 ? '' : 'a b';
    const before = (WORDS[key] ?? WORDS[name] ?? usual).split(' ');
    const line = [...before, `--${flag.name}`, ...words.split(' ')].filter((word) => word !== '');
    const { args, options } = parseWords(line, module, name);
    const asked = await t.throwsAsync(async () => module.run(shell, args, options as never), {
      instanceOf: Asked,
    });
    const given = asked.fields[field];
    t.deepEqual(Array.isArray(value) ? [given].flat() : given, value, `${asked.request} ${line.join(' ')}`);
  });
}

/** What a tool needs beside its required arguments; by tool, or by tool and argument. */
const GIVEN: Record<string, object> = {
  explore_codebase: { question: 'two words' },
  'explore_codebase question': {},
  get_context: { task: 'two words' },
  'get_context depth': { ref_id: 'a' },
  'grep_code regex': {},
  grep_code: { text: 'a' },
  update_node: { summary: 'a' },
};

/** Arguments that the server reads itself, with the reason. */
const OF_SERVER: Record<string, string> = {
  etag: 'whether an answer is sent again',
  force: 'likewise',
};

interface Argument {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  anyOf?: Argument[];
}

/** A value that no argument has where nothing is given. */
function argumentValue(argument: Argument): unknown {
  const { type, enum: choices, minimum = 0, maximum = 8, anyOf } = argument;
  if (anyOf !== undefined) return argumentValue(anyOf[0] ?? {});
  if (choices !== undefined) return choices.at(-1);
  switch (type) {
    case 'boolean':
      return true;
    case 'integer':
      return Math.max(minimum, maximum - 1);
    case 'array':
      return ['uncommon'];
    default:
      return 'uncommon';
  }
}

/** `max_nodes` as the core has it. */
const inCamelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const { listed, unlisted } = chosenTools('all');

for (const one of [...listed, ...unlisted]) {
  const { inputSchema } = one.listed({ served: { structured: false } } as never);
  const { properties = {}, required = [] } = inputSchema as {
    properties?: Record<string, Argument>;
    required?: string[];
  };
  if (Object.keys(properties).every((name) => name in OF_SERVER)) continue;
  test(`every argument of ${one.name} reaches the core`, async (t) => {
    for (const [name, argument] of Object.entries(properties)) {
      if (name in OF_SERVER) continue;
      const value = argumentValue(argument);
      const base = GIVEN[`${one.name} ${name}`] ?? GIVEN[one.name] ?? {};
      const must = Object.fromEntries(
        required.map((field) => [field, argumentValue(properties[field] ?? {})]),
      );
      const noted = await calledTool(one, { ...must, ...base, [name]: value });
      const [asked] = noted;
      t.truthy(asked, `${one.name} ${name} asks the core`);
      const fields = asked?.fields ?? {};
      // Texts have other names in some requests; a value like no other shows which.
      const given =
        typeof value === 'string' || Array.isArray(value)
          ? Object.values(fields)
          : [fields[inCamelCase(name)]];
      t.true(
        given.some((held) => JSON.stringify([held].flat()) === JSON.stringify([value].flat())),
        `${one.name} ${name}: ${JSON.stringify(asked)}`,
      );
    }
  });
}

/** Methods with arguments that may be left out before their options, with how many; else they must all be given. */
const ARGUMENTS: Record<string, number> = { affected: 1, affectedText: 1 };

/** Options that a method fills in itself, with the reason. */
const FILLED: Record<string, string> = {
  'link refresh': 'asks for the place of the node only, and then reads the file',
  'init stubs': 'says it by `docs`',
};

test('every option of every method of the library reaches the core', async (t) => {
  const reached = new Set<RequestName>();
  for (const [name, method] of methodsOf(Beadloom.prototype)) {
    const given = Array.from({ length: ARGUMENTS[name] ?? method.length }, () => 'a');
    // oxlint-disable-next-line no-await-in-loop -- nothing waits
    const plain = await firstOf(method, given);
    if (plain === undefined) continue;
    const fields = Object.entries<Parameter>(REQUESTS[plain.request]).filter(
      ([field, { internal }]) =>
        internal !== true && !(field in plain.fields) && !(`${name} ${field}` in FILLED),
    );
    const options = Object.fromEntries(
      fields.map(([field, parameter]) => [field, field === 'refresh' ? 'compare' : valueOf(parameter).value]),
    );
    // oxlint-disable-next-line no-await-in-loop -- nothing waits
    const full = await firstOf(method, [...given, options]);
    t.is(full?.request, plain.request, name);
    t.deepEqual({ ...full?.fields, ...options }, full?.fields ?? {}, name);
    reached.add(plain.request);
  }
  const others = Object.keys(REQUESTS).filter((name) => !reached.has(name as RequestName));
  // `ctx` asks for a task, and `init` and `link` write what the core plans.
  t.deepEqual(others, [
    'task',
    'updateNode',
    'link',
    'docsUnlink',
    'init',
    'merge',
    'writeEdges',
    'importDocuments',
  ]);
});

test('every option of a task reaches the core', async (t) => {
  const options = { task: 'a', maxNodes: 7, maxChunks: 7, budget: 700, session: 'a', refresh: 'compare' };
  t.like(await firstOf(Beadloom.prototype.ctx as Method, ['a', options]), {
    request: 'task',
    fields: options,
  });
});

type Method = (...given: unknown[]) => unknown;

/** The methods of a class and of those before it. */
function methodsOf(prototype: object): [string, Method][] {
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(
    ([name, { value }]): [string, Method][] =>
      typeof value === 'function' && name !== 'constructor' ? [[name, value as Method]] : [],
  );
  const above = Object.getPrototypeOf(prototype) as object;
  return above === Object.prototype ? own : [...own, ...methodsOf(above)];
}

/** What a method asks the core first; undefined for one that fails or answers without. */
async function firstOf(method: Method, given: unknown[]): Promise<Noted[number] | undefined> {
  const all: Noted = [];
  try {
    await method.apply(recorder(all), given);
  } catch (error) {
    if (!(error instanceof Asked)) return undefined;
  }
  return all[0];
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
