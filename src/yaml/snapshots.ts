import { readdirSync } from 'node:fs';

import type { Snapshot } from '../model/snapshot.js';
import { isThere, placeInside, writeText } from './files.js';
import { locked } from './rewrite.js';

/** Where snapshots lie, relative to the root. */
export const SNAPSHOTS = '.beadloom/snapshots';

/** The names of the files there, sorted. */
export function snapshotNames(root: string): string[] {
  if (!isThere(root, SNAPSHOTS)) {
    return [];
  }
  return readdirSync(placeInside(root, SNAPSHOTS))
    .filter((name) => name.endsWith('.json'))
    .toSorted();
}

/**
 * Writes a snapshot, unless others were written since those names were read: its own, or its label, may be taken now.
 *
 * @returns the file, relative to the root; undefined where it was not written
 */
export function writeSnapshot(
  root: string,
  snapshot: Snapshot,
  names: readonly string[],
): Promise<string | undefined> {
  const path = `${SNAPSHOTS}/${snapshot.id}.json`;
  return locked(root, placeInside(root, SNAPSHOTS), SNAPSHOTS, () => {
    if (snapshotNames(root).join('/') !== names.join('/')) {
      return undefined;
    }
    writeText(root, path, text(snapshot));
    return path;
  });
}

/** A line for each node, edge and symbol, with the keys of every object in order: Git shows what differs, and no more. */
function text(snapshot: Snapshot): string {
  const lines = Object.entries(sorted(snapshot) as object).map(([key, value]: [string, unknown]) => {
    const items =
      Array.isArray(value) && value.length > 0 ? value.map((one) => `\n  ${JSON.stringify(one)}`) : [];
    return ` ${JSON.stringify(key)}: ${items.length > 0 ? `[${items.join(',')}\n ]` : JSON.stringify(value)}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (value === null || typeof value !== 'object') {
    return value;
  }
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
