// Generated projects: for each node five edges, two chunks of documents, and a code file with twenty functions. The
// same files every time.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { cached, commitAll } from './corpora.mjs';

/** Nodes of a project of middle size. */
export const MIDDLE = 1000;
/** Nodes of one that is larger than any; only the first thousand have documents and code. */
export const LARGE = 50_000;

/** What a project of so many nodes has. */
export function contents(nodes) {
  const withFiles = Math.min(nodes, MIDDLE);
  return { nodes, edges: 5 * nodes, chunks: 2 * withFiles, symbols: 20 * withFiles };
}

/** The ids of the nodes. */
export function ids(nodes) {
  return Array.from({ length: nodes }, (_, number) => `N-${number}`);
}

/** The project's folder, made once. */
export function generatedProject(nodes) {
  const has = contents(nodes);
  return cached(`generated-${nodes}-${has.edges}-${has.chunks}-${has.symbols}`, (folder) => {
    for (const [path, text] of files(nodes)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    commitAll(folder);
  });
}

function* files(count) {
  const next = numbers(20260101);
  const withFiles = Math.min(count, MIDDLE);
  const kindOf = (number) => (number % 50 === 0 ? 'domain' : number % 7 === 0 ? 'entity' : 'feature');
  const nodes = ids(count).map((id, number) =>
    [
      `  - ref_id: ${id}`,
      `    kind: ${kindOf(number)}`,
      `    summary: "Part ${number}: ${words(next, 8)}"`,
      ...(number < withFiles ? [`    source: src/p${number}.py`, `    docs: [docs/p${number}.md]`] : []),
    ].join('\n'),
  );
  // Graph files have a limit of their own.
  for (const [at, part] of parts(nodes).entries()) {
    yield [`.beadloom/_graph/nodes-${at}.yml`, `nodes:\n${part.join('\n')}\n`];
  }
  for (const [at, part] of parts(edges(count, next)).entries()) {
    yield [`.beadloom/_graph/edges-${at}.yml`, `edges:\n${part.join('\n')}\n`];
  }
  for (let number = 0; number < withFiles; number += 1) {
    yield [`docs/p${number}.md`, document(number, next)];
    yield [`src/p${number}.py`, code(number, next)];
  }
}

function parts(lines) {
  const each = 2000;
  return Array.from({ length: Math.ceil(lines.length / each) }, (_, at) =>
    lines.slice(at * each, (at + 1) * each),
  );
}

/** Every part inside a domain; the others between parts, each once. */
function edges(count, next) {
  const seen = new Set();
  const lines = [];
  const add = (from, to, kind) => {
    const line = `  - {src: N-${from}, dst: N-${to}, kind: ${kind}}`;
    if (from === to || seen.has(line)) return;
    seen.add(line);
    lines.push(line);
  };
  for (let number = 0; number < count; number += 1) add(number, number - (number % 50), 'part_of');
  const kinds = ['uses', 'depends_on', 'touches_entity', 'implements'];
  while (lines.length < 5 * count) add(next(count), next(count), kinds[next(kinds.length)]);
  return lines;
}

function document(number, next) {
  const paragraph = () => `${words(next, 60)}.`;
  return `# Part ${number}\n\n## Specification\n\n${paragraph()}\n\n## API\n\n${paragraph()}\n`;
}

function code(number, next) {
  const functions = Array.from(
    { length: 20 },
    (_, index) =>
      `def ${words(next, 2).replace(' ', '_')}_${number}_${index}(value, limit=${next(100)}):\n` +
      `    """${words(next, 10)}."""\n    if value > limit:\n        return limit\n    return value\n`,
  );
  return functions.join('\n\n');
}

const VOCABULARY =
  'account balance batch billing cache charge check client config cursor customer delivery discount entry event export filter format gateway index invoice item ledger limit loader merge message model order page parser payment policy price query queue record refund region report request result retry route rule schema session state stock store stream table token total update user value vendor window worker'.split(
    ' ',
  );

function words(next, count) {
  return Array.from({ length: count }, () => VOCABULARY[next(VOCABULARY.length)]).join(' ');
}

/** Whole numbers below a bound, the same sequence every time (a 32-bit linear congruential generator). */
function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
