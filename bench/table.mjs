// `node bench/table.mjs RESULT`: puts the figures of one run into docs/PERFORMANCE.md. RESULT is a file of
// bench/results; the newest where none is named.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { emit, replaceBetween } from '../scripts/lib/generated.mjs';
import { Failure, root, script } from '../scripts/lib/process.mjs';

await script(([file = newest()]) => {
  const { machine, time, commit, rounds, rows, skipped } = JSON.parse(readFileSync(file, 'utf8'));
  const memory = Math.round(machine.memory_bytes / 2 ** 30);
  const lines = [
    `${machine.cores} cores (${machine.cpu}), ${memory} GB, ${machine.platform}-${machine.arch}, Node ${machine.node}; ` +
      `${rounds} rounds; ${time.slice(0, 10)}, commit ${commit ?? 'unknown'}.`,
    ...skipped.map((one) => `Not measured: ${one.corpus} (${one.reason}).`),
    '',
    '| corpus | what | against | goal | measured: middle (smallest to greatest) |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => {
      const goal = row.goal === undefined ? '' : `≤ ${number(row.goal)} ${row.unit}`;
      const measured = `${number(row.median)} ${row.unit} (${number(row.min)} to ${number(row.max)})`;
      return `| ${row.corpus || '–'} | ${row.what} | ${row.against} | ${goal} | ${measured} |`;
    }),
  ];
  const path = 'docs/PERFORMANCE.md';
  const text = readFileSync(join(root, path), 'utf8');
  emit(new Map([[path, replaceBetween(text, 'figures', lines.join('\n'))]]), { check: false, command: '' });
});

function newest() {
  const folder = join(root, 'bench', 'results');
  const name = readdirSync(folder).toSorted().at(-1);
  if (!name) throw new Failure('there are no results; run `npm run bench`');
  return join(folder, name);
}

function number(value) {
  return value < 0.1 ? value.toPrecision(2) : value < 10 ? value.toFixed(2) : value.toFixed(0);
}
