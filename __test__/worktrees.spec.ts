// Several trees of one repository: each answers from its own files, wherever it lies, and begins with what the others parsed.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import type { ExecutionContext } from 'ava';

import type { DoctorAnswer, ReindexAnswer, SearchAnswer } from '../src/api/index.js';
import { beadloom } from './support/cli.js';
import { git, withGit, withGitOnUnix } from './support/git.js';
import { project, type TestProject } from './support/project.js';

/** Files above which what they parse to is kept. */
const ENOUGH = 210;

interface Trees extends TestProject {
  /** Runs a command in a folder, with a cache of the test's own. */
  run: <T>(folder: string, args: string[], env?: Record<string, string>) => Promise<T>;
  /** The paths that define a name, as asked in that folder. */
  found: (folder: string, name: string, ...more: string[]) => Promise<string[]>;
  add: (worktree: string, from?: string) => void;
}

/** A repository in `app` with one function, and `more`. */
function trees(t: ExecutionContext, more: Record<string, string> = {}): Trees {
  const where = project(t, { 'app/a.py': 'def in_main(): pass\n', 'app/sub/b.py': 'def below(): pass\n' });
  // The folder around is no project.
  rmSync(where.path('.git'), { recursive: true });
  for (const [path, text] of Object.entries(more)) {
    where.write(`app/${path}`, text);
  }
  git(where.path('app'), 'init', '-q');
  git(where.path('app'), 'add', '-A', '-f');
  git(where.path('app'), 'commit', '-q', '-m', 'first');
  const run = async <T>(folder: string, args: string[], env: Record<string, string> = {}): Promise<T> => {
    const given = { XDG_CACHE_HOME: where.path('cache'), ...env };
    const { code, stdout, stderr } = await beadloom(where.path(folder), [...args, '--json'], {
      env: given,
      warm: true,
    });
    if (code !== 0) {
      throw new Error(`${args.join(' ')} in ${folder} ended with ${code}: ${stdout}${stderr}`);
    }
    return JSON.parse(stdout) as T;
  };
  const found = async (folder: string, name: string, ...args: string[]) => {
    const { hits } = await run<SearchAnswer>(folder, ['search', name, '--in', 'code', ...args]);
    return hits.filter((hit) => hit.name === name).map((hit) => hit.path ?? '');
  };
  const add = (worktree: string, from = 'app') => {
    git(where.path(from), 'worktree', 'add', '-q', '--detach', where.path(worktree));
    where.write(`${worktree}/a.py`, 'def in_side(): pass\n');
  };
  return { ...where, run, found, add };
}

/** A project with so many files that what they parse to is kept. */
function many(t: ExecutionContext): Trees {
  const files = Array.from({ length: ENOUGH }, (_, n) => [`src/m${n}.py`, `def f${n}(): return ${n}\n`]);
  return trees(t, Object.fromEntries(files) as Record<string, string>);
}

function entries(where: TestProject): string[] {
  const folder = where.path('cache/beadloom/parse');
  return existsSync(folder) ? readdirSync(folder) : [];
}

