// What lint finds in public projects by rules that these state themselves, against what the tool finds that the project
// uses for it; docs/internals/RULES-EVAL.md has the protocol.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Failure } from '../../scripts/lib/process.mjs';
import { compare, ownFindings, withPlants } from './findings.mjs';
import { readReport } from './reports.mjs';
import { table } from './tables.mjs';

const SETS = fileURLToPath(new URL('rules/', import.meta.url));

/** The two states that are compared: as the project is, and with violations planted. */
const STATES = ['clean', 'planted'];

/**
 * @typedef {import('./findings.mjs').Set} Set
 * @typedef {{ name: string, set: Set, folder: string }} Project
 */

/**
 * The projects to judge: what is known of each, and where its code lies.
 * @returns {Project[]}
 */
export function projectsOf({ data, repos, only }) {
  if (!repos)
    throw new Failure('--repos is needed: DIR/NAME is a checkout at the revision that the set names');
  const folder = data ?? SETS;
  const names = only?.split(',');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .filter((name) => !names || names.includes(name))
    .map((name) => ({
      name,
      set: JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')),
      rules: join(folder, `${name}.yml`),
      graph: join(folder, `${name}.graph.yml`),
      folder: join(repos, name),
    }));
}

/** Writes the project with its planted violations to `OUT/NAME`, for the other tool to look at. */
export function plantInto(project, out) {
  const root = join(out, project.name);
  if (existsSync(root)) throw new Failure(`${root} is there already`);
  mkdirSync(out, { recursive: true });
  cpSync(checkoutOf(project), root, { recursive: true, verbatimSymlinks: true });
  plant(project, root);
  return root;
}

function checkoutOf({ folder, set }) {
  if (!existsSync(folder)) throw new Failure(`${folder} is not there: ${set.repo} at ${set.revision}`);
  return folder;
}

function plant({ set }, root) {
  for (const [path, text] of withPlants(set.plants, (file) => readFileSync(join(root, file), 'utf8'))) {
    writeFileSync(join(root, path), text);
  }
}

/** Both states of a project, linted and compared with `REPORTS/NAME/clean.txt` and `planted.txt`. */
export async function evaluate(project, reports) {
  const results = {};
  for (const state of STATES) {
    const file = join(reports, project.name, `${state}.txt`);
    if (!existsSync(file)) throw new Failure(`${file} is not there: what ${project.set.tool} reports`);
    const { violations, files } = await linted(project, state === 'planted');
    const theirs = readReport(project.set.tool, readFileSync(file, 'utf8'), files);
    results[state] = compare(project.set, ownFindings(violations, files), theirs);
  }
  return { ...project, ...results };
}

async function linted(project, planted) {
  const { indexed } = await import('./workspace.mjs');
  const source = { name: project.name, folder: checkoutOf(project), prefix: '', counts: () => true };
  const prepare = (root) => {
    if (planted) plant(project, root);
    const folder = join(root, '.beadloom', '_graph');
    rmSync(dirname(folder), { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    cpSync(project.rules, join(folder, 'rules.yml'));
    if (existsSync(project.graph)) cpSync(project.graph, join(folder, 'graph.yml'));
  };
  return indexed(source, { prepare }, async ({ beadloom, root }) => {
    const { violations } = await beadloom.lint({ refresh: false });
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
    return { violations, files: new Set(files) };
  });
}

export function report(results) {
  const rows = results.flatMap(({ name, set, clean, planted }) =>
    [
      ['stated', clean.stated],
      ['probes', clean.probes],
      ['stated, with plants', planted.planted],
    ].map(([what, { both, ours, theirs, total, lint, other }]) => [
      name,
      `${set.tool} ${set.version}`,
      what,
      total ?? '',
      other ?? '',
      lint ?? '',
      both,
      theirs.length,
      ours.length,
    ]),
  );
  const head = [
    'project',
    'other tool',
    'rules',
    'planted',
    'the other finds',
    'lint finds',
    'findings of both',
    'only of the other',
    'only of lint',
  ];
  return [table(head, rows), '**Differences**', differences(results)].join('\n\n');
}

/** Each difference once for each reason, with an example; what has none is said loudly. */
function differences(results) {
  const lines = results.flatMap(({ name, clean, planted }) => {
    const all = [clean.stated, clean.probes, planted.planted].flatMap(({ ours, theirs }) => [
      ...ours.map((one) => ({ ...one, side: 'only lint' })),
      ...theirs.map((one) => ({ ...one, side: 'only the other' })),
    ]);
    const groups = new Map();
    for (const one of all) {
      const what = `${one.side}: ${one.why ?? 'NOT EXPLAINED'}`;
      groups.set(what, [...(groups.get(what) ?? []), one]);
    }
    return [...groups].map(
      ([what, list]) => `- ${name}, ${what} (${list.length}, such as \`${list[0].rule}\` at ${list[0].key})`,
    );
  });
  return lines.length > 0 ? lines.join('\n') : 'None.';
}
