import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Error as ErrorFields, ModelPullAnswer, PulledFile } from '../model/answers.js';
import { BeadloomError, usage } from '../model/error.js';
import type { WorkOptions } from '../model/work.js';
import { loadNative } from '../native/load.js';
import { cacheFolder } from '../native/user-folders.js';
import { download, fromSystem, type Fetched } from './download.js';
import { Hub } from './hub.js';

const MIB = 2 ** 20;

/** A file of a model, or several of which the first that is there will do. */
interface Part {
  paths: readonly string[];
  limit: number;
  /** What the model cannot do without. */
  needed: boolean;
}

/** What says how the model is to be used. */
const SETTINGS: readonly Part[] = [
  { paths: ['config.json'], limit: 4 * MIB, needed: true },
  ...[
    'tokenizer_config.json',
    'sentence_bert_config.json',
    'config_sentence_transformers.json',
    'modules.json',
    '1_Pooling/config.json',
  ].map((path) => ({ paths: [path], limit: 4 * MIB, needed: false })),
  { paths: ['tokenizer.json', 'vocab.txt'], limit: 24 * MIB, needed: true },
];

/** The model itself, where hosts have it; the format ends at 2 GiB. */
const MODEL: Part = { paths: ['onnx/model.onnx', 'model.onnx'], limit: 2 ** 31 - 1, needed: true };

/** Progress is told this often, in milliseconds. */
const TELL_EVERY_MS = 100;

/**
 * Fetches a model by its name, `owner/name`, into the user's cache. Settings and vocabulary come first, so that a
 * model that beadloom cannot run is refused before its large file is fetched. The model appears, or replaces what is
 * there, once all of it is right.
 *
 * @throws BeadloomError `usage`, `download_failed`, `bad_checksum`, `bad_model`, `not_writable`, `disk_full`, `cancelled`
 */
export async function pullModel(name: string, options: WorkOptions = {}): Promise<ModelPullAnswer> {
  checkName(name);
  const hub = new Hub();
  const cache = cacheFolder();
  if (cache === undefined) {
    throw new BeadloomError({
      code: 'not_writable',
      message: 'no folder for models: the user has no home folder',
      hint: 'set XDG_CACHE_HOME',
    });
  }
  const models = join(cache, 'models');
  const incoming = join(models, '.incoming');
  const short = name.replace('/', '--');
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const release = lock(join(incoming, `${short}.lock`), name);
    try {
      return await new Pull(hub, name, join(incoming, short), join(models, short), options).run();
    } finally {
      release();
    }
  } catch (thrown) {
    throw fromSystem(thrown, models);
  }
}

class Pull {
  readonly #began = performance.now();
  readonly #files: PulledFile[] = [];
  #downloaded = 0;
  #revision: string | undefined;
  #told = 0;

  constructor(
    private readonly hub: Hub,
    private readonly name: string,
    private readonly staging: string,
    private readonly target: string,
    private readonly options: WorkOptions,
  ) {}

  async run(): Promise<ModelPullAnswer> {
    const native = loadNative();
    for (const part of SETTINGS) {
      await this.#fetch(part);
    }
    refuse(native.checkModelWords(this.staging));
    await this.#fetch(MODEL);
    await this.#tidy();
    refuse(native.checkModel(this.staging));
    await this.#put();
    const files = this.#files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const doubtful = files.filter(({ verified }) => !verified).map(({ path }) => path);
    return {
      version: 1,
      name: this.name,
      path: this.target,
      revision: this.#revision ?? null,
      files,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      downloaded_bytes: this.#downloaded,
      duration_ms: Math.round(performance.now() - this.#began),
      warning: doubtful.length > 0 ? `${this.hub.host} gave no checksum for ${doubtful.join(', ')}` : null,
    };
  }

  /** Fetches the first of the part's files that the host has. */
  async #fetch(part: Part): Promise<void> {
    for (const path of part.paths) {
      const found = await this.#download(path, part.limit);
      if (found !== undefined) {
        // All files are of one commit, though the branch may move meanwhile.
        this.#revision ??= found.revision;
        this.#downloaded += found.downloaded;
        const { bytes, sha256, verified } = found;
        this.#files.push({ path, bytes, sha256, verified });
        return;
      }
    }
    if (part.needed) {
      const what = part.paths.join(' nor ');
      const message = `${this.hub.host} has no ${what} of a model ${this.name}`;
      throw new BeadloomError({
        code: 'download_failed',
        message: part.paths.length > 1 ? message.replace(' has no ', ' has neither ') : message,
        hint:
          part === MODEL
            ? 'a model must have been exported to ONNX by its owner; BAAI/bge-small-en-v1.5 was'
            : 'check the name, which is owner/name; BAAI/bge-small-en-v1.5 is a good one',
      });
    }
  }

