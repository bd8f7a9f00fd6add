// Documents that nobody linked: which sections a change of code makes untrue.
import { renameSync, rmSync } from 'node:fs';

import test, { type ExecutionContext } from 'ava';

import type { DriftedSection, SyncCheckAnswer } from '../src/api/index.js';
import { beadloom } from './support/cli.js';
import { git, GIT_ENVIRONMENT, withGit } from './support/git.js';
import { project, type TestProject } from './support/project.js';

const CLIENT = `import time


RETRY_LIMIT = 3


def fetch_page(url, timeout):
    """Fetches a page, again where it fails."""
    for attempt in range(RETRY_LIMIT):
        answer = open_connection(url, timeout)
        if answer is not None:
            return answer
        time.sleep(attempt)
    return None


def open_connection(url, timeout):
    return (url, timeout)


def drop_connection(connection):
    connection.close()
    return None
`;

const FILES = {
  'src/client.py': CLIENT,
  'src/store.py': 'def save_entry(entry):\n    return entry\n',
  'src/tests/test_client.py': 'def test_nothing():\n    assert True\n',
  'README.md': '# Shop\n\nA shop.\n\n## Layout\n\nThe client is in `src/client.py`.\n\n## Licence\n\nMIT\n',
  'manual/connections.rst':
    'Connections\n===========\n\nAn overview.\n\nPages\n-----\n\n``fetch_page`` tries RETRY_LIMIT times.\n\nEnd\n---\n\nUse ``drop_connection`` at the end.\n',
  'docs/storage.md': '# Storage\n\n`save_entry` stores an entry.\n',
  'CHANGELOG.md': '# Changes\n\n- `drop_connection` is new.\n',
};

/** A repository with one commit. */
function repository(t: ExecutionContext): TestProject {
  const where = project(t, FILES);
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'Add the shop');
  return where;
}

async function sections(t: ExecutionContext, where: TestProject, code = 0): Promise<DriftedSection[]> {
  const run = await beadloom(where, ['sync-check', '--base', 'HEAD', '--certainty', 'possible', '--json'], {
    env: GIT_ENVIRONMENT,
  });
  t.is(run.code, code, run.stderr);
  const answer = JSON.parse(run.stdout) as SyncCheckAnswer;
  t.deepEqual(answer.pairs, []);
  return answer.sections ?? [];
}

const certain = (all: DriftedSection[]) =>
  all
    .filter(({ certainty }) => certainty === 'certain')
    .map(({ doc_path: path, heading, evidence }) => [
      path,
      heading,
      ...evidence.map(({ name, change, now, line }) => `${name} ${change} ${now} ${line}`),
    ])
    .toSorted();

const CHANGES: [what: string, change: (where: TestProject) => void, expected: string[][]][] = [
  [
    'a function that is gone',
    (where) => where.write('src/client.py', CLIENT.slice(0, CLIENT.indexOf('\n\ndef drop_connection'))),
    [['manual/connections.rst', 'End', 'drop_connection removed null 14']],
  ],
  [
    'a function with another name',
    (where) => where.write('src/client.py', CLIENT.replaceAll('drop_connection', 'close_connection')),
    [['manual/connections.rst', 'End', 'drop_connection renamed close_connection 14']],
  ],
  [
    'a file at another place',
    (where) => {
      where.write('src/net/.keep', '');
      renameSync(where.path('src/client.py'), where.path('src/net/client.py'));
      git(where.root, 'add', '-A');
    },
    [['README.md', 'Layout', 'src/client.py moved src/net/client.py 7']],
  ],
  [
    'a file that is gone',
    (where) => {
      rmSync(where.path('src/client.py'));
      where.write('src/other.py', 'def fetch_page(url): pass\ndef drop_connection(): pass\n');
    },
    [
      ['README.md', 'Layout', 'src/client.py removed null 7'],
      ['manual/connections.rst', 'Pages', 'RETRY_LIMIT removed null 9'],
    ],
  ],
  [
    'a function that moved into another file',
    (where) => {
      where.write('src/client.py', CLIENT.slice(0, CLIENT.indexOf('\n\ndef drop_connection')));
      where.write('src/end.py', CLIENT.slice(CLIENT.indexOf('def drop_connection')));
    },
    [],
  ],
  [
    'a name that settings still have',
    (where) => {
      where.write('src/client.py', CLIENT.slice(0, CLIENT.indexOf('\n\ndef drop_connection')));
      where.write('settings.yml', 'at_end: drop_connection\n');
    },
    [],
  ],
];

