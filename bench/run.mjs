// `npm run bench [-- CORPUS…] [-- --rounds N --checks --peers --growth]`: what beadloom takes, against the least that the same
// work could take, on the same files in the same run. `--peers`: against other programs, installed from their
// registries into the cache. `--growth`: 1,000, 10,000 and 100,000 files. `--checks`: documents, rules and pipelines alone. Prints a table and writes
// `bench/results/<time>.json`.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureAddon, ensureBench, ensureInstalled, ensureShell } from '../scripts/lib/ensure.mjs';
import { capture, Failure, heading, root, script } from '../scripts/lib/process.mjs';
import { cacheFolder } from '../scripts/lib/cache.mjs';
import { corpora, missingPrograms, workTree } from './corpora.mjs';
import { gatewayRows } from './gateway-rows.mjs';
import { growthRows } from './growth.mjs';
import { DEPENDENTS, hubProject, REFERENCES } from './hub.mjs';
import { corpusRows } from './indexing.mjs';
import { interleaved, ratios, runOnce, spread } from './measure.mjs';
import { bootstrapRows, coverageRow } from './onboarding.mjs';
import { peerRows } from './peers.mjs';
import { pipelineRows } from './pipeline.mjs';
import { contents, generatedProject, LARGE, MIDDLE } from './project.mjs';
import { beadloom, NOTHING, row, show } from './rows.mjs';
import { ruleRows } from './rules.mjs';
import { syncRows } from './sync.mjs';

/** @typedef {import('./rows.mjs').Row} Row */

await script(async (argv) => {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '7' },
      checks: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Failure('--rounds takes a whole number from 1');
  const apart = values.checks || values.peers || values.growth;
  const chosen = apart && positionals.length === 0 ? [] : choose(positionals);
  const commit = capture('git', ['describe', '--always', '--dirty', '--abbrev=10']).stdout.trim() || null;

  ensureInstalled();
  ensureAddon({ release: true });
  ensureShell();
  ensureBench();

  /** @type {Row[]} */
  const rows = [];
  const skipped = [];
  console.log(`cache: ${cacheFolder()}`);
  if (!apart) {
    heading('start and context');
    rows.push(
      ...show(startRows(rounds)),
      ...show(contextRows(rounds)),
      ...show(whyRows(rounds)),
      ...show([coverageRow(rounds)]),
    );
    heading('tools of a gateway');
    rows.push(...show(gatewayRows()));
  }
  if (!apart || values.checks) {
    heading('documents');
    rows.push(...show(syncRows(rounds)));
    heading('rules');
    rows.push(...show(ruleRows(rounds)));
    heading('pipelines');
    rows.push(...show(pipelineRows(rounds)));
  }
  for (const corpus of chosen) {
    heading(corpus.what);
    const missing = missingPrograms(corpus);
    if (missing.length > 0) {
      skipped.push({ corpus: corpus.name, reason: `no ${missing.join(', ')} on the path` });
      console.log(`skipped: ${skipped.at(-1).reason}`);
      continue;
    }
    rows.push(...show(corpusRows(corpus, rounds)), ...show(bootstrapOf(corpus, rounds)));
  }
  if (values.growth) {
    heading('growth');
    rows.push(...show(growthRows(rounds)));
  }
  if (values.peers) {
    heading('peers');
    const { rows: found, skipped: absent } = await peerRows(rounds);
    rows.push(...show(found));
    skipped.push(...absent);
  }
  write(rows, skipped, rounds, commit);
});

