import { createServer, type Server, type Socket } from 'node:net';

import {
  ProgressType,
  ResponseError,
  type CancellationToken,
  type MessageConnection,
} from 'vscode-jsonrpc/node';

import type { DaemonAnswer, Error as ErrorFields } from '../model/answers.js';
import { TRAITS, type RequestName } from '../model/requests.js';
import type { Native } from '../native/load.js';
import type { NativeEngine } from '../native/native.js';
import { VERSION } from '../model/version.js';
import { overSocket } from './connection.js';
import { deciding } from './environment.js';
import { changesOf, IndexRefresher, type RefreshEvent } from './refresher.js';
import type { DaemonLog } from './log.js';
import {
  ALIVE,
  ALIVE_MS,
  LIMITS,
  METHODS,
  PROTOCOL,
  REFUSALS,
  type RequestParams,
  type Hello,
  type NoteParams,
} from './protocol.js';

/** Milliseconds within which a client says hello. */
const HELLO_MS = 10_000;

/** Milliseconds that requests have for their end when the daemon ends. */
const FINISH_MS = 3_000;

/** Milliseconds that an answer waits for a refresh that is under way; then it says what is stale. */
const REFRESH_MS = 2_000;

const PROGRESS = new ProgressType<unknown>();

/** What one answer tells of a daemon that lives. */
export type DaemonStatus = Omit<DaemonAnswer, 'version' | 'outcome' | 'reason' | 'socket'>;

/** Answers for one project, and keeps its index fresh, until it is told to end or has a reason to. */
export class Daemon {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #began = performance.now();
  #asked = performance.now();
  #requests = 0;
  #running = 0;
  #ending: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #refresher: IndexRefresher;
  /** Of what runs. */
  readonly #cancels = new Set<() => void>();
  #whenQuiet: (() => void) | undefined;

