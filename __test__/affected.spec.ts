import { readFileSync, rmSync } from 'node:fs';

import type { ExecutionContext } from 'ava';
import test from 'ava';

import type { AffectedAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { project, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

/** Money needs prices, the shop needs money; each has a node, a test, and owners. */
const FILES = {
  '.gitignore': '.beadloom/beadloom.db*\n.beadloom/memory.db*\n.beadloom/CONTEXT.md\n',
  '.beadloom/_graph/a.yml': [
    'nodes:',
    '  - {ref_id: price, kind: domain, summary: p, source: src/price/, docs: [docs/price.md]}',
    '  - {ref_id: money, kind: domain, summary: m, source: src/money/, docs: [docs/money.md]}',
    '  - {ref_id: shop, kind: domain, summary: s, source: src/shop/}',
    '',
  ].join('\n'),
  CODEOWNERS: '* @all\n/src/money/ @cash @till\n',
  'docs/price.md': '# Price\n',
  'docs/money.md': '# Money\n',
  'src/price/tag.ts':
    'export function tag(n: number) {\n  return n;\n}\n\nexport function other() {\n  return 1;\n}\n',
  'src/money/till.ts':
    "import { tag } from '../price/tag.js';\nexport function take(n: number) {\n  return tag(n);\n}\n",
  'src/shop/door.ts':
    "import { take } from '../money/till.js';\nexport function enter() {\n  return take(1);\n}\n",
  'src/shop/alone.ts': 'export const alone = 1;\n',
  'test/support/make.ts': "import { tag } from '../../src/price/tag.js';\nexport const made = tag(1);\n",
  'test/fixtures/data.ts': "import { tag } from '../../src/price/tag.js';\ntag(1);\n",
  'test/made.test.ts': "import { made } from './support/make.js';\nmade;\n",
  'test/till.ts': "import { take } from '../src/money/till.js';\ntake(1);\n",
  'test/alone.test.ts': "import { alone } from '../src/shop/alone.js';\nalone;\n",
};

function repository(t: ExecutionContext): TestProject {
  const where = project(t, FILES);
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'first');
  return where;
}

async function affected(t: ExecutionContext, where: TestProject, ...args: string[]): Promise<AffectedAnswer> {
  const made = await answer<AffectedAnswer>(where, ['affected', ...args]);
  t.deepEqual(violations('affected', made), []);
  return made;
}

function edit(where: TestProject, path: string, from: string, to: string): void {
  where.write(path, readFileSync(where.path(path), 'utf8').replace(from, to));
}

const far = (list: ReadonlyArray<{ path: string; distance: number; confidence: string }>) =>
  list.map(({ path, distance, confidence }) => `${path} ${distance} ${confidence}`);

test('a file reaches files, nodes, symbols, tests, documents and owners, the nearest first', async (t) => {
  const where = project(t, FILES);
  const made = await affected(t, where, 'src/price/tag.ts');
  t.like(made, {
    base: null,
    base_commit: null,
    files: ['src/price/tag.ts'],
    complete: true,
    owners_path: 'CODEOWNERS',
  });
  t.deepEqual(far(made.reached), [
    'src/money/till.ts 1 exact',
    'test/fixtures/data.ts 1 exact',
    'test/support/make.ts 1 exact',
    'src/shop/door.ts 2 exact',
    'test/made.test.ts 2 exact',
    'test/till.ts 2 exact',
  ]);
  t.deepEqual(
    made.nodes.map(({ ref_id: id, distance, files }) => [id, distance, files]),
    [
      ['price', 0, 1],
      ['money', 1, 1],
      ['shop', 2, 1],
    ],
  );
  // What tests share and read is none; what lies with tests and nobody imports is one.
  t.deepEqual(far(made.tests), ['test/made.test.ts 2 exact', 'test/till.ts 2 exact']);
  t.deepEqual(far(made.documents), ['docs/price.md 0 exact', 'docs/money.md 1 exact']);
  t.deepEqual(
    made.owners.map(({ owner, distance }) => `${owner} ${distance}`),
    ['@all 0', '@cash 1', '@till 1'],
  );
  const symbols = made.symbols.map(({ name, distance }) => `${name} ${distance}`);
  t.deepEqual(symbols.slice(0, 2), ['tag 0', 'other 0']);
  t.true(symbols.includes('take 1') && symbols.includes('enter 2'));
});

test('--tests prints paths and nothing else, --depth ends the way, a folder stands for its files', async (t) => {
  const where = project(t, FILES);
  const { stdout } = await beadloom(where, ['affected', 'src/price', '--tests']);
  t.is(stdout, 'test/made.test.ts\ntest/till.ts\n');
  t.is((await beadloom(where, ['affected', 'src/price', '--tests', '--depth', '1'])).stdout, '');
  t.deepEqual(far((await affected(t, where, 'src/price/tag.ts', '--depth', '1')).tests), []);
  t.deepEqual(far((await affected(t, where, 'test/till.ts')).tests), ['test/till.ts 0 exact']);
  t.is((await beadloom(where, ['affected', 'docs/money.md', '--tests'])).stdout, '');
  const limited = await affected(t, where, 'src/price/tag.ts', '--limit', '2');
  t.is(limited.reached.length, 2);
  t.deepEqual([limited.omitted.reached, limited.tests.length], [4, 2]);
});

withGit('without files it is what differs from HEAD, or from --base', async (t) => {
  const where = repository(t);
  const none = await affected(t, where);
  t.like(none, { base: 'HEAD', files: [], reached: [], tests: [] });
  t.regex((await beadloom(where, ['affected'])).stdout, /^Nothing differs from HEAD/);
  t.is((await beadloom(where, ['affected', '--tests'])).stdout, '');

  edit(where, 'src/price/tag.ts', 'return 1;', 'return 2;');
  where.write('test/new.test.ts', "test('new', () => {});\n");
  rmSync(where.path('src/shop/alone.ts'));
  const made = await affected(t, where);
  t.deepEqual(made.files, ['src/price/tag.ts', 'src/shop/alone.ts', 'test/new.test.ts']);
  t.deepEqual(far(made.tests), [
    'test/new.test.ts 0 exact',
    'test/made.test.ts 2 exact',
    'test/till.ts 2 exact',
    // Nothing leads from it to a file that is gone, but its name.
    'test/alone.test.ts 1 ambiguous',
  ]);
  // Of the file only one symbol changed, and nobody calls it.
  t.deepEqual(
    made.symbols.map(({ name }) => name),
    ['other'],
  );
  // A file that is gone belongs to its node all the same.
  t.true(made.nodes.some(({ ref_id: id, distance }) => id === 'shop' && distance === 0));
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'second');
  t.deepEqual((await affected(t, where)).files, []);
  const since = await affected(t, where, '--base', 'HEAD~1');
  t.deepEqual(since.files, made.files);
  t.regex(since.base_commit ?? '', /^[0-9a-f]{40}$/);
  const { stdout } = await beadloom(where, ['affected', '--base', 'HEAD~1']);
  t.regex(stdout, /^3 changed files reach 6 other files, in 3 nodes; 4 tests to run\n/);
});

