import { randomBytes } from 'node:crypto';

import type { Notification } from '@modelcontextprotocol/client';

import { type Json, NoAnswer, RpcError } from './wire.js';

/** What a server of the earlier era asks. */
export interface Question {
  method: string;
  params?: Json | undefined;
}

/** A call during which a server may ask. */
interface Running {
  server: string;
  /** Who called: what is the same is the same client. */
  client: object;
  ask: (question: Question, signal: AbortSignal) => Promise<Json>;
  tell: (notification: Notification) => void;
}

/** A call of a client of the modern era, which waits for answers. */
interface Parked {
  server: string;
  /** Questions that were not passed on yet, by their keys. */
  asked: Map<string, Question>;
  answer: Map<string, { resolve: (answer: Json) => void; reject: (error: Error) => void }>;
  outcome: Promise<{ result: Json } | { error: unknown }>;
  wake: () => void;
  cancel: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** Begins the state by which a client comes back to a call that waits for it. */
const OURS = 'beadloom-call:';

/** How long a call waits for a client to come back, in milliseconds, and how many calls do at most. */
const PATIENCE_MS = 10 * 60_000;
const MAX_PARKED_QUESTIONS = 200;

/**
 * Brings what servers of the earlier era ask during a call to whoever called. To a client of that era it is a request; a client of the
 * modern era gets the question as the answer to its call, and calls again with what it answers.
 *
 * A server does not say which call its question belongs to. Where calls of one client alone are running, it is clear; where several
 * are, nobody is asked, because an answer would go to the wrong one.
 */
export class Questions {
  readonly #running = new Map<string, Set<Running>>();
  readonly #parked = new Map<string, Parked>();

  static isOurs(state: unknown): state is string {
    return typeof state === 'string' && state.startsWith(OURS);
  }

  /** The client that a server's question is for; undefined where that is not clear. */
  clientOf(server: string): Running['ask'] | undefined {
    const running = [...(this.#running.get(server) ?? [])];
    return new Set(running.map(({ client }) => client)).size === 1 ? running.at(-1)?.ask : undefined;
  }

  /** Passes on what a server says during the calls of one client; false where there are none, or of several. */
  tell(server: string, notification: Notification): boolean {
    const running = [...(this.#running.get(server) ?? [])];
    if (new Set(running.map(({ client }) => client)).size !== 1) {
      return false;
    }
    running.at(-1)?.tell(notification);
    return true;
  }

  /** A call of a client that can be asked while it waits. */
  async direct(running: Running, call: Promise<Json>): Promise<Json> {
    this.#begin(running);
    try {
      return await call;
    } finally {
      this.#end(running);
    }
  }

  /** A call of a client that cannot. */
  async during(
    of: {
      server: string;
      client: object;
      cancel: () => void;
      canAsk: (method: string) => boolean;
      tell: Running['tell'];
    },
    call: Promise<Json>,
    detach: () => void,
  ): Promise<Json> {
    const parked: Parked = {
      server: of.server,
      asked: new Map(),
      answer: new Map(),
      outcome: call.then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      ),
      wake: () => undefined,
      cancel: of.cancel,
      timer: undefined,
    };
    const running: Running = {
      server: of.server,
      client: of.client,
      tell: of.tell,
      ask: (question, signal) => {
        if (!of.canAsk(question.method)) {
          return Promise.reject(new RpcError(-32601, `the client cannot be asked for ${question.method}`));
        }
        return new Promise((resolve, reject) => {
          const key = `q${parked.answer.size + 1}`;
          parked.asked.set(key, question);
          parked.answer.set(key, { resolve, reject });
          signal.addEventListener(
            'abort',
            () => reject(new NoAnswer('cancelled', 'the server gave the question up')),
            { once: true },
          );
          parked.wake();
        });
      },
    };
    this.#begin(running);
    void parked.outcome.then(() => this.#end(running));
    return this.#next(parked, detach);
  }

  /**
   * The call goes on with what the client answers.
   *
   * @throws RpcError where nothing waits under that state
   */
  resume(state: string, server: string, answers: Json, signal: AbortSignal): Promise<Json> {
    const parked = this.#parked.get(state);
    if (parked === undefined || parked.server !== server) {
      return Promise.reject(
        new RpcError(-32602, 'Invalid or expired requestState', { reason: 'invalid_request_state' }),
      );
    }
    this.#parked.delete(state);
    clearTimeout(parked.timer);
    for (const [key, { resolve }] of parked.answer) {
      const answer = answers[key];
      if (typeof answer === 'object' && answer !== null) {
        parked.answer.delete(key);
        resolve(answer as Json);
      }
    }
    signal.addEventListener('abort', parked.cancel, { once: true });
    return this.#next(parked, () => signal.removeEventListener('abort', parked.cancel));
  }

  /** The result, or what is asked before there is one. */
  async #next(parked: Parked, detach: () => void): Promise<Json> {
    const question = new Promise<'asked'>((resolve) => {
      parked.wake = () => resolve('asked');
    });
    if (parked.asked.size > 0) {
      parked.wake();
    }
    const first = await Promise.race([parked.outcome, question]);
    // Whoever asked is answered: the call does not end with this exchange.
    detach();
    if (first !== 'asked') {
      if ('error' in first) {
        throw first.error;
      }
      return first.result;
    }
    const requests = Object.fromEntries(parked.asked);
    parked.asked.clear();
    const state = `${OURS}${randomBytes(18).toString('base64url')}`;
    this.#parked.set(state, parked);
    parked.timer = setTimeout(() => this.#giveUp(state), PATIENCE_MS);
    parked.timer.unref();
    const [oldest] = this.#parked.keys();
    if (this.#parked.size > MAX_PARKED_QUESTIONS && oldest !== undefined) {
      this.#giveUp(oldest);
    }
    return { resultType: 'input_required', inputRequests: requests, requestState: state };
  }

  #giveUp(state: string): void {
    const parked = this.#parked.get(state);
    this.#parked.delete(state);
    clearTimeout(parked?.timer);
    for (const { reject } of parked?.answer.values() ?? []) {
      reject(new RpcError(-32603, 'the client did not answer'));
    }
    parked?.cancel();
  }

  #begin(running: Running): void {
    const all = this.#running.get(running.server) ?? new Set();
    all.add(running);
    this.#running.set(running.server, all);
  }

  #end(running: Running): void {
    this.#running.get(running.server)?.delete(running);
  }
}
