// What answers are worth where people said which files, or which lines, an answer needs: pure, so that it can be tested.

/** @typedef {import('./tasks.mjs').Span} Span */

const QUOTED = /[\p{L}\p{N}_./-]+\.\p{L}[\p{L}\p{N}_]*/gu;

/**
 * The files of a project that a text names by their whole paths, in the order in which it names them.
 * @param {string} text
 * @param {ReadonlySet<string>} files
 */
export function quotedIn(text, files) {
  return [...new Set([...text.matchAll(QUOTED)].map(([path]) => path))].filter((path) => files.has(path));
}

const IDENTIFIER = /[\p{L}_][\p{L}\p{N}_]*/gu;

/**
 * The names in a text that can be nothing but those of code: of several words, or private. What stands in every class is left out.
 * @param {string} text
 */
export function codeNamesIn(text) {
  const names = [...text.matchAll(IDENTIFIER)].map(([name]) => name);
  return [...new Set(names)].filter(
    (name) => /^_?\p{L}.*_|^_\p{L}|\p{Ll}\p{Lu}/u.test(name) && !/^__.*__$/.test(name),
  );
}

/**
 * What an answer is worth that names these files, best first.
 * @param {string[]} labels files that a good answer names; at least one
 * @param {string[]} named
 */
export function worthOfNames(labels, named) {
  const among = (/** @type {number} */ depth) =>
    named.slice(0, depth).some((path) => labels.includes(path)) ? 1 : 0;
  return {
    files: labels.filter((path) => named.includes(path)).length / labels.length,
    first: among(1),
    first5: among(5),
  };
}

/**
 * Spans with paths as the project has them: what stands before them is where they lay on somebody's machine.
 * @param {Span[]} spans
 * @param {ReadonlySet<string>} files
 */
export function placed(spans, files) {
  return spans.flatMap(({ path, ...lines }) => {
    const words = path.split('/').filter(Boolean);
    const at = words.findIndex((_, from) => files.has(words.slice(from).join('/')));
    return at < 0 ? [] : [{ path: words.slice(at).join('/'), ...lines }];
  });
}

/**
 * The lines whose text pieces of code show, in their order, up to `most` lines.
 * @param {{ path: string, line_start: number, line_end: number, content: string }[]} pieces
 * @param {number} most
 * @returns {Span[]}
 */
export function shownLines(pieces, most) {
  let left = most;
  return pieces.flatMap(({ path, line_start: from, line_end: to, content }) => {
    const lines = Math.min(left, to - from + 1, content.split('\n').length);
    left -= lines;
    return lines > 0 ? [{ path, from, to: from + lines - 1 }] : [];
  });
}

/**
 * What shown lines are worth: the share of the needed ones that is there, the share of those there that is needed, and their
 * harmonic mean; and the share of the needed files.
 * @param {Span[]} needed
 * @param {Span[]} shown
 */
export function worthOfLines(needed, shown) {
  const wanted = linesOf(needed);
  const there = linesOf(shown);
  const both = [...wanted].filter((line) => there.has(line)).length;
  const coverage = both / Math.max(1, wanted.size);
  const precision = both / Math.max(1, there.size);
  const files = [...new Set(needed.map(({ path }) => path))];
  return {
    coverage,
    precision,
    f1: both === 0 ? 0 : (2 * coverage * precision) / (coverage + precision),
    files: files.filter((file) => shown.some(({ path }) => path === file)).length / Math.max(1, files.length),
  };
}

/** @param {Span[]} spans */
function linesOf(spans) {
  return new Set(
    spans.flatMap(({ path, from, to }) =>
      Array.from({ length: to - from + 1 }, (_, at) => `${path}:${from + at}`),
    ),
  );
}
