import { loadNative } from '../native/load.js';
import { check, checkNotLeftOut, placeInside } from './files.js';

/** A folder to write as a whole. */
export interface NewFolder {
  /** Relative to the root, without a `/` at the end. */
  path: string;
  /** Where the one that is there is kept, likewise. */
  backup: string | undefined;
  files: ReadonlyArray<{ name: string; text: string }>;
}

/** Files to write together: all of them, or none where one cannot be written. */
export class Changes {
  readonly #files = new Map<string, { bytes: Buffer; before?: Buffer }>();

  /** @param root of the project */
  constructor(readonly root: string) {}

  /**
   * @param path relative to the root; later content for the same path replaces earlier one
   * @param before what the file held when it was read, where the content was made from that
   */
  write(path: string, content: string | Buffer, before?: Buffer): void {
    this.#files.set(path, { bytes: Buffer.from(content), ...(before && { before }) });
  }

  /**
   * Writes all of it, in the order in which it was given, and a folder last. Where that fails, what was written is taken
   * back. A run that is killed leaves each file, and the folder, as it was or as it shall be, and at most a folder of
   * staged files, which goes with the next call, though that has nothing to write.
   *
   * @throws BeadloomError `file_changed` where a file no longer holds what it was read with, `not_writable`, `disk_full`,
   *   `outside_root`
   */
  carryOut(folder?: NewFolder): void {
    // Each place is looked at before the first file appears.
    const paths = new Map<string, string>();
    const files = [...this.#files].map(([path, change]) => {
      const place = placeInside(this.root, path);
      checkNotLeftOut(this.root, path);
      paths.set(place, path);
      return { place, ...change };
    });
    if (folder !== undefined) {
      checkNotLeftOut(this.root, folder.path);
    }
    const target = folder && {
      place: placeInside(this.root, folder.path),
      files: folder.files.map(({ name, text }) => ({ place: name, bytes: Buffer.from(text) })),
      ...(folder.backup === undefined ? {} : { backup: placeInside(this.root, folder.backup) }),
    };
    const failure = loadNative().writeFiles(placeInside(this.root, '.beadloom'), files, target);
    const path = failure && (paths.get(failure.place) ?? folder?.path);
    check(failure, path ?? '.beadloom');
  }
}
