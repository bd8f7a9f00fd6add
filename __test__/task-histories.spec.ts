// Answers to tasks over histories that say little, change, or are not all there, and over texts and projects that tell nothing apart.

import type { ExecutionContext } from 'ava';
import test from 'ava';

import { answer, beadloom } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { project, type TestProject } from './support/project.js';
import type { Bundle } from '../src/model/answers.js';

const SUBJECTS = ['invoice', 'parcel', 'voucher', 'ledger', 'depot', 'driver'];

/** The text of a file about a subject, at one of its states. */
const about = (subject: string, state = 0): string =>
  `def open_${subject}(${subject}):\n    ${subject}.state = ${state}\n    return ${subject}\n\n\ndef close_${subject}(${subject}):\n    return ${subject}.end\n`;

const FILES = Object.fromEntries(SUBJECTS.map((subject) => [`port/${subject}.py`, about(subject)]));

/** A project with a commit for each of the messages, each of which changes one file. */
function history(t: ExecutionContext, messages: string[]): TestProject {
  const where = project(t, FILES);
  git(where.root, 'init', '-q');
  const commit = (message: string): void => {
    git(where.root, 'add', '-A');
    git(where.root, 'commit', '-q', '--allow-empty-message', '-m', message);
  };
  commit(messages[0] ?? '');
  for (const [at, message] of messages.slice(1).entries()) {
    const subject = SUBJECTS[at % SUBJECTS.length] as string;
    where.write(`port/${subject}.py`, about(subject, at + 1));
    commit(message);
  }
  return where;
}

const TASK = 'Refuse to open a voucher twice';

async function finds(t: ExecutionContext, where: TestProject, task = TASK): Promise<void> {
  const { code } = await answer<Bundle>(where, ['ctx', '--task', task, '--budget', '2000']);
  t.is(code?.[0]?.path, 'port/voucher.py', JSON.stringify(code));
}

for (const [what, messages] of [
  ['one commit', ['Begin']],
  ['messages of one word', ['w', 'w', 'progress', 'w', 'progress', 'wip', 'w', '.']],
  ['messages without a word', ['', '#', '---', '🎉', '1.2.3']],
  [
    'messages in six languages',
    ['Begin', 'Öffne Belege', 'Ouvrir le bon', 'Abrir el vale', 'Åpne bilag', 'バウチャーを開く', '打开凭证'],
  ],
  ['a message that is very long', ['Begin', 'voucher '.repeat(10_000)]],
] as const) {
  withGit(`a history with ${what} leads to the file that the words lead to`, async (t) => {
    await finds(t, history(t, [...messages]));
  });
}

withGit('a history that is shallow, rewritten or squashed meanwhile is read anew', async (t) => {
  const messages = ['Begin', ...SUBJECTS.map((subject) => `Open the ${subject} of a ship`)];
  const where = history(t, messages);
  await finds(t, where);
  git(where.root, 'commit', '-q', '--amend', '-m', 'Open all of them');
  await finds(t, where);
  git(where.root, 'reset', '-q', '--soft', 'HEAD~4');
  git(where.root, 'commit', '-q', '-m', 'Squash what there was');
  await finds(t, where);
  const clone = project(t);
  git(clone.root, 'clone', '-q', '--depth', '1', `file://${where.root}`, 'shallow');
  await finds(t, { ...clone, root: clone.path('shallow') });
});

for (const [what, task] of [
  ['one word', 'voucher'],
  ['200 KB', `${TASK}. ${'It should say why, and what was opened. '.repeat(5_000)}`],
  ['no spaces', 'open_voucherを二回開けないようにする'],
] as const) {
  test(`a text with ${what} is answered`, async (t) => {
    const where = project(t, FILES);
    const { code, stdout, stderr } = await beadloom(where, ['ctx', '--task', task, '--budget', '2000']);
    t.is(code, 0, stderr);
    t.regex(stdout, /port\/voucher\.py/);
  });
}

test('of files that are all alike the answer says that it does not know', async (t) => {
  const same = about('voucher');
  const where = project(
    t,
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`port/berth_${at}/voucher.py`, same])),
  );
  const { stdout } = await beadloom(where, ['ctx', '--task', TASK]);
  t.notRegex(stdout, /^Confidence: high/m, stdout);
  t.notRegex(stdout, /^Complete/m, stdout);
});
