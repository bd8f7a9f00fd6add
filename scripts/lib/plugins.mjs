// Plugins for programs of agents, as their documentation describes them: the entry of the server and the text for agents are
// those of `src/agents/`, the version is that of the package, the skill is the same in all.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { hooksOf } from './plugin-hooks.mjs';
import { root } from './process.mjs';
import { SKILL, SKILL_NAME } from './skill.mjs';

const NAME = 'beadloom';
const TITLE = 'beadloom';
const CATEGORY = 'Productivity';

/**
 * Every file of the plugins, by path relative to the root.
 * @returns {Promise<Map<string, string>>}
 */
export async function pluginFiles() {
  const [{ PUBLISHED }, { AGENT_TOOLS }, { TEXT }] = await Promise.all([
    import('../../src/agents/setup.ts'),
    import('../../src/agents/tools.ts'),
    import('../../src/agents/block.ts'),
  ]);
  const { version, description, license, keywords, author } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  /** The object of servers, as the file of that program has it. */
  const servers = (tool) => {
    const { form } = AGENT_TOOLS.find(({ name }) => name === tool);
    // Codex has TOML in its settings, and JSON in plugins.
    const entry = form === 'toml' ? plain(PUBLISHED) : { ...form.entry(PUBLISHED), ...form.preset };
    return { mcpServers: { [NAME]: entry } };
  };
  const about = { name: NAME, version, description };
  const made = { ...about, author: { name: author }, license, keywords };
  const programs = {
    'claude-code': {
      '.claude-plugin/plugin.json': json(made),
      '.mcp.json': json(servers('claude-code')),
    },
    codex: {
      '.codex-plugin/plugin.json': json({
        ...made,
        skills: './skills/',
        mcpServers: './.mcp.json',
        ...(hooksOf('codex') && { hooks: './hooks/hooks.json' }),
        interface: {
          displayName: TITLE,
          shortDescription: 'Code, documents and architecture from a local index',
          longDescription: description,
          developerName: author,
          category: CATEGORY,
          capabilities: ['Read'],
          defaultPrompt: ['What does this project consist of?'],
        },
      }),
      '.mcp.json': json(servers('codex')),
    },
    cursor: {
      '.cursor-plugin/plugin.json': json({
        ...made,
        displayName: TITLE,
        category: CATEGORY,
        skills: './skills/',
        mcpServers: './mcp.json',
        ...(hooksOf('cursor') && { hooks: './hooks/hooks.json' }),
      }),
      'mcp.json': json(servers('cursor')),
    },
    'gemini-cli': {
      'gemini-extension.json': json({ ...about, ...servers('gemini-cli'), contextFileName: 'GEMINI.md' }),
      'GEMINI.md': TEXT,
    },
    // The open format, which VS Code, GitHub Copilot and others read: it has skills and servers, and no hooks.
    'agent-plugin': {
      'plugin.json': json({ $schema: schema('plugin'), ...made }),
      'mcp.json': json({
        $schema: schema('mcp'),
        mcpServers: { [NAME]: { type: 'stdio', ...plain(PUBLISHED) } },
      }),
    },
  };
  const files = new Map();
  for (const [program, own] of Object.entries(programs)) {
    const hooks = hooksOf(program);
    const all = {
      ...own,
      [`skills/${SKILL_NAME}/SKILL.md`]: SKILL,
      ...(hooks && { 'hooks/hooks.json': json(hooks) }),
    };
    for (const [path, text] of Object.entries(all)) files.set(`plugins/${program}/${path}`, text);
  }
  for (const [path, list] of Object.entries(marketplaces(about, author))) files.set(path, json(list));
  return files;
}

/** The lists that programs look for at the top of a repository. */
function marketplaces({ version, description }, author) {
  const owner = { name: author };
  const entry = { name: NAME, description };
  return {
    '.claude-plugin/marketplace.json': {
      name: NAME,
      owner,
      description,
      plugins: [{ ...entry, version, source: './plugins/claude-code' }],
    },
    '.cursor-plugin/marketplace.json': {
      name: NAME,
      owner,
      metadata: { description },
      plugins: [{ ...entry, source: './plugins/cursor' }],
    },
    '.agents/plugins/marketplace.json': {
      name: NAME,
      interface: { displayName: TITLE },
      plugins: [
        {
          name: NAME,
          source: { source: 'local', path: './plugins/codex' },
          policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
          category: CATEGORY,
        },
      ],
    },
  };
}

function plain([command, ...args]) {
  return { command, args };
}

function schema(name) {
  return `https://agent-plugins.org/schemas/1.0.0/${name}.schema.json`;
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
