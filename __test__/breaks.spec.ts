// What breaks with a change: the lines of other files that use what a task most likely changes.

import test from 'ava';

import type { Bundle } from '../src/model/answers.js';
import { beadloom } from './support/cli.js';
import { project } from './support/project.js';

/** A tariff that three files use, one of them a test; and files that only speak of it. */
const FILES: Record<string, string> = {
  'port/tariff.py': [
    'def harbour_tariff(ship, nights):',
    '    base = ship.length * 3',
    '    for night in range(nights):',
    '        base += ship.length',
    '    return base',
    '',
    '',
    'def own_use(ship):',
    '    return harbour_tariff(ship, 1)',
    '',
  ].join('\n'),
  'port/bill.py': [
    'from port.tariff import harbour_tariff',
    '',
    '',
    'def write_bill(ship):',
    '    first = harbour_tariff(ship, 1)',
    '    return first + harbour_tariff(ship, 2)',
    '',
  ].join('\n'),
  'port/quote.py': [
    'from port import tariff',
    '',
    '',
    'def write_quote(boat):',
    '    return tariff.harbour_tariff(boat, 3)',
    '',
  ].join('\n'),
  'tests/test_tariff.py': [
    'from port.tariff import harbour_tariff',
    '',
    '',
    'def test_tariff():',
    '    assert harbour_tariff(None, 0) == 0',
    '',
  ].join('\n'),
  'port/crane.py': 'def lift(load):\n    return load.weight * 2\n',
};

const TASK = 'Charge the harbour tariff of a ship for each of its masts, too';

/** The lines of the chapter. */
function listed(markdown: string): string[] {
  const lines = markdown.split('\n');
  const from = lines.indexOf('## Breaks with it');
  return from < 0 ? [] : lines.slice(from + 1, lines.indexOf('', from));
}

test('the lines of other files that use what a task changes are listed, tests last', async (t) => {
  const where = project(t, FILES);
  for (const args of [[], ['--budget', '4000']]) {
    const { stdout } = await beadloom(where, ['ctx', '--task', TASK, ...args]);
    const lines = listed(stdout);
    t.true(lines.includes('- port/quote.py:5 harbour_tariff'), stdout);
    t.is(lines.at(-1), '- tests/test_tariff.py:5 harbour_tariff', stdout);
    t.false(stdout.includes('## Called by'), 'each user is named once');
    t.false(
      lines.some((line) => line.startsWith('- port/tariff.py')),
      stdout,
    );
  }
  const { stdout } = await beadloom(where, ['ctx', '--task', TASK, '--json', '--budget', '4000']);
  const bundle = JSON.parse(stdout) as Bundle;
  t.deepEqual(
    (bundle.breaks ?? []).find(({ path }) => path === 'port/quote.py'),
    { name: 'harbour_tariff', path: 'port/quote.py', lines: [5], lines_count: 1 },
    stdout,
  );
});

test('what many files use, and a question, list none', async (t) => {
  const where = project(t, FILES);
  const { stdout: asked } = await beadloom(where, [
    'ctx',
    '--task',
    'How is the harbour tariff of a ship computed?',
  ]);
  t.deepEqual(listed(asked), []);
  for (let at = 0; at < 20; at += 1) {
    where.write(
      `port/berth_${at}.py`,
      `from port.tariff import harbour_tariff\n\n\ndef berth_${at}(boat):\n    return harbour_tariff(boat, ${at})\n`,
    );
  }
  const { stdout } = await beadloom(where, ['ctx', '--task', TASK, '--budget', '4000']);
  t.false(
    listed(stdout).some((line) => line.endsWith(' harbour_tariff')),
    stdout,
  );
});
