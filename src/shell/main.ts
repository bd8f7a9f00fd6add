import { CommanderError } from 'commander';

import { BeadloomError } from '../api/error.js';
import { COMMANDS } from '../commands/index.js';
import { paint, wantsColour } from '../print/colour.js';
import { causesText, errorSentence, findingText } from '../print/error.js';
import { plain } from '../print/text.js';
import type { Globals } from './globals.js';
import { handleInterrupts, interruptedBy } from './interrupt.js';
import { buildCommand, buildRoot, commandNamed, findCommand, fromCommander } from './parse.js';
import { Shell } from './shell.js';

/**
 * Runs one command line. Sets `process.exitCode` and returns: what is still in the pipes gets written.
 *
 * @param argv the words after `beadloom`
 */
export async function main(argv: readonly string[]): Promise<void> {
  process.stdout.on('error', endOfPipe);
  process.stderr.on('error', endOfPipe);
  handleInterrupts();
  const { name, rest } = findCommand(argv);
  try {
    if (name === undefined) {
      const root = buildRoot(COMMANDS);
      root.parse(rest, { from: 'user' });
      root.outputHelp();
      return;
    }
    const { module } = commandNamed(COMMANDS, name);
    const command = buildCommand(name, module);
    command.parse(rest, { from: 'user' });
    await module.run(new Shell(command.opts<Globals>(), COMMANDS), command.args, command.opts() as never);
  } catch (thrown) {
    report(thrown, name, argv);
  }
}

function report(thrown: unknown, name: string | undefined, argv: readonly string[]): void {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) {
    return; // Help or version was printed.
  }
  const error = thrown instanceof CommanderError ? fromCommander(thrown, name) : BeadloomError.from(thrown);
  const interrupted = error.code === 'cancelled' ? interruptedBy() : undefined;
  process.exitCode = interrupted ?? 1;
  // The command line may be what is wrong: its flags are looked up, not parsed.
  const given = new Set(argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined));
  if (given.has('--json')) {
    process.stdout.write(`${JSON.stringify({ version: 1, error: error.toJSON() })}\n`);
  }
  const strokes = paint(wantsColour(process.stderr, given.has('--no-color')));
  if (interrupted !== undefined) {
    process.stderr.write(`interrupted: ${error.hint ?? 'the last good index is intact'}\n`);
  } else if (given.has('--json')) {
    process.stderr.write(`${errorSentence(error)}\n`);
  } else {
    process.stderr.write(`${findingText('error', error, strokes)}\n`);
  }
  if (given.has('--debug')) {
    process.stderr.write(`${strokes.dim(plain(causesText(error)))}\n`);
  }
}

/** `beadloom graph | head`: the reader has what it wanted. */
function endOfPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') {
    process.exit();
  }
  throw error;
}
