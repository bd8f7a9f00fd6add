import { BeadloomError } from '../../model/error.js';
import { errorText } from '../../mcp/answer.js';
import { checked } from '../../mcp/schema.js';
import { DEFAULT_RESULTS } from '../choices.js';
import { fittedArguments, withNotes } from '../arguments.js';
import { type CallRequest, type Calls, failed } from '../calls.js';
import { nearTools, type Tool } from '../catalogue.js';
import type { Gateway } from '../gateway.js';
import { candidates, listFor, lateTool, serverIn, serversOf, usableTool, usableTools } from '../lists.js';
import { shaped } from '../results/shaped.js';
import type { Context, Session } from '../session.js';
import { wrongArguments } from '../validate.js';
import type { Json } from '../wire.js';
import { fittedInput, inputOf, type MetaInput, type MetaName } from './definitions.js';
import { described, found } from './said.js';

/** What a tool of the gateway needs. */
export interface MetaCall {
  gateway: Gateway;
  calls: Calls;
  session: Session;
  asked: CallRequest;
  /** What the client was listed is to be listed again. */
  relist: () => void;
}

/**
 * Calls a tool of the gateway itself. What is wrong with what was asked is an answer with `isError`.
 *
 * @throws RpcError what a server answered with an error
 */
export async function runMeta(name: MetaName, given: unknown, call: MetaCall): Promise<Json> {
  const { value, notes } = fittedInput(name, given);
  try {
    return withNotes(await run(name, value, call), notes);
  } catch (thrown) {
    if (thrown instanceof BeadloomError) {
      return failed(errorText(thrown));
    }
    throw thrown;
  }
}

async function run(name: MetaName, given: unknown, call: MetaCall): Promise<Json> {
  switch (name) {
    case 'search_tools':
      return search(call, checked(name, inputOf(name), given));
    case 'describe_tools':
      return describe(call, checked(name, inputOf(name), given));
    case 'call_tool':
      return callTool(call, checked(name, inputOf(name), given));
    case 'read_result':
      return call.session.results.read(checked(name, inputOf(name), given));
    case 'set_context':
      return setContext(call, checked(name, inputOf(name), given));
    case 'search_available_tools': {
      const { query } = checked(name, inputOf(name), given);
      return search(call, { queries: [query], limit: call.gateway.config.topK });
    }
  }
}

/** An answer as an object and as its text. */
function answer(content: Json): Json {
  return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content };
}

async function search({ gateway, session }: MetaCall, input: MetaInput<'search_tools'>): Promise<Json> {
  const {
    queries,
    context_id: contextId,
    server,
    read_only: readOnly,
    limit = DEFAULT_RESULTS,
    detail = 'summary',
  } = input;
  const servers = [...serversOf(gateway, session)];
  if (server !== undefined && !servers.includes(server)) {
    throw unknownServer(server, servers);
  }
  const context = contextOf(session, contextId);
  const asked = server === undefined ? servers : [server];
  const unlisted = gateway.unlisted(asked);
  const { results, confidence } = await gateway.core.ask('search', {
    queries,
    ...candidates(gateway, session, asked),
    ...(readOnly === true && { read_only: true }),
    limit,
    ...(context !== undefined && { context_query: context.query }),
  });
  const tools = usableTools(gateway, session);
  const hits = results.flatMap((result) => {
    const tool = tools.find(
      (one) => one.server === result.server && one.name === result.name && one.held === undefined,
    );
    return tool === undefined
      ? []
      : [
          {
            tool,
            score: result.score,
            query: questionOf(tool, queries),
          },
        ];
  });
  const names = new Map(hits.map(({ tool, query }) => [tool.shown, query]));
  session.noteFound(names);
  const id =
    contextId !== undefined && context !== undefined
      ? contextId
      : session.contexts.add({ query: queries.join('; '), found: new Map() });
  const noted = session.contexts.get(id);
  for (const [name, query] of names) {
    noted?.found.set(name, query);
  }
  return answer({
    results: hits.map(({ tool, score }) => found(tool, score, detail)),
    confidence,
    context_id: id,
    ...(unlisted.length > 0
      ? {
          hint: `not searched, as their tools are not known yet: ${unlisted.join(', ')}; ask again in a moment`,
        }
      : hits.length === 0 && {
          hint: 'nothing fits: say it in other words, or leave server and read_only out',
        }),
  });
}