for (const [what, side, inMain, inSide] of [
  ['beside, no .beadloom', 'side', false, false],
  ['beside, .beadloom in the main tree', 'side', true, false],
  ['beside, .beadloom in the worktree', 'side', false, true],
  ['inside, no .beadloom', 'app/trees/side', false, false],
  ['inside, .beadloom in the main tree', 'app/trees/side', true, false],
  ['inside, .beadloom in the worktree', 'app/trees/side', false, true],
  ['inside a hidden folder, .beadloom in both', 'app/.trees/side', true, true],
] as const) {
  withGit(`a worktree ${what}: each answers from its own files`, async (t) => {
    const where = trees(t);
    where.add(side);
    for (const [folder, has] of [
      ['app', inMain],
      [side, inSide],
    ] as const) {
      if (has) mkdirSync(where.path(`${folder}/.beadloom`));
    }
    for (const folder of ['app', side, `${side}/sub`, 'app/sub']) {
      const [own, other] = folder.startsWith(side) ? ['in_side', 'in_main'] : ['in_main', 'in_side'];
      // oxlint-disable-next-line no-await-in-loop -- one index is there before the next is asked for
      t.deepEqual(await where.found(folder, own), ['a.py'], `${own} in ${folder}`);
      // oxlint-disable-next-line no-await-in-loop -- likewise
      t.deepEqual(await where.found(folder, other), [], `${other} in ${folder}`);
      // oxlint-disable-next-line no-await-in-loop -- likewise
      t.deepEqual(await where.found(folder, 'below'), ['sub/b.py'], `below in ${folder}`);
    }
    // Another project is answered for where it is named, wherever one stands.
    t.deepEqual(await where.found('app', 'in_side', '--project', where.path(side)), ['a.py']);
    t.deepEqual(await where.found(side, 'in_main', '--project', where.path('app')), ['a.py']);
  });
}

withGit('a worktree inside that goes, or is another repository, counts as what it is', async (t) => {
  const where = trees(t);
  where.add('app/trees/side');
  where.write('app/trees/own/c.py', 'def of_another(): pass\n');
  git(where.path('app/trees/own'), 'init', '-q');
  t.deepEqual(await where.found('app', 'in_side'), []);
  t.deepEqual(await where.found('app', 'of_another'), ['trees/own/c.py']);
  // Without its `.git` it is a folder like any other.
  rmSync(where.path('app/trees/side/.git'));
  t.deepEqual(await where.found('app', 'in_side'), ['trees/side/a.py']);
});

withGit('a submodule answers from its own files, and the project around from all', async (t) => {
  const where = trees(t);
  where.write('library/lib.py', 'def in_library(): pass\n');
  git(where.path('library'), 'init', '-q');
  git(where.path('library'), 'add', '-A');
  git(where.path('library'), 'commit', '-q', '-m', 'first');
  git(where.path('app'), 'submodule', 'add', '-q', where.path('library'), 'vendor/library');
  t.deepEqual(await where.found('app', 'in_library'), ['vendor/library/lib.py']);
  t.deepEqual(await where.found('app/vendor/library', 'in_library'), ['lib.py']);
  t.deepEqual(await where.found('app/vendor/library', 'in_main'), []);
});

withGitOnUnix(
  'a checkout that is copied, moved or reached by a link answers from the files that are there',
  async (t) => {
    const where = trees(t);
    where.add('side');
    t.deepEqual(await where.found('side', 'in_side'), ['a.py']);
    t.deepEqual(await where.found('app', 'in_main'), ['a.py']);
    // With the index of the tree that it was copied from.
    cpSync(where.path('app'), where.path('copy'), { recursive: true });
    where.write('copy/a.py', 'def in_copy(): pass\n');
    t.deepEqual(await where.found('copy', 'in_copy'), ['a.py']);
    t.deepEqual(await where.found('copy', 'in_main'), []);
    t.deepEqual(await where.found('app', 'in_main', '--no-refresh'), ['a.py']);
    git(where.path('app'), 'worktree', 'move', where.path('side'), where.path('moved'));
    t.deepEqual(await where.found('moved', 'in_side'), ['a.py']);
    renameSync(where.path('copy'), where.path('elsewhere'));
    t.deepEqual(await where.found('elsewhere', 'in_copy'), ['a.py']);
    symlinkSync(where.path('app'), where.path('link'));
    t.deepEqual(await where.found('link', 'in_main'), ['a.py']);
    // An index of another tree that somebody puts there is none of this one.
    rmSync(where.path('moved/.beadloom'), { recursive: true });
    cpSync(where.path('app/.beadloom'), where.path('moved/.beadloom'), { recursive: true });
    t.deepEqual(await where.found('moved', 'in_main'), []);
    t.deepEqual(await where.found('moved', 'in_side'), ['a.py']);
  },
);

