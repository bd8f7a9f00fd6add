import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';

import test, { type ExecutionContext } from 'ava';

import type { Code, GraphAnswer, InitAnswer, ReindexAnswer } from '../src/api/index.js';
import { answer, beadloom, CLI, failure } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

const RESTRUCTURE = ['init', '--import', 'wiki', '--strategy', 'restructure', '-y'];

/** Every file, without the index; by path. */
function tree(where: TestProject): Map<string, string> {
  const entries = readdirSync(where.root, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(where.root.length + 1))
      .filter((path) => !/^\.git\/|beadloom\.db|^\.beadloom\/\.gitignore$|CONTEXT\.md$/.test(path))
      .toSorted()
      .map((path) => [path, readFileSync(where.path(path), 'latin1')]),
  );
}

/** The paths whose files differ: whole trees would be too long to read. */
function differences(one: Map<string, string>, other: Map<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
}

function wiki(t: ExecutionContext, pages: number): TestProject {
  const where = project(t, { 'src/pay/a.py': 'class PayMent:\n    pass\n' });
  const folders = ['features', 'adr', 'domains/pay', 'notes', 'deep/deep/deep'];
  for (let index = 0; index < pages; index++) {
    const folder = folders[index % folders.length];
    const text =
      index % 4 === 0
        ? 'no heading, [broken](nowhere/at/all.md), `PayMent`\n'
        : `# The same title\n\n[next](../${folders[(index + 1) % folders.length]}/p${index + 1}.md) [x](../../../../../../out.md)\n\n## Decision\n`;
    where.write(`wiki/${folder}/p${index}.md`, text);
  }
  return where;
}

test('a wiki of 2,000 pages with broken links, one title, no headings', async (t) => {
  const where = wiki(t, 2000);
  const imported = await answer<InitAnswer>(where, RESTRUCTURE);
  t.is(imported.documents.length, 2000);
  const copies = imported.documents.map(({ copy }) => copy);
  t.false(copies.includes(null));
  t.is(new Set(copies.map((copy) => copy?.toLowerCase())).size, 2000);
  const { nodes } = await answer<GraphAnswer>(where, ['graph']);
  t.is(new Set(nodes.map(({ ref_id }) => ref_id.toLowerCase())).size, nodes.length);
  const { diagnostics } = await answer<ReindexAnswer>(where, ['reindex', '--full']);
  t.deepEqual(
    diagnostics.filter(({ code }) => code !== 'leftover_confidence'),
    [],
  );
  t.deepEqual((await answer<InitAnswer>(where, RESTRUCTURE)).written, []);
});

test('what cannot be read is told and left out', async (t) => {
  const where = project(t, {
    'wiki/latin.md': Buffer.from('# Stra\xdfe\n\n## Decision\n', 'latin1'),
    'wiki/binary.md': Buffer.from([0, 1, 2, 3]),
    'wiki/utf16.md': Buffer.from('\ufeff# Wide\n\n## Decision\n', 'utf16le'),
    'wiki/bom.md': '\ufeff---\ntype: domain\n---\n# Bom\n',
    'wiki/large.md': `# Large\n\n${'word '.repeat(300_000)}\n`,
    'wiki/open.md': '---\ntype: [\n# Open\n```\n<a href="x.md\n[a](<b\n[c]: <d\n',
    'wiki/brackets.md': `${'['.repeat(20_000)}${'](x.md)'.repeat(2000)}\n${'<a href='.repeat(5000)}\n`,
    'wiki/control.md':
      '# Bell \u0007\u001b[31m\n\n## Decision\n\n[x](a%00b.md) [y](%ff%fe.md) [z](%2e%2e/%2e%2e/z.md)\n',
  });
  const imported = await answer<InitAnswer>(where, RESTRUCTURE);
  const found = Object.fromEntries(imported.documents.map((one) => [one.path.slice(5), one]));
  for (const name of ['binary.md', 'large.md']) {
    t.truthy(found[name]?.skipped, name);
    t.is(found[name]?.class, null, name);
  }
  // Bytes that are not UTF-8 are replaced.
  t.is(found['latin.md']?.class, 'adr');
  t.is(found['utf16.md']?.class, 'adr');
  t.is(found['bom.md']?.class, 'domain');
  t.is(found['open.md']?.skipped, null);
  const { stdout } = await beadloom(where, [...RESTRUCTURE, '--dry-run']);
  t.regex(stdout, /Not read:/);
  t.false(stdout.includes('\u001b'));
  t.is((await beadloom(where, ['reindex', '--full'])).code, 0);
});

