import { Beadloom } from '../api/beadloom.js';
import type { CommandModule } from '../shell/command.js';

interface Options {
  tools: string;
  http?: string;
  tokenFile?: string;
  structured?: boolean;
}

export const command: CommandModule = {
  summary: 'serve the project to MCP clients',
  description:
    'Serves the project to an MCP client over stdin and stdout until stdin closes, or over HTTP on this machine. It supports both versions of the protocol, with and without initialize. Each tool updates the index before it answers.',
  examples: [
    { line: 'mcp-serve', note: 'as the command of an MCP server entry' },
    { line: 'mcp-serve --project /srv/shop', note: 'for a client that starts somewhere else' },
    { line: 'mcp-serve --tools core', note: 'only the essential tools' },
    { line: 'mcp-serve --http 8123', note: 'over HTTP; the token is printed on stderr' },
    { line: 'mcp-serve --http 8123 --token-file ~/.config/beadloom-token', note: 'with a permanent token' },
  ],
  arguments: [],
  flags: [
    {
      name: 'tools',
      value: 'names',
      help: 'tools to serve: all, core, or names separated by commas',
      preset: 'all',
    },
    { name: 'structured', help: 'send structured content as well as text (mcp.structured)' },
    {
      name: 'http',
      value: '[host:]port',
      help: 'serve HTTP on this port of this machine instead (0: any port)',
    },
    {
      name: 'token-file',
      value: 'file',
      help: 'with --http: read the token from this file (default: BEADLOOM_MCP_TOKEN, else a new token)',
    },
  ],
  run: async (shell, _args, { tools, http, tokenFile, structured }: Options) => {
    // First, for it looks at the files while the server, which is large, is being loaded.
    const beadloom = Beadloom.open(shell.root(), { watch: true });
    try {
      const { serve } = await import('../mcp/server.js');
      await serve(beadloom, { tools, http, tokenFile, structured });
    } finally {
      beadloom.close();
    }
  },
};
