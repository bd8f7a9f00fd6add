// A hit shows the line that holds the words of the query, wherever in a file that is.
import test from 'ava';

import type { SearchAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

const filler = (what: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${what} ${n}`).join('\n');
const functions = (count: number) =>
  Array.from({ length: count }, (_, n) => `def step_${n}(parcel):\n    return parcel + ${n}\n\n`).join('\n');
const words = (count: number) => Array.from({ length: count }, (_, n) => `padding${n}`).join(' ');

/** Kind of place, path, what stands in the file, and a part of the line that is looked for; `[…]` are the words that are asked. */
const KINDS: [kind: string, path: string, text: string, line: string][] = [
  [
    'a comment before a definition',
    'src/before.py',
    `${functions(3)}\n# Weighs the [brittle] [porcelain] before it is [shipped].\ndef weigh(parcel):\n    return parcel\n\n${functions(3)}`,
    'Weighs the brittle porcelain',
  ],
  [
    'the middle of a long function',
    'src/long.py',
    `def pack(parcel):\n${Array.from({ length: 90 }, (_, n) => `    parcel.fold(${n})\n`).join('')}    parcel.wrap('[velvet]', '[ribbon]', '[crimson]')\n${Array.from({ length: 90 }, (_, n) => `    parcel.tape(${n})\n`).join('')}`,
    "wrap('velvet', 'ribbon', 'crimson')",
  ],
  [
    'a line between definitions',
    'src/between.ts',
    `export function one(): number {\n  return 1;\n}\n\nregister('[turnstile]', '[platform]', '[conductor]');\n\nexport function two(): number {\n  return 2;\n}\n`,
    "register('turnstile'",
  ],
  [
    'one of two definitions with a word each, and one line with all',
    'src/spread.py',
    `def anchor(chain):\n    return chain\n\n\ndef harbour(pilot):\n    return pilot\n\n\ndef moor(ship):\n    ship.drop('[anchor]', '[harbour]', '[bollard]')\n    return ship\n\n\ndef bollard(rope):\n    return rope\n`,
    "drop('anchor', 'harbour', 'bollard')",
  ],
  [
    'parts of names',
    'src/names.js',
    `${Array.from({ length: 30 }, (_, n) => `export const size${n} = ${n};\n`).join('')}export function open(door) {\n  return door.[lantern][Wick][Trimmer]();\n}\n`,
    'door.lanternWickTrimmer()',
  ],
  [
    'words with accents',
    'src/accents.py',
    `${functions(2)}\ndef invoice(order):\n    raise ValueError('la [rúbrica] del [árbitro] [caducó] ayer')\n\n\n${functions(2)}`,
    'rúbrica del árbitro caducó',
  ],
  [
    'a section below front matter',
    'docs/front.md',
    `---\ntitle: Front\ntags: [a, b]\n---\n\n# Front\n\n${filler('Line of text', 14)}\n\nThe [ferry] waits for the [tide] at the [breakwater].\n\n${filler('More text', 14)}\n`,
    'The ferry waits for the tide',
  ],
  [
    'a row of a table',
    'docs/table.md',
    `# Table\n\n| what | how |\n| --- | --- |\n${Array.from({ length: 30 }, (_, n) => `| row ${n} | plain ${n} |\n`).join('')}| [kettle] | [whistles] [shrill] |\n${Array.from({ length: 10 }, (_, n) => `| more ${n} | plain ${n} |\n`).join('')}`,
    'kettle | whistles shrill',
  ],
  [
    'a paragraph on one long line',
    'docs/paragraph.md',
    `# Paragraph\n\n${words(120)} the [glacier] moves a [moraine] of [gravel] slowly ${words(120)}\n`,
    'the glacier moves a moraine of gravel',
  ],
  [
    'the end of a very long line',
    'docs/end.md',
    `# End\n\n${words(700)} an [obelisk] of [granite] at the [quarry].\n`,
    'an obelisk of granite at the quarry',
  ],
  [
    'a long line of code',
    'src/wide.py',
    `def wide(x):\n    return x.join([${Array.from({ length: 120 }, (_, n) => `'name${n}'`).join(', ')}, '[thimble]', '[bobbin]', '[spindle]'])\n`,
    "'thimble', 'bobbin', 'spindle'",
  ],
  [
    'a setting',
    'config/settings.yml',
    `${Array.from({ length: 40 }, (_, n) => `key_${n}: value ${n}\n`).join('')}[beacon]:\n  [foghorn]: [hourly] at night\n${Array.from({ length: 40 }, (_, n) => `other_${n}: value ${n}\n`).join('')}`,
    'foghorn: hourly',
  ],
  [
    'JSON',
    'config/data.json',
    `{\n${Array.from({ length: 40 }, (_, n) => `  "key${n}": ${n},\n`).join('')}  "[carousel]": "[painted] [stallion]",\n${Array.from({ length: 40 }, (_, n) => `  "last${n}": ${n},\n`).join('')}  "end": 1\n}\n`,
    'carousel": "painted stallion',
  ],
  [
    'a text without a heading',
    'notes/plain.txt',
    `${filler('note', 50)}\nthe [sexton] rang the [belfry] at [vespers]\n${filler('note', 50)}\n`,
    'the sexton rang the belfry',
  ],
];

test('the snippet of a hit has the line with the words', async (t) => {
  const plain = (text: string) => text.replaceAll(/\[(\p{L}+)\]/gu, '$1');
  const where = project(t, Object.fromEntries(KINDS.map(([, path, text]) => [path, plain(text)])));
  await answer(where, ['reindex']);
  for (const [kind, path, text, line] of KINDS) {
    const query = [...text.matchAll(/\[(\p{L}+)\]/gu)].map(([, word]) => word).filter((word) => word !== 'a');
    const { hits } = await answer<SearchAnswer>(where, ['search', query.join(' ')]);
    const hit = hits.find((one) => one.path === path);
    t.true(hit?.snippet?.includes(line), `${kind}: ${JSON.stringify(hit)}`);
    // The numbers are those of the file.
    const shown = (hit?.snippet ?? '').split('\n').findIndex((one) => one.includes(line));
    const number =
      plain(text)
        .split('\n')
        .findIndex((one) => one.includes(line)) + 1;
    t.is((hit?.snippet_line ?? 0) + shown, number, kind);
  }
});
