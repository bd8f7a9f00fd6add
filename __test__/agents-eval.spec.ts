// What runs of agents cost and how right they were, from the folders that they leave.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import test from 'ava';

import { project } from './support/project.js';

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
