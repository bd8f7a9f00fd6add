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
