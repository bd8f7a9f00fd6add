// How near the graph that bootstrap drafts comes to what projects say of themselves; docs/internals/ONBOARDING-EVAL.md has the
// protocol.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { addonFile, currentPlatform, packageFolder } from '../../scripts/lib/platforms.mjs';
import { Failure } from '../../scripts/lib/process.mjs';
import { mean } from './metrics.mjs';
import { judge } from './parts.mjs';
import { table } from './tables.mjs';

const TRUTH = fileURLToPath(new URL('onboarding/', import.meta.url));

/** What people wrote, but for manifests: left out to see what the code alone says. */
const WRITTEN = /(^|\/)(CODEOWNERS|OWNERS|README|labeler\.ya?ml)$|\.(md|mdx|markdown|rst|adoc|txt)$/i;

/**
 * @typedef {import('./parts.mjs').Truth} Truth
 * @typedef {{ truth: Truth, name: string, judged: ReturnType<typeof judge>, code: ReturnType<typeof judge> }} Result
 */

/** The projects to judge: the file of each, and where its code lies. */
export function projectsOf({ data, repos, only }) {
  if (!repos)
    throw new Failure('--repos is needed: DIR/NAME is a checkout at the revision that the set names');
  const folder = data ?? TRUTH;
  const names = only?.split(',');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ name: basename(file, '.json'), truth: readTruth(join(folder, file)) }))
    .filter(({ name }) => !names || names.includes(name))
    .map(({ name, truth }) => ({ name, truth, folder: join(repos, name), prefix: '' }));
}

function readTruth(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Failure(`${file}: ${error.message}`);
  }
}

/** Drafts the graph of a project twice: with all that there is, and from the code and its manifests alone. */
export async function evaluate(project) {
  if (!existsSync(project.folder)) {
    throw new Failure(`${project.folder} is not there: ${project.truth.repo} at ${project.truth.revision}`);
  }
  const judged = await drafted({ ...project, counts: () => true });
  const code = await drafted({ ...project, counts: (path) => !WRITTEN.test(path) });
  return { ...project, judged, code };
}

async function drafted(project) {
  const { indexed } = await import('./workspace.mjs');
  return indexed(project, {}, async ({ beadloom, root }) => {
    beadloom.close();
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
    return judge(project.truth, await draftOf(root), files);
  });
}

/** The draft as the core gives it: `init` writes less of it. */
async function draftOf(root) {
  const { Cancellation, NativeEngine } = addon();
  const engine = new NativeEngine(root);
  try {
    const outcome = await engine.call('bootstrap', '{}', new Cancellation(), null);
    if (outcome.error !== undefined) throw new Failure(JSON.parse(outcome.error).message);
    return JSON.parse(outcome.value);
  } finally {
    engine.close();
  }
}

function addon() {
  const platform = currentPlatform();
  return createRequire(import.meta.url)(join(packageFolder(platform), addonFile(platform)));
}

/** @param {Result[]} results */
export function report(results) {
  const groups = [
    ['seen while the method was made', results.filter(({ truth }) => !truth.held_out)],
    ['held out', results.filter(({ truth }) => truth.held_out)],
  ];
  const parts = groups
    .filter(([, group]) => group.length > 0)
    .flatMap(([what, group]) => [`**${what[0].toUpperCase()}${what.slice(1)}**`, tableOf(group)]);
  return [...parts, '**Missed parts and unnamed nodes**', details(results)].join('\n\n');
}

function tableOf(results) {
  const rows = results.map(({ name, truth, judged, code }) => [
    name,
    truth.shape,
    judged.parts,
    share(judged.found, judged.parts),
    share(code.found, code.parts),
    `${judged.unnamed.length} of ${judged.first}`,
    share(judged.unnamed.length, judged.first),
    judged.nodes,
    judged.edges,
    judged.against.length,
    judged.stated === 0 ? '–' : `${judged.stated - judged.missing.length} of ${judged.stated}`,
  ]);
  const over = (of) => mean(results.map(of)).toFixed(3);
  rows.push([
    'mean',
    '',
    '',
    over(({ judged }) => ratio(judged.found, judged.parts)),
    over(({ code }) => ratio(code.found, code.parts)),
    '',
    over(({ judged }) => ratio(judged.unnamed.length, judged.first)),
    '',
    '',
    '',
    '',
  ]);
  return table(
    [
      'project',
      'shape',
      'parts',
      'found',
      'from code alone',
      'unnamed',
      'share',
      'nodes',
      'edges',
      'against imports',
      'stated edges',
    ],
    rows,
  );
}

function details(results) {
  return results
    .map(({ name, judged }) => {
      const missed = judged.missed.map(
        (part) => `${part.name} (${part.paths[0]}${part.paths.length > 1 ? ' …' : ''})`,
      );
      const said = [
        missed.length > 0 && `missed ${missed.join(', ')}`,
        judged.unnamed.length > 0 && `unnamed ${judged.unnamed.join(', ')}`,
        judged.missing.length > 0 && `stated but not drawn ${judged.missing.join(', ')}`,
        judged.against.length > 0 && `against imports ${judged.against.join(', ')}`,
      ].filter(Boolean);
      return said.length > 0 ? `- ${name}: ${said.join('; ')}` : null;
    })
    .filter(Boolean)
    .join('\n');
}

function ratio(part, whole) {
  return whole === 0 ? 0 : part / whole;
}

function share(part, whole) {
  return ratio(part, whole).toFixed(2);
}
