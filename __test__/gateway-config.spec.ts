// What is wrong in the settings of the gateway is said with its place, and what may be meant.
import test from 'ava';

import type { Code } from '../src/model/answers.js';
import { beadloom, failure } from './support/cli.js';
import { serverSettings } from './support/gateway.js';
import { project } from './support/project.js';

const FILE = '.beadloom/gateway.yml';

/** What is wrong, where it is said to be, and what is said. */
const WRONG: Array<
  [yaml: string, code: Code, place: [line: number, column: number], says: RegExp, hint: RegExp]
> = [
  [
    'servers:\n  a: {comand: node}\n',
    'unknown_key',
    [2, 7],
    /servers\.a\.comand is not a setting/,
    /did you mean command/,
  ],
  [
    'servres:\n  a: {command: node}\n',
    'unknown_key',
    [1, 1],
    /servres is not a setting/,
    /did you mean servers/,
  ],
  ['mode: serch\nservers: {}\n', 'bad_value', [1, 1], /mode: "serch" is not one of/, /did you mean search/],
  [
    'servers:\n  a__b: {command: node}\n',
    'bad_value',
    [2, 9],
    /the server name "a__b" contains __/,
    /call it "a_b"/,
  ],
  [
    'servers:\n  "a b": {command: node}\n',
    'bad_value',
    [2, 10],
    /"a b" is not the name of a server/,
    /letters, digits/,
  ],
  ['servers:\n  a: {}\n', 'missing_key', [2, 6], /a has neither a command nor a url/, /command starts it/],
  ['servers:\n  a:\n', 'missing_key', [2, 3], /a has neither a command nor a url/, /gateway\.md/],
  [
    'servers:\n  a: {command: node, url: "http://x"}\n',
    'bad_value',
    [2, 22],
    /a has a command and a url/,
    /started or reached/,
  ],
  ['servers:\n  a: {url: "ftp://x"}\n', 'bad_value', [2, 7], /invalid url of a: ftp:\/\/x/, /https:/],
  ['servers:\n  a: {url: "http://x", env: {A: b}}\n', 'bad_value', [2, 24], /it has no env/, /headers/],
  ['servers:\n  a: {command: node, headers: {A: b}}\n', 'bad_value', [2, 22], /it has no headers/, /env/],
  [
    'servers:\n  a: {command: [node]}\n',
    'wrong_type',
    [2, 16],
    /servers\.a\.command must be a text, not a list/,
    /gateway\.md/,
  ],
  [
    'servers:\n  a: {command: node, args: x}\n',
    'wrong_type',
    [2, 28],
    /servers\.a\.args must be a list of texts, not "x"/,
    /gateway\.md/,
  ],
  [
    'servers:\n  a: {command: node, timeout_ms: soon}\n',
    'wrong_type',
    [2, 34],
    /timeout_ms must be a whole number/,
    /gateway\.md/,
  ],
  [
    'servers:\n  a: {command: node, timeout_ms: 1}\n',
    'bad_value',
    [2, 34],
    /timeout_ms must be a whole number from 100/,
    /gateway\.md/,
  ],
  [
    'servers:\n  a: {command: node, era: moden}\n',
    'bad_value',
    [2, 22],
    /era: "moden" is not one of auto, legacy, modern/,
    /did you mean modern/,
  ],
  [
    'servers:\n  a: {command: node, rename: {x: y__z}}\n',
    'bad_value',
    [2, 22],
    /"x" cannot be called "y__z"/,
    /without __/,
  ],
  ['servers: [a]\n', 'wrong_type', [1, 10], /servers must be a map, not a list/, /gateway\.md/],
  ['- a\n', 'wrong_type', [1, 1], /the file must be a map/, /gateway\.md/],
  ['mode: all\n', 'missing_key', [1, 1], /there are no servers/, /servers: maps/],
  [
    'servers: {a: {command: x}}\nmcpServers: {b: {command: x}}\n',
    'bad_value',
    [2, 1],
    /servers and mcpServers/,
    /keep one/,
  ],
  [
    'servers: {a: {command: x}, A: {command: x}}\n',
    'duplicate_name',
    [1, 28],
    /differ in case alone/,
    /something else/,
  ],
  ['servers: {a: {command: x}, a: {command: y}}\n', 'yaml_syntax', [1, 28], /unique/i, /YAML/],
  ['servers: {a: {command: x}\n', 'yaml_syntax', [2, 1], /./, /YAML/],
  [
    'servers: {a: {command: x}}\nprofiles: {p: {servers: [b]}}\n',
    'not_found',
    [2, 16],
    /names an unknown server: b/,
    /did you mean a|one of: a/,
  ],
  [
    'servers: {a: {command: x}}\nprofiles: {"p q": {servers: []}}\n',
    'bad_value',
    [2, 12],
    /"p q" is not the name of a profile/,
    /letters/,
  ],
  [
    'servers: {a: {command: x}}\nprofiles: {p: {tool: []}}\n',
    'unknown_key',
    [2, 16],
    /profiles\.p\.tool is not a setting/,
    /did you mean tools/,
  ],
];

