import type {
  GatewayApprovalsAnswer,
  GatewayFiguresAnswer,
  GatewayForgottenAnswer,
  GatewayListAnswer,
  GatewayFoundAnswer,
  GatewayTestAnswer,
  GatewayTrial,
} from '../model/answers.js';
import { BeadloomError } from '../model/error.js';
import { meant } from '../api/suggest.js';
import { nearTools, type Tool } from './catalogue.js';
import type { Mode } from './choices.js';
import type { GatewayConfig, Profile } from './config.js';
import { Gateway } from './gateway.js';
import { candidates, listFor, modeOf, serversOf, usableTools } from './lists.js';
import { found, summary } from './meta/said.js';
import { Contexts, Session } from './session.js';
import type { Upstream } from './upstream.js';
import type { Json } from './wire.js';

/** What the commands have in common. */
export interface Chosen {
  root: string;
  config: GatewayConfig;
  mode?: Mode | undefined;
  profile?: Profile | undefined;
}

/** Does work with a gateway, and ends its servers. */
async function withGateway<T>({ root, config }: Chosen, work: (gateway: Gateway) => Promise<T>): Promise<T> {
  const gateway = new Gateway(root, config);
  try {
    await gateway.restore();
    return await work(gateway);
  } finally {
    await gateway.close();
  }
}

function sessionOf({ config, mode, profile }: Chosen): Session {
  return new Session(false, true, mode ?? profile?.mode ?? config.mode, profile, new Contexts());
}

/** What is behind the gateway now. */
export function listGateway(chosen: Chosen): Promise<GatewayListAnswer> {
  return withGateway(chosen, async (gateway) => {
    await gateway.refresh();
    const session = sessionOf(chosen);
    const all = usableTools(gateway, session);
    const tools = all.filter(({ held }) => held === undefined);
    const mode = await modeOf(gateway, session, new Map());
    const listed = await listFor(gateway, session, mode);
    const names = serversOf(gateway, session);
    const servers = [...gateway.upstreams.values()].filter(
      ({ name, config }) => names.has(name) || !config.enabled,
    );
    return {
      version: 1,
      config: chosen.config.path,
      mode,
      servers: servers.map((upstream) => ({
        name: upstream.name,
        status: upstream.status,
        tools: all.filter(({ server }) => server === upstream.name).length,
        error: upstream.error ?? null,
      })),
      tools: tools.map(({ shown, server, listed: { description } }) => ({
        name: shown,
        server,
        description: summary(String(description).slice(`[${server}] `.length)),
      })),
      held: all.flatMap(({ shown, server, held }) =>
        held === undefined ? [] : [{ name: shown, server, ...held }],
      ),
      left_out: gateway.leftOut.map(({ server, name, why }) => ({ server, name, why })),
      collisions: gateway.offers.collisions(),
      tokens: await gateway.tokensOf(tools.map((tool) => tool.listed)),
      tokens_shown: await gateway.tokensOf(listed.tools),
      warning: warningOf(gateway, servers),
    };
  });
}

/** Which tools a search finds. */
export function searchGateway(
  chosen: Chosen,
  queries: string[],
  {
    server,
    readOnly,
    limit,
    schema,
  }: { server?: string | undefined; readOnly?: boolean; limit: number; schema?: boolean },
): Promise<GatewayFoundAnswer> {
  return withGateway(chosen, async (gateway) => {
    const session = sessionOf(chosen);
    const names = [...serversOf(gateway, session)];
    if (server !== undefined) {
      mustBeServer(server, names);
    }
    await gateway.listable({ patient: true });
    const failure = await gateway.useModel();
    const { results, confidence } = await gateway.core.ask('search', {
      queries,
      ...candidates(gateway, session, server === undefined ? names : [server]),
      ...(readOnly === true && { read_only: true }),
      limit,
    });
    const tools = usableTools(gateway, session);
    const hits = results.flatMap((result) => {
      const tool = tools.find((one) => one.server === result.server && one.name === result.name);
      return tool === undefined ? [] : [{ tool, score: result.score }];
    });
    return {
      version: 1,
      queries,
      results: hits.map(({ tool, score }) => {
        const {
          name,
          title,
          description,
          input_schema: input,
        } = found(tool, score, schema ? 'schema' : 'summary') as Json;
        return {
          name: String(name),
          server: tool.server,
          title: typeof title === 'string' ? title : null,
          description: String(description),
          score,
          ...(schema === true && { input_schema: input as Record<string, unknown> }),
        };
      }),
      confidence,
      warning: warningOf(gateway, gateway.servers, failure),
    };
  });
}

/** Whether every server, or those that are named, can be reached and list what they offer. */
export function testGateway(chosen: Chosen, names: readonly string[]): Promise<GatewayTestAnswer> {
  return withGateway(chosen, async (gateway) => {
    const known = [...gateway.upstreams.keys()];
    for (const name of names) {
      mustBeServer(name, known);
    }
    const wanted = [...gateway.upstreams.values()].filter(
      ({ name }) => names.length === 0 || names.includes(name),
    );
    const servers = await Promise.all(wanted.map((upstream) => tried(gateway, upstream)));
    return {
      version: 1,
      config: chosen.config.path,
      servers,
      failed: servers.filter(({ status }) => status !== 'ready' && status !== 'disabled').length,
    };
  });
}

