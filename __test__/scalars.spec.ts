// Values of nodes in graph files: what is changed, and that nothing else is.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

import test from 'ava';

import { rewrite } from '../src/yaml/rewrite.js';
import { changeNode } from '../src/yaml/scalars.js';
import { project } from './support/project.js';

/** A file with `auth` in it, what is to be set, and what the file is then. */
type Row = [what: string, before: string, fields: { summary?: string; source?: string }, after: string];

const ROWS: Row[] = [
  [
    'double quotes stay',
    'nodes:\n  - ref_id: auth\n    summary: "Old."  # why\n    kind: domain\n',
    { summary: 'New: "it".' },
    'nodes:\n  - ref_id: auth\n    summary: "New: \\"it\\"."  # why\n    kind: domain\n',
  ],
  [
    'single quotes stay',
    "nodes:\n  - {ref_id: a}\n  - ref_id: auth\n    summary: 'Old.'\n",
    { summary: "It's new." },
    "nodes:\n  - {ref_id: a}\n  - ref_id: auth\n    summary: 'It''s new.'\n",
  ],
  [
    'single quotes give way to what they cannot hold',
    "nodes:\n  - ref_id: auth\n    summary: 'Old.'\n",
    { summary: 'Two\nlines' },
    'nodes:\n  - ref_id: auth\n    summary: "Two\\nlines"\n',
  ],
  [
    'plain stays plain',
    'nodes:\n- ref_id: auth\n  source: src/auth/ # here\n',
    { source: 'src/access/' },
    'nodes:\n- ref_id: auth\n  source: src/access/ # here\n',
  ],
  [
    'plain is quoted where it would mean something else',
    'nodes:\n- ref_id: auth\n  summary: Old\n',
    { summary: 'yes: # no' },
    'nodes:\n- ref_id: auth\n  summary: "yes: # no"\n',
  ],
  [
    'a number as text is text',
    'nodes:\n- ref_id: auth\n  summary: Old\n',
    { summary: '42' },
    'nodes:\n- ref_id: auth\n  summary: "42"\n',
  ],
  [
    'an empty text is one',
    'nodes:\n- ref_id: auth\n  source: src/\n',
    { source: '' },
    'nodes:\n- ref_id: auth\n  source: ""\n',
  ],
  [
    'a plain value over several lines',
    'nodes:\n- ref_id: auth\n  summary: Old\n    and long\n    still\n  kind: domain\n',
    { summary: 'New' },
    'nodes:\n- ref_id: auth\n  summary: New\n  kind: domain\n',
  ],
  [
    'a folded block with what follows it',
    'nodes:\n  - ref_id: auth\n    summary: >-  # folded\n      Old\n      text\n\n  # next\n  - ref_id: b\n',
    { summary: 'New' },
    'nodes:\n  - ref_id: auth\n    summary: "New"  # folded\n\n  # next\n  - ref_id: b\n',
  ],
  [
    'a literal block at the end',
    'nodes:\n  - ref_id: auth\n    summary: |\n      Old\n',
    { summary: 'New' },
    'nodes:\n  - ref_id: auth\n    summary: "New"\n',
  ],
  [
    'a flow map',
    'nodes: [{ref_id: auth, summary: Old, kind: domain}, {ref_id: b, summary: Old}] # all\n',
    { summary: 'New, and {newer}' },
    'nodes: [{ref_id: auth, summary: "New, and {newer}", kind: domain}, {ref_id: b, summary: Old}] # all\n',
  ],
  [
    'a flow map that lacks the key',
    'nodes:\n  - {ref_id: auth, kind: domain } # c\n',
    { source: 'src/' },
    'nodes:\n  - {ref_id: auth, kind: domain, source: "src/" } # c\n',
  ],
  [
    'a key that is new stands behind its neighbour',
    'nodes:\n  # first\n  - kind: domain # k\n    ref_id: auth\n    docs:\n      - a.md\n',
    { summary: 'New', source: 'src/' },
    'nodes:\n  # first\n  - kind: domain # k\n    summary: "New"\n    source: "src/"\n    ref_id: auth\n    docs:\n      - a.md\n',
  ],
  [
    'a key without a value',
    'nodes:\n  - ref_id: auth\n    summary:   # none yet\n    kind: domain\n',
    { summary: 'New' },
    'nodes:\n  - ref_id: auth\n    summary: New   # none yet\n    kind: domain\n',
  ],
  [
    'null written out',
    'nodes:\n  - ref_id: auth\n    source: ~\n',
    { source: 'src/' },
    'nodes:\n  - ref_id: auth\n    source: src/\n',
  ],
  [
    'an alias gives way, its anchor stays',
    'x: &s Shared\nnodes:\n  - ref_id: auth\n    summary: *s\n  - ref_id: b\n    summary: *s\n',
    { summary: 'New' },
    'x: &s Shared\nnodes:\n  - ref_id: auth\n    summary: New\n  - ref_id: b\n    summary: *s\n',
  ],
  [
    'line ends of Windows',
    '# top\r\nnodes:\r\n  - ref_id: auth\r\n    kind: domain\r\n',
    { summary: 'New' },
    '# top\r\nnodes:\r\n  - ref_id: auth\r\n    kind: domain\r\n    summary: "New"\r\n',
  ],
  [
    'no newline at the end',
    'nodes:\n  - ref_id: auth\n    summary: Old',
    { summary: 'New' },
    'nodes:\n  - ref_id: auth\n    summary: New',
  ],
  [
    'no newline at the end, and a key that is new',
    'nodes:\n  - ref_id: auth\n    kind: domain',
    { summary: 'New' },
    'nodes:\n  - ref_id: auth\n    kind: domain\n    summary: "New"',
  ],
  [
    'a mark at the beginning, a marker, other keys',
    '\ufeff---\nkinds: {nodes: [x]}\nnodes:\n  - ref_id: "auth"\n    summary: Old\nedges: []\n...\n',
    { summary: 'New' },
    '\ufeff---\nkinds: {nodes: [x]}\nnodes:\n  - ref_id: "auth"\n    summary: New\nedges: []\n...\n',
  ],
  [
    'a tag stays',
    'nodes:\n  - ref_id: auth\n    summary: !!str 12\n',
    { summary: 'New' },
    'nodes:\n  - ref_id: auth\n    summary: !!str New\n',
  ],
  [
    'an anchor on the node stays',
    'nodes:\n  - &auth\n    ref_id: auth\n    summary: Old\n',
    { summary: 'New' },
    'nodes:\n  - &auth\n    ref_id: auth\n    summary: New\n',
  ],
  [
    'beyond the basic plane, and what a terminal would act on',
    'nodes:\n  - ref_id: auth\n    summary: "Old 🙂"\n',
    { summary: '新 🚀 \u001b[0m\u0085' },
    'nodes:\n  - ref_id: auth\n    summary: "新 🚀 \\u001b[0m\\u0085"\n',
  ],
  ['the same again', 'nodes:\n  - ref_id: auth\n    summary: >\n      Old\n', { summary: 'Old\n' }, ''],
];

