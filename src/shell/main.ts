import { BeadloomError } from '../api/error.js';
import { COMMANDS } from '../commands/index.js';
import { VERSION } from '../version.js';
import type { Globals } from './globals.js';
import { handleInterrupts } from './interrupt.js';
import { loaded } from './command.js';
import { report } from './report.js';
import { Shell } from './shell.js';
import { out } from './streams.js';
import { commandNamed, findCommand, parseWords } from './words.js';

/**
 * Runs one command line. Sets `process.exitCode` and returns: what is still in the pipes gets written.
 *
 * @param argv the words after `beadloom`
 */
export async function main(argv: readonly string[]): Promise<void> {
  handleInterrupts();
  const { name, rest } = findCommand(argv);
  try {
    const module = name === undefined ? undefined : (await commandNamed(COMMANDS, name).load()).command;
    const { args, options, asks } = parseWords(rest, module ?? { arguments: [], flags: [] }, name);
    if (asks === 'version') {
      out.write(`${VERSION}\n`);
    } else if (name === undefined || module === undefined || asks === 'help') {
      // Whoever asks for an answer need not load what explains.
      const { commandHelp, rootHelp } = await import('./help.js');
      out.write(
        name === undefined || module === undefined
          ? rootHelp(await loaded(COMMANDS))
          : commandHelp(name, module),
      );
    } else {
      const shell = new Shell(options as unknown as Globals, COMMANDS);
      try {
        await module.run(shell, args, options as never);
        shell.noteReceipt(name, rest);
      } finally {
        shell.close();
      }
    }
  } catch (thrown) {
    report(BeadloomError.from(thrown), argv);
  }
}
