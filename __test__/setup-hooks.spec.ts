import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';

import test from 'ava';

import type { DoctorAnswer, SetupHooksAnswer } from '../src/api/index.js';
import { answer, beadloom, CLI, failure } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

/** Programs with their file, and the events in it. */
const PROGRAMS: [tool: string, path: string, events: string[]][] = [
  ['claude-code', '.claude/settings.local.json', ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop']],
  ['cursor', '.cursor/hooks.json', ['sessionStart', 'postToolUse', 'stop']],
  ['codex', '.codex/hooks.json', ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop']],
  ['gemini-cli', '.gemini/settings.json', ['SessionStart', 'BeforeAgent', 'AfterTool', 'AfterAgent']],
];

const OTHER = '{"hooks": [{"type": "command", "command": "theirs"}]}';

/** Settings as people and programs write them; `$` is the name of an event. */
const TEXTS = [
  '',
  '\n\n',
  '{}',
  '{ }\n',
  '{\n}',
  '{"hooks": {}}',
  '{"hooks": {}, "version": 1}\n',
  '{\n  "version": 1\n}\n',
  '{\n  "version": 1,\n  "hooks": {}\n}\n',
  '{"permissions": {"allow": ["Bash(ls)"]}}',
  '{\n\t"model": "x",\n\t"hooks": {\n\t}\n}',
  '{\n    "hooks": {\n        "$": []\n    },\n    "model": "x"\n}\n',
  '{"hooks": {"$": [\n]}}',
  `{"hooks": {"$": [${OTHER}]}}`,
  `{"hooks": {"$": [${OTHER}, ${OTHER}], "Other": [${OTHER}]}, "a": 1}`,
  `{\r\n  "hooks": {\r\n    "$": [\r\n      ${OTHER}\r\n    ],\r\n    "Other": []\r\n  }\r\n}\r\n`,
  `{\n  "hooks": {\n    "Other": [\n      ${OTHER}\n    ]\n  },\n  "b": [1, 2]\n}`,
];

const setup = (where: TestProject, tool: string, ...more: string[]) =>
  answer<SetupHooksAnswer>(where, ['setup-agents', '--hooks', '--tool', tool, ...more]);

for (const [tool, path, events] of PROGRAMS) {
  test(`${tool}: written, written again, taken out`, async (t) => {
    const where = project(t);
    const first = await setup(where, tool);
    t.deepEqual(first, { version: 1, tool, path, outcome: 'installed', events, content: null });
    const text = readFileSync(where.path(path), 'utf8');
    const { content } = await setup(where, tool, '--print');
    t.is(text, content ?? '');
    const { hooks } = JSON.parse(text) as { hooks: Record<string, unknown[]> };
    t.deepEqual(Object.keys(hooks), events);
    // After a tool there are two: for those that edit, and for those that read.
    t.is(JSON.stringify(hooks).split(`agent-hook`).length, events.length + 2);
    t.is((await setup(where, tool)).outcome, 'unchanged');
    t.is((await setup(where, tool, '--remove')).outcome, 'removed');
    t.false(existsSync(where.path(path)));
    t.is((await setup(where, tool, '--remove')).outcome, 'absent');
  });

  test(`${tool}: what is there stays, byte for byte`, async (t) => {
    for (const [index, form] of TEXTS.entries()) {
      const before = form.replaceAll('$', events[index % events.length] ?? '');
      const where = project(t, { [path]: before });
      t.is((await setup(where, tool)).outcome, 'installed', before);
      const text = readFileSync(where.path(path), 'utf8');
      const { hooks } = JSON.parse(text) as { hooks: Record<string, unknown[]> };
      t.true(
        events.every((event) => JSON.stringify(hooks[event]).includes('agent-hook')),
        before,
      );
      t.is((await setup(where, tool)).outcome, 'unchanged', before);
      await setup(where, tool, '--remove');
      t.is(readFileSync(where.path(path), 'utf8'), before, before);
    }
  });
}

test('hooks of an earlier version get what they lack', async (t) => {
  const path = '.claude/settings.local.json';
  const where = project(t);
  const { content } = await setup(where, 'claude-code', '--print');
  const value = JSON.parse(content ?? '') as { hooks: Record<string, object[]> };
  value.hooks['PostToolUse'] = (value.hooks['PostToolUse'] ?? []).filter(
    (item) => !JSON.stringify(item).includes('agent-hook read'),
  );
  t.is(value.hooks['PostToolUse'].length, 1);
  where.write(path, `${JSON.stringify(value, null, 2)}\n`);
  const { findings } = await answer<DoctorAnswer>(where, ['doctor']);
  t.regex(JSON.stringify(findings), /its hooks of beadloom have another version/);
  t.is((await setup(where, 'claude-code')).outcome, 'updated');
  t.is(readFileSync(where.path(path), 'utf8'), content ?? '');
  t.is((await setup(where, 'claude-code')).outcome, 'unchanged');
});

test('comments stay where a program allows them', async (t) => {
  const before = `{\n  // mine\n  "hooks": {\n    "AfterTool": [\n      ${OTHER} // theirs\n    ] /* all */\n  }\n}\n`;
  const where = project(t, { '.gemini/settings.json': before });
  await setup(where, 'gemini-cli');
  t.regex(readFileSync(where.path('.gemini/settings.json'), 'utf8'), /\/\/ theirs\n[^}]*agent-hook/);
  await setup(where, 'gemini-cli', '--remove');
  t.is(readFileSync(where.path('.gemini/settings.json'), 'utf8'), before);
});

test('the server and the hooks of Gemini CLI stand in one file', async (t) => {
  const path = '.gemini/settings.json';
  const where = project(t);
  await answer(where, ['setup-mcp', '--tool', 'gemini-cli']);
  const server = readFileSync(where.path(path), 'utf8');
  await setup(where, 'gemini-cli');
  await setup(where, 'gemini-cli', '--remove');
  t.is(readFileSync(where.path(path), 'utf8'), server);
});

test('what others add behind ours stays when ours goes', async (t) => {
  const path = '.claude/settings.local.json';
  const where = project(t);
  await setup(where, 'claude-code');
  const value = JSON.parse(readFileSync(where.path(path), 'utf8')) as { hooks: Record<string, unknown[]> };
  value.hooks['Stop']?.push(JSON.parse(OTHER));
  where.write(path, JSON.stringify(value, null, 2));
  await setup(where, 'claude-code', '--remove');
  t.deepEqual(JSON.parse(readFileSync(where.path(path), 'utf8')), { hooks: { Stop: [JSON.parse(OTHER)] } });
});

const REFUSED: [text: string, place: [number, number], message: RegExp][] = [
  ['{"hooks": ', [1, 11], /not a JSON value/],
  ['[]', [1, 1], /does not contain an object/],
  ['{\n  "hooks": []\n}', [2, 12], /"hooks" is not an object/],
  ['{"hooks": {"Stop": {}}}', [1, 20], /"Stop" is not a list/],
  ['{"hooks": {}, "hooks": {}}', [1, 15], /defined twice/],
  ['{"hooks": {} // mine\n}', [1, 14], /comment/],
  [
    `{"hooks": {"Stop": [{"hooks": [{"command": "x agent-hook stop --program claude-code"}, {"command": "theirs"}]}]}}`,
    [1, 21],
    /one group with other hooks/,
  ],
];

for (const [text, [line, column], message] of REFUSED) {
  test(`refused, and left as it is: ${text.slice(0, 40)}`, async (t) => {
    const path = '.claude/settings.local.json';
    const where = project(t, { [path]: text });
    for (const more of [[], ['--remove']]) {
      if (more.length > 0 && !text.includes('agent-hook')) {
        continue;
      }
      const error = await failure(where, ['setup-agents', '--hooks', ...more]);
      t.deepEqual([error.code, error.path, error.line, error.column], ['usage', path, line, column]);
      t.regex(error.message, message);
      t.truthy(error.hint);
    }
    t.is(readFileSync(where.path(path), 'utf8'), text);
  });
}

test('wrong words', async (t) => {
  const where = project(t);
  t.regex(
    (await failure(where, ['setup-agents', '--hooks', '--tool', 'zed'])).hint ?? '',
    /claude-code, cursor/,
  );
  t.is((await failure(where, ['setup-agents', '--tool', 'cursor'])).code, 'usage');
  t.is((await failure(where, ['setup-agents', '--print'])).code, 'usage');
  t.is((await failure(where, ['setup-agents', '--hooks', '--remove', '--print'])).code, 'usage');
});

const unixTest = process.platform === 'win32' ? test.skip : test;

unixTest('links are followed within the project, and refused where they lead out of it', async (t) => {
  const path = '.claude/settings.local.json';
  const aside = project(t, { 'settings.json': '{}' });
  const where = project(t, { 'kept.json': '{}' });
  mkdirSync(where.path('.claude'));
  symlinkSync(aside.path('settings.json'), where.path(path));
  t.is((await failure(where, ['setup-agents', '--hooks'])).code, 'outside_root');
  t.is(readFileSync(aside.path('settings.json'), 'utf8'), '{}');
  unlinkSync(where.path(path));
  symlinkSync('../kept.json', where.path(path));
  await setup(where, 'claude-code');
  t.regex(readFileSync(where.path('kept.json'), 'utf8'), /agent-hook/);
});

unixTest('a file that is read-only, or a folder, is refused', async (t) => {
  const where = project(t, { '.codex/hooks.json': '{}' });
  mkdirSync(where.path('.claude/settings.local.json'), { recursive: true });
  t.is((await failure(where, ['setup-agents', '--hooks'])).code, 'not_readable');
  chmodSync(where.path('.codex/hooks.json'), 0o444);
  if (process.getuid?.() !== 0) {
    t.is((await failure(where, ['setup-agents', '--hooks', '--tool', 'codex'])).code, 'not_writable');
  }
});

unixTest('a shell runs what is written, and says nothing where beadloom is gone', async (t) => {
  const where = project(t);
  await setup(where, 'claude-code');
  const path = '.claude/settings.local.json';
  const text = readFileSync(where.path(path), 'utf8');
  const command = (JSON.parse(text) as { hooks: { Stop: [{ hooks: [{ command: string }] }] } }).hooks.Stop[0]
    .hooks[0].command;
  t.is(execFileSync('sh', ['-c', command], { input: '{}', encoding: 'utf8' }), '');
  const gone = command.replaceAll(CLI, `${CLI}.gone`);
  t.is(execFileSync('sh', ['-c', gone], { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' }), '');
  where.write(path, text.replaceAll(CLI, `${CLI}.gone`));
  t.deepEqual(await doctorOf(where), [['warn', path, 4]]);
  where.write(path, text.replace('"timeout": 10', '"timeout": 11'));
  t.deepEqual(await doctorOf(where), [['info', path, 4]]);
  t.is((await setup(where, 'claude-code')).outcome, 'updated');
  t.is(readFileSync(where.path(path), 'utf8'), text);
  t.deepEqual(await doctorOf(where), []);
});

async function doctorOf(where: TestProject) {
  const { stdout } = await beadloom(where, ['doctor', '--json']);
  const { findings } = JSON.parse(stdout) as DoctorAnswer;
  return findings
    .filter(({ check, level }) => check === 'agents' && level !== 'ok')
    .map(({ level, path, line }) => [level, path, line]);
}
