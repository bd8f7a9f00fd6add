// The tables of the protocols, in Markdown.

import { percentile } from '../measure.mjs';
import { BUDGETS, packed, worth } from './answers.mjs';
import { mean } from './metrics.mjs';
import { grouped, interval } from './statistics.mjs';

/** @typedef {import('./answers.mjs').Answer} Answer */

/** Columns of a search: measures of each answer, and what they are called. */
const SEMBLE = {
  chunks: 'NDCG@10 chunks',
  files: 'NDCG@10 files',
  hit1: 'hit@1',
  hit5: 'hit@5',
  hit10: 'hit@10',
};
const SWE = { acc1: 'Acc@1', acc5: 'Acc@5', acc10: 'Acc@10', hit1: 'hit@1', hit5: 'hit@5' };
/** Likewise of an answer to a task. */
const TOKENS = { first: 'first right file', all: 'all right files', share: 'share of right files' };
const TIMES = ['p50 ms', 'p95 ms'];

/** Overall, by language, by category and, where asked for, by project. */
export function sembleTables(answers, { byProject = false } = {}) {
  return tablesBy(answers, 'questions', SEMBLE, [
    ['language', (answer) => answer.language],
    ['category', (answer) => answer.category],
    ...(byProject ? [['project', (answer) => answer.project]] : []),
  ]);
}

/** Overall and by repository. */
export function sweTables(answers) {
  return tablesBy(answers, 'issues', SWE, [['repository', (answer) => answer.category]]);
}

/** By budget and form, with the time that an answer took. */
export function tokensTable(answers) {
  const rows = BUDGETS.flatMap((budget) =>
    grouped(
      answers.filter((answer) => answer.budget === budget),
      ({ form }) => form,
    ).map(([form, group]) => {
      const values = group.map(packed);
      const over = group.filter(({ tokens }) => tokens > budget).length;
      return [
        budget.toLocaleString('en-US'),
        form,
        group.length,
        ...means(values, TOKENS),
        group.some(({ tokens }) => tokens !== null) ? over : '–',
        ...times(group),
      ];
    }),
  );
  return table(['budget', 'form', 'questions', ...Object.values(TOKENS), 'over budget', ...TIMES], rows);
}

/** One sentence on how long indexing took. */
export function indexSentence(times_) {
  const sorted = times_.toSorted((a, b) => a - b);
  const total = sorted.reduce((sum, ms) => sum + ms, 0);
  return (
    `Indexed from nothing: ${counted(sorted.length, 'project')} in ${(total / 1000).toFixed(1)} s, ` +
    `p50 ${percentile(sorted, 0.5).toFixed(0)} ms, greatest ${sorted.at(-1).toFixed(0)} ms.`
  );
}

/** How sure the overall figure is. */
export function intervalSentence(what, values) {
  const { mean: middle, low, high } = interval(values);
  return `${what} ${three(middle)}, 95 % interval ${three(low)} to ${three(high)} (bootstrap over questions).`;
}

/**
 * Two runs over the same questions: the difference by language, and the questions that it is largest for.
 * @param {Answer[]} before
 * @param {Answer[]} after
 */
export function difference(before, after, measure = 'files', shown = 10) {
  const key = ({ project, query }) => `${project}\n${query}`;
  const old = new Map(before.map((answer) => [key(answer), worth(answer)[measure]]));
  const rows = after
    .filter((answer) => old.has(key(answer)))
    .map((answer) => {
      const value = worth(answer)[measure];
      return { ...answer, before: old.get(key(answer)), after: value, change: value - old.get(key(answer)) };
    });
  if (rows.length === 0) return 'The two runs have no question in common.';
  const cells = (group) => {
    const { mean: change, low, high } = interval(group.map((row) => row.change));
    const sides = [group.map((row) => row.before), group.map((row) => row.after)];
    return [
      group.length,
      ...sides.map((side) => three(mean(side))),
      signed(change),
      signed(low),
      signed(high),
    ];
  };
  const by = [['all', rows], ...grouped(rows, (row) => row.language)].map(([name, group]) => [
    name,
    ...cells(group),
  ]);
  const sorted = rows.toSorted((a, b) => a.change - b.change);
  const lines = (title, some) => [
    '',
    title,
    ...some.map(
      (row) => `${signed(row.change)}  ${row.project}: ${oneLine(row.query)}  (${row.relevant.join(', ')})`,
    ),
  ];
  const lost = sorted.filter((row) => row.change < 0).slice(0, shown);
  const gained = sorted
    .filter((row) => row.change > 0)
    .toReversed()
    .slice(0, shown);
  return [
    table(['', 'questions', 'before', 'after', 'change', 'low', 'high'], by),
    ...(lost.length > 0 ? lines('Lost most:', lost) : []),
    ...(gained.length > 0 ? lines('Gained most:', gained) : []),
  ].join('\n');
}

/** `1 project`, `2 projects`. */
export function counted(number, what) {
  return `${number.toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`;
}

/** A Markdown table; numbers stand right. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

export function three(value) {
  return Number.isFinite(value) ? value.toFixed(3).replace('-', '−') : '–';
}

export function signed(value) {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;
}

function tablesBy(answers, what, columns, groupings) {
  const cells = (group) => [group.length, ...means(group.map(worth), columns), ...times(group)];
  const head = [what, ...Object.values(columns), ...TIMES];
  const first = table(['', ...head], [['all', ...cells(answers)]]);
  const others = groupings.map(([name, keyOf]) =>
    table(
      [name, ...head],
      grouped(answers, keyOf).map(([key, group]) => [key, ...cells(group)]),
    ),
  );
  return [first, ...others].join('\n\n');
}

function means(values, columns) {
  return Object.keys(columns).map((key) => three(mean(values.map((value) => value[key]))));
}

function times(answers) {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted.length === 0 ? ['–', '–'] : [0.5, 0.95].map((share) => percentile(sorted, share).toFixed(1));
}

function oneLine(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
