import test from 'ava';

import type { LintAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
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
