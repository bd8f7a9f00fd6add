// Projects that lead round in circles or go deep: units of a language, a manifest, a graph or a schema that refer to each other at
// random, and what nests to a random depth.
//
// `shapes.json` has how they are written; `crates/beadloom-engine/tests/deep.rs` tries a circle, a chain, a diamond and 10,000
// levels of each.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Random, run } from './lib.mjs';

/** Shapes of one project. */
const BATCH = 10;
/** Units of a shape: where each is a file, and in one file. */
const FILES = 60;
const UNITS = 3_000;
/** Bytes of a file that nests. */
const LENGTH = 200_000;
/** Milliseconds after which a command is taken to hang. */
const HANGS = 180_000;
/** What is asked of each project, besides a run over all of it. */
const ASKED = [
  ['lint'],
  ['graph', '--format', 'mermaid'],
  ['refs', 'last'],
  ['why', 'whole', '--reverse'],
  ['search', 'last missing'],
  ['export'],
];

/**
 * @typedef {{ name: string, file: string, head: string, tail: string }} Written
 * @typedef {Written & { unit: string, ref: string, sep: string, none: string, between: string, more: [path: string, text: string][] }} Link
 * @typedef {Written & { open: string, middle: string, close: string }} Nest
 * @typedef {{ name: string, files: [path: string, text: string][] }} Shape
 */

/** @type {import('./lib.mjs').Attack} */
export default {
  name: 'deep',
  about: 'Circles, chains, diamonds and nesting in every language, manifest, graph and schema',
  unit: 'shapes',
  counts: { short: 20, long: 1_500 },

  async run({ count, seed, scratch, cli, log }) {
    const random = new Random(seed);
    /** @type {{ links: Link[], nests: Nest[] }} */
    const { links, nests } = JSON.parse(readFileSync(new URL('shapes.json', import.meta.url), 'utf8'));
    const failures = [];
    let tried = 0;
    for (let first = 0; first < count; first += BATCH) {
      /** @type {Shape[]} */
      const shapes = [];
      for (let at = first; at < Math.min(count, first + BATCH); at += 1) {
        shapes.push(
          random.below(3) === 0 ? nested(random, random.pick(nests)) : linked(random, random.pick(links)),
        );
      }
      const wrong = await asked(cli, join(scratch, 'all'), shapes);
      tried += shapes.length;
      if (wrong !== undefined) {
        // Which of them it was.
        let named = 0;
        for (const shape of shapes) {
          const alone = await asked(cli, join(scratch, 'one'), [shape]);
          if (alone === undefined) continue;
          named += 1;
          failures.push(`seed ${seed}: ${shape.name}: ${alone}`);
        }
        if (named === 0)
          failures.push(`seed ${seed}: ${shapes.map(({ name }) => name).join(', ')} together: ${wrong}`);
      }
      log(`${tried} of ${count} shapes`);
    }
    return { tried, failures, skipped: [] };
  },
};

/**
 * Units that refer to each other.
 * @param {Random} random
 * @param {Link} link
 * @returns {Shape}
 */
function linked(random, link) {
  const isFileEach = link.file.includes('{a}');
  const count = 1 + random.below(random.pick([4, 40, isFileEach ? FILES : UNITS]));
  const most = random.pick([1, 1, 2, 3]);
  const style = random.pick(['any', 'near', 'next', 'layers']);
  /** @param {number} at */
  const leads = (at) =>
    Array.from({ length: random.below(most + 1) }, (_, place) => {
      if (style === 'any') return random.below(count);
      if (style === 'near') return (at + random.below(3)) % count;
      if (style === 'next') return random.below(40) === 0 ? random.below(count) : (at + 1) % count;
      return Math.min(count - 1, (Math.floor(at / most) + 1) * most + place);
    });
  const units = Array.from({ length: count }, (_, at) => {
    const refs = leads(at)
      .map((to) => link.ref.replaceAll('{b}', String(to)))
      .join(link.sep);
    const none = link.unit.includes('{{refs}}') ? link.unit.replace('{refs}', link.none) : link.none;
    const written = refs === '' && link.none !== '' ? none : link.unit.replaceAll('{refs}', refs);
    return written.replaceAll('{a}', String(at));
  });
  const name = `${link.name}, ${count} units, ${style}, ${most}`;
  /** @param {string} body */
  const whole = (body) => link.head + body + link.tail;
  if (!isFileEach) return { name, files: [[link.file, whole(units.join(link.between))]] };
  /** @type {[string, string][]} */
  const files = units.flatMap((unit, at) => {
    /** @param {string} text */
    const filled = (text) => text.replaceAll('{a}', String(at));
    /** @type {[string, string][]} */
    const more = link.more.map(([path, text]) => [filled(path), filled(text)]);
    return [[filled(link.file), whole(unit)], ...more];
  });
  return { name, files };
}

/**
 * What nests, closed as often as it was opened, or not quite.
 * @param {Random} random
 * @param {Nest} nest
 * @returns {Shape}
 */
function nested(random, nest) {
  const isIndented = nest.open.includes('{i}');
  const most = isIndented ? 500 : Math.floor(LENGTH / (nest.open.length + nest.close.length));
  const depth = 1 + random.below(random.pick([50, 1_000, most]));
  const closed = random.below(4) === 0 ? random.below(depth) : depth;
  const opened = Array.from({ length: depth }, (_, at) => nest.open.replace('{i}', ' '.repeat(at))).join('');
  const text = nest.head + opened + nest.middle + nest.close.repeat(closed) + nest.tail;
  return { name: `nested ${nest.name}, ${depth} deep, ${closed} closed`, files: [[nest.file, text]] };
}

/**
 * Indexes a project of these shapes and asks it; what is wrong with that, if anything is.
 * @param {string} cli
 * @param {string} folder
 * @param {Shape[]} shapes
 * @returns {Promise<string | undefined>}
 */
async function asked(cli, folder, shapes) {
  rmSync(folder, { recursive: true, force: true });
  shapes.forEach(({ files }, at) => {
    for (const [path, text] of files) {
      // What beadloom finds by its place is at the root, the last of each.
      const full = join(folder, path.startsWith('.beadloom/') ? '' : `s${at}`, path);
      mkdirSync(join(full, '..'), { recursive: true });
      writeFileSync(full, text);
    }
  });
  const graph = join(folder, '.beadloom/_graph');
  mkdirSync(graph, { recursive: true });
  writeFileSync(join(graph, 'whole.yml'), 'nodes:\n  - {ref_id: whole, kind: domain, source: ./}\n');
  for (const args of [['reindex', '--full'], ['reindex'], ...ASKED]) {
    const ended = await run(cli, args, { cwd: folder, timeoutMs: HANGS });
    const command = args.join(' ');
    if (ended.late) return `${command} is not ready after ${HANGS / 1000} s`;
    if (ended.signal !== null) return `${command} ended by ${ended.signal}`;
    if (/error\[internal\]|warning\[internal\]/.test(ended.stderr))
      return `${command}: ${ended.stderr.slice(-300)}`;
  }
  return undefined;
}
