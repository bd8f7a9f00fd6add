// A generated project with a hub: a node that 5,000 nodes depend on, each with a file that imports the hub's file and
// calls its function. Every tenth depends on the one before it too, so that there are ways beyond the first step.
// The same files every time.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { cached, commitAll } from './corpora.mjs';

export const DEPENDENTS = 5000;

/** What is asked of the hub: its node, its file, its function. */
export const REFERENCES = ['HUB', 'src/hub.py', 'serve'];

/** The project's folder, made once. */
export function hubProject() {
  return cached(`generated-hub-${DEPENDENTS}`, (folder) => {
    for (const [path, text] of files()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    commitAll(folder);
  });
}

function* files() {
  const numbers = Array.from({ length: DEPENDENTS }, (_, number) => number);
  const node = (id, source) =>
    `  - ref_id: ${id}\n    kind: domain\n    summary: "Part ${id}"\n    source: ${source}\n    docs: [docs/${id}.md]`;
  const nodes = [
    node('HUB', 'src/hub.py'),
    ...numbers.map((number) => node(`N-${number}`, `src/p${number}.py`)),
  ];
  const edges = numbers.flatMap((number) => [
    `  - {src: N-${number}, dst: HUB, kind: uses}`,
    ...(number % 10 === 1 ? [`  - {src: N-${number}, dst: N-${number - 1}, kind: depends_on}`] : []),
  ]);
  yield ['.beadloom/_graph/nodes.yml', `nodes:\n${nodes.join('\n')}\n`];
  yield ['.beadloom/_graph/edges.yml', `edges:\n${edges.join('\n')}\n`];
  yield ['src/hub.py', 'def serve(value):\n    return value\n'];
  yield ['docs/HUB.md', '# HUB\n\nServes all others.\n'];
  for (const number of numbers) {
    yield [
      `src/p${number}.py`,
      `from hub import serve\n\n\ndef part_${number}(value):\n    return serve(value)\n`,
    ];
    yield [`docs/N-${number}.md`, `# N-${number}\n\nIs served.\n`];
  }
}
