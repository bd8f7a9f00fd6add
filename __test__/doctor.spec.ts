import { readFileSync, writeFileSync } from 'node:fs';

import test from 'ava';

import type { DoctorAnswer, StatusAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { git } from './support/git.js';
import { fixture, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

const GRAPH = '.beadloom/_graph';

async function doctor(
  where: TestProject,
  ...args: string[]
): Promise<{ code: number | null; answer: DoctorAnswer }> {
  const { code, stdout } = await beadloom(where, ['doctor', '--json', ...args]);
  return { code, answer: JSON.parse(stdout) as DoctorAnswer };
}

/** `check level path:line`, without what is well and what depends on the machine. */
function short({ findings }: DoctorAnswer): string[] {
  return findings
    .filter(({ check, level }) => level !== 'ok' && check !== 'git' && check !== 'ignore')
    .map(
      ({ check, level, path, line }) => `${check} ${level} ${path ?? ''}${line === null ? '' : `:${line}`}`,
    );
}

test('the shop is well, and every check says so', async (t) => {
  const where = fixture(t, 'shop');
  const { code, answer: made } = await doctor(where);
  t.is(code, 0);
  t.deepEqual(violations('doctor', made), []);
  t.deepEqual(short(made), []);
  t.like(made.summary, { warn: 0, error: 0 });
  t.true(new Set(made.findings.map(({ check }) => check)).size >= 20);
  for (const { message } of made.findings) {
    t.not(message, '');
  }
});

const PLANTED: Array<[what: string, path: string, content: string, expected: string[], code: number]> = [
  [
    'a duplicate id',
    `${GRAPH}/x.yml`,
    'nodes:\n  - {ref_id: auth, kind: domain, summary: x}\n',
    [`ids error ${GRAPH}/x.yml:2`],
    2,
  ],
  [
    'a node without an id',
    `${GRAPH}/x.yml`,
    'nodes:\n  - {kind: domain}\n',
    [`ids error ${GRAPH}/x.yml:2`],
    2,
  ],
  [
    'an unknown kind',
    `${GRAPH}/x.yml`,
    'nodes:\n  - {ref_id: x, kind: nix}\n',
    [`kinds error ${GRAPH}/x.yml:2`],
    2,
  ],
  [
    'a dangling edge',
    `${GRAPH}/x.yml`,
    'edges:\n  - {src: auth, dst: ghost, kind: uses}\n',
    [`edges warn ${GRAPH}/x.yml:2`],
    0,
  ],
  [
    'a dangling document',
    `${GRAPH}/x.yml`,
    'nodes:\n  - {ref_id: x, kind: entity, summary: x, docs: [docs/no.md]}\n',
    [`documents warn ${GRAPH}/x.yml:2`],
    0,
  ],
  [
    'a source that is gone',
    `${GRAPH}/x.yml`,
    'nodes:\n  - {ref_id: x, kind: entity, summary: x, source: src/no/}\n',
    [`sources warn ${GRAPH}/x.yml:2`],
    0,
  ],
  [
    'an empty summary',
    `${GRAPH}/x.yml`,
    'nodes:\n  - {ref_id: x, kind: entity}\n',
    [`summaries warn ${GRAPH}/x.yml:2`],
    0,
  ],
  [
    'a leftover confidence',
    `${GRAPH}/x.yml`,
    'nodes:\n  - {ref_id: x, kind: entity, summary: x, confidence: low}\n',
    [`confidence warn ${GRAPH}/x.yml:2`],
    0,
  ],
  [
    'many leftover confidences',
    `${GRAPH}/x.yml`,
    'nodes:\n  - {ref_id: x, kind: entity, summary: x, confidence: low}\n  - {ref_id: y, kind: entity, summary: y, confidence: low}\n',
    [`confidence warn ${GRAPH}/x.yml:2`],
    0,
  ],
  ['a broken graph file', `${GRAPH}/x.yml`, 'nodes: [\n', [`yaml error ${GRAPH}/x.yml:1`], 2],
  [
    'ids that differ in case',
    `${GRAPH}/x.yml`,
    'nodes:\n  - {ref_id: AUTH, kind: entity, summary: x}\n',
    [`naming warn ${GRAPH}/domains.yml:9`],
    0,
  ],
  [
    'an id with a space',
    `${GRAPH}/x.yml`,
    'nodes:\n  - {ref_id: my thing, kind: entity, summary: x}\n',
    [`naming warn ${GRAPH}/x.yml:2`],
    0,
  ],
  ['an orphan document', 'docs/lonely.md', '# Lonely\n\nText.\n', ['orphans info docs/lonely.md'], 0],
  ['code of no node', 'lib/odd.py', 'def f(): pass\n', ['unmapped info lib/'], 0],
  [
    'an annotation of nothing',
    'src/auth/more.py',
    '# beadloom:feature=FEAT-8\ndef f(): pass\n',
    ['annotations warn src/auth/more.py:1'],
    0,
  ],
  [
    'a rule of nothing',
    `${GRAPH}/rules.yml`,
    'version: 1\nrules:\n  - {name: a, check: {for: {kind: adr}, max_files: 1}}\n',
    [`rules warn ${GRAPH}/rules.yml:3`],
    0,
  ],
  [
    'a wrong rule',
    `${GRAPH}/rules.yml`,
    'version: 1\nrules:\n  - {name: a, check: {for: {ref_id: x}, max_files: 1}}\n',
    [`rules error ${GRAPH}/rules.yml:3`],
    2,
  ],
  [
    'a wrong setting',
    '.beadloom/config.yml',
    'version: 1\ncontext:\n  default_depth: deep\n',
    ['settings error .beadloom/config.yml:3'],
    2,
  ],
  ['a file that is no text', 'src/auth/bad.py', '\u0000\u0001', ['files warn src/auth/bad.py'], 0],
];

for (const [what, path, content, expected, code] of PLANTED) {
  test(`found with its place: ${what}`, async (t) => {
    const where = fixture(t, 'shop');
    where.write(path, content);
    const made = await doctor(where);
    t.deepEqual(short(made.answer), expected);
    t.is(made.code, code);
    // Mending is not guessing: none of these is touched.
    const before = readFileSync(where.path(path), 'utf8');
    t.deepEqual(short((await doctor(where, '--fix')).answer), expected);
    t.is(readFileSync(where.path(path), 'utf8'), before);
  });
}

test('lines that Git should ignore are added by --fix, once, and nothing else changes', async (t) => {
  const where = fixture(t, 'shop');
  where.write('.gitignore', 'node_modules\n');
  const missing = ({ findings }: DoctorAnswer) =>
    findings.filter(({ check, level }) => check === 'ignore' && level === 'info').length;
  t.is(missing((await doctor(where)).answer), 4);
  const { answer: fixed } = await doctor(where, '--fix');
  t.is(fixed.fixed.length, 1);
  t.is(missing(fixed), 0);
  const text = readFileSync(where.path('.gitignore'), 'utf8');
  t.regex(text, /^node_modules\n\.beadloom\/beadloom\.db\*\n/);
  t.deepEqual((await doctor(where, '--fix')).answer.fixed, []);
  t.is(readFileSync(where.path('.gitignore'), 'utf8'), text);
});

test('a graph that Git ignores is told of, with the pattern, until a line takes it back', async (t) => {
  const where = fixture(t, 'shop');
  git(where.root, 'init', '-q');
  where.write('.gitignore', '# hidden\n.*\n');
  const ignored = async () =>
    (await doctor(where)).answer.findings.filter(
      ({ check, level }) => check === 'ignore' && level === 'warn',
    );
  const [found, ...more] = await ignored();
  t.deepEqual(more, []);
  t.is(found?.message, 'Git ignores the graph: `.*` in .gitignore:2');
  t.regex(found?.hint ?? '', /!\/\.beadloom\//);
  where.write('.gitignore', '# hidden\n.*\n!/.beadloom/\n');
  t.deepEqual(await ignored(), []);
  // A project that the repository around it leaves out altogether is not to be committed.
  where.write('.gitignore', '/copy/\n');
  where.write('copy/.beadloom/config.yml', 'version: 1\n');
  const copy = await beadloom(where.path('copy'), ['doctor', '--json']);
  const ofCopy = (JSON.parse(copy.stdout) as DoctorAnswer).findings;
  t.deepEqual(
    ofCopy.filter(({ check, level }) => check === 'ignore' && level === 'warn'),
    [],
  );
  // What is tracked is committed, whatever a pattern says.
  where.write('.gitignore', '.*\n');
  git(where.root, 'add', '--force', '.beadloom/_graph');
  t.deepEqual(await ignored(), []);
});

test('a damaged index is an error, and --fix makes it anew', async (t) => {
  const where = fixture(t, 'shop');
  await answer(where, ['reindex']);
  writeFileSync(
    where.path('.beadloom/beadloom.db'),
    'this is no database, and it is long enough to be read as one\n',
  );
  const damaged = await doctor(where);
  t.is(damaged.code, 2);
  t.true(damaged.answer.findings.some(({ check, level }) => check === 'index' && level === 'error'));
  const mended = await doctor(where, '--fix');
  t.is(mended.code, 0);
  t.true(mended.answer.fixed.some((what) => what.includes('index')));
  t.is((await answer<StatusAnswer>(where, ['status'])).nodes_count, 5);
});

test('for a person: what is wrong with its hint; what is well on demand', async (t) => {
  const where = fixture(t, 'shop');
  where.write(`${GRAPH}/x.yml`, 'nodes:\n  - {ref_id: x, kind: entity}\n');
  const { stdout } = await beadloom(where, ['doctor']);
  t.regex(stdout, /warning\[summaries\]: \.beadloom\/_graph\/x\.yml:2: the node x has no summary\nhint: /);
  t.notRegex(stdout, /ok\[/);
  t.regex((await beadloom(where, ['doctor', '--verbose'])).stdout, /ok\[index\]: the index is whole/);
});
