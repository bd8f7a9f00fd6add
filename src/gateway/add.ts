import { existsSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';

import type { GatewayAddAnswer } from '../model/answers.js';
import { BeadloomError, usage } from '../model/error.js';
import { readRegularText } from '../model/reading.js';
import { makeFolder, placeInside, readWhole, writeOutput } from '../yaml/files.js';
import { gatewayServers, withServers } from '../yaml/gateway.js';
import { readSecrets, writeSecrets } from '../yaml/private.js';
import { takeAway } from '../yaml/removal.js';
import { GATEWAY_FILE } from './config.js';
import { readServerJson } from './registry.js';

/** Bytes of a `server.json` at most. */
const MAX_FILE_BYTES = 1 << 20;

/** What is to be added. */
export interface Addition {
  root: string;
  /** The `server.json`. */
  file: string;
  /** What the gateway is to call it; otherwise its own name. */
  name?: string | undefined;
  /** The configuration, where it is not the project's. */
  config?: string | undefined;
  /** `NAME=VALUE`. */
  set: readonly string[];
}

/**
 * Adds a server of the MCP registry to the configuration. What is there stays byte for byte; secrets go to the private file.
 *
 * @throws BeadloomError `usage`, `not_readable`
 */
export function addServer({ root, file, name, config, set }: Addition): GatewayAddAnswer {
  const place = config === undefined ? placeInside(root, GATEWAY_FILE) : resolve(config);
  const path = config ?? GATEWAY_FILE;
  const read = readServerJson(textOf(file), file, givenBy(set));
  const server = name ?? read.name;
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(server) || server.includes('__')) {
    throw usage(
      `"${server}" is not the name of a server`,
      'letters, digits and _ . -, without __, at most 64; give another one behind the file',
    );
  }
  const before = readWhole(place, path);
  const there = before === undefined ? new Map<string, unknown>() : gatewayServers(before);
  const other = there?.get(server);
  const isThere = other !== undefined && JSON.stringify(other) === JSON.stringify(read.entry);
  if (other !== undefined && !isThere) {
    throw new BeadloomError({
      code: 'usage',
      message: `${path} has another server called ${server}`,
      path,
      hint: `give it another name: beadloom gateway add ${file} ${server}2`,
    });
  }
  const next = isThere ? before : withServers(before, new Map([[server, read.entry]]));
  if (next === undefined) {
    throw new BeadloomError({
      code: 'usage',
      message: `the format of ${path} does not allow adding a server`,
      path,
      hint: 'write its servers below each other, without braces and aliases',
    });
  }
  const known = readSecrets(place);
  if (Object.keys(read.secrets).length > 0) {
    writeSecrets(place, { ...known, ...read.secrets });
  }
  if (before === undefined) {
    makeFolder(place);
    writeOutput(place, next);
  } else if (next !== before) {
    takeAway({ path, place, text: before, next }, dirname(place));
  }
  const { command, args = [], url } = read.entry as { command?: string; args?: string[]; url?: string };
  const values = { ...known, ...read.secrets };
  return {
    version: 1,
    config: path,
    server,
    title: read.title,
    outcome: isThere ? 'unchanged' : 'added',
    starts: command === undefined ? [url ?? ''] : [command, ...args],
    wants: read.wants.filter((one) => values[one.name] === undefined && process.env[one.name] === undefined),
  };
}

function textOf(file: string): string {
  const place = isAbsolute(file) ? file : resolve(file);
  if (!existsSync(place)) {
    throw new BeadloomError({
      code: 'not_found',
      message: `there is no ${file}`,
      path: file,
      hint: 'a server.json, as the MCP registry has one for every server',
    });
  }
  return readRegularText(place, file, MAX_FILE_BYTES);
}

function givenBy(set: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    set.map((one) => {
      const at = one.indexOf('=');
      if (at < 1) {
        throw usage(
          `--set: "${one.slice(0, 100)}" is not NAME=VALUE`,
          'the name of an input of the server, and its value',
        );
      }
      return [one.slice(0, at), one.slice(at + 1)];
    }),
  );
}
