import test from 'ava';

import type { DocsAuditAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { project } from './support/project.js';

/** A project that the documents of these tests speak of. */
const PROJECT = {
  'package.json': JSON.stringify({
    name: 'shop-tools',
    private: true,
    version: '2.1.0',
    engines: { node: '>=20.19' },
    scripts: { build: 'tsc', 'test:unit': 'ava' },
  }),
  Makefile: 'check: lint\n\tx\nlint:\n\ty\n.PHONY: check lint\n',
  'src/billing/charge.ts':
    'export class Ledger {\n  post(): void {}\n  total(): void {}\n}\nexport function parseHeaders() {}\n',
  'src/billing/tax.ts': 'export const a = 1;\n',
  'src/auth/tokens.ts': 'export const b = 1;\n',
  'scripts/release.sh': 'true\n',
  'packages/a/index.ts': 'export {};\n',
  'packages/b/index.ts': 'export {};\n',
  'docs/guide.md':
    '# Guide\n\n## Getting started\n\ntext\n\n## `<options>` of the tool\n\n<a id="old-name"></a>\n',
  'docs/other.md': '# Other\n',
};

/** A line of README.md, and what is found in it: kind, what is said, and the nearest thing. */
const CASES: Array<[line: string, found: Array<[kind: string, said: string, nearest: string | null]>]> = [
  ['[a](docs/guide.md), [b](docs/), [c](./src/billing/charge.ts#L3)', []],
  ['[a](docs/gudie.md)', [['link', 'docs/gudie.md', 'docs/guide.md']]],
  ['[a](docs/charge.ts)', [['link', 'docs/charge.ts', 'src/billing/charge.ts']]],
  ['[a](docs/urls.md)', [['link', 'docs/urls.md', null]]],
  ['[a](path/to/your.md) [b](url) [c](your-file.md)', []],
  ['![x](docs/picture.png)', [['link', 'docs/picture.png', null]]],
  ['[a](https://a.example/x.md), [b](/guide), [c](mailto:a@b), [d](../outside.md)', []],
  [
    '[a](docs/guide.md#getting-started), [b](docs/guide.md#options-of-the-tool), [c](docs/guide.md#old-name)',
    [],
  ],
  ['[a](docs/guide.md#geting-started)', [['anchor', 'docs/guide.md#geting-started', '#getting-started']]],
  ['[a](docs/guide.md#guide-getting-started)', []],
  ['[a](#nowhere-at-all)', [['anchor', '#nowhere-at-all', null]]],
  ['The code is in `src/billing/charge.ts` and `billing/tax.ts:3`.', []],
  ['The code is in `src/billing/charges.ts`.', [['path', 'src/billing/charges.ts', 'src/billing/charge.ts']]],
  [
    'Tokens are checked in `src/billing/tokens.ts`.',
    [['path', 'src/billing/tokens.ts', 'src/auth/tokens.ts']],
  ],
  ['It was removed from `src/billing/charges.ts`.', []],
  ['Create a file `src/billing/discount.ts`.', []],
  ['Types are `application/json`, branches `origin/main`, globs `src/*.ts`, and `path/to/file.ts`.', []],
  ['`Ledger.post()` and `Ledger.total` do it.', []],
  ['`Ledger.posts()` does it.', [['symbol', 'Ledger.posts()', 'Ledger.post']]],
  ['`parse_header()` reads them.', [['symbol', 'parse_header()', 'parseHeaders']]],
  ['`useState()` and `os.path.join()` are others.', []],
  ['Run `npm run build` and `npm run test:unit`, then `make check`.', []],
  ['Run `npm run biuld`.', [['command', 'npm run biuld', 'npm run build']]],
  ['Run `make chekc`.', [['command', 'make chekc', 'make check']]],
  ['Run `./scripts/release.sh`.', []],
  ['Run `./scripts/relase.sh`.', [['command', './scripts/relase.sh', 'scripts/release.sh']]],
  ['It requires Node.js 20.19 or later.', []],
  ['It requires Node.js 18 or later.', [['version', 'Node.js 18', '20.19']]],
  ['It was tested with Node.js 18, 20 and 22.', []],
  ['npm install shop-tools@2', []],
  ['npm install shop-tools@1.4', [['version', 'npm install shop-tools@1.4', '2.1.0']]],
  ['The two packages in `packages/` are published.', []],
  ['The three packages in `packages/` are published.', [['count', 'three packages', '2 packages']]],
  ['About three packages in `packages/` are published.', []],
];

for (const [line, found] of CASES) {
  test(`${found.length === 0 ? 'nothing' : (found[0]?.[0] ?? '')}: ${line}`, async (t) => {
    const where = project(t, { ...PROJECT, 'README.md': `# Shop\n\n${line}\n` });
    const { findings } = await answer<DocsAuditAnswer>(where, ['docs', 'audit']);
    t.deepEqual(
      findings.map(({ kind, said, nearest }) => [kind as string, said, nearest]),
      found,
    );
    t.true(findings.every(({ path, line: number }) => path === 'README.md' && number === 3));
  });
}

/** Documents that are right in their place, by what makes them so. */
const RIGHT: Record<string, Record<string, string>> = {
  'references that Sphinx looks up, and what it makes': {
    'docs/conf.py': '',
    'docs/reference/blocks.rst': 'Blocks\n',
    'docs/guide/a.md':
      '# A\n\n[Ledger](shop.billing.Ledger) [label](#a-label-elsewhere) [text](../llms.txt)\n' +
      '[made](../reference/blocks.html.md) [api](../api/generated.md) {class}`Ledger.posts()` {file}`src/billing/charges.ts`\n',
  },
  'what other builders make': {
    'mkdocs.yml': 'site_name: Shop\n',
    'docs/guide/a.md': '# A\n\n[a](../sitemap.xml) [b](../_api/index.md)\n',
  },
  'anchors without accents, of pictures, and in lists of attributes': {
    'docs/guide/a.md':
      '# Über uns\n\n## ℹ️ 🖥\n\n* **`locale`**{ #theme-locale }: x\n\n## 日本語\n\n' +
      '[a](#uber-uns) [b](#i) [c](#theme-locale) [d](#_1)\n',
  },
  'files that a nested ignore file names': {
    'src/billing/.gitignore': 'secrets.ts\n',
    'src/billing/README.md': '# Billing\n\nKeys are in `src/billing/secrets.ts`: [keys](secrets.ts).\n',
  },
  'what was new in a version': {
    'README.md': '# Shop\n\n## What is new\n\n### v1\n\n* It requires Node.js 16 or later.\n',
  },
};

for (const [what, files] of Object.entries(RIGHT)) {
  test(`no finding: ${what}`, async (t) => {
    const where = project(t, { ...PROJECT, ...files });
    t.deepEqual((await answer<DocsAuditAnswer>(where, ['docs', 'audit'])).findings, []);
  });
}

test('pages of a site are compared with their sources', async (t) => {
  for (const builder of ['docs/conf.py', 'mkdocs.yml', 'docs/.vitepress/config.ts']) {
    const where = project(t, {
      ...PROJECT,
      [builder]: '',
      'docs/guide/a.md': '# A\n\n[a](../gide.md) ![b](../b.png) [c](../other.md)\n',
    });
    t.deepEqual(
      (await answer<DocsAuditAnswer>(where, ['docs', 'audit'])).findings.map(({ said }) => said),
      ['../b.png', '../gide.md'],
      builder,
    );
  }
});

test('a worked example speaks of files that are not there', async (t) => {
  const text =
    '# A\n\n## Example: one more part\n\n1. The module: `src/billing/fees.ts`.\n\n## Parts\n\nFees: `src/billing/fees.ts`.\n';
  const where = project(t, { ...PROJECT, 'AGENTS.md': text });
  const { findings } = await answer<DocsAuditAnswer>(where, ['docs', 'audit']);
  t.deepEqual(
    findings.map(({ line, said }) => [line, said]),
    [[9, 'src/billing/fees.ts']],
  );
});

test('commands in blocks of shell count, in documents for those who work on the project', async (t) => {
  const block = '# A\n\n```bash\n$ npm run nope # c\nnpm run build\n```\n\n```js\nnpm run other\n```\n';
  const where = project(t, { ...PROJECT, 'CONTRIBUTING.md': block, 'docs/use.md': block });
  const { findings } = await answer<DocsAuditAnswer>(where, ['docs', 'audit']);
  t.deepEqual(
    findings.map(({ path, line, said }) => [path, line, said]),
    [['CONTRIBUTING.md', 4, 'npm run nope']],
  );
});

test('documents about other times and places are left out', async (t) => {
  const wrong = '# X\n\nSee [a](nowhere.md).\n';
  const left = [
    'CHANGELOG.md',
    'docs/adr/0001-x.md',
    'vendor/y/README.md',
    'tests/fixtures/z.md',
    'UPGRADING.md',
  ];
  const where = project(t, Object.fromEntries([...left, 'README.md'].map((path) => [path, wrong])));
  const { findings, summary } = await answer<DocsAuditAnswer>(where, ['docs', 'audit']);
  t.deepEqual([summary.left_out, findings.map(({ path }) => path)], [left.length, ['README.md']]);
});

test('--fail-if decides the exit code', async (t) => {
  const where = project(t, { ...PROJECT, 'README.md': '# A\n\n[a](b.md) [c](d.md) `src/billing/no.ts`\n' });
  for (const [condition, code] of [
    ['findings > 0', 2],
    ['findings > 3', 0],
    ['links >= 2 and paths == 1', 2],
    ['links > 2 or anchors != 0', 0],
    ['links > 2 or paths > 0 and findings == 3', 2],
  ] as const) {
    const run = await beadloom(where, ['docs', 'audit', '--fail-if', condition]);
    t.is(run.code, code, condition);
    t.true(run.stdout.includes('nearest: src/billing/tax.ts') || run.stdout.includes('src/billing/no.ts'));
  }
  for (const condition of [
    '',
    'findings',
    'nonsense > 1',
    'links > many',
    'links > 1 and',
    '__proto__ > 0',
  ]) {
    const { message, hint } = await failure(where, ['docs', 'audit', '--fail-if', condition]);
    t.regex(`${message} ${hint}`, /invalid condition .* at column \d+/, condition);
  }
  t.regex(
    (await failure(where, ['docs', 'generate', '--fail-if', 'links > 1'])).message,
    /belongs to docs audit/,
  );
  t.regex((await failure(where, ['docs', 'audit', 'billing'])).message, /docs audit takes no 'billing'/);
});

test('hostile documents end, and claims outside the project are none', async (t) => {
  const where = project(t, {
    ...PROJECT,
    'README.md': [
      '# A',
      `${'['.repeat(2000)}x`,
      `${'`'.repeat(3001)}`,
      `[a](${'../'.repeat(200)}etc/passwd)`,
      `[b](${'x/'.repeat(2000)}y.md)`,
      `\`${'a.'.repeat(3000)}b()\``,
      '[c](%2e%2e/%2e%2e/etc/passwd.md)',
      '[d](docs/%00.md) [e](docs/%ff.md)',
      '\u202E`src/billing/\u202Ex.ts`',
    ].join('\n\n'),
    // Each brace could begin a list of attributes that goes on to the end.
    'docs/braces.md': `# A\n\n${'{#'.repeat(400_000)}\n\n[a](#a)\n`,
  });
  const { findings } = await answer<DocsAuditAnswer>(where, ['docs', 'audit']);
  t.false(findings.some(({ said }) => said.includes('passwd')));
});

/** A document, and what is found in it. */
const PAGES: Array<[path: string, text: string, found: string[]]> = [
  ['a.mdx', '# T\n\n{/* [c](gone1.md) `npm run x` */}\n', []],
  ['b.md', '# B\n\n[//]: # ([x](gone2.md))\n\n$$\n[m](gone3.md)\n$$\n\nIn $$[m](gone4.md)$$ too.\n', []],
  [
    'b3.md',
    '# B\n\nThe sum $[m](gone1.md)$, ($x_[m](gone2.md)$) and \\([m](gone3.md)\\) or \\\\([m](gone4.md)\\\\).\n\n\\[\n[m](gone5.md)\n\\]\n',
    [],
  ],
  [
    'b4.md',
    '# B\n\nIt costs $5 [a](gone1.md) or $6.\n\n\\$x [b](gone2.md)$ and `$`[c](gone3.md)`$`; US$ [d](gone4.md)$, $A/[e](gone5.md)/$B.\n\n\\[[f](gone6.md)\\] $ [g](gone7.md) $\n\n$a\n[h](gone8.md)$\n',
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `gone${number}.md`),
  ],
  ['b2.md', '# B\n\n<!--\n[a](gone5.md)\n\n[b](gone6.md)\n-->\n\n`$$` [m](gone.md) `$$`\n', ['gone.md']],
  [
    'c.md',
    '# C\n\n[1](#multi-linesetext) [2](#multi-line-setext)\n\nMulti line\nsetext\n======\n',
    ['#multi-line-setext'],
  ],
  [
    'd.md',
    '# D\n\n[1](#in-fence) [2](#commented) [3](#fake) [4](#indented)\n\n- item\n  ```sh\n  # in fence\n  ```\n\n<!--\n## Commented\n-->\n\n    Fake\n---\n\n    ## Indented\n',
    ['#in-fence', '#commented', '#fake', '#indented'],
  ],
  [
    'e.md',
    '# E\n\n[1](#in-pre) [2](#tilde)\n\n<pre>\n## In pre\n</pre>\n\n~~~~\n~~~\n## Tilde\n~~~\n~~~~\n',
    ['#in-pre', '#tilde'],
  ],
  [
    'f.md',
    '# F\n\n[1](#step-1) [2](#step-1-1) [3](#step-1-2) [4](#step-2) [5](#setup-1)\n\n## Step 1\n\n## Step 1\n\n## Step 1\n\n## Setup\n\n## Setup\n',
    ['#step-2'],
  ],
];

