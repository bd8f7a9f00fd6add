// Help and overviews in narrow and wide terminals.
import test from 'ava';

import { beadloom } from './support/cli.js';
import { fixture, project } from './support/project.js';
import { atTerminal } from './support/terminal.js';

/** Lines wider than that, without the commands that somebody copies. */
function tooWide(text: string, columns: number): string[] {
  return text.split('\n').filter((line) => line.length > columns && !line.startsWith('  $ '));
}

test('beadloom alone lists six groups, with five commands to begin with', async (t) => {
  const { stdout } = await beadloom(project(t), []);
  const headings = stdout.match(/^[A-Z][^:\n]*:$/gm) ?? [];
  t.is(headings.filter((one) => !/options|examples/i.test(one)).length, 6, headings.join());
  t.is(stdout.match(/^\* [a-z-]+ {2,}/gm)?.length, 5);
  t.regex(stdout, /^\* to begin with$/m);
});

for (const columns of [60, 80, 120]) {
  test(`help fits ${columns} columns`, async (t) => {
    const env = { COLUMNS: `${columns}` };
    for (const args of [
      [],
      ['ctx', '--help'],
      ['search', '--help'],
      ['init', '--help'],
      ['setup-mcp', '--help'],
    ]) {
      const { stdout } = await beadloom(project(t), args, { env });
      t.deepEqual(tooWide(stdout, columns), [], args.join(' '));
    }
  });

  test(`status fits ${columns} columns`, async (t) => {
    const where = fixture(t, 'shop');
    where.write(
      '.beadloom/_graph/long.yml',
      'nodes:\n  - {ref_id: a-domain-with-a-very-long-name-indeed, kind: domain, summary: x, source: src/auth/}\n',
    );
    const { stdout } = await beadloom(where, ['status'], { env: { COLUMNS: `${columns}` } });
    t.deepEqual(tooWide(stdout, columns), []);
    t.regex(stdout, /#|\./);
    const debt = await beadloom(where, ['status', '--debt'], { env: { COLUMNS: `${columns}` } });
    t.deepEqual(tooWide(debt.stdout, columns), []);
  });
}

test('a terminal is asked how wide it is', async (t) => {
  const run = await atTerminal(project(t), ['ctx', '--help'], []);
  if (run === undefined) {
    t.pass('no pseudo-terminal');
    return;
  }
  const longest = Math.max(...run.stdout.split(/\r?\n/).map((line) => line.length));
  t.true(longest > 80 && longest <= 120, `${longest}`);
});

test('what is no width is none', async (t) => {
  const plain = await beadloom(project(t), ['ctx', '--help']);
  for (const COLUMNS of ['', 'wide', '-3', '99999999999']) {
    t.is((await beadloom(project(t), ['ctx', '--help'], { env: { COLUMNS } })).stdout, plain.stdout, COLUMNS);
  }
});
