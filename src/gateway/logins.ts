import type { GatewayLoginAnswer } from '../model/answers.js';
import { BeadloomError, usage } from '../model/error.js';
import { finished, started } from '../api/running.js';
import { meant } from '../api/suggest.js';
import type { GatewayConfig } from './config.js';
import { logIn, logOut, type LoginOptions } from './oauth/login.js';
import type { Resource } from './oauth/provider.js';
import { Logins } from './oauth/store.js';

/**
 * Logs in to a server.
 *
 * @throws BeadloomError
 */
export async function login(
  config: GatewayConfig,
  name: string,
  options: Omit<LoginOptions, 'signal'>,
): Promise<GatewayLoginAnswer> {
  const resource = resourceOf(config, name);
  const abort = new AbortController();
  const given = { cancel: () => abort.abort() };
  started(given);
  try {
    await logIn(Logins.ofUser(), resource, { ...options, signal: abort.signal });
  } finally {
    finished(given);
  }
  return { version: 1, server: name, outcome: 'logged_in', revoked: false };
}

/** Forgets a login, here and at the authorisation server. */
export async function logout(config: GatewayConfig, name: string): Promise<GatewayLoginAnswer> {
  const { was, revoked } = await logOut(Logins.ofUser(), resourceOf(config, name));
  return { version: 1, server: name, outcome: was ? 'logged_out' : 'absent', revoked };
}

function resourceOf({ servers, path }: GatewayConfig, name: string): Resource {
  const server = servers.find((one) => one.name === name);
  if (server === undefined) {
    throw new BeadloomError({
      code: 'not_found',
      message: `there is no server ${name} in ${path}`,
      hint: meant(
        name,
        servers.map((one) => one.name),
      ),
    });
  }
  if (server.reach.kind !== 'http') {
    throw usage(`${name} is started here, and asks for no login`, 'its settings are in its env');
  }
  if (server.problem !== undefined) {
    throw new BeadloomError({ code: 'usage', message: `${name}: ${server.problem}`, path });
  }
  return { name, url: server.reach.url, settings: server.oauth };
}