for (const [yaml, code, [line, column], says, hint] of WRONG) {
  test(`${code}: ${yaml.trim().replaceAll('\n', ' ')}`, async (t) => {
    const where = project(t, { [FILE]: yaml });
    const error = await failure(where, ['gateway', 'list']);
    t.is(error.code, code, error.message);
    t.regex(error.message, says);
    t.regex(error.hint ?? '', hint);
    t.is(error.path, FILE);
    t.deepEqual([error.line, error.column], [line, column]);
  });
}

const CALLED: Array<[args: string[], code: Code, says: RegExp]> = [
  [['list'], 'not_found', /there is no \.beadloom\/gateway\.yml/],
  [['list', '--config', 'nothing.json'], 'not_found', /there is no nothing\.json/],
  [['list', '--http', '0'], 'usage', /--http belongs to gateway serve/],
  [['list', 'more'], 'usage', /gateway list takes no 'more'/],
  [['search'], 'usage', /needs a task/],
  [['search', 'x', '--limit', '900'], 'usage', /must be a whole number from 1 to 50/],
  [['forget'], 'usage', /needs one of --all, --server and --tool/],
  [['forget', '--server', 'a', '--tool', 'b'], 'usage', /needs one of/],
  [['approve'], 'usage', /needs a server, or --all/],
  [['approve', 'a', '--all'], 'usage', /needs a server, or --all/],
  [['approve', 'a', 'b', 'c'], 'usage', /takes 2 at most/],
];

for (const [args, code, says] of CALLED) {
  test(`gateway ${args.join(' ')}`, async (t) => {
    const error = await failure(project(t), ['gateway', ...args]);
    t.is(error.code, code, error.message);
    t.regex(error.message, says);
  });
}

test('a profile that there is not is an error with those that there are', async (t) => {
  const where = project(t, { [FILE]: 'servers: {a: {command: x}}\nprofiles: {review: {servers: []}}\n' });
  const error = await failure(where, ['gateway', 'list', '--profile', 'reviw']);
  t.is(error.code, 'not_found');
  t.regex(error.hint ?? '', /did you mean review/);
});

test('a variable that is missing fails its server by name, and no other', async (t) => {
  const where = project(t);
  const works = serverSettings('works', { how: { only: ['echo'] } });
  const servers = {
    works,
    lacks: { command: 'node', args: ['x.mjs'], env: { KEY: '${BEADLOOM_TEST_NOT_THERE}' } },
    has: { ...works, env: { ...(works as { env: object }).env, KEY: '${BEADLOOM_TEST_NOT_THERE:-yes}' } },
  };
  where.write(FILE, JSON.stringify({ servers }));
  const { code, stdout } = await beadloom(where, ['gateway', 'test', '--json']);
  t.is(code, 2);
  const { servers: tried } = JSON.parse(stdout) as {
    servers: Array<{ name: string; status: string; error: string | null }>;
  };
  t.deepEqual(
    tried.map(({ name, status }) => [name, status]),
    [
      ['has', 'ready'],
      ['lacks', 'failed'],
      ['works', 'ready'],
    ],
  );
  t.regex(tried[1]?.error ?? '', /the environment has no BEADLOOM_TEST_NOT_THERE/);
});

test('files of other programs are read as they are', async (t) => {
  const where = project(t);
  const works = serverSettings('works', { how: { only: ['echo'] } }) as Record<string, unknown>;
  where.write(
    '.mcp.json',
    `{
\t// of an editor
\t"inputs": [],
\t"mcpServers": {
\t\t"works": ${JSON.stringify({ ...works, type: 'stdio', autoApprove: ['x'], timeout: 60 })},
\t\t"off": { "command": "node", "disabled": true },
\t},
}`,
  );
  const { code, stdout, stderr } = await beadloom(where, [
    'gateway',
    'list',
    '--config',
    '.mcp.json',
    '--json',
  ]);
  t.is(code, 0, stderr);
  const { servers, tools } = JSON.parse(stdout) as {
    servers: Array<{ name: string; status: string }>;
    tools: Array<{ name: string }>;
  };
  t.deepEqual(
    servers.map(({ name, status }) => [name, status]),
    [
      ['off', 'disabled'],
      ['works', 'ready'],
    ],
  );
  t.deepEqual(
    tools.map(({ name }) => name),
    ['works__echo'],
  );
  t.deepEqual((await failure(where, ['gateway', 'list'])).code, 'not_found');
});
