import type { ClientCapabilities, McpRequestContext, ServerNotifier } from '@modelcontextprotocol/server';

import { BeadloomError } from '../api/error.js';
import { cancelAll } from '../api/running.js';
import { released } from '../harmless.js';
import { overHttp, overStdio } from '../mcp/serving.js';
import { keepServing } from '../mcp/survival.js';
import { Calls } from './calls.js';
import { enterChain } from './chain.js';
import type { GatewayConfig, Mode, Profile } from './config.js';
import { type Audience, Gateway } from './gateway.js';
import type { ResultBounds } from './results/results.js';
import { GatewayServer, type Serving } from './server.js';
import { Contexts, Session } from './session.js';
import { RpcError } from './wire.js';

/** How to serve. */
export interface ServeOptions {
  root: string;
  config: GatewayConfig;
  /** Instead of what the settings say. */
  mode?: Mode | undefined;
  profile?: Profile | undefined;
  /** Serve HTTP there instead of stdin and stdout. */
  http?: string | undefined;
  tokenFile?: string | undefined;
}

/**
 * Serves the gateway until stdin closes, or over HTTP until a signal comes.
 *
 * @throws BeadloomError `usage` for an address that is none
 */
export async function serveGateway(options: ServeOptions): Promise<void> {
  const { root, config, http, tokenFile } = options;
  if (tokenFile !== undefined && http === undefined) {
    throw new BeadloomError({
      code: 'usage',
      message: '--token-file is for --http',
      hint: 'a token is only used with --http',
    });
  }
  enterChain(config.place);
  keepServing(log);
  const gateway = new Gateway(root, config, log);
  const serving: Serving = { gateway, calls: new Calls(gateway), decided: new Map() };
  // Before a client asks: what was known is read while it says who it is.
  void gateway.restore().catch((error: Error) => log(error.message));
  try {
    await (http === undefined ? stdio(serving, options) : overNetwork(serving, options, http));
  } finally {
    await gateway.close();
    cancelAll();
  }
}

/** One client, on stdin and stdout. */
async function stdio(serving: Serving, { config, mode, profile }: ServeOptions): Promise<void> {
  const contexts = new Contexts();
  let client: GatewayServer | undefined;
  let capabilities: ClientCapabilities = {};
  const { gateway, calls } = serving;
  gateway.audience = {
    capabilities: () => capabilities,
    ask: async (server, request, signal) => {
      const asks = calls.questions.clientOf(server);
      if (asks !== undefined) {
        return asks(request, signal);
      }
      return client === undefined ? nobody(request.method) : client.ask(request, signal);
    },
    tell: (server, notification) => {
      if (!calls.questions.tell(server, notification)) {
        client?.tell(notification);
      }
    },
    changed: (what) => void client?.changed(what),
  };
  await overStdio(({ era }) => {
    const isModern = era === 'modern';
    const chosen = mode ?? profile?.mode ?? config.mode;
    client = new GatewayServer(
      serving,
      new Session(isModern, !isModern, chosen, profile, contexts, resultBounds(config)),
      (declared) => {
        capabilities = declared;
      },
    );
    return client.server;
  }, log);
}

/** Any number of clients, each of whose requests stands for itself. */
async function overNetwork(
  serving: Serving,
  { config, mode, profile, tokenFile }: ServeOptions,
  http: string,
): Promise<void> {
  const { gateway, calls } = serving;
  const contexts = new Contexts();
  const sessions = new Map<string, Session>();
  let notify: ServerNotifier | undefined;
  let capabilities: ClientCapabilities = {};
  const lists = new Map<string, GatewayServer>();
  const tellChanged = async (what: 'tools' | 'prompts' | 'resources'): Promise<void> => {
    const stale = await Promise.all([...lists.values()].map((list) => list.isStale(what))).catch(
      (): boolean[] => [],
    );
    if (stale.includes(true)) {
      const tells = {
        tools: 'toolsChanged',
        prompts: 'promptsChanged',
        resources: 'resourcesChanged',
      } as const;
      notify?.[tells[what]]();
    }
  };
  const audience: Audience = {
    capabilities: () => capabilities,
    ask: (server, request, signal) =>
      calls.questions.clientOf(server)?.(request, signal) ?? nobody(request.method),
    tell: (server, notification) => {
      if (notification.method === 'notifications/resources/updated') {
        notify?.resourceUpdated(String((notification.params as { uri?: unknown } | undefined)?.uri));
      } else {
        calls.questions.tell(server, notification);
      }
    },
    changed: (what) => {
      void tellChanged(what);
    },
  };
  gateway.audience = audience;
  const factory = ({ era, requestInfo }: McpRequestContext) => {
    const named =
      requestInfo === undefined
        ? undefined
        : /^\/mcp\/([^/?]+)$/.exec(new URL(requestInfo.url).pathname)?.[1];
    const set = named === undefined ? profile : config.profiles.find(({ name }) => name === named);
    const key = `${era} ${set?.name ?? ''}`;
    const session =
      sessions.get(key) ??
      new Session(
        era === 'modern',
        false,
        mode ?? set?.mode ?? config.mode,
        set,
        contexts,
        resultBounds(config),
      );
    sessions.set(key, session);
    const server = new GatewayServer(serving, session, (declared) => {
      capabilities = Object.keys(declared).length > 0 ? declared : capabilities;
      lists.set(key, server);
    });
    if (era === 'modern' && !GatewayServer.answers(requestInfo?.headers.get('mcp-method'))) {
      // The library then says so as it does for any method that there is not, with the status that goes with it.
      delete server.server.fallbackRequestHandler;
    }
    return server.server;
  };
  await overHttp(http, tokenFile, {
    factory,
    log,
    // With a profile chosen there is nothing else to be had.
    below: profile === undefined ? config.profiles.map(({ name }) => name) : [],
    started: (told) => {
      notify = told;
    },
  });
}

/** What of results a client is shown, and what is kept of them. */
function resultBounds({ maxResultChars, maxInlineBytes }: GatewayConfig): Partial<ResultBounds> {
  return { inline: maxInlineBytes, ...(maxResultChars !== undefined && { chars: maxResultChars }) };
}

function nobody(method: string): Promise<never> {
  return Promise.reject(new RpcError(-32601, `nobody can be asked for ${method}`));
}

/** Says something on stderr, which clients show or keep. */
function log(text: string): void {
  process.stderr.write(released(`gateway: ${text}\n`));
}
