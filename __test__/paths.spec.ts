// Paths as people write them: absolute, relative to where they are, with a dot before them.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import test from 'ava';

import type {
  AffectedAnswer,
  Bundle,
  GraphAnswer,
  NextFileAnswer,
  RefsAnswer,
  RelatedAnswer,
  SearchAnswer,
  ShowAnswer,
  SignaturesAnswer,
  UpdateNodeAnswer,
  WhyAnswer,
} from '../src/api/index.js';
import { placeOf } from '../src/api/places.js';
import { beadloom } from './support/cli.js';
import { connect } from './support/mcp.js';
import { project, type TestProject } from './support/project.js';

function shop(t: Parameters<typeof project>[0]): TestProject {
  return project(t, {
    '.beadloom/_graph/g.yml':
      'nodes:\n  - {ref_id: pay, kind: domain, source: services/pay/}\n  - {ref_id: web, kind: domain, source: web/}\n',
    '.beadloom/config.yml': 'mcp: {timeout_ms: 600000}\n',
    'services/pay/src/charge.py': 'def charge(amount):\n    return amount\n',
    'services/pay/src/refund.py':
      'from .charge import charge\n\n\ndef refund(amount):\n    return charge(-amount)\n',
    'services/pay/README.md': '# Pay\n\nCharges.\n',
    'src/charge.py': 'def other():\n    pass\n',
    'web/page.py': 'def page():\n    pass\n',
  });
}

/** What a command says of a path: whatever it was asked for, in whichever folder. */
const COMMANDS: Array<[command: string[], path: (answer: never) => unknown]> = [
  [['ctx'], ({ focus }: Bundle) => focus.ref],
  [['why'], ({ focus }: WhyAnswer) => focus.ref],
  [['related'], ({ path }: RelatedAnswer) => path],
  [['show'], ({ shown }: ShowAnswer) => shown[0]?.path],
  [['signatures'], ({ path }: SignaturesAnswer) => path],
  [['affected'], ({ files }: AffectedAnswer) => files[0]],
];

test('a path is the same however it is written', async (t) => {
  const where = shop(t);
  await beadloom(where, ['reindex']);
  const wanted = 'services/pay/src/charge.py';
  for (const [command, path] of COMMANDS) {
    for (const [folder, written] of [
      ['.', wanted],
      ['.', `./${wanted}`],
      ['.', where.path(wanted)],
      ['services/pay', 'src/charge.py'],
      ['services/pay', './src/charge.py'],
      ['services/pay/src', 'charge.py'],
      ['web', '../services/pay/src/charge.py'],
      ['web', wanted],
    ] as const) {
      const at = { ...where, root: join(where.root, folder) };
      const { code, stdout, stderr } = await beadloom(at, [...command, written, '--json']);
      t.is(code, 0, `${command.join(' ')} ${written} in ${folder}: ${stderr}`);
      t.is(path(JSON.parse(stdout) as never), wanted, `${command.join(' ')} ${written} in ${folder}`);
    }
  }
});

