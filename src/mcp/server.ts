import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { Beadloom } from '../api/beadloom.js';
import { VERSION } from '../version.js';
import { TOOLS } from './tools/index.js';

const INSTRUCTIONS =
  'beadloom knows this project: its architecture graph, documents and code. Call search when you do not know what something is called, get_context before you work on a part of the project, get_status to see how far the index and the documentation can be trusted.';

/**
 * Serves the project on stdin and stdout until stdin closes. Clients of both eras of the protocol are served: the
 * opening exchange decides.
 */
export async function serve(root: string): Promise<void> {
  const beadloom = Beadloom.open(root);
  keepStdoutClean();
  const handle = serveStdio(() => createServer(beadloom), {
    onerror: (error) => process.stderr.write(`mcp: ${error.message}\n`),
  });
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  await handle.close();
  beadloom.close();
}

function createServer(beadloom: Beadloom): McpServer {
  const server = new McpServer(
    { name: 'beadloom', title: 'beadloom', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  for (const register of TOOLS) {
    register(server, beadloom);
  }
  return server;
}

/** stdout belongs to the protocol; whatever else might print there goes to stderr. */
function keepStdoutClean(): void {
  globalThis.console = new console.Console(process.stderr, process.stderr);
}