/** Something of one name in each class, a file that calls it on a value of unknown type, and a test of that file. */
function called(name: string, classes: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {
    [`app/use_${name}.py`]: `def use_${name}(value):\n    return value.${name}()\n`,
    [`tests/test_use_${name}.py`]: `from app.use_${name} import use_${name}\n\ndef test_it():\n    assert use_${name}(1)\n`,
    [`tests/test_direct_${name}.py`]: `def test_it(value):\n    assert value.${name}()\n`,
  };
  for (const one of classes) {
    files[`app/${one}_${name}.py`] =
      `class ${one.toUpperCase()}${name}:\n    def ${name}(self):\n        return 1\n`;
  }
  return files;
}

test('a call that may mean much leads to the test that it stands in, and not on', async (t) => {
  const hub = Array.from({ length: 12 }, (_, at) => [
    `tests/test_hub${at}.py`,
    'from app.use_close_all import use_close_all\n\ndef test_it():\n    assert use_close_all(1)\n',
  ]);
  const where = project(t, {
    ...called('settle_all', ['a', 'b']),
    ...called('tally_all', ['a', 'b', 'c', 'd', 'e']),
    ...called('save', ['a']),
    ...called('close_all', ['a', 'b']),
    ...(Object.fromEntries(hub) as Record<string, string>),
  });
  const tests = async (file: string) => (await affected(t, where, file)).tests.map(({ path }) => path);
  // One of two: the file that calls it carries on.
  t.deepEqual(await tests('app/a_settle_all.py'), [
    'tests/test_direct_settle_all.py',
    'tests/test_use_settle_all.py',
  ]);
  // One of five, and what libraries call so, too.
  t.deepEqual(await tests('app/a_tally_all.py'), ['tests/test_direct_tally_all.py']);
  t.deepEqual(await tests('app/a_save.py'), ['tests/test_direct_save.py']);
  // Many depend on the file that calls it.
  t.deepEqual(await tests('app/a_close_all.py'), ['tests/test_direct_close_all.py']);
});