for (const [what, change, expected] of CHANGES) {
  withGit(`${what}: certain, and nothing else is`, async (t) => {
    const where = repository(t);
    t.deepEqual(await sections(t, where), []);
    change(where);
    t.deepEqual(certain(await sections(t, where, expected.length > 0 ? 2 : 0)), expected);
  });
}

const SETTINGS = `import os

REQUEST_TIMEOUT = int(os.environ.get("SHOP_REQUEST_TIMEOUT", "30"))
PAGE_SIZE = 100
CURRENCY = "euro"


def create_order(customer, dry_run=False):
    return (customer, dry_run)


def routes(app):
    app.add("/api/orders/open", create_order)
    app.add_argument("--skip-mail")
    app.add_argument("--quiet")
`;

const SETTINGS_DOCUMENT = `# Settings

| name | default | what |
| --- | --- | --- |
| \`SHOP_REQUEST_TIMEOUT\` | 30 | seconds |

\`PAGE_SIZE\` is 100, \`CURRENCY\` is "euro".

## Orders

\`create_order(customer, dry_run=True)\` only looks. GET /api/orders/open lists them.

## Options

\`--skip-mail\` sends no letters, \`--quiet\` says nothing.

## History

\`PAGE_SIZE\` 20 was too small.
`;

const STATED: [what: string, from: string, to: string, expected: string[][]][] = [
  [
    'a default of a variable',
    '"30"',
    '"60"',
    [['docs/settings.md', 'Settings', 'SHOP_REQUEST_TIMEOUT value 60 5']],
  ],
  ['a number', '= 100', '= 250', [['docs/settings.md', 'Settings', 'PAGE_SIZE value 250 7']]],
  ['a text', '"euro"', '"dollar"', [['docs/settings.md', 'Settings', 'CURRENCY value dollar 7']]],
  ['a value that the document does not state', '"30"))', '"30")) + 1', []],
  [
    'a parameter',
    'customer, dry_run=False):\n    return (customer, dry_run)',
    'customer):\n    return customer',
    [['docs/settings.md', 'Orders', 'create_order signature def create_order(customer) 11']],
  ],
  [
    'an option',
    '    app.add_argument("--skip-mail")\n',
    '',
    [['docs/settings.md', 'Options', '--skip-mail removed null 15']],
  ],
  [
    'a route',
    '"/api/orders/open"',
    '"/api/orders/waiting"',
    [['docs/settings.md', 'Orders', '/api/orders/open renamed /api/orders/waiting 11']],
  ],
];

for (const [what, from, to, expected] of STATED) {
  withGit(`${what} that a document states: certain where it is another one`, async (t) => {
    const where = project(t, { 'src/settings.py': SETTINGS, 'docs/settings.md': SETTINGS_DOCUMENT });
    rmSync(where.path('.git'), { recursive: true });
    git(where.root, 'init', '-q');
    git(where.root, 'add', '-A');
    git(where.root, 'commit', '-q', '-m', 'Add settings');
    t.true(SETTINGS.includes(from));
    where.write('src/settings.py', SETTINGS.replace(from, to));
    t.deepEqual(certain(await sections(t, where, expected.length > 0 ? 2 : 0)), expected);
    const told = SETTINGS_DOCUMENT.replace('| 30 |', '| 60 |').replace('is 100', 'is 250');
    where.write(
      'docs/settings.md',
      told
        .replace('"euro"', '"dollar"')
        .replace(', dry_run=True', '')
        .replace('--skip-mail', '--no-mail')
        .replace('orders/open', 'orders/waiting'),
    );
    t.deepEqual(certain(await sections(t, where)), [], 'corrected');
  });
}

