import type { ChildProcess } from 'node:child_process';

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';

import { Lines } from '../mcp/lines.js';
import { environmentOf } from './environment.js';
import { type Reach, withoutSecrets } from './server-config.js';
import { watchdog } from './watchdog.js';

/** Characters of what a server said last on stderr that are kept. */
const KEPT = 4_000;

/** A line that says what went wrong. */
const COMPLAINT = /^(?!at ).*(?:error|exception|fatal|cannot|failed|denied|not found|no such)/i;

/** How long a server has to end once its stdin is closed, and once it is told to, in milliseconds. */
const GRACE_MS = 2_000;

/** How long is waited for the word of how it ended, in milliseconds. */
const EXIT_MS = 300;

/**
 * A server as a process of its own, spoken with by lines on its stdin and stdout. It ends with this process: its stdin closes
 * then, whatever ended us.
 */
export class Child implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  /** By these two the client knows that it speaks with a process. */
  readonly stderr: null = null;
  pid: number | null = null;

  #child: ChildProcess | undefined;
  #lines: Lines | undefined;
  #said = '';
  #closed = false;
  #ended: string | undefined;
  #exited: Promise<void> = Promise.resolve();

  constructor(
    private readonly reach: Reach & { kind: 'stdio' },
    private readonly secrets: readonly string[],
    private readonly environment: NodeJS.ProcessEnv = process.env,
  ) {}

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.reach;
    const child = spawn(command, args, {
      cwd,
      env: environmentOf(this.environment, env),
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that what a launcher such as npx starts ends with it; Windows has no groups.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    this.pid = child.pid ?? null;
    if (child.pid !== undefined) {
      watchdog.add(child.pid);
    }
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const said = this.#said + text;
      // Of a line whose beginning is lost it could not be seen that it holds a secret.
      this.#said = said.length <= KEPT ? said : said.slice(-KEPT).replace(/^[^\n]*\n?/, '');
    });
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#ended = signal === null ? `it ended with ${code}` : `it was ended by ${signal}`;
        this.#forget();
        resolve();
      });
      child.once('error', () => resolve());
    });
    if (child.stdout === null || child.stdin === null) {
      throw new Error('the process has no pipes');
    }
    const lines = new Lines(child.stdout, child.stdin, {
      refused: (id, _code, message) => this.#refused(id, message),
    });
    this.#lines = lines;
    Object.assign(lines, {
      onmessage: (message: JSONRPCMessage) => this.onmessage?.(message),
      // The pipe closes before the system says how the process ended.
      onclose: () => void within(this.#exited, EXIT_MS).then(() => this.close()),
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', () => void lines.start().then(resolve, reject));
      child.once('error', (error: NodeJS.ErrnoException) => {
        this.#ended = error.code === 'ENOENT' ? `there is no program ${command}` : error.message;
        reject(new Error(this.#ended));
        this.#gone();
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#lines === undefined || this.#closed) {
      throw new Error(this.why());
    }
    await this.#lines.send(message);
  }

  /** Why there is nothing to speak with any more: how it ended, and its last words. */
  why(): string {
    const lines = this.#said.split('\n').map((line) => line.trim());
    // What went wrong stands before hints and stacks.
    const last =
      lines.findLast((line) => COMPLAINT.test(line)) ?? lines.findLast((line) => line !== '') ?? '';
    const words = last === '' ? '' : `: ${withoutSecrets(last, this.secrets).slice(0, 300)}`;
    return `${this.#ended ?? 'it does not answer'}${words}`;
  }

  /** Ends it, and what it started: politely first. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#gone();
    const child = this.#child;
    if (child === undefined || child.pid === undefined) {
      return;
    }
    child.stdin?.end();
    if (await within(this.#exited, GRACE_MS)) {
      await this.#endRest();
      return;
    }
    this.#signal('SIGTERM');
    if (!(await within(this.#exited, GRACE_MS))) {
      this.#signal('SIGKILL');
      await this.#exited;
    }
    await this.#endRest();
  }

  /** Ends it at once, where nobody can wait. */
  kill(): void {
    this.#signal('SIGKILL');
  }

  #refused(id: string | number | null, message: string): void {
    if (message.startsWith('the message is longer')) {
      // Whose answer it was cannot be known: nothing of this connection can be relied on.
      this.#ended = `it sent a message that is too long (${message})`;
      void this.close();
      return;
    }
    // What else is no message on its stdout is somebody's debugging, and passed over.
    if (id !== null) {
      this.onmessage?.({
        jsonrpc: '2.0',
        id,
        error: { code: -32603, message: `the server's answer is not a valid message: ${message}` },
      });
    }
  }

  #gone(): void {
    if (!this.#closed) {
      this.#closed = true;
      void this.#lines?.close();
      this.onclose?.();
    }
  }

  /** What it started may be there still. */
  async #endRest(): Promise<void> {
    this.#signal('SIGTERM');
    for (let waited = 0; waited < GRACE_MS && !this.#forget(); waited += EXIT_MS / 10) {
      await new Promise((resolve) => {
        setTimeout(resolve, EXIT_MS / 10);
      });
    }
    if (!this.#forget()) {
      this.#signal('SIGKILL');
    }
  }

  /** Nobody needs to end a group in which nothing is any more; its number may be another's later. */
  #forget(): boolean {
    const pid = this.#child?.pid;
    if (pid === undefined) {
      return true;
    }
    if (process.platform === 'win32') {
      watchdog.remove(pid);
      return true;
    }
    try {
      process.kill(-pid, 0);
      return false;
    } catch {
      watchdog.remove(pid);
      return true;
    }
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) {
      return;
    }
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, signal);
    } catch {
      // It is gone.
    }
  }
}

async function within(what: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([what.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
