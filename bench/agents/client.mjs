// The server of a project as an agent's client meets it.

import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { root } from '../../scripts/lib/process.mjs';

/** Characters of an answer that a client shows. */
const MOST = 30_000;

/** What the server says of itself, and its tools. */
export async function listing(project) {
  return connected(project, async (client) => {
    const { tools } = await client.listTools();
    return { instructions: client.getInstructions() ?? '', tools };
  });
}

/** The text of an answer; of an error, what the model reads of it. */
export async function call(project, name, given) {
  try {
    const text = await connected(project, async (client) => {
      const { content } = await client.callTool({ name, arguments: JSON.parse(given) });
      return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
    });
    return text.length > MOST ? `${text.slice(0, MOST)}\n... cut at ${MOST} characters` : text;
  } catch (error) {
    return `error: ${error.message}`;
  }
}

async function connected(project, use) {
  const client = new Client({ name: 'agents', version: '1' });
  const args = [join(root, 'dist', 'cli.js'), 'mcp-serve', '--project', project];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
