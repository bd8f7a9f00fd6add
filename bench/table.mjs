// `node bench/table.mjs [RESULT…]`: puts the figures of one run, or of several one after the other, into
// docs/PERFORMANCE.md. RESULT is a file of bench/results; the newest where none is named.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { emit, replaceBetween } from '../scripts/lib/generated.mjs';
import { Failure, root, script } from '../scripts/lib/process.mjs';

await script((files) => {
  const runs = (files.length > 0 ? files : [newest()]).map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const lines = [
    ...runs.map(headline),
    '',
    '| corpus | what | against | goal | measured: middle (smallest to greatest) |',
    '| --- | --- | --- | --- | --- |',
    ...runs.flatMap(({ rows }) => rows).map(tableRow),
  ];
  const path = 'docs/PERFORMANCE.md';
  const text = readFileSync(join(root, path), 'utf8');
  emit(new Map([[path, replaceBetween(text, 'figures', lines.join('\n'))]]), { check: false, command: '' });
});

/** What was measured where, and what was not. */
function headline({ machine, time, commit, rounds, rows, skipped }) {
  const memory = Math.round(machine.memory_bytes / 2 ** 30);
  const corpora = [...new Set(rows.map((row) => row.corpus).filter(Boolean))];
  const sentences = [
    `${machine.cores} cores (${machine.cpu}), ${memory} GB, ${machine.platform}-${machine.arch}, Node ${machine.node}; ` +
      `${rounds} rounds; ${time.slice(0, 10)}, commit ${commit ?? 'unknown'}: ${corpora.join('; ')}.`,
    ...skipped.map((one) => `Not measured: ${one.corpus} (${one.reason}).`),
  ];
  return `- ${sentences.join(' ')}`;
}

function tableRow(row) {
  const goal = row.goal === undefined ? '' : `≤ ${number(row.goal)} ${row.unit}`;
  const measured = `${number(row.median)} ${row.unit} (${number(row.min)} to ${number(row.max)})`;
  return `| ${row.corpus || '–'} | ${row.what} | ${row.against} | ${goal} | ${measured} |`;
}

function newest() {
  const folder = join(root, 'bench', 'results');
  const name = readdirSync(folder).toSorted().at(-1);
  if (!name) throw new Failure('there are no results; run `npm run bench`');
  return join(folder, name);
}

function number(value) {
  return value < 0.1 ? value.toPrecision(2) : value < 10 ? value.toFixed(2) : value.toFixed(0);
}