for (const [path, text, found] of PAGES) {
  test(`what a page shows is read, in ${path}`, async (t) => {
    const where = project(t, {
      'package.json': '{"name":"w","version":"1.0.0","scripts":{"build":"tsc"}}',
      [path]: text,
    });
    const { findings } = await answer<DocsAuditAnswer>(where, ['docs', 'audit']);
    t.deepEqual(findings.map(({ said }) => said).toSorted(), found.toSorted());
  });
}

/** Scripts by package, what a document says is run, and what is missing. */
const SCRIPTS: Array<[said: string, found: string[]]> = [
  ['npm test', ['package.json has no script test']],
  ['npm t', ['package.json has no script test']],
  ['npm -s test -- --watch', ['package.json has no script test']],
  ['pnpm test', ['package.json has no script test']],
  ['yarn test', ['package.json has no script test']],
  ['npm start', ['package.json has no script start']],
  ['npm stop', ['package.json has no script stop']],
  ['npm restart', ['package.json has no script restart']],
  ['npm run --silent nope', ['package.json has no script nope']],
  ['npm run dev -w packages/a', ['packages/a/package.json has no script dev']],
  ['npm run dev --workspace=@w/a', ['packages/a/package.json has no script dev']],
  ['yarn workspace @w/a dev', []],
  ['yarn workspace @w/a run dev', ['packages/a/package.json has no script dev']],
  ['pnpm --filter @w/a run dev', ['packages/a/package.json has no script dev']],
  ['npm --prefix packages/a run dev', ['packages/a/package.json has no script dev']],
  ['npm run unit -w packages/a', []],
  ['npm run unit -w packages/none', []],
  ['npm run build && npm run dev && npm run unit', []],
  ['npm run nope --if-present', []],
  ['bun run nope', ['package.json has no script nope']],
  ['bun run tool.ts', []],
  ['bun test', []],
  ['yarn run eslint', []],
  ['npm install', []],
  ['npm ci && npm test', ['package.json has no script test']],
  ['make -j4 check deploy', ['the Makefile has no target deploy']],
  ['make check V=1', []],
  ['make -C web all', []],
  ['make it work', []],
];

