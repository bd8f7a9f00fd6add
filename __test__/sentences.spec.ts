// What answers say of one thing, of odd names, and of an index that was made anew.
import { readFileSync, writeFileSync } from 'node:fs';

import test from 'ava';

import { beadloom } from './support/cli.js';
import { project } from './support/project.js';

const unix = process.platform === 'win32' ? test.skip : test;

test('one thing is said in the singular', async (t) => {
  const where = project(t, {
    'src/one.py': 'def only(): pass\n',
    'src/two.py': 'from one import only\n\n\ndef other():\n    return only()\n',
    '.beadloom/_graph/rules.yml':
      'version: 1\nrules:\n  - {name: small, check: {for: {kind: domain}, max_files: 1}}\n',
    '.beadloom/_graph/a.yml': 'nodes: [{ref_id: a, kind: domain, summary: A, source: src/}]\n',
  });
  const says = async (...args: string[]) => (await beadloom(where, args)).stdout;
  t.regex(await says('ctx', 'src/one.py'), /python file, 1 line$/m);
  t.regex(await says('ctx', 'src/two.py'), /python file, 5 lines$/m);
  t.regex(await says('why', 'src/one.py'), /1 line$/m);
  t.regex(await says('prime'), /lint: 0 errors, 1 warning|lint: 1 error, 0 warnings/);
  await says('generate-context');
  t.regex(readFileSync(where.path('.beadloom/CONTEXT.md'), 'utf8'), /2 code files, 2 symbols\./);
  t.regex(await says('snapshot', 'save'), /: 1 node, 0 edges, 2 public symbols$/m);
  for (const args of [['prime'], ['ctx', 'a'], ['why', 'only'], ['ci'], ['status', '--debt']]) {
    t.notRegex(await says(...args), /\b1 (?:files|lines|symbols|nodes|edges|errors|warnings|checks|steps)\b/);
  }
});

unix('a name that holds a line break is shown on one line, and leads back to its file', async (t) => {
  const where = project(t, { 'src/a.py': 'def f():\n    return 1\n' });
  writeFileSync(where.path('src/new\nline.py'), 'def g():\n    return 2\n');
  for (const name of ['src/new\nline.py', 'src/new line.py', 'src/new\\nline.py']) {
    const { code, stdout } = await beadloom(where, ['show', name]);
    t.is(code, 0, name);
    t.regex(stdout, /^src\/new line\.py:1-2.*\n1\tdef g\(\):\n2\t {4}return 2\n/, name);
    t.regex((await beadloom(where, ['show', `${name}:2`])).stdout, /return 2/, name);
    t.regex((await beadloom(where, ['path', name, 'f'])).stdout, /src\/new line\.py/, name);
  }
});

test('what is no text to search for is not proposed as one', async (t) => {
  const where = project(t, { 'a.py': 'def f():\n    return 1\n' });
  const { stdout } = await beadloom(where, ['show', 'f', "it's\nno name"]);
  t.regex(stdout, /1 reference was not found.*`beadloom search --exact TEXT`\.$/m);
});

test('an index that was made anew answers as one that was there', async (t) => {
  const answers: string[][] = [
    ['show', 'f'],
    ['refs', 'f'],
    ['ctx', 'f'],
    ['search', '--exact', 'return'],
  ];
  for (const args of answers) {
    const where = project(t, { 'a.py': 'def f():\n    return 1\n\n\ndef g():\n    return f()\n' });
    const last = async (env: Record<string, string>) => {
      const run = await beadloom(where, args, { env });
      t.is(run.code, 0, args.join(' '));
      return { end: run.stdout.trim().split('\n').at(-1) ?? '', stderr: run.stderr, stdout: run.stdout };
    };
    const before = await last({});
    t.regex(before.end, /^Complete: /, args.join(' '));
    // Another user's, as far as the key tells.
    const other = await last({ XDG_DATA_HOME: where.path('.data'), XDG_CACHE_HOME: where.path('.cache') });
    t.is(other.end, before.end, args.join(' '));
    t.regex(other.stderr + other.stdout, /made anew/, args.join(' '));
  }
});
