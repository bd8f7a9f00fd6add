// Findings of two tools, put side by side: pure, so that it can be tested.

/**
 * @typedef {import('./reports.mjs').Finding} Finding
 * @typedef {{ line: number, text: string }} Insertion text that becomes the line of that number
 * @typedef {object} Plant a violation that is planted
 * @property {string} rule that it breaks
 * @property {string} file
 * @property {number} at line of the planted import
 * @property {Insertion[]} insert
 *
 * @typedef {object} Set what is known of a project
 * @property {string} repo
 * @property {string} revision
 * @property {string} tool
 * @property {string} version
 * @property {string} statement the file in which the project states its rules
 * @property {'line' | 'target'} same what, besides rule and file, makes two findings one: the line, or what is imported
 * @property {Record<string, string>} [rules] the tool's names of rules that are others here
 * @property {Plant[]} plants
 * @property {{ rule?: string, file?: string, chain?: boolean, side: 'ours' | 'theirs', why: string }[]} differences those
 *   that are understood, by patterns of rule and file, and by whether it is a chain of imports
 */

/** Rules of this kind are not what a project states, but what many of its lines break. */
const PROBE = /^probe[-_]/;

/** The files that are planted into, with their texts. */
export function withPlants(plants, read) {
  const texts = new Map();
  for (const { file, insert } of plants) {
    const lines = texts.get(file) ?? read(file).split('\n');
    // From below, so that the numbers of lines above stay.
    for (const { line, text } of insert.toSorted((a, b) => b.line - a.line)) lines.splice(line - 1, 0, text);
    texts.set(file, lines);
  }
  return new Map([...texts].map(([file, lines]) => [file, lines.join('\n')]));
}

/**
 * Violations as findings; what one imports stands in its message.
 * @returns {Finding[]}
 */
export function ownFindings(violations, files) {
  const classes = new Map(
    [...files]
      .filter((file) => file.endsWith('.java'))
      .map((file) => [file.replace(/^.*?\/java\//, ''), file]),
  );
  return violations
    .filter(({ rule_type: type }) => type !== 'rule_never_matches')
    .map(({ rule, file_path: file, line_number: line, message }) => {
      const [, path, specifier] = /must not import ([^\s`]+)$|\bimports `([^`]+)`/.exec(message) ?? [];
      const target = path ?? outermost(specifier ?? '', classes);
      return { rule, file, line, target, via: null };
    });
}

/** The class of a name that may go on to its members. */
function outermost(name, classes) {
  const parts = name.split('.');
  for (let end = parts.length; end > 0; end--) {
    const path = `${parts.slice(0, end).join('/')}.java`;
    if (classes.has(path)) return parts.slice(0, end).join('.');
  }
  return name;
}

/**
 * What both find, and what only one does: of what the project states, and of probes; and how many of the plants each finds.
 * `planted` is of use for the state with plants: what breaks stated rules there.
 * @param {Set} set
 * @param {Finding[]} ours
 * @param {Finding[]} theirs
 */
export function compare(set, ours, theirs) {
  const renamed = theirs.map((one) => ({ ...one, rule: set.rules?.[one.rule] ?? one.rule }));
  const key = ({ file, line, target }) => (set.same === 'line' ? `${file}:${line}` : `${file} → ${target}`);
  const spelled = ours.flatMap((one) => membersOf(one, renamed));
  const keyed = (list) => new Map(list.map((one) => [`${one.rule} ${key(one)}`, { ...one, key: key(one) }]));
  const [here, there] = [keyed(spelled), keyed(renamed)];
  const group = (has) => {
    const only = (side, one, other) =>
      [...one]
        .filter(([id, finding]) => !other.has(id) && has(finding))
        .map(([, finding]) => ({ ...finding, why: reasonOf(set, side, finding) }));
    return {
      both: [...here].filter(([id, finding]) => there.has(id) && has(finding)).length,
      ours: only('ours', here, there),
      theirs: only('theirs', there, here),
    };
  };
  const found = (list) =>
    set.plants.filter(({ rule, file, at }) =>
      [...list.values()].some((one) => one.rule === rule && one.file === file && (one.line ?? at) === at),
    ).length;
  const stated = group(({ rule }) => !PROBE.test(rule));
  return {
    stated,
    probes: group(({ rule }) => PROBE.test(rule)),
    planted: { total: set.plants.length, lint: found(here), other: found(there), ...stated },
  };
}

/** An import of a whole package: what the other tool says that is used of it; itself where that is nothing. */
function membersOf(finding, theirs) {
  const { rule, file, target } = finding;
  if (!target?.endsWith('.*')) return [finding];
  const members = theirs.filter(
    (one) => one.rule === rule && one.file === file && one.target?.replace(/[^.]+$/, '*') === target,
  );
  return members.length > 0 ? members.map((one) => ({ ...finding, target: one.target })) : [finding];
}

function reasonOf(set, side, { rule, file, via }) {
  const matches = (pattern, text) => pattern === undefined || new RegExp(pattern).test(text);
  const known = set.differences.find(
    (one) =>
      one.side === side &&
      matches(one.rule, rule) &&
      matches(one.file, file) &&
      (one.chain ?? via !== null) === (via !== null),
  );
  return known?.why ?? null;
}
