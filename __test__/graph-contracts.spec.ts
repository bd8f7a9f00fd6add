// `beadloom graph` of a project whose services talk: contracts that `export` knows are edges.
import test, { type ExecutionContext } from 'ava';

import type { ExportAnswer, GraphAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { mermaidType } from './support/mermaid.js';
import { project, type TestProject } from './support/project.js';

const PROTO = `syntax = "proto3";
package shop.v1;
service Carts { rpc Get(Ask) returns (Cart); }
message Ask { string id = 1; }
message Cart { string id = 1; }
`;

/** Three services: one serves gRPC and publishes, two call and listen. */
function services(t: ExecutionContext): TestProject {
  const node = (id: string, more: Record<string, unknown> = {}) => ({
    ref_id: id,
    kind: 'service',
    source: id === 'shop' ? '' : `src/${id}/`,
    ...more,
  });
  const edges = ['carts', 'web', 'ledger'].map((id) => ({ src: id, dst: 'shop', kind: 'part_of' }));
  return project(t, {
    '.beadloom/_graph/graph.yml': JSON.stringify({
      nodes: [
        node('shop'),
        node('carts'),
        node('web', { contracts: [{ protocol: 'graphql', role: 'consumes', name: 'ledger' }] }),
        node('ledger'),
      ],
      edges: [...edges, { src: 'ledger', dst: 'web', kind: 'depends_on' }],
    }),
    'protos/shop.proto': PROTO,
    'src/carts/main.go':
      'package main\n\nfunc main() {\n\tpb.RegisterCartsServer(server, &carts{})\n\tch.ExchangeDeclare("orders", "topic", true)\n\tch.Publish("orders", "order.paid", false, false, message) // amqp091-go\n}\n',
    'src/web/client.py': 'import shop_pb2_grpc\n\nstub = shop_pb2_grpc.CartsStub(channel)\n',
    'src/ledger/listen.js':
      "import amqp from 'amqplib';\nchannel.assertQueue('paid');\nchannel.bindQueue('paid', 'orders', 'order.*');\nchannel.consume('paid', book);\n",
    'src/ledger/schema.graphql': 'type Query { total: Int }\n',
  });
}

const printed = async (where: TestProject, ...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await beadloom(where, ['graph', ...args]);
  if (code !== 0) {
    throw new Error(stderr);
  }
  return stdout;
};

test('what export knows of both sides is an edge in every picture', async (t) => {
  const where = services(t);
  const exported = await answer<ExportAnswer>(where, ['export']);
  t.deepEqual(
    exported.contracts.map(({ protocol, role, name, ref_id: id }) => `${id} ${role} ${protocol} ${name}`),
    [
      'ledger consumes amqp orders/order.*',
      'carts produces amqp orders/order.paid',
      'ledger produces graphql ledger',
      'web consumes graphql ledger',
      'carts produces protobuf shop.v1.Carts',
      'web consumes protobuf shop.v1.Carts',
    ],
  );
  const { edges, etag } = await answer<GraphAnswer>(where, ['graph']);
  t.deepEqual(
    edges.filter(({ kind }) => kind !== 'part_of'),
    [
      {
        src: 'ledger',
        dst: 'carts',
        kind: 'uses',
        extra: { contracts: [{ protocol: 'amqp', name: 'orders/order.paid' }], origin: 'contract' },
      },
      { src: 'ledger', dst: 'web', kind: 'depends_on', extra: {} },
      {
        src: 'web',
        dst: 'carts',
        kind: 'uses',
        extra: { contracts: [{ protocol: 'protobuf', name: 'shop.v1.Carts' }], origin: 'contract' },
      },
      {
        src: 'web',
        dst: 'ledger',
        kind: 'uses',
        extra: { contracts: [{ protocol: 'graphql', name: 'ledger' }], origin: 'contract' },
      },
    ],
  );
  t.is((await answer<GraphAnswer>(where, ['graph'])).etag, etag);

  const mermaid = await printed(where);
  t.is(await mermaidType(mermaid), 'flowchart-v2');
  const c4 = await printed(where, '--format', 'c4');
  t.is(await mermaidType(c4), 'c4');
  const texts = {
    mermaid,
    c4,
    dot: await printed(where, '--format', 'dot'),
    html: await printed(where, '--format', 'html'),
  };
  for (const says of ['gRPC Carts', 'consumes AMQP orders/order.paid', 'GraphQL ledger']) {
    t.true(mermaid.includes(`|"${says}"|`), says);
    t.true(texts.c4.includes(`, "${says}")`), says);
    t.true(texts.dot.includes(`[label="${says}"]`), says);
  }
  t.true(texts.html.includes('"name":"shop.v1.Carts"'));
  t.true((await printed(where, '--format', 'c4-plantuml')).includes('"gRPC Carts")'));
});

test('contracts lead from node to node, and go with the file that says so', async (t) => {
  const where = services(t);
  const near = async () =>
    (await answer<GraphAnswer>(where, ['graph', 'carts', '--depth', '1'])).nodes.map(({ ref_id: id }) => id);
  t.deepEqual((await near()).toSorted(), ['carts', 'ledger', 'shop', 'web']);
  where.write('src/web/client.py', 'print("no stub")\n');
  t.deepEqual((await near()).toSorted(), ['carts', 'ledger', 'shop']);
});
