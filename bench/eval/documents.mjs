// Which documents `sync-check --base` points at where a commit changed code, against what people changed with it.
// docs/internals/DOCUMENTS-EVAL.md has the protocol.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Failure } from '../../scripts/lib/process.mjs';
import { withCheckout } from './context/checkouts.mjs';
import { byProject } from './context/tasks.mjs';
import { baseline } from './documents/baseline.mjs';
import { documentChangesIn } from './documents/changes.mjs';
import { stateBefore } from './documents/state.mjs';
import { headline, write } from './document.mjs';
import { mirrorOf, hasCommit } from './mirrors.mjs';
import { mean } from './metrics.mjs';
import { clustered } from './statistics.mjs';
import { table } from './tables.mjs';

/** Parts of the same size into which what is said is cut, to compare it with what is so. */
const PARTS = 5;

/**
 * @typedef {object} Asked a commit, and what was named
 * @property {string} repo
 * @property {string} id
 * @property {{ path: string, hunks: [number, number][] }[]} documents that people changed
 * @property {{ path: string, certainty: string, probability: number, sections: [number, number][] }[]} named in their order
 * @property {string[]} baseline documents that the baseline names, in its order
 * @property {number} milliseconds
 */

/** Asks for the commits of all projects, prints the tables, and with `--write` puts them into their page. */
export async function run(values) {
  const { data, repos, only, tasks = '8', raw } = values;
  if (!data || !repos)
    throw new Failure('--data and --repos are needed: documents.jsonl.gz, and Git directories');
  const answers = [];
  for (const [repo, all] of byProject(documentChangesIn(data), { only })) {
    const mirror = mirrorOf(repo, repos);
    if (mirror === undefined) continue;
    const most = Number(tasks);
    const kinds = [
      all.filter(({ documents }) => documents.length > 0),
      all.filter(({ documents }) => documents.length === 0),
    ];
    const wanted = kinds
      .flatMap((of) => of.slice(0, most))
      .filter(({ id, at }) => hasCommit(mirror, at) && hasCommit(mirror, id));
    const found = await withCheckout(repo, mirror, values, async (opened) => {
      const own = [];
      for (const change of wanted) own.push(await ask(opened, mirror, change));
      return own;
    });
    answers.push(...found);
    console.log(`${repo}: ${found.length} commits`);
  }
  if (raw) writeFileSync(raw, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  const text = report(answers);
  console.log(`\n${text}`);
  if (values.write) {
    const projects = new Set(answers.map(({ repo }) => repo)).size;
    const head = headline({ projects, questions: answers.length, settings: 'default settings' });
    write('documents', `${head}\n\n${text}`, 'docs/internals/DOCUMENTS-EVAL.md');
  }
}

/** @returns {Promise<Asked>} */
async function ask({ beadloom, root, move }, mirror, change) {
  const state = stateBefore(mirror, change);
  await move(change.at);
  const put = (text, path) => {
    const file = join(root, path);
    if (text === '') {
      rmSync(file, { force: true });
      return;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  try {
    for (const [path, , after] of state.code) put(after, path);
    const started = performance.now();
    const { sections = [] } = await beadloom.syncCheck({ base: change.at, certainty: 'possible' });
    const milliseconds = performance.now() - started;
    const { repo, id, documents } = change;
    return { repo, id, documents, named: byDocument(sections), baseline: baseline(state), milliseconds };
  } finally {
    for (const [path, before] of state.code)
      if (before !== '' || existsSync(join(root, path))) put(before, path);
  }
}

function byDocument(sections) {
  const found = new Map();
  for (const section of sections) {
    const { doc_path: path, certainty, probability, line_start: from, line_end: to, evidence } = section;
    if (!found.has(path)) found.set(path, { path, certainty, probability, sections: [] });
    // A document that is named as a whole names no place.
    if (evidence[0]?.change !== 'together') found.get(path).sections.push([from, to]);
  }
  return [...found.values()];
}

const LEVELS = {
  'certain and likely': ({ certainty }) => certainty !== 'possible',
  'with possible ones': () => true,
};

/** @param {Asked[]} answers */
export function report(answers) {
  const together = answers.filter(({ documents }) => documents.length > 0);
  const alone = answers.filter(({ documents }) => documents.length === 0);
  const rows = [
    measured(
      'baseline',
      together.map((answer) => judged(answer, answer.baseline)),
      alone.map(({ baseline: named }) => named.length),
    ),
    ...Object.entries(LEVELS).map(([name, counts]) =>
      measured(
        name,
        together.map((answer) =>
          judged(
            answer,
            answer.named.filter(counts).map(({ path }) => path),
          ),
        ),
        alone.map(({ named }) => named.filter(counts).length),
      ),
    ),
  ];
  const places = together.flatMap((answer) => placesOf(answer));
  const times = answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const certain = answers.flatMap(({ named }) => named.filter(({ certainty }) => certainty === 'certain'));
  return [
    table(
      [
        'what',
        'first right',
        'right among three',
        'right among all',
        'others',
        'documents where code alone changed',
      ],
      rows,
    ),
    `${together.length} commits that changed documents, ${alone.length} that changed code alone, with intervals of 95 % over projects. Of the changed places in documents that were named, ${share(places)} stand in a section that was named. ${certain.length} documents were certainly untrue. A question took ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms in the middle.`,
    table(['said', 'commits and documents', 'people changed'], calibration(answers)),
    table(['project', 'commits', 'first right', 'right among all'], byRepo(together)),
  ].join('\n\n');
}

/** Whether the first, one of three and any are right, how many are not, and the project. */
function judged({ repo, documents }, named) {
  const truth = new Set(documents.map(({ path }) => path));
  const right = named.map((path) => truth.has(path));
  return {
    repo,
    first: right[0] === true,
    three: right.slice(0, 3).includes(true),
    any: right.includes(true),
    others: right.filter((is) => !is).length,
  };
}

function measured(name, rows, alone) {
  const withInterval = (key) => {
    const { low, high } = clustered(
      rows,
      ({ repo }) => repo,
      (row) => Number(row[key]),
    );
    return `${figure(mean(rows.map((row) => Number(row[key]))))} (${figure(low)} to ${figure(high)})`;
  };
  return [
    name,
    withInterval('first'),
    withInterval('three'),
    withInterval('any'),
    figure(mean(rows.map(({ others }) => others))),
    figure(mean(alone)),
  ];
}

/** Of every changed place of a document that is named, whether a section holds it. */
function placesOf({ documents, named }) {
  return documents.flatMap(({ path, hunks }) => {
    const own = named.find((one) => one.path === path);
    if (own === undefined) return [];
    return hunks.map(([from, to]) => own.sections.some(([first, last]) => first <= to && from <= last));
  });
}

/** What is said of documents, in parts of the same size, with how many of them people changed. */
function calibration(answers) {
  const said = answers
    .flatMap(({ documents, named }) =>
      named.map(({ path, probability }) => ({ probability, is: documents.some((one) => one.path === path) })),
    )
    .toSorted((a, b) => a.probability - b.probability);
  const size = Math.ceil(said.length / PARTS);
  return Array.from({ length: PARTS }, (_, at) => said.slice(at * size, (at + 1) * size))
    .filter((part) => part.length > 0)
    .map((part) => [
      figure(mean(part.map(({ probability }) => probability))),
      String(part.length),
      figure(mean(part.map(({ is }) => Number(is)))),
    ]);
}

function byRepo(together) {
  const repos = [...new Set(together.map(({ repo }) => repo))];
  return repos.map((repo) => {
    const own = together
      .filter((answer) => answer.repo === repo)
      .map((answer) =>
        judged(
          answer,
          answer.named.map(({ path }) => path),
        ),
      );
    return [repo, String(own.length), share(own.map(({ first }) => first)), share(own.map(({ any }) => any))];
  });
}

function share(all) {
  return figure(mean(all.map(Number)));
}

function figure(value) {
  return Number.isFinite(value) ? value.toFixed(2) : '–';
}
