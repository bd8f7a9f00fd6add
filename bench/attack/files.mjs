// Files that cost more to read than they are long: pairs and triples of a language's words and signs, repeated.
//
// `signs.json` has them by the name of a file (`hostile signs`, an example of beadloom-lang, prints it); under the empty name
// stands what scanners look for besides. `hostile find` tries all pairs without the command line, and finds the worst.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Random, run } from './lib.mjs';

/** Bytes of a file. */
const LENGTH = 20_000;
/** Files of one run: they are read one after the other, so that what one takes is seen. */
const BATCH = 50;
/** Bytes that a run may take on top of one over an empty project. */
const MOST_BYTES = 200 << 20;
/** Milliseconds after which a run is taken to hang, for each of its files; a file has a second on a machine that does nothing else. */
const HANGS = 5_000;
/** What may be said of such a file. */
const SAID = new Set(['too_costly', 'parse_limit', 'bad_front_matter', 'broken_link']);

/** What other readers than parsers look for. */
const OTHERS = {
  'docs/a.md':
    '[|![|](|]|*|**|_|>|> |- |1. |# |#|`|```\n|~~~\n|<a|</a>|<!--|-->|&amp;|&|||---\n|===\n|[^a]|[a]: |<|>|\\|\t|    |\n|\n\n|a|a |http://a|https://a.b |$|~~|:--|<details>|---\na: [|{|}|"|é'.split(
      '|',
    ),
  'a.txt': [
    'a',
    'A',
    'aA',
    'a_',
    '_',
    '-',
    '.',
    '/',
    ' ',
    '\n',
    '\t',
    '\r',
    'é',
    '界',
    '\u{0}',
    '1',
    'the ',
    'ß',
    'İ',
    '\u{301}',
    '\u{200d}',
  ],
  'package.json': [
    '{',
    '}',
    '[',
    ']',
    '{"a":',
    '"',
    '"a"',
    ':',
    ',',
    '1',
    '-',
    'e',
    '\\',
    '\\u',
    ' ',
    '\n',
    'null',
    '//',
    '/*',
  ],
  'pyproject.toml': [
    '[',
    ']',
    '[[a]]\n',
    '[a]\n',
    'a.',
    'a=',
    '{',
    '}',
    '{a=',
    '"',
    '"""',
    "'",
    '\n',
    '#',
    '1',
    ',',
    '\\',
  ],
  'a.yml': [
    '- ',
    '-',
    '? ',
    ': ',
    'a: ',
    '[',
    ']',
    '{',
    '}',
    '&a ',
    '*a ',
    '!a ',
    '|\n',
    '>\n',
    '"',
    "'",
    '\n',
    '\n ',
    '#',
    '---\n',
    '%',
    ',',
    'a',
  ],
};

/** @type {import('./lib.mjs').Attack} */
export default {
  name: 'files',
  about: 'Pairs and triples of words and signs of every language, repeated to 20 KB',
  unit: 'files',
  counts: { short: 80, long: 10_000 },

  async run({ count, seed, scratch, cli, log }) {
    const random = new Random(seed);
    const signs = JSON.parse(readFileSync(new URL('signs.json', import.meta.url), 'utf8'));
    const more = signs[''];
    delete signs[''];
    const languages = Object.entries({ ...signs, ...OTHERS });
    const failures = [];
    const base = await indexed(cli, join(scratch, 'empty'), [], Infinity);
    if (base.peak === 0)
      return { tried: 0, failures, skipped: ['the system does not tell what memory a process took'] };

    let tried = 0;
    for (let first = 0; first < count; first += BATCH) {
      const files = [];
      for (let at = first; at < Math.min(count, first + BATCH); at += 1) {
        const [name, own] = languages[at % languages.length];
        files.push(file(random, at, name, own, more));
      }
      const outcome = await indexed(cli, join(scratch, 'all'), files, base.peak + MOST_BYTES);
      tried += files.length;
      if (outcome.wrong !== undefined) {
        // Which of them it was.
        let named = 0;
        for (const one of files) {
          const alone = await indexed(cli, join(scratch, 'one'), [one], base.peak + MOST_BYTES);
          if (alone.wrong === undefined) continue;
          named += 1;
          failures.push(`seed ${seed}: ${one.name}, ${JSON.stringify(one.unit)} repeated: ${alone.wrong}`);
        }
        if (named === 0)
          failures.push(
            `seed ${seed}, files ${first} to ${first + files.length - 1} together: ${outcome.wrong}`,
          );
      }
      log(`${tried} of ${count} files, ${Math.round((outcome.peak - base.peak) / 1e6)} MB`);
    }
    return { tried, failures, skipped: [] };
  },
};

/**
 * @param {Random} random
 * @param {number} at
 * @param {string} name
 * @param {string[]} own
 * @param {string[]} more
 */
function file(random, at, name, own, more) {
  const sign = () => (random.below(3) === 0 ? random.pick(more) : random.pick(own));
  const parts = Array.from({ length: 1 + random.below(3) }, sign);
  const unit = parts.join(random.below(3) === 0 ? ' ' : '') + random.pick(['', '', ' ', '\n']);
  // Some are opened once, and then filled.
  const opened = random.below(4) === 0 ? sign() : '';
  const dot = name.lastIndexOf('.');
  const path =
    Object.hasOwn(OTHERS, name) && name.includes('package')
      ? `p${at}/${name}`
      : `${name.slice(0, dot)}${at}${name.slice(dot)}`;
  const text = (opened + (unit || ' ').repeat(LENGTH)).slice(0, LENGTH);
  return { name: path, unit: opened === '' ? unit : `${opened} then ${unit}`, text };
}

/**
 * Indexes a project of these files, and what is wrong with that, if anything is.
 * @param {string} cli
 * @param {string} folder
 * @param {{ name: string, text: string }[]} files
 * @param {number} mostBytes
 * @returns {Promise<{ peak: number, wrong: string | undefined }>}
 */
async function indexed(cli, folder, files, mostBytes) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of files) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
  const timeoutMs = 60_000 + files.length * HANGS;
  const ended = await run(cli, ['reindex', '--json'], {
    cwd: folder,
    env: { BEADLOOM_THREADS: '1' },
    timeoutMs,
    mostBytes,
  });
  const { peak } = ended;
  if (ended.late) return { peak, wrong: `not ready after ${timeoutMs / 1000} s` };
  if (peak > mostBytes) return { peak, wrong: `took ${Math.round(peak / 1e6)} MB` };
  if (ended.code !== 0)
    return { peak, wrong: `code ${ended.code}, signal ${ended.signal}: ${ended.stderr.slice(-300)}` };
  /** @type {{ files: { added: number }, diagnostics: { code: string, level: string }[] }} */
  const report = JSON.parse(ended.stdout);
  if (report.files.added < files.length)
    return { peak, wrong: `${report.files.added} of ${files.length} files were taken up` };
  const other = report.diagnostics.find(({ code, level }) => level === 'error' && !SAID.has(code));
  return { peak, wrong: other && `says ${other.code}` };
}
