// Texts that order a model about, wherever a repository or a server can put them: in shared memories, in the graph, in the rules, and in
// definitions of tools. Nothing of a stranger stands unmarked in what an agent reads, nothing at all where a session starts, and the
// gateway holds what it is ordered by.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadedNative } from '../eval/native.mjs';
import { Core } from '../eval/tools.mjs';
import { root as own } from '../../scripts/lib/process.mjs';
import { Random, run } from './lib.mjs';

/** Texts in one project. */
const ROUND = 120;

/** Of the orders of the corpus as they stand, the share that the gateway must hold. */
const LEAST_HELD = 0.93;

/** The orders of the corpora, by where they belong. */
function orders() {
  const all = [];
  for (const name of ['build', 'judge']) {
    let heading = [];
    const path = join(own, 'crates/beadloom-screening/tests/corpus', `${name}.txt`);
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line.startsWith('## ')) heading = line.slice(3).split(' ');
      else if (line !== '' && !line.startsWith('# Texts') && heading[0] === 'order')
        all.push({ text: line.replaceAll(String.raw`\n`, '\n'), place: heading[3] });
    }
  }
  return all;
}

/** Ways to disguise a text. */
const DISGUISES = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll(/(?<=\w)(?=\w{3})/gu, '\u200b'),
  (text) => text.replaceAll('o', '\u043e').replaceAll('e', '\u0435'),
  (text) => `**${text}**`,
  (text) => `<!-- ${text} -->`,
  (text) => `> ${text}`,
  (text) => `# Notes\n\n${text}\n\nThe build takes two minutes.`,
  (text) => text.replaceAll(' ', '\n'),
  (text) => `Note: ${Buffer.from(text).toString('base64')}`,
];

export default {
  name: 'orders',
  about:
    'Texts that order a model about, disguised in ten ways, in shared memories, graph, rules and definitions of tools',
  unit: 'texts',
  counts: { short: 240, long: 6000 },

  /** @param {import('./lib.mjs').Setting} setting */
  async run({ count, seed, scratch, cli, log }) {
    const random = new Random(seed);
    const all = orders();
    /** @type {string[]} */
    const failures = [];
    const env = {
      HOME: join(scratch, 'home'),
      XDG_CACHE_HOME: join(scratch, 'cache'),
      XDG_DATA_HOME: join(scratch, 'data'),
      XDG_CONFIG_HOME: join(scratch, 'home'),
    };
    mkdirSync(env.HOME, { recursive: true });
    for (let at = 0; at < count; at += ROUND) {
      const texts = Array.from({ length: Math.min(ROUND, count - at) }, (_, one) => {
        const { text } = random.pick(all);
        return { text: random.pick(DISGUISES)(text), mark: `zq${seed}x${at + one}z` };
      });
      const root = join(scratch, `project-${at}`);
      plant(root, texts, random);
      for (const why of await looked(cli, root, env, texts))
        failures.push(`seed ${seed}, project ${at}: ${why}`);
      rmSync(root, { recursive: true, force: true });
    }
    const { held, asked } = await gateway(all);
    log(`the gateway holds ${held} of ${asked} tools`);
    if (held < LEAST_HELD * asked) failures.push(`the gateway holds only ${held} of ${asked} tools`);
    return { tried: count + asked, failures, skipped: [] };
  },
};

/** A project that brings the texts along: each in one field of a memory, or cut over two, or in the graph. */
function plant(root, texts, random) {
  mkdirSync(join(root, '.beadloom/_graph'), { recursive: true });
  mkdirSync(join(root, 'src'), { recursive: true });
  writeFileSync(join(root, 'src/ledger.py'), 'def book(amount):\n    return amount\n');
  const lines = [];
  const nodes = [];
  const rules = [];
  for (const [at, { text, mark }] of texts.entries()) {
    const memory = {
      id: `mem-${mark}`,
      content: `ledger fact ${mark}`,
      created_at: '2026-01-31T00:00:00Z',
      source: 'manual',
    };
    const middle = text.indexOf(' ', text.length / 2);
    const where = random.below(5);
    if (where === 0) memory.content = `${text} ${mark}`;
    else if (where === 1) memory.why = `${mark} ${text}`;
    else if (where === 2 && middle > 0) {
      memory.content = `${mark} ledger. ${text.slice(0, middle)}`;
      memory.why = text.slice(middle + 1);
    } else if (where === 3)
      memory.tags = [`${text.replaceAll(/\p{Cc}/gu, ' ').trim()} ${mark}`.slice(0, 300)];
    else {
      const said = JSON.stringify(`${mark} ${text}`);
      if (at % 2 === 0)
        nodes.push(`  - ref_id: part${at}\n    kind: domain\n    summary: ${said}\n    source: src/\n`);
      else
        rules.push(
          `  - name: rule${at}\n    description: ${said}\n    require: {for: {kind: domain}, has_edge_to: {kind: service}}\n`,
        );
      continue;
    }
    lines.push(JSON.stringify(memory));
  }
  writeFileSync(join(root, '.beadloom/memories.jsonl'), `${lines.join('\n\n')}\n`);
  writeFileSync(join(root, '.beadloom/_graph/graph.yml'), `nodes:\n${nodes.join('')}`);
  writeFileSync(
    join(root, '.beadloom/_graph/rules.yml'),
    rules.length === 0 ? '' : `rules:\n${rules.join('')}`,
  );
}

