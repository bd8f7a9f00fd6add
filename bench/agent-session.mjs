// `node bench/agent-session.mjs PROJECT [--answers]`: a session of thirty calls as an agent makes them, on a copy of a
// project with a drafted graph. Prints what each answer costs in tokens (o200k_base) and how long the call took;
// `--answers` prints the answers too. The project itself is left alone.

import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { thisPlatform } from '../scripts/lib/ensure.mjs';
import { addonFile, packageFolder } from '../scripts/lib/platforms.mjs';
import { Failure, root, script } from '../scripts/lib/process.mjs';
import { serve } from './mcp-client.mjs';

const MARKS = { py: '#', rb: '#', sh: '#' };

await script(async (args) => {
  const project = args.find((arg) => !arg.startsWith('--'));
  if (project === undefined) throw new Failure('which project?');
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-session-'));
  const copy = join(folder, basename(project));
  try {
    cpSync(project, copy, { recursive: true, filter: (path) => !/node_modules|[\\/]target$/.test(path) });
    beadloom(copy, 'init', '--bootstrap', '-y');
    beadloom(copy, 'sync-update', '--all', '-y');
    const rows = await session(copy, args.includes('--answers'));
    print(rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function beadloom(cwd, ...args) {
  execFileSync(process.execPath, [join(root, 'dist', 'cli.js'), ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function session(project, isShown) {
  const count = counter();
  const server = await serve(project);
  const rows = [];
  const { message: listed } = await server.request('tools/list', {});
  rows.push({ call: 'tools/list', tokens: count(JSON.stringify(listed.result.tools)), ms: 0, note: '' });
  const call = async (name, input, note = '') => {
    const { result, ms } = await server.call(name, input);
    const [{ text }] = result.content;
    rows.push({
      call: `${name} ${JSON.stringify(input)}`,
      tokens: count(text),
      ms,
      note: result.isError ? 'error' : result.structuredContent?.cached ? 'cached' : note,
    });
    if (isShown) console.log(`\n### ${name} ${JSON.stringify(input)}\n${text}`);
    return result.structuredContent ?? {};
  };
  const edit = (path, text) => {
    const mark = MARKS[path.split('.').at(-1)] ?? '//';
    appendFileSync(join(project, path), text.replaceAll('MARK', mark));
  };

  const primed = await call('codebase_overview', {});
  const task = 'send an email when a document is shared with a user';
  const { hits } = await call('search_code', { query: 'where are notification emails sent' });
  const file = hits.find((hit) => hit.path && hit.type === 'code')?.path ?? hits[0].path;
  const symbol = hits.find((hit) => hit.type === 'code' && hit.name)?.name ?? file;
  const part = hits.find((hit) => hit.ref_id)?.ref_id ?? primed.domains?.[0]?.ref_id;
  await call('explore_codebase', { ref: part });
  await call('get_context', { task });
  const first = await call('next_file', { task });
  const second = await call('next_file', { task, exclude: [first.path] });
  await call('next_file', { task, exclude: [first.path, second.path] });
  await call('outline_file', { path: first.path });
  await call('find_related_files', { path: first.path });
  await call('analyze_impact', { ref_id: part });
  await call('explore_codebase', { ref: symbol });
  edit(file, '\nMARK a note of an agent\n');
  await call('explore_codebase', { ref: part }, 'after a comment');
  await call('search_code', { query: symbol });
  await call('explore_codebase', { ref: part, force: true });
  edit(file, `\n${codeFor(file)}\n`);
  await call('explore_codebase', { ref: part }, 'after code');
  await call('outline_file', { path: file });
  await call('check_architecture', {});
  await call('sync_check', { ref_id: part });
  const { pairs = [] } = await call('sync_check', {});
  const stale = pairs.find((pair) => pair.status === 'stale')?.ref_id ?? part;
  await call('generate_docs', { ref_id: stale });
  await call('mark_synced', { ref_id: stale });
  await call('sync_check', { ref_id: stale });
  await call('update_node', { ref_id: part, summary: 'What sends mail and other notifications to users.' });
  await call('explore_codebase', { ref: part }, 'after its summary');
  await call('get_architecture_graph', { ref_id: part, depth: 1 });
  await call('get_architecture_graph', { ref_id: part, depth: 1 });
  await call('list_architecture_nodes', { kind: 'domain' });
  await call('diff_architecture', {});
  await call('analyze_impact', { ref_id: file });
  await call('get_index_status', {});
  await server.close();
  return rows;
}

/** A function that nobody has, in the language of the file. */
function codeFor(path) {
  if (path.endsWith('.py')) return 'def note_of_an_agent(user, document):\n    return (user, document)';
  if (path.endsWith('.go')) return 'func NoteOfAnAgent(user string) string {\n\treturn user\n}';
  return 'export function noteOfAnAgent(user) {\n  return user;\n}';
}

/** Counts with the addon's own tokenizer. */
function counter() {
  const platform = thisPlatform();
  const native = createRequire(import.meta.url)(join(packageFolder(platform), addonFile(platform)));
  native.setDataFolder(join(root, 'dist', 'data'));
  // Read once before anything is timed.
  readFileSync(join(root, 'dist', 'data', 'o200k_base.vocabulary'));
  return (text) => native.countTokens(text);
}

function print(rows) {
  const total = rows.reduce((sum, row) => sum + row.tokens, 0);
  console.log('\n| call | tokens | ms | |\n| --- | ---: | ---: | --- |');
  for (const { call, tokens, ms, note } of rows) {
    const short = call.length > 90 ? `${call.slice(0, 89)}…` : call;
    console.log(`| ${short} | ${tokens} | ${ms.toFixed(1)} | ${note} |`);
  }
  console.log(`| ${rows.length - 1} calls | ${total} | | |`);
}