function describe({ gateway, session }: MetaCall, { names }: MetaInput<'describe_tools'>): Json {
  const known = names.map((name) => ({ name, tool: offered(gateway, session, name) }));
  const unknown = known.filter(({ tool }) => tool === undefined).map(({ name }) => name);
  const tools = known.flatMap(({ tool }) => (tool === undefined ? [] : [described(tool)]));
  return answer({
    tools,
    ...(unknown.length > 0 && {
      unknown: unknown.map((name) => ({
        name,
        did_you_mean: nearTools(name, usableTools(gateway, session)),
      })),
    }),
  });
}

async function callTool(
  { gateway, calls, session, asked }: MetaCall,
  { name, arguments: args = {}, context_id: contextId, result: options }: MetaInput<'call_tool'>,
): Promise<Json> {
  const tool = usableTool(gateway, session, name) ?? (await lateTool(gateway, session, name));
  if (tool === undefined) {
    return failed(unknownTool(gateway, session, name));
  }
  const { value, notes } = fittedArguments(tool, args);
  const wrong = tool.held === undefined ? wrongArguments(tool, value) : undefined;
  if (wrong !== undefined) {
    return failed(
      `usage: arguments of ${name}: ${wrong}\nhint: describe_tools has its schema; nothing was sent`,
    );
  }
  const result = await calls.tool(session, { tool, args: value, contextId }, asked);
  return withNotes(shaped(session, tool, result, options), notes);
}

async function setContext(
  { gateway, session, relist }: MetaCall,
  { query, intent }: MetaInput<'set_context'>,
): Promise<Json> {
  const context: Context = { query: intent === undefined ? query : `${query} – ${intent}`, found: new Map() };
  const id = session.contexts.add(context);
  if (session.remembers) {
    session.begin(context);
  }
  if (!session.remembers || (session.mode !== 'filter' && session.mode !== 'auto')) {
    return answer({ context_id: id, hint: 'give context_id to search_tools and call_tool' });
  }
  session.wantsFilter = true;
  const { tools, confidence } = await listFor(gateway, session, 'filter');
  relist();
  return answer({
    context_id: id,
    listed:
      typeof session.listed === 'object'
        ? `${session.listed.size} ${session.listed.size === 1 ? 'tool' : 'tools'}`
        : 'all tools',
    tools: tools.length,
    ...(confidence !== undefined && { confidence }),
    hint:
      typeof session.listed !== 'object'
        ? 'it is not clear enough which tools this needs, so all are listed'
        : 'search_available_tools finds the others',
  });
}

/** Which of several questions a tool answers: the one that has most words with it in common, the first of equals. */
function questionOf({ listed }: Tool, queries: readonly string[]): string {
  const [first = ''] = queries;
  if (queries.length < 2) {
    return first;
  }
  const own = new Set(
    wordsOf(`${listed.name} ${String(listed['title'] ?? '')} ${String(listed['description'] ?? '')}`),
  );
  const shares = queries.map((query) => {
    const words = wordsOf(query);
    return words.filter((word) => own.has(word)).length / Math.max(1, words.length);
  });
  return queries[shares.indexOf(Math.max(...shares))] ?? first;
}

function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, 10_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** A tool that can be shown. */
function offered(gateway: Gateway, session: Session, name: string): Tool | undefined {
  const tool = usableTool(gateway, session, name);
  return tool?.held === undefined ? tool : undefined;
}

function contextOf(session: Session, id: string | undefined): Context | undefined {
  if (id === undefined) {
    return session.context;
  }
  const context = session.contexts.get(id);
  if (context === undefined) {
    throw new BeadloomError({
      code: 'not_found',
      message: `there is no context ${id.slice(0, 100)}`,
      hint: 'set_context and search_tools give the ids; leave it out where it is forgotten',
    });
  }
  return context;
}

/** That there is no such tool, and what may be meant, or why its server has none. */
export function unknownTool(gateway: Gateway, session: Session, name: string): string {
  const text = `not_found: there is no tool ${JSON.stringify(name.slice(0, 200))}`;
  const server = serverIn(gateway, name) ?? '';
  const upstream = serversOf(gateway, session).has(server) ? gateway.upstreams.get(server) : undefined;
  if (upstream?.error !== undefined && !gateway.catalogue.has(server)) {
    return `${text}: ${server} does not answer: ${upstream.error}\nhint: beadloom gateway test ${server} says more`;
  }
  const near = nearTools(name, usableTools(gateway, session));
  return `${text}\nhint: ${near.length > 0 ? `did you mean ${near.join(', ')}?` : 'search_tools finds tools by what they do'}`;
}

function unknownServer(server: string, servers: readonly string[]): BeadloomError {
  return new BeadloomError({
    code: 'not_found',
    message: `there is no server ${server.slice(0, 100)}`,
    hint: servers.length === 0 ? 'there are no servers' : `one of: ${servers.join(', ')}`,
  });
}
