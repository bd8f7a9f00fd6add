import { AsyncLocalStorage } from 'node:async_hooks';

/** What ends the call that is being worked on, wherever that happens. */
const call = new AsyncLocalStorage<(error: unknown) => void>();

/**
 * Does the work of one call. What is thrown beside it – in a timer, in a promise that nobody waits for – is an error of
 * this call, as what it throws itself is.
 */
export function asCall<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    call.run(reject, () => void work().then(resolve, reject));
  });
}

/**
 * Lets the process live whatever is thrown and not caught: other calls, and other clients over HTTP, have no part in it. It
 * is reported with its stack, because it is a bug, and answered where the call is known that it belongs to.
 */
export function keepServing(report: (text: string) => void): void {
  const tell = (thrown: unknown): void => {
    report(`a bug: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
    call.getStore()?.(thrown);
  };
  process.on('uncaughtException', tell);
  process.on('unhandledRejection', tell);
  // A client may close the log, and must not end the server by it.
  process.stderr.on('error', () => undefined);
}