test('where one file cannot be written, none is', async (t) => {
  const where = wiki(t, 40);
  where.write('docs/_imported', 'a file where a folder has to be\n');
  await beadloom(where, ['reindex']);
  const before = tree(where);
  const folders = readdirSync(where.root, { recursive: true }).length;
  const error = await failure(where, RESTRUCTURE);
  t.is(error.code, 'not_writable');
  t.deepEqual(differences(tree(where), before), []);
  t.is(readdirSync(where.root, { recursive: true }).length, folders);
});

const isStaged = (names: string[]) => names.some((name) => name.includes('staged'));

test('killed at any moment: no node names a document that is not there, and the next run completes it', async (t) => {
  const where = wiki(t, 150);
  const whole = wiki(t, 150);
  await answer<InitAnswer>(whole, RESTRUCTURE);
  const expected = tree(whole);
  // The first ones before anything is written, the others while files are staged and moved.
  const staged = () => existsSync(where.path('.beadloom')) && isStaged(readdirSync(where.path('.beadloom')));
  for (const after of [-200, -50, 0, 1, 2, 5, 10, 15, 20, 30, 50]) {
    rmSync(where.path('docs'), { recursive: true, force: true });
    rmSync(where.path('.beadloom'), { recursive: true, force: true });
    rmSync(where.path('.gitignore'), { force: true });
    await new Promise((resolve) => {
      const child = spawn(process.execPath, [CLI, ...RESTRUCTURE], { cwd: where.root, stdio: 'ignore' });
      const kill = () => child.kill('SIGKILL');
      const watch = setInterval(() => {
        if (after < 0 ? existsSync(where.path('.beadloom')) : staged()) {
          clearInterval(watch);
          setTimeout(kill, Math.abs(after));
        }
      }, 1);
      child.on('close', () => {
        clearInterval(watch);
        resolve(undefined);
      });
    });
    for (const [path, text] of tree(where)) {
      t.true(text === expected.get(path), `${path}, killed at ${after}`);
    }
    const graph = where.path('.beadloom/_graph');
    const named = existsSync(graph)
      ? readdirSync(graph).flatMap((name) =>
          [...readFileSync(`${graph}/${name}`, 'utf8').matchAll(/- (docs\/\S+)/g)].map(
            ([, path = '']) => path,
          ),
        )
      : [];
    t.deepEqual(
      named.filter((path) => !existsSync(where.path(path))),
      [],
    );
    await answer<InitAnswer>(where, RESTRUCTURE);
    t.deepEqual(differences(tree(where), expected), []);
    t.false(staged());
  }
});

test('flags that do not fit, folders that are none, and nobody to ask', async (t) => {
  const where = project(t, { 'wiki/a.md': '# A\n', 'empty/x.txt': 'x', '.gitignore': 'private/\n' });
  where.write('private/a.md', '# A\n');
  const cases: Array<[args: string[], code: Code]> = [
    [['--strategy', 'map'], 'usage'],
    [['--import', 'wiki', '--strategy', 'move'], 'usage'],
    [['--import', 'wiki', '--merge'], 'usage'],
    [['--import', 'wiki', '--bootstrap'], 'usage'],
    [['--import', 'nowhere'], 'usage'],
    [['--import', 'wiki/a.md'], 'usage'],
    [['--import', '..'], 'outside_root'],
    [['--import', 'empty'], 'not_found'],
    [['--import', 'private'], 'not_found'],
    [[], 'usage'],
  ];
  for (const [args, code] of cases) {
    t.is((await failure(where, ['init', ...args])).code, code, args.join(' '));
  }
  t.regex((await failure(where, ['init'])).hint ?? '', /--import/);
  const before = tree(where);
  for (const strategy of ['map', 'restructure']) {
    const dry = await answer<InitAnswer>(where, [
      'init',
      '--import',
      'wiki',
      '--strategy',
      strategy,
      '--dry-run',
    ]);
    t.true(dry.dry_run);
    t.deepEqual(differences(tree(where), before), []);
  }
  // Without a terminal nobody is asked: documents stay.
  const imported = await answer<InitAnswer>(where, ['init', '--import', './wiki/']);
  t.is(imported.strategy, 'map');
  t.false(existsSync(where.path('docs')));
});
