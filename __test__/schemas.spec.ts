import { readFileSync } from 'node:fs';

import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';

import { beadloom } from './support/cli.js';
import { fixture, project } from './support/project.js';
import { SCHEMAS, violations } from './support/schema.js';

const ANSWERS: Array<[schema: string, fixture: string, args: string[]]> = [
  ['reindex', 'shop', ['reindex']],
  ['reindex', 'orders', ['reindex', '--full']],
  ['ctx', 'shop', ['ctx', 'FEAT-7']],
  ['ctx', 'orders', ['ctx', 'orders']],
  ['ctx', 'shop', ['ctx', 'src/auth/tokens.py', 'Ledger']],
  ['ctx', 'shop', ['ctx', '--task', 'refunds of the ledger']],
  ['ctx', 'shop', ['ctx', 'billing', '--task', 'qqqq']],
  ['next-file', 'shop', ['next-file', 'refunds of the ledger']],
  ['next-file', 'shop', ['next-file', 'qqqqzzzz']],
  ['generate-context', 'shop', ['generate-context']],
  ['generate-context', 'orders', ['generate-context', '--out', '-']],
  ['graph', 'shop', ['graph']],
  ['graph', 'imports-python', ['graph']],
  ['graph', 'shop', ['graph', 'FEAT-7', '--depth', '1']],
  ['graph', 'shop', ['graph', '--scope', 'billing']],
  ['prime', 'shop', ['prime']],
  ['prime', 'orders', ['prime']],
  ['search', 'shop', ['search', 'Ledger']],
  ['search', 'shop', ['search', 'qqqqzzzz']],
  ['why', 'shop', ['why', 'auth']],
  ['why', 'shop', ['why', 'src/auth/tokens.py']],
  ['why', 'shop', ['why', 'check', '--reverse']],
  ['why', 'imports-go', ['why', '.']],
  ['receipts', 'shop', ['receipts']],
  ['refs', 'shop', ['refs', 'check']],
  ['refs', 'shop', ['refs', 'Ledger']],
  ['related', 'shop', ['related', 'src/billing/charge.py']],
  ['related', 'shop', ['related', 'docs/domains/auth.md']],
  ['path', 'shop', ['path', 'billing', 'auth']],
  ['path', 'shop', ['path', 'auth', 'charge']],
  ['search-exact', 'shop', ['search', '--exact', 'check', '-C', '1']],
  ['search-exact', 'shop', ['search', '--regex', 'qqq+']],
  ['show', 'shop', ['show', 'check', 'src/billing/charge.py:2-4', 'nope', '--callers']],
  ['show', 'shop', ['show', 'Ledger', '--budget', '150']],
  ['signatures', 'shop', ['signatures', 'src/billing/charge.py', 'src/auth/tokens.py']],
  ['status', 'shop', ['status']],
  ['status', 'orders', ['status']],
  ['lint', 'shop', ['lint']],
  ['export', 'shop', ['export']],
  ['export', 'federation-orders', ['export']],
  ['doctor', 'shop', ['doctor']],
  ['doctor', 'orders', ['doctor']],
  ['ci', 'shop', ['ci']],
  ['affected', 'shop', ['affected', 'src/auth']],
  ['snapshot-save', 'shop', ['snapshot', 'save']],
  ['snapshot-list', 'shop', ['snapshot', 'list']],
  ['status-debt', 'shop', ['status', '--debt', '--trend']],
  ['model-list', 'shop', ['model', 'list']],
  ['model-status', 'shop', ['model', 'status']],
  ['sync-check', 'shop', ['sync-check']],
  ['sync-check', 'orders', ['sync-check', '--ref', 'orders']],
  ['sync-update', 'shop', ['sync-update', '--all', '-y']],
  ['docs-audit', 'shop', ['docs', 'audit']],
  ['docs-generate', 'shop', ['docs', 'generate']],
  ['graph-write-edges', 'shop', ['graph', '--write-edges']],
  ['docs-links', 'shop', ['docs', 'links']],
  ['docs-unlink', 'shop', ['docs', 'unlink', 'docs/domains/auth.md', 'FEAT-7']],
  ['docs-polish', 'shop', ['docs', 'polish']],
  ['docs-polish', 'shop', ['docs', 'polish', 'FEAT-7']],
  ['link', 'shop', ['link', 'FEAT-7', 'https://tracker.example/7', '--label', 'ticket']],
  ['link', 'shop', ['link', 'billing']],
  ['setup-hooks', 'shop', ['setup-agents', '--hooks']],
  ['setup-hooks', 'shop', ['setup-agents', '--hooks', '--tool', 'cursor', '--print']],
  ['setup-mcp', 'shop', ['setup-mcp']],
  ['setup-mcp', 'shop', ['setup-mcp', '--tool', 'codex', '--print']],
  ['setup-agents', 'shop', ['setup-agents']],
  ['daemon', 'shop', ['daemon', 'status']],
  ['daemon-logs', 'shop', ['daemon', 'logs']],
  ['gateway-list', 'gateway-idle', ['gateway', 'list']],
  ['gateway-search', 'gateway-idle', ['gateway', 'search', 'anything']],
  ['gateway-test', 'gateway-idle', ['gateway', 'test']],
  ['gateway-stats', 'gateway-idle', ['gateway', 'stats']],
  ['gateway-forget', 'gateway-idle', ['gateway', 'forget', '--all', '-y']],
  ['gateway-approve', 'gateway-idle', ['gateway', 'approve', '--all']],
  ['uninstall', 'shop', ['uninstall', '--dry-run', '--project-only']],
  [
    'remember',
    'shop',
    ['remember', 'charges are rounded up', '--ref', 'billing', '--evidence', 'src/billing/charge.py:2'],
  ],
  ['recall', 'shop', ['recall', 'charges']],
  ['memories-list', 'shop', ['memories', 'list']],
  ['memories-resolve', 'shop', ['memories', 'resolve']],
  ['memories-accept', 'shop', ['memories', 'accept', '--all', '-y']],
  ['version', 'shop', ['version']],
  ['init', 'orders', ['init', '--bootstrap', '-y']],
  ['init', 'orders', ['init', '--bootstrap', '--dry-run']],
  ['error', 'shop', ['ctx', 'nope']],
  ['error', 'shop', ['ctx', '--no-such-option']],
  ['error', 'shop', ['init', '--bootstrap', '-y']],
];

