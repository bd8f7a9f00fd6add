import type { GatewayServer } from '../../yaml/gateway.js';
import { isPlainValue, secretParts, type SecretNames } from './secrets.js';
import { dialectOf, pieces, UnknownVariable, type Dialect } from './variables.js';

/** Why a server stays where it is. */
export class StaysError extends Error {}

/** What only says how a program shows or asks for a server: the gateway has no use for it. */
const COSMETIC = new Set([
  'alwaysAllow',
  'alwaysLoad',
  'autoApprove',
  'autoStart',
  'description',
  'dev',
  'fromGalleryId',
  'gallery',
  'icon',
  'name',
  'note',
  'required',
  'source',
  'startup_timeout_ms',
  'startup_timeout_sec',
  'supports_parallel_tool_calls',
  'trust',
  'type',
  'version',
]);

interface Work {
  server: string;
  dialect: Dialect;
  secrets: SecretNames;
}

type Fields = Record<string, unknown>;

/**
 * A server of a program's file as the gateway's configuration has it. What must not stand in a file that others read becomes
 * `${NAME}`, and its value goes to `secrets`.
 *
 * @throws StaysError where the gateway could not run it as the program does
 */
export function gatewayServer(
  tool: string,
  server: string,
  value: unknown,
  secrets: SecretNames,
): GatewayServer {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new StaysError('its value is not an object');
  }
  const work: Work = { server, dialect: dialectOf(tool), secrets };
  try {
    return translated(work, tool, { ...(value as Fields) });
  } catch (thrown) {
    if (thrown instanceof UnknownVariable) {
      throw new StaysError(thrown.message);
    }
    throw thrown;
  }
}

function translated(work: Work, tool: string, fields: Fields): GatewayServer {
  const take = (...names: string[]): unknown => {
    const found = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
    const value = found.length === 0 ? undefined : fields[found[0] as string];
    names.forEach((name) => delete fields[name]);
    return value;
  };
  if (fields['source'] === 'extension' || (tool === 'zed' && fields['settings'] !== undefined)) {
    throw new StaysError('an extension of the program brings it');
  }
  const type = String(fields['type'] ?? '');
  const made: Fields = {};
  const command = words(work, take('command'), take('args'), take('env', 'environment'), take('env_vars'));
  const address = take('url', 'serverUrl', 'httpUrl');
  if (command !== undefined && address !== undefined) {
    throw new StaysError('it has a command and an address');
  }
  if (command !== undefined) {
    Object.assign(made, command);
    const cwd = take('cwd');
    if (cwd !== undefined) {
      made['cwd'] = argument(work, text(cwd, 'cwd'), 'cwd');
    }
  } else if (address === undefined) {
    throw new StaysError('it has neither a command nor an address');
  } else {
    made['url'] = argument(work, text(address, 'url'), 'url');
    const headers = headersOf(work, fields, take);
    if (Object.keys(headers).length > 0) {
      made['headers'] = headers;
    }
    if (type === 'sse') {
      made['type'] = 'sse';
    }
    const oauth = oauthOf(work, take('oauth', 'auth'), take('scopes'));
    if (oauth !== undefined) {
      made['oauth'] = oauth;
    }
  }
  const [disabled, enabled] = [take('disabled'), take('enabled')];
  if (disabled === true || enabled === false) {
    made['enabled'] = false;
  }
  for (const [key, names] of [
    ['include', ['includeTools', 'enabled_tools', 'tools']],
    ['exclude', ['excludeTools', 'disabled_tools', 'disabledTools']],
  ] as const) {
    const given = take(...names);
    const all = Array.isArray(given) ? given.map((one) => text(one, key)) : [];
    // Of Claude's settings `tools: ["*"]` means all.
    if (all.length > 0 && !(all.length === 1 && all[0] === '*')) {
      made[key] = all;
    }
  }
  const seconds = take('tool_timeout_sec');
  const timeout = typeof seconds === 'number' ? seconds * 1_000 : take('timeout');
  if (typeof timeout === 'number' && timeout > 0) {
    made['timeout_ms'] = Math.round(timeout);
  }
  const left = Object.keys(fields).filter((key) => !COSMETIC.has(key));
  if (left.length > 0) {
    throw new StaysError(`the gateway has no counterpart of ${left.toSorted().join(', ')}`);
  }
  return made;
}

/** A program with its arguments and environment, in any of the forms that programs have. */
function words(
  work: Work,
  command: unknown,
  args: unknown,
  env: unknown,
  passed: unknown,
): Fields | undefined {
  if (command === undefined) {
    return undefined;
  }
  let all: unknown[];
  let variables = env;
  if (typeof command === 'object' && command !== null && !Array.isArray(command)) {
    // Zed, before it had the form of the others.
    const { path, args: more = [], env: own, ...rest } = command as Fields;
    if (Object.keys(rest).length > 0 || !Array.isArray(more)) {
      throw new StaysError('its command has a form that the gateway does not know');
    }
    all = [path, ...(more as unknown[])];
    variables ??= own;
  } else {
    all = [...(Array.isArray(command) ? (command as unknown[]) : [command]), ...list(args, 'args')];
  }
  const [program, ...rest] = all.map((one) => text(one, 'command'));
  if (program === undefined || program === '') {
    throw new StaysError('its command is empty');
  }
  const made: Fields = { command: argument(work, program, 'command') };
  if (rest.length > 0) {
    made['args'] = rest.map((one, at) => argument(work, one, flagName(rest[at - 1]) ?? 'arg', rest[at - 1]));
  }
  const environment: Fields = {};
  for (const [name, value] of Object.entries(record(variables, 'env'))) {
    environment[name] = setting(work, name, value);
  }
  for (const name of list(passed, 'env_vars')) {
    environment[text(name, 'env_vars')] = `\${${text(name, 'env_vars')}}`;
  }
  if (Object.keys(environment).length > 0) {
    made['env'] = environment;
  }
  return made;
}

