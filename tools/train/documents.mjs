// Trains the model that says which documents a change of code makes untrue, from the histories of many projects.
//
//   npm run train -- documents --data FOLDER --repos MIRRORS --dumps FOLDER [--commits N] [--only NAMES] [--without NAMES] [--no-dump]
//     [--out FOLDER] [--program FILE] [--venv FOLDER]
//
// FOLDER of `--data` and MIRRORS are those of `npm run eval -- documents`. Of N commits that changed code and documents, and of half as many
// that changed code alone, the product dumps what it sees of each document at the parent. Nothing is checked out or indexed. A project whose dump is
// there is not dumped again. Then `documents.py` trains, and writes the model to where the product is built with it, or to `--out`.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { byProject } from '../../bench/eval/context/tasks.mjs';
import { documentChangesIn } from '../../bench/eval/documents/changes.mjs';
import { stateBefore } from '../../bench/eval/documents/state.mjs';
import { hasCommit, mirrorOf } from '../../bench/eval/mirrors.mjs';
import { capture, Failure, root } from '../../scripts/lib/process.mjs';
import { builtProgram, keep, runPython } from './training.mjs';

/** @param {string[]} args */
export async function trainDocuments(args) {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      repos: { type: 'string' },
      dumps: { type: 'string' },
      commits: { type: 'string', default: '20' },
      only: { type: 'string' },
      without: { type: 'string' },
      'no-dump': { type: 'boolean' },
      out: { type: 'string', default: join(root, 'crates/beadloom-sync/data') },
      program: { type: 'string' },
      venv: { type: 'string' },
    },
  });
  const { data, repos, dumps, commits, only, without, out, venv } = values;
  if (!dumps)
    throw new Failure('usage: npm run train -- documents --data FOLDER --repos MIRRORS --dumps FOLDER');
  mkdirSync(dumps, { recursive: true });
  if (!values['no-dump']) {
    if (!data || !repos) throw new Failure('--data and --repos are needed, or --no-dump');
    const program = values.program ?? builtProgram();
    for (const [repo, all] of byProject(documentChangesIn(data), { only })) {
      dumpProject(repo, all, { repos, dumps, most: Number(commits), program });
    }
  }
  runPython('documents.py', { dumps, venv }, [
    dumps,
    '--out',
    out,
    ...(without ? ['--without', without] : []),
  ]);
}

function dumpProject(repo, all, { repos, dumps, most, program }) {
  const file = join(dumps, `${repo.replace('/', '+')}.jsonl`);
  const mirror = mirrorOf(repo, repos);
  if (mirror === undefined || existsSync(file)) return;
  const started = performance.now();
  const kinds = [
    all.filter(({ documents }) => documents.length > 0),
    all.filter(({ documents }) => documents.length === 0),
  ];
  const wanted = kinds
    .flatMap((of, isAlone) => of.slice(0, isAlone ? Math.ceil(most / 2) : most))
    .filter(({ id, at }) => hasCommit(mirror, at) && hasCommit(mirror, id));
  const rows = wanted.map((change) => {
    const { status, stdout, stderr } = capture(program, ['drift'], {
      input: `${JSON.stringify(stateBefore(mirror, change))}\n`,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    if (status !== 0) throw new Failure(`${repo} ${change.id}: ${stderr.trim()}`);
    const [names, seen] = stdout.trimEnd().split('\n');
    writeFileSync(join(dumps, 'names.json'), `${names}\n`);
    return { repo, id: change.id, documents: change.documents, seen: JSON.parse(seen) };
  });
  keep(file, rows);
  console.log(`${repo}: ${rows.length} commits in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
