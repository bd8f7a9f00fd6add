import test from 'ava';

import type { DoctorAnswer, ReindexAnswer } from '../src/api/index.js';
import { beadloom, failure } from './support/cli.js';
import { project } from './support/project.js';

const GRAPH = '.beadloom/_graph/a.yml';
const RULES = '.beadloom/_graph/rules.yml';
const CONFIG = '.beadloom/config.yml';

/** A file that a project has, with the place of a misspelt key and what was meant. */
const FILES: ReadonlyArray<readonly [string, string, string]> = [
  [GRAPH, 'nodes:\n  - ref_id: a\n    kind: domain\n    sumary: s\n', '4:5 warn summary'],
  [GRAPH, 'nodes: [{ref_id: a, kind: domain, summary: s, "tgas": [x]}]\n', '1:47 warn tags'],
  [GRAPH, 'nodes:\n  - refid: a\n    kind: domain\n', '2:5 error ref_id'],
  [GRAPH, 'nodes:\n  - ref_id: a\n    knd: domain\n', '3:5 error kind'],
  [
    GRAPH,
    'nodes: [{ref_id: a, kind: domain, summary: s}]\nedges:\n  - {src: a, dist: a, kind: uses}\n',
    '3:14 error dst',
  ],
  [GRAPH, 'nodez: []\n', '1:1 warn nodes'],
  [GRAPH, 'kinds:\n  node: [team]\n', '2:3 warn nodes'],
  [
    GRAPH,
    'nodes:\n  - ref_id: a\n    kind: domain\n    summary: s\n    contracts:\n      - {protocol: amqp, role: produces, name: q, feilds: [x]}\n',
    '6:51 warn fields',
  ],
  [CONFIG, 'contxt: {budget: 500}\n', '1:1 warn context'],
  [CONFIG, 'version: 1\nsync:\n  hook_mod: warn\n', '3:3 warn hook_mode'],
];

for (const [path, text, expected] of FILES) {
  test(`${path}: ${JSON.stringify(text)}`, async (t) => {
    const where = project(t, { 'a.py': 'x = 1\n', [path]: text });
    const { stdout } = await beadloom(where, ['reindex', '--json']);
    const found = (JSON.parse(stdout) as ReindexAnswer).diagnostics.filter((one) => one.path === path);
    t.deepEqual(
      found.map(({ level, line, column, hint }) => `${line}:${column} ${level} ${hint}`),
      [expected.replace(/(\S+)$/, 'Did you mean: $1?')],
    );
    const [at, , meant] = expected.split(' ');
    const examined = JSON.parse((await beadloom(where, ['doctor', '--json'])).stdout) as DoctorAnswer;
    t.true(
      examined.findings.some(
        (one) =>
          one.path === path && `${one.line}` === at?.split(':')[0] && one.hint === `Did you mean: ${meant}?`,
      ),
    );
  });
}

/** The rules, with the places of all that is said of them. */
const RULE: ReadonlyArray<readonly [string, string]> = [
  ['ruls: []\n', '1:1 rules'],
  ['rules:\n  - {nmae: a, forbid_cycles: {scope: nodes}}\n', '2:6 name'],
  ['rules:\n  - {name: a, forbid_cycle: {scope: nodes}}\n', '2:15 forbid_cycles, forbid'],
  ['rules:\n  - {name: a, deny: {from: {ref_id: a}, too: {ref_id: a}}}\n', '2:41 to'],
  ['rules:\n  - {name: a, require: {for: {knd: domain}, has_edge_to: {}}}\n', '2:31 kind'],
];

for (const [text, expected] of RULE) {
  test(`one error tells of a misspelt key in the rules: ${JSON.stringify(text)}`, async (t) => {
    const where = project(t, {
      'a.py': 'x = 1\n',
      [GRAPH]: 'nodes: [{ref_id: a, kind: domain, summary: s}]\n',
      [RULES]: `version: 1\n${text}`,
    });
    const [at = '', ...meant] = expected.split(' ');
    const [line, column] = at.split(':').map(Number);
    const error = await failure(where, ['lint']);
    t.deepEqual(
      [error.path, error.line, error.column, error.hint],
      [RULES, (line ?? 0) + 1, column ?? 0, `Did you mean: ${meant.join(' ')}?`],
    );
    t.is(error.message.split('\n').length, 1, error.message);
  });
}

test('metadata of a project is not taken for a misspelt key', async (t) => {
  const text =
    'nodes:\n  - {ref_id: a, kind: domain, summary: s, owner: x, contacts: [{name: y}], docs_url: z, id: 7, type: t}\n  - {ref_id: b, kind: domain, summary: s}\n' +
    'edges:\n  - {src: a, dst: b, kind: uses, since: "2024", source: x}\n';
  const where = project(t, { 'a.py': 'x = 1\n', [GRAPH]: text });
  const { stdout } = await beadloom(where, ['reindex', '--json']);
  t.deepEqual((JSON.parse(stdout) as ReindexAnswer).diagnostics, []);
});
