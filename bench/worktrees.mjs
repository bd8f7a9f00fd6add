// `node bench/worktrees.mjs FOLDER [ROUNDS]`: what the index of a second work tree takes, of a Git repository with a commit. All
// commands have a cache folder of their own. Work tree and cache go in the end; the folder's own index is made anew.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '../scripts/lib/process.mjs';
import { interleaved, less, ratios, runOnce, spread } from './measure.mjs';
import { beadloom, NOTHING, row, show } from './rows.mjs';

/**
 * A second work tree with the same files, against a full index; and what it takes to keep that for it.
 * @param {string} corpus
 * @param {string} project a Git work tree
 * @param {string} folder for files of the measurement
 * @returns {import('./rows.mjs').Row[]}
 */
export function worktreeRows(corpus, project, rounds, folder) {
  const second = join(folder, 'second');
  const git = (...args) => runOnce({ name: 'git', program: 'git', args, cwd: project });
  const forget = (tree, settings) => () => {
    rmSync(join(tree, '.beadloom'), { recursive: true, force: true });
    if (settings !== undefined) {
      mkdirSync(join(tree, '.beadloom'));
      writeFileSync(join(tree, '.beadloom', 'config.yml'), settings);
    }
  };
  const processor = [];
  const command = (name, tree, args, settings) => {
    const file = join(folder, `processor-${processor.push(name)}`);
    const made = beadloom(name, ['reindex', '--quiet', '--json', ...args, '--project', tree]);
    return {
      ...made,
      args: ['--import', join(root, 'bench', 'processor.mjs'), ...made.args],
      env: { XDG_CACHE_HOME: join(folder, 'cache'), BEADLOOM_PROCESSOR_FILE: file },
      before: forget(tree, settings),
      file,
    };
  };
  const full = command('full', project, ['--full']);
  const bare = command('full, nothing kept', project, ['--full'], 'cache:\n  parse: false\n');
  const other = command('second worktree', second, []);
  git('worktree', 'add', '--quiet', '--detach', second);
  try {
    full.before();
    const { files } = JSON.parse(runOnce(full));
    const parsed = JSON.parse(runOnce(other)).files.parsed;
    const cache = join(folder, 'cache', 'beadloom', 'parse');
    const kept = readdirSync(cache).reduce((sum, name) => sum + statSync(join(cache, name)).size, 0);
    const index = statSync(join(project, '.beadloom', 'beadloom.db')).size;
    for (const { file } of [full, bare, other]) rmSync(file, { force: true });
    const times = interleaved([NOTHING, full, bare, other], rounds);
    const own = ({ name }) => less(times[name], times[NOTHING.name]);
    // The first is of the round that does not count.
    const spent = ({ file }) => readFileSync(file, 'utf8').trim().split('\n').map(Number).slice(1);
    const detail = {
      files,
      second_parsed: parsed,
      full_ms: spread(own(full)),
      second_ms: spread(own(other)),
      full_processor_ms: spread(spent(full)),
      second_processor_ms: spread(spent(other)),
    };
    return [
      row(corpus, 'second worktree', 'full reindex', ratios(own(other), own(full)), { goal: 0.25, detail }),
      row(corpus, 'second worktree, processor time', 'full reindex', ratios(spent(other), spent(full)), {
        goal: 0.25,
      }),
      row(corpus, 'full reindex, processor time', 'cache.parse: false', ratios(spent(full), spent(bare)), {
        goal: 1.05,
      }),
      row(corpus, 'kept for other worktrees', 'size of the index', [kept / index]),
    ];
  } finally {
    git('worktree', 'remove', '--force', second);
    forget(project)();
    runOnce(beadloom('reindex', ['reindex', '--quiet', '--project', project]));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , project, rounds = '5'] = process.argv;
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-worktrees-'));
  try {
    const [first, ...rows] = show(worktreeRows('', resolve(project), Number(rounds), folder));
    console.log(JSON.stringify(first.detail, undefined, 2));
    process.exitCode = [first, ...rows].every(({ goal, median }) => goal === undefined || median <= goal)
      ? 0
      : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
