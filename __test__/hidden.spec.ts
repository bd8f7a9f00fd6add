// Hidden files: those that Git tracks are read, others are not.
import { appendFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

import test, { type ExecutionContext } from 'ava';

import { Beadloom, type SearchAnswer, type StatusAnswer } from '../src/api/index.js';
import { beadloom } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { project, type TestProject } from './support/project.js';

const FILES = {
  'src/app.py': 'def apple(): pass\n',
  '.github/scripts/release.py': 'def banana(): pass\n',
  '.github/workflows/ci.yml': 'name: cherry\n',
  '.github/scripts/.cache/kept.py': 'def date(): pass\n',
  'web/.storybook/main.ts': "import { shown } from '../shown';\nexport const elder = shown;\n",
  'web/shown.ts': 'export const shown = 1;\n',
  '.eslintrc.js': 'module.exports = { fig: true };\n',
  '.yarn/releases/yarn.cjs': 'function grape() {}\n',
  '.secret/x.py': 'def honey(): pass\n',
  '.gitignore': 'ignored.py\n',
  '.github/ignored.py': 'def iris(): pass\n',
};

/** Which of the words are found, by their first letters. */
async function found(where: TestProject): Promise<string> {
  const words = [
    'apple',
    'banana',
    'cherry',
    'date',
    'elder',
    'fig',
    'grape',
    'honey',
    'iris',
    'jasmine',
    'kiwi',
  ];
  using open = Beadloom.open(where.root);
  const answers = await Promise.all(words.map((word) => open.searchExact(word)));
  return words
    .filter((_, at) => answers[at]?.lines)
    .map((word) => word[0])
    .join('');
}

/** What a run over all files finds is what runs over changes found. */
async function same(t: ExecutionContext, where: TestProject, letters: string, what: string) {
  t.is(await found(where), letters, what);
  const counts = async () => {
    const { stdout } = await beadloom(where, ['status', '--json']);
    return (JSON.parse(stdout) as StatusAnswer).symbols_count;
  };
  const step = await counts();
  await beadloom(where, ['reindex', '--full']);
  t.deepEqual(await counts(), step, what);
  t.is(await found(where), letters, `${what}, all files`);
}

function repository(t: ExecutionContext): TestProject {
  const where = project(t, FILES);
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  return where;
}

withGit('hidden files are read when Git tracks them', async (t) => {
  const where = repository(t);
  await same(t, where, 'a', 'nothing is tracked');
  git(where.root, 'add', '-A', ':!.secret');
  git(where.root, 'add', '-f', '.github/ignored.py');
  await same(t, where, 'abcefi', 'what is tracked, without caches');
  where.write('.github/scripts/new.py', 'def jasmine(): pass\n');
  await same(t, where, 'abcefi', 'a new file beside them');
  git(where.root, 'add', '.github/scripts/new.py');
  await same(t, where, 'abcefij', 'it is tracked');
  git(where.root, 'rm', '-q', '--cached', '.eslintrc.js');
  await same(t, where, 'abceij', 'another is no more');
  appendFileSync(where.path('.gitignore'), '.storybook/\n');
  await same(t, where, 'abceij', 'a folder is ignored, yet tracked');
  git(where.root, 'rm', '-q', '--cached', 'web/.storybook/main.ts');
  await same(t, where, 'abcij', 'no more');
  git(where.root, 'update-index', '--index-version', '4');
  await same(t, where, 'abcij', 'an index of another version');
});

withGit('what Git tracks counts although a pattern of .gitignore matches it', async (t) => {
  const where = project(t, {
    '.gitignore': 'memos\n*.gen.py\n',
    'cmd/memos/run.py': 'def apple(): pass\n',
    'cmd/memos/scratch.py': 'def banana(): pass\n',
    'cmd/memos/deep/inner.py': 'def cherry(): pass\n',
    'made.gen.py': 'def date(): pass\n',
    'other.gen.py': 'def elder(): pass\n',
    'kept.py': 'def fig(): pass\n',
  });
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  await same(t, where, 'f', 'nothing is tracked');
  using watched = Beadloom.open(where.root, { watch: true });
  const dates = async () => (await watched.search('date')).hits.length;
  t.is(await dates(), 0);
  git(where.root, 'add', '-A');
  git(where.root, 'add', '-f', 'cmd/memos/run.py', 'cmd/memos/deep/inner.py', 'made.gen.py');
  await same(t, where, 'acdf', 'tracked by force');
  t.is(await dates(), 1);
  where.write('.beadloomignore', '*.gen.py\n');
  await same(t, where, 'acf', 'what beadloom is told to ignore stays ignored');
  git(where.root, 'rm', '-q', '-r', '--cached', 'cmd/memos/deep');
  await same(t, where, 'af', 'tracked no more');
});

withGit('a folder of a repository, and a repository inside of another', async (t) => {
  const where = repository(t);
  where.write('vendored/.config/tool.py', 'def kiwi(): pass\n');
  where.write('.beadloom/config.yml', 'scan_paths: [web, vendored]\n');
  git(where.root, 'add', '-A', ':!.secret', ':!vendored');
  await same(t, where, 'e', 'below a folder');
  git(where.path('vendored'), 'init', '-q');
  git(where.path('vendored'), 'add', '-A');
  await same(t, where, 'ek', 'what the inner one tracks');
});

withGit('a server sees what comes to be tracked', async (t) => {
  const where = repository(t);
  using open = Beadloom.open(where.root, { watch: true });
  const paths = async (word: string) => {
    const { hits }: SearchAnswer = await open.search(word);
    return hits.map(({ path }) => path);
  };
  t.deepEqual(await paths('banana'), []);
  for (let tries = 0; tries < 3; tries += 1) {
    git(where.root, 'add', '.github/scripts/release.py');
    t.deepEqual(await paths('banana'), ['.github/scripts/release.py']);
    // What Git notes of files it tracks already changes nothing.
    git(where.root, 'status');
    where.write('.github/scripts/release.py', `def banana():\n    return 'lemon${tries}'\n`);
    t.deepEqual(await paths(`lemon${tries}`), ['.github/scripts/release.py']);
    git(where.root, 'rm', '-q', '--cached', '-f', '.github/scripts/release.py');
    t.deepEqual(await paths('banana'), []);
  }
});

test('without Git, hidden folders that belong to sources are read', async (t) => {
  const where = project(t, FILES);
  rmSync(where.path('.git'), { recursive: true });
  // Nothing above is asked.
  process.env['GIT_CEILING_DIRECTORIES'] = tmpdir();
  await same(t, where, 'abce', 'well-known ones');
});
