// What the library answers to each question of a set, and what that is worth.

import { Failure } from '../../scripts/lib/process.mjs';
import { accuracy, DEPTH, distinct, hit, ndcg, recall, samePath } from './metrics.mjs';

/** @typedef {import('./sets.mjs').Project} Project */
/** @typedef {import('./sets.mjs').Query} Query */
/**
 * @typedef {object} Answer one line of the raw results
 * @property {string} project
 * @property {string} language
 * @property {string} category
 * @property {string} query
 * @property {string[]} relevant
 * @property {{ path: string, lines: [number, number], score: number }[]} hits the first ten, as returned
 * @property {string[]} files the first ten files
 * @property {number} ms
 */

/** Results that are asked for where the first ten lie in fewer files. */
const DEEPER = 100;
/** Budgets of the answers to tasks, in tokens. */
export const BUDGETS = [500, 1000, 2000, 4000];

/**
 * Asks all questions of a project, one after the other. The first is asked twice, and counts once: it opens files.
 * @param {Project} project
 * @param {{ beadloom: import('../../dist/index.js').Beadloom, pathOf: (path: string) => string }} opened
 * @param {object} [options] more options of each search
 * @returns {Promise<Answer[]>}
 */
export async function search(project, { beadloom, pathOf }, options = {}) {
  const ask = async (text, limit) => {
    const { hits } = await beadloom.search(text, { in: 'code', refresh: false, ...options, limit });
    return hits.map((one) => ({
      path: pathOf(one.path),
      lines: [one.line_start, one.line_end],
      score: one.score,
    }));
  };
  await ask(project.queries[0].text, DEPTH);
  const answers = [];
  for (const query of project.queries) {
    const started = performance.now();
    const hits = await ask(query.text, DEPTH);
    const ms = performance.now() - started;
    let files = distinct(hits.map(({ path }) => path));
    if (files.length < hits.length) {
      files = distinct((await ask(query.text, DEEPER)).map(({ path }) => path)).slice(0, DEPTH);
    }
    answers.push({ ...described(project, query), hits, files, ms });
  }
  return answers;
}

/** The measures of an answer: of the list as returned, and of its files. */
export function worth({ relevant, hits, files }) {
  const chunks = hits.map(({ path }) => path);
  return {
    chunks: ndcg(chunks, relevant),
    files: ndcg(files, relevant),
    hit1: hit(files, relevant, 1),
    hit5: hit(files, relevant, 5),
    hit10: hit(files, relevant, 10),
    acc1: accuracy(files, relevant, 1),
    acc5: accuracy(files, relevant, 5),
    acc10: accuracy(files, relevant, 10),
  };
}

/**
 * Asks for the context of each question as a task, within each budget and in both forms: the budget caps the text
 * that is sent, and JSON needs more of it for the same.
 * @returns {Promise<(Answer & { form: string, budget: number, tokens: number | null, paths: string[] })[]>} a line per
 *   question, form and budget; `tokens`: null where the answer does not say
 */
export async function tasks(project, { beadloom, pathOf }) {
  const answers = [];
  for (const query of project.queries) {
    for (const budget of BUDGETS) {
      const options = { task: query.text, budget, refresh: false };
      let started = performance.now();
      const text = await beadloom.ctxMarkdown([], options);
      const markdown = { ms: performance.now() - started, tokens: null };
      const paths = query.relevant.filter((path) => isNamed(withoutPrefix(path, project.prefix), text));
      started = performance.now();
      const { code, tokens } = await beadloom.ctx([], options);
      if (!Array.isArray(code)) throw new Failure('`ctx` with a task answers without `code`');
      const json = { ms: performance.now() - started, tokens };
      const about = { ...described(project, query), budget };
      answers.push(
        { ...about, form: 'Markdown', ...markdown, paths },
        { ...about, form: 'JSON', ...json, paths: distinct(code.map(({ path }) => pathOf(path))) },
      );
    }
  }
  return answers;
}

/** Whether a text names a path outside of the code that it shows. */
export function isNamed(path, text) {
  const prose = text.replaceAll(/^(```.*\n)[\s\S]*?^(```)/gm, '$1$2');
  for (let at = prose.indexOf(path); at >= 0; at = prose.indexOf(path, at + 1)) {
    const [before, after] = [prose[at - 1] ?? '', prose[at + path.length] ?? ''];
    if (!/[\w/.-]/.test(before) && !/[\w/-]/.test(after)) return true;
  }
  return false;
}

function withoutPrefix(path, prefix) {
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : path;
}

/** Whether the first right file is in a packed answer, whether all are, and the share that is. */
export function packed({ relevant, paths }) {
  return {
    first: paths.some((path) => samePath(path, relevant[0])) ? 1 : 0,
    all: recall(paths, relevant) === 1 ? 1 : 0,
    share: recall(paths, relevant),
  };
}

/** What every line of the raw results says of its question. */
export function described({ name, language }, { text, relevant, category }) {
  return { project: name, language, category, query: text, relevant };
}
