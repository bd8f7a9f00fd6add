// Our facts against an oracle's.

/**
 * The items in an order that the seed decides.
 * @param {import('../random.mjs').Random} random
 */
export function shuffled(items, random) {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}

/**
 * @param {{ file: string, line: number, name: string, target: string | null }[]} theirs
 * @param {{ file: string, line: number, specifier: string, names: string[], target: string | null }[]} ours
 */
export function compareImports(theirs, ours) {
  const byPlace = new Map();
  const byFile = new Map();
  for (const row of ours) {
    const key = `${row.file}:${row.line}`;
    byPlace.set(key, [...(byPlace.get(key) ?? []), row]);
    const rows = byFile.get(row.file);
    if (rows) rows.push(row);
    else byFile.set(row.file, [row]);
  }
  const wrong = [];
  const missed = [];
  let claimed = 0;
  let internal = 0;
  let right = 0;
  for (const want of theirs) {
    const rows = byPlace.get(`${want.file}:${want.line}`) ?? [];
    const row = rows.find((candidate) => speaksOf(candidate, want.name));
    const target = row?.target ?? null;
    // A module of the project may pass on what is not of the project.
    if (target !== null && want.target === null && passesOn(byFile, target, want)) continue;
    if (want.target !== null) internal += 1;
    if (target !== null) claimed += 1;
    if (target !== null && want.target !== null && leads(byFile, target, want)) right += 1;
    else if (target !== null) wrong.push({ ...want, ours: target });
    else if (want.target !== null) missed.push({ ...want, ours: row ? null : 'no such import' });
  }
  return { asked: theirs.length, internal, claimed, right, wrong, missed };
}

function speaksOf({ specifier: written, names }, name) {
  // What is included from a folder of headers stands in brackets.
  const specifier = written.replaceAll(/^<|>$/g, '');
  const last = specifier.split(/[.:/\\]+/).at(-1);
  return specifier === name || names.includes(name) || last === name || `${specifier}.${names[0]}` === name;
}

/**
 * Whether a target is theirs, or a module that passes the name on from there: some tools name the module that an import
 * speaks of, others the definition in the end.
 */
function leads(byFile, target, want, hops = 8) {
  if (same(target, want.target)) return true;
  if (hops === 0) return false;
  return passing(byFile, target, want.name)
    .filter((row) => row.target !== null && row.target !== target)
    .some((row) => leads(byFile, row.target, want, hops - 1));
}

/** Whether what a file passes on comes from outside in the end. */
function passesOn(byFile, target, want, hops = 8) {
  return passing(byFile, target, want.name).some(
    (row) =>
      (row.target === null && speaksOf(row, want.name)) ||
      (row.target !== null &&
        row.target !== target &&
        hops > 0 &&
        passesOn(byFile, row.target, want, hops - 1)),
  );
}

/** A file's imports that bind a name, or everything of a module. */
function passing(byFile, file, name) {
  return (byFile.get(file) ?? []).filter(
    (row) => row.kind !== 'module' && (row.names.includes('*') || speaksOf(row, '*') || speaksOf(row, name)),
  );
}

/** A folder stands for the files that are its own. */
function same(ours, theirs) {
  if (ours === theirs) return true;
  const folder = theirs.slice(0, theirs.lastIndexOf('/') + 1) || './';
  return ours.endsWith('/') ? folder === ours : theirs.endsWith('/') && ours.startsWith(theirs);
}

/**
 * @param {{ file: string, line: number, name: string, targets: { file: string | null, line: number }[] }[]} theirs
 * @param {Map<string, object>} ours by place
 */
export function compareCalls(theirs, ours, wanted) {
  const judged = { exact: { right: 0, all: 0 }, unique: { right: 0, all: 0 } };
  const wrong = [];
  let unknown = 0;
  let asked = 0;
  for (const answer of theirs) {
    if (judged.exact.all + judged.unique.all >= wanted) break;
    asked += 1;
    const claim = ours.get(`${answer.file}:${answer.line}:${answer.name}`);
    if (answer.targets.length === 0) {
      unknown += 1;
      continue;
    }
    const right = answer.targets.some((target) => claim.targets.some((own) => within(own, target)));
    judged[claim.confidence].all += 1;
    judged[claim.confidence].right += right ? 1 : 0;
    if (!right) wrong.push({ ...answer, ours: claim });
  }
  return { asked, unknown, judged, wrong };
}

/**
 * Whether an answer leads to a symbol of the project.
 * @param {object[]} facts
 */
export function insideOf(facts) {
  const symbols = new Map();
  for (const fact of facts) {
    if (fact.fact !== 'symbol') continue;
    const key = `${fact.file}:${lastOf(fact.name)}`;
    symbols.set(key, [...(symbols.get(key) ?? []), fact]);
  }
  return ({ targets, name }) =>
    targets.some((target) =>
      (symbols.get(`${target.file}:${name}`) ?? []).some((symbol) => within(symbol, target)),
    );
}

/**
 * How many of the calls that lead to a symbol are led to the same one here: by what is claimed (`exact` or `unique`), and with what
 * ambiguous references name among others.
 * @param {{ file: string, line: number, name: string, targets: { file: string | null, line: number }[] }[]} theirs
 * @param {object[]} facts
 */
export function compareSites(theirs, facts, wanted) {
  const ours = new Map();
  for (const fact of facts) {
    if (fact.fact !== 'call') continue;
    const key = `${fact.file}:${fact.line}:${fact.name}`;
    ours.set(key, [...(ours.get(key) ?? []), fact]);
  }
  const leadsInside = insideOf(facts);
  const missed = [];
  let [all, claimed, named] = [0, 0, 0];
  for (const answer of theirs) {
    if (all >= wanted) break;
    if (!leadsInside(answer)) continue;
    all += 1;
    const found = ours.get(`${answer.file}:${answer.line}:${answer.name}`) ?? [];
    const right = found.filter((claim) =>
      answer.targets.some((target) => claim.targets.some((own) => within(own, target))),
    );
    if (right.length > 0) named += 1;
    if (right.some(({ confidence }) => confidence !== 'ambiguous')) claimed += 1;
    else {
      const said = found.map(({ confidence, targets }) => `${confidence} of ${targets.length}`);
      missed.push({ ...answer, ours: said.join(', ') || 'no such call' });
    }
  }
  return { all, claimed, named, missed };
}

/** The last part of a qualified name. */
function lastOf(name) {
  return (name ?? '').split(/[.:#\\/]+/).at(-1);
}

function within(own, target) {
  return own.file === target.file && own.line_start <= target.line && target.line <= own.line_end;
}
