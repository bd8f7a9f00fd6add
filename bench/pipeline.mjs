// What pipelines ask, on a generated repository of 10,000 files in 200 nodes, each with a document: `diff` of two
// commits that differ in 20 files, and `ci` where nothing changed.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { cached, commitAll } from './corpora.mjs';
import { interleaved, runOnce } from './measure.mjs';
import { beadloom, NOTHING, row } from './rows.mjs';

const NODES = 200;
const FILES = 50;
/** Files that differ between the two commits. */
const CHANGED = 20;
/** Milliseconds of a whole `diff`, of which Node's start is a part. */
const DIFF_GOAL = 300;
const CI_GOAL = 2;

/** @returns {import('./rows.mjs').Row[]} */
export function pipelineRows(rounds) {
  const project = twoCommits();
  const corpus = `${(NODES * FILES).toLocaleString('en-US')} files, ${NODES} nodes`;
  runOnce(beadloom('sync-update', ['sync-update', '--all', '-y', '--quiet', '--project', project]));
  const diff = beadloom('diff', [
    'diff',
    '--since',
    'HEAD~1',
    '--to',
    'HEAD',
    '--json',
    '--project',
    project,
  ]);
  const ci = beadloom('ci', ['ci', '--json', '--quiet', '--project', project]);
  const based = beadloom('ci --base', [...ci.args.slice(1), '--base', 'HEAD~1']);
  const status = { name: 'git status', program: 'git', args: ['status', '--porcelain'], cwd: project };
  const times = interleaved([NOTHING, status, diff, ci, based], rounds);
  const least = times[status.name].map((value, round) => value + times[NOTHING.name][round]);
  const share = (name) => times[name].map((value, round) => value / least[round]);
  const against = `${status.name} + ${NOTHING.name}`;
  return [
    row(corpus, `diff, ${CHANGED} files differ`, 'the clock', times.diff, { unit: 'ms', goal: DIFF_GOAL }),
    row(corpus, 'ci, nothing changed', against, share('ci'), { goal: CI_GOAL }),
    row(corpus, `ci --base, ${CHANGED} files differ`, against, share('ci --base')),
  ];
}

/** The repository, made once. */
function twoCommits() {
  return cached(`pipeline-${NODES}-${FILES}-${CHANGED}`, (folder) => {
    const write = (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    const nodes = [];
    for (let node = 0; node < NODES; node += 1) {
      nodes.push(
        `  - {ref_id: n${node}, kind: domain, summary: Part ${node}., source: src/p${node}/, docs: [docs/p${node}.md]}`,
      );
      write(`docs/p${node}.md`, `# Part ${node}\n\nWhat it does.\n`);
      for (let file = 0; file < FILES; file += 1) {
        write(`src/p${node}/f${file}.py`, code(node, file));
      }
    }
    write('.beadloom/_graph/nodes.yml', `nodes:\n${nodes.join('\n')}\n`);
    write('.beadloom/_graph/rules.yml', RULES);
    write('.gitignore', '.beadloom/beadloom.db*\n.beadloom/memory.db*\n.beadloom/CONTEXT.md\n');
    commitAll(folder);
    for (let changed = 0; changed < CHANGED; changed += 1) {
      appendFileSync(
        join(folder, `src/p${changed * 7}/f${changed}.py`),
        '\n\ndef added(value, more):\n    return more\n',
      );
    }
    commitAll(folder);
  });
}

const RULES = `version: 1
rules:
  - name: no-rings
    forbid_cycles: {scope: nodes}
  - name: all-is-mapped
    module_coverage: {source_root: src/}
  - name: small
    check: {for: {kind: domain}, max_files: 100}
`;

/** A file that imports two of its own part, and one of the part before it. */
function code(node, file) {
  const own = [(file + 1) % FILES, (file + 7) % FILES];
  const imports = own.map((other) => `from src.p${node} import f${other}`);
  if (node > 0) imports.push(`from src.p${node - 1}.f${file} import work${file} as before`);
  const functions = Array.from(
    { length: 4 },
    (_, at) =>
      `def work${at === 0 ? file : `${file}_${at}`}(value, other=${at}):\n    """Does step ${at}."""\n    return value + other\n`,
  );
  return `${imports.join('\n')}\n\n\n${functions.join('\n\n')}`;
}
