// `node scripts/map-picture.mjs [PROJECT] [--output FILE] [--node REF] [--width N] [--height N] [--dark]`: takes a
// picture of the map that `beadloom graph --format html` draws of a project. Without words: that of this repository,
// for the README. Needs a built shell and addon, and a browser as the tests of the page do.

import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { ensureAddon, ensureShell } from './lib/ensure.mjs';
import { Failure, output, root, script } from './lib/process.mjs';

/** A picture that everybody who opens the README fetches, and every clone carries. */
const MAX_BYTES = 200 * 1024;

await script(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o', default: join(root, 'docs', 'images', 'map.png') },
      node: { type: 'string' },
      width: { type: 'string', default: '1120' },
      height: { type: 'string', default: '700' },
      dark: { type: 'boolean', default: false },
    },
  });
  ensureAddon();
  ensureShell();
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-map-'));
  const browser = await started(folder);
  try {
    const page = join(folder, 'map.html');
    const project = resolve(positionals[0] ?? root);
    const asked = ['--project', project, '--quiet', 'graph', '--format', 'html', '--output', page];
    // A picture of an index that is out of date would say so.
    output(process.execPath, [join(root, 'dist', 'cli.js'), '--project', project, '--quiet', 'reindex']);
    output(process.execPath, [join(root, 'dist', 'cli.js'), ...asked]);
    const picture = resolve(values.output);
    mkdirSync(dirname(picture), { recursive: true });
    await photograph(browser, page, picture, values);
    const { size } = statSync(picture);
    if (size > MAX_BYTES) {
      throw new Failure(`the picture has ${size} bytes, more than ${MAX_BYTES}; make it smaller`);
    }
    console.log(`wrote ${picture} (${Math.ceil(size / 1024)} KB)`);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function started(folder) {
  // The browser among the packages looks for fonts where a bare machine would have them, and draws no text without.
  const fonts = [join(root, 'node_modules', '.cache', 'beadloom-browser', 'fonts'), '/usr/share/fonts'];
  const settings = `${folder}/fonts.conf`;
  const list = fonts.map((place) => `<dir>${place}</dir>`).join('');
  writeFileSync(
    settings,
    `<?xml version="1.0"?><fontconfig>${list}<cachedir>${folder}</cachedir></fontconfig>\n`,
  );
  process.env.FONTCONFIG_FILE ??= settings;
  // The sources are TypeScript, as they are for the tests.
  await import('@oxc-node/core/register');
  const { launch } = await import('../__test__/support/browser.ts');
  const browser = await launch();
  if (browser === undefined) throw new Failure('there is no browser; BEADLOOM_BROWSER names one');
  return browser;
}

/** @param {{ node?: string, width: string, height: string, dark: boolean }} look `node`: the one that is selected */
async function photograph(browser, file, picture, { node, width, height, dark }) {
  const context = await browser.newContext({
    viewport: { width: Number(width), height: Number(height) },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('body[data-state=ready]', { timeout: 60_000 });
  if (node !== undefined) await page.locator('#list button.node', { hasText: node }).first().click();
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: picture });
}
