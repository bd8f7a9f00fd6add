// Keys and memories live where data live: what may be emptied, moved or uninstalled takes none of them along.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import type {
  DoctorAnswer,
  MemoriesAnswer,
  RecallAnswer,
  ReindexAnswer,
  RememberAnswer,
  UninstallAnswer,
} from '../src/api/index.js';
import { CLI, run as runProgram, type Run } from './support/cli.js';
import { GIT_ENVIRONMENT, git, withGitOnUnix } from './support/git.js';

/** A user with folders of their own, and projects beside them. */
class User {
  readonly base: string;
  readonly env: Record<string, string>;

  constructor(readonly t: ExecutionContext) {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'bd-homes-')));
    t.teardown(() => {
      execFileSync('chmod', ['-R', 'u+rwX', this.base]);
      rmSync(this.base, { recursive: true, force: true });
    });
    mkdirSync(this.path('run'), { mode: 0o700 });
    mkdirSync(this.path('tmp'));
    this.env = {
      ...GIT_ENVIRONMENT,
      HOME: this.path('home'),
      XDG_DATA_HOME: this.path('data'),
      XDG_CACHE_HOME: this.path('cache'),
      XDG_RUNTIME_DIR: this.path('run'),
      TMPDIR: this.path('tmp'),
    };
  }

  path(...names: string[]): string {
    return join(this.base, ...names);
  }

  /** A project without Git, or a repository with a commit. */
  project(name: string, files: Record<string, string> = {}, repository = false): string {
    const root = this.path(name);
    mkdirSync(join(root, '.beadloom'), { recursive: true });
    writeFileSync(join(root, '.beadloom/.keep'), '');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    if (repository) {
      git(root, 'init', '-q');
      git(root, 'add', '-A', '-f');
      git(root, 'commit', '-q', '-m', 'first');
    }
    return root;
  }

  run(root: string, args: string[], env: Record<string, string> = {}): Promise<Run> {
    return runProgram(process.execPath, [CLI, ...args, '--project', root], {
      cwd: root,
      env: { ...this.env, ...env },
    });
  }

  async json<T>(root: string, args: string[], env: Record<string, string> = {}): Promise<T> {
    const { code, stdout, stderr } = await this.run(root, [...args, '--json'], env);
    if (code !== 0) {
      throw new Error(`${args.join(' ')} in ${root}: ${stdout}${stderr}`);
    }
    return JSON.parse(stdout) as T;
  }

  async remember(root: string, text: string, env: Record<string, string> = {}): Promise<string> {
    return (await this.json<RememberAnswer>(root, ['remember', text], env)).memory.id;
  }

  /** What is remembered, by text. */
  async all(root: string, env: Record<string, string> = {}): Promise<string[]> {
    const { memories, diagnostics } = await this.json<MemoriesAnswer>(root, ['memories', 'list'], env);
    this.t.deepEqual(diagnostics, []);
    return memories.map(({ content }) => content).toSorted();
  }

  /** No folder for data: what earlier versions had, with the key in the cache and the memories in the project. */
  get earlier(): Record<string, string> {
    writeFileSync(this.path('file'), '');
    return { XDG_DATA_HOME: this.path('file', 'data') };
  }
}

const unix = process.platform === 'win32' ? test.skip : test;
const asRoot = process.getuid?.() === 0 ? unix : test.skip;

unix('emptied caches, full reindexes and deleted folders leave every memory', async (t) => {
  const user = new User(t);
  const root = user.project('one', { 'a.py': 'def f(): pass\n' });
  await user.remember(root, 'Migrations run before the deploy');
  const key = user.path('data/beadloom/seal.key');
  t.is(statSync(key).mode & 0o777, 0o600);
  t.is(statSync(dirname(key)).mode & 0o777, 0o700);
  t.false(existsSync(join(root, '.beadloom/memory.db')));
  for (const spoil of [
    () => rmSync(user.path('cache'), { recursive: true, force: true }),
    () => rmSync(join(root, '.beadloom'), { recursive: true }),
    () => user.run(root, ['reindex', '--full']),
    () => user.run(root, ['daemon', 'stop']),
    () => user.run(root, ['uninstall', '--yes', '--index', '--graph']),
    () => rmSync(user.path('run'), { recursive: true }),
  ]) {
    await spoil();
    t.deepEqual(await user.all(root), ['Migrations run before the deploy']);
  }
});

