import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { BeadloomError } from '../model/error.js';
import { stopped, type Checksum, type Hub, type Reply } from './hub.js';

/** Milliseconds without a byte until a connection counts as dead. */
const SILENT_MS = 30_000;
/** Attempts in a row that bring nothing. */
const FRUITLESS = 4;
/** Milliseconds before the second attempt; each further one waits twice as long. */
const PAUSE_MS = 250;

/** A file to fetch. */
export interface DownloadTarget {
  url: URL;
  /** Where it goes. Beside it stand `.part` and `.tag` until it is complete. */
  target: string;
  /** Bytes at most. */
  limit: number;
}

/** A file that is there. */
export interface Fetched {
  bytes: number;
  /** What came over the network just now. */
  downloaded: number;
  sha256: string;
  verified: boolean;
  revision: string | undefined;
}

/** How to be told and stopped. */
export interface Watch {
  signal: AbortSignal;
  /** Bytes that are there, and bytes in all, 0 while unknown. */
  progress: (done: number, total: number) => void;
}

/**
 * Fetches one file, and goes on where an earlier attempt was broken off; undefined where the host has no such file.
 * The file appears under its name once it is complete and its checksum is right.
 *
 * @throws BeadloomError `download_failed`, `bad_checksum`, `not_writable`, `disk_full`, `cancelled`
 */
export async function download(hub: Hub, wanted: DownloadTarget, watch: Watch): Promise<Fetched | undefined> {
  try {
    await mkdir(dirname(wanted.target), { recursive: true });
    return await new Download(hub, wanted, watch).run();
  } catch (thrown) {
    throw fromSystem(thrown, wanted.target);
  }
}

class Download {
  readonly #part: string;
  readonly #tagFile: string;
  #downloaded = 0;

  constructor(
    private readonly hub: Hub,
    private readonly wanted: DownloadTarget,
    private readonly watch: Watch,
  ) {
    this.#part = `${wanted.target}.part`;
    this.#tagFile = `${wanted.target}.tag`;
  }

