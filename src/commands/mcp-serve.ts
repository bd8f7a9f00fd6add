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
    'Serves the project to an MCP client over stdin and stdout, in both eras of the protocol, until stdin closes; or over HTTP on this machine. Each tool brings the index up to date before it answers.',
  examples: [
    { line: 'mcp-serve', note: 'as the command of an MCP server entry' },
    { line: 'mcp-serve --project /srv/shop', note: 'for a client that starts somewhere else' },
    { line: 'mcp-serve --tools core', note: 'only the tools that an agent cannot do without' },
    { line: 'mcp-serve --http 8123', note: 'over HTTP; the token is printed on stderr' },
    { line: 'mcp-serve --http 8123 --token-file ~/.config/beadloom-token', note: 'with a token that stays' },
  ],
  configure: (parser) => {
    parser
      .option('--tools <names>', 'which tools: all, core, or names with commas between them', 'all')
      .option(
        '--structured',
        'answers as structured content and the same text, for programs (mcp.structured)',
      )
      .option('--http <[host:]port>', 'serve HTTP there instead, on this machine only (port 0: any)')
      .option(
        '--token-file <file>',
        'with --http: the token stands in this file (else in BEADLOOM_MCP_TOKEN, else a new one is made)',
      );
  },
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
