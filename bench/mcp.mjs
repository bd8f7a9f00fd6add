// `node bench/mcp.mjs [PROJECT] [--calls N]`: what the MCP server takes over stdio, on a copy of nothing: the project is
// edited in one file and put back. Prints the time from the start of the process to the first answer against that of a
// process that does nothing, round trips of get_context anew and repeated, from an edit of one file to the answer that has
// it, and how memory grows over many calls. Without a project: the generated one of a thousand files.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';

import { Failure, script } from '../scripts/lib/process.mjs';
import { interleaved, percentile, runOnce, spread } from './measure.mjs';
import { serve } from './mcp-client.mjs';
import { generatedProject, MIDDLE } from './project.mjs';
import { beadloom } from './rows.mjs';

const WARM = 20;
const ROUNDS = 200;
const EDITS = 15;
const STARTS = 7;

await script(async (argv) => {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { calls: { type: 'string', default: '10000' } },
  });
  const project = positionals[0] ?? generatedProject(MIDDLE);
  // The first index is no part of what is measured.
  runOnce(beadloom('reindex', ['reindex', '--quiet', '--project', project]));
  const server = await serve(project);
  const { result: listed } = await server.call('list_architecture_nodes', {});
  const ref = listed.structuredContent.nodes.find((node) => node.source)?.ref_id ?? '.';
  // A failure must not leave the server behind, which would keep this process.
  process.once('exit', () => server.kill());
  const rows = [];
  const measured = (what, times) => {
    const sorted = times.toSorted((a, b) => a - b);
    rows.push([what, sorted.length, percentile(sorted, 0.5), percentile(sorted, 0.95), sorted.at(-1)]);
  };
  measured('get_context, warm, whole', await rounds(server, { ref_id: ref, force: true }));
  measured('get_context, repeated', await rounds(server, { ref_id: ref }));
  measured('get_context, other budgets (nothing kept)', await rounds(server, { ref_id: ref }, true));
  measured('edit of one file to the answer that has it', await edits(server, project));
  const memory = await growth(server, ref, Number(values.calls));
  await server.close();
  const starts = await startTimes(project, ref);
  measured('start to first answer', starts.first);
  measured('node -e 0', starts.nothing);
  console.log('\n| what | n | p50 ms | p95 ms | greatest ms |\n| --- | ---: | ---: | ---: | ---: |');
  for (const [what, count, ...times] of rows) {
    console.log(`| ${what} | ${count} | ${times.map((time) => time.toFixed(2)).join(' | ')} |`);
  }
  console.log(
    `\nstart: ${(spread(starts.first).median / spread(starts.nothing).median).toFixed(2)} × node -e 0`,
  );
  console.log(memory);
});

async function rounds(server, args, isVaried = false) {
  const times = [];
  for (let round = -WARM; round < ROUNDS; round += 1) {
    const input = isVaried ? { ...args, budget: 5000 + round } : args;
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
    const { ms, result } = await server.call('get_context', input);
    if (result.isError) throw new Failure(result.content[0].text);
    if (round >= 0) times.push(ms);
  }
  return times;
}

/** A name that is nowhere goes into a file; a search that finds it is an answer that has it. */
async function edits(server, project) {
  const { result } = await server.call('search_code', { query: 'charge get set new make', limit: 50 });
  const hit = result.structuredContent.hits.find(
    ({ type, path }) => type === 'code' && /\.(?:py|js|ts|go|rs)$/.test(path),
  );
  if (hit === undefined) {
    server.kill();
    throw new Failure('no code to edit');
  }
  const path = join(project, hit.path);
  const before = readFileSync(path, 'utf8');
  const times = [];
  try {
    for (let round = -2; round < EDITS; round += 1) {
      const word = `zq${[...String(Date.now() + round)].map((digit) => 'abcdefghij'[Number(digit)] ?? '').join('')}`;
      writeFileSync(path, `${before}\n${hit.path.endsWith('.py') ? '#' : '//'} ${word}\n`);
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
      const { ms, result: found } = await server.call('search_code', { query: word, limit: 1 });
      const [first] = found.structuredContent.hits;
      if (first?.path !== hit.path) throw new Failure(`${word} was not found in ${hit.path}`);
      if (round >= 0) times.push(ms);
    }
  } finally {
    writeFileSync(path, before);
  }
  return times;
}

async function growth(server, ref, calls) {
  const resident = () => {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  };
  const tools = [
    ['explore_codebase', { ref: ref }],
    ['explore_codebase', { ref: ref, force: true }],
    ['search_code', { query: 'part of the project' }],
    ['analyze_impact', { ref_id: ref }],
    ['get_index_status', {}],
  ];
  const call = (index) => server.call(...tools[index % tools.length]);
  // What is kept on purpose is full by then.
  const settled = Math.ceil(calls / 10);
  // oxlint-disable-next-line no-await-in-loop -- one after the other, as an agent calls
  for (let index = 0; index < settled; index += 1) await call(index);
  const before = resident();
  // oxlint-disable-next-line no-await-in-loop -- as above
  for (let index = 0; index < calls; index += 1) await call(index);
  const after = resident();
  const grown = ((after / before - 1) * 100).toFixed(1);
  return `memory: ${before.toFixed(0)} MB after ${settled} calls, ${after.toFixed(0)} MB after ${calls} more (${grown} %)`;
}

async function startTimes(project, ref) {
  const first = [];
  const nothing = [];
  for (let round = 0; round <= STARTS; round += 1) {
    const started = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
    const server = await serve(project);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await server.call('explore_codebase', { ref: ref });
    const elapsed = performance.now() - started;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await server.close();
    const { node } = interleaved([{ name: 'node', program: process.execPath, args: ['-e', '0'] }], 1);
    if (round > 0) {
      first.push(elapsed);
      nothing.push(...node);
    }
  }
  return { first, nothing };
}
