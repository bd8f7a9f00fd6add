import { rmSync } from 'node:fs';

import { placeInside, readText, writeText } from './files.js';

/** Files to write together: all of them, or none where one cannot be written. */
export class Changes {
  readonly #texts = new Map<string, string>();
  readonly #before: Array<[path: string, text: string | undefined]> = [];

  /** @param root of the project */
  constructor(readonly root: string) {}

  /** @param path relative to the root; a later text for the same path replaces an earlier one */
  write(path: string, text: string): void {
    this.#texts.set(path, text);
  }

  /**
   * Writes all of it. Where that fails, what was written is taken back.
   *
   * @throws BeadloomError `not_writable`, `disk_full`, `outside_root`
   */
  carryOut(): void {
    try {
      for (const [path, text] of this.#texts) {
        this.#before.push([path, readText(this.root, path)]);
        writeText(this.root, path, text);
      }
    } catch (error) {
      this.takeBack();
      throw error;
    }
  }

  /** Makes files that were written say again what they said. */
  takeBack(): void {
    for (const [path, text] of this.#before.splice(0).toReversed()) {
      this.#restore(path, text);
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