/** What does not hold in what agents read of a project. */
async function looked(cli, root, env, texts) {
  const why = [];
  const asked = async (...words) => {
    const { code, stdout, stderr } = await run(cli, words, { cwd: root, env, timeoutMs: 120_000 });
    if (code !== 0) why.push(`beadloom ${words.join(' ')} ended with ${code}: ${stderr.slice(0, 300)}`);
    return stdout;
  };
  await asked('reindex');
  // Memories must not be in what a session begins with, in either form.
  const memories = texts.filter(({ mark }) =>
    readFileSync(join(root, '.beadloom/memories.jsonl'), 'utf8').includes(mark),
  );
  for (const words of [['prime'], ['prime', '--json']]) {
    const said = await asked(...words);
    for (const { mark, text } of memories)
      if (said.includes(mark)) why.push(`${words.join(' ')} shows a memory: ${JSON.stringify(text)}`);
    if (memories.length > 0 && !/accepted/.test(said))
      why.push(`${words.join(' ')} does not count what it leaves out`);
  }
  for (const words of [
    ['recall', 'ledger', 'fact', '--limit', '50'],
    ['ctx', '--task', 'ledger fact'],
    ['memories', 'list'],
  ]) {
    const said = await asked(...words);
    const lines = said.split('\n');
    for (const { mark, text } of memories) {
      for (const [at, line] of lines.entries()) {
        // The id names a memory, and is no text of it.
        if (!line.replaceAll(`mem-${mark}`, '').includes(mark)) continue;
        if (!/^\s*(?:- )?> /.test(line))
          why.push(`${words[0]} shows unmarked, in line ${at + 1}: ${JSON.stringify(text)}`);
      }
    }
  }
  const recalled = JSON.parse(await asked('recall', 'ledger', 'fact', '--limit', '50', '--json'));
  for (const { accepted, id } of recalled.memories)
    if (accepted !== false) why.push(`${id} passes for accepted`);
  const request = (id, method, params) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const info = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'attack', version: '1' },
  };
  const served = await run(cli, ['mcp-serve'], {
    cwd: root,
    env,
    input:
      request(1, 'initialize', info) +
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n` +
      request(2, 'tools/call', { name: 'recall', arguments: { query: 'ledger fact', limit: 50 } }),
    until: '"id":2',
    timeoutMs: 60_000,
  });
  const answer = served.stdout.split('\n').find((line) => line.includes('"id":2'));
  if (answer === undefined) why.push('the MCP server did not answer');
  else {
    const { content = [], structuredContent } = JSON.parse(answer).result;
    for (const one of structuredContent?.memories ?? [])
      if (one.accepted !== false) why.push(`${one.id} passes for accepted over MCP`);
    for (const { text = '' } of content)
      for (const line of text.split('\n'))
        if (!text.startsWith('{') && /(?<!mem-)zq\d+x\d+z/.test(line) && !/^\s*> /.test(line))
          why.push(`the tool recall shows unmarked: ${JSON.stringify(line)}`);
  }
  return why;
}

/** How many tools with an order in one of their texts the gateway holds. */
async function gateway(all) {
  const core = new Core(loadedNative());
  await core.ready;
  const tools = all
    .filter(({ place }) => place !== 'memory')
    .map(({ text, place }, at) => tool(`tool_${at}`, text, place === 'parameter' ? 2 + (at % 3) : at % 2));
  const { flagged } = await core.call('examine', { server: 'fake', tools });
  core.close();
  return { held: new Set(flagged.map(({ name }) => name)).size, asked: tools.length };
}

/** A tool with a text in its description, title, or a place of its schema. */
function tool(name, text, place) {
  const property = { type: 'string', description: 'A word.' };
  const made = {
    name,
    description: 'Counts words.',
    input_schema: { type: 'object', properties: { word: property } },
  };
  if (place === 0) made.description = `Counts words.\n\n${text}`;
  if (place === 1) made.title = text;
  if (place === 2) property.description = text;
  if (place === 3) property.enum = ['one', text];
  if (place === 4)
    made.output_schema = { type: 'object', properties: { count: { type: 'number', title: text } } };
  return made;
}