function flagName(before: string | undefined): string | undefined {
  return before !== undefined && /^--?[A-Za-z][\w-]*$/.test(before) ? before : undefined;
}

function headersOf(work: Work, given: Fields, take: (...names: string[]) => unknown): Fields {
  const headers: Fields = {};
  for (const [name, value] of Object.entries({
    ...record(take('headers'), 'headers'),
    ...record(take('http_headers'), 'http_headers'),
  })) {
    headers[name] = setting(work, name, value);
  }
  for (const [name, value] of Object.entries(record(take('env_http_headers'), 'env_http_headers'))) {
    headers[name] = `\${${text(value, name)}}`;
  }
  const bearer = take('bearer_token_env_var');
  if (bearer !== undefined) {
    headers['Authorization'] = `Bearer \${${text(bearer, 'bearer_token_env_var')}}`;
  }
  if (given['bearer_token'] !== undefined) {
    headers['Authorization'] = setting(
      work,
      'Authorization',
      `Bearer ${text(take('bearer_token'), 'bearer_token')}`,
    );
  }
  return headers;
}

/** How a program says whom it is to an authorisation server. */
function oauthOf(work: Work, value: unknown, scopes: unknown): Fields | undefined {
  const made: Fields = {};
  if (value !== undefined && value !== false && value !== true) {
    const { enabled: _, ...given } = record(value, 'oauth');
    const names: Readonly<Record<string, string>> = {
      clientId: 'client_id',
      CLIENT_ID: 'client_id',
      client_id: 'client_id',
      clientSecret: 'client_secret',
      CLIENT_SECRET: 'client_secret',
      client_secret: 'client_secret',
      scope: 'scope',
      scopes: 'scope',
      callbackPort: 'redirect_port',
      redirectPort: 'redirect_port',
    };
    for (const [key, one] of Object.entries(given)) {
      const name = names[key];
      if (name === undefined) {
        throw new StaysError(`the gateway has no counterpart of oauth.${key}`);
      }
      made[name] =
        name === 'redirect_port'
          ? one
          : name === 'client_secret'
            ? setting(work, name, one)
            : Array.isArray(one)
              ? one.map((word) => text(word, key)).join(' ')
              : text(one, key);
    }
  }
  if (Array.isArray(scopes) && scopes.length > 0) {
    made['scope'] ??= scopes.map((one) => text(one, 'scopes')).join(' ');
  }
  return Object.keys(made).length === 0 ? undefined : made;
}

/** The value of a variable or header: unless everybody may know it, or it only names variables, a secret. */
function setting(work: Work, name: string, value: unknown): string {
  const all = pieces(scalar(value, name), work.dialect);
  const named = all.some((one) => 'variable' in one);
  return all
    .map((one) => {
      if ('variable' in one) {
        return `\${${one.variable}}`;
      }
      const parts = named
        ? secretParts(one.text)
        : [{ text: one.text, secret: !isPlainValue(name, one.text) }];
      return joined(work, name, parts);
    })
    .join('');
}

function argument(work: Work, value: string, what: string, before?: string): string {
  return pieces(value, work.dialect)
    .map((one) =>
      'variable' in one ? `\${${one.variable}}` : joined(work, what, secretParts(one.text, before)),
    )
    .join('');
}

function joined(work: Work, what: string, parts: ReadonlyArray<{ text: string; secret: boolean }>): string {
  return parts
    .map(({ text: one, secret }, at) => {
      // What looks like a variable to the gateway and is none goes the same way.
      if (!secret && !/\$\{/.test(one)) {
        return one;
      }
      const named = /([\w.-]+)=$|^([\w-]+):\s*(?:Bearer\s+|Basic\s+)?$/i.exec(parts[at - 1]?.text ?? '');
      return `\${${work.secrets.name(work.server, named?.[1] ?? named?.[2] ?? what, one)}}`;
    })
    .join('');
}

function scalar(value: unknown, name: string): string {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  return text(value, name);
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string') {
    throw new StaysError(`${name} is not a text`);
  }
  return value;
}

function list(value: unknown, name: string): unknown[] {
  if (value === undefined || value === null) {
    return [];
  }
  if (!Array.isArray(value)) {
    throw new StaysError(`${name} is not a list`);
  }
  return value as unknown[];
}

function record(value: unknown, name: string): Fields {
  if (value === undefined || value === null) {
    return {};
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new StaysError(`${name} is not an object`);
  }
  return value as Fields;
}
