// `npm run accuracy [-- LANGUAGE…] [-- --seed N --sample N --verbose]`: imports and calls as beadloom resolves them,
// against what the language's own tool says, on published packages. Prints a table and puts it into docs/ACCURACY.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { targetFolder } from '../../scripts/lib/cargo.mjs';
import { ensureAddon, ensureBench, ensureInstalled, ensureShell } from '../../scripts/lib/ensure.mjs';
import { replaceBetween } from '../../scripts/lib/generated.mjs';
import { Failure, heading, root, script } from '../../scripts/lib/process.mjs';
import { runOnce } from '../measure.mjs';
import { beadloom } from '../rows.mjs';
import { Random } from '../random.mjs';
import { compareCalls, compareImports, shuffled } from './compare.mjs';
import { ask, missing, NEEDS } from './oracles.mjs';
import { packages, sourcesOf } from './packages.mjs';

const DOCUMENT = join(root, 'docs', 'ACCURACY.md');

await script((argv) => {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      sample: { type: 'string', default: '100' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.filter((language) => !(language in NEEDS));
  if (unknown.length > 0) {
    throw new Failure(`no oracle for ${unknown.join(', ')}; there are ${Object.keys(NEEDS).join(', ')}`);
  }
  const [seed, sample] = [Number(values.seed), Number(values.sample)];
  ensureInstalled();
  ensureAddon({ release: true });
  ensureShell();
  ensureBench();

  const rows = [];
  for (const package_ of packages) {
    if (positionals.length > 0 && !positionals.includes(package_.language)) continue;
    const absent = missing(package_.language);
    heading(`${package_.language}: ${package_.name} ${package_.version}`);
    if (absent.length > 0) {
      console.log(`skipped: no ${absent.join(', ')} that works on the path`);
      continue;
    }
    rows.push(compare(package_, new Random(seed), sample, values.verbose));
    console.log(describe(rows.at(-1)));
  }
  const table = tableOf(rows);
  console.log(`\n${table}`);
  if (positionals.length === 0) {
    const what = `Seed ${seed}, ${sample} imports and ${sample} calls a package.\n\n${table}`;
    writeFileSync(DOCUMENT, replaceBetween(readFileSync(DOCUMENT, 'utf8'), 'accuracy', what));
  }
});

function compare(package_, random, sample, verbose) {
  const folder = sourcesOf(package_);
  runOnce(beadloom('reindex', ['reindex', '--full', '--quiet', '--project', folder]));
  const program = join(targetFolder(), 'release', 'beadloom-bench');
  const facts = runOnce({ name: 'facts', program, args: ['facts', folder] })
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text));
  const imports = facts.filter((fact) => fact.fact === 'import');
  // Claims alone are judged: what is ambiguous claims nothing.
  const claims = new Map();
  for (const fact of facts) {
    if (fact.fact !== 'call' || (fact.confidence !== 'exact' && fact.confidence !== 'unique')) continue;
    claims.set(`${fact.file}:${fact.line}:${fact.name}`, fact);
  }
  const stated = ask(package_, 'imports', folder);
  const drawn = compareImports(shuffled(stated, random).slice(0, sample), imports);
  const all = compareImports(stated, imports);
  // More are asked than judged: the oracle does not know each of them.
  const questions = shuffled([...claims.values()], random)
    .slice(0, sample * 4)
    .map(({ file, line, name }) => ({ file, line, name }));
  const calls = compareCalls(ask(package_, 'calls', folder, questions), claims, sample);
  if (verbose) {
    for (const { file, line, name, target, ours } of [...all.wrong, ...all.missed]) {
      console.log(`  import ${file}:${line} ${name}: ${target}, ours ${ours}`);
    }
    for (const { file, line, name, targets, ours } of calls.wrong) {
      const own = ours.targets.map((at) => `${at.file}:${at.line_start}`).join(', ');
      const their = targets.map((at) => `${at.file}:${at.line}`).join(', ');
      console.log(`  ${ours.confidence} ${file}:${line} ${name}: ${their}, ours ${own}`);
    }
  }
  return { package_, drawn, all, calls };
}

function share(part, whole) {
  return whole === 0 ? '–' : (part / whole).toFixed(3);
}

function describe({ package_, drawn, all, calls }) {
  const { exact, unique } = calls.judged;
  return [
    package_.language,
    `${package_.name} ${package_.version}`,
    `${share(drawn.right, drawn.claimed)} / ${share(drawn.right, drawn.internal)}`,
    `${share(all.right, all.claimed)} / ${share(all.right, all.internal)} of ${all.internal}`,
    `${share(exact.right, exact.all)} of ${exact.all}`,
    `${share(unique.right, unique.all)} of ${unique.all}`,
    `${share(exact.right + unique.right, exact.all + unique.all)}`,
    `${calls.unknown} of ${calls.asked}`,
  ].join(' | ');
}

function tableOf(rows) {
  const head = [
    'language | package | imports drawn: precision / recall | all imports: precision / recall | exact calls | unique calls | both | unknown to the oracle',
    '--- | --- | --- | --- | --- | --- | --- | ---',
  ];
  return [...head, ...rows.map(describe)].map((text) => `| ${text} |`).join('\n');
}
