import type { CommandModule } from '../shell/command.js';

export const command: CommandModule = {
  summary: 'serve the project to an MCP client over stdio',
  description:
    'Serves the project to an MCP client over stdin and stdout, in both eras of the protocol, until stdin closes. Each tool brings the index up to date before it answers.',
  examples: [
    { line: 'mcp-serve', note: 'as the command of an MCP server entry' },
    { line: 'mcp-serve --project /srv/shop', note: 'for a client that starts somewhere else' },
  ],
  configure: () => undefined,
  run: async (shell) => {
    const { serve } = await import('../mcp/server.js');
    await serve(shell.root());
  },
};
