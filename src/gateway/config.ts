import { existsSync } from 'node:fs';
import { basename, isAbsolute, relative, resolve } from 'node:path';

import { BeadloomError } from '../model/error.js';
import { readRegularText } from '../model/reading.js';
import { meant } from '../api/suggest.js';
import { placeInside } from '../yaml/files.js';
import { readSecrets } from '../yaml/private.js';
import { readTree } from '../yaml/tree.js';
import { MODES, type Mode } from './choices.js';
import { Fields } from './fields.js';
import { AUDIT_LEVELS, type AuditLevel } from './audit.js';
import { MAX_PROCESSES } from './pool.js';
import { MAX_PIECE_CHARS, RESULT_BOUNDS } from './results/results.js';
import { readServer, type ServerConfig } from './server-config.js';

/** A named set of servers and tools, with bounds of its own. */
export interface Profile {
  name: string;
  /** Names of servers. Without, all; an empty list means none. */
  servers: string[] | undefined;
  /** Globs of tools as they are shown, `server__tool`. Without, all; an empty list means none. */
  tools: string[] | undefined;
  /** Globs of tools as they are shown that are always listed. */
  pin: string[];
  mode: Mode | undefined;
  topK: number | undefined;
  /** How long a call may take at most, in milliseconds. */
  timeoutMs: number | undefined;
}

/** The settings of the gateway. */
export interface GatewayConfig {
  /** The file, as messages name it. */
  path: string;
  /** The file beside which private things are kept, absolute: this one, or that of the project where this one is another program's. */
  home: string;
  /** The file, absolute. */
  place: string;
  mode: Mode;
  /** Tokens of the list of all tools above which `auto` lists the means to search instead. */
  thresholdTokens: number;
  /** Tools that `filter` lists. */
  topK: number;
  /** How the texts of questions are kept. */
  privacy: 'text' | 'hash';
  /** Whether a definition that changed waits for an approval. */
  trust: 'pin' | 'always';
  learning: boolean;
  /** What compares meaning: `default`, `static`, or a transformer by its name or folder. */
  model: string;
  /** What is written down of calls. */
  audit: AuditLevel;
  /** Processes of servers at a time. */
  maxProcesses: number;
  /** Characters of a result, 0 for all; undefined where nobody said so: then only results of searched tools are cut. */
  maxResultChars: number | undefined;
  /** Bytes of an image or file that stands in a result itself. */
  maxInlineBytes: number;
  /** By name. */
  servers: ServerConfig[];
  profiles: Profile[];
}

/** Where the settings stand, relative to the root. */
export const GATEWAY_FILE = '.beadloom/gateway.yml';

const TOP_FIELDS = [
  'version',
  'servers',
  'mcpServers',
  'mode',
  'threshold_tokens',
  'top_k',
  'privacy',
  'trust',
  'learning',
  'model',
  'audit',
  'max_processes',
  'max_result_chars',
  'max_inline_bytes',
  'profiles',
] as const;

const PROFILE_FIELDS = ['servers', 'tools', 'pin', 'mode', 'top_k', 'timeout_ms'] as const;

/** Bounds of numbers, and what they are where nothing is said. */
const THRESHOLD_TOKENS = { bounds: [0, 10_000_000], preset: 8_000 } as const;
const TOP_K = { bounds: [1, 200], preset: 15 } as const;
const MAX_PROCESSES_BOUNDS = [1, 1_000] as const;
const MAX_RESULT_CHARS_BOUNDS = [0, MAX_PIECE_CHARS] as const;
const MAX_INLINE_BYTES_BOUNDS = [0, 64 << 20] as const;
const TIMEOUT_BOUNDS = [100, 24 * 60 * 60 * 1000] as const;

/** Bytes of the file at most. */
const MAX_FILE_BYTES = 1 << 20;

/** What a profile may be called: it stands in URLs. */
const PROFILE_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i;

/** Where settings are looked for, and what `${…}` in them may stand for. */
export interface ConfigPlace {
  root: string;
  /** A file that was named, relative to `from`. */
  config?: string | undefined;
  from?: string;
  environment: NodeJS.ProcessEnv;
}

/**
 * The settings of the gateway: those of a file that was named, else of `.beadloom/gateway.yml`.
 *
 * @throws BeadloomError `not_found` where there are none; else for the first thing that is wrong, with its place
 */
