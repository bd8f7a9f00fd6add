// `npm run eval -- tools --data DIR`: public sets of questions that one tool of a catalogue answers, asked through the core of the gateway.
//
// DIR holds `metatool` (tools.json, and JSON lines with `query` and `tool`), `livemcp` (tools.json, and JSON lines with `step_tool`) and
// `mcpproxy` (tools.json, and a file with `queries` and graded `labels`), each in one other file; what is missing is left out. With
// `detect_corpus_v1.json` of mcpproxy-go there, or as `--detect FILE`, its tools are examined. `--model DIR` has a transformer compare
// meaning, with the runtime that ORT_DYLIB_PATH names. `--privacy hash` learns from hashed words.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { Failure } from '../../scripts/lib/process.mjs';
import { percentile } from '../measure.mjs';
import { grouped, interval } from './statistics.mjs';

/** Queries that were learned before others are asked. */
const LEARNED = [0, 50, 200, 1000, 3000];

/** The last queries of MetaTool, which are asked after learning. */
const ASKED = 2000;

/** Places of a ranking that are looked at. */
const DEPTH = 10;

/** Parts of the ranking, with what they are. */
export const PARTS = {
  grams: 'runs of characters',
  vectors: 'static vectors',
  transformer: 'vectors of a transformer',
  servers: 'scores of servers',
  past_text: 'past queries as text',
  classifier: 'classifier over words',
  past_vectors: 'vectors of past queries',
  guard: 'places for tools without examples',
};

/** A gateway's core in memory. */
export class Core {
  /** The folder of a transformer that compares meaning, for all cores. */
  static model;

  /** What all cores keep of questions: `text` or `hash`. */
  static privacy = 'text';

  #gateway;
  #native;

  constructor(native, without = []) {
    this.#native = native;
    this.#gateway = new native.NativeGateway(null);
    this.ready = this.call('settings', { privacy: Core.privacy, learning: true, without });
  }

  async call(name, request) {
    const { value, error } = await this.#gateway.call(
      name,
      JSON.stringify(request),
      new this.#native.Cancellation(),
    );
    if (error) throw new Failure(`${name}: ${error}`);
    return JSON.parse(value);
  }

  /** Reads the catalogue of a set. */
  async fill(tools) {
    await this.ready;
    for (const [server, list] of grouped(tools, (tool) => tool.server)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as servers are read
      await this.call('catalogue', { server, trust: 'always', tools: list.map(({ tool }) => tool) });
    }
    if (Core.model !== undefined) {
      const { serves, failure } = await this.call('model', { model: Core.model });
      if (!serves) throw new Failure(`${Core.model}: ${failure?.message ?? 'there are no tools'}`);
    }
  }

  /** Names of the first tools as `server:name`, and how sure the search is. */
  async search(query) {
    const { results, confidence } = await this.call('search', { queries: [query], limit: DEPTH });
    return { found: results.map(({ server, name }) => `${server}:${name}`), confidence };
  }

  close() {
    this.#gateway.close();
  }
}

/** The tools of a set, in the form of the protocol. */
export function toolsOf(list) {
  return list.map((one) => ({
    server: one.server ?? 'tools',
    tool: {
      name: one.tool ?? one.name,
      ...(one.description ? { description: one.description } : {}),
      input_schema: one.inputSchema ?? { type: 'object' },
    },
  }));
}

/** Recall among the first five and discounted gain among the first ten, for right tools with gains. */
export function measured(found, gains) {
  const right = Object.keys(gains);
  const gain = (list) => list.slice(0, DEPTH).reduce((sum, value, at) => sum + value / Math.log2(at + 2), 0);
  const ideal = gain(Object.values(gains).toSorted((a, b) => b - a));
  return {
    at1: found[0] in gains ? 1 : 0,
    at5: right.filter((name) => found.slice(0, 5).includes(name)).length / right.length,
    n10: gain(found.map((name) => gains[name] ?? 0)) / ideal,
  };
}

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const lines = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** The file with a set's questions: the one beside its tools. */
function questionsIn(folder) {
  const names = readdirSync(folder).filter((name) => /\.jsonl?$/.test(name) && name !== 'tools.json');
  if (names.length !== 1) throw new Failure(`${folder} must hold tools.json and one file of questions`);
  return join(folder, names[0]);
}