  async run(): Promise<Fetched | undefined> {
    // What was complete is asked for once more: there may be another version by now.
    await rename(this.wanted.target, this.#part).catch(ignoreMissing);
    const had = await sizeOf(this.#part);
    try {
      return await this.#attempts();
    } catch (thrown) {
      // What an earlier run left may be what is wrong.
      if (had > 0 && thrown instanceof BeadloomError && thrown.code === 'bad_checksum') {
        return await this.#attempts();
      }
      throw thrown;
    }
  }

  /** Tries until the file is complete or attempts bring nothing any more. */
  async #attempts(): Promise<Fetched | undefined> {
    for (let fruitless = 0; ;) {
      const before = this.#downloaded;
      try {
        const reply = await this.#attempt();
        return reply && (await this.#complete(reply));
      } catch (thrown) {
        if (!(thrown instanceof Broken)) {
          throw thrown;
        }
        fruitless = this.#downloaded > before ? 1 : fruitless + 1;
        if (fruitless >= FRUITLESS) {
          throw this.hub.failure(
            `the download of ${this.#name} broke off: ${thrown.message}; the same command continues it`,
            thrown,
          );
        }
        await this.#pause(PAUSE_MS * 2 ** (fruitless - 1));
      }
    }
  }

  /** One request, and its body into the file; undefined where the host has no such file. */
  async #attempt(): Promise<Reply | undefined> {
    const { hub, wanted, watch } = this;
    const known = await readFile(this.#tagFile, 'utf8').catch(() => '');
    const have = known === '' ? 0 : await sizeOf(this.#part);
    let reply = await this.#get(have);
    if (reply.status === 404) {
      await reply.body?.cancel();
      await this.#discard();
      return undefined;
    }
    // The server did not go along, or has another version by now: from the start.
    const continues = reply.status === 206 && reply.start === have && tagOf(reply) === known;
    const complete = reply.status === 416 && tagOf(reply) === known && reply.size === have;
    if (complete) {
      await reply.body?.cancel();
      return reply;
    }
    if (have > 0 && !continues && reply.status !== 200) {
      await reply.body?.cancel();
      await this.#discard();
      reply = await this.#get(0);
    }
    if (reply.status !== 200 && !(continues && reply.status === 206)) {
      await reply.body?.cancel();
      throw this.#refused(reply.status);
    }
    const size = reply.size ?? 0;
    if (size > wanted.limit) {
      await reply.body?.cancel();
      throw hub.failure(`${this.#name} has ${size} bytes, more than a model's may have (${wanted.limit})`);
    }
    const start = continues ? have : 0;
    await writeFile(this.#tagFile, tagOf(reply));
    await this.#write(reply, start);
    watch.progress(await sizeOf(this.#part), size);
    return reply;
  }

  /** Reads the body into the file, from byte `start` on. */
  async #write(reply: Reply, start: number): Promise<void> {
    const { wanted, watch, hub } = this;
    const file = await open(this.#part, start > 0 ? 'a' : 'w');
    const reader = reply.body?.getReader();
    let done = start;
    try {
      for (let piece = await this.#read(reader); piece !== undefined; piece = await this.#read(reader)) {
        await file.appendFile(piece);
        done += piece.byteLength;
        this.#downloaded += piece.byteLength;
        if (done > (reply.size ?? wanted.limit)) {
          throw hub.failure(`${this.#name} is longer than the server said, or than a model's file may be`);
        }
        watch.progress(done, reply.size ?? 0);
      }
      // Before it takes its name, so that a power cut leaves no empty file of that name.
      await file.sync();
    } finally {
      await file.close();
      await reader?.cancel().catch(() => undefined);
    }
    if (reply.size !== undefined && done < reply.size) {
      throw new Broken(`${done} of ${reply.size} bytes came`);
    }
  }

  /** The next piece; undefined at the end. */
  async #read(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Uint8Array | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Broken('the server fell silent')), SILENT_MS);
    });
    try {
      return (await Promise.race([reader?.read(), silence]))?.value;
    } catch (thrown) {
      if (this.watch.signal.aborted) {
        throw stopped(this.watch.signal.reason);
      }
      throw thrown instanceof Broken ? thrown : new Broken('the connection was lost', { cause: thrown });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks; what may be better in a moment is {@link Broken}. */
  async #get(from: number): Promise<Reply> {
    let reply: Reply;
    try {
      reply = await this.hub.get(this.wanted.url, from, this.watch.signal);
    } catch (thrown) {
      if (thrown instanceof BeadloomError && thrown.code === 'download_failed' && this.#downloaded > 0) {
        throw new Broken(thrown.message, { cause: thrown });
      }
      throw thrown;
    }
    if (reply.status >= 500 || reply.status === 429 || reply.status === 408) {
      await reply.body?.cancel();
      throw new Broken(`the server answered ${reply.status}`);
    }
    return reply;
  }

  /** Compares with the checksum and gives the file its name. */
  async #complete(reply: Reply): Promise<Fetched> {
    const { checksum } = reply;
    const bytes = await sizeOf(this.#part);
    const found = await hashes(this.#part, bytes);
    if (checksum !== undefined && found[checksum.kind] !== checksum.hex) {
      await this.#discard();
      throw new BeadloomError({
        code: 'bad_checksum',
        message: `${this.#name} came damaged: its ${named(checksum)} is ${found[checksum.kind]}, not ${checksum.hex}`,
        hint: 'the download was deleted; run the command again. If that does not help, the server or a proxy changes the file',
      });
    }
    await rename(this.#part, this.wanted.target);
    return {
      bytes,
      downloaded: this.#downloaded,
      sha256: found.sha256,
      verified: checksum !== undefined,
      revision: reply.revision,
    };
  }

  async #discard(): Promise<void> {
    await rm(this.#part, { force: true });
    await rm(this.#tagFile, { force: true });
  }

  #refused(status: number): BeadloomError {
    const { host } = this.hub;
    if (status === 401 || status === 403) {
      return this.hub.failure(`${host} has no such model, or access to it is restricted (${status})`);
    }
    return this.hub.failure(`${host} answered ${status} for ${this.#name}`);
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.watch;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end, { once: true });
    });
    if (signal.aborted) {
      throw stopped(signal.reason);
    }
  }

  get #name(): string {
    return this.wanted.url.pathname.split('/').at(-1) ?? '';
  }
}

/** A connection that did not hold; the next may. */
class Broken extends Error {}

/** What is written down beside a part: with another tag or size the part is of another file. */
function tagOf(reply: Reply): string {
  return `${reply.tag ?? ''} ${reply.size ?? ''}`.trim();
}

function named({ kind }: Checksum): string {
  return kind === 'sha256' ? 'SHA-256' : 'Git hash';
}

/** Of the content, and of it as Git hashes a file: with its length in front. */
async function hashes(path: string, bytes: number): Promise<{ sha256: string; git: string }> {
  const sha256 = createHash('sha256');
  const git = createHash('sha1').update(`blob ${bytes}\0`);
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
    sha256.update(piece as Buffer);
    git.update(piece as Buffer);
  }
  return { sha256: sha256.digest('hex'), git: git.digest('hex') };
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(ignoreMissing);
  return found?.isFile() ? found.size : 0;
}

function ignoreMissing(thrown: unknown): undefined {
  if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') {
    throw thrown;
  }
}

/** Failures of the file system in our words. */
export function fromSystem(thrown: unknown, path: string): unknown {
  const code = thrown instanceof BeadloomError ? undefined : (thrown as NodeJS.ErrnoException).code;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new BeadloomError(
        {
          code: 'disk_full',
          message: 'the disk is full',
          path,
          hint: 'make room; the same command continues the download',
        },
        { cause: thrown },
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
      return new BeadloomError(
        {
          code: 'not_writable',
          message: 'the folder of models cannot be written',
          path,
          hint: 'set XDG_CACHE_HOME to use another cache folder',
        },
        { cause: thrown },
      );
    default:
      return thrown;
  }
}
