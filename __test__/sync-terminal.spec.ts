import { chmodSync, readFileSync } from 'node:fs';

import type { ExecutionContext } from 'ava';

import { answer, beadloom } from './support/cli.js';
import { git, withGit as test } from './support/git.js';
import { project, type TestProject } from './support/project.js';
import { atTerminal } from './support/terminal.js';

const LOCK = '.beadloom/sync.lock';

/** A project with one stale pair, and an editor that adds a line, or fails. */
async function stale(t: ExecutionContext): Promise<TestProject> {
  const where = project(t, {
    '.beadloom/_graph/a.yml': 'nodes:\n  - {ref_id: a, kind: domain, docs: [docs/a.md], source: src/}\n',
    'docs/a.md': '# A\n',
    'src/x.py': 'def one():\n    return 1\n',
    'edit.sh': '#!/bin/sh\nfor file in "$@"; do echo "Edited." >> "$file"; done\n',
    'fail.sh': '#!/bin/sh\nexit 3\n',
  });
  chmodSync(where.path('edit.sh'), 0o755);
  chmodSync(where.path('fail.sh'), 0o755);
  git(where.root, 'init', '--quiet', '.');
  await answer(where, ['sync-update', '--all', '-y']);
  git(where.root, 'add', '--all');
  git(where.root, 'commit', '--quiet', '-m', 'begin');
  where.write('src/x.py', 'def one():\n    return 2\n');
  return where;
}

test('the difference, the editor, the question', async (t) => {
  const where = await stale(t);
  const before = readFileSync(where.path(LOCK), 'utf8');
  const editor = { VISUAL: '', EDITOR: where.path('edit.sh') };
  const refused = await atTerminal(
    where,
    ['sync-update', 'a'],
    [['up to date with the code now?', 'n']],
    editor,
  );
  if (refused === undefined) {
    t.log('no pseudo-terminal here');
    t.pass();
    return;
  }
  t.regex(refused.stdout, /-    return 1/);
  t.regex(refused.stdout, /\+    return 2/);
  t.is(refused.code, 0, refused.stdout);
  t.is(readFileSync(where.path('docs/a.md'), 'utf8'), '# A\nEdited.\n');
  t.is(readFileSync(where.path(LOCK), 'utf8'), before);
  t.is((await beadloom(where, ['sync-check'])).code, 2);

  const said = await atTerminal(
    where,
    ['sync-update', 'a'],
    [['up to date with the code now?', 'y']],
    editor,
  );
  t.is(said?.code, 0, said?.stdout);
  t.not(readFileSync(where.path(LOCK), 'utf8'), before);
  t.is((await beadloom(where, ['sync-check'])).code, 0);
  const again = await atTerminal(where, ['sync-update', 'a'], [], editor);
  t.regex(again?.stdout ?? '', /are up to date/);
});

test('an editor that is missing or fails changes nothing', async (t) => {
  const where = await stale(t);
  const before = readFileSync(where.path(LOCK), 'utf8');
  const failing = await atTerminal(where, ['sync-update', 'a'], [], { VISUAL: where.path('fail.sh') });
  if (failing === undefined) {
    t.log('no pseudo-terminal here');
    t.pass();
    return;
  }
  t.is(failing.code, 1);
  t.regex(failing.stdout, /ended with 3/);
  const missing = await atTerminal(where, ['sync-update', 'a'], [], { VISUAL: '', EDITOR: '' });
  t.is(missing?.code, 1);
  t.regex(missing?.stdout ?? '', /no editor is set/);
  const none = await atTerminal(where, ['sync-update', 'a'], [], { VISUAL: '/no/such/editor' });
  t.is(none?.code, 1);
  t.is(readFileSync(where.path(LOCK), 'utf8'), before);
});
