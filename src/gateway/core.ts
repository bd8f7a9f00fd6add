import { basename, dirname, join } from 'node:path';

import type { Error as ErrorFields } from '../model/answers.js';
import { BeadloomError } from '../model/error.js';
import { finished, started } from '../api/running.js';
import type { GatewayCalls, GatewayHold, GatewayTool } from '../native/gateway.js';
import { loadNative } from '../native/load.js';
import type { NativeGateway } from '../native/native.js';
import { placeInside } from '../yaml/files.js';
import type { Json } from './wire.js';

/** A tool as the core knows it. */
export type CoreTool = Omit<GatewayTool, 'input_schema' | 'output_schema' | 'annotations' | 'extra'> & {
  input_schema: Json;
  output_schema?: Json;
  annotations?: Json;
  extra?: Json;
};

/** Why a tool waits for an approval. */
export type Held = GatewayHold;

/** Where the core keeps what it knows, relative to the root. */
export const GATEWAY_DATABASE = '.beadloom/gateway.db';

/** The core of the gateway: what it knows of tools, finds among them and learned. */
export class Core {
  readonly #native: NativeGateway;

  /** @param root of the project */
  constructor(root: string) {
    const native = loadNative();
    this.#native = new native.NativeGateway(
      join(placeInside(root, dirname(GATEWAY_DATABASE)), basename(GATEWAY_DATABASE)),
    );
  }

  /** @throws BeadloomError */
  async ask<Name extends keyof GatewayCalls>(
    name: Name,
    request: GatewayCalls[Name]['request'],
  ): Promise<GatewayCalls[Name]['answer']> {
    const { Cancellation } = loadNative();
    const cancellation = new Cancellation();
    started(cancellation);
    try {
      const { value, error } = await this.#native.call(name, JSON.stringify(request), cancellation);
      if (typeof value !== 'string') {
        throw new BeadloomError(JSON.parse(error ?? 'null') as ErrorFields);
      }
      return JSON.parse(value) as GatewayCalls[Name]['answer'];
    } finally {
      finished(cancellation);
    }
  }

  /** Tells it something that nobody waits for. */
  tell<Name extends keyof GatewayCalls>(name: Name, request: GatewayCalls[Name]['request']): void {
    void this.ask(name, request).catch(() => undefined);
  }

  /** Gives the file up. */
  close(): void {
    this.#native.close();
  }
}
