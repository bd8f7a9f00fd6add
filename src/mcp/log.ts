import { released } from '../model/harmless.js';

/** Says something on stderr, which clients show or keep. */
export function log(text: string): void {
  process.stderr.write(released(`mcp: ${text}\n`));
}