unix('processes that start at once have one key, and each reads what the others sealed', async (t) => {
  const user = new User(t);
  const roots = Array.from({ length: 6 }, (_, n) => user.project(`p${n}`));
  await Promise.all(roots.map((root, n) => user.remember(root, `Fact number ${n} of this project`)));
  for (const [n, root] of roots.entries()) {
    t.deepEqual(await user.all(root), [`Fact number ${n} of this project`]);
  }
  // A key that another test leaves in the user's folder below /tmp meanwhile is kept beside it.
  t.deepEqual(
    readdirSync(user.path('data/beadloom')).filter((name) => !['memories', 'seal-others.key'].includes(name)),
    ['seal.key'],
  );
  t.false(existsSync(user.path('cache/beadloom/seal.key')));
});

unix('a key in the cache is taken along, and one that came later still opens what it sealed', async (t) => {
  const user = new User(t);
  const root = user.project('one');
  await user.remember(root, 'sealed with the key of the cache', user.earlier);
  const old = readFileSync(user.path('cache/beadloom/seal.key'));
  // Another key came to be among the data meanwhile.
  mkdirSync(user.path('data/beadloom'), { recursive: true, mode: 0o700 });
  writeFileSync(user.path('data/beadloom/seal.key'), Buffer.alloc(32, 7), { mode: 0o600 });
  t.deepEqual(await user.all(root), ['sealed with the key of the cache']);
  rmSync(user.path('cache'), { recursive: true });
  t.deepEqual(await user.all(root), ['sealed with the key of the cache'], 'it is sealed anew');
  const other = new User(t);
  const theirs = other.project('one');
  await other.remember(theirs, 'first', other.earlier);
  await other.all(theirs);
  t.deepEqual(
    readFileSync(other.path('data/beadloom/seal.key')),
    readFileSync(other.path('cache/beadloom/seal.key')),
  );
  t.notDeepEqual(readFileSync(other.path('data/beadloom/seal.key')), old);
});

unix('memories of an earlier version move once, whoever looks first', async (t) => {
  const user = new User(t);
  const root = user.project('one');
  const texts = ['first', 'second thing entirely', 'a third one about queues'];
  for (const text of texts) {
    await user.remember(root, text, user.earlier);
  }
  t.true(existsSync(join(root, '.beadloom/memory.db')));
  const both = await Promise.all([1, 2, 3, 4].map(() => user.all(root)));
  both.forEach((found) => t.deepEqual(found, texts.toSorted()));
  t.deepEqual(
    readdirSync(join(root, '.beadloom')).filter((name) => name.startsWith('memory.db')),
    [],
  );
  rmSync(join(root, '.beadloom'), { recursive: true });
  t.deepEqual(await user.all(root), texts.toSorted());
});

unix('where data cannot be written the project keeps them, with what could be read before', async (t) => {
  const user = new User(t);
  const root = user.project('one');
  await user.remember(root, 'kept among the data');
  const gone = await user.remember(root, 'forgotten later');
  // As root, permissions stop nobody; a file in place of the folder stops everybody.
  const sandboxed = user.earlier;
  t.deepEqual(await user.all(root, { ...sandboxed, XDG_CACHE_HOME: user.path('empty') }), []);
  await user.remember(root, 'written in a sandbox', sandboxed);
  await user.json(root, ['forget', gone]);
  t.deepEqual(await user.all(root), ['kept among the data', 'written in a sandbox']);
});

