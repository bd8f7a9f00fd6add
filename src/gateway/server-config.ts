import { isAbsolute, resolve } from 'node:path';

import type { Spot } from '../yaml/tree.js';
import { Expander, type Surroundings } from './expand.js';
import type { Fields } from './fields.js';
import { LIMITS, type Limits } from './limiter.js';
import type { OAuthSettings } from './oauth/provider.js';

/** Which versions of the protocol are spoken with a server: `auto` asks it. */
export const ERAS = ['auto', 'legacy', 'modern'] as const;

/** One of {@link ERAS}. */
export type Era = (typeof ERAS)[number];

/** How a server is reached. */
export type Reach =
  | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string>; cwd: string }
  | { kind: 'http'; url: string; headers: Record<string, string>; sse: boolean };

/** A server behind the gateway, as the settings have it. */
export interface ServerConfig {
  name: string;
  /** The file that says so, as messages name it, and where in it. */
  path: string;
  spot: Spot;
  reach: Reach;
  enabled: boolean;
  /** Globs of upstream names. Without, all; an empty list means none. */
  include: string[] | undefined;
  exclude: string[];
  /** Globs of upstream names that are always listed. */
  pin: string[];
  /** What tools are called, by their upstream names. */
  rename: ReadonlyMap<string, string>;
  /** How long a call may take, in milliseconds. */
  timeoutMs: number;
  /** How much it is asked at a time. */
  limits: Limits;
  /** How a login to it goes. */
  oauth: OAuthSettings;
  era: Era;
  /** Why it cannot be started: a variable that the environment does not have. */
  problem: string | undefined;
  /** Values that no log and no answer may have. */
  secrets: string[];
}

/** The fields of a server. */
const FIELDS = [
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'type',
  'enabled',
  'include',
  'exclude',
  'pin',
  'rename',
  'timeout_ms',
  'concurrency',
  'queue',
  'calls_per_minute',
  'oauth',
  'era',
] as const;

/** Fields that other programs have in their `mcpServers`: passed over, or read as what they mean. */
const FOREIGN = [
  'alwaysAllow',
  'alwaysLoad',
  'autoApprove',
  'description',
  'disabled',
  'disabledTools',
  'enabledTools',
  'envFile',
  'env_vars',
  'excludeTools',
  'gallery',
  'httpUrl',
  'includeTools',
  'serverUrl',
  'startup_timeout_sec',
  'timeout',
  'tool_timeout_sec',
  'tools',
  'transport',
  'trust',
  'version',
];

/** How `type` names what a server speaks, in the files of the programs that have it. */
const TYPES: Record<string, 'stdio' | 'http' | 'sse'> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  remote: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
};

/** How long a call may take where the settings do not say, and what they may say. */
const TIMEOUT_MS = 60_000;
const TIMEOUT_BOUNDS = [100, 24 * 60 * 60 * 1000] as const;

const CONCURRENCY_BOUNDS = [1, 1_000] as const;
const QUEUE_BOUNDS = [0, 10_000] as const;
const PER_MINUTE_BOUNDS = [0, 100_000] as const;
const PORT_BOUNDS = [1, 65_535] as const;

const OAUTH_FIELDS = ['client_id', 'client_secret', 'scope', 'grant', 'redirect_port'] as const;

/** What the name of a server may be: it is the beginning of the names of its tools. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9.-])?$/;

/** What a tool may be called. */
const TOOL_NAME = /^[A-Za-z0-9_.\-/]{1,128}$/;

/**
 * A server of the settings.
 *
 * @param strict whether a field that only other programs have is an error
 * @throws BeadloomError that names the place
 */
export function readServer(
  name: string,
  fields: Fields,
  surroundings: Surroundings,
  strict: boolean,
): ServerConfig {
  if (name.includes('__')) {
    throw fields.error(
      'bad_value',
      `the server name "${name}" contains __`,
      `__ separates the names of server and tool: call it "${name.replaceAll(/_{2,}/g, '_')}"`,
    );
  }
  if (!NAME.test(name)) {
    throw fields.error(
      'bad_value',
      `"${name}" is not the name of a server`,
      'letters, digits and _ . -, beginning with a letter or digit, not ending with _, at most 64',
    );
  }
  fields.allow(FIELDS, strict ? [] : FOREIGN);
  const expander = new Expander(surroundings);
  const reach = readReach(name, fields, expander, surroundings.root);
  const rename = new Map(fields.pairs('rename'));
  for (const [original, shown] of rename) {
    if (!TOOL_NAME.test(shown) || shown.includes('__')) {
      throw fields.error(
        'bad_value',
        `rename of ${name}: "${original}" cannot be called "${shown}"`,
        'letters, digits and _ . - /, without __, at most 128',
        fields.spot('rename'),
      );
    }
  }
  const oauth = readOAuth(fields, expander, strict);
  const { missing } = expander;
  return {
    name,
    path: fields.path,
    spot: { line: fields.tree.line, column: fields.tree.column },
    reach,
    enabled: fields.flag('enabled') ?? !isDisabled(fields, strict),
    include: fields.texts('include'),
    exclude: fields.texts('exclude') ?? [],
    pin: fields.texts('pin') ?? [],
    rename,
    timeoutMs: fields.whole('timeout_ms', TIMEOUT_BOUNDS) ?? TIMEOUT_MS,
    limits: {
      concurrency: fields.whole('concurrency', CONCURRENCY_BOUNDS) ?? LIMITS.concurrency,
      queue: fields.whole('queue', QUEUE_BOUNDS) ?? LIMITS.queue,
      perMinute: fields.whole('calls_per_minute', PER_MINUTE_BOUNDS) ?? LIMITS.perMinute,
    },
    oauth,
    era: fields.choice('era', ERAS) ?? 'auto',
    problem:
      missing.length === 0
        ? undefined
        : `the environment has no ${missing.join(', ')}; set ${missing.length === 1 ? 'it' : 'them'}, or write \${${missing[0]}:-default}`,
    secrets: secretsOf(reach, expander, oauth.clientSecret),
  };
}

