import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { renameSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isThere, placeInside, readText, writeText } from './files.js';

/** Beside the index, and named like it: ignore lines and those who clean up know that name. */
const STAGED = 'beadloom.db-staged-';

/**
 * Files to write together: all of them, or none where one cannot be written.
 *
 * New files are first written to a folder of their own, then moved one after the other into their places: a run that is
 * killed before leaves nothing that anybody reads, and moving takes milliseconds.
 */
export class Changes {
  readonly #texts = new Map<string, string>();
  readonly #before: Array<[path: string, text: string | undefined]> = [];
  readonly #folders: string[] = [];

  /** @param root of the project */
  constructor(readonly root: string) {}

  /** @param path relative to the root; a later text for the same path replaces an earlier one */
  write(path: string, text: string): void {
    this.#texts.set(path, text);
  }

  /**
   * Writes all of it, in the order in which it was given. Where that fails, what was written is taken back.
   *
   * @throws BeadloomError `not_writable`, `disk_full`, `outside_root`
   */
  carryOut(): void {
    if (this.#texts.size === 0) {
      return;
    }
    const staged = `.beadloom/${STAGED}${process.pid}`;
    try {
      this.#dropStaged();
      // Each place is looked at before the first file appears.
      const fresh = [...this.#texts].filter(([path]) => !isThere(this.root, path));
      const places = new Map(
        fresh.map(([path, text], index) => [path, this.#stage(`${staged}/${index}`, path, text)]),
      );
      for (const [path, text] of this.#texts) {
        const from = places.get(path);
        this.#before.push([path, from === undefined ? readText(this.root, path) : undefined]);
        if (from !== undefined) {
          this.#makeFolder(path);
        }
        if (from === undefined || !moved(from, placeInside(this.root, path))) {
          writeText(this.root, path, text);
        }
      }
    } catch (error) {
      this.takeBack();
      throw error;
    } finally {
      rmSync(join(this.root, staged), { recursive: true, force: true });
    }
  }

  /** Makes files that were written say again what they said. */
  takeBack(): void {
    for (const [path, text] of this.#before.splice(0).toReversed()) {
      this.#restore(path, text);
    }
    for (const folder of this.#folders.splice(0).toReversed()) {
      try {
        rmdirSync(folder);
      } catch {
        // Somebody else put something into it.
      }
    }
  }

  /** Writes a file beside; says where. */
  #stage(staged: string, path: string, text: string): string {
    const place = placeInside(this.root, staged);
    try {
      mkdirSync(dirname(place), { recursive: true });
      const file = openSync(place, 'w');
      try {
        writeSync(file, text);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    } catch {
      // Written to its place directly, it says what is wrong there.
      writeText(this.root, staged, text);
    }
    // Outside of the project, or a link to nothing: better known before anything is moved.
    placeInside(this.root, path);
    return place;
  }

  /** The folders above a path, noted so that they can go again. */
  #makeFolder(path: string): void {
    const missing: string[] = [];
    for (let folder = dirname(placeInside(this.root, path)); !existsSync(folder); folder = dirname(folder)) {
      missing.push(folder);
    }
    for (const folder of missing.toReversed()) {
      try {
        mkdirSync(folder);
      } catch {
        return; // writing to it says why
      }
      this.#folders.push(folder);
    }
  }

  /** What runs that were killed left behind. */
  #dropStaged(): void {
    const folder = join(this.root, '.beadloom');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names.filter((one) => one.startsWith(STAGED))) {
      if (!isRunning(Number(name.slice(STAGED.length)))) {
        rmSync(join(folder, name), { recursive: true, force: true });
      }
    }
  }

  /** As far as that goes: what cannot be restored was not written either, or the disk is failing. */
  #restore(path: string, text: string | undefined): void {
    try {
      if (text === undefined) {
        rmSync(placeInside(this.root, path), { force: true });
      } else if (readText(this.root, path) !== text) {
        writeText(this.root, path, text);
      }
    } catch {
      // The first error is the one that tells.
    }
  }
}

/** Whether a file could be moved: not to another file system. */
function moved(from: string, to: string): boolean {
  try {
    if (existsSync(to)) {
      return false;
    }
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return Number.isInteger(pid) && pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