export function readConfig({ root, config, from = root, environment }: ConfigPlace): GatewayConfig {
  const place = config === undefined ? placeInside(root, GATEWAY_FILE) : resolve(from, config);
  const path = config === undefined ? GATEWAY_FILE : shownPath(root, place);
  if (!existsSync(place)) {
    throw new BeadloomError({
      code: 'not_found',
      message: `there is no ${path}`,
      hint:
        config === undefined
          ? `list the servers in ${GATEWAY_FILE}, or name a file that has mcpServers, such as --config .mcp.json`
          : '--config names a file with servers: or mcpServers:',
    });
  }
  const tree = readTree(path, readText(place, path));
  // Files of other programs have much besides their servers.
  const isOwn = /\.ya?ml$/.test(basename(path)) || config === undefined;
  const home = isOwn ? place : placeInside(root, GATEWAY_FILE);
  const known = { environment: { ...environment, ...readSecrets(home) }, root };
  const fields = new Fields(path, '', tree ?? { kind: 'map', entries: [], line: 1, column: 1 });
  if (isOwn) {
    fields.allow(TOP_FIELDS);
  }
  if (fields.has('servers') && fields.has('mcpServers')) {
    throw fields.error(
      'bad_value',
      'there are servers and mcpServers',
      'both mean the same: keep one',
      fields.spot('mcpServers'),
    );
  }
  const servers = fields.map(fields.has('servers') ? 'servers' : 'mcpServers');
  if (servers === undefined) {
    throw fields.error('missing_key', 'there are no servers', 'servers: maps names to commands or urls');
  }
  const list = servers.keys
    .map((name) => {
      const one = servers.map(name);
      if (one === undefined) {
        throw servers.error(
          'missing_key',
          `${name} has neither a command nor a url`,
          null,
          servers.spot(name),
        );
      }
      return readServer(name, one, known, isOwn);
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  mustDiffer(servers);
  const names = list.map(({ name }) => name);
  return {
    path,
    home,
    place,
    mode: fields.choice('mode', MODES) ?? 'auto',
    thresholdTokens: fields.whole('threshold_tokens', THRESHOLD_TOKENS.bounds) ?? THRESHOLD_TOKENS.preset,
    topK: fields.whole('top_k', TOP_K.bounds) ?? TOP_K.preset,
    privacy: fields.choice('privacy', ['text', 'hash']) ?? 'text',
    trust: fields.choice('trust', ['pin', 'always']) ?? 'pin',
    learning: fields.flag('learning') ?? true,
    model: fields.text('model') ?? 'default',
    audit: auditOf(fields),
    maxProcesses: fields.whole('max_processes', MAX_PROCESSES_BOUNDS) ?? MAX_PROCESSES,
    maxResultChars: fields.whole('max_result_chars', MAX_RESULT_CHARS_BOUNDS),
    maxInlineBytes: fields.whole('max_inline_bytes', MAX_INLINE_BYTES_BOUNDS) ?? RESULT_BOUNDS.inline,
    servers: list,
    profiles: readProfiles(fields.map('profiles'), names),
  };
}

/**
 * The profile of that name.
 *
 * @throws BeadloomError `not_found` with those that are near
 */
export function profileNamed({ profiles, path }: GatewayConfig, name: string): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (found === undefined) {
    const names = profiles.map((profile) => profile.name);
    throw new BeadloomError({
      code: 'not_found',
      message: `there is no profile ${name} in ${path}`,
      hint: names.length > 0 ? meant(name, names) : 'profiles: maps names to servers and tools',
    });
  }
  return found;
}

/** YAML reads `off` as a text, and people write `false`. */
function auditOf(fields: Fields): AuditLevel {
  const { tree } = fields;
  const value = tree.kind === 'map' ? tree.entries.find(({ key }) => key === 'audit')?.value : undefined;
  if (value?.kind === 'value' && typeof value.value === 'boolean') {
    return value.value ? 'names' : 'off';
  }
  return fields.choice('audit', AUDIT_LEVELS) ?? 'names';
}

function readProfiles(fields: Fields | undefined, servers: readonly string[]): Profile[] {
  return (fields?.keys ?? [])
    .map((name) => {
      const one = fields?.map(name);
      if (fields === undefined || one === undefined) {
        throw (fields as Fields).error(
          'missing_key',
          `the profile ${name} says nothing`,
          'an empty list means none: servers: []',
          (fields as Fields).spot(name),
        );
      }
      if (!PROFILE_NAME.test(name)) {
        throw one.error(
          'bad_value',
          `"${name}" is not the name of a profile`,
          'letters, digits, _ and -, at most 64',
          fields.spot(name),
        );
      }
      one.allow(PROFILE_FIELDS);
      const wanted = one.texts('servers');
      for (const server of wanted ?? []) {
        if (!servers.includes(server)) {
          throw one.error(
            'not_found',
            `the profile ${name} names an unknown server: ${server}`,
            meant(server, servers),
            one.spot('servers'),
          );
        }
      }
      return {
        name,
        servers: wanted,
        tools: one.texts('tools'),
        pin: one.texts('pin') ?? [],
        mode: one.choice('mode', MODES),
        topK: one.whole('top_k', TOP_K.bounds),
        timeoutMs: one.whole('timeout_ms', TIMEOUT_BOUNDS),
      };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Clients tell names of tools apart without regard to case, some of them. */
function mustDiffer(fields: Fields): void {
  const seen = new Map<string, string>();
  for (const name of fields.keys) {
    const before = seen.get(name.toLowerCase());
    if (before !== undefined) {
      throw fields.error(
        'duplicate_name',
        `${name} and ${before} differ in case alone`,
        'call one of them something else',
        fields.spot(name),
      );
    }
    seen.set(name.toLowerCase(), name);
  }
}

function readText(place: string, path: string): string {
  try {
    return readRegularText(place, path, MAX_FILE_BYTES);
  } catch (thrown) {
    if (thrown instanceof BeadloomError) {
      throw thrown;
    }
    const { code } = thrown as NodeJS.ErrnoException;
    throw new BeadloomError(
      {
        code: 'not_readable',
        message: `${path} cannot be read (${code})`,
        path,
        hint: 'it is a file with servers',
      },
      { cause: thrown },
    );
  }
}

/** Relative where the file is in the project. */
function shownPath(root: string, place: string): string {
  const way = relative(root, place);
  return way.startsWith('..') || isAbsolute(way) ? place : way.replaceAll('\\', '/');
}
