// What Node has to load before a command can begin: it takes most of a millisecond over each file.
import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

import test from 'ava';

const DIST = new URL('../dist/', import.meta.url);

/** A file of `dist/` and all that it imports at once, by path, and the modules of Node that these ask for. */
function loaded(entry: string): { files: string[]; builtins: string[] } {
  const files = new Set<string>();
  const builtins = new Set<string>();
  const visit = (path: string) => {
    if (files.has(path)) {
      return;
    }
    files.add(path);
    const text = readFileSync(new URL(path, DIST), 'utf8');
    // Imports stand on lines of their own or one behind the other; what is imported when asked for is a call.
    for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["'`]([^"'`]+)["'`]/g)) {
      if (/^\.\.?\/[\w./-]+\.js$/.test(name)) {
        visit(posix.join(posix.dirname(path), name));
      } else if (/^node:[\w/]+$/.test(name)) {
        builtins.add(name);
      }
    }
    for (const [, name = ''] of text.matchAll(/\b\w+\(["'`](node:[\w/]+)["'`]\)/g)) {
      builtins.add(name);
    }
  };
  visit(entry);
  return { files: [...files].toSorted(), builtins: [...builtins].toSorted() };
}

test('a version is printed from one file', (t) => {
  t.deepEqual(loaded('cli.js').files, ['cli.js']);
});

test('the library is one file behind its entry', (t) => {
  const { files, builtins } = loaded('index.js');
  t.deepEqual(files, ['chunks/library.js', 'index.js']);
  t.false(builtins.includes('node:child_process'));
});

test('a command begins with three files, without processes, YAML or MCP', (t) => {
  const { files, builtins } = loaded('chunks/main.js');
  t.deepEqual(files, ['chunks/library.js', 'chunks/main.js', 'chunks/rolldown-runtime.js']);
  t.true(builtins.includes('node:fs'));
  t.false(builtins.includes('node:child_process'), builtins.join(', '));
  // Without what only readers need; YAML alone would be as much again.
  const bytes = files.reduce((sum, path) => sum + statSync(new URL(path, DIST)).size, 0);
  t.true(bytes < 250_000, String(bytes));
});