withGitOnUnix('all work trees of a repository have one store, a folder of it its own', async (t) => {
  const user = new User(t);
  const root = user.project('repo', { 'app/.beadloom/.keep': '', 'app/a.py': 'def f(): pass\n' }, true);
  await user.remember(root, 'of the repository');
  await user.remember(join(root, 'app'), 'of the app alone');
  git(root, 'worktree', 'add', '-q', '--detach', user.path('side'));
  t.deepEqual(await user.all(user.path('side')), ['of the repository']);
  t.deepEqual(await user.all(user.path('side', 'app')), ['of the app alone']);
  await user.remember(user.path('side'), 'from the other tree');
  t.deepEqual(await user.all(root), ['from the other tree', 'of the repository']);
  // A copy and a clone are other repositories; the one that moves stays the one that it was.
  cpSync(root, user.path('copy'), { recursive: true });
  git(user.base, 'clone', '-q', root, user.path('clone'));
  t.deepEqual(await user.all(user.path('copy')), []);
  t.deepEqual(await user.all(user.path('clone')), []);
  git(root, 'worktree', 'remove', '--force', user.path('side'));
  renameSync(root, user.path('moved'));
  t.deepEqual(await user.all(user.path('moved')), ['from the other tree', 'of the repository']);
  t.deepEqual(await user.all(user.path('moved', 'app')), ['of the app alone']);
  // Another repository at the old path opens nothing; a clone with the same history does, because the path is the user's.
  const other = user.project('repo', { 'b.py': '' }, true);
  t.deepEqual(await user.all(other), []);
});

withGitOnUnix('a project that becomes a repository, or is one no longer, keeps its memories', async (t) => {
  const user = new User(t);
  const root = user.project('one', { 'a.py': '' });
  await user.remember(root, 'before Git');
  git(root, 'init', '-q');
  git(root, 'add', '-A', '-f');
  git(root, 'commit', '-q', '-m', 'first');
  t.deepEqual(await user.all(root), ['before Git']);
  await user.remember(root, 'with Git');
  rmSync(join(root, '.git'), { recursive: true });
  t.deepEqual(await user.all(root), ['before Git', 'with Git']);
});

unix(
  'uninstall names what it takes, and takes of memories, gateways and keys what a flag names',
  async (t) => {
    const user = new User(t);
    const [one, other] = [user.project('one'), user.project('other')];
    await user.remember(one, 'of the first');
    await user.remember(other, 'of the other');
    writeFileSync(join(one, '.beadloom/gateway.db'), 'learned');
    const plan = await user.json<UninstallAnswer>(one, ['uninstall', '--dry-run']);
    const kept = plan.items.filter(({ outcome }) => outcome === 'kept');
    t.deepEqual(
      kept.map(({ what, reason, hint }) => [what, reason, hint?.split(' ')[0]]),
      [
        ['memories', 'private memories: 1', '--memories'],
        ['gateway_data', 'what the gateway learned and approved', '--gateway-data'],
        ['keys', 'the key of private memories of 2 projects, and of gateways', '--keys'],
      ],
    );
    for (const flags of [[], ['--index'], ['--graph'], ['--index', '--project-only']]) {
      await user.json(one, ['uninstall', '--yes', ...flags]);
      t.deepEqual(await user.all(one), ['of the first'], flags.join(' '));
      t.deepEqual(await user.all(other), ['of the other'], flags.join(' '));
      t.is(readFileSync(join(one, '.beadloom/gateway.db'), 'utf8'), 'learned', flags.join(' '));
    }
    await user.json(one, ['uninstall', '--yes', '--gateway-data']);
    t.false(existsSync(join(one, '.beadloom/gateway.db')));
    await user.json(one, ['uninstall', '--yes', '--memories']);
    t.deepEqual(await user.all(one), []);
    t.deepEqual(await user.all(other), ['of the other']);
    await user.json(one, ['uninstall', '--yes', '--keys']);
    t.false(existsSync(user.path('data/beadloom/seal.key')));
    t.is((await user.run(other, ['recall', 'other'])).code, 1, 'sealed, and nobody has the key');
  },
);

