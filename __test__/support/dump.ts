import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { dumpProgram } from '../../scripts/lib/dump.mjs';
import type { TestProject } from './project.js';

/** What an index holds, for telling whether two say the same. */
export interface Dump {
  /** Whether SQLite finds the file sound. */
  sound: boolean;
  /** One line per row of every table, sorted; row ids, times and stats left out. */
  rows: string[];
  /** Over the rows. */
  hash: string;
}

let program: string | undefined;

/** Reads the index of a project past the command line. */
export function dump(where: TestProject | string): Dump {
  program ??= dumpProgram();
  const root = typeof where === 'string' ? where : where.root;
  const text = execFileSync(program, [join(root, '.beadloom/beadloom.db')], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const [verdict, ...rows] = text.trimEnd().split('\n');
  return {
    sound: verdict === 'sound',
    rows,
    hash: createHash('sha256').update(rows.join('\n')).digest('hex'),
  };
}

/** The first rows that only one of two has. */
export function difference(a: Dump, b: Dump): string[] {
  const [inA, inB] = [new Set(a.rows), new Set(b.rows)];
  return [
    ...a.rows.filter((row) => !inB.has(row)).map((row) => `- ${row}`),
    ...b.rows.filter((row) => !inA.has(row)).map((row) => `+ ${row}`),
  ].slice(0, 20);
}
