// The page of `graph --format html`, in a real browser.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';

import type { GraphAnswer } from '../src/api/index.js';
import { launch, visit, type Visit } from './support/browser.js';
import { answer, beadloom } from './support/cli.js';
import { fixture, project, type TestProject } from './support/project.js';

const browser = await launch();
const inBrowser = browser === undefined ? test.skip : test.serial;
test.after.always(() => browser?.close());

type Look = Parameters<typeof visit>[2];

/** Writes the page of a project and opens it. */
async function open(t: ExecutionContext, where: TestProject, hash = '', look: Look = {}): Promise<Visit> {
  const { code, stderr } = await beadloom(where, ['graph', '--format', 'html', '-o', 'map.html', '-q']);
  t.is(code, 0, stderr);
  return reopen(t, where, hash, look);
}

async function reopen(t: ExecutionContext, where: TestProject, hash = '', look: Look = {}): Promise<Visit> {
  if (browser === undefined) {
    throw new Error('there is no browser');
  }
  const opened = await visit(browser, pathToFileURL(where.path('map.html')).href + hash, look);
  t.teardown(() => opened.page.context().close());
  await opened.page.waitForSelector('body[data-state=ready]', { timeout: 60_000 });
  return opened;
}

const names = (page: Page, within: string) => page.locator(`${within} button.node .name`).allTextContents();

/** A graph of so many nodes: domains with features that use each other. */
function large(t: ExecutionContext, nodes: number): TestProject {
  const domains = Math.ceil(Math.sqrt(nodes) / 2);
  const lines = ['nodes:'];
  const edges = ['edges:'];
  for (let at = 0; at < nodes; at++) {
    lines.push(
      `  - {ref_id: ${at < domains ? `domain-${at}` : `part-${at}`}, kind: ${at < domains ? 'domain' : 'feature'}}`,
    );
    if (at >= domains) {
      edges.push(`  - {src: part-${at}, dst: domain-${at % domains}, kind: part_of}`);
      const other = domains + ((at * 7_919) % (nodes - domains));
      if (other !== at) {
        edges.push(`  - {src: part-${at}, dst: part-${other}, kind: uses}`);
      }
    }
  }
  return project(t, { '.beadloom/_graph/graph.yml': `${[...lines, ...edges].join('\n')}\n` });
}

inBrowser('it opens without any request, and its policy forbids one', async (t) => {
  const { page, requests, complaints } = await open(t, fixture(t, 'shop'));
  t.deepEqual(await names(page, '#list'), ['auth', 'billing', 'FEAT-7', 'Invoice', 'shop'].toSorted());
  t.deepEqual([requests, complaints], [[], []]);

  // Whatever the page were made to do, nobody would hear of it.
  let visitors = 0;
  const server = createServer((_, response) => {
    visitors++;
    response.end();
  }).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const [attempt, directive] of [
    [`fetch('${address}')`, 'connect-src'],
    [`navigator.sendBeacon('${address}')`, 'connect-src'],
    [`document.body.append(Object.assign(document.createElement('img'), { src: '${address}' }))`, 'img-src'],
    [
      `document.body.append(Object.assign(document.createElement('script'), { src: '${address}' }))`,
      'script-src-elem',
    ],
    [
      `document.body.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '${address}' }))`,
      'style-src-elem',
    ],
    [
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${address}' }))`,
      'frame-src',
    ],
  ]) {
    const refused = await page.evaluate(`new Promise((resolve) => {
      addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
      Promise.resolve(${attempt}).catch(() => undefined);
    })`);
    t.is(refused, directive);
  }
  t.is(visitors, 0);
});

