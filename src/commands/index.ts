import type { CommandEntry } from '../shell/command.js';

/** Every command, in the order in which `--help` lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'find the parts of a project and write them as a graph',
    load: async () => (await import('./init.js')).command,
  },
  {
    name: 'reindex',
    summary: 'bring the index up to date',
    load: async () => (await import('./reindex.js')).command,
  },
  {
    name: 'ctx',
    summary: 'print the context bundle of a node, path or symbol',
    load: async () => (await import('./ctx.js')).command,
  },
  {
    name: 'graph',
    summary: 'print the graph, or the part around some nodes',
    load: async () => (await import('./graph.js')).command,
  },
  {
    name: 'search',
    summary: 'find nodes, documents and code',
    load: async () => (await import('./search.js')).command,
  },
  {
    name: 'status',
    summary: 'show what the index holds and what is documented',
    load: async () => (await import('./status.js')).command,
  },
  {
    name: 'mcp-serve',
    summary: 'serve the project to an MCP client over stdio',
    load: async () => (await import('./mcp-serve.js')).command,
  },
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    load: async () => (await import('./completion.js')).command,
  },
  {
    name: 'version',
    summary: 'print versions of beadloom, its addon and Node',
    load: async () => (await import('./version.js')).command,
  },
  {
    name: 'help',
    summary: 'print help for a command',
    load: async () => (await import('./help.js')).command,
  },
];
