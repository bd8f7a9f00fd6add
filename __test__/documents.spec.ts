// Documents that people read: what they link to and name is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import test from 'ava';

import { AGENT_TOOLS } from '../src/agents/tools.js';
import { TRAITS } from '../src/model/requests.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
].toSorted();

/** The prose of a document: what stands in fences and in backticks says nothing about files here. */
function prose(text: string): string {
  return text.replaceAll(/^(`{3,}).*?^\1$/gms, '').replaceAll(/`[^`\n]*`/g, '');
}

/** Targets of links and pictures that lie in the repository, without their anchors. */
function targets(text: string): string[] {
  const links = [...prose(text).matchAll(/\]\(\s*<?([^)\s>]*)>?[^)]*\)|<img[^>]*\ssrc="([^"]*)"/g)];
  return links
    .map((link) => (link[1] ?? link[2] ?? '').split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/i.test(target));
}

for (const path of DOCUMENTS) {
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');

  test(`${path} links to files that exist`, (t) => {
    const missing = targets(text).filter((target) => !existsSync(join(ROOT, dirname(path), target)));
    t.deepEqual(missing, []);
  });

  test(`${path} names pages that exist`, (t) => {
    // A page that is named from the root, as comments and sentences name it.
    const named = [...text.matchAll(/`(docs\/(?:internals\/)?[A-Za-z-]+\.md)`/g)].map(
      (match) => match[1] ?? '',
    );
    const ours = named.filter((page) => /^docs\/(internals\/|[A-Z])/.test(page) || path === 'AGENTS.md');
    t.deepEqual(
      ours.filter((page) => !existsSync(join(ROOT, page))),
      [],
    );
  });
}

test('every page of docs/ can be reached from the README', (t) => {
  const reached = new Set(['README.md']);
  for (const path of reached) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    for (const target of targets(text)) {
      const file = join(dirname(path), target);
      if (file.endsWith('.md') && existsSync(join(ROOT, file))) {
        reached.add(file);
      }
    }
  }
  t.deepEqual(
    DOCUMENTS.filter((path) => path.startsWith('docs') && !reached.has(path)),
    [],
  );
});

/** Files of the repository, by folders whose files documents name. */
const FILES = [
  'crates',
  'src',
  'scripts',
  'bench',
  'docs',
  '__test__',
  'tools/train/src',
  '.beadloom',
  '.github',
]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .concat(readdirSync(ROOT))
  .map((path) => path.replaceAll('\\', '/'));

/** What is made where beadloom runs, and what an example adds. */
const NOT_HERE = /^CONTEXT\.md$|\b(?:dart|max_depth)\.rs$/;

for (const path of ['AGENTS.md', 'CONTRIBUTING.md', join('docs', 'ARCHITECTURE.md')]) {
  test(`${path} names source files that exist`, (t) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const named = [...text.matchAll(/`([\w./-]+\.(?:rs|ts|mjs|md|yml|toml|json))`/g)].map(
      (match) => match[1] ?? '',
    );
    const missing = named.filter(
      (name) => !NOT_HERE.test(name) && !FILES.some((file) => file === name || file.endsWith(`/${name}`)),
    );
    t.deepEqual([...new Set(missing)], []);
  });
}

/** The commands in backticks of the sentence of a page that begins so. */
function listed(page: string, beginning: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/\s+/g, ' ');
  const at = text.indexOf(beginning);
  const sentence = text.slice(at, text.indexOf('. ', at));
  return at === -1 ? [] : [...sentence.matchAll(/`([a-z-]+)`/g)].map((match) => match[1] ?? '').toSorted();
}

/** The commands whose requests have a trait: their first word, or the name of the request. */
function commandsWith(trait: 'startsDaemon' | 'receipts'): string[] {
  const found = Object.entries(TRAITS)
    .filter(([, traits]) => traits[trait] === true)
    .map(([name, { command }]) => (command ?? name).split(' ', 1)[0] ?? '');
  return [...new Set(found)].toSorted();
}

test('docs/daemon.md lists the commands that start a daemon', (t) => {
  t.deepEqual(listed('docs/daemon.md', 'The first of these queries starts it'), commandsWith('startsDaemon'));
});

test('docs/agents.md lists the commands whose answers leave a receipt', (t) => {
  t.deepEqual(listed('docs/agents.md', 'Every answer of'), commandsWith('receipts'));
});

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const counts: [page: string, sentence: (count: string) => string, count: () => number][] = [
  [
    'CONTRIBUTING.md',
    (count) => `the addon for all ${count} platforms`,
    () => readdirSync(join(ROOT, 'npm')).length,
  ],
  [
    'CONTRIBUTING.md',
    (count) => `publishes all ${count} packages`,
    () => readdirSync(join(ROOT, 'npm')).length + 1,
  ],
  ['CHANGELOG.md', (count) => `registers the server with ${count} programs`, () => AGENT_TOOLS.length],
];

for (const [page, sentence, count] of counts) {
  test(`${page} counts right: ${sentence('…')}`, (t) => {
    const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/\s+/g, ' ');
    t.true(text.includes(sentence(NUMBERS[count()] ?? '?')));
  });
}