unix('doctor tells of memories whose key is gone, and they can be got back', async (t) => {
  const user = new User(t);
  const root = user.project('one', { 'a.py': '' });
  await user.remember(root, 'sealed');
  const key = user.path('data/beadloom/seal.key');
  const bytes = readFileSync(key);
  rmSync(key);
  const { stdout } = await user.run(root, ['remember', 'another', '--json']);
  t.regex(stdout, /"memory_foreign"/);
  const examined = await user.run(root, ['doctor', '--json']);
  const doctor = JSON.parse(examined.stdout) as DoctorAnswer;
  t.not(examined.code, 0);
  const found = doctor.findings.find(({ check, level }) => check === 'memories' && level === 'error');
  t.regex(found?.message ?? '', /cannot be read/);
  t.regex(found?.hint ?? '', /seal\.key.*memories adopt/s);
  const file = found?.path ?? '';
  t.true(existsSync(file));
  // The key is put back, or a person says that they know whose they are.
  const made = readFileSync(key);
  writeFileSync(key, bytes);
  t.deepEqual(await user.all(root), ['sealed']);
  writeFileSync(key, made);
  await user.json(root, ['memories', 'adopt', file]);
  t.deepEqual(await user.all(root), ['sealed']);
  const other = user.project('other');
  await user.json(other, ['memories', 'adopt', file]);
  t.deepEqual(await user.all(other), ['sealed']);
});

unix(
  'a memory.db that a repository brings is not read, and keeps nothing from being remembered',
  async (t) => {
    const [user, other] = [new User(t), new User(t)];
    const root = user.project('one');
    await other.remember(root, 'planted', other.earlier);
    const planted = readFileSync(join(root, '.beadloom/memory.db'));
    await user.remember(root, 'my own');
    const listed = await user.json<MemoriesAnswer>(root, ['memories', 'list']);
    t.deepEqual(
      listed.memories.map(({ content }) => content),
      ['my own'],
    );
    t.deepEqual(
      listed.diagnostics.map(({ code, path }) => [code, path]),
      [['memory_foreign', '.beadloom/memory.db']],
    );
    t.deepEqual(readFileSync(join(root, '.beadloom/memory.db')), planted);
    await user.json(root, ['memories', 'adopt', join(root, '.beadloom/memory.db')]);
    const after = await user.json<MemoriesAnswer>(root, ['memories', 'list']);
    t.is(after.memories.length, 2);
  },
);

for (const [what, home] of [
  ['a home that is not there', { HOME: '/nonexistent' }],
  ['a home that cannot be written', { HOME: '/proc/1' }],
] as const) {
  unix(`with ${what} the second command finds the index of the first`, async (t) => {
    const user = new User(t);
    const root = user.project('one', { 'a.py': 'def f(): pass\n' });
    const env = { ...home, XDG_DATA_HOME: '', XDG_CACHE_HOME: '' };
    if (process.getuid?.() === 0 && home.HOME === '/nonexistent') {
      // Root makes it.
      env.XDG_DATA_HOME = env.XDG_CACHE_HOME = '/proc/1/none';
    }
    await user.json<ReindexAnswer>(root, ['reindex'], env);
    const again = await user.json<ReindexAnswer>(root, ['reindex'], env);
    t.deepEqual([again.mode, again.files.parsed, again.diagnostics], ['unchanged', 0, []]);
    const first = user.project('many', { 'a.py': 'def f(): pass\n' });
    const runs = await Promise.all([1, 2, 3, 4, 5, 6].map(() => user.run(first, ['search', 'f'], env)));
    t.deepEqual(
      runs.map(({ code }) => code),
      [0, 0, 0, 0, 0, 0],
    );
    t.is(statSync(user.path('run/beadloom')).mode & 0o777, 0o700);
    const kept = await user.json<RememberAnswer>(root, ['remember', 'in a sandbox'], env);
    t.regex(kept.warning ?? '', /will not last/);
    t.deepEqual(await user.all(root, env), ['in a sandbox']);
  });
}