inBrowser('a click on the map shows a node, a click beside it none', async (t) => {
  const { page } = await open(t, fixture(t, 'shop'), '#FEAT-7');
  const details = page.locator('#details');
  t.is(await details.locator('h2').textContent(), 'FEAT-7');
  // Without its neighbours, the node that an address names stands in the middle.
  await page.keyboard.press('Escape');
  t.true(await details.isHidden());

  const { page: alone } = await openOne(t);
  const map = await alone.locator('#map').boundingBox();
  const middle = { x: (map?.width ?? 0) / 2, y: (map?.height ?? 0) / 2 };
  await alone.locator('#map').click({ position: middle });
  const panel = alone.locator('#details');
  t.is(await panel.locator('h2').textContent(), 'only');
  t.true((await panel.textContent())?.includes('It stands alone.'));
  t.is(await alone.evaluate('location.hash'), '#only');
  await alone.locator('#map').click({ position: { x: 10, y: 10 } });
  t.true(await panel.isHidden());
  t.is(await alone.evaluate('location.hash'), '');
});

function openOne(t: ExecutionContext): Promise<Visit> {
  const where = project(t, {
    '.beadloom/_graph/graph.yml': 'nodes:\n  - {ref_id: only, kind: domain, summary: It stands alone.}\n',
  });
  return open(t, where);
}

inBrowser('a node shows its summary, documents and neighbours, and these lead on', async (t) => {
  const { page } = await open(t, fixture(t, 'shop'));
  await page.locator('#list button', { hasText: 'FEAT-7' }).click();
  const details = page.locator('#details');
  const text = (await details.textContent()) ?? '';
  for (const expected of [
    'feature',
    'money goes back to where it came from',
    'docs/f/refunds.md',
    'Part of',
  ]) {
    t.true(text.includes(expected), `${expected} in ${text}`);
  }
  t.deepEqual(await names(page, '#details'), ['billing', 'Invoice', 'auth'].toSorted(byGroup(text)));
  await details.locator('button.node', { hasText: 'auth' }).click();
  t.is(await details.locator('h2').textContent(), 'auth');
  t.true((await names(page, '#details')).includes('FEAT-7'));
  t.is(await page.locator('#list button[aria-current=true]').textContent(), 'auth');
});

/** In the order in which a text names them. */
function byGroup(text: string): (a: string, b: string) => number {
  return (a, b) => text.lastIndexOf(a) - text.lastIndexOf(b);
}

inBrowser('documents that are behind their code are marked, and can be looked for', async (t) => {
  const where = fixture(t, 'shop');
  await open(t, where);
  // As the answer has it where a document is behind.
  const fresh = '"docs":["docs/f/refunds.md"],"stale_docs":[]';
  const html = readFileSync(where.path('map.html'), 'utf8');
  t.true(html.includes(fresh));
  where.write('map.html', html.replace(fresh, fresh.replace('[]', '["docs/f/refunds.md"]')));
  const { page } = await reopen(t, where, '#FEAT-7');
  t.is(await page.locator('#details header .badge').textContent(), 'stale documents');
  t.is(await page.locator('#details dd .badge').textContent(), 'behind');
  t.is(await page.locator('#list button', { hasText: 'FEAT-7' }).locator('.badge').textContent(), 'behind');
  for (const name of ['up to date', 'none']) {
    await page.locator('#filters label', { hasText: name }).locator('input').uncheck();
  }
  t.deepEqual(await names(page, '#list'), ['FEAT-7']);
});

inBrowser('search finds ids, summaries and documents; filters hide kinds', async (t) => {
  const { page } = await open(t, fixture(t, 'shop'));
  const search = page.locator('#search');
  for (const [query, expected] of [
    ['bill', ['billing', 'FEAT-7', 'Invoice', 'shop']],
    ['customer owes', ['Invoice']],
    ['refunds.md', ['FEAT-7']],
    ['<b>.*', []],
  ] as const) {
    await search.fill(query);
    const found = await names(page, '#list');
    t.deepEqual(found.slice(0, 1), expected.slice(0, 1), query);
    t.true(
      found.every((name) => expected.includes(name as never)),
      `${query}: ${found.join(' ')}`,
    );
  }
  await page.keyboard.press('Escape');
  t.is(await search.inputValue(), '');
  const box = (name: string) => page.locator('#filters label', { hasText: name }).locator('input');
  await box('domain').uncheck();
  t.deepEqual(await names(page, '#list'), ['FEAT-7', 'Invoice', 'shop']);
  t.is(await page.locator('.found').textContent(), '3 of 5 nodes');
  await box('domain').check();
  t.is((await names(page, '#list')).length, 5);

  const picture = () => page.evaluate(`document.querySelector('#map').toDataURL()`);
  await page.mouse.move(0, 0);
  const before = await settled(page, picture);
  await box('touches entity').uncheck();
  const after = await settled(page, picture);
  t.not(before, after, 'an edge is gone');
  await box('touches entity').check();
  t.is(await settled(page, picture), before, 'and back');
});

