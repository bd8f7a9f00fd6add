// `npm run quickstart`: from a fresh clone to a question answered. Installs, builds, drafts a graph of a copy of this
// repository in `.quickstart/`, indexes it, draws its map, and asks it what a task needs.

import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { needCargo, targetFolder } from './lib/cargo.mjs';
import { ensureAddon, ensureInstalled, ensureShell } from './lib/ensure.mjs';
import { capture, Failure, heading, output, root, run, script } from './lib/process.mjs';

const PROJECT = '.quickstart';
const MAP = `${PROJECT}/map.html`;
const NOT_COPIED = new Set(['.git', 'target', 'node_modules', 'dist', PROJECT, '.beadloom']);

/** What is asked at the end: of this repository, which whoever reads the answer has before them. */
const QUESTION = 'how is a model downloaded and its hash checked';

await script(() => {
  console.log(`Five steps. On a fresh clone they take 5 to 15 minutes, most of it for the compiler, and 4 GB of disk:
  1. install what the build needs     (node_modules/, 0.7 GB)
  2. build the addon and the shell    (target/, 3 GB)
  3. copy this repository             (${PROJECT}/, to have something to look at)
  4. draft its graph and index it
  5. ask it`);
  step(1, 'install');
  needCargo();
  ensureInstalled();
  step(2, 'build');
  ensureAddon();
  ensureShell();

  step(3, `copy this repository to ${PROJECT}/`);
  console.log(copyProject());

  step(4, 'draft the graph, index, draw the map');
  if (existsSync(join(root, PROJECT, '.beadloom', '_graph'))) {
    console.log(`${PROJECT}/ has its graph already; remove the folder to begin again`);
  } else {
    beadloom('init', '--bootstrap', '-y');
  }
  beadloom('reindex', '--quiet');
  beadloom('graph', '--format', 'html', '--output', MAP, '--quiet');

  step(5, 'ask');
  beadloom('search', QUESTION, '--limit', '3');
  beadloom('ctx', '--task', QUESTION, '--budget', '500');

  heading('what to try next');
  const bin = `node dist/cli.js --project ${PROJECT}`;
  const rows = [
    [MAP, 'the map: open it in a browser'],
    [`${bin} ctx ${largestDomain()}`, 'the largest part: what it is and how it fits'],
    [`${bin} status`, 'what the index holds'],
    [`${bin} mcp-serve`, 'the same answers for an MCP client, over stdio'],
    [`rm -rf ${PROJECT}`, 'takes all of it away again'],
  ];
  const columns = Math.max(...rows.map(([command]) => command.length));
  for (const [command, what] of rows) console.log(`  ${command.padEnd(columns)}  ${what}`);
});

function step(number, what) {
  heading(`${number} of 5: ${what}`);
}

/** Runs beadloom on the copy and shows what was run. */
function beadloom(...args) {
  const shown = args.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ');
  console.log(`\n$ beadloom ${shown}`);
  run(process.execPath, commandLine(args));
}

function commandLine(args) {
  return [join('dist', 'cli.js'), ...args, '--project', PROJECT];
}

/** The domain with the most symbols: the most telling bundle. */
function largestDomain() {
  const status = JSON.parse(output(process.execPath, commandLine(['status', '--json'])));
  const [first] = status.coverage
    .filter((row) => row.kind === 'domain')
    .toSorted((a, b) => b.symbols - a.symbols || (a.ref_id < b.ref_id ? -1 : 1));
  if (!first) throw new Failure('the bootstrap found no domain in this repository');
  return first.ref_id;
}

/**
 * Brings the copy up to date with the project's files. What `init` wrote there stays; files that an earlier run
 * copied and that are gone here go. Says what it did.
 */
function copyProject() {
  const target = join(root, PROJECT);
  const wanted = projectFiles();
  const changed = wanted.filter((path) => !same(join(root, path), join(target, path)));
  for (const path of changed) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(join(root, path), join(target, path));
  }
  const list = join(targetFolder(), 'quickstart-files.json');
  const before = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  const gone = before.filter((path) => !wanted.includes(path) && existsSync(join(target, path)));
  for (const path of gone) rmSync(join(target, path));
  writeFileSync(list, JSON.stringify(wanted));
  return `${wanted.length} files, ${changed.length} copied, ${gone.length} removed`;
}

/** What Git tracks and is still there; without Git all but what is built. */
function projectFiles() {
  const { status, stdout } = capture('git', ['ls-files', '-z']);
  const paths =
    status === 0 ? stdout.split('\0').filter((path) => path !== '') : filesBelow(root, '', NOT_COPIED);
  return paths.filter((path) => {
    const file = join(root, path);
    return (
      existsSync(file) &&
      lstatSync(file).isFile() &&
      !path.startsWith('.beadloom/') &&
      !path.endsWith('.node')
    );
  });
}

function filesBelow(folder, prefix, skipped) {
  if (!existsSync(join(folder, prefix))) return [];
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name;
    if (prefix === '' && skipped.has(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(folder, `${path}/`, skipped) : [path];
  });
}

/** Same size, and not written after the copy was. A `.gitignore` that `init` added to is the copy's own. */
function same(from, to) {
  if (!existsSync(to)) return false;
  const [source, copy] = [statSync(from), statSync(to)];
  if (copy.mtimeMs < source.mtimeMs) return false;
  return source.size === copy.size || to.endsWith('.gitignore') || to.endsWith('.gitattributes');
}
