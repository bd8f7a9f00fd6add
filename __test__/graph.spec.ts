// `beadloom graph`: every format is read by what people read it with.
import { readFileSync, readdirSync, symlinkSync } from 'node:fs';

import { Graphviz } from '@hpcc-js/wasm-graphviz';
import test from 'ava';

import type { Code, GraphAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { mermaidType } from './support/mermaid.js';
import { fixture, project, type TestProject } from './support/project.js';

/** Ids that mean something in one of the languages. */
const ODD = [
  'a.b',
  'a/b',
  'end',
  'graph',
  'x"y',
  "it's",
  'f(x)[0]{1}',
  '%%{init: {"theme": "dark"}}%%',
  '<b>bold</b> & co',
  'back\\slash\\',
  '#35; #quot; &amp;',
  '-dash',
  '- list',
  '1. list',
  '`code` **bold** __x__ ~~y~~ --z-- //w//',
  'class default',
  'o-->x|y|',
  '@startuml',
  '!include x',
  '$x $$y$$',
  '@other:node',
  'naïve 名前 🧵',
  '\u202eright to left',
  'very long '.repeat(19).trim(),
];

interface Spec {
  id: string;
  kind?: string;
  summary?: string;
  parent?: string;
  more?: Record<string, unknown>;
}

/** A project whose graph has these nodes and edges. */
function graph(
  t: Parameters<typeof project>[0],
  nodes: readonly Spec[],
  edges: ReadonlyArray<readonly [src: string, dst: string, kind: string]> = [],
  kinds: readonly string[] = [],
): TestProject {
  const parts = nodes.flatMap(({ id, parent }) =>
    parent === undefined ? [] : [[id, parent, 'part_of'] as const],
  );
  return project(t, {
    '.beadloom/_graph/graph.yml': JSON.stringify({
      ...(kinds.length > 0 ? { kinds: { nodes: kinds } } : {}),
      nodes: nodes.map(({ id, kind = 'domain', summary = '', more = {} }) => ({
        ref_id: id,
        kind,
        summary,
        ...more,
      })),
      edges: [...parts, ...edges].map(([src, dst, kind]) => ({ src, dst, kind })),
    }),
  });
}

const odd = (t: Parameters<typeof project>[0]) =>
  graph(
    t,
    ODD.map((id, at) => ({
      id,
      summary: `says "${id}"`,
      ...(at % 3 === 0 ? {} : { parent: ODD[at - (at % 3)] as string }),
    })),
    ODD.slice(1).map((id, at) => [id, ODD[at] as string, 'uses'] as const),
  );

/** What a run that succeeds prints. */
async function printed(where: TestProject, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await beadloom(where, ['graph', ...args]);
  if (code !== 0) {
    throw new Error(stderr);
  }
  return stdout;
}

test('Mermaid reads every id', async (t) => {
  const where = odd(t);
  const { nodes, edges } = await answer<GraphAnswer>(where, ['graph']);
  t.is(nodes.length, ODD.length);
  const text = await printed(where);
  t.is(await mermaidType(text), 'flowchart-v2');
  t.is(text.match(/^ +(?:subgraph )?n\d+[[({]/gm)?.length, nodes.length);
  // Frames show what is part of what.
  t.is(text.match(/^ {2}n\d+(?:_whole)? -/gm)?.length, edges.filter(({ kind }) => kind !== 'part_of').length);
  t.true(text.includes('["a.b (domain)"]'));
  t.is(await printed(where, '--format', 'mermaid'), text);
  for (const level of ['context', 'container', 'component']) {
    const c4 = await printed(where, '--format', 'c4', '--level', level);
    t.is(await mermaidType(c4), 'c4', level);
  }
});

test('the parser of this test refuses what is no diagram', async (t) => {
  for (const text of ['flowchart TD\n  n1["x"y"]\n', 'C4Container\n  System(n1, "a"b")\n', 'nonsense']) {
    await t.throwsAsync(mermaidType(text), undefined, text);
  }
});

test('Graphviz reads every id, and shows it as it is', async (t) => {
  const where = odd(t);
  const graphviz = await Graphviz.load();
  const text = await printed(where, '--format', 'dot');
  const drawn = JSON.parse(graphviz.layout(text, 'json', 'dot')) as {
    objects: Array<{ label: string; tooltip: string }>;
    edges: unknown[];
  };
  const { nodes, edges } = await answer<GraphAnswer>(where, ['graph']);
  t.is(drawn.edges.length, edges.length);
  const labels = drawn.objects.map(({ label }) => label.split('\\n')[0]);
  const shown = (id: string) =>
    id.length > 80
      ? undefined
      : id.replaceAll('\\', '\\\\').replaceAll('&', '&amp;').replace('\u202e', '\ufffd');
  for (const [at, { ref_id: id }] of nodes.entries()) {
    const expected = shown(id);
    t.true(
      expected === undefined ? labels[at]?.endsWith('…') : labels[at] === expected,
      `${id}: ${labels[at]}`,
    );
  }
});

const SHOP: Spec[] = [
  { id: 'shop', kind: 'service', summary: 'The shop.' },
  { id: 'payments', parent: 'shop', summary: 'Takes money.' },
  { id: 'cards', kind: 'feature', parent: 'payments' },
  { id: 'refunds', kind: 'feature', parent: 'payments' },
  { id: 'orders', parent: 'shop' },
  { id: 'basket', kind: 'feature', parent: 'orders' },
  { id: 'ledger', kind: 'database', parent: 'shop' },
  { id: 'bank', kind: 'service', more: { external: true } },
  { id: 'customer', kind: 'person' },
  { id: 'mailer', kind: 'service' },
  { id: 'templates', kind: 'domain', parent: 'mailer' },
  { id: 'pdf', kind: 'feature', parent: 'mailer', more: { c4_level: 'component' } },
];
const SHOP_EDGES = [
  ['cards', 'bank', 'uses'],
  ['cards', 'ledger', 'uses'],
  ['refunds', 'cards', 'depends_on'],
  ['basket', 'cards', 'uses'],
  ['customer', 'basket', 'uses'],
  ['refunds', 'templates', 'uses'],
  ['templates', 'pdf', 'uses'],
] as const;

const shop = (t: Parameters<typeof project>[0]) => graph(t, SHOP, SHOP_EDGES, ['person', 'database']);

/** Elements and boundaries by their macro, relations by the names of their ends. */
function drawnIn(text: string): { items: string[]; relations: string[]; inside: Record<string, string[]> } {
  const names = new Map<string, string>();
  const items: string[] = [];
  const relations: string[] = [];
  const inside: Record<string, string[]> = {};
  const open: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    const relation = /^Rel\((n\d+), (n\d+), "([^"]*)"/.exec(line);
    const item = /^(\w+)\((n\d+), "([^"]*)"/.exec(line);
    if (relation !== null) {
      const [, from = '', to = '', label = ''] = relation;
      relations.push(`${names.get(from)} ${label} ${names.get(to)}`);
    } else if (item !== null) {
      const [, macro = '', alias = '', name = ''] = item;
      names.set(alias, name);
      items.push(`${macro} ${name}`);
      (inside[open.at(-1) ?? ''] ??= []).push(name);
      if (line.endsWith('{')) {
        open.push(name);
      }
    } else if (line === '}') {
      open.pop();
    }
  }
  return { items: items.toSorted(), relations: relations.toSorted(), inside };
}

const DIAGRAMS: Array<[args: string[], items: string[], relations: string[]]> = [
  [
    ['--level', 'context'],
    ['Person customer', 'System mailer', 'System shop', 'System_Ext bank'],
    ['customer uses shop', 'shop uses bank', 'shop uses mailer'],
  ],
  [
    [],
    [
      'Container orders',
      'Container payments',
      'Container templates',
      'ContainerDb ledger',
      'Person customer',
      'System_Boundary mailer',
      'System_Boundary shop',
      'System_Ext bank',
    ].toSorted(),
    [
      'customer uses orders',
      'orders uses payments',
      'payments uses bank',
      'payments uses ledger',
      'payments uses templates',
    ],
  ],
  [
    ['--level', 'component', '--scope', 'payments'],
    [
      'Component cards',
      'Component refunds',
      'Container orders',
      'ContainerDb ledger',
      'Container_Boundary payments',
      'System_Boundary shop',
      'System_Ext bank',
      'System_Ext mailer',
    ],
    [
      'cards uses bank',
      'cards uses ledger',
      'orders uses cards',
      'refunds depends on cards',
      'refunds uses mailer',
    ],
  ],
  [['cards', '--depth', '0'], ['Container payments', 'System_Boundary shop'], []],
];

for (const [args, items, relations] of DIAGRAMS) {
  test(`C4 ${args.join(' ')}`, async (t) => {
    const where = shop(t);
    const mermaid = await printed(where, ...args, '--format', 'c4');
    t.is(await mermaidType(mermaid), 'c4');
    const drawn = drawnIn(mermaid);
    t.deepEqual(drawn.items, items);
    t.deepEqual(drawn.relations, relations);
    // The other notation says the same.
    const plantuml = await printed(where, ...args, '--format', 'c4-plantuml');
    t.deepEqual(drawnIn(plantuml), drawn);
    t.regex(
      plantuml,
      /^@startuml\n!include <C4\/C4_(Context|Container|Component)>\n[^]*\nSHOW_LEGEND\(\)\n@enduml\n$/,
    );
    t.notRegex(plantuml, /https?:/);
  });
}

const SERVICES: Spec[] = [
  { id: 'platform', kind: 'service' },
  { id: 'carts', kind: 'service', parent: 'platform' },
  { id: 'carts-api', kind: 'feature', parent: 'carts' },
  { id: 'mails', kind: 'service', parent: 'platform' },
  { id: 'bank', kind: 'service', more: { external: true } },
  { id: 'adr-1', kind: 'adr', parent: 'platform' },
  { id: 'adr-2', kind: 'adr' },
  { id: 'why-mails', kind: 'decision', parent: 'mails' },
];

test('C4 draws no decision records, and no root inside of itself', async (t) => {
  const where = graph(
    t,
    SERVICES,
    [
      ['platform', 'carts', 'depends_on'],
      ['mails', 'platform', 'depends_on'],
      ['platform', 'bank', 'uses'],
      ['carts-api', 'mails', 'uses'],
      ['adr-1', 'carts', 'touches_code'],
      ['mails', 'adr-2', 'implements'],
      ['why-mails', 'carts', 'uses'],
    ],
    ['decision'],
  );
  for (const format of ['c4', 'c4-plantuml']) {
    const drawn = async (...args: string[]) => drawnIn(await printed(where, '--format', format, ...args));
    t.deepEqual(await drawn('--level', 'context'), {
      items: ['System platform', 'System_Ext bank'],
      relations: ['platform uses bank'],
      inside: { '': ['platform', 'bank'] },
    });
    t.deepEqual(await drawn(), {
      items: ['Container carts', 'Container mails', 'System_Boundary platform', 'System_Ext bank'],
      relations: ['carts uses mails'],
      inside: { '': ['bank', 'platform'], platform: ['carts', 'mails'] },
    });
    t.deepEqual((await drawn('--level', 'component')).inside, {
      '': ['bank', 'platform'],
      platform: ['mails', 'carts'],
      carts: ['carts-api'],
    });
    // A system without a boundary has its arrows, and a part of it is drawn without the records as well.
    t.deepEqual((await drawn('--scope', 'mails')).items, [
      'Container carts',
      'Container mails',
      'System_Boundary platform',
    ]);
  }
  const text = await printed(where, '--format', 'c4');
  t.is(await mermaidType(text), 'c4');
  t.regex(text, /%% 3 decision records are no part of the software, and left out/);
  t.regex(text, /%% 3 edges of a system itself are left out: no arrow leads from or to the boundary/);
  t.regex(text, /^ {2}title Containers of platform$/m);
});

test('PlantUML gets nothing but calls, whatever the ids', async (t) => {
  const text = await printed(odd(t), '--format', 'c4-plantuml', '--level', 'component');
  const lines = text
    .split('\n')
    .slice(2, -4)
    .map((line) => line.trim());
  const quoted = String.raw`"(?:[\p{L}\p{N}\p{M} .,:?+@…_/-]|<U\+[0-9A-F]{4,6}>)*"`;
  const call = new RegExp(
    String.raw`^(?:\w+\(n\d+(?:, (?:n\d+|${quoted}))+\)(?: \{)?|\}|title [\w ]+|' [\w .,:-]+|)$`,
    'u',
  );
  for (const line of lines) {
    t.regex(line, call);
  }
  t.is(lines.filter((line) => line.endsWith('{')).length, lines.filter((line) => line === '}').length);
});

test('what Mermaid does not draw is left out, and the picture says so', async (t) => {
  const ids = Array.from({ length: 2_000 }, (_, at) => `module-with-a-name-${at}`);
  const where = graph(
    t,
    [
      { id: 'root', kind: 'service', summary: 'x'.repeat(500) },
      ...ids.map((id) => ({ id, parent: 'root', summary: 'y'.repeat(300) })),
    ],
    ids.slice(1).map((id, at) => [id, ids[at] as string, 'uses'] as const),
  );
  const text = await printed(where);
  t.is(await mermaidType(text), 'flowchart-v2');
  t.regex(text, /%% the 40 strongest of 1,999 arrows are drawn, 1,959 are left out/);
  t.regex(text, /%% [\d,]+ of 2,001 nodes are left out/);
  t.is(text.match(/-->/g)?.length, 40);
  t.true(text.includes('--depth 1'));
  t.true(text.includes('"root (service)"'));
  const diagram = await printed(where, '--format', 'c4');
  t.is(await mermaidType(diagram), 'c4');
  t.regex(
    diagram,
    /%% left out, because Mermaid draws 50,000 characters: descriptions, [\d,]+ of 2,001 elements/,
  );
  // The other languages have no such bound.
  t.is((await printed(where, '--format', 'dot')).match(/^ {2}n\d+ \[/gm)?.length, 2_001);
  t.is((await printed(where, '--format', 'c4-plantuml')).match(/Container\(/g)?.length, 2_000);
});

test('a graph without nodes is a picture too', async (t) => {
  const where = project(t);
  for (const format of ['mermaid', 'c4'] as const) {
    const text = await printed(where, '--format', format);
    await t.notThrowsAsync(mermaidType(text), text);
    t.regex(text, /^ {2}%% no nodes; `beadloom init --bootstrap`/m);
  }
  t.regex(await printed(where, '--format', 'dot'), /^\/\/ no nodes;.*\ndigraph beadloom \{/);
  t.regex(await printed(where, '--format', 'c4-plantuml'), /^@startuml\n[^]*' no nodes;[^]*@enduml\n$/);
  t.deepEqual((await answer<GraphAnswer>(where, ['graph'])).nodes, []);
});

test('cycles, self edges, several parents and a hub', async (t) => {
  const spokes = Array.from({ length: 10_000 }, (_, at) => `spoke-${at}`);
  const where = graph(
    t,
    ['a', 'b', 'c', 'd', 'hub', ...spokes].map((id) => ({ id })),
    [
      ['a', 'b', 'part_of'],
      ['b', 'c', 'part_of'],
      ['c', 'a', 'part_of'],
      ['d', 'd', 'part_of'],
      ['d', 'b', 'part_of'],
      ['d', 'c', 'part_of'],
      ['d', 'd', 'uses'],
      ...spokes.map((id) => [id, 'hub', 'uses'] as const),
    ],
  );
  for (const format of ['mermaid', 'c4']) {
    await t.notThrowsAsync(async () => mermaidType(await printed(where, '--format', format)), format);
  }
  const part = await printed(where, 'd', '--depth', '1', '--format', 'c4', '--level', 'component');
  // The cycle is cut above a: a holds c holds b holds d, which two other parents know as well.
  t.deepEqual(drawnIn(part).inside, { '': ['a'], a: ['c'], c: ['c itself', 'd', 'b'] });
  t.is((await answer<GraphAnswer>(where, ['graph', 'hub', '--depth', '1'])).edges.length, 10_000);
  t.is((await answer<GraphAnswer>(where, ['graph', 'hub', '--depth', '0'])).nodes.length, 1);
  t.is(
    (await answer<GraphAnswer>(where, ['graph', '--scope', 'c'])).nodes.map((node) => node.ref_id).join(' '),
    'b c d',
  );
});

test('a scope is a node with all its parts, in every format', async (t) => {
  const where = shop(t);
  const ids = async (...args: string[]) =>
    (await answer<GraphAnswer>(where, ['graph', ...args])).nodes.map((node) => node.ref_id).join(' ');
  t.is(await ids('--scope', 'payments'), 'cards payments refunds');
  t.is(await ids('refunds', '--depth', '1', '--scope', 'payments'), 'refunds payments cards');
  t.is((await printed(where, '--scope', 'payments', '--format', 'dot')).match(/label="\w+\\n/g)?.length, 3);
});

const REFUSED: Array<[args: string[], code: Code, message: RegExp]> = [
  [['nope'], 'not_found', /"nope" not found/],
  [['shop', 'nope', 'nix'], 'not_found', /"nope", "nix" not found/],
  [['paymets'], 'not_found', /"paymets" not found/],
  [[''], 'not_found', /"" not found/],
  [['--scope', 'nope'], 'not_found', /"nope" not found/],
  [['--scope', ''], 'not_found', /"" not found/],
  [['--depht', '1'], 'usage', /unknown option '--depht'/],
  [['--depth', '-1'], 'usage', /from 0 to 100/],
  [['--depth', '101'], 'usage', /from 0 to 100/],
  [['--depth', '1e1'], 'usage', /from 0 to 100/],
  [['--depth', '99999999999999999999'], 'usage', /from 0 to 100/],
  [['--depth', 'two'], 'usage', /from 0 to 100/],
  [['--depth', ''], 'usage', /from 0 to 100/],
  [['--format', 'html'], 'usage', /--json and --format html exclude each other/],
  [['--level', 'context'], 'usage', /--level is for/],
  [['--level', 'code'], 'usage', /context, container, component/],
  [['-o', 'no/such/folder/x.json'], 'not_writable', /no\/such\/folder\/x\.json cannot be written \(ENOENT\)/],
  [['-o', '.beadloom'], 'not_writable', /\.beadloom cannot be written \(EISDIR\)/],
];

for (const [args, code, message] of REFUSED) {
  test(`refused: graph ${args.join(' ')}`, async (t) => {
    const error = await failure(shop(t), ['graph', ...args]);
    t.is(error.code, code);
    t.regex(error.message, message);
  });
}

test('behind -- what looks like an option is a reference', async (t) => {
  const { code, stderr } = await beadloom(shop(t), ['graph', '--', '--depth']);
  t.is(code, 1);
  t.regex(stderr, /"--depth" not found/);
});

test('a name that is nearly right is suggested', async (t) => {
  const { code, stderr } = await beadloom(shop(t), ['graph', 'paymets']);
  t.is(code, 1);
  t.regex(stderr, /payments/);
});

test('a file gets what the terminal gets, and nothing is left beside it', async (t) => {
  const where = shop(t);
  for (const [format, name] of [
    ['mermaid', 'graph.mmd'],
    ['dot', 'graph.dot'],
    ['c4-plantuml', 'graph.puml'],
    ['json', 'graph.json'],
    ['html', 'graph.html'],
  ] as const) {
    const { code, stdout, stderr } = await beadloom(where, ['graph', '--format', format, '--output', name]);
    t.is(code, 0);
    t.is(stdout, '');
    t.true(stderr.includes(`wrote ${name} (`), stderr);
    t.is(readFileSync(where.path(name), 'utf8'), await printed(where, '--format', format));
  }
  // Over what is there; a link stays one.
  where.write('old.txt', 'old');
  symlinkSync('old.txt', where.path('link.txt'));
  await printed(where, '-o', 'link.txt');
  t.is(readFileSync(where.path('old.txt'), 'utf8'), await printed(where));
  t.deepEqual(
    readdirSync(where.root).filter((name) => name.includes('tmp')),
    [],
  );
});

test('a picture of a stale index says so', async (t) => {
  const where = fixture(t, 'shop');
  await printed(where);
  where.write('.beadloom/_graph/new.yml', 'nodes:\n  - {ref_id: broken, kind: [\n');
  for (const format of ['mermaid', 'dot', 'c4', 'c4-plantuml'] as const) {
    const text = await printed(where, '--format', format);
    t.regex(text, /^ *(%%|\/\/|') .*new\.yml/m, format);
    if (format === 'mermaid' || format === 'c4') {
      await t.notThrowsAsync(mermaidType(text));
    }
  }
});

test('documents that are behind stand apart in the answer', async (t) => {
  const { nodes } = await answer<GraphAnswer>(fixture(t, 'shop'), ['graph']);
  for (const { docs, stale_docs: stale } of nodes) {
    t.true(stale.every((path) => docs.includes(path)));
  }
});