/** The sets of a folder: name, tools, and questions with their gains. */
export function setsIn(folder) {
  const readers = {
    metatool: (at) => ({
      tools: toolsOf(json(join(at, 'tools.json'))),
      questions: lines(questionsIn(at)).map(({ query, tool }) => ({
        query,
        gains: { [`tools:${tool}`]: 1 },
      })),
    }),
    livemcp: (at) => {
      const tools = toolsOf(json(join(at, 'tools.json')));
      const named = (name) =>
        tools.filter(({ tool }) => tool.name === name).map(({ server }) => `${server}:${name}`);
      const pairs = lines(questionsIn(at)).flatMap((task) => task.step_tool);
      const questions = pairs.map((pair) => {
        const [step, tool] = Array.isArray(pair) ? pair : [pair.step, pair.tool];
        return { query: step, any: named(tool) };
      });
      return { tools, questions };
    },
    mcpproxy: (at) => ({
      tools: toolsOf(json(join(at, 'tools.json')).tools),
      questions: json(questionsIn(at))
        .queries.filter(({ labels }) => labels.length > 0)
        .map(({ query, labels }) => ({
          query,
          gains: Object.fromEntries(labels.map(({ tool_id: id, relevance }) => [id, relevance])),
        })),
    }),
  };
  return Object.entries(readers)
    .filter(([name]) => existsSync(join(folder, name)))
    .map(([name, read]) => ({ name, ...read(join(folder, name)) }));
}

/** Asks all questions of a set whose tools a core has. */
export async function ask(core, questions) {
  const answers = [];
  for (const { query, gains, any } of questions) {
    const started = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
    const { found, confidence } = await core.search(query);
    const ms = performance.now() - started;
    // A step names a tool and no server: any of that name is right.
    const right = gains ?? { [any.find((name) => found.includes(name)) ?? any[0]]: 1 };
    answers.push({ query, right: Object.keys(right), confidence, ms, ...measured(found, right) });
  }
  return answers;
}

/** The curve of learning: for each number of queries, answers to the last ones. */
export async function curve(native, { tools, questions }, counts, without = []) {
  const asked = questions.slice(-ASKED);
  const curves = [];
  for (const count of counts) {
    const core = new Core(native, without);
    // oxlint-disable no-await-in-loop -- calls are learned one after the other
    await core.fill(tools);
    const known = new Set();
    for (const { query, gains } of questions.slice(0, Math.min(count, questions.length - ASKED))) {
      const [[server, name]] = Object.keys(gains).map((id) => id.split(/:(.*)/s));
      await core.call('learn', { server, name, query, how: 'listed', ok: true });
      known.add(`${server}:${name}`);
    }
    const answers = await ask(core, asked);
    // oxlint-enable no-await-in-loop
    core.close();
    curves.push({
      count,
      answers: answers.map((answer) => ({ ...answer, isKnown: known.has(answer.right[0]) })),
    });
  }
  return curves;
}

/** Which malicious tools of the corpus are found, and which others. */
export async function detect(native, entries) {
  const outcomes = [];
  for (const { id, label, server, tool, peers = [] } of entries) {
    const core = new Core(native);
    const mine = {
      name: tool.name,
      description: tool.description,
      input_schema: tool.inputSchema ?? { type: 'object' },
    };
    const others = peers
      .filter((peer) => peer.server !== server)
      .map((peer) => ({ server: peer.server, ...peer.tool }));
    const own = peers.filter((peer) => peer.server === server).map((peer) => peer.tool);
    // oxlint-disable-next-line no-await-in-loop -- a core of its own for each case
    await core.fill(toolsOf(others));
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { flagged } = await core.call('examine', {
      server,
      tools: [mine, ...own.map((one) => ({ ...one, input_schema: { type: 'object' } }))],
    });
    core.close();
    outcomes.push({
      id,
      isBad: label === 'malicious',
      found: flagged.find(({ name }) => name === tool.name)?.findings ?? [],
    });
  }
  return outcomes;
}

