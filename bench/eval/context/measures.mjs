// The measures of the sets, and their tables.

import { percentile } from '../../measure.mjs';
import { mean } from '../metrics.mjs';
import { clustered, grouped } from '../statistics.mjs';
import { table, three } from '../tables.mjs';

/** @typedef {{ name: string, measures: Record<string, string>, byProject: string[] }} Group measures of one question: their names in a row, what they are called, and those that are shown by project */

const TASK = {
  files: 'changed files named',
  first: 'one of them',
  all: 'all of them',
  lines: 'changed places shown',
  code: 'changed places shown as code',
  tests: 'tests among entries',
};

/** Answers to tasks, under `md1000`, `json1000` and so on. */
function ofTasks(budgets, measures, byProject) {
  return budgets.flatMap((budget) =>
    [
      ['md', 'Markdown'],
      ['json', 'JSON'],
    ].map(([form, label]) => ({
      name: `${form}${budget}`,
      title: `\`ctx --task\`, ${budget} tokens, ${label}`,
      measures,
      byProject: byProject(form, budget),
    })),
  );
}

const SEARCH = {
  name: 'search',
  title: '`search --in code`',
  measures: {
    first: 'first right',
    hit5: 'one among five',
    all5: 'all among five',
    all10: 'all among ten',
  },
  byProject: ['first', 'all5'],
};

/** Rows of `commits` have an object of measures under each of these names. */
export const COMMITS = [...ofTasks([1000, 4000], TASK, () => ['lines']), SEARCH];

/** Likewise of `histories`. */
export const HISTORIES = [
  ...ofTasks([1000, 2000, 4000], { ...TASK, touched: 'paths of the commit named' }, (form, budget) =>
    form === 'md' ? (budget === 4000 ? ['lines', 'files', 'touched'] : ['lines']) : [],
  ),
  SEARCH,
  {
    name: 'complete',
    title: 'answers of 4,000 tokens that say `Complete`',
    measures: { right: 'all changed places shown' },
    byProject: [],
  },
];

/** Likewise of `parts`. */
export const PARTS = [
  {
    name: 'folder',
    title: '`ctx FOLDER`',
    measures: {
      files: 'changed files named',
      lines: 'changed places shown',
      documents: 'share of documents',
      tests: 'tests among paths',
    },
    byProject: ['files', 'lines'],
  },
  {
    name: 'file',
    title: '`ctx FILE`',
    measures: { together: 'changed together, named' },
    byProject: ['together'],
  },
];

/** Likewise of `swe-qa`. */
export const QUESTIONS = [
  {
    name: 'answer',
    title: '`ctx --task`, 4000 tokens, Markdown',
    measures: {
      files: 'files of the answer named',
      first: 'the first file named is one of them',
      first5: 'one of them among five',
    },
    byProject: ['files', 'first5'],
  },
  {
    name: 'brief',
    title: '`ctx --task`, no budget, Markdown',
    measures: {
      code: 'definitions of the answer shown as code',
      named: 'definitions of the answer shown or named',
      characters: 'characters',
    },
    byProject: ['code', 'named'],
  },
];

/** Likewise of `contextbench`. */
export const ISSUES = [500, 1000].map((lines) => ({
  name: `lines${lines}`,
  title: `\`ctx --task\`, ${lines} lines`,
  measures: {
    coverage: 'needed lines shown',
    precision: 'shown lines needed',
    f1: 'F1',
    files: 'needed files shown',
  },
  byProject: ['coverage', 'f1'],
}));

/**
 * Every measure with its interval, then the means of each project.
 * @param {Record<string, string>} by further tables of means: keys of rows, with what they are called
 */
export function report(rows, groups, by = {}) {
  const overall = groups.flatMap(({ name, title, measures }) =>
    Object.entries(measures).map(([key, label]) => {
      const having = rows.filter((row) => row[name]);
      const {
        mean: middle,
        low,
        high,
      } = clustered(
        having,
        ({ repo }) => repo,
        (row) => row[name][key],
      );
      return [title, label, having.length, three(middle), `${three(low)} to ${three(high)}`];
    }),
  );
  const columns = groups.flatMap(({ name, title, measures, byProject: keys }) =>
    keys.map((key) => ({ name, key, label: `${title}: ${measures[key]}` })),
  );
  const means = (title, keyOf) =>
    table(
      [title, 'projects', 'tasks', ...columns.map(({ label }) => label)],
      grouped(rows, keyOf).map(([group, list]) => [
        group,
        new Set(list.map(({ repo }) => repo)).size,
        list.length,
        ...columns.map(({ name, key }) => {
          const values = list.filter((row) => row[name]).map((row) => row[name][key]);
          return values.length === 0 ? '–' : mean(values).toFixed(2);
        }),
      ]),
    );
  return [
    table(['question', 'measure', 'tasks', 'mean', '95 % interval'], overall),
    timesSentence(rows),
    ...Object.entries(by).map(([key, title]) => means(title, (row) => row[key])),
    means('project', ({ repo }) => repo),
  ].join('\n\n');
}

/** What another run of the same tasks had, and how sure the difference is. */
export function difference(before, after, groups) {
  const earlier = new Map(before.map((row) => [row.id, row]));
  const rows = groups.flatMap(({ name, title, measures }) =>
    Object.entries(measures).flatMap(([key, label]) => {
      const both = after.filter((row) => row[name] && earlier.get(row.id)?.[name]);
      if (both.length === 0) return [];
      const was = (row) => earlier.get(row.id)[name][key];
      const {
        mean: middle,
        low,
        high,
      } = clustered(
        both,
        ({ repo }) => repo,
        (row) => row[name][key] - was(row),
      );
      const sign = (value) => `${value < 0 ? '−' : '+'}${three(Math.abs(value))}`;
      return [
        [
          title,
          label,
          both.length,
          three(mean(both.map(was))),
          three(mean(both.map((row) => row[name][key]))),
          sign(middle),
          `${sign(low)} to ${sign(high)}`,
        ],
      ];
    }),
  );
  return table(['question', 'measure', 'tasks', 'before', 'after', 'difference', '95 % interval'], rows);
}

function timesSentence(rows) {
  const names = [...new Set(rows.flatMap(({ ms }) => Object.keys(ms)))];
  const median = (name) => {
    const times = rows.flatMap(({ ms }) => ms[name] ?? []).toSorted((a, b) => a - b);
    return `${name} ${percentile(times, 0.5).toFixed(0)} ms`;
  };
  return `Median times: ${names.map(median).join(', ')}.`;
}
