// What words mean to a command, and what is said of those that are wrong. In process: no project is asked.
import test from 'ava';

import { BeadloomError } from '../src/model/error.js';
import { COMMANDS } from '../src/commands/index.js';
import { loaded } from '../src/shell/command.js';
import { withGlobals } from '../src/shell/globals.js';
import { parseWords } from '../src/shell/words.js';

const commands = new Map((await loaded(COMMANDS)).map(({ name, module }) => [name, module]));

function parsed(line: string) {
  const [name = '', ...words] = line.split(' ');
  const module = commands.get(name);
  if (module === undefined) {
    throw new Error(`no command ${name}`);
  }
  return parseWords(words, module, name);
}

const READ: Array<[line: string, args: string[], options: Record<string, unknown>]> = [
  ['why a', ['a'], { refresh: true }],
  ['why a --no-refresh', ['a'], { refresh: 'compare' }],
  ['why a --depth 2 --limit=7', ['a'], { depth: 2, limit: 7 }],
  ['why a --limit 2 --limit 1', ['a'], { limit: 1 }],
  ['why --reverse true', ['true'], { reverse: true }],
  ['why -- --json', ['--json'], { json: undefined }],
  ['why a -vq', ['a'], { verbose: true, quiet: true }],
  ['why a --no-color --no-progress', ['a'], { color: false, progress: false }],
  ['why a --progress json', ['a'], { color: true, progress: 'json' }],
  ['why a --project --json', ['a'], { project: '--json', json: undefined }],
  ['search a b -C3 -i', ['a', 'b'], { context: 3, ignoreCase: true }],
  ['search a -C 3', ['a'], { context: 3 }],
  ['search - --in docs', ['-'], { in: 'docs' }],
  ['next-file a --exclude x y --exclude z', ['a'], { exclude: ['x', 'y', 'z'] }],
  ['init --scope a b -y --docs none', [], { scope: ['a', 'b'], yes: true, docs: 'none' }],
  ['mcp-serve', [], { tools: 'all' }],
  ['mcp-serve --tools=core', [], { tools: 'core' }],
  ['lint --fail-on-warn', [], { failOnWarn: true, strict: undefined }],
];

for (const [line, args, options] of READ) {
  test(`read: ${line}`, (t) => {
    const found = parsed(line);
    t.deepEqual(found.args, args);
    t.like(found.options, options);
    t.is(found.asks, undefined);
  });
}

const WRONG: Array<[line: string, message: string, hint?: string]> = [
  ['why', "missing required argument 'ref'"],
  ['why a b', 'too many arguments. Expected 1 argument but got 2'],
  ['status a', 'too many arguments. Expected 0 arguments but got 1'],
  ['why a --dpth 2', "unknown option '--dpth'", 'did you mean --depth?'],
  ['why a --refresh', "unknown option '--refresh'", 'did you mean --no-refresh?'],
  ['why a --constructor', "unknown option '--constructor'"],
  ['why a --__proto__ x', "unknown option '--__proto__'"],
  ['why a --__proto__=x', "unknown option '--__proto__=x'"],
  ['why a --toString', "unknown option '--toString'"],
  ['why a -z', "unknown option '-z'"],
  ['why a -vz', "unknown option '-z'"],
  ['why a --reverse=true', "unknown option '--reverse=true'"],
  ['why a --limit', "option '--limit <n>' argument missing"],
  ['init --scope -y', "option '--scope <path...>' argument missing"],
  ['search a -C', "option '-C, --context <n>' argument missing"],
  [
    'why a --limit 0 --limit 1',
    "option '--limit <n>' argument '0' is invalid. It must be a whole number from 1 to 10000",
  ],
  [
    'why a --limit=',
    "option '--limit <n>' argument '' is invalid. It must be a whole number from 1 to 10000",
  ],
  [
    'why a --depth -1',
    "option '--depth <n>' argument '-1' is invalid. It must be a whole number from 0 to 100",
  ],
  [
    'search a --in x',
    "option '--in <field>' argument 'x' is invalid. Allowed choices are nodes, docs, code, all",
  ],
  [
    'docs x',
    "command-argument value 'x' is invalid for argument 'action'. Allowed choices are links, unlink, generate, polish, audit",
  ],
  ['ctx a --markdown --json', "option '--markdown' cannot be used with option '--json'"],
];

for (const [line, message, hint = `see beadloom ${line.split(' ')[0]} --help`] of WRONG) {
  test(`wrong: ${line}`, (t) => {
    const error = t.throws(() => parsed(line), { instanceOf: BeadloomError });
    t.deepEqual([error?.code, error?.message, error?.hint], ['usage', message, hint]);
  });
}

test('help and version are asked for whatever else is missing', (t) => {
  t.is(parsed('why --help').asks, 'help');
  t.is(parsed('why a b c -h').asks, 'help');
  t.is(parsed('why --version --help').asks, 'version');
  t.is(parsed('search -ih').asks, 'help');
});

test('no command takes a flag of all commands for something else, or one twice', (t) => {
  const everywhere = new Set(withGlobals([]).map((flag) => flag.name));
  for (const [name, { flags }] of commands) {
    const own = flags.map((flag) => flag.name);
    t.deepEqual(own, [...new Set(own)], name);
    t.deepEqual(
      own.filter((flag) => everywhere.has(flag)),
      [],
      name,
    );
    const shorts = flags.flatMap(({ short }) => (short === undefined ? [] : [short]));
    t.deepEqual(
      shorts.filter((short) => ['h', 'v', 'q'].includes(short)),
      [],
      name,
    );
  }
});