/** What a function gives once the map has drawn what was asked for. */
async function settled<T>(page: Page, get: () => Promise<T>): Promise<T> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))');
  return get();
}

/** What was drawn last: texts and rounded boxes in pixels, widths of edges, and heads of arrows. */
interface Drawn {
  texts: Array<{ text: string; x: number; y: number }>;
  boxes: Array<{ x: number; y: number; width: number; height: number }>;
  widths: number[];
  heads: number;
}

/** Draws the map anew, and says what was drawn. */
async function drawnOn(page: Page): Promise<Drawn> {
  await page.evaluate(`(() => {
    if (globalThis.lastDrawn !== undefined) return;
    const pen = CanvasRenderingContext2D.prototype;
    const begin = () => (globalThis.lastDrawn = { texts: [], boxes: [], widths: [], heads: 0 });
    begin();
    const watch = (name, note) => {
      const was = pen[name];
      pen[name] = function (...given) {
        note(this, ...given);
        return was.apply(this, given);
      };
    };
    const at = (canvas, x, y) => new DOMPoint(x, y).matrixTransform(canvas.getTransform());
    watch('fillRect', begin);
    watch('fillText', (canvas, text, x, y) => {
      const place = at(canvas, x, y);
      lastDrawn.texts.push({ text, x: place.x, y: place.y });
    });
    watch('roundRect', (canvas, x, y, width, height) => {
      const [from, to] = [at(canvas, x, y), at(canvas, x + width, y + height)];
      lastDrawn.boxes.push({ x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y });
    });
    watch('stroke', (canvas, path) => path instanceof Path2D && lastDrawn.widths.push(canvas.lineWidth));
    watch('closePath', () => lastDrawn.heads++);
  })()`);
  await page.locator('#zoom button', { hasText: 'Fit' }).click();
  return settled(page, () => page.evaluate('lastDrawn'));
}

/** Parts of a whole that use each other: so many edges, of which the first have counted imports. */
function linked(t: ExecutionContext, edges: number, counts: readonly number[] = []): TestProject {
  const ids = Array.from({ length: 20 }, (_, at) => `part-${at}`);
  const uses = Array.from({ length: edges }, (_, at) => ({
    src: ids[at % 20],
    dst: ids[(at + 1 + Math.floor(at / 20)) % 20],
    kind: 'uses',
    ...(at < counts.length ? { count: counts[at] } : {}),
  }));
  return project(t, {
    '.beadloom/_graph/graph.yml': JSON.stringify({
      nodes: [{ ref_id: 'whole', kind: 'service' }, ...ids.map((id) => ({ ref_id: id, kind: 'domain' }))],
      edges: [...ids.map((id) => ({ src: id, dst: 'whole', kind: 'part_of' })), ...uses],
    }),
  });
}

inBrowser('the forty strongest edges are drawn first, all on demand', async (t) => {
  const { page } = await open(t, linked(t, 60));
  const says = page.locator('#drawn');
  t.is(await says.textContent(), '40 strongest edges drawn of 60');
  t.is((await drawnOn(page)).heads, 40);
  const all = page.locator('#all-edges');
  await all.focus();
  await page.keyboard.press('Space');
  t.is(await says.textContent(), '60 edges drawn');
  t.is((await drawnOn(page)).heads, 60);
  await page.locator('#filters label', { hasText: 'uses' }).locator('input').uncheck();
  t.is(await says.textContent(), '0 edges drawn');
  t.is((await drawnOn(page)).heads, 0);

  const few = await open(t, linked(t, 40));
  t.is(await few.page.locator('#strongest').count(), 0);
  t.is((await drawnOn(few.page)).heads, 40);
});

