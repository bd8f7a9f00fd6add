// What doc sync would have reported on the real history of projects; docs/internals/SYNC-EVAL.md has the protocol.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseDocument, isSeq } from 'yaml';

import { capture, Failure, output } from '../../scripts/lib/process.mjs';
import { isFormattingAlone } from './sync/formatting.mjs';
import { grouped } from './statistics.mjs';
import { table } from './tables.mjs';

const PROJECTS = fileURLToPath(new URL('sync/projects.json', import.meta.url));

/** Commits that are walked, and commits in which a document may answer a report. */
const WALK = 200;
const WINDOW = 20;

/** Documents that tell about no code: what was, what is planned, and how people work together. */
const ASIDE =
  /(?:^|\/)(?:change(?:log|s)|release[-_ ]?notes?|history|contribut\w*|code[-_]of[-_]conduct|security|licen[cs]e|governance|maintain\w*|authors|sponsors?|pull_request_template|issue_template)\b[^/]*$|(?:^|\/)(?:\.github|\.changeset|node_modules|blog|news|rfcs?|adrs?|proposals?|tests?|__tests__|testdata|fixtures|versioned_docs)\//i;
const MARKDOWN = /\.mdx?$/i;
/** Documents that are there for a moment. */
const PROBE = 'docs/beadloom-eval-';
const TESTS = /(?:^|\/)(?:tests?|__tests__|testdata|spec)\/|(?:_test|\.test|\.spec|test_[^/]*)\.\w+$/;
const CODE = /\.(?:py|[cm]?[jt]sx?|go|rs|java|kt|rb|php|cs|swift|scala|c|cc|cpp|h|hpp)$/;

/**
 * @typedef {object} Walked one project
 * @property {string} name
 * @property {Report[]} reports
 * @property {number} documents documents with a pair
 * @property {{ together: number, missed: number, unlinked: number, list: string[] }} missed
 * @property {{ seen: number, reported: string[] }} formatting changes of paired files in comments and white space alone
 * @property {number} chance how many of a paired document's moments are followed by a change of it
 */

/** @typedef {{ commit: number, id: string, doc: string, answered: number | null, reasons: string[], code: string[], symbols: string[] }} Report */

/** The projects to walk. */
export function projectsOf({ data, repos, only }) {
  if (!repos) throw new Failure('--repos is needed: DIR/NAME is a clone with its history');
  const names = only?.split(',');
  return JSON.parse(readFileSync(data ?? PROJECTS, 'utf8'))
    .filter(({ name }) => !names || names.includes(name))
    .map((project) => ({ ...project, folder: join(repos, project.name) }));
}

/**
 * Walks one project. Nothing is written into its clone.
 * @param {{ name: string, folder: string, head: string }} project
 * @param {{ config?: string }} options `config`: settings in the place of those that `init` writes
 * @returns {Promise<Walked>}
 */
