// `npm run eval -- SET --data DIR --repos DIR`: how well search finds what public sets of questions ask for.
// `--help` says the rest; docs/internals/RETRIEVAL.md says where the sets come from.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { ensureAddon, ensureBench, ensureInstalled, ensureShell } from '../../scripts/lib/ensure.mjs';
import { Failure, heading, script } from '../../scripts/lib/process.mjs';
import { report as ablationReport } from './ablate.mjs';
import { search, tasks, worth } from './answers.mjs';
import * as candidates from './candidates.mjs';
import { checkout, ORIGIN } from './checkout.mjs';
import { headline, write } from './document.mjs';
import { report as fitReport, SETTINGS } from './fit.mjs';
import { projectsOf } from './sets.mjs';
import {
  difference,
  indexSentence,
  intervalSentence,
  sembleTables,
  sweTables,
  tokensTable,
} from './tables.mjs';

const HELP = `npm run eval -- semble|swe-lite|tokens --data DIR --repos DIR [options]
npm run eval -- onboarding --repos DIR [--only NAME,NAME] [--write]
npm run eval -- rules --repos DIR --reports DIR [--only NAME,NAME] [--write]
npm run eval -- rules --repos DIR --planted DIR [--only NAME,NAME]
npm run eval -- sync --repos DIR [--only NAME,NAME] [--config FILE] [--raw FILE] [--write]
npm run eval -- tools --data DIR [--detect FILE] [--model DIR] [--privacy hash] [--ablate] [--write]
npm run eval -- words --repos DIR [--only NAME,NAME] [--raw FILE] [--write]
npm run eval -- commits|histories|parts|swe-qa|contextbench --data PATH --repos DIR [--only NAME,NAME] [--tasks N] [--work DIR] [--raw FILE] [--against FILE] [--write]
npm run eval -- documents --data DIR --repos DIR [--only NAME,NAME] [--tasks N] [--work DIR] [--raw FILE] [--write]
npm run eval -- links --repos DIR [--only NAME,NAME] [--work DIR] [--raw FILE]
npm run eval -- memory --data DIR [--raw FILE] [--write]
npm run eval -- checkout semble|swe-lite --data DIR --repos DIR [--from ${ORIGIN}]

  semble     questions on 19 languages: NDCG@10 of chunks and of files, hit@k
  swe-lite   issues of SWE-bench Lite: Acc@k, all changed files among the first k
  tokens     the questions of semble as tasks: what is in an answer of 500 to 4,000 tokens
  onboarding what projects say of their own parts against the graph that \`init --bootstrap\` drafts
  rules      what lint finds in public projects against what the tool finds that they use for it
  sync       what doc sync would have reported on 200 commits of projects: DIR/NAME is a clone with its history
  words      words and names of projects' own files: whether the first hit points at the line that holds them
  commits    messages of commits as tasks: whether the answer shows what they changed
  histories  the same for many little known projects, by language, by how well they are known, by language of the message
  parts      bundles of the folder and the file that a commit changed: whether they show what it changed
  swe-qa     questions of SWE-QA: whether the answer names the files that the accepted answer names
  contextbench  issues of ContextBench: whether the answer shows the lines that people needed
  documents  commits that changed code and documents: which of these sync-check --base points at
  links      which parts documents are about, against what readers said of them
  memory     what recall finds of conversations and chats: DIR has locomo10.json, chats/100K of BEAM, or both
  tools      public sets of questions for tools, asked cold and after learning; DIR has metatool, livemcp, mcpproxy
  checkout   brings the code of a set's projects into --repos, what is not there yet

  --data DIR         the set: for semble and tokens repos.json and NAME.json of each project (or annotations/NAME.json),
                     for swe-lite a file of JSON lines or its folder, for commits and parts a file of JSON lines,
                     for histories a folder with tasks.jsonl.gz and README.md,
                     for documents the same folder with documents.jsonl.gz,
                     for swe-qa a checkout of SWE-QA-Bench, for contextbench a Parquet file
  --repos DIR        the code: DIR/NAME is a checkout at the project's revision; of semble at least the part that the
                     set names is needed, for swe-lite NAME is the instance_id
                     with commits, histories, documents, links, parts, swe-qa, contextbench: Git directories, DIR/OWNER+NAME
  --tasks N          with these: only so many tasks, evenly over the projects
  --work DIR         with these: checkouts and indexes are kept there for the next run
  --reports DIR      with rules: DIR/NAME/clean.txt and planted.txt, the reports of the other tools
  --planted DIR      with rules: writes each project with its planted violations to DIR/NAME
  --detect FILE      with tools: detect_corpus_v1.json of mcpproxy-go, texts of tools to examine
  --only NAME,NAME   only these projects
  --language L       only projects in this language
  --by-project       a further table by project
  --raw FILE         writes a JSON line per question: what was found where, with its score
  --against FILE     compares with the --raw of an earlier run, question by question
  --write            puts the tables into docs/internals/RETRIEVAL.md
  --config FILE      settings that every project gets as its .beadloom/config.yml
  --option KEY=JSON  an option of each search, as the library takes it; as often as needed

With semble:
  --model DIR        with tools: a transformer that compares meaning, with the runtime of ORT_DYLIB_PATH
  --privacy hash     with tools: questions are learned from as hashed words
  --ablate           what each feature of the ranking is worth; with tools, too
  --refit            with --ablate: the other weights are fitted anew without it
  --fit              fits weights to the set, cross-validated over languages
  --candidates FILE  reads candidates from FILE instead of making them, where it exists; else writes it
  --weights FILE     compares with these weights instead of the ones that the ranking has now, as JSON
  --save FILE        with --fit: writes the fitted weights
  --penalty N        with --fit: weight of a pair against small weights (${SETTINGS.penalty})
  --negatives N      with --fit: wrong candidates for each right one (${SETTINGS.negatives})`;