for (const [said, found] of SCRIPTS) {
  test(`scripts that are run: ${said}`, async (t) => {
    const where = project(t, {
      'package.json': JSON.stringify({
        name: 'w',
        private: true,
        scripts: { build: 'tsc', dev: 'vite', test: 'echo "Error: no test specified" && exit 1' },
        devDependencies: { eslint: '9' },
      }),
      'packages/a/package.json': '{"name":"@w/a","scripts":{"unit":"vitest"}}',
      'tool.ts': 'export {};\n',
      Makefile: 'check:\n\ttrue\n',
      'CONTRIBUTING.md': `# C\n\n\`\`\`sh\n${said}\n\`\`\`\n`,
    });
    const { findings } = await answer<DocsAuditAnswer>(where, ['docs', 'audit']);
    t.deepEqual(
      findings.map(({ message }) => message),
      found,
    );
  });
}

test('what npm runs without a script of that name is there', async (t) => {
  const text =
    '# C\n\nRun `npm start`, `pnpm start`, `npm restart`, `yarn start` and `npm tests`, then `npm test`.\n';
  const where = project(t, {
    'package.json': '{"name":"w","private":true,"scripts":{"tests":"x"}}',
    'server.js': 'void 0;\n',
    'CONTRIBUTING.md': text,
  });
  const { findings } = await answer<DocsAuditAnswer>(where, ['docs', 'audit']);
  t.deepEqual(
    findings.map(({ said, nearest }) => [said, nearest]),
    [
      ['npm test', 'npm run tests'],
      ['yarn start', null],
    ],
  );
});

test('commands in running text count, also in the README of a published package', async (t) => {
  const where = project(t, {
    'package.json': '{"name":"w","version":"1.2.0","scripts":{"build":"tsc"}}',
    'README.md':
      '# R\n\nRun `npm run unit` and `npm run build`.\n\n## In your project\n\nRun `npm run dev`.\n',
    'CONTRIBUTING.md':
      '# C\n\nUse `npm run unit` before a commit.\n\nThe script `npm run old` was removed.\n',
    'AGENTS.md': '# A\n\nRun `npm run unit`.\n',
  });
  const { findings } = await answer<DocsAuditAnswer>(where, ['docs', 'audit']);
  t.deepEqual(
    findings.map(({ path, said }) => [path, said]),
    ['AGENTS.md', 'CONTRIBUTING.md', 'README.md'].map((path) => [path, 'npm run unit']),
  );
});