withGit('what a changed line names is likely in the section that names it, and first', async (t) => {
  const where = repository(t);
  where.write('src/client.py', CLIENT.replace('RETRY_LIMIT = 3', 'RETRY_LIMIT = 5'));
  const [first] = await sections(t, where);
  t.is(first?.doc_path, 'manual/connections.rst');
  t.is(first?.heading, 'Pages');
  t.deepEqual([first?.line_start, first?.line_end], [6, 10]);
  t.true(first?.certainty !== 'certain' && (first?.probability ?? 0) > 0);
  const { name, change, code_path: path, code_line: line } = first?.evidence[0] ?? {};
  t.deepEqual([name, change, path, line], ['RETRY_LIMIT', 'changed', 'src/client.py', 4]);
});

withGit('a statement in the body of a class is a change', async (t) => {
  const where = project(t, {
    'app/receipts.rb': '',
    'docs/scopes.md': '# Scopes\n\n`require_scope` is called with `receipts_read`.\n',
  });
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  const code = (scope: string) =>
    `module Api\n  class Receipts\n    before_action :check_scope${scope}\n\n    def index\n      1\n    end\n  end\nend\n`;
  where.write('app/receipts.rb', code('\n    require_scope :receipts_read'));
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'Add receipts');
  where.write('app/receipts.rb', code('\n    require_scope :receipts_write'));
  t.deepEqual(
    (await sections(t, where)).map(({ doc_path: path }) => path),
    ['docs/scopes.md'],
  );
});

withGit('comments, formatting and tests make nothing untrue', async (t) => {
  const where = repository(t);
  where.write(
    'src/client.py',
    `# A client.\n${CLIENT.replace('fetch_page(url, timeout):', 'fetch_page(\n    url,\n    timeout\n):')}`,
  );
  where.write('src/tests/test_client.py', 'def test_fetch_page():\n    assert fetch_page(RETRY_LIMIT)\n');
  t.deepEqual(await sections(t, where), []);
});

withGit('who changed a document with the code is told only what is certain', async (t) => {
  const where = repository(t);
  where.write('src/client.py', CLIENT.replaceAll('RETRY_LIMIT', 'MAX_RETRIES'));
  where.write('manual/connections.rst', `${FILES['manual/connections.rst']}\nMore.\n`);
  const all = await sections(t, where, 2);
  t.deepEqual(certain(all), [['manual/connections.rst', 'Pages', 'RETRY_LIMIT renamed MAX_RETRIES 9']]);
  t.deepEqual(
    all.filter(({ certainty, doc_path: path }) => certainty !== 'certain' && path !== 'README.md'),
    [],
  );
  where.write(
    'manual/connections.rst',
    FILES['manual/connections.rst'].replaceAll('RETRY_LIMIT', 'MAX_RETRIES'),
  );
  t.deepEqual(certain(await sections(t, where)), []);
});

withGit('what tells of earlier versions, or came with the change, may name what is gone', async (t) => {
  const where = repository(t);
  where.write('docs/upgrading.md', '# Upgrading\n\nCall `drop_connection` at the end.\n');
  where.write('docs/notes.md', '# Notes\n\n`drop_connection` is no longer needed.\n\n## Ends\n\nOld text.\n');
  rmSync(where.path('manual/connections.rst'));
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'Add notes');
  where.write('src/client.py', CLIENT.slice(0, CLIENT.indexOf('\n\ndef drop_connection')));
  where.write('docs/storage.md', `${FILES['docs/storage.md']}\nThere was a drop_connection.\n`);
  t.deepEqual(certain(await sections(t, where)), []);
});

