import { existsSync } from 'node:fs';

import test from 'ava';

import type { GraphAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { fixture } from './support/project.js';
import { atTerminal, type Step } from './support/terminal.js';

const DOWN = '\u001b[B';
const ENTER = '\r';

test('the menu of a new project: the whole, some folders, or nothing', async (t) => {
  const cases: Array<[name: string, steps: Step[], nodes: (ids: string[]) => boolean]> = [
    [
      'whole',
      [['What would you like to do?', ENTER]],
      (ids) => ids.includes('users') && ids.includes('orders'),
    ],
    [
      'scope',
      [
        ['What would you like to do?', DOWN + DOWN + ENTER],
        ['Which folders?', `src/user${ENTER}`],
        // What is no folder is said at once, and can be mended.
        ['src/user is not a folder', `s${ENTER}`],
      ],
      (ids) => ids.includes('users') && !ids.includes('orders'),
    ],
  ];
  for (const [name, steps, fits] of cases) {
    const where = fixture(t, 'orders');
    const run = await atTerminal(where, ['init'], steps);
    if (run === undefined) {
      t.pass('no pseudo-terminal here');
      return;
    }
    t.is(run.code, 0, name);
    const { nodes } = await answer<GraphAnswer>(where, ['graph']);
    t.true(fits(nodes.map((node) => node.ref_id)), name);
  }
  for (const keys of ['\u0003', '\u001b', DOWN + DOWN + DOWN + ENTER]) {
    const where = fixture(t, 'orders');
    const run = await atTerminal(where, ['init'], [['What would you like to do?', keys]]);
    t.is(run?.code, 0);
    t.regex(run?.stdout ?? '', /nothing was written/);
    t.false(existsSync(where.path('.beadloom')), JSON.stringify(keys));
  }
});

test('documents are imported by the menu, or by a flag that leaves the strategy open', async (t) => {
  const strategy = 'What should happen to the documents?';
  const cases: Array<[args: string[], steps: Step[], copied: boolean]> = [
    [
      ['init'],
      [
        ['What would you like to do?', DOWN + ENTER],
        ['Where are the documents?', `wiki${ENTER}`],
        [strategy, DOWN + ENTER],
      ],
      true,
    ],
    [['init', '--import', 'wiki'], [[strategy, ENTER]], false],
    [['init', '--import', 'wiki', '-y'], [], false],
  ];
  for (const [args, steps, copied] of cases) {
    const where = fixture(t, 'orders');
    where.write('wiki/adr/0001-one-queue.md', '# Use one queue\n');
    const run = await atTerminal(where, args, steps);
    if (run === undefined) {
      t.pass('no pseudo-terminal here');
      return;
    }
    t.is(run.code, 0, run.stdout);
    t.is(existsSync(where.path('docs/decisions/0001-one-queue.md')), copied);
    const { nodes } = await answer<GraphAnswer>(where, ['graph']);
    t.deepEqual(
      nodes.map((node) => node.ref_id),
      ['adr-0001-one-queue'],
    );
  }
});

test('the menu of a project with a graph: merge, a new graph with the old one beside, or nothing', async (t) => {
  const where = fixture(t, 'orders');
  const asked = 'This project has a graph already.';
  const first = await atTerminal(where, ['init', '--bootstrap', '-y'], []);
  if (first === undefined) {
    t.pass('no pseudo-terminal here');
    return;
  }
  t.regex((await atTerminal(where, ['init'], [[asked, ENTER]]))?.stdout ?? '', /The graph is up to date/);
  t.regex((await atTerminal(where, ['init'], [[asked, DOWN + ENTER]]))?.stdout ?? '', /_graph\.bak-\d+T\d+Z/);
  t.regex(
    (await atTerminal(where, ['init'], [[asked, DOWN + DOWN + ENTER]]))?.stdout ?? '',
    /nothing was written/,
  );
});