function range(values) {
  const { mean, low, high } = interval(values);
  return `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

const of = (answers, key) => answers.map((answer) => answer[key]);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** All there is to say of a folder of sets, as Markdown. */
export async function evaluate(native, { data, detect: corpus, ablate, model, privacy }, say = () => {}) {
  Core.model = model;
  if (privacy !== undefined) Core.privacy = privacy;
  const sets = setsIn(data);
  if (sets.length === 0) throw new Failure(`${data} has none of metatool, livemcp, mcpproxy`);
  const parts = [];
  const rows = [];
  for (const { name, tools, questions } of sets) {
    const core = new Core(native);
    // oxlint-disable no-await-in-loop -- one set after the other
    await core.fill(tools);
    const answers = await ask(core, questions);
    // oxlint-enable no-await-in-loop
    core.close();
    const times = of(answers, 'ms').toSorted((a, b) => a - b);
    rows.push(
      `| ${name} | ${tools.length} | ${answers.length} | ${mean(of(answers, 'at1')).toFixed(3)} | ${range(of(answers, 'at5'))} | ${range(of(answers, 'n10'))} | ${percentile(times, 0.5).toFixed(1)} |`,
    );
    say(name);
  }
  parts.push(
    `| set, nothing learned | tools | questions | R@1 | R@5 [95 %] | N@10 [95 %] | ms (p50) |\n| --- | --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}`,
  );
  const metatool = sets.find(({ name }) => name === 'metatool');
  if (metatool) parts.push(...(await learning(native, metatool, ablate, say)));
  // What is wrong with texts follows from no model.
  if (model !== undefined) return parts.join('\n\n');
  const file = corpus ?? join(data, 'detect_corpus_v1.json');
  if (existsSync(file)) parts.push(detection(await detect(native, json(file).entries)));
  const live = sets.find(({ name }) => name === 'livemcp');
  if (live) parts.push(await alarms(native, live.tools));
  return parts.join('\n\n');
}

async function learning(native, set, ablate, say) {
  const curves = await curve(native, set, LEARNED);
  say('learning');
  const rows = curves.map(({ count, answers }) => {
    const fresh = answers.filter(({ isKnown }) => !isKnown);
    const cold = curves[0].answers.filter((_, at) => !answers[at].isKnown);
    const unknown =
      fresh.length === 0 ? '–' : `${mean(of(fresh, 'at5')).toFixed(3)} (${mean(of(cold, 'at5')).toFixed(3)})`;
    const sure = answers.filter(({ confidence }) => confidence >= 0.3);
    const share = `${((100 * sure.length) / answers.length).toFixed(0)} %, ${sure.length === 0 ? '–' : mean(of(sure, 'at5')).toFixed(3)}`;
    return `| ${count} | ${mean(of(answers, 'at1')).toFixed(3)} | ${range(of(answers, 'at5'))} | ${range(of(answers, 'n10'))} | ${unknown} | ${share} |`;
  });
  const parts = [
    `| calls learned | R@1 | R@5 [95 %] | N@10 [95 %] | R@5 of tools without examples (cold) | confidence ≥ 0.3: share, R@5 |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}`,
  ];
  if (ablate) {
    const lost = [];
    for (const [part, what] of Object.entries(PARTS)) {
      if (part === 'transformer' && Core.model === undefined) continue;
      // oxlint-disable-next-line no-await-in-loop -- each takes all cores
      const [cold, warm] = await curve(native, set, [0, 1000], [part]);
      const loss = (now, before) =>
        range(now.answers.map((answer, at) => answer.at5 - before.answers[at].at5));
      lost.push(
        `| ${what} | ${loss(cold, curves[0])} | ${loss(
          warm,
          curves.find(({ count }) => count === 1000),
        )} |`,
      );
      say(`without ${what}`);
    }
    parts.push(
      `| without | R@5, nothing learned | R@5, 1,000 calls |\n| --- | --- | --- |\n${lost.join('\n')}`,
    );
  }
  return parts;
}

function detection(outcomes) {
  const bad = outcomes.filter(({ isBad }) => isBad);
  const good = outcomes.filter(({ isBad }) => !isBad);
  const missed = bad.filter(({ found }) => found.length === 0).map(({ id }) => id);
  const wrong = good.filter(({ found }) => found.length > 0).map(({ id }) => id);
  const list = (ids) => (ids.length === 0 ? '' : ` (${ids.join(', ')})`);
  return `Malicious texts found: ${bad.length - missed.length} of ${bad.length}${list(missed)}. False alarms: ${wrong.length} of ${good.length}${list(wrong)}.`;
}

async function alarms(native, tools) {
  const core = new Core(native);
  await core.ready;
  let flagged = 0;
  for (const [server, list] of grouped(tools, (tool) => tool.server)) {
    // oxlint-disable-next-line no-await-in-loop -- names are compared with those of servers before
    const answer = await core.call('catalogue', {
      server,
      trust: 'pin',
      tools: list.map(({ tool }) => tool),
    });
    flagged += answer.flagged.length;
  }
  core.close();
  return `Of the ${tools.length} tools of livemcp ${flagged} are flagged.`;
}