withGit('ci fails where a section is certainly untrue, and other formats say where', async (t) => {
  const where = repository(t);
  where.write('src/client.py', CLIENT.slice(0, CLIENT.indexOf('\n\ndef drop_connection')));
  const ci = await beadloom(where, ['ci', '--base', 'HEAD', '--format', 'porcelain'], {
    env: GIT_ENVIRONMENT,
  });
  t.is(ci.code, 2);
  t.regex(ci.stdout, /certain_drift.*manual\/connections\.rst/);
  const text = await beadloom(where, ['sync-check', '--base', 'HEAD'], { env: GIT_ENVIRONMENT });
  t.regex(text.stdout, /untrue: 11-14 End\n +drop_connection is gone \(src\/client\.py:21 of the base\)/);
  const lines = await beadloom(where, ['sync-check', '--base', 'HEAD', '--format', 'github'], {
    env: GIT_ENVIRONMENT,
  });
  t.regex(lines.stdout, /^::error file=manual\/connections\.rst,line=14/m);
});

withGit('a base that is none, and one beside pairs, are errors', async (t) => {
  const where = repository(t);
  for (const [args, code] of [
    [['--base', 'nowhere'], 'bad_revision'],
    [['--base', 'HEAD', '--staged'], 'usage'],
    [['--base', 'HEAD', '--since', 'HEAD'], 'usage'],
    [['--base', 'HEAD', '--ref', 'shop'], 'usage'],
  ] as const) {
    const run = await beadloom(where, ['sync-check', ...args, '--json'], { env: GIT_ENVIRONMENT });
    t.is(run.code, 1);
    t.regex(run.stderr + run.stdout, new RegExp(code));
  }
});

test('without Git there is no base', async (t) => {
  const where = project(t, FILES);
  const { code, stderr } = await beadloom(where, ['sync-check', '--base', 'HEAD']);
  t.is(code, 1);
  t.regex(stderr, /HEAD|repository/);
});

withGit('documents that are odd neither stop the answer nor hide another one', async (t) => {
  const where = repository(t);
  const deep = Array.from(
    { length: 3_000 },
    (_, depth) => `${'#'.repeat((depth % 6) + 1)} RETRY_LIMIT ${depth}\n`,
  );
  where.write('docs/deep.md', deep.join(''));
  where.write('docs/line.md', `RETRY_LIMIT ${'x '.repeat(2_000_000)}`);
  where.write('docs/fence.md', '```\nRETRY_LIMIT\n');
  where.write('docs/nul.md', 'a\0RETRY_LIMIT\n');
  where.write('docs/wide.md', Buffer.from('\ufeff# W\n\nRETRY_LIMIT\n', 'utf16le'));
  where.write('docs/crlf.md', '# C\r\n\r\nRETRY_LIMIT\r\n');
  where.write('docs/soup.mdx', '<A><B {...{RETRY_LIMIT}}\n<!-- RETRY_LIMIT \n{{{{');
  where.write('docs/names.md', Array.from({ length: 10_000 }, (_, at) => `name_${at}`).join(' '));
  where.write('docs/sign\u0007.md', 'RETRY_LIMIT \u001b[31m\n');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'Add odd documents');
  where.write(
    'src/client.py',
    `${CLIENT.replaceAll('RETRY_LIMIT', 'MAX_RETRIES')}${Array.from({ length: 30_000 }, (_, at) => `v_${at} = name_${at}\n`).join('')}`,
  );
  const all = await sections(t, where, 2);
  const paths = new Set(
    all.filter(({ certainty }) => certainty === 'certain').map(({ doc_path: path }) => path),
  );
  for (const path of ['manual/connections.rst', 'docs/deep.md', 'docs/wide.md', 'docs/crlf.md']) {
    t.true(paths.has(path), path);
  }
  t.true(all.filter(({ doc_path: path }) => path === 'docs/deep.md').length <= 13);
  const text = await beadloom(where, ['sync-check', '--base', 'HEAD'], { env: GIT_ENVIRONMENT });
  t.false(text.stdout.includes('\u001b') || text.stdout.includes('\u0007'));
});
