import test from 'ava';

import type { GraphAnswer, RefsAnswer, WhyAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { difference, dump } from './support/dump.js';
import { project, type TestProject } from './support/project.js';

const nodes = (...ids: string[]) =>
  `nodes:\n${ids.map((id) => `  - {ref_id: ${id}, kind: domain, summary: ${id}, source: src/${id}/}\n`).join('')}`;

/** Folders say one thing and files another; the edges that follow from the files. */
const CASES: Record<string, { files: Record<string, string>; edges: string[] }> = {
  'C#: namespaces under another root than the folders': {
    files: {
      'src/Domain/Domain.csproj': '<Project></Project>\n',
      'src/Domain/Order.cs': 'namespace Acme.Ordering.Domain.Orders;\n\npublic class Order { }\n',
      'src/Api/Api.csproj':
        '<Project><ItemGroup><ProjectReference Include="..\\Domain\\Domain.csproj" /></ItemGroup></Project>\n',
      'src/Api/GlobalUsings.cs': 'global using Acme.Ordering.Domain.Orders;\n',
      'src/Other/Other.csproj': '<Project></Project>\n',
      'src/Other/Order.cs': 'namespace Acme.Ordering.Domain.Orders;\n\npublic class Order2 { }\n',
      '.beadloom/_graph/a.yml': nodes('Domain', 'Api', 'Other'),
    },
    edges: ['Api Domain'],
  },
  'Kotlin: folders without the common root, names in files of other names': {
    files: {
      'src/auth/Everything.kt': 'package org.acme.auth\n\nclass Tokens\n\nfun check() = true\n',
      'src/web/Main.kt': 'package org.acme.web\n\nimport org.acme.auth.check\n\nfun main() { check() }\n',
      '.beadloom/_graph/a.yml': nodes('auth', 'web'),
    },
    edges: ['web auth'],
  },
  'Scala: selectors, and packages that no folder shows': {
    files: {
      'src/store/All.scala': 'package org.acme.store\n\ncase class Row(a: Int)\ncase class Column(a: Int)\n',
      'src/web/Main.scala':
        'package org.acme.web\n\nimport org.acme.store.{Row, Column => C}\n\nobject Main { val a = Row(1) }\n',
      '.beadloom/_graph/a.yml': nodes('store', 'web'),
    },
    edges: ['web store'],
  },
  'Elixir: two modules in a file': {
    files: {
      'mix.exs': 'defmodule Shop.MixProject do\nend\n',
      'src/ledger/ledger.ex': 'defmodule Shop.Ledger do\nend\n\ndefmodule Shop.Cards do\nend\n',
      'src/web/page.ex': 'defmodule ShopWeb.Page do\n  alias Shop.Cards\nend\n',
      '.beadloom/_graph/a.yml': nodes('ledger', 'web'),
    },
    edges: ['web ledger'],
  },
  'PHP: no autoloader says where classes are': {
    files: {
      'src/money/class-money.php': '<?php\nnamespace Acme\\Money;\n\nclass Purse { }\n',
      'src/web/index.php': '<?php\nuse Acme\\Money\\Purse;\n\n$a = new Purse();\n',
      '.beadloom/_graph/a.yml': nodes('money', 'web'),
    },
    edges: ['web money'],
  },
  'Java: a flat tree of tests': {
    files: {
      'src/util/Helper.java': 'package org.acme.util;\n\npublic class Helper { }\n',
      'src/cases/Case.java': 'package org.acme.cases;\n\nimport org.acme.util.Helper;\n\nclass Case { }\n',
      '.beadloom/_graph/a.yml': nodes('util', 'cases'),
    },
    edges: ['cases util'],
  },
};

async function edges(where: TestProject): Promise<string[]> {
  const graph = await answer<GraphAnswer>(where, ['graph']);
  return graph.edges.map(({ src, dst }) => `${src} ${dst}`);
}

for (const [name, { files, edges: expected }] of Object.entries(CASES)) {
  test(name, async (t) => {
    const where = project(t, files);
    t.deepEqual(await edges(where), expected);
    for (const edge of expected) {
      const [from, to = ''] = edge.split(' ');
      const why = await answer<WhyAnswer>(where, ['why', to]);
      t.is(why.downstream[0]?.name, from);
    }
  });
}

test('a file that declares another namespace takes over imports of files that did not change', async (t) => {
  const files = CASES['Kotlin: folders without the common root, names in files of other names']?.files ?? {};
  const where = project(t, {
    ...files,
    'src/other/Other.kt': 'package org.acme.other\n\nfun check() = false\n',
    '.beadloom/_graph/a.yml': nodes('auth', 'web', 'other'),
  });
  t.deepEqual(await edges(where), ['web auth']);
  const moved = {
    'src/auth/Everything.kt': 'package org.acme.other\n\nclass Tokens\n',
    'src/other/Other.kt': 'package org.acme.auth\n\nfun check() = false\n',
  };
  for (const [path, text] of Object.entries(moved)) {
    where.write(path, text);
  }
  t.deepEqual(await edges(where), ['web other']);
  const fresh = project(t, { ...files, ...moved, '.beadloom/_graph/a.yml': nodes('auth', 'web', 'other') });
  t.is((await beadloom(fresh, ['reindex'])).code, 0);
  t.deepEqual(difference(dump(where), dump(fresh)), []);
});

test('C#: only what a project uses is meant for sure, and project files that change change that', async (t) => {
  const uses = (other: string) =>
    `<Project><ItemGroup><ProjectReference Include="..\\${other}\\${other}.csproj" /></ItemGroup></Project>\n`;
  const files = {
    'Far/Far.csproj': '<Project></Project>\n',
    'Far/Quince.cs': 'namespace Far;\n\npublic class QuinceLedger\n{\n    public void PostQuince() { }\n}\n',
    'Near/Near.csproj': uses('Far'),
    'Near/Near.cs': 'namespace Near;\n\npublic class Neighbour { }\n',
    'App/App.csproj': '<Project></Project>\n',
    'App/Program.cs':
      'using Far;\n\nnamespace App;\n\npublic class Program\n{\n    QuinceLedger ledger;\n    void Run(dynamic it) { it.PostQuince(); }\n}\n',
  };
  const where = project(t, files);
  const sure = async (of: TestProject) => {
    const { callers } = await answer<RefsAnswer>(of, ['refs', 'QuinceLedger']);
    return callers.filter(({ path }) => path === 'App/Program.cs').map(({ confidence }) => confidence);
  };
  for (const [manifest, confidence] of [
    [files['App/App.csproj'], ['ambiguous']],
    [uses('Near'), ['exact']],
    [files['App/App.csproj'], ['ambiguous']],
    [uses('Far'), ['exact']],
  ] as const) {
    where.write('App/App.csproj', manifest);
    t.deepEqual(await sure(where), confidence, manifest);
    t.deepEqual(
      await sure(project(t, { ...files, 'App/App.csproj': manifest })),
      confidence,
      `anew: ${manifest}`,
    );
  }
});

test('C#: the first project file of all changes what is meant as well', async (t) => {
  const files = {
    'Far/Quince.cs': 'namespace Far;\n\npublic class QuinceLedger\n{\n    public void PostQuince() { }\n}\n',
    'App/Program.cs': 'namespace App;\n\npublic class Program\n{\n    QuinceLedger ledger;\n}\n',
  };
  const where = project(t, files);
  const sure = async (of: TestProject) => {
    const { callers } = await answer<RefsAnswer>(of, ['refs', 'QuinceLedger']);
    return callers.map(({ confidence }) => confidence);
  };
  t.deepEqual(await sure(where), ['unique']);
  const manifests = { 'Far/Far.csproj': '<Project></Project>\n', 'App/App.csproj': '<Project></Project>\n' };
  for (const [path, text] of Object.entries(manifests)) where.write(path, text);
  t.deepEqual(await sure(where), ['ambiguous']);
  t.deepEqual(await sure(project(t, { ...files, ...manifests })), ['ambiguous'], 'anew');
});

test('C#: a global using is as good as one of the file itself, for the files of its project', async (t) => {
  const uses = (other: string) =>
    `<Project><ItemGroup><ProjectReference Include="..\\${other}\\${other}.csproj" /></ItemGroup></Project>\n`;
  const program = 'namespace App;\n\npublic class Program\n{\n    QuinceLedger ledger;\n    Pear pear;\n}\n';
  const files = {
    '.beadloom/_graph/a.yml': nodes('App'),
    'Far/Far.csproj': '<Project></Project>\n',
    'Far/Ledgers/Quince.cs':
      'namespace Far.Ledgers;\n\npublic class QuinceLedger\n{\n    public void PostQuince() { }\n}\n',
    'Far/Other/Quince.cs':
      'namespace Far.Other;\n\npublic class QuinceLedger { }\n\npublic class PearTree { }\n',
    'App/App.csproj': uses('Far'),
    'App/Usings.cs': 'using System;\n',
    'App/Program.cs': program,
    'Site/Site.csproj': uses('Far'),
    'Site/Program.cs': program.replace('App', 'Site'),
  };
  const where = project(t, files);
  const callers = async (of: TestProject, type: string) => {
    const { callers: all } = await answer<RefsAnswer>(of, ['refs', type]);
    return all.map(({ path, confidence }) => `${path} ${confidence}`).toSorted();
  };
  const steps: Array<[file: string, text: string, ledger: string[], pear: string[]]> = [
    ['App/Usings.cs', 'using System;\n', ['App/Program.cs ambiguous', 'Site/Program.cs ambiguous'], []],
    [
      'App/Usings.cs',
      'global using Far.Ledgers;\nglobal using Pear = Far.Other.PearTree;\nusing Far.Other;\n',
      ['App/Program.cs exact', 'Site/Program.cs ambiguous'],
      ['App/Program.cs exact'],
    ],
    [
      'Site/All.cs',
      'global using global::Far.Ledgers;\n',
      ['App/Program.cs exact', 'Site/Program.cs exact'],
      ['App/Program.cs exact'],
    ],
    ['App/Usings.cs', 'using System;\n', ['App/Program.cs ambiguous', 'Site/Program.cs exact'], []],
  ];
  const now: Record<string, string> = { ...files };
  for (const [file, text, ledger, pear] of steps) {
    now[file] = text;
    where.write(file, text);
    const fresh = project(t, now);
    for (const of of [where, fresh]) {
      t.deepEqual(await callers(of, 'Far/Ledgers/Quince.cs:QuinceLedger'), ledger, text);
      t.deepEqual(await callers(of, 'PearTree'), pear, text);
    }
    t.deepEqual(difference(dump(where), dump(fresh)), [], text);
  }
});

test('C#: of what several services have a copy, a project makes its own types', async (t) => {
  const proto =
    'syntax = "proto3";\npackage acme.health;\noption csharp_namespace = "Acme.Health";\nmessage Check { }\n';
  const where = project(t, {
    'cart/cart.csproj':
      '<Project><ItemGroup><PackageReference Include="Acme.Health" /></ItemGroup></Project>\n',
    'cart/Health.cs':
      'using Acme.Health;\n\nnamespace Cart;\n\npublic class Health\n{\n    Check check;\n}\n',
    'bill/bill.csproj':
      '<Project><ItemGroup><Protobuf Include="$(ProtosDir)\\health.proto" /></ItemGroup></Project>\n',
    'bill/Health.cs':
      'using Acme.Health;\n\nnamespace Bill;\n\npublic class Health\n{\n    Check check;\n}\n',
    'pb/health.proto': proto,
    '.beadloom/_graph/a.yml':
      'nodes:\n  - {ref_id: cart, kind: domain, summary: c, source: cart/}\n  - {ref_id: bill, kind: domain, summary: b, source: bill/}\n  - {ref_id: pb, kind: domain, summary: p, source: pb/}\n',
  });
  t.deepEqual(await edges(where), ['bill pb']);
});

/** How a header may say in which namespace its class is, with what another file may write for it. */
const SPELLINGS: Record<string, { open: string; close: string; written: string; prelude?: string }> = {
  'in one piece': { open: 'namespace acme::books {', close: '}', written: 'acme::books::' },
  'within each other': { open: 'namespace acme { namespace books {', close: '} }', written: 'acme::books::' },
  'inline within': {
    open: 'namespace acme::books { inline namespace v1 {',
    close: '} }',
    written: 'acme::books::',
  },
  'inline in one piece': { open: 'namespace acme::inline v1::books {', close: '}', written: 'acme::books::' },
  'an alias': {
    open: 'namespace acme::books {',
    close: '}',
    prelude: 'namespace ab = acme::books;',
    written: 'ab::',
  },
  'an alias of one part': {
    open: 'namespace acme {',
    close: '}',
    prelude: 'namespace a = acme;',
    written: 'a::',
  },
  'an alias of an alias': {
    open: 'namespace acme::books {',
    close: '}',
    prelude: 'namespace a = acme;\nnamespace ab = a::books;',
    written: 'ab::',
  },
  'an alias in the header': {
    open: 'namespace acme::books {',
    close: '}\nnamespace ab = acme::books;',
    written: 'ab::',
  },
  'from the global one': { open: 'namespace acme::books {', close: '}', written: '::acme::books::' },
};

for (const [name, { open, close, written, prelude = '' }] of Object.entries(SPELLINGS)) {
  for (const around of ['', 'namespace acme::app {']) {
    test(`C++: a path written out in full means one thing: ${name}${around && ', from a namespace'}`, async (t) => {
      const other = 'namespace zeta {\nclass Ledger { public: void post(); };\n}\n';
      const where = project(t, {
        'src/books/ledger.h': `#pragma once\n${open}\nclass Ledger { public: void post(); };\n${close}\n`,
        'src/zeta/ledger.h': `#pragma once\n${other}`,
        'src/app/main.cpp': [
          '#include "../books/ledger.h"',
          '#include "../zeta/ledger.h"',
          prelude,
          around,
          'namespace fs = std::filesystem;',
          `void run(${written}Ledger &ledger, fs::Ledger &file) { ledger.post(); }`,
          around && '}',
          '',
        ].join('\n'),
      });
      const { callers } = await answer<RefsAnswer>(where, ['refs', 'src/books/ledger.h:Ledger']);
      t.deepEqual(
        callers.map(({ path, confidence }) => `${path} ${confidence}`),
        ['src/app/main.cpp exact'],
      );
      const { callers: others } = await answer<RefsAnswer>(where, ['refs', 'src/zeta/ledger.h:Ledger']);
      t.deepEqual(others, []);
    });
  }
}
