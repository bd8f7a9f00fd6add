import type { Written } from '../api/answers.js';
import type { BootstrapPlan } from '../api/bootstrap.js';
import { CONFIG, configText, hasGraph } from './config.js';
import { isThere, move, readText, writeText } from './files.js';
import { graphTexts } from './graph.js';
import { appendIgnoreLines, missingIgnoreLines } from './ignore.js';

/**
 * Writes what bootstrap found: configuration and documents where there are none, the graph, ignore lines.
 *
 * An old graph is moved aside first, and back if the new one cannot be written: in between, a crash leaves it
 * complete under its new name.
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
  const write = dryRun ? () => undefined : writeText;
  const written: Written[] = [];
  const file = (path: string, text: string, nodes = 0, edges = 0) => {
    write(root, path, text);
    written.push({ path, nodes, edges });
  };

  if (!isThere(root, CONFIG)) {
    file(CONFIG, configText(plan.languages));
  }
  const kept = keepOldGraph(root, folder, dryRun);
  if (kept !== undefined) {
    written.push({ path: `${kept.path}/`, nodes: 0, edges: 0 });
  }
  try {
    for (const graph of graphTexts(plan)) {
      file(folder + graph.name, graph.text, graph.nodes, graph.edges);
    }
  } catch (error) {
    kept?.restore();
    throw error;
  }
  for (const document of plan.documents) {
    if (!isThere(root, document.path)) {
      file(document.path, document.content);
    }
  }
  const lines = missingIgnoreLines(root);
  if (lines.length > 0) {
    if (!dryRun) {
      appendIgnoreLines(root, lines);
    }
    written.push({ path: '.gitignore', nodes: 0, edges: 0 });
  }
  return written;
}

/** An old graph, moved aside. */
interface Kept {
  /** Where it is now, relative to the root. */
  path: string;
  /** Moves it back; what was written of the new one stays beside it. */
  restore: () => void;
}

/** Moves an old graph aside. Rules are not bootstrap's to replace: they are copied back. */
function keepOldGraph(root: string, folder: string, dryRun: boolean): Kept | undefined {
  if (!hasGraph(root, folder)) {
    return undefined;
  }
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const old = folder.replace(/\/$/, '');
  let backup = `${old}.bak-${time}`;
  for (let count = 2; isThere(root, backup); count++) {
    backup = `${old}.bak-${time}-${count}`;
  }
  if (dryRun) {
    return { path: backup, restore: () => undefined };
  }
  move(root, old, backup);
  const rules = readText(root, `${backup}/rules.yml`);
  if (rules !== undefined) {
    writeText(root, `${folder}rules.yml`, rules);
  }
  return {
    path: backup,
    restore: () => {
      if (isThere(root, old)) {
        move(root, old, `${backup}.failed`);
      }
      move(root, backup, old);
    },
  };
}