inBrowser('an edge is as wide as what is behind it, and the strong ones stay', async (t) => {
  const { page } = await open(t, linked(t, 60, [...Array.from({ length: 41 }, () => 1), 10, 100, 1_000]));
  const { widths, heads } = await drawnOn(page);
  t.deepEqual([widths.toSorted((a, b) => a - b), heads], [[1, 4, 7, 8], 40]);
});

inBrowser('names stand inside of nodes, and the root is the frame around all', async (t) => {
  const where = linked(t, 30);
  for (const look of [{}, { width: 420, height: 800 }, { colorScheme: 'dark' as const }]) {
    const { page } = await open(t, where, '', look);
    const { texts, boxes } = await drawnOn(page);
    const holds = (box: Drawn['boxes'][number], { x, y }: { x: number; y: number }) =>
      x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
    const [frame, ...nodes] = boxes;
    t.true(texts.length >= 21 || look.width === 420, `${texts.length}`);
    for (const text of texts.filter((one) => one.text !== 'whole')) {
      t.is(nodes.filter((box) => holds(box, text)).length, 1, text.text);
    }
    // No node covers another one, and none stands outside of the frame.
    for (const [at, one] of nodes.slice(0, 20).entries()) {
      const corners = [one, { x: one.x + one.width, y: one.y + one.height }];
      t.true(frame !== undefined && corners.every((corner) => holds(frame, corner)));
      for (const other of nodes.slice(at + 1, 20)) {
        const apart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y;
        t.true(apart);
      }
    }
    await page.locator('#map').click({ position: { x: (frame?.x ?? 0) + 6, y: (frame?.y ?? 0) + 6 } });
    t.is(await page.locator('#details h2').textContent(), 'whole');
  }
});

inBrowser('everything can be reached by keyboard', async (t) => {
  const { page } = await open(t, fixture(t, 'shop'));
  const chosen = () => page.locator('#details h2').textContent();
  await page.keyboard.press('/');
  await page.keyboard.type('inv');
  await page.keyboard.press('Enter');
  t.is(await chosen(), 'Invoice');
  await page.keyboard.press('Escape');
  t.true(await page.locator('#details').isHidden());
  await page.keyboard.press('Escape');
  t.is(await page.locator('#search').inputValue(), '');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  t.is(await chosen(), (await names(page, '#list'))[1] ?? null);

  const picture = () => page.evaluate(`document.querySelector('#map').toDataURL()`);
  await page.locator('#map').focus();
  let before = await settled(page, picture);
  for (const key of ['ArrowLeft', '+', '-', 'ArrowUp', 'f']) {
    await page.keyboard.press(key);
    const after = await settled(page, picture);
    t.not(after, before, key);
    before = after;
  }
});

inBrowser('text of a project stays text', async (t) => {
  const evil = [
    '</script><script>globalThis.hit = 1</script>',
    '<img src=x onerror="globalThis.hit = 2">',
    '<!--<script>',
    ']]>"\'`${globalThis.hit = 3}&lt;',
  ];
  const nodes = evil.map((text, at) => ({ ref_id: `n${at} ${text}`, kind: 'domain', summary: text }));
  const where = project(t, {
    '.beadloom/_graph/graph.yml': JSON.stringify({
      nodes: nodes.map((node) => ({ ...node, note: evil[0] })),
    }),
  });
  const known = (await answer<GraphAnswer>(where, ['graph'])).nodes.map(({ ref_id: id }) => id);
  t.deepEqual(
    known,
    nodes.map(({ ref_id: id }) => id),
  );
  const { page, requests, complaints } = await open(t, where);
  t.deepEqual((await names(page, '#list')).toSorted(), known);
  for (const at of known.keys()) {
    await page.locator('#list button').nth(at).click();
    t.is(await page.locator('#details .summary').textContent(), evil[at] ?? '');
  }
  t.deepEqual([await page.evaluate('globalThis.hit ?? null'), requests, complaints], [null, [], []]);
  t.is(await page.locator('img, main script, aside script, nav script').count(), 0);
});

