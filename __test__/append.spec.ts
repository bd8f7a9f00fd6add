import test from 'ava';
import { parse } from 'yaml';

import { appendItems } from '../src/yaml/append.js';

const NODE = '- ref_id: new\n  kind: domain\n  summary: "A: b"\n';
const EDGE = '- src: new\n  dst: old\n  kind: part_of\n';

/** What is written, and what it is afterwards. */
const CASES: Array<[name: string, before: string, after: string]> = [
  [
    'indented, with comments in, behind and after',
    '# mine\nnodes:\n  # first\n  - ref_id: old # why\n    kind: domain # trailing\n  # last words\n',
    '# mine\nnodes:\n  # first\n  - ref_id: old # why\n    kind: domain # trailing\n\n  - ref_id: new\n    kind: domain\n    summary: "A: b"\n  # last words\n\nedges:\n  - src: new\n    dst: old\n    kind: part_of\n',
  ],
  [
    'not indented, close together, edges first',
    'edges:\n- {src: a, dst: b, kind: uses}\nnodes:\n- ref_id: a\n  kind: domain\n- ref_id: b\n  kind: domain\n',
    'edges:\n- {src: a, dst: b, kind: uses}\n- src: new\n  dst: old\n  kind: part_of\nnodes:\n- ref_id: a\n  kind: domain\n- ref_id: b\n  kind: domain\n- ref_id: new\n  kind: domain\n  summary: "A: b"\n',
  ],
  [
    'Windows line ends, blank lines between, none at the end',
    'nodes:\r\n  - ref_id: a\r\n    kind: domain\r\n\r\n  - ref_id: b\r\n    kind: domain',
    'nodes:\r\n  - ref_id: a\r\n    kind: domain\r\n\r\n  - ref_id: b\r\n    kind: domain\r\n\r\n  - ref_id: new\r\n    kind: domain\r\n    summary: "A: b"\r\n\r\nedges:\r\n  - src: new\r\n    dst: old\r\n    kind: part_of\r\n',
  ],
  [
    'nothing but a comment',
    '# to come\n',
    '# to come\nnodes:\n  - ref_id: new\n    kind: domain\n    summary: "A: b"\n\nedges:\n  - src: new\n    dst: old\n    kind: part_of\n',
  ],
  [
    'a block scalar at the end, and a marker at the beginning',
    '---\nnodes:\n  - ref_id: a\n    kind: domain\n    summary: |\n      two\n      lines\n\nversion: 1\n',
    '---\nnodes:\n  - ref_id: a\n    kind: domain\n    summary: |\n      two\n      lines\n\n  - ref_id: new\n    kind: domain\n    summary: "A: b"\n\nversion: 1\n\nedges:\n  - src: new\n    dst: old\n    kind: part_of\n',
  ],
];

test('items go to the ends of lists, and no byte that is there changes', (t) => {
  for (const [name, before, after] of CASES) {
    const found = appendItems(before, [
      ['nodes', [NODE]],
      ['edges', [EDGE]],
    ]);
    t.is(found, after, name);
    const { nodes, edges } = parse(found ?? '') as { nodes: unknown[]; edges: unknown[] };
    t.deepEqual(nodes.at(-1), { ref_id: 'new', kind: 'domain', summary: 'A: b' }, name);
    t.deepEqual(edges.at(-1), { src: 'new', dst: 'old', kind: 'part_of' }, name);
  }
});

test('what cannot be added to is left alone', (t) => {
  for (const text of [
    'nodes: [{ref_id: a, kind: domain}]\n',
    '{nodes: []}\n',
    'nodes: []\n',
    'nodes: &all\n  - ref_id: a\nedges: *all\nmore: {}\n---\nnodes: []\n',
    '- a list\n',
    'nodes:\n',
    'nodes:\n  - ref_id: a\n    kind: "unclosed\n',
  ]) {
    t.is(appendItems(text, [['nodes', [NODE]]]), undefined, text);
  }
});

test('nothing to add is no change', (t) => {
  const text = 'nodes:   # odd\n    -   ref_id:   a\n';
  t.is(
    appendItems(text, [
      ['nodes', []],
      ['edges', []],
    ]),
    text,
  );
});
