import { readdirSync } from 'node:fs';

import { Document, parseDocument } from 'yaml';

import { isThere, placeInside, readText } from './files.js';

/** Where settings stand, relative to the root. */
export const CONFIG = '.beadloom/config.yml';

const DEFAULT_GRAPH = '.beadloom/_graph/';

/**
 * The folder of the graph, relative to the root, with `/` at the end: `docs.graph` in `config.yml`, or the usual
 * place. Mistakes in the file are the core's to report; here they mean the usual place.
 */
export function graphFolder(root: string): string {
  const text = readText(root, CONFIG);
  if (text === undefined) {
    return DEFAULT_GRAPH;
  }
  const folder: unknown = parseDocument(text).getIn(['docs', 'graph']);
  return typeof folder === 'string' && folder !== '' ? `${folder.replace(/\/+$/, '')}/` : DEFAULT_GRAPH;
}

/** Whether the folder holds at least one graph file. */
export function hasGraph(root: string, folder: string): boolean {
  return graphNames(root, folder).length > 0;
}

/** The names of the graph files in a folder. */
export function graphNames(root: string, folder: string): string[] {
  if (!isThere(root, folder)) {
    return [];
  }
  return readdirSync(placeInside(root, folder)).filter(
    (name) => /\.ya?ml$/.test(name) && !/^rules\.ya?ml$/.test(name),
  );
}

/** A new `config.yml`. It names no languages: code in one that comes later counts too. */
export function configText(): string {
  const document = new Document({
    version: 1,
    // A bootstrap of some folders leaves the others in the index, where they show as unmapped.
    scan_paths: ['.'],
  });
  document.commentBefore = ' Settings of beadloom. Everything that is left out has a default.';
  flow(document, 'scan_paths');
  return document.toString({ lineWidth: 100, flowCollectionPadding: false });
}

function flow(document: Document, key: string): void {
  const node = document.get(key, true) as unknown;
  if (node !== null && typeof node === 'object') {
    (node as { flow?: boolean }).flow = true;
  }
}