const FLAG = { type: 'boolean', default: false };
const TEXT = { type: 'string' };

const PROGRAMS = {
  semble: (values) => (values.ablate || values.fit ? ranking(values) : sembleSet(values)),
  'swe-lite': sweSet,
  tokens: tokensSet,
  onboarding: onboardingSet,
  rules: rulesSet,
  sync: syncSet,
  words: wordsSet,
  documents: documentsSet,
  links: linksSet,
  memory: memorySet,
  tools: toolsSet,
  ...Object.fromEntries(
    ['commits', 'histories', 'parts', 'swe-qa', 'contextbench'].map((set) => [set, contextSet(set)]),
  ),
  checkout: bringSet,
};

await script(async (argv) => {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      data: TEXT,
      repos: TEXT,
      reports: TEXT,
      detect: TEXT,
      model: TEXT,
      privacy: TEXT,
      planted: TEXT,
      tasks: TEXT,
      work: TEXT,
      only: TEXT,
      language: TEXT,
      raw: TEXT,
      against: TEXT,
      config: TEXT,
      candidates: TEXT,
      weights: TEXT,
      save: TEXT,
      from: TEXT,
      penalty: TEXT,
      negatives: TEXT,
      option: { type: 'string', multiple: true, default: [] },
      'by-project': FLAG,
      write: FLAG,
      ablate: FLAG,
      refit: FLAG,
      fit: FLAG,
      help: FLAG,
    },
  });
  if (values.help || positionals.length === 0) {
    console.log(HELP);
    return;
  }
  const [what, ...rest] = positionals;
  const program = PROGRAMS[what];
  if (!program) throw new Failure(`there is no set ${what}; there are ${Object.keys(PROGRAMS).join(', ')}`);
  await program(values, rest);
});

async function sembleSet(values) {
  const { answers, times } = await asked('semble', values, searchOf(values));

  const files = answers.map((answer) => worth(answer).files);
  finish('semble', values, answers, [
    intervalSentence('NDCG@10 over files', files),
    indexSentence(times),
    sembleTables(answers, { byProject: values['by-project'] }),
  ]);
  compared(values, answers, 'files');
}

async function sweSet(values) {
  const { answers, times } = await asked('swe-lite', values, searchOf(values));
  finish('swe-lite', values, answers, [indexSentence(times), sweTables(answers)]);
  compared(values, answers, 'acc5');
}

async function tokensSet(values) {
  const { answers } = await asked('semble', values, async (project, opened) => {
    try {
      return await tasks(project, opened);
    } catch (error) {
      if (error.code !== 'usage' && error.code !== 'unsupported') throw error;
      throw new Failure(`\`ctx\` with a task is not there yet: ${error.message}`);
    }
  });
  finish('tokens', values, answers, [tokensTable(answers)]);
}

async function onboardingSet(values) {
  const { evaluate, projectsOf: projects, report } = await import('./onboarding.mjs');
  ensureInstalled();
  ensureAddon();
  ensureShell();
  const results = [];
  for (const project of projects(values)) {
    const result = await evaluate(project);
    results.push(result);
    console.log(`${project.name}: ${result.judged.found} of ${result.judged.parts} parts`);
  }
  const text = report(results);
  console.log(`\n${text}`);
  if (values.write) write('onboarding', text, 'docs/internals/ONBOARDING-EVAL.md');
}

