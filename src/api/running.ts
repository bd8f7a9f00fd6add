/** What ends work: the addon's, or a daemon's. */
interface Cancellation {
  cancel: () => void;
}

/**
 * Work that runs now. The process cannot end before native work does, so what ends the process cancels it:
 * `process.exit` through the listener below, signals through the command line.
 */
const running = new Set<Cancellation>();
let listening = false;

/** Notes work until {@link finished}. */
export function started(cancellation: Cancellation): void {
  if (!listening) {
    listening = true;
    process.on('exit', cancelAll);
  }
  running.add(cancellation);
}

/** Forgets work that ended. */
export function finished(cancellation: Cancellation): void {
  running.delete(cancellation);
}

/** Cancels all work; returns whether there was any. */
export function cancelAll(): boolean {
  for (const cancellation of running) {
    cancellation.cancel();
  }
  return running.size > 0;
}
