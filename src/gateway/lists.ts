import type { Tool } from './catalogue.js';
import { ownName } from './catalogue.js';
import type { Gateway } from './gateway.js';
import { matchesAny } from './glob.js';
import { beginningsOf, JOINT } from './names.js';
import { type MetaName, metaTools } from './meta/definitions.js';
import type { Session } from './session.js';
import type { Json } from './wire.js';

/** Below so much confidence a filter would hide what is needed: everything is listed. */
export const MIN_CONFIDENCE = 0.3;

/** What a client gets for `tools/list`. */
export interface Listing {
  tools: Json[];
  /** How it was chosen. */
  mode: 'all' | 'search' | 'filter';
  /** How sure the choice is, where there was one. */
  confidence: number | undefined;
}

/** Tools of the search for that a client may use beside the listed ones, by mode. */
const SEARCHES: readonly MetaName[] = ['search_tools', 'describe_tools', 'call_tool', 'read_result'];
const FILTERS: readonly MetaName[] = [
  'set_context',
  'search_available_tools',
  'describe_tools',
  'call_tool',
  'read_result',
];

/** Names of the servers that a client may use. */
export function serversOf(gateway: Gateway, { profile }: Session): ReadonlySet<string> {
  const names = gateway.servers.map(({ name }) => name);
  return new Set(names.filter((name) => profile?.servers === undefined || profile.servers.includes(name)));
}

/** Tools that a client may use, those that wait for an approval too. */
export function usableTools(gateway: Gateway, session: Session): readonly Tool[] {
  const { profile } = session;
  const all = gateway.catalogue.all();
  if (profile === undefined) {
    return all;
  }
  const servers = serversOf(gateway, session);
  return all.filter((tool) => servers.has(tool.server) && isInProfile(tool, session));
}

/** The tool of that name, if the client may use it. */
export function usableTool(gateway: Gateway, session: Session, name: string): Tool | undefined {
  const tool = gateway.catalogue.find(name);
  const { profile } = session;
  if (tool === undefined || profile === undefined) {
    return tool;
  }
  return serversOf(gateway, session).has(tool.server) && isInProfile(tool, session) ? tool : undefined;
}

/** The tool of that name, once its server has said what it has: another one is not waited for. */
export async function lateTool(gateway: Gateway, session: Session, name: string): Promise<Tool | undefined> {
  await gateway.listable();
  const server = serverIn(gateway, name);
  if (server !== undefined && usableTool(gateway, session, name) === undefined) {
    await gateway.lists(server);
  }
  return usableTool(gateway, session, name);
}

function isPinned(tool: Tool, { profile }: Session): boolean {
  return tool.isPinned || isMeant(profile?.pin ?? [], tool);
}

function isInProfile(tool: Tool, { profile }: Session): boolean {
  return profile?.tools === undefined || isMeant(profile.tools, tool);
}

/** Whether a pattern means a tool, by the name that clients know or by its own where the settings do not call it otherwise. */
function isMeant(patterns: readonly string[], tool: Tool): boolean {
  return (
    matchesAny(patterns, tool.shown) || (tool.renamed === undefined && matchesAny(patterns, ownName(tool)))
  );
}

/** How tools are shown to a client. What `auto` comes to is decided once: a list that changes its kind breaks caches of prompts. */
export async function modeOf(
  gateway: Gateway,
  session: Session,
  decided: Map<string, 'all' | 'search'>,
): Promise<Listing['mode']> {
  const { mode, profile, remembers, wantsFilter } = session;
  if (mode === 'all') {
    return 'all';
  }
  if (mode === 'filter' || (mode === 'auto' && wantsFilter)) {
    // Where lists must not follow from what was said, a client searches.
    return remembers ? 'filter' : 'search';
  }
  if (mode === 'search') {
    return 'search';
  }
  const key = profile?.name ?? '';
  const before = decided.get(key);
  if (before !== undefined) {
    return before;
  }
  const most = gateway.config.thresholdTokens;
  const tools = usableTools(gateway, session).flatMap(({ listed, held }) =>
    held === undefined ? [listed] : [],
  );
  // Without a vocabulary nothing can be counted, and the short list is the safe one.
  const tokens = await gateway.tokensOf(tools, most).catch(() => Number.POSITIVE_INFINITY);
  const now = tokens > most ? 'search' : 'all';
  decided.set(key, now);
  return now;
}

/** What a client is listed. */
export async function listFor(gateway: Gateway, session: Session, mode: Listing['mode']): Promise<Listing> {
  const tools = usableTools(gateway, session).filter(({ held }) => held === undefined);
  const servers = [...serversOf(gateway, session)];
  const everything = tools.map(({ listed }) => listed);
  const offersFilter = session.mode !== 'search' || session.isModern;
  if (mode === 'all') {
    session.listed = 'all';
    const reads = gateway.config.maxResultChars === undefined ? [] : metaTools(['read_result'], servers);
    return { tools: [...everything, ...reads], mode, confidence: undefined };
  }
  if (mode === 'search') {
    const pinned = tools.filter((tool) => isPinned(tool, session));
    session.listed = new Set(pinned.map(({ shown }) => shown));
    const names: readonly MetaName[] = offersFilter ? [...SEARCHES, 'set_context'] : SEARCHES;
    return {
      tools: [...metaTools(names, servers), ...pinned.map(({ listed }) => listed)],
      mode,
      confidence: undefined,
    };
  }
  const means = metaTools(FILTERS, servers);
  const { context, profile } = session;
  if (context === undefined || tools.length === 0) {
    session.listed = 'all';
    return { tools: [...means, ...everything], mode, confidence: undefined };
  }
  const limit = profile?.topK ?? gateway.config.topK;
  const { results, confidence } = await gateway.core.ask('search', {
    queries: [context.query],
    ...candidates(gateway, session, servers),
    limit,
  });
  const best = results.flatMap(({ server, name }) =>
    tools.filter((tool) => tool.server === server && tool.name === name),
  );
  if (confidence < MIN_CONFIDENCE || best.length === 0) {
    session.listed = 'all';
    return { tools: [...means, ...everything], mode, confidence };
  }
  const kept = new Set(best.slice(0, limit));
  for (const tool of tools) {
    if (isPinned(tool, session)) {
      kept.add(tool);
    }
  }
  // In the order of the whole list, so that what stays stays where it was.
  const chosen = tools.filter((tool) => kept.has(tool));
  session.listed = new Set(chosen.map(({ shown }) => shown));
  return { tools: [...means, ...chosen.map(({ listed }) => listed)], mode, confidence };
}

/** Among which tools a search looks: those of the servers, or where a profile says more, exactly those. */
export function candidates(
  gateway: Gateway,
  session: Session,
  servers: readonly string[],
): { servers: string[]; tools?: Array<{ server: string; name: string }> } {
  // To the core no servers at all means all of them.
  return session.profile?.tools === undefined && servers.length > 0
    ? { servers: [...servers] }
    : {
        servers: [...servers],
        tools: usableTools(gateway, session).map(({ server, name }) => ({ server, name })),
      };
}

/** The server that a name shown begins with. */
export function serverIn(gateway: Gateway, name: string): string | undefined {
  return [...gateway.upstreams.keys()].find((server) =>
    beginningsOf(server).some((beginning) => name.startsWith(`${beginning}${JOINT}`)),
  );
}
