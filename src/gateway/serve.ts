import type { ClientCapabilities, McpRequestContext } from '@modelcontextprotocol/server';

import { usage } from '../model/error.js';
import { cancelAll } from '../api/running.js';
import { released } from '../model/harmless.js';
import { overHttp, overStdio } from '../mcp/serving.js';
import { keepServing } from '../mcp/survival.js';
import { Calls } from './calls.js';
import { enterChain } from './chain.js';
import { Clients, nobody } from './clients.js';
import type { Mode } from './choices.js';
import type { GatewayConfig, Profile } from './config.js';
import { Gateway } from './gateway.js';
import type { ResultBounds } from './results/results.js';
import { GatewayServer, type Serving, Watching } from './server.js';
import { Contexts, Session } from './session.js';

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
    throw usage('--token-file is for --http', 'a token is only used with --http');
  }
  enterChain(config.place);
  keepServing(log);
  const gateway = new Gateway(root, config, log);
  const serving: Serving = {
    gateway,
    calls: new Calls(gateway),
    decided: new Map(),
    watching: new Watching(),
  };
  // Before a client asks: what was known is read while it says who it is.
  void gateway
    .restore()
    .then(() => gateway.useModel())
    .then(
      (failure) => failure !== undefined && log(failure),
      (error: Error) => log(error.message),
    );
  try {
    await (http === undefined ? stdio(serving, options) : overNetwork(serving, options, http));
  } finally {
    await gateway.close();
    cancelAll();
  }
}

/** Bytes of results that are kept for one session over HTTP: there may be many. */
const SESSION_BYTES = 16 << 20;

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

/** Any number of clients: up to 2025-11-25 each has a session; on 2026-07-28 each request stands for itself. */
async function overNetwork(
  serving: Serving,
  { config, mode, profile, tokenFile }: ServeOptions,
  http: string,
): Promise<void> {
  const { gateway } = serving;
  const contexts = new Contexts();
  const clients = new Clients(serving);
  gateway.audience = clients.audience;
  const profileAt = (url: string): Profile | undefined => {
    const named = /^\/mcp\/([^/?]+)$/.exec(new URL(url).pathname)?.[1];
    return named === undefined ? profile : config.profiles.find(({ name }) => name === named);
  };
  const begun = (isModern: boolean, remembers: boolean, set: Profile | undefined): Session =>
    new Session(isModern, remembers, mode ?? set?.mode ?? config.mode, set, contexts, {
      ...resultBounds(config),
      ...(remembers && { bytes: SESSION_BYTES }),
    });
  const shared = new Map<string, Session>();
  const factory = ({ era, requestInfo }: McpRequestContext) => {
    const set = requestInfo === undefined ? profile : profileAt(requestInfo.url);
    const key = `${era} ${set?.name ?? ''}`;
    const session = shared.get(key) ?? begun(era === 'modern', false, set);
    shared.set(key, session);
    const { server } = clients.request(key, session);
    if (era === 'modern' && !GatewayServer.answers(requestInfo?.headers.get('mcp-method'))) {
      // The library then says so as it does for any method that there is not, with the status that goes with it.
      delete server.fallbackRequestHandler;
    }
    return server;
  };
  await overHttp(http, tokenFile, {
    factory,
    log,
    session: ({ url }) => clients.session(begun(false, true, profileAt(url))),
    // With a profile chosen there is nothing else to be had.
    below: profile === undefined ? config.profiles.map(({ name }) => name) : [],
    started: (told) => {
      clients.notify = told;
    },
  });
}

/** What of results a client is shown, and what is kept of them. */
function resultBounds({ maxResultChars, maxInlineBytes }: GatewayConfig): Partial<ResultBounds> {
  return { inline: maxInlineBytes, ...(maxResultChars !== undefined && { chars: maxResultChars }) };
}

/** Says something on stderr, which clients show or keep. */
function log(text: string): void {
  process.stderr.write(released(`gateway: ${text}\n`));
}
