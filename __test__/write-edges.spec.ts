// Edges follow from the code; who wants them in a review has them written.
import { readdirSync, readFileSync } from 'node:fs';

import test, { type ExecutionContext } from 'ava';

import { Beadloom, type GraphAnswer, type WriteEdgesAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

/** Parts that import each other, one of which implements an interface of another, and a type that three use. */
function shop(t: ExecutionContext): TestProject {
  const user = (name: string) =>
    `import type { Order } from '../orders/order.js';\n\nexport function ${name}(order: Order): void {}\n`;
  return project(t, {
    'package.json': '{"name": "shop"}\n',
    'src/ports/sender.ts': 'export interface Sender {\n  send(): void;\n}\n',
    'src/mail/mailer.ts':
      "import type { Sender } from '../ports/sender.js';\n\nexport class Mailer implements Sender {\n  send(): void {}\n}\n",
    'src/orders/order.ts': 'export class Order {}\n',
    'src/bills/bill.ts': user('bill'),
    'src/stock/stock.ts': user('reserve'),
  });
}

const GRAPH = '.beadloom/_graph/own.yml';
const NODES = `# Mine
nodes:
  - {ref_id: ports, kind: domain, summary: Ports, source: src/ports/}
  - {ref_id: mail, kind: domain, summary: Mail, source: src/mail/}
  - {ref_id: bills, kind: domain, summary: Bills, source: src/bills/}
  - {ref_id: stock, kind: domain, summary: Stock, source: src/stock/}
  - {ref_id: Order, kind: entity, summary: An order, source: src/orders/order.ts}
`;

const FOUND = [
  'bills touches_entity Order',
  'mail depends_on ports',
  'mail implements ports',
  'stock touches_entity Order',
];

async function edges(where: TestProject, declared: boolean): Promise<string[]> {
  const graph = await answer<GraphAnswer>(where, ['graph']);
  return graph.edges
    .filter(({ extra }) => (extra['origin'] === undefined) === declared)
    .map(({ src, dst, kind }) => `${src} ${kind} ${dst}`)
    .toSorted();
}

test('edges follow from the code, and are written once where that is wanted', async (t) => {
  const where = shop(t);
  where.write(GRAPH, NODES);
  t.deepEqual([await edges(where, false), await edges(where, true)], [FOUND, []]);
  using library = Beadloom.open(where.root);
  const dry = await library.writeEdges({ dryRun: true });
  t.deepEqual([dry.dry_run, dry.edges, dry.written.map(({ path }) => path)], [true, 4, [GRAPH]]);
  t.is(readFileSync(where.path(GRAPH), 'utf8'), NODES);

  t.like(await answer<WriteEdgesAnswer>(where, ['graph', '--write-edges']), { dry_run: false, edges: 4 });
  const text = readFileSync(where.path(GRAPH), 'utf8');
  t.true(text.startsWith(NODES));
  t.true(text.includes('  - {src: mail, dst: ports, kind: implements}\n'), text);
  t.deepEqual(readdirSync(where.path('.beadloom/_graph')), ['own.yml']);
  t.deepEqual([await edges(where, false), await edges(where, true)], [[], FOUND]);

  t.like(await answer<WriteEdgesAnswer>(where, ['graph', '--write-edges']), { edges: 0, written: [] });
  t.is(readFileSync(where.path(GRAPH), 'utf8'), text);
  t.regex((await beadloom(where, ['graph', '--write-edges'])).stdout, /have every edge/u);
});

test('edges go with the code that they follow from', async (t) => {
  const where = shop(t);
  where.write(GRAPH, NODES);
  where.write('src/mail/mailer.ts', 'export class Mailer {}\n');
  t.deepEqual(
    await edges(where, false),
    FOUND.filter((edge) => !edge.startsWith('mail')),
  );
});

test('without a graph of its own, and with references, nothing is written', async (t) => {
  const where = shop(t);
  t.is((await failure(where, ['graph', '--write-edges'])).code, 'usage');
  where.write(GRAPH, NODES);
  t.is((await failure(where, ['graph', 'mail', '--write-edges'])).code, 'usage');
  t.is(readFileSync(where.path(GRAPH), 'utf8'), NODES);
});
