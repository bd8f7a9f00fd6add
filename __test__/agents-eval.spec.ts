// What runs of agents cost and how right they were, from the folders that they leave.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import test from 'ava';

import { answer } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { project, type TestProject } from './support/project.js';

const CHANGES_FILE = new URL('../bench/agents/changes.mjs', import.meta.url).href;
const GRADE = fileURLToPath(new URL('../bench/agents/grade.mjs', import.meta.url));

test('runs are compared task by task: calls, characters, and what the commit changed', (t) => {
  const where = project(t);
  const labels = { set: 'commits', repo: 'a/shop', id: 'c', files: ['a.py'], hunks: { 'a.py': [[10, 12]] } };
  const run = (name: string, calls: { command: string; characters: number }[], from: number) => {
    where.write(`${name}/calls.jsonl`, calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
    where.write(`${name}/answer.json`, JSON.stringify({ places: [{ path: 'a.py', from, to: from + 1 }] }));
  };
  run(
    '01-1-plain',
    [
      { command: 'grep -rn tax', characters: 900 },
      { command: 'sed -n 1,9p a.py', characters: 300 },
    ],
    100,
  );
  run('01-2-cli', [{ command: 'beadloom show tax', characters: 300 }], 11);
  run('02-1-cli', [{ command: 'beadloom show tax', characters: 300 }], 11);
  where.write('02-2-plain/TASK.md', '');
  for (const name of ['01-plain', '01-cli', '02-cli', '02-plain']) {
    where.write(`${name}.labels.json`, JSON.stringify({ ...labels, arm: name.slice(3) }));
  }
  const output = execFileSync(process.execPath, [GRADE, '--work', where.root], { encoding: 'utf8' });
  t.regex(output, /^without an answer: 02-2-plain$/m);
  t.regex(
    output,
    /^\| 01 \| a\/shop \| commits \| 2 \| 1200 \| 1\.00 \| 0\.00 \| 1 \| 300 \| 1\.00 \| 1\.00 \| 1 \| yes \|$/m,
  );
  t.regex(output, /^\| calls \| 1 \| 2 \| 1 \| 0\.50 ×/m);
  t.regex(output, /^\| characters \| 1 \| 1200 \| 300 \| 0\.25 ×/m);
  t.regex(output, /^\| places right \| 1 \| 0\.000 \| 1\.000 \| 1\.000/m);
});

/** A run of a change in a project that is small enough to be made here. */
async function changed(where: TestProject, name: string, edit: (root: string) => void): Promise<void> {
  const { CHANGES } = (await import(CHANGES_FILE)) as {
    CHANGES: { id: string; files: Record<string, string> }[];
  };
  const files = CHANGES.find(({ id }) => id === 'flask-hidden-files')?.files ?? {};
  const inside = (path: string) => `${name}/project/${path}`;
  for (const [path, text] of Object.entries(files)) where.write(inside(path), text);
  where.write(
    inside('src/flask/helpers.py'),
    'def send_from_directory(folder, path):\n    return folder + path\n',
  );
  where.write(inside('src/flask/globals.py'), 'request = 1\n');
  where.write(inside('src/flask/sansio/app.py'), 'class App:\n    pass\n');
  where.write(inside('src/flask/ctx.py'), 'def push():\n    return 1\n');
  const root = where.path(`${name}/project`);
  git(root, 'init', '-q');
  const there = { ...where, root };
  await answer(there, ['reindex']);
  await answer(there, ['sync-update', '--all', '-y']);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'one');
  edit(root);
  where.write(`${name}/calls.jsonl`, `${JSON.stringify({ command: 'sed', characters: 10 })}\n`);
  where.write(`${name}/answer.json`, JSON.stringify({ places: [], answer: 'done' }));
}

withGit(
  'a change is judged by the project: it is there, rules hold, no document is left behind',
  async (t) => {
    const where = project(t);
    const helpers = (root: string, text: string) => {
      writeFileSync(join(root, 'src/flask/helpers.py'), text);
    };
    const TEXT = 'def send_from_directory(folder, path, allow_hidden=True):\n    return folder + path\n';
    await changed(where, '01-1-plain', (root) => {
      helpers(root, TEXT);
      writeFileSync(join(root, 'src/flask/sansio/app.py'), 'from ..globals import request\n');
    });
    await changed(where, '01-2-hooks', (root) => {
      helpers(root, TEXT);
      writeFileSync(join(root, 'docs/parts/helpers.md'), '# Helpers\n\n`send_from_directory` hides files.\n');
    });
    for (const arm of ['plain', 'hooks']) {
      const labels = {
        set: 'changes',
        repo: 'a/flask',
        id: 'c',
        arm,
        files: [],
        change: 'flask-hidden-files',
      };
      where.write(`01-${arm}.labels.json`, JSON.stringify(labels));
    }
    const output = execFileSync(process.execPath, [GRADE, '--work', where.root], { encoding: 'utf8' });
    t.regex(output, /^\| done right \| 1 \| 1\.000 \| 1\.000/m, output);
    t.regex(output, /^\| rules right \| 1 \| 0\.000 \| 1\.000/m, output);
    t.regex(output, /^\| documents right \| 1 \| 0\.000 \| 1\.000/m, output);
  },
);

test('answers to questions are also as right as a judge says', (t) => {
  const where = project(t);
  for (const [name, arm, score] of [
    ['01-1-plain', 'plain', 4],
    ['01-2-mcp', 'mcp', 9],
  ] as const) {
    where.write(`${name}/calls.jsonl`, `${JSON.stringify({ command: 'sed', characters: 10 })}\n`);
    where.write(
      `${name}/answer.json`,
      JSON.stringify({ places: [{ path: 'a.py', from: 1, to: 2 }], answer: 'x' }),
    );
    const labels = { set: 'swe-qa', repo: 'a/shop', id: 'q', arm, files: ['a.py'] };
    where.write(`01-${arm}.labels.json`, JSON.stringify(labels));
    where.write(`01-${arm}.judged.json`, JSON.stringify({ score }));
  }
  const output = execFileSync(process.execPath, [GRADE, '--work', where.root], { encoding: 'utf8' });
  t.regex(output, /^\| score right \| 1 \| 0\.400 \| 0\.900/m, output);
});
