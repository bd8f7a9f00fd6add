import { BeadloomError } from '../model/error.js';
import { VERSION } from '../model/version.js';
import type { Globals } from './globals.js';
import { handleInterrupts } from './interrupt.js';
import { loaded, type CommandEntry } from './command.js';
import { report } from './report.js';
import { Shell } from './shell.js';
import { out } from './streams.js';
import { commandNamed, findCommand, parseWords } from './words.js';

/**
 * Runs one command line. Sets `process.exitCode` and returns: what is still in the pipes gets written.
 *
 * @param argv the words after `beadloom`
 * @param commands in the order of `--help`
 */
export async function main(argv: readonly string[], commands: readonly CommandEntry[]): Promise<void> {
  handleInterrupts();
  const { name, rest } = findCommand(argv);
  try {
    const module = name === undefined ? undefined : (await commandNamed(commands, name).load()).command;
    const { args, options, asks } = parseWords(rest, module ?? { arguments: [], flags: [] }, name);
    if (asks === 'version') {
      out.write(`${VERSION}\n`);
    } else if (name === undefined || module === undefined || asks === 'help') {
      // Whoever asks for an answer need not load what explains.
      const { commandHelp, rootHelp } = await import('./help.js');
      out.write(
        name === undefined || module === undefined
          ? rootHelp(await loaded(commands))
          : commandHelp(name, module),
      );
    } else {
      const shell = new Shell(options as unknown as Globals, commands);
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