test('a test that is called like a changed file comes before those that an uncertain call leads to', async (t) => {
  const where = project(t, {
    ...called('tally', ['a', 'b']),
    'tests/test_a_tally.py': 'def test_it():\n    assert run()\n',
  });
  const { tests } = await affected(t, where, 'app/a_tally.py');
  t.deepEqual(
    tests.map(({ path, reason }) => `${path} ${reason}`),
    ['tests/test_a_tally.py name', 'tests/test_direct_tally.py reached', 'tests/test_use_tally.py reached'],
  );
});

const LIKELY = {
  '.gitignore': '.beadloom/beadloom.db*\n.beadloom/memory.db*\n.beadloom/CONTEXT.md\n',
  'app/orders.py':
    "from flask import Flask\napp = Flask(__name__)\n\n@app.get('/orders/<id>/lines')\ndef lines(id):\n    return id\n",
  'app/charge.py': 'def charge():\n    return 1\n',
  'app/alone.py': 'def alone():\n    return 1\n',
  'app/pair.py': 'def pair():\n    return 1\n',
  'schema.sql': 'CREATE TABLE invoices (id INT);\n',
  'tests/test_web.py': "def test_web(client):\n    assert client.get('http://shop.example/orders/7/lines')\n",
  'app/controllers/refund_controller.rb': 'class RefundController\n  def new; end\nend\n',
  'spec/requests/refund_spec.rb': "RSpec.describe 'Refund' do\n  it { get refund_path }\nend\n",
  'tests/test_charge.py': 'def test_charge():\n    assert run()\n',
  'tests/test_store.py': "def test_store(db):\n    assert db.rows('invoices')\n",
  'tests/test_both.py': 'def test_both():\n    assert run()\n',
  'README.md': '# Shop\n',
};

withGit('tests that no reference reaches are likely by name, route, schema and history', async (t) => {
  const where = project(t, LIKELY);
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'first');
  for (const n of ['2', '3', '4']) {
    edit(where, 'app/pair.py', 'return', `return ${n} +`);
    edit(where, 'tests/test_both.py', 'assert', `assert ${n} and`);
    git(where.root, 'commit', '-q', '-am', `change ${n}`);
  }
  const why = async (file: string) =>
    (await affected(t, where, file)).tests.map(({ path, reason, of, confidence }) => [
      path,
      reason,
      of,
      confidence,
    ]);
  const likely = (path: string, reason: string, of: string) => [[path, reason, of, 'ambiguous']];
  t.deepEqual(await why('app/charge.py'), likely('tests/test_charge.py', 'name', 'app/charge.py'));
  const refund = 'app/controllers/refund_controller.rb';
  t.deepEqual(await why(refund), likely('spec/requests/refund_spec.rb', 'name', refund));
  t.deepEqual(await why('app/orders.py'), likely('tests/test_web.py', 'route', 'app/orders.py'));
  t.deepEqual(await why('schema.sql'), likely('tests/test_store.py', 'schema', 'schema.sql'));
  t.deepEqual(await why('app/pair.py'), likely('tests/test_both.py', 'history', 'app/pair.py'));
  t.deepEqual((await affected(t, where, 'app/pair.py')).unknown, []);
});

