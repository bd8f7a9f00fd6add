import { CommanderError } from 'commander';

import { BeadloomError } from '../api/error.js';
import { COMMANDS } from '../commands/index.js';
import type { Globals } from './globals.js';
import { handleInterrupts } from './interrupt.js';
import { loaded } from './command.js';
import { buildCommand, buildRoot, commandNamed, findCommand, fromCommander } from './parse.js';
import { report } from './report.js';
import { Shell } from './shell.js';

/**
 * Runs one command line. Sets `process.exitCode` and returns: what is still in the pipes gets written.
 *
 * @param argv the words after `beadloom`
 */
export async function main(argv: readonly string[]): Promise<void> {
  handleInterrupts();
  const { name, rest } = findCommand(argv);
  try {
    if (name === undefined) {
      const root = buildRoot(await loaded(COMMANDS));
      root.parse(rest, { from: 'user' });
      root.outputHelp();
      return;
    }
    const { command: module } = await commandNamed(COMMANDS, name).load();
    const command = buildCommand(name, module);
    command.parse(rest, { from: 'user' });
    await module.run(new Shell(command.opts<Globals>(), COMMANDS), command.args, command.opts() as never);
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) {
      return; // Help or version was printed.
    }
    report(thrown instanceof CommanderError ? fromCommander(thrown, name) : BeadloomError.from(thrown), argv);
  }
}
