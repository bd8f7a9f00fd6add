import { type JSONRPCMessage, McpServer } from '@modelcontextprotocol/server';

import type { Beadloom } from '../api/beadloom.js';
import { usage } from '../model/error.js';
import { cancelAll } from '../api/running.js';
import { VERSION } from '../model/version.js';
import { log } from './log.js';
import { registerPrompts } from './prompts.js';
import { registerResources } from './resources.js';
import { overHttp, overStdio } from './serving.js';
import { Served } from './session.js';
import { keepServing } from './survival.js';
import { chosenTools, type ChosenTools } from './tools/index.js';

const INSTRUCTIONS =
  'beadloom answers questions about this codebase from an index that is always as the files are now. For a question, a task or a change call explore_codebase first, before grep or reading files. Then show_code for source, grep_code for exact text, find_references for who calls it, analyze_impact before changing what others use. After an edit: check_architecture and sync_check; once the documents are right again, mark_synced. The last line of an answer says whether it is complete; where it is, do not search again.';

/** How to serve. */
export interface ServeOptions {
  /** `all`, `core`, or names with commas between them. */
  tools: string;
  /** Serve HTTP there instead of stdin and stdout. */
  http?: string | undefined;
  /** The file that the token for HTTP stands in. */
  tokenFile?: string | undefined;
  /** Answers with structured content, whatever the settings say. */
  structured?: boolean | undefined;
}

/**
 * Serves the project until stdin closes, or over HTTP until a signal comes. Clients of both eras of the protocol are
 * served: the opening exchange decides.
 *
 * @throws BeadloomError `usage` for a tool or an address that is none
 */
export async function serve(
  beadloom: Beadloom,
  { tools, http, tokenFile, structured = false }: ServeOptions,
): Promise<void> {
  const chosen = chosenTools(tools);
  if (tokenFile !== undefined && http === undefined) {
    throw usage('--token-file is for --http', 'a token is only used with --http');
  }
  const served = new Served(beadloom, structured || beadloom.mcpRefresh().structured, http === undefined);
  keepServing(log);
  const factory = ({ era }: { era: 'legacy' | 'modern' }) =>
    createServer(served, chosen, era === 'legacy' && http === undefined);
  try {
    await (http === undefined
      ? overStdio(factory, log, (message) => noteTools(served, message))
      : overHttp(http, tokenFile, { factory, log }));
  } finally {
    // Nobody waits for what still runs, and the process could not end before it.
    cancelAll();
  }
}

/** One server: a connection over stdio, a request over HTTP. */
function createServer(served: Served, { listed, unlisted }: ChosenTools, remembers: boolean): McpServer {
  const server = new McpServer(
    { name: 'beadloom', title: 'beadloom', version: VERSION },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  const session = served.connect(() => server.server.getClientVersion(), remembers);
  for (const tool of [...listed, ...unlisted]) {
    tool.register(server, session);
  }
  // Former names are called and not listed, which the server has no word for.
  server.server.setRequestHandler('tools/list', () => ({
    tools: listed.map((tool) => tool.listed(session)),
  }));
  registerResources(server, session);
  registerPrompts(server, session);
  return server;
}

/** The definitions of the tools take room in the client's context as answers do. */
function noteTools({ beadloom, session }: Served, message: JSONRPCMessage): void {
  const { tools } = ('result' in message ? message.result : {}) as { tools?: unknown };
  if (session !== undefined && Array.isArray(tools)) {
    setImmediate(() => beadloom.note({ is: 'listed', session }, JSON.stringify(tools)));
  }
}
