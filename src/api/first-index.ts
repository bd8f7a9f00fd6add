import type { Progress } from '../model/work.js';

/** Files of a first index from which on it is said what begins. */
const LARGE = 50_000;

/** What whoever waits is told of a first index that takes long; undefined while there is nothing to say. */
export function largeFirstIndex({ phase, total }: Progress): string | undefined {
  return phase === 'parse' && total > LARGE
    ? `the first index of this project has ${total.toLocaleString('en-US')} files to read, which may take minutes`
    : undefined;
}

/** How to have fewer of them. */
export const FEWER_FILES = 'ignore_paths in .beadloom/config.yml leaves folders out';