asRoot('two users of one checkout leave each other their indexes', async (t) => {
  const user = new User(t);
  const root = user.project('shared', { 'a.py': 'def f(): pass\n' });
  execFileSync('chmod', ['-R', 'a+rwX', user.base]);
  chmodSync(user.path('run'), 0o700);
  const as = (uid: number) => {
    const own = (name: string) => user.path(`${uid}`, name);
    for (const name of ['data', 'cache', 'run', 'tmp']) {
      mkdirSync(own(name), { recursive: true, mode: 0o700 });
    }
    execFileSync('chown', ['-R', `${uid}:${uid}`, user.path(`${uid}`)]);
    const env = {
      ...user.env,
      HOME: own('home'),
      XDG_DATA_HOME: own('data'),
      XDG_CACHE_HOME: own('cache'),
      XDG_RUNTIME_DIR: own('run'),
      TMPDIR: own('tmp'),
    };
    return async (...args: string[]): Promise<ReindexAnswer> => {
      const { code, stdout, stderr } = await runProgram(
        'setpriv',
        [
          '--reuid',
          `${uid}`,
          '--regid',
          `${uid}`,
          '--clear-groups',
          process.execPath,
          CLI,
          ...args,
          '--json',
        ],
        { cwd: root, env },
      );
      t.is(code, 0, `${uid}: ${stdout}${stderr}`);
      return JSON.parse(stdout) as ReindexAnswer;
    };
  };
  const [one, other] = [as(4001), as(4002)];
  await one('reindex');
  await other('reindex');
  for (let round = 0; round < 3; round++) {
    for (const who of [one, other]) {
      const answer = await who('reindex');
      t.deepEqual([answer.mode, answer.diagnostics], ['unchanged', []]);
    }
  }
  t.deepEqual(
    readdirSync(join(root, '.beadloom')).filter((name) => name.includes('foreign')),
    [],
  );
});

/** Shared memories by what they say, and whether they are accepted. */
async function shared(user: User, root: string): Promise<Array<[content: string, accepted: boolean]>> {
  const { memories } = await user.json<MemoriesAnswer>(root, ['memories', 'list']);
  return memories
    .filter(({ scope }) => scope === 'shared')
    .map(({ content, accepted }): [string, boolean] => [content, accepted])
    .toSorted();
}

for (const isRepository of [true, false]) {
  const what = isRepository ? 'repository' : 'project without Git';
  withGitOnUnix(
    `what was accepted moves with its ${what}, and no copy, clone or successor has it`,
    async (t) => {
      const user = new User(t);
      const root = user.project('one', { 'app/.beadloom/.keep': '' }, isRepository);
      const file = join(root, '.beadloom/memories.jsonl');
      await user.json(root, ['remember', 'Releases are cut from main', '--shared']);
      const brought = { content: 'Ask in the channel', created_at: '2026-01-01T00:00:00Z' };
      const rest = { id: 'mem-brought', kind: 'note', updated_at: brought.created_at };
      writeFileSync(file, `${readFileSync(file, 'utf8')}\n${JSON.stringify({ ...brought, ...rest })}\n`);
      t.deepEqual(await shared(user, root), [
        ['Ask in the channel', false],
        ['Releases are cut from main', true],
      ]);
      await user.json(root, ['memories', 'accept', '--all', '-y']);
      const all: Array<[string, boolean]> = [
        ['Ask in the channel', true],
        ['Releases are cut from main', true],
      ];
      t.deepEqual(await shared(user, root), all);
      const strange = all.map(([content]): [string, boolean] => [content, false]);

      // What is elsewhere is somebody else's until a person accepts it there.
      cpSync(root, user.path('copy'), { recursive: true });
      t.deepEqual(await shared(user, user.path('copy')), strange);
      if (isRepository) {
        git(root, 'add', '-A', '-f');
        git(root, 'commit', '-q', '-m', 'memories');
        git(user.base, 'clone', '-q', root, user.path('clone'));
        t.deepEqual(await shared(user, user.path('clone')), strange);
        git(root, 'worktree', 'add', '-q', '--detach', user.path('side'));
        t.deepEqual(await shared(user, user.path('side')), all);
      }
      // Another project in it is another project.
      cpSync(file, join(root, 'app/.beadloom/memories.jsonl'));
      t.deepEqual(await shared(user, join(root, 'app')), strange);

      renameSync(root, user.path('moved'));
      t.deepEqual(await shared(user, user.path('moved')), all);
      const lines = readFileSync(user.path('moved/.beadloom/memories.jsonl'), 'utf8');
      const successor = user.project('one', { '.beadloom/memories.jsonl': lines }, isRepository);
      t.deepEqual(await shared(user, successor), strange);

      // Taking it back counts wherever it is, for what an id said before, too.
      await user.json(user.path('moved'), ['memories', 'revoke', 'mem-brought']);
      rmSync(successor, { recursive: true });
      renameSync(user.path('moved'), root);
      t.deepEqual(await shared(user, root), [
        ['Ask in the channel', false],
        ['Releases are cut from main', true],
      ]);
      // A line that a pull changes is a new one, wherever it lies.
      writeFileSync(file, readFileSync(file, 'utf8').replace('cut from main', 'cut from the fork'));
      t.deepEqual((await shared(user, root))[1], ['Releases are cut from the fork', false]);
    },
  );
}

