import { constants } from 'node:os';

import { cancelAll } from '../api/running.js';

let received: NodeJS.Signals | undefined;

/**
 * The first Ctrl-C (or SIGTERM) cancels the work and lets the command end by itself, so that the index is left as
 * it was; a second one ends the process at once. Where nothing runs, the first one does.
 */
export function handleInterrupts(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (received !== undefined || !cancelAll()) {
        process.exit(exitCode(signal));
      }
      received = signal;
    });
  }
}

/** The exit code of the signal that came, if one came. */
export function interruptedBy(): number | undefined {
  return received === undefined ? undefined : exitCode(received);
}

function exitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
