// What an answer shows of a project's files, and what that is worth where a commit says what was changed: pure, so that it
// can be tested.

/** @typedef {{ path: string, from: number | null, to: number | null, code?: boolean }} Shown a path, and a range of its lines where one stands with it; `code`: whether these lines are there */
/** @typedef {import('./tasks.mjs').Change} Change */

const CODE =
  /\.(?:py|tsx?|jsx?|mjs|go|rs|java|kt|scala|c|h|cc|cpp|hpp|cs|rb|php|swift|ex|hs|lua|zig|sh|vue|svelte)$/;
/** Tests, and what is as seldom changed for its own sake. */
const TEST = new RegExp(
  [
    '(^|/)(tests?|__tests?__|specs?|testing|testdata|fixtures?|e2e|bench(es|marks?)?|examples?|docs?|migrations?|vendor|' +
      'node_modules|dist|generated|[^/]*[._-](tests?|specs?)|test_[^/]*|[^/]*Tests?)(/|$)',
    String.raw`(^|/)(test_[^/]*|conftest)\.py$`,
    String.raw`_test\.(go|rb|exs|py)$`,
    String.raw`[._-](test|spec|stories|d)\.[a-z]+$`,
    String.raw`Tests?\.(java|kt|cs|swift|php|scala)$`,
    String.raw`\.min\.js$`,
    String.raw`\.pb\.go$`,
  ].join('|'),
  'i',
);

/** Lines around a shown range that count as shown in an answer to a task: one sees where to open the file. */
const NEAR = 3;

const PATH = String.raw`[\p{L}\p{N}_.@()[\]+-]+(?:/[\p{L}\p{N}_.@()[\]+ -]+)`;
const RANGE = String.raw`(?::(\d+)(?:-(\d+))?)?`;
const NAMED = new RegExp(String.raw`(?<![\p{L}\p{N}_/])(${PATH}*\.[\p{L}\p{N}_]+)${RANGE}`, 'gu');
const OF = /, of (\d+)-(\d+)$/;
const LISTED = new RegExp(String.raw`^(?:- |#+ )?\x60?(${PATH}+\.[\p{L}\p{N}_]+)\x60?${RANGE}`, 'u');

export function isTest(path) {
  return TEST.test(path);
}

/** Code that is no test. */
export function isSource(path) {
  return CODE.test(path) && !isTest(path);
}

/** Every path that Markdown names outside of fenced code, with the lines that stand at it. */
export function namedIn(markdown) {
  let fenced = false;
  return markdown.split('\n').flatMap((line) => {
    if (line.startsWith('```')) fenced = !fenced;
    if (fenced || line.startsWith('```')) return [];
    const code = line.startsWith('### ');
    const named = [...line.matchAll(NAMED)].map(([, path, from, to]) => ({ ...shown(path, from, to), code }));
    // The definition that some lines are shown of is named with all of them.
    const [, from, to] = (code && OF.exec(line)) || [];
    return from === undefined || named.length === 0
      ? named
      : [...named, { ...shown(named[0].path, from, to), code: false }];
  });
}

/** The pieces of code of a bundle in JSON. */
export function piecesOf(bundle) {
  return (bundle.code ?? []).map(({ path, line_start: from, line_end: to, content }) => ({
    path,
    from,
    to,
    // Long documentation is left out of code; one line of several says what stands there.
    code: to === from || content.includes('\n'),
  }));
}

/** Of a bundle in Markdown, what all chapters but the one of documents list, with ranges below the path they belong to. */
export function listedIn(markdown) {
  const found = [];
  let path;
  for (const line of chapters(markdown)
    .filter(({ name }) => !name.startsWith('Documents'))
    .flatMap(({ lines }) => lines)) {
    const [, listed, from, to] = LISTED.exec(line) ?? [];
    if (listed !== undefined) {
      path = listed;
      found.push(shown(path, from, to));
      continue;
    }
    const [, first, last] = /^- (\d+)(?:-(\d+))? /.exec(line) ?? [];
    if (first !== undefined && path !== undefined) found.push(shown(path, first, last));
  }
  return found;
}

/** The share of a bundle's characters that its chapter of documents takes. */
export function documentsShare(markdown) {
  const length = chapters(markdown)
    .filter(({ name }) => name === 'Documents')
    .reduce((sum, { lines }) => sum + lines.join('\n').length, 0);
  return length / Math.max(1, markdown.length);
}

/**
 * What an answer to a task is worth.
 * @param {Change} task
 * @param {Shown[]} entries
 */
export function worthOfTask(task, entries) {
  const paths = new Set(entries.map(({ path }) => path));
  const named = task.files.filter((file) => paths.has(file)).length;
  return {
    files: named / task.files.length,
    first: named > 0 ? 1 : 0,
    all: named === task.files.length ? 1 : 0,
    lines: seen(places(task, task.files), entries, NEAR),
    code: seen(
      places(task, task.files),
      entries.filter(({ code }) => code),
      NEAR,
    ),
    tests: share(entries, ({ path }) => isTest(path)),
    ...(task.touched && { touched: share(task.touched, (path) => paths.has(path)) }),
  };
}

/**
 * What a list of files is worth, best first; tests do not count.
 * @param {Change} task
 * @param {string[]} paths each once
 */
export function worthOfList(task, paths) {
  const ranked = paths.filter((path) => !isTest(path));
  const among = (depth) => task.files.filter((file) => ranked.slice(0, depth).includes(file)).length;
  const all = (depth) => (among(depth) === task.files.length ? 1 : 0);
  return { first: among(1), hit5: among(5) > 0 ? 1 : 0, all5: all(5), all10: all(10) };
}

/**
 * What the bundle of a folder is worth where a commit changed files in it.
 * @param {Change} task
 * @param {string} folder
 * @param {string} markdown
 */
export function worthOfFolder(task, folder, markdown) {
  const entries = listedIn(markdown);
  const paths = [...new Set(entries.map(({ path }) => path))];
  const inside = task.files.filter((file) => file.startsWith(`${folder}/`));
  return {
    files: share(inside, (file) => paths.includes(file)),
    lines: seen(places(task, inside), entries, 0),
    documents: documentsShare(markdown),
    tests: share(paths, isTest),
  };
}

/** Of the files that were changed together with the first one, the share that its bundle names. */
export function worthOfFile(task, markdown) {
  const paths = new Set(listedIn(markdown).map(({ path }) => path));
  return { together: share(task.files.slice(1), (file) => paths.has(file)) };
}

/** The smallest folder around a file with so many files of code, if it is not the whole project. */
export function folderAround(file, sources, least) {
  for (let folder = parent(file); folder !== ''; folder = parent(folder)) {
    if (sources.filter((path) => path.startsWith(`${folder}/`)).length >= least) return folder;
  }
  return null;
}

function parent(path) {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function places(task, files) {
  return files.flatMap((path) => task.hunks[path].map(([from, to]) => ({ path, from, to })));
}

function seen(places_, entries, near) {
  return share(places_, (place) =>
    entries.some(
      ({ path, from, to }) =>
        path === place.path && from !== null && from - near <= place.to && place.from <= to + near,
    ),
  );
}

function share(list, has) {
  return list.length === 0 ? 0 : list.filter(has).length / list.length;
}

function shown(path, from, to) {
  const first = from === undefined ? null : Number(from);
  return { path, from: first, to: to === undefined ? first : Number(to) };
}

function chapters(markdown) {
  const all = [{ name: '', lines: [] }];
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) all.push({ name: line.slice(3), lines: [] });
    all.at(-1).lines.push(line);
  }
  return all;
}
