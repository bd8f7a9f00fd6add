// `npm run attack [-- NAME…] [-- --long --count N --seed N --record]`: attacks the built command line, and says what was
// tried, how often, and what did not hold. `--long` is what the nightly workflow does; `--record` puts the table into
// SECURITY.md.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureAddon, ensureInstalled, ensureShell } from '../../scripts/lib/ensure.mjs';
import { replaceBetween } from '../../scripts/lib/generated.mjs';
import { Failure, heading, root, script } from '../../scripts/lib/process.mjs';
import { attacks } from './attacks.mjs';

const DOCUMENT = join(root, 'SECURITY.md');

/** Of the table. */
const HEAD = ['| attack | what is tried | how often | did not hold |', '| --- | --- | ---: | ---: |'];

/** Failures of one attack that are shown. */
const SHOWN = 20;

await script(async (argv) => {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      long: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      count: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const unknown = positionals.find((name) => !attacks.some((attack) => attack.name === name));
  if (unknown !== undefined) {
    throw new Failure(
      `there is no attack ${unknown}; there are ${attacks.map(({ name }) => name).join(', ')}`,
    );
  }
  ensureInstalled();
  ensureAddon();
  ensureShell();
  const cli = join(root, 'dist', 'cli.js');
  const rows = [];
  for (const attack of attacks.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    heading(`${attack.name}: ${attack.about}`);
    const count = Number(values.count ?? attack.counts[values.long ? 'long' : 'short']);
    const scratch = mkdtempSync(join(tmpdir(), `beadloom-attack-${attack.name}-`));
    const began = performance.now();
    const log = (/** @type {string} */ text) => console.log(`  ${text}`);
    try {
      const outcome = await attack.run({ count, seed: Number(values.seed), scratch, cli, log });
      rows.push({ attack, ...outcome, ms: performance.now() - began });
    } finally {
      rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
    }
    const { tried, failures, skipped } = rows.at(-1);
    for (const reason of skipped) console.log(`  skipped: ${reason}`);
    for (const failure of failures.slice(0, SHOWN)) console.log(`  ${failure}`);
    if (failures.length > SHOWN) console.log(`  and ${failures.length - SHOWN} more`);
    console.log(`  ${tried} ${attack.unit}, ${failures.length} did not hold`);
  }
  const text = readFileSync(DOCUMENT, 'utf8');
  const lines = new Map(rows.map((row) => [row.attack.name, line(row)]));
  console.log(`\n${[...HEAD, ...lines.values()].join('\n')}\n`);
  for (const { attack, ms } of rows) console.log(`${attack.name} took ${Math.round(ms / 1000)} s`);
  if (values.record) {
    // What was not run this time keeps its line.
    const all = attacks.map(({ name }) => lines.get(name) ?? recorded(text, name)).filter(Boolean);
    writeFileSync(DOCUMENT, replaceBetween(text, 'attacks', [...HEAD, ...all].join('\n')));
  }
  if (rows.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
});

function line({ attack, tried, failures }) {
  const often = `${tried.toLocaleString('en')} ${attack.unit}`;
  return `| ${attack.name} | ${attack.about} | ${often} | ${failures.length} |`;
}

/** The line of an attack as it stands in the document. */
function recorded(text, name) {
  return text.split('\n').find((one) => one.startsWith(`| ${name} |`));
}