export async function walk(project, { config }) {
  if (!existsSync(project.folder)) throw new Failure(`${project.folder} is not there: ${project.repo}`);
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-sync-eval-'));
  try {
    const root = join(folder, project.name);
    output('git', ['clone', '--quiet', '--shared', '--no-checkout', project.folder, root]);
    const commits = output('git', [
      '-C',
      root,
      'rev-list',
      '--first-parent',
      `--max-count=${WALK + WINDOW + 1}`,
      project.head,
    ])
      .trim()
      .split('\n')
      .toReversed();
    if (commits.length <= WALK + WINDOW) throw new Failure(`${project.name} has too little history`);
    const changes = [new Set(), ...commits.slice(1).map((id, at) => changed(root, commits[at], id))];
    return await walkCommits({ project, root, commits, changes, config });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function changed(root, from, to) {
  return new Set(
    output('git', ['-C', root, 'diff', '--name-only', '-z', '--no-renames', from, to])
      .split('\0')
      .filter(Boolean),
  );
}

async function walkCommits({ project, root, commits, changes, config }) {
  const { Beadloom } = await import('../../dist/index.js');
  checkout(root, commits[0]);
  let beadloom = Beadloom.open(root);
  try {
    await beadloom.init({ bootstrap: true });
    const graph = new Graph(root);
    const added = graph.linkDocuments();
    graph.write();
    if (config) writeFileSync(join(root, '.beadloom', 'config.yml'), readFileSync(config));
    beadloom.close();
    beadloom = Beadloom.open(root);
    graph.unlink(await namingNothing(beadloom, root, added));
    graph.write();
    await beadloom.syncUpdate({});
    const state = {
      reports: [],
      open: new Map(),
      missed: { together: 0, missed: 0, unlinked: 0, list: [] },
      formatting: { seen: 0, reported: [] },
      chances: { moments: 0, followed: 0 },
      documents: new Set(),
    };
    for (let at = 1; at <= WALK; at += 1) {
      checkout(root, commits[at]);
      const { pairs } = await beadloom.syncCheck();
      look({ root, at, commits, changes, pairs, state });
      if (pairs.some(({ status }) => status !== 'ok')) await beadloom.syncUpdate({});
    }
    const { moments, followed } = state.chances;
    return {
      name: project.name,
      heldOut: project.held_out ?? false,
      reports: state.reports,
      documents: state.documents.size,
      missed: state.missed,
      formatting: state.formatting,
      chance: moments === 0 ? 0 : followed / moments,
    };
  } finally {
    beadloom.close();
  }
}

function checkout(root, commit) {
  output('git', ['-C', root, 'checkout', '--quiet', '--force', '--detach', commit]);
}

/** The graph that `init` wrote, and the documents that its nodes name. */
class Graph {
  #files;
  #nodes;

  constructor(root) {
    this.root = root;
    const folder = join(root, '.beadloom', '_graph');
    this.#files = readdirSync(folder)
      .filter((name) => name.endsWith('.yml') && name !== 'rules.yml')
      .map((name) => ({
        path: join(folder, name),
        graph: parseDocument(readFileSync(join(folder, name), 'utf8')),
      }));
    this.#nodes = this.#files.flatMap(({ graph }) => {
      const list = graph.get('nodes');
      return isSeq(list) ? list.items : [];
    });
  }

  /**
   * Names the documents that `init` left alone, each at the node around its folder: what a person does first. The documents
   * that `init` wrote are in no history, and are taken away.
   * @returns {{ id: string, path: string }[]} what was named
   */
  linkDocuments() {
    const tracked = new Set(output('git', ['-C', this.root, 'ls-files', '-z']).split('\0').filter(Boolean));
    const linked = new Set();
    for (const node of this.#nodes) {
      const docs = docsOf(node);
      for (const path of docs.filter((doc) => !tracked.has(doc)))
        rmSync(join(this.root, path), { force: true });
      const kept = docs.filter((path) => tracked.has(path));
      for (const path of kept) linked.add(path);
      setDocs(node, kept);
    }
    const sources = this.#nodes.map((node) => ({ node, source: node.get('source') ?? '' }));
    const folders = sources.filter(({ source }) => source === '' || source.endsWith('/'));
    const least = Math.min(...folders.map(({ source }) => depth(source)));
    const top = folders.filter(({ source }) => depth(source) === least);
    const added = [];
    for (const path of tracked) {
      if (!MARKDOWN.test(path) || ASIDE.test(path) || linked.has(path)) continue;
      const around = sources
        .filter(({ source }) => source.endsWith('/') && path.startsWith(source))
        .toSorted((a, b) => b.source.length - a.source.length)
        .slice(0, 1);
      for (const { node } of around.length > 0 ? around : top) {
        setDocs(node, [...docsOf(node), path]);
        added.push({ id: node.get('ref_id'), path });
      }
    }
    return added;
  }

  /** @param {{ id: string, path: string }[]} links that are taken out again */
  unlink(links) {
    for (const node of this.#nodes) {
      const paths = new Set(links.filter(({ id }) => id === node.get('ref_id')).map(({ path }) => path));
      setDocs(
        node,
        docsOf(node).filter((path) => !paths.has(path)),
      );
    }
  }

  write() {
    for (const { path, graph } of this.#files) writeFileSync(path, graph.toString());
  }
}

function docsOf(node) {
  return node.toJSON().docs ?? [];
}

function setDocs(node, paths) {
  if (paths.length === 0) node.delete('docs');
  else node.set('docs', parseDocument(JSON.stringify(paths)).contents);
}

/**
 * Documents that name no code of the node they were linked to: nobody would link them. They have the pairs of a document
 * without a word.
 */
async function namingNothing(beadloom, root, added) {
  const probe = (id) => `${PROBE}${id.replaceAll(/\W/g, '_')}.md`;
  const ids = [...new Set(added.map(({ id }) => id))];
  mkdirSync(join(root, 'docs'), { recursive: true });
  for (const id of ids) writeFileSync(join(root, probe(id)), `<!-- beadloom:ref=${id} -->\n`);
  const { pairs } = await beadloom.syncCheck();
  const code = new Map(
    grouped(pairs, (pair) => `${pair.ref_id}\n${pair.doc_path}`).map(([key, of]) => [
      key,
      of.map((pair) => pair.code_path).join('\n'),
    ]),
  );
  for (const id of ids) rmSync(join(root, probe(id)));
  return added.filter(({ id, path }) => code.get(`${id}\n${path}`) === code.get(`${id}\n${probe(id)}`));
}

function depth(source) {
  return source === '' ? 0 : source.split('/').length;
}

/** What one commit says. */
function look({ root, at, commits, changes, pairs, state }) {
  const files = changes[at];
  const paired = new Set(pairs.map(({ doc_path: doc }) => doc));
  for (const doc of paired) state.documents.add(doc);
  const code = [...files].filter((path) => CODE.test(path) && !TESTS.test(path));
  const later = (doc) => {
    for (let next = at; next <= at + WINDOW; next += 1) if (changes[next].has(doc)) return next - at;
    return null;
  };
  for (const doc of paired) {
    if (code.length === 0) break;
    state.chances.moments += 1;
    if (later(doc) !== null) state.chances.followed += 1;
  }
  const stale = pairs.filter(
    ({ status, doc_path: doc, code_path: path, reason }) =>
      status === 'stale' &&
      files.has(path) &&
      reason !== 'unpaired' &&
      reason !== 'doc_deleted' &&
      existsSync(join(root, doc)),
  );
  for (const [doc, until] of state.open) if (until < at) state.open.delete(doc);
  const byDocument = new Map(grouped(stale, ({ doc_path: doc }) => doc));
  for (const [doc, of] of byDocument) {
    if (state.open.has(doc)) continue;
    const answered = later(doc);
    state.open.set(doc, at + (answered ?? WINDOW));
    state.reports.push({
      commit: at,
      id: commits[at],
      doc,
      answered,
      reasons: [...new Set(of.map(({ reason }) => reason))].toSorted(),
      code: of.map(({ code_path: path }) => path),
      symbols: of.flatMap(({ details }) => details.symbols),
    });
  }
  for (const doc of files) {
    if (!MARKDOWN.test(doc) || ASIDE.test(doc) || code.length === 0 || !existsSync(join(root, doc))) continue;
    if (!paired.has(doc)) {
      state.missed.unlinked += 1;
      continue;
    }
    state.missed.together += 1;
    if (state.open.has(doc) || byDocument.has(doc)) continue;
    state.missed.missed += 1;
    state.missed.list.push(`${commits[at].slice(0, 10)} ${doc}`);
  }
  formatting({ root, at, commits, pairs, stale, files, state });
}

/** Changes in comments and white space alone: how many there were in paired files, and which were reported. */
function formatting({ root, at, commits, pairs, stale, files, state }) {
  const of = new Set(pairs.map(({ code_path: path }) => path).filter((path) => files.has(path)));
  for (const path of of) {
    const [before, after] = [commits[at - 1], commits[at]].map((commit) =>
      capture('git', ['-C', root, 'show', `${commit}:${path}`]),
    );
    if (before.status !== 0 || after.status !== 0 || !isFormattingAlone(path, before.stdout, after.stdout))
      continue;
    state.formatting.seen += 1;
    if (stale.some(({ code_path: reported }) => reported === path))
      state.formatting.reported.push(`${commits[at].slice(0, 10)} ${path}`);
  }
}

/** @param {Walked[]} results */
export function report(results) {
  const groups = [
    ['Seen while the pairing was made', results.filter(({ heldOut }) => !heldOut)],
    ['Held out', results.filter(({ heldOut }) => heldOut)],
  ];
  return groups
    .filter(([, group]) => group.length > 0)
    .map(([title, group]) => `**${title}**\n\n${tableOf(group)}`)
    .join('\n\n');
}

function tableOf(results) {
  const cells = (of) => {
    const useful = of.reports.filter(({ answered }) => answered !== null);
    return [
      of.documents,
      of.reports.length,
      useful.length,
      share(useful.length, of.reports.length),
      useful.filter(({ answered }) => answered === 0).length,
      of.chance.toFixed(2),
      of.missed.together,
      share(of.missed.missed, of.missed.together),
      of.missed.unlinked,
      of.formatting.seen,
      of.formatting.reported.length,
    ];
  };
  const all = {
    documents: sum(results, ({ documents }) => documents),
    reports: results.flatMap(({ reports }) => reports),
    chance:
      results.reduce((total, { chance, documents }) => total + chance * documents, 0) /
      Math.max(
        1,
        sum(results, ({ documents }) => documents),
      ),
    missed: {
      together: sum(results, ({ missed }) => missed.together),
      missed: sum(results, ({ missed }) => missed.missed),
      unlinked: sum(results, ({ missed }) => missed.unlinked),
    },
    formatting: {
      seen: sum(results, ({ formatting: { seen } }) => seen),
      reported: results.flatMap(({ formatting: { reported } }) => reported),
    },
  };
  return table(
    [
      'project',
      'documents',
      'reports',
      'useful',
      'share',
      'in the same commit',
      'by chance',
      'changed with code',
      'missed',
      'unlinked',
      'formatting alone',
      'of it reported',
    ],
    [...results.map((result) => [result.name, ...cells(result)]), ['all', ...cells(all)]],
  );
}

function sum(list, of) {
  return list.reduce((total, item) => total + of(item), 0);
}

function share(part, whole) {
  return whole === 0 ? '–' : (part / whole).toFixed(2);
}