test('where no test is known, it says so, and --fail-unknown ends with 2', async (t) => {
  const where = project(t, LIKELY);
  t.deepEqual((await affected(t, where, 'app/alone.py', 'README.md')).unknown, ['app/alone.py']);
  const args = ['affected', 'app/alone.py', 'app/charge.py', '--tests'];
  const said = await beadloom(where, args);
  t.is(said.code, 0);
  t.is(said.stdout, 'tests/test_charge.py\n');
  t.regex(said.stderr, /unknown: run all tests; no test is known for app\/alone\.py/);
  t.is((await beadloom(where, [...args, '--fail-unknown'])).code, 2);
  const known = await beadloom(where, [
    'affected',
    'app/charge.py',
    'README.md',
    '--tests',
    '--fail-unknown',
    '--no-progress',
  ]);
  t.is(known.code, 0);
  t.is(known.stderr, '');
});

withGit('what is not there is an error', async (t) => {
  const where = repository(t);
  t.is((await failure(where, ['affected', 'src/nope.ts'])).code, 'not_found');
  t.is((await failure(where, ['affected', '../x.ts'])).code, 'outside_root');
  t.is((await failure(where, ['affected', '--base', 'nope'])).code, 'bad_revision');
  t.is((await failure(where, ['affected', '--depth', 'x'])).code, 'usage');
  t.is((await failure(project(t, { 'a.py': '' }), ['affected'])).code, 'no_repository');
  rmSync(where.path('src/shop/alone.ts'));
  t.deepEqual((await affected(t, where, 'src/shop/alone.ts')).files, ['src/shop/alone.ts']);
});

/** In each, all three tests load a helper that needs `change`; one of them needs that itself, or uses what the helper needs it for. */
const HELPERS: Record<
  string,
  { files: Record<string, string>; change: string; sure: string[]; perhaps: string[] }
