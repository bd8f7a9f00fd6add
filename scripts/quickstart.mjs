// `npm run quickstart`: from a fresh clone to a context bundle. Installs, builds, bootstraps and indexes a copy
// of this repository in `.quickstart/`, and prints the bundle of a domain that it found there.

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
const NOT_COPIED = new Set(['.git', 'target', 'node_modules', 'dist', PROJECT, '.beadloom']);

await script(() => {
  needCargo();
  ensureInstalled();
  ensureAddon();
  ensureShell();

  heading(`copy this repository to ${PROJECT}/`);
  console.log(copyProject());

  if (existsSync(join(root, PROJECT, '.beadloom', '_graph'))) {
    console.log(`${PROJECT}/ has its graph already; remove the folder to begin again`);
  } else {
    step('init', '--bootstrap', '-y');
  }
  step('reindex', '--quiet');

  const domain = largestDomain();
  step('ctx', domain);

  heading('what to try next');
  const bin = `node dist/cli.js --project ${PROJECT}`;
  for (const [command, what] of [
    [`${bin} graph`, 'the architecture graph as Mermaid'],
    [`${bin} search "token budget"`, 'nodes, documents and symbols for a question'],
    [`${bin} status`, 'what the index holds'],
    [`${bin} ctx ${domain} --json`, 'the same bundle for a program'],
    [`${bin} mcp-serve`, 'the same answers for an MCP client, over stdio'],
  ]) {
    console.log(`  ${command.padEnd(62)} ${what}`);
  }
});

/** Runs beadloom on the copy and shows what was run. */
function step(...args) {
  heading(`beadloom ${args.join(' ')}`);
  run(process.execPath, beadloom(args));
}

function beadloom(args) {
  return [join('dist', 'cli.js'), ...args, '--project', PROJECT];
}

/** The domain with the most symbols: the most telling bundle. */
function largestDomain() {
  const status = JSON.parse(output(process.execPath, beadloom(['status', '--json'])));
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
