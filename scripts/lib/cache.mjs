// Where packages, working copies and generated projects are kept between runs.

import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder, which need not be there. */
export function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return process.env.BEADLOOM_BENCH_CACHE ?? join(base, 'beadloom-bench');
}
