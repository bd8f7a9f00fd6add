import { rmSync } from 'node:fs';

import type { Written } from '../api/answers.js';
import type { BootstrapPlan } from '../api/bootstrap.js';
import { Changes } from './changes.js';
import { CONFIG, configText, hasGraph } from './config.js';
import { isThere, move, placeInside, readText, writeText } from './files.js';
import { graphTexts, type GraphText } from './graph.js';
import { gitFiles } from './ignore.js';
import { RULES_FILES, rulesText } from './rules.js';

/**
 * Writes what bootstrap found: configuration and documents where there are none, the graph, ignore lines. All of it, or
 * nothing where something cannot be written.
 *
 * The graph is written beside its place and moved there at the end, so that a run that is killed leaves no half of one.
 * An old graph is moved aside just before: a crash in between leaves it complete under its new name.
 *
 * @param folder of the graph, relative to the root, ending in `/`
 * @param dryRun only say what would be written
 * @returns the files, in order of writing; a folder that was moved stands among them, ending in `/`
 */
export function writeBootstrap(
  root: string,
  folder: string,
  plan: BootstrapPlan,
  dryRun: boolean,
): Written[] {
  const changes = new Changes(root);
  const written: Written[] = [];
  const list = (path: string, nodes = 0, edges = 0) => written.push({ path, nodes, edges });

  if (!isThere(root, CONFIG)) {
    changes.write(CONFIG, configText(plan.languages));
    list(CONFIG);
  }
  const old = folder.replace(/\/$/, '');
  const backup = hasGraph(root, folder) ? backupName(root, old) : undefined;
  if (backup !== undefined) {
    list(`${backup}/`);
  }
  const texts = graphTexts(plan);
  const hasRules = RULES_FILES.some((name) => isThere(root, folder + name));
  if (plan.rules.rules.length > 0 && !hasRules) {
    texts.push({ name: 'rules.yml', nodes: 0, edges: 0, text: rulesText(plan.rules) });
  }
  texts.forEach(({ name, nodes, edges }) => list(folder + name, nodes, edges));
  for (const document of plan.documents.filter(({ path }) => !isThere(root, path))) {
    changes.write(document.path, document.content);
    list(document.path);
  }
  for (const { path, text } of gitFiles(root)) {
    changes.write(path, text);
    list(path);
  }
  if (!dryRun) {
    carryOut(root, old, backup, texts, changes);
  }
  return written;
}

function carryOut(
  root: string,
  old: string,
  backup: string | undefined,
  texts: readonly GraphText[],
  changes: Changes,
): void {
  // A folder without a graph, but with rules, stays where it is.
  const inPlace = backup === undefined && isThere(root, old);
  if (inPlace) {
    texts.forEach(({ name, text }) => changes.write(`${old}/${name}`, text));
    changes.carryOut();
    return;
  }
  const staged = `${old}.new`;
  const drop = () => rmSync(placeInside(root, staged), { recursive: true, force: true });
  drop();
  try {
    texts.forEach(({ name, text }) => writeText(root, `${staged}/${name}`, text));
    // Rules are not bootstrap's to replace.
    for (const name of backup === undefined ? [] : RULES_FILES) {
      const rules = readText(root, `${old}/${name}`);
      if (rules !== undefined) {
        writeText(root, `${staged}/${name}`, rules);
      }
    }
    changes.carryOut();
    replace(root, old, staged, backup);
  } catch (error) {
    changes.takeBack();
    drop();
    throw error;
  }
}

/** Puts the new graph in the place of the old one; back again where that fails. */
function replace(root: string, old: string, staged: string, backup: string | undefined): void {
  if (backup !== undefined) {
    move(root, old, backup);
  }
  try {
    if (isThere(root, staged)) {
      move(root, staged, old);
    }
  } catch (error) {
    if (backup !== undefined) {
      move(root, backup, old);
    }
    throw error;
  }
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
