// Findings in every format, of every command that has findings. What a command finds is tested elsewhere; here it is
// compared between the formats, which have to say the same.
import { readFileSync } from 'node:fs';

import test, { type ExecutionContext } from 'ava';

import type { SyncCheckAnswer } from '../src/api/index.js';
import { beadloom, failure } from './support/cli.js';
import { junitCases, junitFaults } from './support/junit.js';
import { fixture, type TestProject } from './support/project.js';
import { sarifFaults } from './support/sarif.js';

const FORMATS = ['pretty', 'json', 'github', 'sarif', 'junit', 'porcelain'] as const;
const SURE = 'apart: 100 % <sure> & "so"';
const BILLING = 'docs/domains/billing.md';
const DOMAINS = '.beadloom/_graph/domains.yml';
const MORE = '.beadloom/_graph/more.yml';

/** Level, id and path. */
type Found = [level: string, id: string, path: string];

interface Case {
  args: string[];
  code: number;
  found: Found[];
  /** Suites of JUnit with findings. */
  suites: string[];
  /** A line of porcelain. */
  line: string;
}

const LINT: Found[] = [
  ['warning', 'small', DOMAINS],
  ['warning', 'small', DOMAINS],
  ['error', SURE, 'src/billing/charge.py'],
];
const LINK = 'domains/biling.md: the link leads to docs/domains/biling.md, which does not exist';

const CASES: Case[] = [
  {
    args: ['lint'],
    code: 0,
    found: LINT,
    suites: ['lint'],
    line: `${SURE}|deny|error|src/billing/charge.py|2|billing|auth`,
  },
  {
    args: ['lint', '--strict'],
    code: 2,
    found: LINT,
    suites: ['lint'],
    line: `small|check|warn|${DOMAINS}|9|auth|`,
  },
  {
    args: ['ci'],
    code: 2,
    found: [
      ['error', SURE, 'src/billing/charge.py'],
      ['warning', 'small', DOMAINS],
      ['warning', 'small', DOMAINS],
      ['error', 'sync-check/signature_changed', BILLING],
      ['warning', 'doctor/documents', MORE],
      ['warning', 'doctor/summaries', MORE],
    ],
    suites: ['lint', 'sync-check', 'doctor'],
    line: `doctor/summaries|summaries|warn|${MORE}|2|the node loose has no summary`,
  },
  {
    args: ['doctor'],
    code: 0,
    found: [
      ['warning', 'doctor/documents', MORE],
      ['warning', 'doctor/summaries', MORE],
      ['note', 'doctor/orphans', 'docs/guide.md'],
    ],
    suites: ['documents', 'summaries', 'orphans'],
    line: 'doctor/orphans|orphans|info|docs/guide.md||the document is about no single node',
  },
  {
    args: ['sync-check'],
    code: 2,
    found: [
      ['note', 'sync-check/untracked', 'docs/domains/auth.md'],
      ['error', 'sync-check/signature_changed', BILLING],
      ['note', 'sync-check/untracked', 'docs/f/refunds.md'],
    ],
    suites: ['sync-check'],
    line: `stale|billing|${BILLING}|src/billing/charge.py|signature_changed`,
  },
  {
    args: ['docs', 'audit'],
    code: 0,
    found: [['warning', 'docs-audit/link', 'docs/guide.md']],
    suites: ['docs-audit'],
    line: `docs-audit/link|link|warn|docs/guide.md|3|${LINK}`,
  },
  {
    args: ['docs', 'audit', '--fail-if', 'links > 0'],
    code: 2,
    found: [['error', 'docs-audit/link', 'docs/guide.md']],
    suites: ['docs-audit'],
    line: `docs-audit/link|link|error|docs/guide.md|3|${LINK}`,
  },
];

/** Checks of doctor that may find something on one machine and nothing on another. */
const OF_THE_MACHINE = /^(?:doctor\/)?(?:git|index|mcp|model|runtime|watch)$/;

/** The shop with something wrong for every command: a rule, a document, the graph, a link. */
async function wrong(t: ExecutionContext): Promise<TestProject> {
  const where = fixture(t, 'shop');
  where.write(
    '.gitignore',
    '.beadloom/beadloom.db*\n.beadloom/memory.db*\n.beadloom/gateway.db*\n.beadloom/CONTEXT.md\n',
  );
  where.write(
    '.beadloom/_graph/rules.yml',
    `version: 1
rules:
  - {name: ${JSON.stringify(SURE)}, deny: {from: {kind: domain}, to: {kind: domain}}}
  - {name: small, severity: warn, check: {for: {kind: domain}, max_symbols: 0}}
`,
  );
  where.write('docs/guide.md', '# Guide\n\n[a](domains/biling.md)\n');
  await beadloom(where, ['sync-update', 'billing', '-y']);
  const code = where.path('src/billing/charge.py');
  where.write(
    'src/billing/charge.py',
    readFileSync(code, 'utf8').replace('def charge(amount,', 'def charge(sum,'),
  );
  where.write(MORE, 'nodes:\n  - {ref_id: loose, kind: domain, docs: [docs/none.md]}\n');
  return where;
}

