// What other tools report about imports that must not be, as one kind of finding: pure, so that it can be tested.

/**
 * @typedef {object} Finding
 * @property {string} rule as the tool names it
 * @property {string} file relative to the checkout
 * @property {number | null} line of the import, where the tool says it
 * @property {string | null} target a file, a module or a class, where the tool says it
 * @property {string | null} via of a chain of imports: where it leads in the end
 */

/**
 * The report of a tool.
 * @param {string} tool
 * @param {string} text
 * @param {ReadonlySet<string>} files all files of the checkout
 * @returns {Finding[]}
 */
export function readReport(tool, text, files) {
  const read = READERS[tool];
  if (!read) throw new Error(`there is no reader for ${tool}; there are ${Object.keys(READERS).join(', ')}`);
  return read(text, files);
}

const READERS = {
  'import-linter': importLinter,
  'dependency-cruiser': dependencyCruiser,
  depguard,
  ArchUnit: archUnit,
};

/**
 * Contracts are headings, and below each stand chains of imports, `- a.b -> c.d (l.3, l.9)`, whose further steps are
 * indented. The first step is where the chain enters, the last where it arrives.
 */
function importLinter(text, files) {
  const found = [];
  let rule = null;
  let chain = null;
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (/^-+$/.test(lines[at + 1] ?? '') && line.length > 0) {
      rule = line.trim();
      continue;
    }
    const step = /^(-| ) +(\S+) -> (\S+) \(l\.(.*)\)$/.exec(line);
    if (!step || rule === null) continue;
    const [, mark, from, to, numbers] = step;
    if (mark === '-') {
      chain = numbers.split(/,\s*/).map((number) => ({
        rule,
        file: fileOfModule(from, files),
        line: Number(number.replace('l.', '')),
        target: to,
        via: null,
      }));
      found.push(...chain);
    } else {
      for (const one of chain ?? []) one.via = to;
    }
  }
  return found;
}

function fileOfModule(module, files) {
  const path = module.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__init__.py`].find((file) => files.has(file)) ?? module;
}

/** `--output-type json`; a violation has the files of both ends and no line. */
function dependencyCruiser(text) {
  return JSON.parse(text).summary.violations.map(({ rule, from, to, unresolvedTo }) => ({
    rule: rule.name,
    file: from,
    line: null,
    target: to ?? unresolvedTo,
    via: null,
  }));
}

/** `/any/where/NAME/file.go:3:2: import 'a/b' is not allowed from list 'rule'`; test builds repeat what they share. */
function depguard(text, files) {
  const found = new Map();
  for (const line of text.split('\n')) {
    const [, path, number, target, rule] =
      /^(\S+?):(\d+):\d+: import '([^']+)' is not allowed from list '([^']+)'/.exec(line) ?? [];
    const file = path && inside(path, files);
    if (file) found.set(line, { rule, file, line: Number(number), target, via: null });
  }
  return [...found.values()];
}

/** The longest end of a path that is a file of the checkout; what the compiler generates is none. */
function inside(path, files) {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(at).join('/')).find((end) => files.has(end));
}

/**
 * A line per rule, class and class that it depends on, with tabs between. ArchUnit has no such report of its own: its
 * `EvaluationResult` is walked, and the ends of each `Dependency` are printed.
 */
function archUnit(text, files) {
  const bySimplePath = new Map([...files].map((file) => [file.replace(/^.*?\/java\//, ''), file]));
  const found = new Map();
  for (const line of text.split('\n').filter(Boolean)) {
    const [rule, from, to] = line.split('\t');
    const file = bySimplePath.get(`${outermost(from).replaceAll('.', '/')}.java`);
    const target = outermost(to);
    // A nested class and what it is in are one file.
    if (file) found.set([rule, file, target].join('\n'), { rule, file, line: null, target, via: null });
  }
  return [...found.values()];
}

function outermost(name) {
  return name.replace(/\$.*/, '');
}
