// Where the names stand that a task spells out, and what the end of an answer to a change says.

import test from 'ava';

import type { Bundle } from '../src/model/answers.js';
import { beadloom } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

function shop(t: Parameters<typeof project>[0]): TestProject {
  return project(t, {
    'shop/config.py': 'class RetryPolicy:\n    def delay(self):\n        return 3\n',
    'shop/client.py':
      'from shop.config import RetryPolicy\n\n\ndef send(text):\n    return RetryPolicy().delay()\n',
    'config/shop.yml': '# RetryPolicy is chosen here\nretry: RetryPolicy\nother: RetryPolicyOfOthers\n',
    'tests/test_config.py':
      'from shop.config import RetryPolicy\n\n\ndef test_delay():\n    assert RetryPolicy().delay() == 3\n',
    'README.md': '# Shop\n\nA `RetryPolicy` says when to try again.\n',
  });
}

test('every line that holds a name of the task is named, code first and tests last', async (t) => {
  const where = shop(t);
  const task = 'Remove `RetryPolicy` from the public API';
  const { stdout } = await beadloom(where, ['ctx', '--task', task, '--budget', '4000']);
  const lines = stdout.split('\n');
  const named = lines.slice(lines.indexOf('## Where it is named') + 1);
  const listed = named.slice(0, named.indexOf(''));
  t.true(listed.includes('- shop/client.py:1, 5 RetryPolicy'), stdout);
  t.true(listed.includes('- config/shop.yml:1, 2 RetryPolicy'), stdout);
  t.is(listed.at(-1), '- tests/test_config.py:1, 5 RetryPolicy', stdout);
  const bundle = JSON.parse(
    (await beadloom(where, ['ctx', '--task', task, '--json', '--budget', '4000'])).stdout,
  ) as Bundle;
  t.true(
    (bundle.mentions ?? []).some(({ path, lines: at, lines_count: count }) => {
      return path === 'shop/client.py' && at.join() === '1,5' && count === 2;
    }),
    JSON.stringify(bundle.mentions),
  );
});

test('names that the project has not take the place of none that it has', async (t) => {
  const where = shop(t);
  const task = 'Add `newest_name`, `newer_name`, `new_name` and `later_name` to `RetryPolicy`';
  const { stdout } = await beadloom(where, ['ctx', '--task', task, '--budget', '4000']);
  t.true(stdout.includes('- shop/client.py:1, 5 RetryPolicy'), stdout);
});

test('everyday names, words and questions name no lines', async (t) => {
  const where = shop(t);
  for (let at = 0; at < 20; at += 1) {
    where.write(`shop/part_${at}.py`, `from shop.config import RetryPolicy\n\nPART_${at} = RetryPolicy()\n`);
  }
  for (const task of [
    'Remove `RetryPolicy` from the public API',
    'Fix the delay of the client',
    'Where is `RetryPolicy` used?',
  ]) {
    const { stdout } = await beadloom(where, ['ctx', '--task', task, '--budget', '4000']);
    t.false(stdout.includes('## Where it is named'), stdout);
  }
});

test('the last line of an answer to a change says how much of it is named', async (t) => {
  const where = shop(t);
  const { stdout } = await beadloom(where, ['ctx', '--task', 'Double the delay of RetryPolicy']);
  t.regex(
    stdout.trimEnd().split('\n').at(-1) ?? '',
    /^Incomplete: about \d in 10 places to change are named[.;,]/,
    stdout,
  );
});
