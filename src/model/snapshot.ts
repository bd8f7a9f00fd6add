import type { SnapshotSaveAnswer } from './answers.js';

/** What the core says of the architecture, to be written down. */
export interface Snapshot {
  id: string;
  label: string | null;
  commit: string | null;
  created_at: string;
  nodes: unknown[];
  edges: unknown[];
  symbols: unknown[];
}

/** An id for a snapshot made now: its time, which sorts, and a number where that is taken. */
export function snapshotId(now: Date, names: readonly string[]): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
  for (let more = 1; ; more += 1) {
    const id = more === 1 ? time : `${time}-${more}`;
    if (!names.includes(`${id}.json`)) {
      return id;
    }
  }
}

/** What was written where. */
export function saved(snapshot: Snapshot, path: string): SnapshotSaveAnswer {
  const { id, label, commit, created_at: createdAt, nodes, edges, symbols } = snapshot;
  return {
    version: 1,
    id,
    label,
    commit,
    created_at: createdAt,
    path,
    nodes: nodes.length,
    edges: edges.length,
    symbols: symbols.length,
  };
}
