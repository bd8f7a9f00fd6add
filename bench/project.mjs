// A generated project: 1,000 nodes, 5,000 edges, 2,000 chunks of documents, a code file with five functions for
// each node. The same files every time.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { cached, commitAll } from './corpora.mjs';

export const NODES = 1000;
export const EDGES = 5000;
export const CHUNKS = 2 * NODES;

/** The ids of the nodes. */
export function ids() {
  return Array.from({ length: NODES }, (_, number) => `N-${number}`);
}

/** The project's folder, made once. */
export function generatedProject() {
  return cached(`generated-${NODES}-${EDGES}-${CHUNKS}`, (folder) => {
    for (const [path, text] of files()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    commitAll(folder);
  });
}

function* files() {
  const next = numbers(20260101);
  const kindOf = (number) => (number % 50 === 0 ? 'domain' : number % 7 === 0 ? 'entity' : 'feature');
  const nodes = ids().map((id, number) =>
    [
      `  - ref_id: ${id}`,
      `    kind: ${kindOf(number)}`,
      `    summary: "Part ${number}: ${words(next, 8)}"`,
      `    source: src/p${number}.py`,
      `    docs: [docs/p${number}.md]`,
    ].join('\n'),
  );
  yield ['.beadloom/_graph/nodes.yml', `nodes:\n${nodes.join('\n')}\n`];
  yield ['.beadloom/_graph/edges.yml', `edges:\n${edges(next).join('\n')}\n`];
  for (let number = 0; number < NODES; number += 1) {
    yield [`docs/p${number}.md`, document(number, next)];
    yield [`src/p${number}.py`, code(number, next)];
  }
}

/** Every part inside a domain; the others between parts, each once. */
function edges(next) {
  const seen = new Set();
  const lines = [];
  const add = (from, to, kind) => {
    const line = `  - {src: N-${from}, dst: N-${to}, kind: ${kind}}`;
    if (from === to || seen.has(line)) return;
    seen.add(line);
    lines.push(line);
  };
  for (let number = 0; number < NODES; number += 1) add(number, number - (number % 50), 'part_of');
  const kinds = ['uses', 'depends_on', 'touches_entity', 'implements'];
  while (lines.length < EDGES) add(next(NODES), next(NODES), kinds[next(kinds.length)]);
  return lines;
}

function document(number, next) {
  const paragraph = () => `${words(next, 60)}.`;
  return `# Part ${number}\n\n## Specification\n\n${paragraph()}\n\n## API\n\n${paragraph()}\n`;
}

function code(number, next) {
  const functions = Array.from(
    { length: 5 },
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