async function tried(gateway: Gateway, upstream: Upstream): Promise<GatewayTrial> {
  const began = performance.now();
  if (upstream.config.enabled) {
    await gateway.settled(upstream);
  }
  const link = upstream.current;
  const { name, status, error } = upstream;
  const own = new Set([name]);
  const version = link?.client.getServerVersion();
  // A server that connects and cannot list what it has is of no use.
  const isReady = status === 'ready' && error === undefined;
  return {
    name,
    status: status === 'ready' && !isReady ? 'failed' : status,
    era: link === undefined ? null : link.isModern ? 'modern' : 'legacy',
    title: version === undefined ? null : `${version.title ?? version.name} ${version.version}`.slice(0, 200),
    tools: gateway.catalogue.all().filter(({ server }) => server === name).length,
    prompts: gateway.offers.prompts(own).length,
    resources: gateway.offers.resources(own).length + gateway.offers.templates(own).length,
    ms: Math.round(performance.now() - began),
    error: error ?? null,
  };
}

/** What calls came to. */
export function statsOfGateway(chosen: Chosen): Promise<GatewayFiguresAnswer> {
  return withGateway(chosen, async ({ core }) => {
    const {
      servers,
      tokens_all: all,
      tokens_shown: shown,
      added,
      notice,
      ...counted
    } = await core.ask('stats', {});
    const { calls, failed, learned_pairs: learned, recall, upstream, bytes } = counted;
    return {
      version: 1,
      servers: servers.map(({ name, tools, held, calls: of, failed: lost, learned_pairs: pairs }) => ({
        name,
        tools,
        held,
        calls: of,
        failed: lost,
        learned_pairs: pairs,
      })),
      tools: servers.reduce((sum, { tools }) => sum + tools, 0),
      calls,
      failed,
      learned_pairs: learned,
      recall: recall ?? null,
      tokens_listed: all ?? null,
      tokens_shown: shown ?? null,
      latency: { p50_ms: added.p50_ms ?? null, p99_ms: added.p99_ms ?? null },
      upstream: { p50_ms: upstream.p50_ms ?? null, p99_ms: upstream.p99_ms ?? null },
      bytes,
      warning: notice ?? null,
    };
  });
}

/** Deletes what was learned: of a tool, of a server, or all. */
export function forgetInGateway(
  chosen: Chosen,
  what: { all?: boolean | undefined; server?: string | undefined; tool?: string | undefined },
): Promise<GatewayForgottenAnswer> {
  return withGateway(chosen, async (gateway) => {
    const { all, server, tool } = what;
    const request =
      all === true
        ? ({ all: true } as const)
        : tool !== undefined
          ? toolNamed(gateway, tool)
          : { server: server ?? '' };
    const { forgotten } = await gateway.core.ask('forget', request);
    return { version: 1, forgotten };
  });
}

/** Approves definitions that wait: of a tool, of a server, or all. */
export function approveInGateway(
  chosen: Chosen,
  what: { all?: boolean | undefined; server?: string | undefined; tool?: string | undefined },
): Promise<GatewayApprovalsAnswer> {
  return withGateway(chosen, async (gateway) => {
    const { all, server = '', tool } = what;
    if (all !== true) {
      mustBeServer(server, [...gateway.upstreams.keys()]);
    }
    const waiting = gateway.catalogue.all().filter(({ held }) => held !== undefined);
    const { approved } = await gateway.core.ask(
      'approve',
      all === true
        ? { all: true }
        : { server, ...(tool !== undefined && { name: upstreamName(waiting, server, tool) }) },
    );
    return {
      version: 1,
      approved: approved.map((one) => shownName(gateway, one.server, one.name)).toSorted(),
    };
  });
}

/** What clients call a tool. */
function shownName(gateway: Gateway, server: string, name: string): string {
  const tool = gateway.catalogue.all().find((one) => one.server === server && one.name === name);
  return tool?.shown ?? `${server}__${name}`;
}

/** A tool by the name that clients know, or its server. */
function toolNamed(gateway: Gateway, name: string): { server: string; name: string } {
  const tools = gateway.catalogue.all();
  const tool = gateway.catalogue.find(name);
  if (tool === undefined) {
    const near = nearTools(name, tools);
    throw new BeadloomError({
      code: 'not_found',
      message: `there is no tool ${name}`,
      hint: near.length > 0 ? `did you mean ${near.join(', ')}?` : 'gateway list has the tools: server__tool',
    });
  }
  return { server: tool.server, name: tool.name };
}

/** What its server calls a tool that waits, by any of its names. */
function upstreamName(waiting: readonly Tool[], server: string, tool: string): string {
  const waits = waiting.find((one) => one.server === server && (one.name === tool || one.shown === tool));
  if (waits === undefined) {
    const names = waiting.filter((one) => one.server === server).map(({ name }) => name);
    throw new BeadloomError({
      code: 'not_found',
      message: `no tool ${tool} of ${server} waits for an approval`,
      hint: names.length > 0 ? `waiting: ${names.join(', ')}` : 'gateway list has those that wait',
    });
  }
  return waits.name;
}

function mustBeServer(name: string, known: readonly string[]): void {
  if (!known.includes(name)) {
    throw new BeadloomError({
      code: 'not_found',
      message: `there is no server ${name}`,
      hint: meant(name, known),
    });
  }
}

/** What failed, for a person. */
function warningOf(
  { notice }: Gateway,
  servers: readonly Upstream[],
  failure?: string | undefined,
): string | null {
  const failed = servers.filter(({ status }) => status === 'failed' || status === 'needs login');
  const named = failed.map(({ name, error }) => `${name} (${error})`).join('; ');
  const said = [
    ...(notice === undefined ? [] : [notice]),
    ...(named === '' ? [] : [`not all servers answer: ${named}`]),
    ...(failure === undefined ? [] : [failure]),
  ];
  return said.length === 0 ? null : said.join('; ');
}