  constructor(
    private readonly native: Native,
    private readonly engine: NativeEngine,
    private readonly root: string,
    private readonly log: DaemonLog,
    private readonly ended: () => void,
  ) {
    this.#refresher = new IndexRefresher(native, engine, { paths: false, polls: false }, (news) =>
      this.#note(news),
    );
    this.#server = createServer((socket) => this.#welcome(socket));
    this.#server.on('error', (error) => void this.end(`the socket failed: ${error.message}`));
  }

  /** Listens at a socket or pipe. */
  listen(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(address, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }

  /** Brings the index up to date, and from then on whenever files change. */
  watch(): void {
    this.#waitForIdle();
    this.#refresher.start();
  }

  /** What the settings of now say of how long it stays; undefined where there shall be none. */
  get idleLimit(): number | undefined {
    const { wanted, idleMs } = this.engine.daemonFacts();
    return wanted ? idleMs : undefined;
  }

  /** What the settings of now say of how much memory it may have, in bytes. */
  get memoryLimit(): number {
    return this.engine.daemonFacts().memoryBytes;
  }

  /** Gives back what it can make anew. `memories`: their index too. */
  giveBack(memories: boolean): void {
    this.engine.giveBack(memories);
  }

  /** Finishes what runs, or cancels it, and gives back all it has. */
  end(why: string): Promise<void> {
    this.#ending ??= this.#end(why);
    return this.#ending;
  }

  get facts(): DaemonStatus {
    const { idleMs, memoryBytes, generation, watching } = this.engine.daemonFacts();
    return {
      running: true,
      pid: process.pid,
      root: this.root,
      beadloom_version: VERSION,
      uptime_s: seconds(this.#began),
      idle_s: seconds(this.#asked),
      idle_limit_s: idleMs / 1000,
      requests: this.#requests,
      running_requests: this.#running,
      connections: this.#sockets.size,
      rss_bytes: process.memoryUsage.rss(),
      limits: { ...LIMITS, rss_bytes: memoryBytes },
      watching,
      index_generation: generation ?? null,
    };
  }

  async #end(why: string): Promise<void> {
    this.log.line(`ends: ${why}`);
    clearTimeout(this.#idle);
    this.#server.close();
    if (this.#running > 0) {
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#whenQuiet = resolve;
        }),
        pause(FINISH_MS),
      ]);
    }
    this.#cancels.forEach((cancel) => cancel());
    await Promise.race([this.#refresher.end(), pause(FINISH_MS)]);
    // What was answered is written before the connection goes.
    this.#sockets.forEach((socket) => socket.destroySoon());
    this.engine.close();
    this.ended();
  }

  #note(news: RefreshEvent): void {
    switch (news.what) {
      case 'refreshed': {
        const changes = changesOf(news.answer);
        if (changes !== undefined) {
          this.log.line(`refreshed: ${changes} in ${news.answer.duration_ms} ms`);
        }
        break;
      }
      case 'failed':
        this.log.line(`not refreshed: ${news.error.message} (${news.error.code})`);
        break;
      case 'unwatched':
        this.log.line(news.notice);
        break;
      case 'gone':
        void this.end('its index went away');
    }
  }

  #welcome(socket: Socket): void {
    if (this.#sockets.size >= LIMITS.connections || this.#ending !== undefined) {
      socket.destroy();
      return;
    }
    if (!this.#isOwn(socket)) {
      this.log.line('refused: a process of another user');
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    // What a client does that goes away is no trouble of ours.
    socket.on('error', () => undefined);
    const connection = overSocket(socket, (why) => this.log.line(`refused: ${why}`));
    const cancels = new Set<() => void>();
    let isKnown = false;
    const late = setTimeout(() => socket.destroy(), HELLO_MS);
    connection.onRequest((method: string, params: unknown, token: CancellationToken) => {
      switch (method) {
        case METHODS.hello: {
          this.#check(params as Partial<Hello> | null);
          isKnown = true;
          clearTimeout(late);
          return { protocol: PROTOCOL, version: VERSION, root: this.root, pid: process.pid };
        }
        case METHODS.status:
          return this.facts;
        case METHODS.stop:
          setImmediate(() => void this.end('it was stopped'));
          return this.facts;
        default:
          if (!isKnown) {
            throw new ResponseError(REFUSALS.unknown, 'say hello first');
          }
          return method === METHODS.note
            ? this.#keep(params as Partial<NoteParams> | null)
            : this.#answer(connection, method, params as Partial<RequestParams> | null, token, cancels);
      }
    });
    socket.on('close', () => {
      clearTimeout(late);
      this.#sockets.delete(socket);
      // Nobody waits for it.
      cancels.forEach((cancel) => cancel());
      connection.dispose();
    });
    connection.listen();
  }

  /** Whether a client is the user's own, as far as the system says; files of the socket let nobody else in either. */
  #isOwn(socket: Socket): boolean {
    // Node has no other way to a descriptor.
    const { _handle: handle } = socket as unknown as { _handle?: { fd?: number } };
    return typeof handle?.fd !== 'number' || this.native.isOwnPeer(handle.fd) !== false;
  }

  #check(hello: Partial<Hello> | null): void {
    const { protocol, version, root, environment } = hello ?? {};
    if (protocol !== PROTOCOL || version !== VERSION || root !== this.root) {
      throw new ResponseError(REFUSALS.other, `this is beadloom ${VERSION} for ${this.root}`);
    }
    if (environment !== undefined && environment !== deciding()) {
      throw new ResponseError(REFUSALS.other, 'it has another environment');
    }
  }

  /** Keeps a receipt, and says whether it could. The core reads the fields of the note. */
  #keep(noted: Partial<NoteParams> | null): boolean {
    const { note, sent, answer } = noted ?? {};
    if (
      typeof note !== 'object' ||
      note?.is !== 'answer' ||
      typeof sent !== 'string' ||
      (answer !== undefined && typeof answer !== 'string')
    ) {
      throw new ResponseError(REFUSALS.unknown, 'there is no such note');
    }
    if (this.#ending !== undefined) {
      throw new ResponseError(REFUSALS.ending, 'it ends');
    }
    return this.engine.note(JSON.stringify(note), sent, answer);
  }

  async #answer(
    connection: MessageConnection,
    name: string,
    asked: Partial<RequestParams> | null,
    token: CancellationToken,
    cancels: Set<() => void>,
  ): Promise<string> {
    const { request, progressToken } = asked ?? {};
    if (!isRelayed(name) || typeof request !== 'object' || request === null) {
      throw new ResponseError(REFUSALS.unknown, 'there is no such request');
    }
    if (this.#ending !== undefined) {
      throw new ResponseError(REFUSALS.ending, 'it ends');
    }
    if (this.#running >= LIMITS.requests) {
      throw new ResponseError(REFUSALS.busy, 'it has too much to do');
    }
    this.#running += 1;
    const cancellation = new this.native.Cancellation();
    const cancel = () => cancellation.cancel();
    cancels.add(cancel);
    this.#cancels.add(cancel);
    token.onCancellationRequested(cancel);
    const alive = setInterval(() => void connection.sendNotification(ALIVE).catch(() => undefined), ALIVE_MS);
    try {
      await this.#isFresh(request);
      const report =
        typeof progressToken === 'number'
          ? (_: unknown, json: string) =>
              void connection.sendProgress(PROGRESS, progressToken, JSON.parse(json))
          : null;
      const { value, error } = await this.engine.call(name, JSON.stringify(request), cancellation, report);
      if (error !== undefined) {
        const fields = JSON.parse(error) as ErrorFields;
        throw new ResponseError(REFUSALS.answered, fields.message, fields);
      }
      const text = value ?? '';
      if (Buffer.byteLength(text) > LIMITS.result_bytes) {
        throw new ResponseError(REFUSALS.tooLarge, 'the answer is too large');
      }
      return text;
    } finally {
      clearInterval(alive);
      cancels.delete(cancel);
      this.#cancels.delete(cancel);
      this.#running -= 1;
      this.#requests += 1;
      this.#asked = performance.now();
      this.#waitForIdle();
      if (this.#running === 0) {
        this.#whenQuiet?.();
      }
    }
  }

  /** Of two that bring the index up to date, one would give up soon: an answer waits for the one that is at it. */
  async #isFresh(request: object): Promise<void> {
    const { refresh = 'auto' } = request as { refresh?: unknown };
    if (refresh === 'auto' && this.#refresher.refreshing !== undefined) {
      await Promise.race([this.#refresher.refreshing, pause(REFRESH_MS)]);
    }
  }

  #waitForIdle(): void {
    clearTimeout(this.#idle);
    if (this.#running === 0 && this.#ending === undefined) {
      const limit = Math.min(this.idleLimit ?? 0, 2 ** 31 - 1);
      this.#idle = setTimeout(() => void this.end('it was idle'), limit);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function seconds(since: number): number {
  return Math.floor((performance.now() - since) / 1000);
}

function isRelayed(name: string): name is RequestName {
  return Object.hasOwn(TRAITS, name) && TRAITS[name as RequestName]?.relayed === true;
}
