// `sync-check` and the hook on a project of 10,000 pairs: 200 nodes with a document and fifty files each. The same files
// every time.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { cached, commitAll } from './corpora.mjs';
import { interleaved, less, ratios, runOnce, spread } from './measure.mjs';
import { beadloom, NOTHING, row } from './rows.mjs';

const NODES = 200;
const FILES = 50;

/** Files of the commit that the hook looks at. */
const COMMITTED = 5;

/** @returns {import('./rows.mjs').Row[]} */
export function syncRows(rounds) {
  const project = pairsProject();
  const corpus = `${(NODES * FILES).toLocaleString('en-US')} pairs`;
  const status = { name: 'git status', program: 'git', args: ['status'], cwd: project };
  const check = beadloom('sync-check', ['sync-check', '--project', project]);
  runOnce(beadloom('sync-update', ['sync-update', '--all', '-y', '--project', project]));
  const unchanged = interleaved([NOTHING, status, check], rounds * 3);
  const own = less(unchanged[check.name], unchanged[NOTHING.name]);

  // Every run meets five files that are new to the index and staged.
  let run = 0;
  const hook = {
    // As the installed hook calls it.
    ...beadloom('hook', ['sync-check', '--hook', '--no-progress']),
    cwd: project,
    before: () => {
      run += 1;
      const paths = Array.from({ length: COMMITTED }, (_, at) => `src/part${at}/m0.py`);
      for (const [at, path] of paths.entries()) writeFileSync(join(project, path), code(at, 0, run));
      runOnce({ name: 'git add', program: 'git', args: ['add', ...paths], cwd: project });
    },
  };
  const committed = interleaved([NOTHING, status, hook], rounds);
  runOnce({ name: 'git reset', program: 'git', args: ['reset', '--quiet', '--hard'], cwd: project });
  const allowed = committed[NOTHING.name].map((node, at) => 2 * node + 1.5 * committed[status.name][at]);
  return [
    row(
      corpus,
      'sync-check, nothing changed',
      `${status.name}, without Node’s start`,
      ratios(own, unchanged[status.name]),
      {
        goal: 1.5,
        detail: { whole_ms: spread(unchanged[check.name]), git_status_ms: spread(unchanged[status.name]) },
      },
    ),
    row(
      corpus,
      `hook, ${COMMITTED} files`,
      '2 × node -e 0 and 1.5 × git status',
      ratios(committed[hook.name], allowed),
      {
        goal: 1,
        detail: { whole_ms: spread(committed[hook.name]) },
      },
    ),
  ];
}

/** The project's folder, made once. */
function pairsProject() {
  return cached(`pairs-${NODES * FILES}`, (folder) => {
    for (const [path, text] of files()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    runOnce(beadloom('sync-update', ['sync-update', '--all', '-y', '--project', folder]));
    commitAll(folder);
  });
}

function* files() {
  const ids = Array.from({ length: NODES }, (_, node) => `part${node}`);
  const node = (id) => `  - {ref_id: ${id}, kind: domain, source: src/${id}/, docs: [docs/${id}.md]}`;
  yield ['.beadloom/_graph/nodes.yml', `nodes:\n${ids.map(node).join('\n')}\n`];
  yield ['.gitignore', '.beadloom/beadloom.db*\n'];
  for (const [number, id] of ids.entries()) {
    yield [`docs/${id}.md`, `# ${id}\n\nDoes its part.\n`];
    for (let file = 0; file < FILES; file += 1) yield [`src/${id}/m${file}.py`, code(number, file, 0)];
  }
}

function code(node, file, version) {
  return `def start_${node}_${file}(value):\n    return value + ${version}\n\n\ndef stop_${file}(value):\n    return start_${node}_${file}(value)\n`;
}