withGit('a second worktree parses the files that differ, and says so', async (t) => {
  const where = many(t);
  where.add('side');
  const first = await where.run<ReindexAnswer>('app', ['reindex']);
  t.deepEqual([first.mode, first.files.parsed], ['full', ENOUGH + 2]);
  t.is(entries(where).length, 1);
  const second = await where.run<ReindexAnswer>('side', ['reindex']);
  t.deepEqual([second.mode, second.files.parsed, second.files.reused], ['full', 1, ENOUGH + 1]);
  t.deepEqual([second.files.added, second.files.changed], [first.files.added, 0]);
  t.deepEqual(second.totals, first.totals);
  t.deepEqual([await where.found('side', 'in_main'), await where.found('side', 'f7')], [[], ['src/m7.py']]);
  // The first answer of a tree without an index comes from its own files, too.
  where.add('third', 'side');
  where.write('third/src/m7.py', 'def seven(): pass\n');
  t.deepEqual(await where.found('third', 'f7'), []);
  t.deepEqual(await where.found('third', 'seven'), ['src/m7.py']);
  // So do trees of other settings, by which files parse to something else.
  where.add('fourth');
  where.write('fourth/.beadloom/config.yml', 'max_file_size: 70000\n');
  t.is((await where.run<ReindexAnswer>('fourth', ['reindex'])).files.parsed, ENOUGH + 2);
  const { files } = await where.run<ReindexAnswer>('side', ['reindex', '--full']);
  t.is(files.parsed, ENOUGH + 2);
  const third = await where.run<ReindexAnswer>('third', ['reindex']);
  t.deepEqual([third.mode, third.generation], ['unchanged', 1]);
});

withGit('nothing is kept where the settings say so, or where there is no place', async (t) => {
  const where = many(t);
  where.add('side');
  where.write('app/.beadloom/config.yml', 'cache:\n  parse: false\n');
  await where.run<ReindexAnswer>('app', ['reindex']);
  t.deepEqual(entries(where), []);
  const told = await where.run<DoctorAnswer>('app', ['doctor']);
  t.regex(told.findings.find((one) => one.check === 'cache')?.message ?? '', /cache\.parse is false/);
  where.write('blocked', '');
  for (const folder of ['app', 'side']) {
    rmSync(where.path(`${folder}/.beadloom`), { recursive: true, force: true });
    const env = { XDG_CACHE_HOME: where.path('blocked') };
    // oxlint-disable-next-line no-await-in-loop -- the second would begin with what the first keeps
    const { files } = await where.run<ReindexAnswer>(folder, ['reindex'], env);
    t.is(files.parsed, ENOUGH + 2, folder);
  }
});

withGit('doctor says how much is kept and where; uninstall takes it away', async (t) => {
  const where = many(t);
  await where.run<ReindexAnswer>('app', ['reindex']);
  const folder = where.path('cache/beadloom/parse');
  const told = await where.run<DoctorAnswer>('app', ['doctor']);
  const { level, message = '' } = told.findings.find((one) => one.check === 'cache') ?? {};
  t.is(level, 'ok');
  t.regex(message, /^the parse cache holds 1 entry, 1 MB of at most 1024 MB, in /);
  t.true(message.endsWith(folder), message);
  // What is damaged, or of no process that still runs, is replaced and nobody hears of it.
  writeFileSync(join(folder, entries(where)[0] ?? ''), 'no database');
  rmSync(where.path('app/.beadloom'), { recursive: true });
  const again = await where.run<ReindexAnswer>('app', ['reindex']);
  t.deepEqual([again.files.parsed, again.diagnostics], [ENOUGH + 2, []]);
  t.is(entries(where).length, 1);
  const home = { HOME: where.path('home'), XDG_CONFIG_HOME: where.path('home/.config') };
  await where.run('app', ['uninstall', '--yes'], home);
  t.false(existsSync(where.path('cache/beadloom')));
});
