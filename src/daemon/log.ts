import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import { plainLine } from '../model/harmless.js';

/** Bytes of a log, after which it is put aside, and the one that was put aside before goes. */
const MAX_LOG_BYTES = 256 << 10;

/** Writes down what a daemon does. Nothing that was asked stands there. That it cannot be written down ends nothing. */
export class DaemonLog {
  constructor(readonly place: string | undefined) {}

  line(text: string): void {
    if (this.place === undefined) {
      return;
    }
    try {
      mkdirSync(dirname(this.place), { recursive: true, mode: 0o700 });
      const file = openSync(this.place, 'a', 0o600);
      let size: number;
      try {
        writeSync(file, `${new Date().toISOString()} ${process.pid} ${plainLine(text)}\n`);
        size = fstatSync(file).size;
      } finally {
        closeSync(file);
      }
      if (size > MAX_LOG_BYTES) {
        renameSync(this.place, `${this.place}.old`);
      }
    } catch {
      // A full disk, or no folder.
    }
  }
}
