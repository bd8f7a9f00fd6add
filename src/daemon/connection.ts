import type { Socket } from 'node:net';

import {
  AbstractMessageReader,
  createMessageConnection,
  Disposable,
  SocketMessageWriter,
  type DataCallback,
  type Message,
  type MessageConnection,
} from 'vscode-jsonrpc/node';

import { Frames, LIMITS } from './protocol.js';

/** Milliseconds within which a message that was begun is there. */
const MESSAGE_MS = 10_000;

/** Reads messages of a bounded length; the library's own reader takes any. What is none ends the connection. */
class BoundedReader extends AbstractMessageReader {
  readonly #frames = new Frames(LIMITS.request_bytes);
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly refuse: (why: string) => void,
  ) {
    super();
  }

  listen(callback: DataCallback): Disposable {
    this.socket.on('data', (piece) => this.#take(piece, callback));
    this.socket.on('close', () => {
      clearTimeout(this.#timer);
      this.fireClose();
    });
    return Disposable.create(() => this.socket.destroy());
  }

  #take(piece: Buffer, callback: DataCallback): void {
    clearTimeout(this.#timer);
    try {
      for (const text of this.#frames.add(piece)) {
        const message = JSON.parse(text) as unknown;
        if (typeof message !== 'object' || message === null || Array.isArray(message)) {
          throw new Error('an invalid message');
        }
        callback(message as Message);
      }
    } catch (error) {
      this.refuse(
        error instanceof SyntaxError ? 'a message that is no JSON' : String((error as Error).message),
      );
      return;
    }
    if (this.#frames.isPartial) {
      this.#timer = setTimeout(() => this.refuse('a message that did not end'), MESSAGE_MS);
    }
  }
}

/** A connection over a socket. It ends with the socket, and ends it where what comes is no message. */
export function overSocket(socket: Socket, refused: (why: string) => void): MessageConnection {
  const refuse = (why: string) => {
    if (!socket.destroyed) {
      // What came stands in further lines, and in no log.
      refused(why.split('\n', 1)[0] ?? '');
      socket.destroy();
    }
  };
  const ignore = () => undefined;
  const logger = { error: refuse, warn: ignore, info: ignore, log: ignore };
  return createMessageConnection(new BoundedReader(socket, refuse), new SocketMessageWriter(socket), logger);
}