withGitOnUnix('evidence follows a file that was renamed, and a definition that moved', async (t) => {
  const user = new User(t);
  const body = (name: string) => `def ${name}(amount):\n    total = amount * 2\n    return total + 1\n`;
  const root = user.project(
    'one',
    { 'src/bill.py': `# bills\n${body('bill')}`, 'src/tax.py': body('tax'), 'notes.txt': 'one\ntwo words\n' },
    true,
  );
  const about = async (text: string, evidence: string) =>
    (await user.json<RememberAnswer>(root, ['remember', text, '--evidence', evidence])).memory.id;
  const ids = {
    file: await about('The bill is whole', 'src/bill.py'),
    symbol: await about('Bills are doubled', 'src/bill.py:2'),
    moved: await about('Taxes are doubled', 'src/tax.py:1'),
    line: await about('Notes have two words', 'notes.txt:2'),
  };
  const shown = async () => {
    const { memories } = await user.json<MemoriesAnswer>(root, ['memories', 'list']);
    return Object.fromEntries(
      Object.entries(ids).map(([name, id]) => {
        const memory = memories.find((one) => one.id === id);
        return [name, [memory?.evidence[0]?.path, memory?.outdated]];
      }),
    );
  };
  renameSync(join(root, 'src/bill.py'), join(root, 'src/invoice.py'));
  renameSync(join(root, 'notes.txt'), join(root, 'remarks.txt'));
  rmSync(join(root, 'src/tax.py'));
  writeFileSync(join(root, 'src/all.py'), `# all\n${body('tax')}`);
  const expected = {
    file: ['src/invoice.py', false],
    symbol: ['src/invoice.py', false],
    moved: ['src/all.py', false],
    line: ['remarks.txt', false],
  };
  t.deepEqual(await shown(), expected);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'renamed');
  t.deepEqual(await shown(), expected);
  // What is another one now is outdated, wherever it is.
  writeFileSync(join(root, 'src/invoice.py'), `# bills\n${body('bill').replace('* 2', '* 3')}`);
  t.deepEqual((await shown())['symbol'], ['src/invoice.py', true]);
});

withGitOnUnix('uses of shared memories count in a fresh clone', async (t) => {
  const user = new User(t);
  const root = user.project('one', {}, true);
  await user.json(root, ['remember', 'Releases are cut from main', '--shared']);
  git(root, 'add', '-A', '-f');
  git(root, 'commit', '-q', '-m', 'memories');
  git(user.base, 'clone', '-q', root, user.path('clone'));
  for (let n = 0; n < 3; n++) {
    await user.json<RecallAnswer>(user.path('clone'), ['recall', 'releases main']);
  }
  const { memories } = await user.json<MemoriesAnswer>(user.path('clone'), ['memories', 'list']);
  t.deepEqual(
    memories.map(({ uses }) => uses),
    [3],
  );
});
