import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';

import { dataFolder } from '../native/user-folders.js';
import { Child } from './child.js';
import { Tokens } from './oauth/provider.js';
import { Logins } from './oauth/store.js';
import type { ServerConfig } from './server-config.js';
import { withoutSecrets } from './server-config.js';
import { Wire } from './wire.js';

/** A connection that is not open yet. */
export interface Opened {
  wire: Wire;
  /** Ends it at once, where nobody can wait. */
  kill: () => void;
}

/** A transport to a server: a process that is started, or HTTP. */
export function openTransport(config: ServerConfig, { sse = false }: { sse?: boolean } = {}): Opened {
  const { reach, secrets } = config;
  if (reach.kind === 'stdio') {
    const child = new Child(reach, secrets);
    return { wire: new Wire(child, () => child.why()), kill: () => child.kill() };
  }
  const requestInit = { headers: reach.headers };
  const url = new URL(reach.url);
  // Whoever has a token in the settings needs no login.
  const isAuthorised = Object.keys(reach.headers).some((name) => name.toLowerCase() === 'authorization');
  const authProvider =
    isAuthorised || dataFolder() === undefined
      ? undefined
      : new Tokens(Logins.ofUser(), { name: config.name, url: reach.url, settings: config.oauth });
  const options = { requestInit, ...(authProvider && { authProvider }) };
  // Streamable HTTP has been the rule since 2025-03-26; what came before it is spoken where it is asked for, or where nothing else is.
  const transport = (
    reach.sse || sse ? new SSEClientTransport(url, options) : new StreamableHTTPClientTransport(url, options)
  ) as Transport;
  return {
    wire: new Wire(transport, () => withoutSecrets('the connection was closed', secrets)),
    kill: () => void transport.close().catch(() => undefined),
  };
}