test('folders, globs, nodes and symbols keep their meaning in a folder of the project', async (t) => {
  const where = shop(t);
  await beadloom(where, ['reindex']);
  const at = { ...where, root: where.path('services') };
  const json = async <T>(args: string[]) => {
    const { code, stdout, stderr } = await beadloom(at, [...args, '--json']);
    t.is(code, 0, `${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as T;
  };
  t.like((await json<Bundle>(['ctx', 'pay'])).focus, { type: 'node', ref: 'pay' });
  t.like((await json<Bundle>(['ctx', './pay'])).focus, { type: 'path', ref: 'services/pay' });
  t.like((await json<Bundle>(['ctx', 'pay/src/'])).focus, { type: 'path', ref: 'services/pay/src/' });
  t.like((await json<Bundle>(['ctx', '.'])).focus, { type: 'path', ref: 'services' });
  t.like((await json<Bundle>(['ctx', 'refund'])).focus, { type: 'symbol', ref: 'refund' });
  t.is((await json<RefsAnswer>(['refs', 'charge'])).callers.length > 0, true);
  t.deepEqual(
    (await json<GraphAnswer>(['graph', './pay/src/charge.py'])).nodes
      .map(({ ref_id: id }) => id)
      .includes('pay'),
    true,
  );
  for (const path of ['./pay/src/', where.path('services/pay/src/'), 'pay/src', 'services/pay/src/*.py']) {
    const { hits } = await json<SearchAnswer>(['search', 'charge', '--path', path]);
    t.true(hits.length > 0 && hits.every((hit) => hit.path?.startsWith('services/pay/src/')), path);
  }
  const next = await json<NextFileAnswer>([
    'next-file',
    'charge an amount',
    '--exclude',
    'pay/src/charge.py',
  ]);
  t.not(next.path, 'services/pay/src/charge.py');
  const outside = await beadloom(at, ['ctx', '/etc/passwd']);
  t.is(outside.code, 1);
  t.regex(outside.stderr, /not found/);
});

/** Windows has no such names. */
const onUnix = process.platform === 'win32' ? test.skip : test;

/** A name, and the ways in which it is shown or typed. */
const ODD: Array<[name: string, ways: string[]]> = [
  ['src/a\tb.py', ['src/a\tb.py', 'src/a b.py', 'src/a\\tb.py', './src/a\tb.py']],
  ['src/c\nd.py', ['src/c\nd.py', 'src/c d.py', 'src/c\\nd.py']],
  ['src/e\u001bf.py', ['src/e\u001bf.py', 'src/e\u241bf.py', 'src/e\ufffdf.py', 'src/e\\u001bf.py']],
  ['g\th/i.py', ['g\th/i.py', 'g h/i.py', 'g\\th/i.py']],
];

onUnix('names that cannot be shown as they are can be asked for', async (t) => {
  const files = ODD.map(([name], at) => [name, `def f${at}(): pass\n`] as const);
  const where = project(t, {
    ...Object.fromEntries(files),
    'src/k l.py': 'def plain(): pass\n',
    'src/k\tl.py': 'def odd(): pass\n',
    'src/m\tn.py': 'def one(): pass\n',
    'src/m\nn.py': 'def two(): pass\n',
    '.beadloom/config.yml': 'mcp: {timeout_ms: 600000}\n',
  });
  const client = await connect(t, where, 'client 2.x, initialize');
  for (const [at, [name, ways]] of ODD.entries()) {
    for (const way of ways) {
      for (const [tool, args, names] of [
        [
          'explore_codebase',
          { ref: way },
          (answer: Bundle) => answer.code_symbols.slice(0, 1).map((one) => one.symbol_name),
        ],
        [
          'outline_file',
          { path: way },
          (answer: SignaturesAnswer) => answer.symbols.map((one) => one.symbol_name),
        ],
        ['analyze_impact', { ref_id: `${way}:f${at}` }, (answer: WhyAnswer) => [answer.symbol]],
      ] as const) {
        const { isError, content, structuredContent } = await client.call(tool, args);
        t.falsy(isError, `${tool} ${JSON.stringify(way)}: ${content[0]?.text}`);
        t.deepEqual(names(structuredContent as never), [`f${at}`], `${tool} ${JSON.stringify(way)}`);
      }
    }
    for (const command of ['ctx', 'why', 'signatures', 'affected']) {
      const { code, stderr } = await beadloom(where, [command, ways.at(-1) ?? name]);
      t.is(code, 0, `${command} ${JSON.stringify(ways.at(-1))}: ${stderr}`);
    }
    // What the command line prints of it, it takes.
    const { stdout } = await beadloom(where, ['search', `f${at}`]);
    const shown = stdout.split('\n').find((line) => line.includes('.py')) ?? '';
    const printed = /\S.*\.py/.exec(shown.trim())?.[0] ?? '';
    t.is(
      (await beadloom(where, ['ctx', printed])).code,
      0,
      `${JSON.stringify(printed)} of ${JSON.stringify(shown)}`,
    );
  }
  const named = async (way: string) => {
    const { stdout } = await beadloom(where, ['signatures', way, '--json']);
    return (JSON.parse(stdout) as Partial<SignaturesAnswer>).symbols?.map((one) => one.symbol_name);
  };
  t.deepEqual(await named('src/k l.py'), ['plain'], 'a name that is what it looks like goes first');
  t.deepEqual(await named('src/k\\tl.py'), ['odd']);
  t.deepEqual(await named('src/m\\nn.py'), ['two']);
  t.falsy(await named('src/m n.py'), 'two look like that');
  t.is((await beadloom(where, ['ctx', 'g\\th'])).code, 0, 'a folder');
});

test('over MCP absolute paths are those of the project', async (t) => {
  const where = shop(t);
  const client = await connect(t, where, 'client 2.x, initialize');
  const file = where.path('services/pay/src/charge.py');
  for (const [tool, args, path] of [
    ['explore_codebase', { ref: file }, (answer: Bundle) => answer.focus.ref],
    ['explore_codebase', { ref: ['./services/pay/src/charge.py'] }, (answer: Bundle) => answer.focus.ref],
    ['analyze_impact', { ref_id: file }, (answer: WhyAnswer) => answer.focus.ref],
    ['find_related_files', { path: file }, (answer: RelatedAnswer) => answer.path],
    ['outline_file', { path: file }, (answer: SignaturesAnswer) => answer.path],
  ] as const) {
    const { isError, content, structuredContent } = await client.call(tool, args);
    t.falsy(isError, `${tool}: ${content[0]?.text}`);
    t.is(path(structuredContent as never), 'services/pay/src/charge.py', tool);
  }
  const { structuredContent } = await client.call('update_node', {
    ref_id: 'web',
    source: where.path('web/'),
  });
  t.deepEqual((structuredContent as unknown as UpdateNodeAnswer).changed, { summary: false, source: false });
});

test('what is inside is relative, what is not stays as it is', (t) => {
  const where = project(t, { 'a/b.py': '', 'c.py': '' });
  const { root } = where;
  for (const [text, from, place] of [
    ['a/b.py', '', 'a/b.py'],
    ['./a/', '', 'a/'],
    ['.', '', '.'],
    ['..', 'a', '.'],
    ['../c.py', 'a', 'c.py'],
    ['b.py', 'a', 'a/b.py'],
    ['c.py', 'a', 'c.py'],
    ['billing', 'a', 'billing'],
    ['../../x', 'a', '../../x'],
    ['Ledger.post', 'a', 'Ledger.post'],
    [join(root, 'a'), 'a', 'a'],
    [root, 'a', '.'],
    [`${root}-other/x`, '', `${root}-other/x`],
    ['', 'a', ''],
  ] as const) {
    t.is(placeOf(root, text, join(root, from)), place, `${text} in ${from}`);
  }
});

(process.platform === 'win32' ? test.skip : test)(
  'a project that is reached through a link is the same',
  (t) => {
    const where = project(t, { 'a/b.py': '' });
    const beside = project(t, {});
    symlinkSync(where.root, beside.path('link'), 'dir');
    t.is(placeOf(beside.path('link'), where.path('a/b.py')), 'a/b.py');
    t.is(placeOf(where.root, join(beside.path('link'), 'a/b.py')), 'a/b.py');
    t.is(placeOf(where.root, join(beside.path('link'), 'a/new.py')), 'a/new.py');
  },
);
