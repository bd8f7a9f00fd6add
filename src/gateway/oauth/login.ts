import { randomBytes } from 'node:crypto';

import {
  auth,
  extractWWWAuthenticateParams,
  LATEST_PROTOCOL_VERSION,
  type AuthorizationServerMetadata,
} from '@modelcontextprotocol/client';

import { BeadloomError, usage } from '../../model/error.js';
import { VERSION } from '../../model/version.js';
import { openBrowser } from './browser.js';
import { listenForCallback, type Loopback } from './loopback.js';
import { ask } from './net.js';
import { LoginProvider, type Resource } from './provider.js';
import type { Login, Logins } from './store.js';

/** How a person logs in. */
export interface LoginOptions {
  /** Open no browser: the address is printed anyway. */
  browser: boolean;
  signal: AbortSignal;
  /** Says where to log in. */
  say: (text: string) => void;
}

/** How long a person has, in milliseconds. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Logs in to a server: in the browser, or with the rights of the client itself.
 *
 * @throws BeadloomError `usage` where it was refused, `cancelled`
 */
export async function logIn(logins: Logins, resource: Resource, options: LoginOptions): Promise<void> {
  const { name, url, settings } = resource;
  const challenge = await challenged(url);
  if (challenge === undefined) {
    throw usage(`${name} asks for no login`, 'what its settings have in headers is enough');
  }
  const known = logins.get(name, url);
  const scope = settings.scope ?? challenge.scope ?? known?.scope;
  const flow = {
    serverUrl: url,
    fetchFn: ask,
    ...(challenge.resourceMetadataUrl === undefined
      ? {}
      : { resourceMetadataUrl: challenge.resourceMetadataUrl }),
    ...(scope === undefined ? {} : { scope }),
  };
  // What was found out at an earlier login may be another now.
  logins.set(name, url, without(known, ['discovery']));
  if (settings.grant === 'client_credentials') {
    const provider = new LoginProvider(logins, resource, undefined, () => undefined);
    await asLogin(name, () => auth(provider, flow));
    return;
  }
  const state = randomBytes(32).toString('base64url');
  const loopback = await listening(logins, resource, state);
  try {
    let page: URL | undefined;
    const provider = new LoginProvider(logins, resource, loopback.url, (to) => (page = to), state);
    await asLogin(name, () => auth(provider, { ...flow, forceReauthorization: true }));
    if (page === undefined) {
      throw new Error('the authorisation server has no page to log in at');
    }
    mustBeWeb(page);
    options.say(`log in to ${name} at ${page.href}`);
    if (options.browser && !(await openBrowser(page))) {
      options.say('no browser could be opened: open this address in one on this machine');
    }
    const { code, iss } = await within(loopback.callback, options.signal);
    await asLogin(name, () =>
      auth(provider, { ...flow, authorizationCode: code, ...(iss === undefined ? {} : { iss }) }),
    );
  } finally {
    loopback.close();
  }
}

/**
 * Forgets a login, and tells the authorisation server to forget it too, where that can be told.
 *
 * @returns whether there was one, and whether the server was told
 */
export async function logOut(
  logins: Logins,
  { name, url, settings }: Resource,
): Promise<{ was: boolean; revoked: boolean }> {
  const login = logins.get(name, url);
  if (login === undefined) {
    return { was: false, revoked: false };
  }
  logins.set(name, url, undefined);
  const metadata = login.discovery?.authorizationServerMetadata as
    | (AuthorizationServerMetadata & { revocation_endpoint?: string })
    | undefined;
  const endpoint = metadata?.revocation_endpoint;
  const { tokens, client } = login;
  const token = tokens?.refresh_token ?? tokens?.access_token;
  if (endpoint === undefined || token === undefined || client === undefined || !isSafe(endpoint)) {
    return { was: true, revoked: false };
  }
  const secret = settings.clientSecret ?? client.client_secret;
  const body = new URLSearchParams({ token, client_id: client.client_id });
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
  if (secret !== undefined) {
    const pair = [client.client_id, secret].map(encodeURIComponent).join(':');
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  try {
    const { ok } = await ask(endpoint, { method: 'POST', headers, body, redirect: 'error' });
    return { was: true, revoked: ok };
  } catch {
    return { was: true, revoked: false };
  }
}

/** What a server says when it is asked without a token; undefined where it answers. */
async function challenged(url: string): Promise<ReturnType<typeof extractWWWAuthenticateParams> | undefined> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: 'beadloom', version: VERSION },
    },
  });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  let response: Response;
  try {
    response = await ask(url, { method: 'POST', headers, body, redirect: 'manual' });
  } catch (error) {
    throw failed(`${new URL(url).origin} cannot be reached`, error);
  }
  return response.status === 401 || response.status === 403
    ? extractWWWAuthenticateParams(response)
    : undefined;
}

/** The port that the client was registered with, where it is free; another one belongs to another client. */
async function listening(
  logins: Logins,
  { name, url, settings }: Resource,
  state: string,
): Promise<Loopback> {
  const login = logins.get(name, url);
  const before = login?.redirect === undefined ? 0 : Number(new URL(login.redirect).port);
  const port = settings.redirectPort ?? before;
  try {
    return await listenForCallback(port, state);
  } catch (error) {
    if (settings.redirectPort !== undefined || port === 0) {
      throw error;
    }
    logins.set(name, url, without(login, ['client', 'redirect']));
    return listenForCallback(0, state);
  }
}

function without(login: Login | undefined, keys: ReadonlyArray<keyof Login>): Login {
  const rest = { ...login };
  keys.forEach((key) => delete rest[key]);
  return rest;
}

/** A page that a browser may be sent to. */
function mustBeWeb(page: URL): void {
  if (!isSafe(page.href)) {
    throw usage(
      `the page to log in at is neither https nor on this machine: ${page.origin}`,
      "ask the server's operator",
    );
  }
}

function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname))
  );
}

async function within<T>(what: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  const ended = AbortSignal.any([signal, late]);
  return Promise.race([
    what,
    new Promise<never>((_, reject) => {
      const end = (): void =>
        reject(
          new BeadloomError({
            code: late.aborted ? 'usage' : 'cancelled',
            message: late.aborted ? 'no login within ten minutes' : 'the login was given up',
            hint: 'run the command again',
          }),
        );
      ended.addEventListener('abort', end, { once: true });
      if (ended.aborted) {
        end();
      }
    }),
  ]);
}

async function asLogin(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof BeadloomError) {
      throw error;
    }
    throw failed(`the login to ${name} failed`, error);
  }
}

/** Servers write what they like into errors: one line of it is shown. */
function failed(what: string, error: unknown): BeadloomError {
  const words =
    error instanceof Error
      ? `${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`
      : String(error);
  const why = words.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  return new BeadloomError(
    { code: 'usage', message: `${what}: ${why}`, hint: 'see docs/gateway.md, "Servers that need a login"' },
    { cause: error },
  );
}
