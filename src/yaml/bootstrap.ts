import type { Written } from '../model/answers.js';
import type { BootstrapPlan } from '../model/plan.js';
import { loadNative } from '../native/load.js';
import { Changes } from './changes.js';
import { CONFIG, configText, graphNames, hasGraph } from './config.js';
import { isThere, placeInside, readText, removeFile } from './files.js';
import { graphTexts, type GraphText } from './graph.js';
import { gitFiles } from './ignore.js';
import { RULES_FILES, rulesText } from './rules.js';

/**
 * Writes what bootstrap found: configuration and documents where there are none, the graph, ignore lines. All of it, or
 * nothing where something cannot be written.
 *
 * The graph comes last and as a whole: a run that is killed leaves none, or the old one, or the new one. A file in it says
 * until {@link finish} that the run goes on; where that was left, the next run goes on from there.
 *
 * @param folder of the graph, relative to the root, ending in `/`
 * @param force put the new graph in the place of one that is there
 * @param dryRun only say what would be written
 * @returns the files, in order of writing; a folder that was moved stands among them, ending in `/`
 */
export function writeBootstrap(
  root: string,
  folder: string,
  plan: BootstrapPlan,
  { force, dryRun }: { force: boolean; dryRun: boolean },
): Written[] {
  const changes = new Changes(root);
  const written: Written[] = [];
  const list = (path: string, nodes = 0, edges = 0) => written.push({ path, nodes, edges });

  if (!isThere(root, CONFIG)) {
    changes.write(CONFIG, configText());
    list(CONFIG);
  }
  const old = folder.replace(/\/$/, '');
  const texts = graphTexts(plan);
  const goesOn = isUnfinished(root, folder) && holdsNothingElse(root, folder, texts);
  const backup = force && hasGraph(root, folder) && !goesOn ? backupName(root, old) : undefined;
  if (backup !== undefined) {
    list(`${backup}/`);
  }
  const hasRules = RULES_FILES.some((name) => isThere(root, folder + name));
  if (plan.rules.rules.length > 0 && !hasRules) {
    texts.push({ name: 'rules.yml', nodes: 0, edges: 0, text: rulesText(plan.rules) });
  }
  texts.forEach(({ name, nodes, edges }) => list(folder + name, nodes, edges));
  for (const document of plan.documents.filter(({ path }) => !isThere(root, path))) {
    changes.write(document.path, document.content);
    list(document.path);
  }
  for (const { path, bytes, before } of gitFiles(root)) {
    changes.write(path, bytes, before);
    list(path);
  }
  if (!dryRun) {
    carryOut(root, old, backup, texts, changes);
  }
  return written;
}

/** Whether a run that wrote this graph has not come to its end. */
export function isUnfinished(root: string, folder: string): boolean {
  return isThere(root, folder + loadNative().unfinished());
}

/** The run that wrote the graph has done the rest, too. */
export function finish(root: string, folder: string): void {
  if (isUnfinished(root, folder)) {
    removeFile(placeInside(root, folder + loadNative().unfinished()));
  }
}

/** Whether every graph file is one that is to be written, word for word: nobody changed what a killed run left. */
function holdsNothingElse(root: string, folder: string, texts: readonly GraphText[]): boolean {
  const wanted = new Map(texts.map(({ name, text }) => [name, text]));
  return graphNames(root, folder).every((name) => readText(root, folder + name) === wanted.get(name));
}

function carryOut(
  root: string,
  old: string,
  backup: string | undefined,
  texts: readonly GraphText[],
  changes: Changes,
): void {
  // A folder without a graph, but with rules, stays where it is; so does one that a killed run left.
  if (backup === undefined && (isThere(root, old) || texts.length === 0)) {
    if (texts.length > 0) {
      changes.write(`${old}/${loadNative().unfinished()}`, '');
    }
    for (const { name, text } of texts.filter((one) => !isThere(root, `${old}/${one.name}`))) {
      changes.write(`${old}/${name}`, text);
    }
    changes.carryOut();
    return;
  }
  // Rules are not bootstrap's to replace.
  const rules = (backup === undefined ? [] : RULES_FILES).flatMap((name) => {
    const text = readText(root, `${old}/${name}`);
    return text === undefined ? [] : [{ name, text }];
  });
  changes.carryOut({ path: old, backup, files: [...texts, ...rules] });
}

/** A name that is free, with the time in it. */
function backupName(root: string, old: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  let backup = `${old}.bak-${time}`;
  for (let count = 2; isThere(root, backup); count++) {
    backup = `${old}.bak-${time}-${count}`;
  }
  return backup;
}
