// `npm run accuracy [-- LANGUAGE…] [-- --repos FOLDER --only NAME --seed N --sample N --verbose]`: imports and calls as
// beadloom resolves them, against what the language's own tool says, on published packages, and on the applications that
// FOLDER has the Git directories of. Prints a table and puts its rows into docs/internals/ACCURACY.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureAddon, ensureBench, ensureInstalled, ensureShell } from '../../scripts/lib/ensure.mjs';
import { replaceBetween } from '../../scripts/lib/generated.mjs';
import { Failure, heading, root, script } from '../../scripts/lib/process.mjs';
import { runOnce } from '../measure.mjs';
import { beadloom } from '../rows.mjs';
import { Random } from '../random.mjs';
import { applications, checkoutOf } from './applications.mjs';
import { compareCalls, compareImports, compareSites, insideOf, shuffled } from './compare.mjs';
import { ask, ENDINGS, missing, NEEDS } from './oracles.mjs';
import { packages, sourcesOf } from './packages.mjs';

const DOCUMENT = join(root, 'docs', 'internals', 'ACCURACY.md');

await script(async (argv) => {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      repos: { type: 'string' },
      only: { type: 'string' },
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
  ensureAddon();
  ensureShell();
  // What is compared is the same in either profile.
  const bench = ensureBench({ release: false });

  const all = [...packages, ...applications];
  const rows = [];
  for (const package_ of all) {
    if (positionals.length > 0 && !positionals.includes(package_.language)) continue;
    if (values.only !== undefined && !package_.name.includes(values.only)) continue;
    if (package_.application && values.repos === undefined) continue;
    const absent = missing(package_.language);
    heading(`${package_.language}: ${package_.name} ${package_.version}`);
    if (absent.length > 0) {
      console.log(`skipped: no ${absent.join(', ')} that works on the path`);
      continue;
    }
    const folder = package_.application ? checkoutOf(package_, values.repos) : sourcesOf(package_);
    rows.push(describe(await compare(package_, folder, bench, new Random(seed), sample, values.verbose)));
    console.log(rows.at(-1));
    // At once: a whole run takes hours, and may end before.
    if (values.seed === '1' && values.sample === '100') record(rows.slice(-1), all, seed, sample);
  }
  console.log(`\n${tableOf(rows)}`);
});

/** Puts rows into the document, where those of other packages stay. */
function record(rows, all, seed, sample) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const keyOf = (row) => row.split(' | ', 2).join(' | ');
  const kept = new Map(
    text
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.slice(2, -2))
      .map((row) => [keyOf(row), row]),
  );
  for (const row of rows) kept.set(keyOf(row), row);
  const order = all.map(({ language, name, version }) => `${language} | ${name} ${version}`);
  const inOrder = order.flatMap((key) => kept.get(key) ?? []);
  const what = `Seed ${seed}, ${sample} imports, ${sample} calls and ${sample} sites a package.\n\n${tableOf(inOrder)}`;
  writeFileSync(DOCUMENT, replaceBetween(text, 'accuracy', what));
}

async function compare(package_, folder, bench, random, sample, verbose) {
  runOnce(beadloom('reindex', ['reindex', '--full', '--quiet', '--project', folder]));
  const below = package_.application ? posix.join(package_.sources, '/') : './';
  const asked = (file) => (below === './' || file.startsWith(below)) && ENDINGS[package_.language].test(file);
  const facts = runOnce({ name: 'facts', program: bench, args: ['facts', folder] })
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text))
    .filter((fact) => asked(fact.file))
    // Ruby's tool knows each constant, whether it is called or not.
    .map((fact) => (fact.fact === 'use' && package_.language === 'ruby' ? { ...fact, fact: 'call' } : fact));
  const imports = facts.filter((fact) => fact.fact === 'import');
  // Claims alone are judged: what is ambiguous claims nothing.
  const claims = new Map();
  for (const fact of facts) {
    if (fact.fact !== 'call' || (fact.confidence !== 'exact' && fact.confidence !== 'unique')) continue;
    claims.set(`${fact.file}:${fact.line}:${fact.name}`, fact);
  }
  const stated = (await ask(package_, 'imports', folder)).filter(({ file }) => asked(file));
  const drawn = compareImports(shuffled(stated, random).slice(0, sample), imports);
  const all = compareImports(stated, imports);
  // More are asked than judged: the oracle does not know each of them.
  const questions = shuffled([...claims.values()], random)
    .slice(0, Math.ceil(sample * 1.5))
    .map(({ file, line, name }) => ({ file, line, name }));
  const isKnown = ({ targets }) => targets.length > 0;
  const calls = compareCalls(
    await ask(package_, 'calls', folder, questions, sample, isKnown),
    claims,
    sample,
  );
  // Likewise: most sites lead out of the project, or to what is no symbol.
  const called = (await ask(package_, 'sites', folder)).filter(({ file }) => asked(file));
  const sites = shuffled(called, random).slice(0, sample * 5);
  const leadsInside = insideOf(facts);
  const found = compareSites(await ask(package_, 'calls', folder, sites, sample, leadsInside), facts, sample);
  if (verbose) {
    for (const { file, line, name, targets, ours } of found.missed) {
      const their = placesOf(targets);
      console.log(`  site ${file}:${line} ${name}: ${their}, ours ${ours}`);
    }
    for (const { file, line, name, target, ours } of [...all.wrong, ...all.missed]) {
      console.log(`  import ${file}:${line} ${name}: ${target}, ours ${ours}`);
    }
    for (const { file, line, name, targets, ours } of calls.wrong) {
      const own = ours.targets.map((at) => `${at.file}:${at.line_start}`).join(', ');
      const their = placesOf(targets);
      console.log(`  ${ours.confidence} ${file}:${line} ${name}: ${their}, ours ${own}`);
    }
  }
  return { package_, drawn, all, calls, found };
}

/** The first places: a module may be open in a hundred files. */
function placesOf(targets) {
  return targets
    .slice(0, 4)
    .map((at) => `${at.file}:${at.line}`)
    .join(', ');
}

function share(part, whole) {
  return whole === 0 ? '–' : (part / whole).toFixed(3);
}

function describe({ package_, drawn, all, calls, found }) {
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
    `${share(found.claimed, found.all)} / ${share(found.named, found.all)} of ${found.all}`,
  ].join(' | ');
}

function tableOf(rows) {
  const head = [
    'language | package | imports drawn: precision / recall | all imports: precision / recall | exact calls | unique calls | both | unknown to the oracle | sites: claimed / named',
    '--- | --- | --- | --- | --- | --- | --- | --- | ---',
  ];
  return [...head, ...rows].map((text) => `| ${text} |`).join('\n');
}
