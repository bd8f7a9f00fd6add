// Every example of docs/rules.md, evaluated on the project that the page speaks of.
import { readFileSync } from 'node:fs';

import test from 'ava';

import { beadloom } from './support/cli.js';
import { fixture } from './support/project.js';

const RULES = '.beadloom/_graph/rules.yml';
const PAGE = readFileSync(new URL('../docs/rules.md', import.meta.url), 'utf8');

/** Of the table that is generated from the kinds themselves. */
const KINDS = Array.from(PAGE.matchAll(/^\| \[`(\w+)`\]\(#\1\) \|/gm), ([, kind]) => kind);

interface Example {
  section: string;
  broken: boolean;
  rules: string;
  /** What else the project holds. */
  files: Record<string, string>;
  /** The output that the page states; empty where the rules hold. */
  output: string;
}

function examples(): Example[] {
  const found: Example[] = [];
  let section = '';
  let files: Record<string, string> = {};
  const blocks = /^## (?<title>.*)$|^```(?<language>\w+)\n(?<body>[^]*?)^```$/gm;
  for (const { groups } of PAGE.matchAll(blocks)) {
    const { title, language, body = '' } = groups as Record<string, string | undefined>;
    if (title !== undefined) {
      section = title.replaceAll('`', '');
      files = {};
    } else if (language === 'text') {
      const last = found.at(-1);
      if (last !== undefined) {
        last.output = body.trimEnd();
      }
    } else {
      const first = body.slice(2, body.indexOf('\n'));
      if (first.startsWith('rules.yml, which ')) {
        found.push({ section, broken: first.endsWith('is broken'), rules: body, files, output: '' });
      } else {
        files[first] = body;
      }
    }
  }
  return found;
}

test('the page has a clean and a broken example of every kind of rule', (t) => {
  const all = examples();
  t.true(KINDS.length > 7);
  for (const kind of KINDS) {
    t.deepEqual(
      all.filter(({ section }) => section === kind).map(({ broken }) => broken),
      [false, true],
      kind,
    );
  }
});

for (const { section, broken, rules, files, output } of examples()) {
  test(`${section}: ${broken ? 'broken' : 'holds'}`, async (t) => {
    const where = fixture(t, 'shop');
    where.write(RULES, rules);
    if (broken) {
      for (const [path, content] of Object.entries(files)) {
        where.write(path, content);
      }
    }
    const { code, stdout, stderr } = await beadloom(where, [
      'lint',
      '--format',
      'porcelain',
      '--strict',
      '--fail-on-warn',
    ]);
    const lines = stdout.split('\n').map((line) => line.replaceAll('\t', ' | ').replace(/[ |]+$/, ''));
    t.is(lines.join('\n').trimEnd(), output, stderr);
    t.is(code, broken ? 2 : 0);
  });
}
