import { COMMANDS } from './commands/index.js';
import { main } from './shell/main.js';

/** Runs one command line, of all commands. */
export function commandLine(words: readonly string[]): Promise<void> {
  return main(words, COMMANDS);
}
