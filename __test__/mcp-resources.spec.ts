import test from 'ava';

import { answer } from './support/cli.js';
import { CLIENTS, connect } from './support/mcp.js';
import { fixture, project } from './support/project.js';

const NAMES = Object.keys(CLIENTS) as Array<keyof typeof CLIENTS>;

for (const name of NAMES) {
  test(`${name}: graph, status, nodes and documents are resources`, async (t) => {
    const where = fixture(t, 'shop');
    const client = await connect(t, where, name);
    t.deepEqual(
      (await client.resources()).map(({ uri }) => uri),
      [
        'beadloom://graph',
        'beadloom://status',
        'beadloom://node/FEAT-7',
        'beadloom://node/Invoice',
        'beadloom://node/auth',
        'beadloom://node/billing',
        'beadloom://node/shop',
        'beadloom://doc/docs/domains/auth.md',
        'beadloom://doc/docs/domains/billing.md',
        'beadloom://doc/docs/f/refunds.md',
      ],
    );
    t.deepEqual(
      (await client.templates()).map(({ uriTemplate }) => uriTemplate),
      ['beadloom://node/{ref_id}', 'beadloom://doc/{path}'],
    );
    const rows: Array<[uri: string, command: string[]]> = [
      ['beadloom://graph', ['graph']],
      ['beadloom://status', ['status']],
      ['beadloom://node/FEAT-7', ['ctx', 'FEAT-7']],
      ['beadloom://node/src%2Fauth%2Ftokens.py', ['ctx', 'src/auth/tokens.py']],
    ];
    for (const [uri, command] of rows) {
      const [content] = await client.read(uri);
      t.is(content?.mimeType, 'application/json', uri);
      t.deepEqual(JSON.parse(content?.text ?? ''), await answer(where, command), uri);
    }
    for (const uri of ['beadloom://doc/docs/domains/auth.md', 'beadloom://doc/docs%2Fdomains%2Fauth.md']) {
      const [content] = await client.read(uri);
      t.is(content?.mimeType, 'text/markdown');
      t.regex(content?.text ?? '', /^# Auth\n/, uri);
    }
  });

  test(`${name}: what is no resource is an error, also with a way out of the project`, async (t) => {
    const where = fixture(t, 'shop');
    where.write('secret.txt', 'secret');
    const client = await connect(t, where, name);
    for (const uri of [
      'beadloom://nothing',
      'beadloom://node/FEAT-8',
      'beadloom://doc/secret.txt',
      'beadloom://doc/../../etc/passwd',
      'beadloom://doc/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      'beadloom://doc//etc/passwd',
      'beadloom://doc/%',
      'file:///etc/passwd',
    ]) {
      const thrown = await t.throwsAsync(client.read(uri), undefined, uri);
      t.true(
        [-32602, -32002].includes((thrown as Error & { code: number }).code),
        `${uri} ${thrown?.message}`,
      );
    }
    t.is((await client.read('beadloom://graph')).length, 1);
  });

  test(`${name}: ids are completed, for resources and for prompts`, async (t) => {
    const client = await connect(t, fixture(t, 'shop'), name);
    const all = ['FEAT-7', 'Invoice', 'auth', 'billing', 'shop'];
    for (const of of [{ template: 'beadloom://node/{ref_id}' }, { prompt: 'onboard' }]) {
      t.deepEqual(await client.complete(of, 'ref_id', ''), all);
      t.deepEqual(await client.complete(of, 'ref_id', 'feat'), ['FEAT-7']);
      t.deepEqual(await client.complete(of, 'ref_id', 'i'), ['Invoice', 'billing']);
      t.deepEqual(await client.complete(of, 'ref_id', 'zz'), []);
    }
    t.deepEqual(await client.complete({ template: 'beadloom://doc/{path}' }, 'path', 'refunds'), [
      'docs/f/refunds.md',
    ]);
  });

  test(`${name}: prompts say what is to be done, with what there is to do`, async (t) => {
    const where = fixture(t, 'shop');
    const client = await connect(t, where, name);
    t.deepEqual(
      (await client.prompts()).map((prompt) => [prompt.name, prompt.arguments?.map((one) => one.name)]),
      [
        ['update-stale-docs', ['ref_id']],
        ['improve-summaries', ['ref_id']],
        ['onboard', ['ref_id']],
      ],
    );
    t.regex(await client.prompt('update-stale-docs', {}), /^All documents are up to date/);
    await client.call('mark_synced', { ref_id: 'auth' });
    where.write(
      'src/auth/tokens.py',
      '# beadloom:domain=auth\n\ndef check(token, scope):\n    return scope\n',
    );
    const stale = await client.prompt('update-stale-docs', {});
    t.regex(stale, /docs\/domains\/auth\.md \(auth\): src\/auth\/tokens\.py/);
    t.regex(stale, /generate_docs.*mark_synced/s);
    t.regex(await client.prompt('update-stale-docs', { ref_id: 'billing' }), /^All documents of billing/);
    t.regex(await client.prompt('update-stale-docs', { ref_id: 'FEAT-8' }), /not found.*FEAT-7/s);

    t.regex(await client.prompt('improve-summaries', {}), /^Every node .* has a summary/);
    t.regex(
      await client.prompt('improve-summaries', { ref_id: 'auth' }),
      /- auth \(domain\): Who may do what\./,
    );
    await client.call('update_node', { ref_id: 'billing', summary: '' });
    t.regex(await client.prompt('improve-summaries', {}), /- billing \(domain\): no summary/);

    t.regex(await client.prompt('onboard', {}), /- auth \(domain\).*- shop \(service\)/s);
    t.regex(await client.prompt('onboard', { ref_id: 'auth' }), /explore_codebase with ref "auth"/);
    const thrown = await t.throwsAsync(client.prompt('nothing', {}));
    t.is((thrown as Error & { code: number }).code, -32602);
  });
}

test('of many nodes a hundred are completed and two hundred listed', async (t) => {
  const ids = Array.from({ length: 300 }, (_, index) => `n${String(index).padStart(3, '0')}`);
  const where = project(t, {
    '.beadloom/_graph/a.yml': `nodes:\n${ids.map((id) => `  - {ref_id: ${id}, kind: domain}\n`).join('')}`,
  });
  const client = await connect(t, where, 'client 2.x, 2026-07-28');
  t.deepEqual(
    await client.complete({ template: 'beadloom://node/{ref_id}' }, 'ref_id', ''),
    ids.slice(0, 100),
  );
  t.is((await client.resources()).length, 202);
});