for (const [what, before, fields, after] of ROWS) {
  test(what, (t) => {
    const made = changeNode('a.yml', before, 'auth', fields);
    t.is(made?.text, after === '' ? before : after);
    t.deepEqual([...(made?.changed ?? [])], after === '' ? [] : Object.keys(fields));
    // What was written is found again.
    t.is(changeNode('a.yml', made?.text ?? '', 'auth', fields)?.text, made?.text);
  });
}

const REFUSED: Array<[what: string, text: string, code: string, line: number | null]> = [
  [
    'an anchor',
    'nodes:\n  - ref_id: auth\n    summary: &s Old\n  - ref_id: b\n    summary: *s\n',
    'yaml_anchor',
    3,
  ],
  ['a list', 'nodes:\n  - ref_id: auth\n    summary: [a]\n', 'yaml_shape', 2],
  ['a map', 'nodes:\n  - ref_id: auth\n    summary:\n      a: b\n', 'yaml_shape', 2],
  [
    'a node that is told twice by an alias',
    'nodes:\n  - &n\n    ref_id: auth\n    summary: Old\nmore:\n  - *n\n',
    'yaml_shape',
    3,
  ],
  ['no YAML', 'nodes:\n  - ref_id: auth\n    summary: "Old\n', 'yaml_syntax', 4],
  ['several documents', 'nodes:\n  - ref_id: auth\n---\nnodes: []\n', 'yaml_syntax', 3],
];

