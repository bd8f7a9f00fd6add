import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { BeadloomError } from '../../model/error.js';
import type { GatewayServer } from '../../yaml/gateway.js';
import { privateFolder, readPrivateJson, writePrivateJson } from '../../yaml/private.js';

/** A server that went behind the gateway. */
export interface MovedRecord {
  name: string;
  /** What the gateway calls it. */
  server: string;
  /** What the program's file said. */
  value: unknown;
  /** As it was written, where that is more than its value says. */
  text: string | null;
  /** What the configuration says instead. */
  entry: GatewayServer;
  /** Its secrets, by name. */
  secrets: string[];
}

/** One run that changed a program's file. The newest stands last. */
export interface Move {
  tool: string;
  /** The program's file, absolute. */
  place: string;
  /** What it said before; null where there was none. */
  before: string | null;
  /** Hash of what it was made to say. */
  after: string;
  servers: MovedRecord[];
}

export function recordFile(config: string): string {
  return join(privateFolder(config), 'moved.json');
}

/**
 * What was moved behind a gateway, oldest first.
 *
 * @throws BeadloomError `not_readable`
 */
export function readMoves(config: string): Move[] {
  const place = recordFile(config);
  const value = readPrivateJson(place);
  if (value === undefined) {
    return [];
  }
  const { version, moves } = value as { version?: unknown; moves?: unknown };
  if (version !== 1 || !Array.isArray(moves) || !moves.every(isMove)) {
    throw new BeadloomError({
      code: 'not_readable',
      message: `${place} is not a record of moved servers`,
      path: place,
      hint: 'remove it; servers that were moved then stay in the configuration of the gateway',
    });
  }
  return moves;
}

/** The files that something was moved out of, each once. @throws BeadloomError `not_readable` */
export function movedPlaces(config: string): Array<Pick<Move, 'place' | 'tool'>> {
  const moves = readMoves(config);
  return moves
    .filter(({ place }, at) => moves.findIndex((move) => move.place === place) === at)
    .map(({ place, tool }) => ({ place, tool }));
}

export function writeMoves(config: string, moves: readonly Move[]): void {
  writePrivateJson(recordFile(config), moves.length === 0 ? undefined : { version: 1, moves });
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isMove(value: unknown): value is Move {
  const { tool, place, before, after, servers } = (value ?? {}) as Partial<Record<keyof Move, unknown>>;
  return (
    typeof tool === 'string' &&
    typeof place === 'string' &&
    (before === null || typeof before === 'string') &&
    typeof after === 'string' &&
    Array.isArray(servers) &&
    servers.every(isServer)
  );
}

function isServer(value: unknown): value is MovedRecord {
  const { name, server, secrets, entry } = (value ?? {}) as Partial<Record<keyof MovedRecord, unknown>>;
  return (
    typeof name === 'string' &&
    typeof server === 'string' &&
    Array.isArray(secrets) &&
    typeof entry === 'object' &&
    entry !== null
  );
}
