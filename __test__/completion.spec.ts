// What a shell offers at a press of Tab.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';

import test, { type ExecutionContext } from 'ava';

import { beadloom, CLI, run } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

const COMMANDS = ['init', 'ctx', 'search', 'graph', 'sync-check', 'completion', 'help'];

/** What bash offers for the last of some words. */
async function completed(t: ExecutionContext, where: TestProject, ...words: string[]): Promise<string[]> {
  const { stdout: script } = await beadloom(where, ['completion', 'bash']);
  const bin = where.path('.bin');
  if (!existsSync(bin)) {
    mkdirSync(bin);
    writeFileSync(`${bin}/beadloom`, `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
    chmodSync(`${bin}/beadloom`, 0o755);
  }
  const line = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _beadloom; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  const { code, stdout, stderr } = await run('bash', ['-c', line], { cwd: where.root, env });
  t.is(code, 0, stderr);
  return stdout.trim().split('\n').toSorted();
}

/** A graph with ids that mean something to a shell, rules, and code. */
const SHOP = {
  'src/billing/charge.py': 'def charge():\n    return 1\n',
  'src/mail/send.py': 'def send():\n    return 1\n',
  '.beadloom/_graph/shop.yml': [
    'nodes:',
    '  - {ref_id: billing, kind: domain, summary: Money., source: src/billing/}',
    '  - {ref_id: bills, kind: entity, summary: A bill.}',
    '  - {ref_id: mail, kind: domain, summary: Letters., source: src/mail/}',
    '  - {ref_id: "b$(touch pwned)", kind: entity, summary: Evil.}',
    '  - {ref_id: "b`touch pwned`", kind: entity, summary: Evil.}',
    '  - {ref_id: "-rf", kind: entity, summary: Evil.}',
    '',
  ].join('\n'),
  '.beadloom/_graph/rules.yml': [
    'version: 1',
    'rules:',
    '  - name: mail-apart',
    '    description: Mail knows nothing of billing.',
    '    forbid_import: {from: "src/mail/**", to: "src/billing/**"}',
    '',
  ].join('\n'),
};

test('bash completes commands, options, choices', async (t) => {
  const where = project(t);
  const complete = (...words: string[]) => completed(t, where, 'beadloom', ...words);
  t.deepEqual(await complete('sea'), ['search']);
  t.deepEqual(await complete('help', 'rei'), ['reindex']);
  t.deepEqual(await complete('--project', 'x', 'sta'), ['status']);
  t.true((await complete('ctx', '--')).includes('--budget'));
  t.deepEqual(await complete('search', 'x', '--in', 'no'), ['nodes']);
  t.deepEqual(await complete('completion', 'z'), ['zsh']);
});

test('bash completes ids and paths, rules, labels; what a shell would run is none of them', async (t) => {
  const where = project(t, SHOP);
  const complete = (...words: string[]) => completed(t, where, 'beadloom', ...words);
  t.deepEqual(await complete('ctx', 'b'), [''], 'a key press makes no index');
  t.false(existsSync(where.path('.beadloom/beadloom.db')));
  t.is((await beadloom(where, ['snapshot', 'save', '--label', 'before'])).code, 0);
  t.deepEqual(await complete('ctx', 'b'), ['billing', 'bills']);
  t.deepEqual(await complete('why', 'm'), ['mail']);
  t.deepEqual(await complete('ctx', 's'), ['src']);
  t.deepEqual(await complete('ctx', 'src/b'), ['src/billing']);
  t.deepEqual(await complete('docs', 'generate', 'mai'), ['mail']);
  t.deepEqual(await complete('rules', 'explain', 'm'), ['mail-apart']);
  t.deepEqual(await complete('snapshot', 'compare', 'be'), ['before']);
  t.false(existsSync(where.path('pwned')));
});

test('a project that cannot be read completes nothing and tells nothing', async (t) => {
  const where = project(t, { ...SHOP, '.beadloom/beadloom.db': 'nonsense' });
  for (const things of ['nodes', 'rules', 'labels']) {
    const { code, stdout } = await beadloom(where, ['completion', '--list', things]);
    t.is(code, 0, things);
    t.is(stdout, '', things);
  }
  t.is((await beadloom(where, ['completion'])).code, 1);
});

test('zsh and fish scripts name every command, and ask for names', async (t) => {
  for (const shell of ['zsh', 'fish']) {
    const { code, stdout } = await beadloom(project(t), ['completion', shell]);
    t.is(code, 0);
    for (const name of COMMANDS) {
      t.true(stdout.includes(name), `${shell}: ${name}`);
    }
    t.regex(stdout, /completion --list/);
  }
});
