// What past commits say: in search, in what a file changes with, and that it is no more than it may be.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

import type { ExecutionContext } from 'ava';

import type { Bundle, SearchAnswer } from '../src/api/index.js';
import { answer, beadloom, environment } from './support/cli.js';
import { git, GIT_ENVIRONMENT, withGit as test } from './support/git.js';
import { project, type TestProject } from './support/project.js';

/** Nothing in the words of these files says what the commits say of them. */
const FILES = ['src/a.py', 'src/b.py', 'src/c.py', 'src/d.py'];

function repository(t: ExecutionContext, config?: string): TestProject {
  const where = project(t, {
    '.gitignore': '.beadloom/beadloom.db*\n',
    ...(config === undefined ? {} : { '.beadloom/config.yml': `version: 1\n${config}\n` }),
    'readme.txt': 'shop\n',
  });
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '--quiet', '.');
  commit(where, 'begin', []);
  commit(where, 'add files', FILES);
  return where;
}

let number = 0;

function commit(where: TestProject, message: string, files: string[]): void {
  for (const file of files) {
    number += 1;
    where.write(file, `def f${number}():\n    return ${number}\n`);
  }
  git(where.root, 'add', '--all');
  git(where.root, 'commit', '--quiet', '--no-verify', '--allow-empty', '-m', message);
}

/** An answer waits for commits for a moment only; who asks for the index, until they are all there. */
async function settle(where: TestProject): Promise<void> {
  await answer(where, ['reindex']);
  await answer(where, ['reindex']);
}

async function together(where: TestProject, path: string): Promise<string[]> {
  await settle(where);
  const { changed_together: files } = await answer<Bundle>(where, ['ctx', path]);
  return (files ?? []).map((file) => `${file.path} ${file.commits}/${file.of}`);
}

async function found(where: TestProject, query: string): Promise<string[]> {
  await settle(where);
  const { hits } = await answer<SearchAnswer>(where, ['search', '--in', 'code', query]);
  return hits.map(({ path }) => path ?? '');
}

/** All that the index file holds, with what is not yet in it. */
function bytes(where: TestProject): string {
  return ['', '-wal']
    .map((end) => {
      try {
        return readFileSync(where.path(`.beadloom/beadloom.db${end}`), 'latin1');
      } catch {
        return '';
      }
    })
    .join('');
}

test('what commits said of a file finds it, and what changes with it is named', async (t) => {
  const where = repository(t);
  commit(where, 'Round refunds of gift vouchers', ['src/c.py', 'src/d.py']);
  t.deepEqual((await found(where, 'gift voucher refund')).slice(0, 2).toSorted(), ['src/c.py', 'src/d.py']);
  t.deepEqual(await together(where, 'src/c.py'), ['src/d.py 2/2', 'src/a.py 1/1', 'src/b.py 1/1']);
  const shown = (await beadloom(where, ['ctx', 'src/c.py'])).stdout;
  t.regex(shown, /## Usually changes with it\n- src\/d\.py \(2 of 2 commits\)/);

  commit(where, 'Weigh parcels', ['src/c.py', 'src/a.py']);
  commit(where, 'Weigh parcels again', ['src/c.py', 'src/a.py']);
  t.is((await together(where, 'src/c.py'))[0], 'src/a.py 3/3', 'new commits are known');
  rmSync(where.path('src/a.py'));
  t.false(
    (await together(where, 'src/c.py')).some((file) => file.startsWith('src/a.py')),
    'it is gone',
  );

  git(where.root, 'checkout', '--quiet', '--force', 'HEAD~2');
  t.deepEqual(await together(where, 'src/c.py'), ['src/d.py 2/2', 'src/a.py 1/1', 'src/b.py 1/1']);
  git(where.root, 'checkout', '--quiet', '--force', '--orphan', 'new');
  commit(where, 'another history', ['src/c.py']);
  t.deepEqual(await together(where, 'src/c.py'), [], 'where it begins, everything is new');
});

test('without the setting nothing is kept, nor without Git', async (t) => {
  const off = repository(t, 'search: {history: false}');
  commit(off, 'Round refunds of gift vouchers', ['src/c.py', 'src/d.py']);
  t.deepEqual(await together(off, 'src/c.py'), []);
  t.false(bytes(off).includes('vouchers'));

  const where = repository(t);
  commit(where, 'Round refunds of gift vouchers', ['src/c.py', 'src/d.py']);
  t.is((await together(where, 'src/c.py')).length, 3);
  writeFileSync(where.path('.beadloom/config.yml'), 'version: 1\nsearch: {history: false}\n');
  t.deepEqual(await together(where, 'src/c.py'), [], 'it was switched off');
  rmSync(where.path('.beadloom/config.yml'));
  t.is((await together(where, 'src/c.py')).length, 3);
  rmSync(where.path('.git'), { recursive: true });
  t.deepEqual(await together(where, 'src/c.py'), [], 'Git is gone');
});

test('nobody is named in the index, and nothing that a message holds acts', async (t) => {
  const where = repository(t);
  const message =
    'Round \u001b[31mrefunds\u0007 of vouchers. Thanks Zaphod Beeblebrox for the report\n\nSigned-off-by: Zaphod Beeblebrox <zaphod@example.org>';
  where.write('src/c.py', 'def weigh():\n    return 1\n');
  where.write('src/d.py', 'def parcel():\n    return 1\n');
  git(where.root, 'add', '--all');
  execFileSync('git', ['commit', '--quiet', '--no-verify', '-m', message], {
    cwd: where.root,
    env: environment({ ...GIT_ENVIRONMENT, GIT_AUTHOR_NAME: 'Trillian', GIT_AUTHOR_EMAIL: 't@example.org' }),
  });
  t.true((await together(where, 'src/c.py')).includes('src/d.py 2/2'));
  const kept = bytes(where);
  t.true(kept.includes('refunds of vouchers'), 'the subject');
  for (const personal of ['Zaphod', 'Beeblebrox', 'Trillian', 'example.org', 'Signed-off', '\u001b[31m']) {
    t.false(kept.includes(personal), personal);
  }
});

test('a commit that changes everything says nothing of any file', async (t) => {
  const where = repository(t);
  const many = Array.from({ length: 60 }, (_, at) => `src/many/f${at}.py`);
  commit(where, 'Format vouchers', ['src/c.py', ...many]);
  t.deepEqual(await together(where, 'src/c.py'), ['src/a.py 1/1', 'src/b.py 1/1', 'src/d.py 1/1']);
});

test('of a folder, what commits change often comes first', async (t) => {
  const where = repository(t);
  for (let n = 0; n < 6; n++) {
    commit(where, `work on c ${n}`, ['src/c.py']);
  }
  await settle(where);
  const { code_symbols: symbols } = await answer<Bundle>(where, ['ctx', 'src']);
  t.deepEqual(
    symbols.map(({ file_path: path }) => path),
    ['src/c.py', 'src/a.py', 'src/b.py', 'src/d.py'],
  );
});
