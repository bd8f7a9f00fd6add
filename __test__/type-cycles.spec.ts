import { rmSync } from 'node:fs';

import test from 'ava';

import type { CiAnswer, LintAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { project } from './support/project.js';

const RULES = 'version: 1\nrules:\n  - {name: acyclic, forbid_cycles: {scope: files}}\n';

/** The members of each cycle between files. */
const CASES: ReadonlyArray<readonly [string, Record<string, string>, readonly string[][]]> = [
  [
    'an interface and an alias of a type leave no import behind',
    {
      'a.ts': "import { B, C as D } from './b';\nexport class A { b?: B; d?: D; }\n",
      'b.ts':
        "import { A } from './a';\nexport interface B { x: number }\nexport type C = string;\nexport const made = () => new A();\n",
    },
    [],
  ],
  [
    'a class, an enum, and what is a type and a value do',
    {
      'a.ts': "import { B, E } from './b';\nexport const b = () => [new B(), E.x];\n",
      'b.ts': "import { b } from './a';\nexport class B {}\nexport enum E { x }\nexport const c = () => b;\n",
      'c.ts': "import { M } from './d';\nexport const c = M;\n",
      'd.ts': "import { c } from './c';\nexport interface M { x: number }\nexport const M = () => c;\n",
    },
    [
      ['a.ts', 'b.ts'],
      ['c.ts', 'd.ts'],
    ],
  ],
  [
    'a type that another file passes on is one all the same',
    {
      'a.ts': "import { B } from './index';\nexport class A { b?: B }\n",
      'b.ts': 'export interface B { x: number }\n',
      'index.ts': "import { A } from './a';\nexport * from './b';\nexport const a = () => new A();\n",
    },
    [],
  ],
  [
    'one value among types keeps the import',
    {
      'a.ts': "import { B, f } from './b';\nexport const a = (b: B) => f(b);\n",
      'b.ts':
        "import { a } from './a';\nexport interface B { x: number }\nexport const f = (b: B): unknown => a(b);\n",
    },
    [['a.ts', 'b.ts']],
  ],
  [
    'what only a type checker of Python sees',
    {
      'a.py': 'import typing as t\nif t.TYPE_CHECKING:\n    from b import B\nclass A: pass\n',
      'b.py': 'from a import A\nclass B(A): pass\n',
      'c.py': 'from typing import TYPE_CHECKING as TC\nif TC:\n    from d import D\nclass C: pass\n',
      'd.py': 'from c import C\nclass D(C): pass\n',
      'e.py': 'MYPY = False\nif MYPY:\n    from f import F\nclass E: pass\n',
      'f.py': 'from e import E\nclass F(E): pass\n',
    },
    [],
  ],
];

for (const [what, files, expected] of CASES) {
  test(what, async (t) => {
    const where = project(t, {
      '.beadloom/_graph/a.yml': 'nodes:\n  - {ref_id: all, kind: domain, summary: a, source: ./}\n',
      '.beadloom/_graph/rules.yml': RULES,
      ...files,
    });
    const { violations } = await answer<LintAnswer>(where, ['lint']);
    t.deepEqual(
      violations.map(({ members }) => members.toSorted()),
      expected,
    );
  });
}

/** At the base, after the change, and whether the cycle of the change is told. */
const CHANGES: ReadonlyArray<
  readonly [string, Record<string, string>, Record<string, string | null>, boolean]
> = [
  [
    'a type that became a class makes a cycle, though the import is as it was',
    {
      'a.ts': "import { B } from './b';\nexport class A { b?: B }\n",
      'b.ts': "import { A } from './a';\nexport interface B { x: number }\nexport const b = () => new A();\n",
    },
    {
      'b.ts': "import { A } from './a';\nexport class B { x = 1 }\nexport const b = () => new A();\n",
    },
    true,
  ],
  [
    'an import of a type to which one of a value was added',
    {
      'a.ts': "import { B } from './b';\nexport class A { b?: B }\n",
      'b.ts': "import { A } from './a';\nexport interface B { x: number }\nexport const b = () => new A();\n",
    },
    {
      'a.ts': "import { B, b } from './b';\nexport class A { b?: B; c = b }\n",
    },
    true,
  ],
  [
    'a type behind a file that passed it on became a class',
    {
      'a.ts': "import { B } from './index';\nexport class A { b?: B }\n",
      'b.ts': 'export type B = { x: number };\n',
      'index.ts': "import { A } from './a';\nexport { B } from './b';\nexport const a = () => new A();\n",
    },
    { 'b.ts': 'export class B { x = 1 }\n' },
    true,
  ],
  [
    'the file that passes a type on is another one now',
    {
      'a.ts': "import { B } from './index';\nexport class A { b?: B }\n",
      'b.ts': 'export type B = { x: number };\n',
      'index.ts': "import { A } from './a';\nexport * from './b';\nexport const a = () => new A();\n",
    },
    {
      'b.ts': null,
      'c.ts': 'export class B { x = 1 }\n',
      'index.ts': "import { A } from './a';\nexport * from './c';\nexport const a = () => new A();\n",
    },
    true,
  ],
  [
    'a component of Vue whose import named a type alone',
    {
      'a.vue':
        '<script setup lang="ts">\nimport { B } from \'./b\';\ndefineProps<{ b: B }>();\n</script>\n<template><p/></template>\n',
      'b.ts': "import A from './a.vue';\nexport interface B { x: number }\nexport const b = () => A;\n",
    },
    { 'b.ts': "import A from './a.vue';\nexport class B { x = 1 }\nexport const b = () => A;\n" },
    true,
  ],
  [
    'a cycle of values that was there, beside a type that came',
    {
      'a.ts': "import { B } from './b';\nexport class A { b = new B() }\n",
      'b.ts': "import { A } from './a';\nexport class B { x = 1 }\nexport const b = () => new A();\n",
    },
    {
      'b.ts':
        "import { A } from './a';\nexport class B { x = 1 }\nexport interface C { x: number }\nexport const b = () => new A();\n",
    },
    false,
  ],
];

for (const [what, before, change, isNew] of CHANGES) {
  withGit(`ci --base: ${what}`, async (t) => {
    const where = project(t, {
      '.gitignore': '.beadloom/beadloom.db*\n.beadloom/memory.db*\n.beadloom/CONTEXT.md\n',
      '.beadloom/_graph/a.yml': 'nodes:\n  - {ref_id: all, kind: domain, summary: a, source: ./}\n',
      '.beadloom/_graph/rules.yml': RULES,
      ...before,
    });
    rmSync(where.path('.git'), { recursive: true });
    git(where.root, 'init', '-q');
    git(where.root, 'add', '-A');
    git(where.root, 'commit', '-q', '-m', 'before');
    const cycles = async (...more: string[]) => {
      const { stdout } = await beadloom(where, ['ci', '--json', ...more]);
      const { findings } = JSON.parse(stdout) as CiAnswer;
      return findings.filter(({ rule }) => rule === 'acyclic').length;
    };
    t.is(await cycles(), isNew ? 0 : 1);
    for (const [path, text] of Object.entries(change)) {
      if (text === null) {
        rmSync(where.path(path));
      } else {
        where.write(path, text);
      }
    }
    t.is(await cycles(), 1);
    t.is(await cycles('--base', 'HEAD'), isNew ? 1 : 0);
  });
}
