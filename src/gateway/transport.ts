import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';

import { Child } from './child.js';
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
export function openTransport(config: ServerConfig, options: { sse?: boolean } = {}): Opened {
  const { reach, secrets } = config;
  if (reach.kind === 'stdio') {
    const child = new Child(reach, secrets);
    return { wire: new Wire(child, () => child.why()), kill: () => child.kill() };
  }
  const requestInit = { headers: reach.headers };
  const url = new URL(reach.url);
  // Streamable HTTP has been the rule since 2025-03-26; what came before it is spoken where it is asked for, or where nothing else is.
  const transport = (
    reach.sse || options.sse === true
      ? new SSEClientTransport(url, { requestInit })
      : new StreamableHTTPClientTransport(url, { requestInit })
  ) as Transport;
  return {
    wire: new Wire(transport, () => withoutSecrets('the connection was closed', secrets)),
    kill: () => void transport.close().catch(() => undefined),
  };
}
