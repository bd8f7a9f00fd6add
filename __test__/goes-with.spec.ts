// What past commits say goes with a task: commits like it, and the files that change with what it most likely needs.

import type { ExecutionContext } from 'ava';

import type { Bundle } from '../src/model/answers.js';
import { beadloom } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { project, type TestProject } from './support/project.js';

const PRICES = ['def total(lines):', '    return sum(line.price for line in lines)', ''].join('\n');
const MAIL = ['def send(address, text):', '    print(address, text)', ''].join('\n');

/** A shop whose texts and tests change with its prices, each time by a commit of its own. */
function shop(t: ExecutionContext, messages: string[]): TestProject {
  const where = project(t);
  git(where.root, 'init', '-q');
  const commit = (message: string): void => {
    git(where.root, 'add', '-A');
    git(where.root, 'commit', '-q', '--allow-empty-message', '-m', message);
  };
  where.write('shop/prices.py', PRICES);
  where.write('shop/mail.py', MAIL);
  where.write('locale/de.po', 'msgid "total"\n');
  where.write('tests/test_prices.py', 'def test_total():\n    assert True\n');
  where.write('README.md', '# Shop\n');
  commit('Begin');
  for (const [at, message] of messages.entries()) {
    where.write('shop/prices.py', `${PRICES}\n\ndef rule_${at}(total):\n    return total * ${at}\n`);
    where.write('locale/de.po', `msgid "total"\nmsgid "rule ${at}"\n`);
    where.write('tests/test_prices.py', `def test_rule_${at}():\n    assert True\n`);
    commit(message);
  }
  where.write('shop/mail.py', `${MAIL}# done\n`);
  commit('Send mail to customers');
  return where;
}

/** Answers until past commits are known: a busy machine reads them in several steps, and an answer does not wait for all. */
async function known(where: TestProject, args: string[], whole: RegExp): Promise<string> {
  let found = '';
  for (let times = 0; times < 40 && !whole.test(found); times += 1) {
    found = (await beadloom(where, ['ctx', '--task', TASK, ...args])).stdout;
  }
  return found;
}

const TASK = 'Add a discount rule for the total price of large orders';

withGit('commits like the task are named with their files, and what changes with its code', async (t) => {
  const where = shop(t, [
    'Add a surcharge rule for the total price',
    'Add a discount rule for orders of students',
    'Tidy',
  ]);
  const markdown = await known(where, ['--budget', '2000'], /test_prices\.py \(3 of 3 commits\)/);
  const lines = markdown.split('\n');
  const alike = lines.slice(lines.indexOf('## Like this before') + 1);
  t.regex(
    alike[0] ?? '',
    /^- \d{4}-\d\d-\d\d [0-9a-f]{10}, Add a (surcharge|discount) rule .*: locale\/de\.po, shop\/prices\.py/,
  );
  t.false(markdown.includes('Send mail to customers'), markdown);
  const bundle = JSON.parse(
    (await beadloom(where, ['ctx', '--task', TASK, '--json', '--budget', '4000'])).stdout,
  ) as Bundle;
  t.true(
    bundle.commits.length >= 2 && bundle.commits.every(({ date }) => /^\d{4}-\d\d-\d\d$/.test(date ?? '')),
  );
  const together = bundle.changed_together ?? [];
  t.deepEqual(
    together.map(({ path }) => path).toSorted(),
    ['locale/de.po', 'tests/test_prices.py'],
    JSON.stringify(together),
  );
  t.true(
    together.every(({ commits, of, with: file }) => commits === 3 && of === 3 && file === 'shop/prices.py'),
    JSON.stringify(together),
  );
  const again = (await beadloom(where, ['ctx', '--task', TASK, '--budget', '2000'])).stdout;
  t.is(again, markdown);
});

withGit('files that are gone, questions and projects without commits have none of it', async (t) => {
  const where = shop(t, ['Add a surcharge rule for the total price', 'Round the total price']);
  git(where.root, 'rm', '-q', 'locale/de.po');
  git(where.root, 'commit', '-qm', 'No texts');
  const task = await known(
    where,
    ['--json', '--budget', '4000'],
    /"path":"tests\/test_prices\.py","commits":2/,
  );
  const bundle = JSON.parse(task) as Bundle;
  t.false(
    (bundle.changed_together ?? []).some(({ path }) => path === 'locale/de.po'),
    task,
  );
  const question = (
    await beadloom(where, ['ctx', '--task', 'How is the total price computed?', '--budget', '4000'])
  ).stdout;
  t.false(/## (Like this before|Usually changes with it)/.test(question), question);
  const bare = project(t, { 'shop/prices.py': PRICES });
  const { stdout } = await beadloom(bare, ['ctx', '--task', TASK, '--budget', '4000']);
  t.false(/## (Like this before|Usually changes with it)/.test(stdout), stdout);
});

withGit('messages that say nothing name no commit', async (t) => {
  for (const messages of [
    ['w', 'w', 'w', 'w'],
    ['progress', 'progress', 'progress'],
    ['', '', '\u{1b}[31m', '.'],
  ]) {
    const where = shop(t, messages);
    const count = messages.length;
    const all = new RegExp(`^- tests/test_prices\\.py \\(${count} of ${count} commits\\)$`, 'm');
    const stdout = await known(where, ['--budget', '4000'], all);
    t.false(stdout.includes('## Like this before'), stdout);
    t.regex(stdout, all);
  }
});