/** Drafting a graph of a published package. */
function bootstrapOf(corpus, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-bench-'));
  try {
    return bootstrapRows(corpus.name, workTree(corpus), rounds, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function choose(names) {
  const unknown = names.filter((name) => !corpora.some((corpus) => corpus.name === name));
  if (unknown.length > 0) {
    const known = corpora.map((corpus) => corpus.name).join(', ');
    throw new Failure(`no corpus is named ${unknown.join(', ')}; there are ${known}`);
  }
  return names.length === 0 ? corpora : corpora.filter((corpus) => names.includes(corpus.name));
}

/** How much of a run is Node's own start. */
function startRows(rounds) {
  const version = beadloom('beadloom --version', ['--version']);
  const times = interleaved([NOTHING, version], rounds * 3);
  return [
    row('', version.name, NOTHING.name, ratios(times[version.name], times[NOTHING.name]), {
      goal: 1.5,
      detail: { [NOTHING.name]: spread(times[NOTHING.name]) },
    }),
  ];
}

/** `ctx` on generated projects: in process, and as a command that brings the index up to date first. */
function contextRows(rounds) {
  const rows = [];
  for (const [nodes, goal] of [
    [MIDDLE, { p50: 2, p99: 10 }],
    [LARGE, { p50: 5 }],
  ]) {
    const project = generatedProject(nodes);
    runOnce(beadloom('reindex', ['reindex', '--quiet', '--project', project]));
    const has = contents(nodes);
    const corpus = `${grouped(has.nodes)} nodes, ${grouped(has.edges)} edges, ${grouped(has.chunks)} chunks, ${grouped(has.symbols)} symbols`;
    const answers = Array.from({ length: Math.min(rounds, 5) }, () =>
      JSON.parse(
        runOnce({
          name: 'ctx in process',
          program: process.execPath,
          args: [join(root, 'bench', 'context.mjs'), project, String(nodes)],
        }),
      ),
    );
    const inProcess = (what, key, limit) =>
      row(
        corpus,
        `ctx in process, ${what}`,
        `${answers[0].calls} calls`,
        answers.map((answer) => answer[key]),
        { unit: 'ms', ...(limit === undefined ? {} : { goal: limit }) },
      );
    rows.push(
      inProcess('p50', 'p50_ms', goal.p50),
      inProcess('p99', 'p99_ms', goal.p99),
      inProcess('cached, p50', 'cached_p50_ms', 0.2),
    );
  }
  const ctx = beadloom('ctx', ['ctx', 'N-17', '--project', generatedProject(MIDDLE)]);
  const times = interleaved([NOTHING, ctx], rounds * 3);
  rows.push(
    row(`${MIDDLE} nodes`, 'ctx, whole process', NOTHING.name, ratios(times.ctx, times[NOTHING.name]), {
      goal: 1.8,
    }),
  );
  return rows;
}

function grouped(number) {
  return number.toLocaleString('en-US');
}

/** `why` of a hub in process: of its node, its file and its function. */
function whyRows(rounds) {
  const project = hubProject();
  runOnce(beadloom('reindex', ['reindex', '--quiet', '--project', project]));
  return REFERENCES.map((ref) => {
    const name = `why ${ref} in process, p50`;
    const answers = Array.from({ length: Math.min(rounds, 5) }, () =>
      JSON.parse(
        runOnce({ name, program: process.execPath, args: [join(root, 'bench', 'why.mjs'), project, ref] }),
      ),
    );
    if (answers.some((answer) => answer.dependents !== DEPENDENTS)) {
      throw new Failure(`${ref} has not ${DEPENDENTS} dependents`);
    }
    return row(
      `a hub with ${DEPENDENTS} dependents`,
      name,
      `${answers[0].calls} calls`,
      answers.map((answer) => answer.p50_ms),
      { unit: 'ms', goal: 20, detail: { p99_ms: answers.map((answer) => answer.p99_ms) } },
    );
  });
}

function write(rows, skipped, rounds, commit) {
  const time = new Date().toISOString();
  const machine = {
    platform: process.platform,
    arch: process.arch,
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: availableParallelism(),
    memory_bytes: totalmem(),
  };
  mkdirSync(join(root, 'bench', 'results'), { recursive: true });
  const file = join(root, 'bench', 'results', `${time.replaceAll(':', '')}.json`);
  writeFileSync(
    file,
    `${JSON.stringify({ version: 1, time, commit, machine, rounds, rows, skipped }, null, 2)}\n`,
  );
  heading(`written to ${file}`);
}
