// What Mermaid draws of `beadloom graph`, in a real browser: it reads more than it can draw.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';

import { launch } from './support/browser.js';
import { beadloom } from './support/cli.js';
import { project } from './support/project.js';

const browser = await launch();
const inBrowser = browser === undefined ? test.skip : test.serial;
test.after.always(() => browser?.close());

const MERMAID = join(
  dirname(createRequire(import.meta.url).resolve('mermaid/package.json')),
  'dist/mermaid.min.js',
);

/** A page that draws diagrams, alone. */
async function board(t: ExecutionContext): Promise<Page> {
  if (browser === undefined) {
    throw new Error('there is no browser');
  }
  const page = await browser.newPage();
  t.teardown(() => page.close());
  await page.addScriptTag({ content: readFileSync(MERMAID, 'utf8') });
  await page.evaluate('mermaid.initialize({ startOnLoad: false })');
  return page;
}

/** The labels of frames, and how many arrows are drawn. */
async function draw(page: Page, text: string): Promise<{ frames: string[]; arrows: number }> {
  return page.evaluate(`(async () => {
    const { svg } = await mermaid.render('drawing', ${JSON.stringify(text)});
    const drawing = new DOMParser().parseFromString(svg, 'text/html');
    const text = (node) => (node.querySelector('.cluster-label') ?? node).textContent.trim();
    return {
      frames: [...drawing.querySelectorAll('.cluster')].map(text).toSorted(),
      arrows: drawing.querySelectorAll('.edgePaths path[marker-end]').length,
    };
  })()`);
}

type Edge = readonly [src: string, dst: string, kind: string];

async function flowchart(t: ExecutionContext, edges: readonly Edge[], ...args: string[]): Promise<string> {
  const ids = [...new Set(edges.flatMap(([src, dst]) => [src, dst]))];
  const where = project(t, {
    '.beadloom/_graph/graph.yml': JSON.stringify({
      nodes: ids.map((id) => ({ ref_id: id, kind: 'domain' })),
      edges: edges.map(([src, dst, kind]) => ({ src, dst, kind })),
    }),
  });
  const { code, stdout, stderr } = await beadloom(where, ['graph', ...args]);
  t.is(code, 0, stderr);
  return stdout;
}

inBrowser('frames, arrows to them, and arrows from what is inside', async (t) => {
  const page = await board(t);
  const text = await flowchart(t, [
    ['shop', 'all', 'part_of'],
    ['carts', 'shop', 'part_of'],
    ['items', 'carts', 'part_of'],
    ['mails', 'all', 'part_of'],
    ['items', 'shop', 'uses'],
    ['shop', 'items', 'uses'],
    ['all', 'mails', 'uses'],
    ['mails', 'carts', 'uses'],
    // The first by its name is the frame.
    ['carts', 'mails', 'part_of'],
  ]);
  t.deepEqual(await draw(page, text), {
    frames: ['all (domain)', 'mails (domain)', 'carts (domain)'].toSorted(),
    arrows: 5,
  });
});

/** Numbers that look like chance and are the same every time. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

inBrowser('whatever is part of what, and whatever leads where', async (t) => {
  const page = await board(t);
  for (let seed = 1; seed <= 25; seed++) {
    const chance = numbers(seed);
    const below = (most: number) => Math.floor(((chance.next().value as number) ?? 0) * most);
    const nodes = 3 + below(16);
    const id = () => `n${below(nodes)}`;
    const edges: Edge[] = [
      ...Array.from({ length: below(nodes * 2) }, () => [id(), id(), 'part_of'] as const),
      ...Array.from({ length: 1 + below(60) }, () => [id(), id(), 'uses'] as const),
    ];
    const unique = [...new Map(edges.map((edge) => [edge.join(' '), edge])).values()];
    const text = await flowchart(t, unique);
    const { arrows } = await draw(page, text);
    t.is(arrows, text.match(/^ {2}n\d+\w* -\.?->/gm)?.length ?? 0, `${seed}: ${text}`);
  }
});

inBrowser('C4 diagrams too', async (t) => {
  const page = await board(t);
  const edges = Array.from(
    { length: 12 },
    (_, at) =>
      [
        [`s${at}`, 'platform', 'part_of'],
        [`part-${at}`, `s${at}`, 'part_of'],
        [`part-${at}`, `s${(at + 5) % 12}`, 'uses'],
        ['platform', `s${at}`, 'uses'],
      ] as const,
  ).flat();
  for (const level of ['context', 'container', 'component']) {
    const text = await flowchart(t, edges, '--format', 'c4', '--level', level);
    const drawn = await page.evaluate(
      `mermaid.render('drawing', ${JSON.stringify(text)}).then(({ svg }) => svg.includes('platform'))`,
    );
    t.true(drawn, text);
  }
});
