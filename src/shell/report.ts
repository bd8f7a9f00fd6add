import type { BeadloomError } from '../model/error.js';
import { paint, wantsColour } from '../print/colour.js';
import { causesText, errorSentence, findingText } from '../print/error.js';
import { plain } from '../print/text.js';
import { interruptedBy } from './interrupt.js';
import { err, out } from './streams.js';

/**
 * Prints an error and sets the exit code.
 *
 * @param argv the words after `beadloom`, which may be what is wrong: flags are looked up in them, not parsed
 */
export function report(error: BeadloomError, argv: readonly string[]): void {
  const interrupted = error.code === 'cancelled' ? interruptedBy() : undefined;
  process.exitCode = interrupted ?? 1;
  const given = new Set(argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined));
  if (given.has('--json')) {
    out.writeJson(`${JSON.stringify({ version: 1, error: error.toJSON() })}\n`);
  }
  const strokes = paint(wantsColour(err, given.has('--no-color')));
  if (interrupted !== undefined) {
    err.write(`interrupted: ${error.hint ?? 'the last good index is intact'}\n`);
  } else if (given.has('--json')) {
    err.write(`${errorSentence(error)}\n`);
  } else {
    err.write(`${findingText('error', error, strokes)}\n`);
  }
  if (given.has('--debug')) {
    err.write(`${strokes.dim(plain(causesText(error)))}\n`);
  }
}