/** Answers that need more than a project; their own specs compare them with their schemas. */
const ELSEWHERE = [
  'cached',
  'diff',
  'federate',
  'forget',
  'gateway-add',
  'gateway-login',
  'install-hooks',
  'list-nodes',
  'memories-import',
  'memories-show',
  'model-pull',
  'rules-explain',
  'update-node',
];

test('every schema has an answer', (t) => {
  const here = new Set(ANSWERS.map(([schema]) => schema));
  t.deepEqual([...here, ...ELSEWHERE].toSorted(), SCHEMAS.toSorted());
});

for (const [schema, name, args] of ANSWERS) {
  test(`${name}: ${args.join(' ')} is a valid ${schema}`, async (t) => {
    const { stdout } = await beadloom(fixture(t, name), [...args, '--json']);
    t.is(stdout.indexOf('\n'), stdout.length - 1, 'one line');
    t.deepEqual(violations(schema, JSON.parse(stdout)), []);
  });
}

test('answers with findings are valid too', async (t) => {
  const where = project(t, {
    '.beadloom/_graph/a.yml': 'nodes:\n  - {ref_id: a, kind: nix}\n  - {kind: domain}\n',
    'x.py': new Uint8Array([0xff, 0xfe, 0x00]),
  });
  for (const command of ['reindex', 'status']) {
    const { stdout } = await beadloom(where, [command, '--json']);
    const answer = JSON.parse(stdout) as { diagnostics: unknown[] };
    t.true(answer.diagnostics.length >= 2, command);
    t.deepEqual(violations(command, answer), []);
  }
});

for (const [draft, Validator] of [
  ['7', Ajv],
  ['2019-09', Ajv2019],
  ['2020-12', Ajv2020],
] as const) {
  test(`schemas compile as they come, without a setting: draft ${draft}`, (t) => {
    const said: string[] = [];
    const logger = {
      log: String,
      warn: (text: string) => said.push(text),
      error: (text: string) => said.push(text),
    };
    const validator = new Validator({ logger });
    for (const name of SCHEMAS) {
      const text = readFileSync(new URL(`../docs/schema/${name}.json`, import.meta.url), 'utf8');
      t.notThrows(() => validator.compile(JSON.parse(text) as object), name);
    }
    t.deepEqual(said, []);
  });
}
