// A document that is behind very many files: a person is shown a few of them, a program all.
import test from 'ava';

import type { CiAnswer, SyncCheckAnswer } from '../src/api/index.js';
import { beadloom } from './support/cli.js';
import { project } from './support/project.js';

const FILES = 40;

/** Twenty-five documents of which the first tells of forty files that all changed since. */
async function behind(t: Parameters<typeof project>[0]) {
  const where = project(t, { 'docs/a-mail.md': '# Mail\n\nSends letters.\n' });
  const nodes = [
    '  - {ref_id: mail, kind: domain, summary: Letters., source: src/mail/, docs: [docs/a-mail.md]}',
  ];
  const files: string[] = [];
  for (let at = 0; at < FILES; at += 1) {
    files.push(`src/mail/m${at}.py`);
  }
  for (let at = 0; at < 24; at += 1) {
    nodes.push(
      `  - {ref_id: d${at}, kind: domain, summary: D${at}., source: src/d${at}/, docs: [docs/d${at}.md]}`,
    );
    where.write(`docs/d${at}.md`, `# D${at}\n\nSomething.\n`);
    files.push(`src/d${at}/a.py`);
  }
  where.write('.beadloom/_graph/a.yml', `nodes:\n${nodes.join('\n')}\n`);
  for (const path of files) {
    where.write(path, 'def send(letter):\n    return letter\n');
  }
  await beadloom(where, ['sync-update', '--all', '-y']);
  for (const path of files) {
    where.write(path, 'def send(letter, to):\n    return letter\n');
  }
  return where;
}

test('sync-check shows some files of each document and some documents; --verbose and programs have all', async (t) => {
  const where = await behind(t);
  const short = await beadloom(where, ['sync-check']);
  t.is(short.code, 2);
  t.is(short.stdout.match(/<-> src\/mail\//g)?.length, 8);
  t.regex(short.stdout, /… and 32 more files; --verbose lists them/);
  t.regex(short.stdout, /… and 5 more documents; --verbose lists them/);
  t.true(short.stdout.split('\n').length < 90);
  const all = await beadloom(where, ['sync-check', '--verbose']);
  t.is(all.stdout.match(/<-> src\//g)?.length, FILES + 24);
  const lines = await beadloom(where, ['sync-check', '--porcelain']);
  t.is(lines.stdout.trim().split('\n').length, FILES + 24);
  const { stdout } = await beadloom(where, ['sync-check', '--json']);
  t.is((JSON.parse(stdout) as SyncCheckAnswer).summary.stale, FILES + 24);
});

test('ci says once how many more files a document is behind; formats for programs have all', async (t) => {
  const where = await behind(t);
  for (const format of ['pretty', 'github']) {
    // oxlint-disable-next-line no-await-in-loop -- one run after the other
    const { stdout, code } = await beadloom(where, ['ci', '--format', format]);
    t.is(code, 2);
    t.is(stdout.match(/docs\/a-mail\.md is stale: [^\n]*src\//g)?.length, 5, format);
    t.is(stdout.match(/docs\/a-mail\.md is stale: 35 more files changed/g)?.length, 1, format);
    t.is(stdout.match(/docs\/d3\.md is stale: [^\n]*src\/d3\/a\.py/g)?.length, 1, format);
  }
  const { stdout } = await beadloom(where, ['ci', '--json']);
  const { findings } = JSON.parse(stdout) as CiAnswer;
  t.is(findings.filter(({ step }) => step === 'sync-check').length, FILES + 24);
  const { stdout: junit } = await beadloom(where, ['ci', '--format', 'junit']);
  t.is(junit.match(/<testcase[^>]*docs\/a-mail\.md is stale: [^>]*src/g)?.length, FILES);
});