async function rulesSet(values) {
  const { evaluate, plantInto, projectsOf: projects, report } = await import('./rules.mjs');
  if (values.planted) {
    for (const project of projects(values)) console.log(plantInto(project, values.planted));
    return;
  }
  if (!values.reports)
    throw new Failure('--reports is needed: what the other tools report; --planted makes what they look at');
  ensureInstalled();
  ensureAddon();
  ensureShell();
  const results = [];
  for (const project of projects(values)) {
    results.push(await evaluate(project, values.reports));
    console.log(project.name);
  }
  const text = report(results);
  console.log(`\n${text}`);
  if (values.write) write('rules', text, 'docs/internals/RULES-EVAL.md');
}

async function syncSet(values) {
  ensureInstalled();
  ensureAddon();
  ensureShell();
  const { projectsOf: projects, report, walk } = await import('./sync.mjs');
  const results = [];
  for (const project of projects(values)) {
    const result = await walk(project, values);
    results.push(result);
    console.log(`${project.name}: ${result.reports.length} reports`);
  }
  const text = report(results);
  console.log(`\n${text}`);
  if (values.raw) writeFileSync(values.raw, `${JSON.stringify(results, null, 1)}\n`);
  if (values.write) write('sync', text, 'docs/internals/SYNC-EVAL.md');
}

async function documentsSet(values) {
  ensureInstalled();
  ensureAddon();
  ensureShell();
  const { run } = await import('./documents.mjs');
  await run(values);
}

async function linksSet(values) {
  ensureInstalled();
  ensureAddon();
  ensureShell();
  const { run } = await import('./links.mjs');
  await run(values);
}

async function memorySet(values) {
  const { ask, isHeldOut, report, setsIn } = await import('./memory.mjs');
  const sets = setsIn(values.data);
  ensureInstalled();
  ensureAddon();
  ensureShell();
  const { Beadloom } = await import('../../dist/index.js');
  const results = [];
  for (const [name, stores] of sets) {
    const answers = [];
    for (const [at, store] of stores.entries()) {
      const found = await ask(store, Beadloom);
      answers.push(...found.map((answer) => ({ ...answer, heldOut: isHeldOut(at) })));
    }
    results.push([name, answers]);
    console.log(`${name}: ${answers.length} questions`);
  }
  const text = report(results);
  console.log(`\n${text}`);
  if (values.raw) {
    const lines = results.flatMap(([set, answers]) =>
      answers.map((answer) => JSON.stringify({ set, ...answer })),
    );
    writeFileSync(values.raw, `${lines.join('\n')}\n`);
  }
  if (values.write) write('memory', text, 'docs/internals/MEMORY-EVAL.md');
}

async function toolsSet(values) {
  if (!values.data) throw new Failure('--data is needed: a folder with metatool, livemcp or mcpproxy');
  ensureInstalled();
  ensureAddon();
  ensureShell();
  const { loadedNative } = await import('./native.mjs');
  const { evaluate } = await import('./tools.mjs');
  const native = loadedNative();
  if (values.model) {
    native.setModelPlaces({ runtime: process.env.ORT_DYLIB_PATH, trial: [], projectModels: true });
  }
  const text = await evaluate(native, values, (what) => console.log(what));
  console.log(`\n${text}`);
  if (values.write) write(values.model ? 'tools, with a model' : 'tools', text);
}