/** How a login goes. In files of other programs it is written otherwise, and passed over. */
function readOAuth(fields: Fields, expander: Expander, strict: boolean): OAuthSettings {
  const own = strict ? fields.map('oauth') : undefined;
  own?.allow(OAUTH_FIELDS);
  const text = (key: string): string | undefined => {
    const given = own?.text(key);
    return given === undefined ? undefined : expander.expand(given);
  };
  return {
    clientId: text('client_id'),
    clientSecret: text('client_secret'),
    scope: text('scope'),
    grant: own?.choice('grant', ['authorization_code', 'client_credentials']) ?? 'authorization_code',
    redirectPort: own?.whole('redirect_port', PORT_BOUNDS),
  };
}

function isDisabled(fields: Fields, strict: boolean): boolean {
  return !strict && fields.has('disabled') && fields.flag('disabled') === true;
}

function readReach(name: string, fields: Fields, expander: Expander, root: string): Reach {
  const type = fields.has('type') ? fields.choice('type', Object.keys(TYPES)) : undefined;
  const command = fields.text('command');
  const urlKey = ['url', 'httpUrl', 'serverUrl'].find((key) => fields.has(key));
  if (command !== undefined && urlKey !== undefined) {
    throw fields.error(
      'bad_value',
      `${name} has a command and a url`,
      'it is either started or reached',
      fields.spot(urlKey),
    );
  }
  if (command !== undefined) {
    for (const key of ['headers', 'oauth'] as const) {
      if (fields.has(key)) {
        throw fields.error(
          'bad_value',
          `${name} is started, so it has no ${key}`,
          'env is what it is given',
          fields.spot(key),
        );
      }
    }
    const cwd = expander.expand(fields.text('cwd') ?? '');
    return {
      kind: 'stdio',
      command: expander.expand(command),
      args: (fields.texts('args') ?? []).map((one) => expander.expand(one)),
      env: Object.fromEntries(
        (fields.pairs('env') ?? []).map(([key, value]) => [key, expander.expand(value)]),
      ),
      cwd: isAbsolute(cwd) ? cwd : resolve(root, cwd),
    };
  }
  if (urlKey === undefined) {
    throw fields.error(
      'missing_key',
      `${name} has neither a command nor a url`,
      'command starts it, url reaches it',
    );
  }
  for (const key of ['args', 'env', 'cwd'] as const) {
    if (fields.has(key)) {
      throw fields.error(
        'bad_value',
        `${name} is reached by its url, so it has no ${key}`,
        'headers are what it is sent',
        fields.spot(key),
      );
    }
  }
  const url = expander.expand(fields.text(urlKey) ?? '');
  if (expander.missing.length === 0 && !isWebAddress(url)) {
    throw fields.error(
      'bad_value',
      `invalid url of ${name}: ${fields.text(urlKey)}`,
      'such as https://example.com/mcp',
      fields.spot(urlKey),
    );
  }
  return {
    kind: 'http',
    url,
    headers: Object.fromEntries(
      (fields.pairs('headers') ?? []).map(([key, value]) => [key, expander.expand(value)]),
    ),
    sse: type !== undefined && TYPES[type] === 'sse',
  };
}

function isWebAddress(url: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}

/** Shorter values stand in so many texts that hiding them would hide what is said. */
const MIN_SECRET_CHARS = 6;

/** What a server is given in confidence. */
function secretsOf(reach: Reach, expander: Expander, secret: string | undefined): string[] {
  const given = reach.kind === 'stdio' ? Object.values(reach.env) : Object.values(reach.headers);
  const parts = given.flatMap((value) => [value, value.replace(/^(?:Bearer|Basic|Token)\s+/i, '')]);
  const all = [...expander.secrets, ...parts, ...(secret === undefined ? [] : [secret])].filter(
    (value) => value.length >= MIN_SECRET_CHARS,
  );
  return [...new Set(all)].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** A text without what its server was given in confidence. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
