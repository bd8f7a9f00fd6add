// How documents are written: short sentences, few semicolons, and words that every engineer knows.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import test from 'ava';

import { type Sentence, sentences } from './support/prose.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`),
].toSorted();

/** Bounds for every page: as the best pages kept to when this was written. */
const MAX_SENTENCE_WORDS = 30;
const MAX_SEMICOLONS_OF_100_SENTENCES = 3;

/** Private words and clauses in place of a noun, and what to write instead. */
const PRIVATE: readonly [pattern: RegExp, instead: string][] = [
  [/\bwhoever\b/i, 'name the person or program'],
  [/\bnobody\b/i, '"no one", or the subject'],
  [/\banew\b/i, '"again"'],
  [/\btak(?:e|es|en|ing) (?:away|back)\b/i, '"delete", "remove" or "undo"'],
  [/\bstands? (?:in|at|there|for itself|above|below|beside|before)\b/i, '"is in", "is written in"'],
  [/\b(?:is|are) none(?: of)?\b/i, '"is not a"'],
  [/\bthat there (?:is|are) not\b/i, '"unknown", "missing"'],
  [/\b(?:is|are|was|were) (?:listed|told) (?:the|what|of)\b/i, '"gets", "receives", "is reported"'],
  [/\bpass(?:es|ed) over\b/i, '"skip", "ignore"'],
  [/\b(?:is|are) held against\b/i, '"is compared with"'],
  [
    /\bwhat (?:was|were) (?:learned|remembered|said|given|told|found|asked)\b/i,
    'the noun: "memories", "rankings", "results"',
  ],
  [/\bby the (?:way|by)\b/i, 'nothing'],
];

/** What measurements print into pages: lists of names and figures. */
const MEASURED = /^docs\/(?:PERFORMANCE\.md$|internals\/)/;
const GENERATED = /<!-- begin generated[^>]*-->.*?<!-- end generated[^>]*-->/gs;
/** A sentence that is nearly all code is a list. */
const MIN_PLAIN_WORDS = 12;

/** The text of a page, with what measurements printed taken out line by line, so that numbers of lines stay. */
function written(path: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');
  return MEASURED.test(path) ? text.replaceAll(GENERATED, (block) => block.replaceAll(/[^\n]/g, '')) : text;
}

function isLong({ words, plain }: Sentence): boolean {
  return (
    words > MAX_SENTENCE_WORDS &&
    plain.split(' ').filter((word) => /\p{L}/u.test(word)).length > MIN_PLAIN_WORDS
  );
}

function semicolons(found: readonly Sentence[]): Sentence[] {
  return found.filter(({ plain }) => plain.includes(';'));
}

function privateWords(found: readonly Sentence[]): string[] {
  return found.flatMap((sentence) =>
    PRIVATE.flatMap(([pattern, instead]) => {
      const word = pattern.exec(sentence.plain)?.[0];
      return word === undefined ? [] : [`${sentence.line}: "${word}" (write ${instead}): ${sentence.text}`];
    }),
  );
}

const shown = ({ line, words, text }: Sentence): string => `${line}: ${words} words: ${text}`;

for (const path of DOCUMENTS) {
  const text = written(path);

  test(`${path} has no sentence over ${MAX_SENTENCE_WORDS} words`, (t) => {
    t.deepEqual(sentences(text, true).filter(isLong).map(shown), []);
  });

  test(`${path} has few semicolons`, (t) => {
    const all = sentences(text);
    const found = semicolons(all);
    // One is allowed on a page of any length.
    const allowed = Math.max(1, Math.floor((all.length * MAX_SEMICOLONS_OF_100_SENTENCES) / 100));
    t.true(
      found.length <= allowed,
      `${found.length} in ${all.length} sentences:\n${found.map(shown).join('\n')}`,
    );
  });

  test(`${path} uses words that an engineer knows`, (t) => {
    t.deepEqual(privateWords(sentences(text, true)), []);
  });
}

test('sentences, semicolons and private words are found', (t) => {
  const long = `${'word '.repeat(31)}end.`;
  const page = `# A page\n\nShort one; with a semicolon. ${long}\n\n- whoever asks: it stands in a file\n\n\`\`\`\n${long}\n\`\`\`\n\n| ${long} | b |\n| --- | --- |\n`;
  t.deepEqual(
    sentences(page, true)
      .filter(isLong)
      .map(({ line, words }) => [line, words]),
    [
      [3, 32],
      [11, 32],
    ],
  );
  t.is(sentences(page).filter(isLong).length, 1);
  t.deepEqual(
    semicolons(sentences(page)).map(({ text }) => text),
    ['Short one; with a semicolon.'],
  );
  t.is(privateWords(sentences(page)).length, 2);
  // The dots of code end no sentence, and links have the words that are seen.
  t.deepEqual(
    sentences('See `a.b. C` and [the page](b.md#c). Then go.').map(({ text }) => text),
    ['See `a.b. C` and the page.', 'Then go.'],
  );
});
