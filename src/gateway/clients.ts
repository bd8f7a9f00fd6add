import type { ClientCapabilities, Notification, ServerNotifier } from '@modelcontextprotocol/server';

import type { SessionServer } from '../mcp/sessions.js';
import type { Audience } from './gateway.js';
import { GatewayServer, type Serving } from './server.js';
import type { Session } from './session.js';
import { RpcError } from './wire.js';

/** Which method of a notifier tells of which change. */
const TELLS = { tools: 'toolsChanged', prompts: 'promptsChanged', resources: 'resourcesChanged' } as const;

/** The clients of a gateway over HTTP: those with a session, and those whose requests stand for themselves. */
export class Clients {
  /** Tells those without a session. */
  notify: ServerNotifier | undefined;

  readonly #sessions = new Set<GatewayServer>();
  /** Who gave a list last to clients without a session, by era and profile. */
  readonly #lists = new Map<string, GatewayServer>();
  #capabilities: ClientCapabilities = {};

  constructor(private readonly serving: Serving) {}

  /** What servers see of them. */
  get audience(): Audience {
    const { questions } = this.serving.calls;
    return {
      capabilities: () => this.#capabilities,
      ask: (server, request, signal) => {
        const asks = questions.clientOf(server);
        if (asks !== undefined) {
          return asks(request, signal);
        }
        return this.#only?.ask(request, signal) ?? nobody(request.method);
      },
      tell: (server, notification) => {
        if (notification.method === 'notifications/resources/updated') {
          this.#tellUpdated(notification);
        } else if (!questions.tell(server, notification)) {
          this.#only?.tell(notification);
        }
      },
      changed: (what) => {
        for (const session of this.#sessions) {
          void session.changed(what);
        }
        void this.#tellChanged(what);
      },
    };
  }

  /** A server for a session, which is a client until it ends. */
  session(session: Session): SessionServer {
    const server = new GatewayServer(this.serving, session, this.#declared);
    this.#sessions.add(server);
    return {
      server: server.server,
      ended: () => {
        this.#sessions.delete(server);
        void server.left();
      },
    };
  }

  /** A server for one request of a client without a session. */
  request(key: string, session: Session): GatewayServer {
    const server: GatewayServer = new GatewayServer(this.serving, session, (declared) => {
      this.#declared(declared);
      this.#lists.set(key, server);
    });
    return server;
  }

  /** The one that is meant where a server does not say whom it means. */
  get #only(): GatewayServer | undefined {
    const [first, second] = this.#sessions;
    return second === undefined ? first : undefined;
  }

  #declared = (declared: ClientCapabilities): void => {
    this.#capabilities = Object.keys(declared).length > 0 ? declared : this.#capabilities;
  };

  #tellUpdated(notification: Notification): void {
    const uri = String((notification.params as { uri?: unknown } | undefined)?.uri);
    this.notify?.resourceUpdated(uri);
    for (const session of this.#sessions) {
      if (session.watches(uri)) {
        session.tell(notification);
      }
    }
  }

  async #tellChanged(what: keyof typeof TELLS): Promise<void> {
    const lists = [...this.#lists.values()];
    const stale = await Promise.all(lists.map((list) => list.isStale(what))).catch((): boolean[] => []);
    if (stale.includes(true)) {
      this.notify?.[TELLS[what]]();
    }
  }
}

/** That no client can be asked. */
export function nobody(method: string): Promise<never> {
  return Promise.reject(new RpcError(-32601, `no client can be asked for ${method}`));
}
