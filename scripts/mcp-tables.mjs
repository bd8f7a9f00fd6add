// Writes the tables of `docs/mcp.md` from what the MCP server says of its tools, resources and prompts. `--check`: fail
// where one is not current. Needs a built shell.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { ensureAddon, ensureShell } from './lib/ensure.mjs';
import { emit, replaceBetween } from './lib/generated.mjs';
import { root, script } from './lib/process.mjs';

const DOCUMENT = 'docs/mcp.md';

await script(async (args) => {
  ensureAddon();
  ensureShell();
  const { tools, core, templates, resources, prompts } = await asked();
  const text = readFileSync(join(root, DOCUMENT), 'utf8').replaceAll('\r\n', '\n');
  const made = [
    ['tools', toolTable(tools, core)],
    ['resources', resourceTable([...resources, ...templates])],
    ['prompts', promptTable(prompts)],
  ].reduce((before, [name, rows]) => replaceBetween(before, name, rows), text);
  emit(new Map([[DOCUMENT, made]]), { check: args.includes('--check'), command: 'npm run generate' });
});

/** What the server lists. */
async function asked() {
  const project = mkdtempSync(join(tmpdir(), 'beadloom-tables-'));
  const ask = async (tools, work) => {
    const client = new Client({ name: 'tables', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const command = [join(root, 'dist', 'cli.js'), 'mcp-serve', '--project', project, '--tools', tools];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: command, stderr: 'ignore' }),
    );
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  };
  try {
    const core = await ask('core', async (client) =>
      (await client.listTools()).tools.map((tool) => tool.name),
    );
    return await ask('all', async (client) => ({
      core,
      tools: (await client.listTools()).tools,
      resources: (await client.listResources()).resources,
      templates: (await client.listResourceTemplates()).resourceTemplates,
      prompts: (await client.listPrompts()).prompts,
    }));
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function toolTable(tools, core) {
  return table(
    ['tool', 'arguments', 'what it is for'],
    tools.map(({ name, description, inputSchema, annotations }) => [
      `\`${name}\`${core.includes(name) ? ' ·' : ''}${annotations.readOnlyHint ? '' : ' (writes)'}`,
      Object.keys(inputSchema.properties ?? {})
        .map((key) => `\`${key}\`${inputSchema.required?.includes(key) ? '' : '?'}`)
        .join(', '),
      description,
    ]),
  );
}

function resourceTable(all) {
  return table(
    ['resource', 'type', 'holds'],
    all.map(({ uri, uriTemplate, mimeType, description }) => [
      `\`${uri ?? uriTemplate}\``,
      mimeType,
      description,
    ]),
  );
}

function promptTable(prompts) {
  return table(
    ['prompt', 'arguments', 'does'],
    prompts.map(({ name, description, arguments: taken = [] }) => [
      `\`${name}\``,
      taken.map((one) => `\`${one.name}\`${one.required ? '' : '?'}: ${one.description}`).join(', '),
      description,
    ]),
  );
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
