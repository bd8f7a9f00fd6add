// What the documentation of programs says of the files of their plugins, as strict schemas: keys that it does not name are wrong.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const KEBAB = { type: 'string', pattern: '^(?!.*--)[a-z0-9][a-z0-9-]*[a-z0-9]$', maxLength: 64 };
const VERSION = { type: 'string', pattern: String.raw`^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$` };
const TEXT = { type: 'string', minLength: 1 };
const TEXTS = { type: 'array', items: TEXT };
/** A path inside the plugin. */
const INSIDE = { type: 'string', pattern: String.raw`^\./(?!.*\.\.)` };
const OWNER = object({ name: TEXT, email: TEXT, url: TEXT }, ['name']);

/** A server that a program starts. */
const SERVER = object({ command: TEXT, args: TEXTS, env: { type: 'object' }, cwd: TEXT }, ['command']);
/** Likewise, with what only Claude Code knows. */
const CLAUDE_SERVER = object(
  { command: TEXT, args: TEXTS, env: { type: 'object' }, cwd: TEXT, alwaysLoad: { type: 'boolean' } },
  ['command'],
);
const SERVERS = { type: 'object', minProperties: 1, additionalProperties: SERVER };

const COMMON = {
  name: KEBAB,
  version: VERSION,
  description: TEXT,
  author: OWNER,
  homepage: TEXT,
  repository: TEXT,
  license: TEXT,
  keywords: TEXTS,
};

const SCHEMAS = {
  /** Claude Code, "Plugins reference": `.claude-plugin/plugin.json`; the folders `skills/`, `hooks/` and `.mcp.json` need no mention. */
  'claude-plugin': object(
    {
      ...COMMON,
      skills: INSIDE,
      commands: INSIDE,
      agents: INSIDE,
      hooks: INSIDE,
      mcpServers: INSIDE,
      lspServers: INSIDE,
    },
    ['name'],
  ),
  /** Claude Code, "Plugin marketplaces". */
  'claude-marketplace': object(
    {
      name: KEBAB,
      owner: OWNER,
      description: TEXT,
      plugins: {
        type: 'array',
        items: object({ ...COMMON, source: INSIDE, category: TEXT }, ['name', 'source']),
      },
    },
    ['name', 'owner', 'plugins'],
  ),
  /** Codex, "Package your plugin": `.codex-plugin/plugin.json`. */
  'codex-plugin': object(
    {
      ...COMMON,
      skills: INSIDE,
      mcpServers: INSIDE,
      hooks: INSIDE,
      interface: object(
        {
          displayName: TEXT,
          shortDescription: TEXT,
          longDescription: TEXT,
          developerName: TEXT,
          category: TEXT,
          capabilities: TEXTS,
          defaultPrompt: {
            type: 'array',
            maxItems: 3,
            items: { type: 'string', minLength: 1, maxLength: 128 },
          },
        },
        ['displayName', 'shortDescription', 'developerName', 'category'],
      ),
    },
    ['name', 'version', 'description'],
  ),
  /** Codex, `.agents/plugins/marketplace.json`. */
  'codex-marketplace': object(
    {
      name: KEBAB,
      interface: object({ displayName: TEXT }, ['displayName']),
      plugins: {
        type: 'array',
        items: object(
          {
            name: KEBAB,
            source: object({ source: { const: 'local' }, path: INSIDE }, ['source', 'path']),
            policy: object(
              {
                installation: { enum: ['AVAILABLE', 'INSTALLED_BY_DEFAULT', 'NOT_AVAILABLE'] },
                authentication: { enum: ['ON_INSTALL', 'ON_USE'] },
              },
              ['installation', 'authentication'],
            ),
            category: TEXT,
          },
          ['name', 'source', 'policy', 'category'],
        ),
      },
    },
    ['name', 'plugins'],
  ),
  /** Cursor, "Plugins reference": `.cursor-plugin/plugin.json`, a closed set of keys. */
  'cursor-plugin': object(
    {
      ...COMMON,
      author: object({ name: TEXT, email: TEXT }, ['name']),
      displayName: TEXT,
      publisher: TEXT,
      logo: TEXT,
      category: TEXT,
      tags: TEXTS,
      skills: INSIDE,
      rules: INSIDE,
      agents: INSIDE,
      commands: INSIDE,
      hooks: INSIDE,
      mcpServers: INSIDE,
    },
    ['name'],
  ),
  /** Cursor, `.cursor-plugin/marketplace.json`. */
  'cursor-marketplace': object(
    {
      name: KEBAB,
      owner: object({ name: TEXT, email: TEXT }, ['name']),
      metadata: { type: 'object' },
      plugins: {
        type: 'array',
        minItems: 1,
        items: object({ name: KEBAB, source: INSIDE, description: TEXT }, ['name', 'source']),
      },
    },
    ['name', 'owner', 'plugins'],
  ),
  /** Gemini CLI, "Extension reference"; a server there may not have `trust`. */
  'gemini-extension': object(
    {
      name: KEBAB,
      version: VERSION,
      description: TEXT,
      mcpServers: SERVERS,
      contextFileName: { anyOf: [TEXT, TEXTS] },
      excludeTools: TEXTS,
    },
    ['name', 'version'],
  ),
  /** Agent Plugins 1.0.0, `plugin.json`: closed, and without paths. */
  'agent-plugin': object(
    {
      $schema: { const: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json' },
      ...COMMON,
      extensions: { type: 'object' },
    },
    ['$schema', 'name'],
  ),
  /** Agent Plugins 1.0.0, `mcp.json`: every server says its transport. */
  'agent-plugin-servers': object(
    {
      $schema: { const: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json' },
      mcpServers: {
        type: 'object',
        additionalProperties: object(
          { type: { const: 'stdio' }, command: TEXT, args: TEXTS, env: { type: 'object' }, cwd: TEXT },
          ['type', 'command'],
        ),
      },
    },
    ['$schema', 'mcpServers'],
  ),
  /** Claude Code: the file of servers in a plugin. */
  'claude-servers': object(
    { mcpServers: { type: 'object', minProperties: 1, additionalProperties: CLAUDE_SERVER } },
    ['mcpServers'],
  ),
  /** Codex and Cursor: likewise. */
  servers: object({ mcpServers: SERVERS }, ['mcpServers']),
};

export type PluginFile = keyof typeof SCHEMAS;

const ajv = new Ajv2020({ allErrors: true });
const validators = new Map<PluginFile, ValidateFunction>();

/** What is wrong with a file of a plugin; empty where its format allows it. */
export function pluginViolations(format: PluginFile, value: unknown): string[] {
  const validate = validators.get(format) ?? ajv.compile(SCHEMAS[format]);
  validators.set(format, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

function object(properties: Record<string, unknown>, required: string[]) {
  return { type: 'object', properties, required, additionalProperties: false };
}