  #download(path: string, limit: number): Promise<Fetched | undefined> {
    const url = this.hub.fileUrl(this.name, this.#revision ?? 'main', path);
    const began = performance.now();
    let first: number | undefined;
    const progress = (done: number, total: number): void => {
      first ??= done;
      const now = performance.now();
      if (done !== total && now - this.#told < TELL_EVERY_MS) {
        return;
      }
      this.#told = now;
      const rate = Math.round(((done - first) * 1000) / Math.max(1, now - began));
      const remaining_ms = rate > 0 && total > 0 ? Math.round(((total - done) * 1000) / rate) : null;
      this.options.onProgress?.({ phase: 'download', done, total, rate, remaining_ms });
    };
    const signal = this.options.signal ?? new AbortController().signal;
    return download(this.hub, { url, target: join(this.staging, path), limit }, { signal, progress });
  }

  /** Takes away what an earlier version had and this one has not, and what the downloads wrote down. */
  async #tidy(): Promise<void> {
    const known = new Set(this.#files.map(({ path }) => path));
    const found = await readdir(this.staging, { recursive: true, withFileTypes: true });
    for (const entry of found.filter((one) => !one.isDirectory())) {
      const path = join(entry.parentPath, entry.name);
      if (!known.has(path.slice(this.staging.length + 1).replaceAll('\\', '/'))) {
        await rm(path, { force: true });
      }
    }
  }

  /** The model takes the place of an earlier one. */
  async #put(): Promise<void> {
    const old = `${this.staging}.old`;
    await rm(old, { recursive: true, force: true });
    const replaced = await rename(this.target, old).then(
      () => true,
      () => false,
    );
    try {
      await rename(this.staging, this.target);
    } catch (thrown) {
      if (replaced) {
        await rename(old, this.target);
      }
      throw thrown;
    }
    await rm(old, { recursive: true, force: true });
  }
}

/** Names become addresses and folders: both are of plain signs. */
function checkName(name: string): void {
  if (name === 'static' || name === 'default') {
    throw usage(
      `the model ${name} is part of beadloom; nothing to download`,
      'others are named owner/name, such as BAAI/bge-small-en-v1.5',
    );
  }
  if (!/^[A-Za-z0-9_][\w.-]{0,95}\/[A-Za-z0-9_][\w.-]{0,95}$/.test(name) || name.includes('--')) {
    throw usage(
      `${JSON.stringify(name.slice(0, 200))} is not a model name`,
      'a name is owner/name, such as BAAI/bge-small-en-v1.5',
    );
  }
}

function refuse(json: string | null | undefined): void {
  if (typeof json === 'string') {
    throw new BeadloomError(JSON.parse(json) as ErrorFields);
  }
}

/** One process at a time fetches a model. The lock is the system's, and ends with the process. */
function lock(path: string, name: string): () => void {
  let held;
  try {
    held = loadNative().NativeFileLock.tryAcquire(path);
  } catch (thrown) {
    throw Object.assign(new Error(`the lock ${path} cannot be taken`, { cause: thrown }), {
      code: (thrown as Error).message,
    });
  }
  if (held === null) {
    throw new BeadloomError({
      code: 'download_failed',
      message: `another process is fetching ${name} already`,
      hint: 'wait for it, or end it',
    });
  }
  return () => held.release();
}