async function wordsSet(values) {
  const { ownWords, projectsIn, wordsTable } = await import('./words.mjs');
  const projects = projectsIn(values);
  prepare({});
  const { indexed } = await import('./workspace.mjs');
  const answers = [];
  for (const project of projects) {
    answers.push(...(await indexed(project, values, (opened) => ownWords(project, opened))));
    console.log(project.name);
  }
  const text = wordsTable(answers);
  console.log(`\n${text}`);
  if (values.raw) writeFileSync(values.raw, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  if (values.write)
    write(
      'words',
      `${headlineOf(
        values,
        answers.map(({ text: query, ...rest }) => ({ ...rest, query })),
      )}\n\n${text}`,
    );
}

function contextSet(set) {
  return async (values) => {
    ensureInstalled();
    ensureAddon();
    ensureShell();
    const { run } = await import('./context.mjs');
    await run(set, values);
  };
}

function bringSet(values, [set]) {
  if (set !== 'semble' && set !== 'swe-lite') throw new Failure('checkout takes semble or swe-lite');
  const failed = checkout(chosen(set, values), values.from === undefined ? {} : { from: values.from });
  if (failed.length > 0) throw new Failure(`not brought: ${failed.map(({ name }) => name).join(', ')}`);
}

/** `--ablate` and `--fit`: both look at the candidates of all questions. */
async function ranking(values) {
  const pools = await poolsOf(values);
  if (pools.length === 0) throw new Failure('there are no questions left');
  const current = values.weights ? readWeights(values.weights) : currentWeights(pools);
  if (values.ablate) {
    heading('ablation');
    const text = ablationReport(pools, current, { refit: values.refit });
    console.log(text);
    if (values.write) write('ablation', `${headlineOf(values, pools)}\n\n${text}`);
  }
  if (values.fit) {
    heading('fit');
    const settings = {
      ...SETTINGS,
      penalty: positive(values.penalty, SETTINGS.penalty, '--penalty'),
      negatives: positive(values.negatives, SETTINGS.negatives, '--negatives'),
    };
    const { text, weights } = fitReport(pools, current, settings);
    console.log(text);
    if (values.save) writeFileSync(values.save, `${JSON.stringify(weights, null, 2)}\n`);
  }
}

/** What the ranking has now; candidates of another version have other scores. */
function currentWeights(pools) {
  prepare({ bench: true });
  const weights = candidates.currentWeights();
  const odd = candidates.unexplained(pools, weights).length;
  if (odd > 0) {
    console.log(
      `of ${odd} questions the scores are not the weighted sum of the features: other weights made them`,
    );
  }
  return weights;
}

/** The candidates of all questions: kept ones, or those of this version. */
async function poolsOf(values) {
  if (values.candidates && existsSync(values.candidates)) {
    const only = values.only?.split(',');
    return candidates
      .readPools(values.candidates)
      .filter(
        ({ project, language }) =>
          (!only || only.includes(project)) && (!values.language || values.language === language),
      );
  }
  prepare({ bench: true });
  const { answers } = await asked('semble', values, (project, opened) => {
    opened.beadloom.close();
    return candidates.candidatesOf(project, opened);
  });
  if (values.candidates) candidates.writePools(values.candidates, answers);
  return answers;
}

/**
 * Indexes each project and asks; a line for each, because a run takes minutes.
 * @returns {Promise<{ answers: object[], times: number[] }>}
 */
async function asked(set, values, ask) {
  const projects = chosen(set, values);
  prepare({});
  // Only now is what it imports built.
  const { indexed } = await import('./workspace.mjs');
  const answers = [];
  const times = [];
  for (const project of projects) {
    const found = await indexed(project, values, async (opened) => {
      times.push(opened.indexMs);
      return ask(project, opened);
    });
    answers.push(...found);
    console.log(`${project.name}: ${project.queries.length} asked, indexed in ${times.at(-1).toFixed(0)} ms`);
  }
  return { answers, times };
}

function chosen(set, { data, repos, only, language }) {
  if (!data || !repos) throw new Failure('--data and --repos are needed; --help says what they hold');
  return projectsOf(set, { data, repos, only: only?.split(',') ?? [], language });
}

function searchOf({ option }) {
  const options = Object.fromEntries(
    option.map((text) => {
      const [, key, value] = /^(\w+)=(.+)$/s.exec(text) ?? [];
      if (!key) throw new Failure(`--option takes KEY=JSON, not ${text}`);
      return [key, parsed(value, `--option ${key}`)];
    }),
  );
  return (project, opened) => search(project, opened, options);
}

function finish(block, values, answers, parts) {
  const text = parts.join('\n\n');
  console.log(`\n${text}`);
  if (values.raw) writeFileSync(values.raw, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  if (values.write) write(block, `${headlineOf(values, answers)}\n\n${text}`);
}

function compared({ against }, answers, measure) {
  if (!against) return;
  const before = readFileSync(against, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => parsed(line, against));
  heading(`against ${against}`);
  console.log(difference(before, answers, measure));
}

function headlineOf({ config, option }, answers) {
  const projects = new Set(answers.map(({ project }) => project)).size;
  const questions = new Set(answers.map(({ project, query }) => `${project}\n${query}`)).size;
  const settings = [config && 'with settings', ...option].filter(Boolean).join(', ') || 'default settings';
  return headline({ projects, questions, settings });
}

function prepare({ bench = false }) {
  ensureInstalled();
  ensureAddon({ release: true });
  ensureShell();
  if (bench) {
    ensureBench();
  }
}

function readWeights(file) {
  if (!existsSync(file)) throw new Failure(`${file} is not there`);
  return parsed(readFileSync(file, 'utf8'), file);
}

function positive(text, otherwise, name) {
  const value = text === undefined ? otherwise : Number(text);
  if (!(value > 0)) throw new Failure(`${name} takes a number above 0`);
  return value;
}

function parsed(text, what) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`${what}: ${error.message}`);
  }
}