> = {
  'a stub for all specs of Ruby': {
    files: {
      'lib/mail_job.rb': 'class MailJob\n  def perform\n  end\nend\n',
      'lib/letter.rb':
        "require_relative 'mail_job'\nclass Letter\n  def send_it\n    MailJob.new.perform\n  end\nend\n",
      'spec/rails_helper.rb':
        "require_relative '../lib/mail_job'\nRSpec.configure do |config|\n  config.before { allow_any_instance_of(MailJob).to receive(:perform) }\nend\n",
      'spec/letter_spec.rb':
        "require_relative 'rails_helper'\nrequire_relative '../lib/letter'\nRSpec.describe Letter do\nend\n",
      'spec/stock_spec.rb': "require_relative 'rails_helper'\nRSpec.describe 'stock' do\nend\n",
      'spec/till_spec.rb': "require_relative 'rails_helper'\nRSpec.describe 'till' do\nend\n",
    },
    change: 'lib/mail_job.rb',
    sure: ['spec/letter_spec.rb'],
    perhaps: ['spec/stock_spec.rb', 'spec/till_spec.rb'],
  },
  'a module of Ruby that several files open for their classes': {
    files: {
      'app/audit/first_job.rb': 'module Audit\n  class FirstJob\n    def perform\n    end\n  end\nend\n',
      'app/audit/second_job.rb': 'module Audit\n  class SecondJob\n    def perform\n    end\n  end\nend\n',
      'spec/first_spec.rb': 'RSpec.describe Audit::FirstJob do\n  it { Audit::FirstJob.new }\nend\n',
      'spec/second_spec.rb': 'RSpec.describe Audit::SecondJob do\n  it { Audit::SecondJob.new }\nend\n',
    },
    change: 'app/audit/first_job.rb',
    sure: ['spec/first_spec.rb'],
    perhaps: [],
  },
  'a set-up file and a function of TypeScript': {
    files: {
      'src/clock.ts': 'export function now() {\n  return 1;\n}\n',
      'test/setup.ts':
        "import { now } from '../src/clock.js';\nbeforeEach(() => {\n  now();\n});\nexport function atNoon() {\n  return now() + 12;\n}\nexport function plain() {\n  return 1;\n}\n",
      'test/noon.test.ts': "import { atNoon } from './setup.js';\natNoon();\n",
      'test/plain.test.ts': "import { plain } from './setup.js';\nplain();\n",
      'test/bare.test.ts': "import './setup.js';\n",
    },
    change: 'src/clock.ts',
    sure: ['test/noon.test.ts'],
    perhaps: ['test/bare.test.ts', 'test/plain.test.ts'],
  },
  'a base class of Kotlin': {
    files: {
      'src/main/kotlin/shop/Clock.kt': 'package shop\n\nclass Clock {\n  fun now() = 1\n}\n',
      'src/test/kotlin/shop/TestBase.kt':
        'package shop\n\nabstract class TestBase {\n  fun setUp() {\n    Clock().now()\n  }\n}\n',
      'src/test/kotlin/shop/ClockTest.kt':
        'package shop\n\nclass ClockTest : TestBase() {\n  fun tells() {\n    Clock().now()\n  }\n}\n',
      'src/test/kotlin/shop/StockTest.kt':
        'package shop\n\nclass StockTest : TestBase() {\n  fun counts() {}\n}\n',
      'src/test/kotlin/shop/TillTest.kt':
        'package shop\n\nclass TillTest : TestBase() {\n  fun rings() {}\n}\n',
    },
    change: 'src/main/kotlin/shop/Clock.kt',
    sure: ['src/test/kotlin/shop/ClockTest.kt'],
    perhaps: ['src/test/kotlin/shop/StockTest.kt', 'src/test/kotlin/shop/TillTest.kt'],
  },
  'a helper of Python that few tests use': {
    files: {
      'shop/clock.py': 'def now():\n    return 1\n',
      'tests/noon.py': 'from shop.clock import now\n\nnow()\n',
      'tests/test_noon.py': 'from tests import noon\n\ndef test_noon():\n    pass\n',
      'tests/test_a.py': 'def test_a():\n    pass\n',
      'tests/test_b.py': 'def test_b():\n    pass\n',
    },
    change: 'shop/clock.py',
    sure: ['tests/test_noon.py'],
    perhaps: [],
  },
};

for (const [name, { files, change, sure, perhaps }] of Object.entries(HELPERS)) {
  test(`what most tests load makes none of them sure: ${name}`, async (t) => {
    const where = project(t, files);
    const { tests } = await affected(t, where, change);
    const by = (certainty: boolean) =>
      tests
        .filter(
          ({ confidence, reason }) => (confidence !== 'ambiguous') === certainty && reason === 'reached',
        )
        .map(({ path }) => path)
        .toSorted();
    t.deepEqual([by(true), by(false)], [sure, perhaps]);
  });
}

test('what lies with tests and holds none leads to tests and is none', async (t) => {
  const where = project(t, {
    'shop/clock.py': 'def now():\n    return 1\n',
    'tests/urls.py': 'from shop.clock import now\n\nurlpatterns = [now]\n',
    'tests/test_shared.py': 'from shop.clock import now\n\ndef rows():\n    return now()\n',
    'tests/test_urls.py': 'from tests.urls import urlpatterns\n\ndef test_urls():\n    assert urlpatterns\n',
    'tests/test_rows.py': 'from tests.test_shared import rows\n\ndef test_rows():\n    assert rows()\n',
  });
  const { tests } = await affected(t, where, 'shop/clock.py');
  t.deepEqual(tests.map(({ path }) => path).toSorted(), ['tests/test_rows.py', 'tests/test_urls.py']);
});
