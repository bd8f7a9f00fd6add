// `generate-context`: what a project is, on a page.
import { existsSync, readFileSync, statSync } from 'node:fs';

import test from 'ava';

import type { ContextFileAnswer, InitAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { fixture, project } from './support/project.js';

const PAGE = '.beadloom/CONTEXT.md';

test('the page names the project, its languages, parts, folders and what is used', async (t) => {
  const where = fixture(t, 'shop');
  where.write('.beadloom/config.yml', 'version: 1\nrepo: corner-shop\n');
  const first = await answer<ContextFileAnswer>(where, ['generate-context']);
  t.like(first, { path: PAGE, changed: true });
  const text = readFileSync(where.path(PAGE), 'utf8');
  t.is(text, first.content);
  t.true(text.startsWith('# corner-shop\n'), text);
  for (const says of ['python (', '## Parts', '- billing (', '## Folders', 'billing/ (']) {
    t.true(text.includes(says), `${says} in ${text}`);
  }
  const before = statSync(where.path(PAGE)).mtimeMs;
  t.false((await answer<ContextFileAnswer>(where, ['generate-context'])).changed);
  t.is(statSync(where.path(PAGE)).mtimeMs, before);
});

test('the public signatures that most files use come first', async (t) => {
  const where = project(t, {
    'a/core.py':
      'def shared(x):\n    return x\n\n\ndef rare(x):\n    return x\n\n\ndef _hidden(x):\n    return x\n',
    ...Object.fromEntries(
      [1, 2, 3, 4].map((n) => [`b/use${n}.py`, 'from a.core import shared, _hidden\n\nshared(_hidden(1))\n']),
    ),
    'b/one.py': 'from a.core import rare\n\nrare(1)\n',
    'b/two.py': 'from a.core import rare\n\nrare(1)\n',
  });
  const { content } = await answer<ContextFileAnswer>(where, ['generate-context', '--out', '-']);
  t.true(content.indexOf('def shared(x)') > 0, content);
  t.true(content.indexOf('def shared(x)') < content.indexOf('def rare(x)'), content);
  t.false(content.includes('_hidden'));
  t.false(existsSync(where.path(PAGE)));
});

test('budgets are kept, small ones keep the head', async (t) => {
  const where = fixture(t, 'orders');
  let before = 0;
  for (const budget of [100, 200, 500, 4_000]) {
    const { tokens, content } = await answer<ContextFileAnswer>(where, [
      'generate-context',
      '--out',
      '-',
      '--budget',
      String(budget),
    ]);
    t.true(tokens <= budget && tokens >= before);
    t.regex(content, /^# .+\n\n\d+ code files/);
    before = tokens;
  }
  t.is((await failure(where, ['generate-context', '--budget', '99'])).code, 'budget_too_small');
  t.is((await failure(where, ['generate-context', '--budget', '0'])).code, 'usage');
  t.is((await failure(where, ['generate-context', '--out', '../x.md'])).code, 'outside_root');
});

test('two folders with the same files have the same page, and making it changes no index', async (t) => {
  const pages = await Promise.all(
    [fixture(t, 'orders'), fixture(t, 'orders')].map(async (where) => {
      where.write('.beadloom/config.yml', 'version: 1\nrepo: orders\n');
      const { generation } = await answer<{ generation: number }>(where, ['reindex']);
      await answer(where, ['generate-context']);
      const after = await answer<{ generation: number; mode: string }>(where, ['reindex']);
      t.deepEqual([after.generation, after.mode], [generation, 'unchanged']);
      return readFileSync(where.path(PAGE), 'utf8');
    }),
  );
  t.is(pages[0], pages[1]);
});

test('init and a full reindex write it', async (t) => {
  const where = fixture(t, 'orders');
  const dry = await answer<InitAnswer>(where, ['init', '--bootstrap', '--dry-run']);
  t.true(dry.written.some(({ path }) => path === PAGE));
  t.false(existsSync(where.path(PAGE)));
  const { written } = await answer<InitAnswer>(where, ['init', '--bootstrap', '-y']);
  t.true(written.some(({ path }) => path === PAGE));
  t.true(existsSync(where.path(PAGE)));
  where.write('src/late/extra.py', 'def late():\n    return 1\n');
  await beadloom(where, ['reindex']);
  t.false(readFileSync(where.path(PAGE), 'utf8').includes('late/'));
  await beadloom(where, ['reindex', '--full']);
  t.true(readFileSync(where.path(PAGE), 'utf8').includes('late/'));
});

withGit('the last commits stand in it, with dates and no ages', async (t) => {
  const where = project(t, { 'a.py': 'a = 1\n' });
  git(where.root, 'init', '-q');
  git(where.root, 'add', 'a.py');
  git(where.root, 'commit', '-q', '-m', 'Begin the shop');
  where.write('a.py', 'a = 2\n');
  git(where.root, 'commit', '-qam', 'Raise \u001b[31ma');
  const { content } = await answer<ContextFileAnswer>(where, ['generate-context', '--out', '-']);
  const [newest, oldest] = content
    .split('\n')
    .filter((line) => /^- \d{4}-\d\d-\d\d [0-9a-f]{10} /.test(line));
  t.regex(newest ?? '', /Raise \ufffd\[31ma$/);
  t.regex(oldest ?? '', /Begin the shop$/);
  t.regex(content, /## Changed most by them\n- a\.py \(2 commits\)/);
  t.notRegex(content, /ago|yesterday/);
});
