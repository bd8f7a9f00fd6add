import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';

import type { MovedServer, SetupMcpAnswer } from '../../model/answers.js';
import { BeadloomError, usage } from '../../model/error.js';
import { makeFolder, placeInside, readWhole, writeOutput } from '../../yaml/files.js';
import { gatewayServers, withServers } from '../../yaml/gateway.js';
import { readSecrets, writeSecrets } from '../../yaml/private.js';
import { takeAway } from '../../yaml/removal.js';
import {
  contentOf,
  inFile,
  isOurs,
  placeOf,
  serverCommand,
  shown,
  toolOf,
  type SetupMcpChange,
} from '../setup.js';
import type { AgentTool } from '../tools.js';
import { GATEWAY, isGateway, withGateway } from './entry.js';
import { foundServers, withoutServersOf, type FoundServer } from './found.js';
import { PROJECT_CONFIG, userConfig } from './places.js';
import { hashOf, readMoves, writeMoves, type Move, type MovedRecord } from './record.js';
import { SecretNames } from './secrets.js';
import { gatewayServer, StaysError } from './translate.js';
import { restore } from './restore.js';

/**
 * Moves the servers of a program's file into the configuration of the gateway, and leaves the gateway in their place, or takes
 * that back. In the order in which it writes, a run that is killed leaves every server in one of both files.
 *
 * @throws BeadloomError `usage` with its place where a file is broken or a name is taken
 */
export function setupGateway(change: SetupMcpChange): SetupMcpAnswer {
  const tool = toolOf(change.tool);
  const everywhere = change.global || tool.project === undefined;
  const place = placeOf(change, tool);
  const config = change.global ? userConfig(change.platform) : placeInside(change.root, PROJECT_CONFIG);
  const where = change.global
    ? ['--config', config]
    : everywhere
      ? ['--project', realpathSync(change.root)]
      : [];
  const [program, ...args] = serverCommand(change, ['gateway', 'serve']);
  const command: [string, ...string[]] = [program, ...args, ...where];
  const answer = {
    version: 1 as const,
    tool: tool.name,
    path: shown(change.root, place),
    command,
    content: null,
  };
  const configPath = shown(change.root, config);
  const outcome = (servers: MovedServer[], secrets: string[] = []) => ({
    config: configPath,
    servers,
    secrets,
  });
  if (change.what === 'print') {
    const content = contentOf(tool, command, GATEWAY);
    return { ...answer, outcome: 'printed', content, gateway: outcome([]) };
  }
  if (change.what === 'remove') {
    const { servers, removed } = restore({
      tool,
      place,
      path: answer.path,
      config,
      configPath,
      top: change.global ? homedir() : realpathSync(change.root),
    });
    return { ...answer, outcome: removed ? 'removed' : 'absent', gateway: outcome(servers) };
  }
  const text = readWhole(place, answer.path);
  const moves = readMoves(config);
  const kept = moves.filter((move) => !(move.place === place && move.before === text));
  const secrets = new SecretNames(readSecrets(config));
  const before = readWhole(config, configPath);
  const there = configured(before, configPath);
  const plan = inFile(answer.path, text, () => planOf(tool, text ?? '', there, secrets));
  const hasServers = there.size > 0 || plan.moved.length > 0;
  if (!hasServers) {
    throw usage(
      `${answer.path} has no server to move, and ${configPath} names none`,
      `add servers to ${configPath} as docs/gateway.md says, then run this again`,
    );
  }
  const added = new Map(
    plan.moved.filter(({ server }) => !there.has(server)).map(({ server, entry }) => [server, entry]),
  );
  const nextConfig = withServers(before, added);
  if (nextConfig === undefined) {
    throw new BeadloomError({
      code: 'usage',
      message: `the format of ${configPath} does not allow adding servers`,
      path: configPath,
      hint: 'write its servers below each other, without braces',
    });
  }
  const names = plan.moved.map(({ name }) => name);
  const next = inFile(answer.path, text, () => {
    // The gateway's entry is there before the others go: so no object becomes empty meanwhile.
    const both = withGateway(tool, text, command);
    return names.length === 0 ? both : withoutServersOf(tool, both, names);
  });
  if (next !== text) {
    writeSecrets(config, secrets.all);
    const move: Move = {
      tool: tool.name,
      place,
      before: text ?? null,
      after: hashOf(next),
      servers: plan.moved,
    };
    writeMoves(config, [...kept, move]);
    if (added.size > 0) {
      replace(config, configPath, before, nextConfig);
    }
    replace(place, answer.path, text, next);
  }
  const hadGateway = text !== undefined && isGateway(tool, text);
  return {
    ...answer,
    outcome: next === text ? 'unchanged' : hadGateway ? 'updated' : 'installed',
    gateway: outcome(plan.servers, secrets.used),
  };
}

function configured(text: string | undefined, path: string): Map<string, unknown> {
  const servers = text === undefined ? new Map<string, unknown>() : gatewayServers(text);
  if (servers === undefined) {
    throw new BeadloomError({
      code: 'usage',
      message: `${path} is not a configuration of the gateway`,
      path,
      hint: 'correct it, then run this again',
    });
  }
  return servers;
}

interface Plan {
  moved: MovedRecord[];
  servers: MovedServer[];
}

function planOf(
  tool: AgentTool,
  text: string,
  there: ReadonlyMap<string, unknown>,
  secrets: SecretNames,
): Plan {
  const plan: Plan = { moved: [], servers: [] };
  const taken = new Map(there);
  for (const found of foundServers(tool, text)) {
    if (found.name === GATEWAY) {
      continue;
    }
    const keep = (server: string, reason: string) =>
      plan.servers.push({ name: found.name, server, outcome: 'kept', reason });
    if (isOurs(found.value)) {
      keep(found.name, 'it is the server of beadloom itself, which needs no gateway');
      continue;
    }
    const server = serverName(found.name);
    const own = new SecretNames(secrets.all);
    const made = planned(tool, server, found, own);
    if (typeof made === 'string') {
      keep(server, made);
      continue;
    }
    const other = taken.get(server);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(made.entry)) {
      keep(server, `the gateway has another server called ${server}`);
      continue;
    }
    taken.set(server, made.entry);
    secrets.take(own);
    plan.moved.push(made);
    plan.servers.push({ name: found.name, server, outcome: 'moved', reason: null });
  }
  return plan;
}

/** A server as it is recorded, or why it stays. */
function planned(
  tool: AgentTool,
  server: string,
  { name, value, text }: FoundServer,
  secrets: SecretNames,
): MovedRecord | string {
  try {
    const entry = gatewayServer(tool.name, server, value, secrets);
    return { name, server, value, text, entry, secrets: secrets.used };
  } catch (thrown) {
    if (thrown instanceof StaysError) {
      return thrown.message;
    }
    throw thrown;
  }
}

/** Characters of the name of a server. */
const MAX_NAME_CHARS = 64;

/** What the gateway calls a server: a part of the names of its tools. */
function serverName(name: string): string {
  const plain = name
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/_{2,}/g, '_')
    .replaceAll(/^[-_]+|[-_]+$/g, '');
  return plain === '' ? 'server' : plain.slice(0, MAX_NAME_CHARS);
}

function replace(place: string, path: string, before: string | undefined, next: string): void {
  if (before === undefined) {
    makeFolder(place);
    writeOutput(place, next);
  } else if (before !== next) {
    takeAway({ path, place, text: before, next }, dirname(place));
  }
}