for (const [what, text, code, line] of REFUSED) {
  test(`${what} is refused`, (t) => {
    const error = t.throws(() => changeNode('a.yml', text, 'auth', { summary: 'New' })) as Error & {
      code: string;
      line: number | null;
      path: string | null;
    };
    t.deepEqual([error.code, error.line, error.path], [code, line, 'a.yml'], error.message);
  });
}

test('a node that is not there is none', (t) => {
  for (const text of ['', 'nodes: []\n', 'nodes:\n  - ref_id: a\n', '- a\n', 'nodes: {ref_id: auth}\n']) {
    t.is(changeNode('a.yml', text, 'auth', { summary: 'New' }), undefined, text);
  }
});

test('a file that is changed meanwhile is read again, and left alone where that does not end', async (t) => {
  const where = project(t, { 'a.yml': 'a: 1\n' });
  mkdirSync(where.path('.beadloom'));
  const read = () => readFileSync(where.path('a.yml'), 'utf8');
  // Somebody else writes once, between the reading and the writing.
  let tries = 0;
  const wrote = await rewrite(where.root, 'a.yml', (text) => {
    if (++tries === 1) {
      writeFileSync(where.path('a.yml'), 'a: 1\nb: 2\n');
    }
    return `${text}c: 3\n`;
  });
  t.true(wrote);
  t.is(read(), 'a: 1\nb: 2\nc: 3\n');

  tries = 0;
  const error = await t.throwsAsync(
    rewrite(where.root, 'a.yml', (text) => {
      writeFileSync(where.path('a.yml'), `${read()}# ${++tries}\n`);
      return `${text}lost: true\n`;
    }),
  );
  t.is((error as Error & { code: string }).code, 'file_changed');
  t.is(tries, 4, 'once, and three times more');
  t.is(read(), 'a: 1\nb: 2\nc: 3\n# 1\n# 2\n# 3\n# 4\n');
  t.deepEqual(readdirSync(where.path('.beadloom')), [], 'no lock is left');
  t.deepEqual(readdirSync(where.root).toSorted(), ['.beadloom', '.git', 'a.yml'], 'nor a temporary file');
});

test('the lock of a process that is gone is nobody’s', async (t) => {
  const where = project(t, { 'a.yml': 'a: 1\n' });
  mkdirSync(where.path('.beadloom'));
  let lock = '';
  await rewrite(where.root, 'a.yml', (text) => {
    [lock = ''] = readdirSync(where.path('.beadloom'));
    return text;
  });
  t.regex(lock, /^beadloom\.db-lock-/);
  // No process has that number.
  where.write(`.beadloom/${lock}`, '999999999');
  t.true(await rewrite(where.root, 'a.yml', () => 'a: 2\n'));
  t.is(readFileSync(where.path('a.yml'), 'utf8'), 'a: 2\n');
});

test('bytes that are no UTF-8 are not made into something else', async (t) => {
  const where = project(t, { 'a.yml': new Uint8Array([0x61, 0x3a, 0x20, 0xff, 0x0a]) });
  mkdirSync(where.path('.beadloom'));
  const error = await t.throwsAsync(rewrite(where.root, 'a.yml', () => 'a: 2\n'));
  t.is((error as Error & { code: string }).code, 'not_text');
});
