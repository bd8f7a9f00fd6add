import { existsSync, readFileSync } from 'node:fs';

import test from 'ava';

import type { DoctorAnswer, SetupAgentsAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { project } from './support/project.js';

const TEXTS = ['', 'Rules.', '# Agents\n\nRules.\n', 'a\r\nb\r\n', 'a\r\nb', '\n\n'];

for (const text of TEXTS) {
  test(`what is there stays byte for byte: ${JSON.stringify(text)}`, async (t) => {
    const where = project(t, { 'AGENTS.md': text, 'CLAUDE.md': text });
    const read = (path: string) => readFileSync(where.path(path), 'utf8');
    const first = await answer<SetupAgentsAnswer>(where, ['setup-agents']);
    t.deepEqual(
      first.files.map(({ path, outcome }) => [path, outcome]),
      [
        ['AGENTS.md', 'installed'],
        ['CLAUDE.md', 'installed'],
      ],
    );
    const written = read('AGENTS.md');
    t.true(written.startsWith(text) && written.includes('beadloom prime'));
    if (text.includes('\r\n')) {
      t.false(/[^\r]\n/.test(written));
    }
    const again = await answer<SetupAgentsAnswer>(where, ['setup-agents']);
    t.true(again.files.every(({ outcome }) => outcome === 'unchanged'));
    t.is(read('AGENTS.md'), written);
    const gone = await answer<SetupAgentsAnswer>(where, ['setup-agents', '--remove']);
    t.true(gone.files.every(({ outcome }) => outcome === 'removed'));
    t.deepEqual([read('AGENTS.md'), read('CLAUDE.md')], [text, text]);
  });
}

test('where there is nothing, AGENTS.md alone is written, and goes again', async (t) => {
  const where = project(t);
  await answer(where, ['setup-agents']);
  t.true(existsSync(where.path('AGENTS.md')));
  t.false(existsSync(where.path('CLAUDE.md')));
  await answer(where, ['setup-agents', '--remove']);
  t.false(existsSync(where.path('AGENTS.md')));
  const { files } = await answer<SetupAgentsAnswer>(where, ['setup-agents', '--remove']);
  t.deepEqual(files, [{ path: 'AGENTS.md', outcome: 'absent' }]);
});

test('a block of another version is found by doctor, and brought up to date in its place', async (t) => {
  const where = project(t, { 'AGENTS.md': '# A\n' });
  await answer(where, ['setup-agents']);
  const now = readFileSync(where.path('AGENTS.md'), 'utf8');
  const old = `${now.replace('## beadloom', '## Beadloom, an older text')}\n# B\n`;
  where.write('AGENTS.md', old);
  const { stdout } = await beadloom(where, ['doctor', '--json']);
  const found = (JSON.parse(stdout) as DoctorAnswer).findings.filter(({ check }) => check === 'agents');
  t.deepEqual(
    found.map(({ level, path, line }) => [level, path, line]),
    [['info', 'AGENTS.md', 3]],
  );
  const { files } = await answer<SetupAgentsAnswer>(where, ['setup-agents']);
  t.deepEqual(files, [{ path: 'AGENTS.md', outcome: 'updated' }]);
  t.is(readFileSync(where.path('AGENTS.md'), 'utf8'), `${now}\n# B\n`);
  await answer(where, ['setup-agents', '--remove']);
  t.is(readFileSync(where.path('AGENTS.md'), 'utf8'), '# A\n\n# B\n');
});

test('half a block is an error with its place', async (t) => {
  const text = '# A\n<!-- beadloom begin: x -->\nhalf\n';
  const where = project(t, { 'AGENTS.md': text });
  for (const args of [['setup-agents'], ['setup-agents', '--remove']]) {
    const error = await failure(where, args);
    t.deepEqual([error.path, error.line], ['AGENTS.md', 2]);
    t.is(readFileSync(where.path('AGENTS.md'), 'utf8'), text);
  }
});
