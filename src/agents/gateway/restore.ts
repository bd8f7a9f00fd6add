import { dirname } from 'node:path';

import type { MovedServer } from '../../model/answers.js';
import { BeadloomError, usage } from '../../model/error.js';
import { readWhole } from '../../yaml/files.js';
import { gatewayServers, withoutServers } from '../../yaml/gateway.js';
import { readSecrets, writeSecrets } from '../../yaml/private.js';
import { removeEmptyFolders, takeAway } from '../../yaml/removal.js';
import { inFile } from '../setup.js';
import type { AgentTool } from '../tools.js';
import { withoutGateway } from './entry.js';
import { withServersOf } from './found.js';
import { hashOf, readMoves, writeMoves, type Move } from './record.js';

/** What is to be taken back. */
export interface Restored {
  tool: AgentTool;
  /** The program's file, absolute. */
  place: string;
  path: string;
  /** The gateway's configuration, absolute. */
  config: string;
  configPath: string;
  /** The project, or the user's folder: folders below that are empty afterwards go. */
  top: string;
}

/**
 * Puts the servers of a program back into its file and takes the gateway out. A file that is as it was left gets its old bytes;
 * one that was changed since keeps the changes.
 */
export function restore({ tool, place, path, config, configPath, top }: Restored): {
  servers: MovedServer[];
  removed: boolean;
} {
  const moves = readMoves(config);
  const own = moves.filter((move) => move.place === place);
  const others = moves.filter((move) => move.place !== place);
  const text = readWhole(place, path);
  const servers: MovedServer[] = [];
  const next = inFile(path, text, () => undone(tool, text, own));
  const changed = text !== undefined && next !== undefined && next !== text;
  if (changed) {
    takeAway({ path, place, text, next }, top);
  } else if (text === undefined && typeof next === 'string') {
    throw usage(
      `${path} is gone, and its servers are in ${configPath}`,
      `make the file, then run this again`,
    );
  }
  for (const one of own.flatMap((move) => move.servers)) {
    servers.push({ name: one.name, server: one.server, outcome: 'restored', reason: null });
  }
  forget(config, configPath, own, others);
  removeEmptyFolders(dirname(config), top);
  return { servers, removed: changed || own.length > 0 };
}

/** The file as it was: move for move where nothing came between, else with what is missing. */
function undone(
  tool: AgentTool,
  text: string | undefined,
  moves: readonly Move[],
): string | null | undefined {
  let now: string | null | undefined = text;
  let left = [...moves];
  for (;;) {
    const last = left.at(-1);
    if (last === undefined) {
      return typeof now === 'string' && moves.length === 0 ? withoutGateway(tool, now) : now;
    }
    if (typeof now !== 'string' || hashOf(now) !== last.after) {
      break;
    }
    now = last.before;
    left = left.slice(0, -1);
  }
  // Somebody changed the file since.
  const servers = left.flatMap((move) => move.servers);
  const base = now ?? '';
  const whole = tool.form !== 'toml' && base.trim() === '' ? '{}\n' : base;
  const filled = withServersOf(tool, whole, servers);
  const without = withoutGateway(tool, filled);
  return without === undefined ? filled : without;
}

/** Takes out of the configuration what came with these moves, unless somebody else needs or changed it. */
function forget(config: string, path: string, own: readonly Move[], others: readonly Move[]): void {
  const needed = new Set(others.flatMap((move) => move.servers.map(({ server }) => server)));
  const text = readWhole(config, path);
  const there = text === undefined ? undefined : gatewayServers(text);
  const gone = own
    .flatMap((move) => move.servers)
    .filter(({ server }) => !needed.has(server))
    .filter(({ server, entry }) => {
      const now = there?.get(server);
      return now === undefined || JSON.stringify(now) === JSON.stringify(entry);
    });
  if (text !== undefined && gone.length > 0) {
    const next = withoutServers(
      text,
      gone.map(({ server }) => server),
    );
    if (next === undefined) {
      throw new BeadloomError({
        code: 'usage',
        message: `the format of ${path} does not allow removing servers`,
        path,
        hint: 'take them out by hand; the file of the program is as it was',
      });
    }
    if (next !== text) {
      takeAway({ path, place: config, text, next }, dirname(config));
    }
  }
  const kept = new Set(others.flatMap((move) => move.servers.flatMap(({ secrets }) => secrets)));
  const after = readWhole(config, path) ?? '';
  const secrets = Object.entries(readSecrets(config)).filter(
    ([name]) =>
      kept.has(name) ||
      after.includes(`\${${name}`) ||
      !own.some((move) => move.servers.some((one) => one.secrets.includes(name))),
  );
  writeSecrets(config, Object.fromEntries(secrets));
  writeMoves(config, others);
}