for (const { args, code, found, suites, line } of CASES) {
  test(`${args.join(' ')}: every format says the same, and exits with ${code}`, async (t) => {
    const where = await wrong(t);
    const outputs = new Map<string, string>();
    for (const format of FORMATS) {
      const run = await beadloom(where, [...args, '--format', format]);
      t.is(run.code, code, `${format}: ${run.stderr}`);
      outputs.set(format, run.stdout);
    }
    const output = (format: (typeof FORMATS)[number]) => outputs.get(format) ?? '';

    t.is(timeless(output('pretty')), timeless((await beadloom(where, args)).stdout));
    t.is(timeless(output('json')), timeless((await beadloom(where, [...args, '--json'])).stdout));
    const both = await beadloom(where, [...args, '--json', '--format', 'sarif']);
    t.is(timeless(both.stdout), timeless(output('json')));

    t.deepEqual(sarifFaults(output('sarif')), []);
    const all = ofSarif(output('sarif'));
    t.deepEqual(
      all.filter(([, id]) => !OF_THE_MACHINE.test(id)),
      found,
    );
    t.deepEqual(ofGithub(output('github')), all);

    t.deepEqual(junitFaults(output('junit')), []);
    const cases = Object.entries(junitCases(output('junit')));
    const told = cases.map(([suite, of]) => [suite, of.filter((one) => !one.startsWith('passed'))] as const);
    t.deepEqual(
      told.filter(([suite, of]) => of.length > 0 && !OF_THE_MACHINE.test(suite)).map(([suite]) => suite),
      suites,
    );
    const failures = told.flatMap(([, of]) => of).map((one) => one.startsWith('failure'));
    t.deepEqual(failures.toSorted(), all.map(([level]) => level === 'error').toSorted());

    const lines = output('porcelain').split('\n').slice(0, -1);
    t.is(lines.length, all.length);
    t.true(lines.includes(line.replaceAll('|', '\t')), lines.join('\n'));
    t.is(new Set(lines.map((one) => one.split('\t').length)).size, 1);
  });
}

test('where nothing is found, lines are none, and the reports of programs say that somebody looked', async (t) => {
  const where = fixture(t, 'shop');
  where.write(
    '.beadloom/_graph/rules.yml',
    'version: 1\nrules:\n  - {name: a, forbid: {from: {kind: domain}, to: {kind: feature}}}\n',
  );
  await beadloom(where, ['sync-update', '--all', '-y']);
  for (const [args, report] of [
    [['lint'], { lint: ['passed: 1 rule'] }],
    [['sync-check'], { 'sync-check': ['passed: 3 pairs'] }],
    [['docs', 'audit'], { 'docs-audit': ['passed: 0 claims in 3 documents'] }],
  ] as const) {
    for (const format of ['github', 'porcelain']) {
      const { code, stdout } = await beadloom(where, [...args, '--format', format]);
      t.deepEqual([code, stdout], [0, ''], `${args.join(' ')} ${format}`);
    }
    const { stdout } = await beadloom(where, [...args, '--format', 'junit']);
    t.deepEqual(junitFaults(stdout), []);
    t.deepEqual(junitCases(stdout), report);
  }
  where.write('.beadloom/_graph/rules.yml', '');
  const { stdout } = await beadloom(fixture(t, 'imports-go'), ['lint', '--format', 'junit']);
  t.deepEqual(junitFaults(stdout), []);
  t.deepEqual(junitCases(stdout), { lint: ['skipped: 0 rules'] });
});

test('sync-check says of a stale pair what ci says of it', async (t) => {
  const where = await wrong(t);
  const stale = async (args: string[]) => {
    const { stdout } = await beadloom(where, [...args, '--format', 'github']);
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('::error') && line.includes('title=sync-check'));
  };
  t.is((await stale(['ci'])).length, 1);
  t.deepEqual(await stale(['sync-check']), await stale(['ci']));
});

test('--porcelain of sync-check is --format porcelain; formats of docs belong to audit', async (t) => {
  const where = await wrong(t);
  const short = await beadloom(where, ['sync-check', '--porcelain']);
  t.deepEqual(short, await beadloom(where, ['sync-check', '--format', 'porcelain']));
  const { pairs } = await answerOf<SyncCheckAnswer>(where, ['sync-check']);
  t.is(short.stdout.split('\n').length - 1, pairs.filter(({ status }) => status !== 'ok').length);
  for (const action of ['generate', 'polish']) {
    t.is((await failure(where, ['docs', action, '--format', 'sarif'])).code, 'usage');
  }
});