inBrowser('the same graph has the same picture, in light and in dark', async (t) => {
  const where = large(t, 60);
  const pictures = new Set<unknown>();
  await open(t, where);
  for (const colorScheme of ['light', 'light', 'dark', 'dark'] as const) {
    const { page } = await reopen(t, where, '', { colorScheme });
    pictures.add(await settled(page, () => page.evaluate(`document.querySelector('#map').toDataURL()`)));
  }
  t.is(pictures.size, 2);
});

for (const nodes of [10, 300, 2_000]) {
  inBrowser(`${nodes} nodes: opens, finds, shows`, async (t) => {
    const { page, requests, complaints } = await open(t, large(t, nodes));
    const last = `part-${nodes - 1}`;
    await page.locator('#search').fill(last);
    await page.keyboard.press('Enter');
    t.is(await page.locator('#details h2').textContent(), last);
    t.deepEqual([requests, complaints], [[], []]);
  });
}

inBrowser('cycles, self edges, deep nesting and a hub of thousands', async (t) => {
  const edges = ['a b', 'b a', 'c c'].map((pair) => pair.split(' ') as [string, string]);
  const chain = Array.from({ length: 60 }, (_, at) => `deep-${at}`);
  const many = Array.from({ length: 3_000 }, (_, at) => `leaf-${at}`);
  const all = [
    ...edges.map(([src, dst]) => ({ src, dst, kind: 'part_of' })),
    ...chain.slice(1).map((id, at) => ({ src: id, dst: chain[at], kind: 'part_of' })),
    ...many.map((id) => ({ src: id, dst: 'hub', kind: 'uses' })),
  ];
  const ids = ['a', 'b', 'c', 'hub', ...chain, ...many];
  const where = project(t, {
    '.beadloom/_graph/graph.yml': JSON.stringify({
      nodes: ids.map((id) => ({ ref_id: id, kind: 'domain' })),
      edges: all,
    }),
  });
  const { page, complaints } = await open(t, where, '#hub');
  t.is(await page.locator('#details h2').textContent(), 'hub');
  t.is((await names(page, '#details')).length, 40);
  await page.locator('#details .more').click();
  t.is((await names(page, '#details')).length, 3_000);
  for (const id of ['a', 'deep-59', 'c']) {
    await page.locator('#search').fill(id);
    await page.keyboard.press('Enter');
    t.is(await page.locator('#details h2').textContent(), id);
  }
  t.deepEqual(complaints, []);
});

inBrowser('without nodes it says so', async (t) => {
  const { page, complaints } = await open(t, project(t));
  t.is(await page.locator('#busy').textContent(), 'There are no nodes to show.');
  t.deepEqual(complaints, []);
});

test('the page is one file: nothing in it is loaded from anywhere', async (t) => {
  const where = fixture(t, 'shop');
  const { stdout } = await beadloom(where, ['graph', '--format', 'html']);
  t.true(stdout.startsWith('<!doctype html>\n'));
  t.deepEqual(
    [...stdout.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, target]) => target),
    ['data:,'],
  );
  t.notRegex(stdout, /@import|url\(/);
  t.regex(stdout, /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/);
  // Licences of what is inside.
  t.regex(stdout, /d3-force \S+ \(ISC\)/);
  const { code } = await beadloom(where, ['graph', '--format', 'html', '-o', 'page.html']);
  t.is(code, 0);
  t.is(readFileSync(where.path('page.html'), 'utf8'), stdout);
});

test('the page is called like the project, not like its folder', async (t) => {
  const where = fixture(t, 'shop');
  where.write('.beadloom/config.yml', 'version: 1\nrepo: the-shop\n');
  const { stdout } = await beadloom(where, ['graph', '--format', 'html']);
  t.regex(stdout, /<title>the-shop<\/title>/);
});
