import { readFileSync } from 'node:fs';

import test from 'ava';

import type { Bundle, LinkAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { project } from './support/project.js';

const GRAPH = '.beadloom/_graph/a.yml';
const URL_1 = 'https://tracker.example/1';
const URL_2 = 'https://forge.example/pull/2?a=b&c=d#e';

/** Graph files with a node `a`, as people write them. */
const FILES = [
  'nodes:\n  - ref_id: a\n    kind: domain # kept\n    summary: "x"\n\n  - ref_id: b\n    kind: domain\n',
  'nodes:\n- ref_id: a\n  kind: domain\n  docs:\n  - docs/a.md\n',
  'nodes:\n  - ref_id: a\n    kind: domain\n    summary: >\n      folded\n      text\n\n# end\nedges: []\n',
  'nodes:\r\n  - ref_id: a\r\n    kind: domain\r\n',
  'nodes:\n  - ref_id: a\n    kind: domain',
  'nodes:\n  - {ref_id: a, kind: domain}\n  - {ref_id: b, kind: domain}\n',
  'nodes: [{ref_id: a, kind: domain}]\n',
  '# head\n---\nversion: 1\nnodes:\n  - kind: domain\n    ref_id: a # id\n',
];

for (const text of FILES) {
  test(`added and taken out byte for byte: ${JSON.stringify(text.slice(0, 70))}`, async (t) => {
    const where = project(t, { [GRAPH]: text, 'docs/a.md': '# A\n' });
    const read = () => readFileSync(where.path(GRAPH), 'utf8');
    const one = await answer<LinkAnswer>(where, ['link', 'a', URL_1, '--label', 'Ticket "1"']);
    t.deepEqual([one.outcome, one.path], ['added', GRAPH]);
    const first = read();
    const two = await answer<LinkAnswer>(where, ['link', 'a', URL_2]);
    t.deepEqual(two.links, [
      { url: URL_1, label: 'Ticket "1"' },
      { url: URL_2, label: '' },
    ]);
    if (text.includes('\r\n')) {
      t.false(/[^\r]\n/.test(read()));
    }
    const { links } = await answer<Bundle>(where, ['ctx', 'a']);
    t.deepEqual(links, two.links);
    t.is((await answer<LinkAnswer>(where, ['link', 'a', URL_2])).outcome, 'unchanged');
    t.is((await answer<LinkAnswer>(where, ['link', 'a', '--remove', URL_2])).outcome, 'removed');
    t.is(read(), first);
    t.is((await answer<LinkAnswer>(where, ['link', 'a', '--remove', URL_1])).outcome, 'removed');
    t.is(read(), text);
    t.is((await answer<LinkAnswer>(where, ['link', 'a'])).outcome, 'listed');
  });
}

test('a label changes in its place, and ctx shows links in Markdown', async (t) => {
  const where = project(t, { [GRAPH]: FILES[0] ?? '' });
  await answer(where, ['link', 'a', URL_1]);
  await answer(where, ['link', 'a', URL_2]);
  const changed = await answer<LinkAnswer>(where, ['link', 'a', URL_1, '--label', 'ticket']);
  t.deepEqual([changed.outcome, changed.links[0]?.label], ['updated', 'ticket']);
  const { stdout } = await beadloom(where, ['ctx', 'a']);
  t.true(stdout.includes(`## Links\n- ticket: ${URL_1}\n- ${URL_2}\n`), stdout);
  const other = await answer<Bundle>(where, ['ctx', 'b']);
  t.is(other.links, undefined);
});

const REFUSED: Array<[args: string[], says: RegExp]> = [
  [['a', 'javascript:alert(1)'], /javascript: is not a link/],
  [['a', 'data:text/html,x'], /data: is not a link/],
  [['a', 'file:///etc/passwd'], /file: is not a link/],
  [['a', 'vscode://x'], /vscode: is not a link/],
  [['a', 'tracker.example/1'], /is not a URL/],
  [['a', ''], /is not a URL/],
  [['a', 'https://user:secret@a.example'], /name or password/],
  [['a', 'https://a.example/a b'], /no spaces/],
  [['a', `https://a.example/${'x'.repeat(600)}`], /at most 500/],
  [['a', URL_1, '--label', 'a\nb'], /one line/],
  [['a', URL_1, '--remove', URL_1], /either added or removed/],
  [['a', '--label', 'x'], /a label needs an address/],
  [['a', '--remove', URL_1], /has no link/],
  [['c', URL_1], /"c" not found/],
];

for (const [args, says] of REFUSED) {
  test(`refused: ${JSON.stringify(args).slice(0, 80)}`, async (t) => {
    const where = project(t, { [GRAPH]: FILES[0] ?? '' });
    const error = await failure(where, ['link', ...args]);
    t.regex(error.message, says);
    t.is(readFileSync(where.path(GRAPH), 'utf8'), FILES[0] ?? '');
  });
}

test('a form that leaves no sure place is refused with its line', async (t) => {
  for (const text of [
    'nodes:\n  - ref_id: a\n    kind: domain\n    links: &l\n      url: https://a.example\n',
    'x: &n\n  - {url: "https://b.example"}\nnodes:\n  - ref_id: a\n    kind: domain\n    links: *n\n',
  ]) {
    const where = project(t, { [GRAPH]: text });
    const error = await failure(where, ['link', 'a', URL_1]);
    t.regex(error.message, /does not change by itself/);
    t.is(error.path, GRAPH);
    t.is(readFileSync(where.path(GRAPH), 'utf8'), text);
  }
});

test('what a graph file says that is not a URL of the web is not shown', async (t) => {
  const text = `nodes:\n  - ref_id: a\n    kind: domain\n    links: ["javascript:x", {url: "${URL_1}", label: L}, 7]\n`;
  const where = project(t, { [GRAPH]: text });
  const { links } = await answer<Bundle>(where, ['ctx', 'a']);
  t.deepEqual(links, [{ url: URL_1, label: 'L' }]);
});