test('of a document with many files, annotations tell of a few', async (t) => {
  const where = fixture(t, 'shop');
  for (let at = 0; at < 9; at++) {
    where.write(`src/auth/a${at}.py`, `def f${at}(): pass\n`);
  }
  const { stdout } = await beadloom(where, ['sync-check', '--format', 'github']);
  const lines = stdout.split('\n').filter((line) => line.includes('auth.md was never'));
  t.is(lines.length, 6);
  t.regex(
    lines.at(-1) ?? '',
    /was never confirmed for 5 more files\. beadloom sync-check --verbose lists them/,
  );
});

const onPosix = process.platform === 'win32' ? test.skip : test;

onPosix('names of the project end no line, no field, no element and no command', async (t) => {
  const where = fixture(t, 'shop');
  const name = 'two\nlines\t<&"\'\u0007,::error::x';
  where.write(`src/${name}.py`, 'def run(a): pass\n');
  where.write(`src/odd/${name}.py`, 'def walk(a): pass\n');
  where.write(`docs/${name}.md`, '# X\n\n[a](none.md)\n');
  // A graph file with control characters in paths is wrong.
  const document = 'docs/odd <&"\',::error::x.md';
  where.write(document, '# Odd\n');
  where.write('.beadloom/_graph/rules.yml', 'version: 1\nrules:\n  - {name: covered, module_coverage: {}}\n');
  where.write(
    '.beadloom/_graph/odd.yml',
    JSON.stringify({ nodes: [{ ref_id: 'odd', kind: 'domain', source: 'src/odd/', docs: [document] }] }),
  );
  for (const args of [['lint'], ['ci'], ['doctor'], ['sync-check'], ['docs', 'audit']]) {
    const of = async (format: string) => (await beadloom(where, [...args, '--format', format])).stdout;
    const what = args.join(' ');
    const [sarif, github, junit, porcelain] = [
      await of('sarif'),
      await of('github'),
      await of('junit'),
      await of('porcelain'),
    ];
    t.deepEqual(sarifFaults(sarif), [], what);
    t.deepEqual(junitFaults(junit), [], what);
    const found = ofSarif(sarif);
    t.true(
      found.some(([, , path]) => path.includes(name) || path === document),
      what,
    );
    t.deepEqual(
      ofGithub(github).map(([level, id]) => [level, id]),
      found.map(([level, id]) => [level, id]),
      what,
    );
    const lines = porcelain.split('\n').slice(0, -1);
    t.is(lines.length, found.length, what);
    t.is(new Set(lines.map((one) => one.split('\t').length)).size, 1, what);
    // oxlint-disable-next-line no-control-regex
    t.notRegex(sarif + github + junit + porcelain, /[\u0000-\u0008\u000b-\u001f]/, what);
  }
});

/** An answer of a command that finds something. */
async function answerOf<T>(where: TestProject, args: string[]): Promise<T> {
  return JSON.parse((await beadloom(where, [...args, '--json'])).stdout) as T;
}

function timeless(text: string): string {
  return text.replaceAll(/"duration_ms":\d+|\d+ ms$/gm, '');
}

function ofSarif(text: string): Found[] {
  interface Result {
    ruleId: string;
    level: string;
    locations: Array<{ physicalLocation: { artifactLocation: { uri: string } } }>;
  }
  const log = JSON.parse(text) as { runs: Array<{ results: Result[] }> };
  return (log.runs[0]?.results ?? []).map(({ ruleId, level, locations }) => [
    level,
    ruleId,
    decodeURIComponent(locations[0]?.physicalLocation.artifactLocation.uri ?? ''),
  ]);
}

/** The annotations of an output, unescaped as a runner does. */
function ofGithub(text: string): Found[] {
  const unescaped = (value: string) =>
    value.replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%0A', '\n').replaceAll('%25', '%');
  return text.split('\n').flatMap((line): Found[] => {
    const annotation = /^::(error|warning|notice) ([^:]*)::\S/.exec(line);
    if (annotation === null) {
      return [];
    }
    const [, command = '', list = ''] = annotation;
    const properties = new Map(
      list.split(',').map((one): [string, string] => {
        const [key = '', value = ''] = one.split('=');
        return [key, unescaped(value)];
      }),
    );
    const level = command === 'notice' ? 'note' : command;
    return [[level, properties.get('title') ?? '', properties.get('file') ?? '']];
  });
}
