// What this repository takes from elsewhere is named exactly: packages by their hashes, actions by their commits.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import test from 'ava';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Actions that are named otherwise, with why. */
const BY_TAG: Readonly<Record<string, string>> = {
  'OWNER/beadloom': 'this repository, of which a copy of the documentation cannot know the commit',
};

/** A commit, and in a comment the version that it is. */
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('every package of the lock file is named by its hash, and by no host', (t) => {
  const offences = lockOffences(read('package-lock.json'));
  t.deepEqual(offences, []);
});

test('an entry without a hash, or with a host, is found', (t) => {
  const lock = (entry: object): string => JSON.stringify({ packages: { '': {}, 'node_modules/a': entry } });
  const integrity = `sha512-${'A'.repeat(86)}==`;
  t.deepEqual(lockOffences(lock({ version: '1.0.0', integrity })), []);
  t.deepEqual(lockOffences(lock({ version: '1.0.0' })), ['node_modules/a has no integrity']);
  t.deepEqual(lockOffences(lock({ integrity: 'sha1-AAAA' })), ['node_modules/a has no integrity']);
  t.deepEqual(lockOffences(lock({ integrity, resolved: 'https://registry.example/a.tgz' })), [
    'node_modules/a names a host',
  ]);
});

test('every crate of the lock file that is fetched has a checksum', (t) => {
  const crates = read('Cargo.lock').split('[[package]]').slice(1);
  t.true(crates.length > 100);
  const fetched = crates.filter((entry) => /^source = /m.test(entry));
  t.deepEqual(
    fetched.filter((entry) => !/^checksum = "[0-9a-f]{64}"$/m.test(entry)),
    [],
  );
  // What is not fetched lies in this repository.
  const own = crates.filter((entry) => !fetched.includes(entry));
  for (const entry of own) {
    const name = /^name = "(.+)"$/m.exec(entry)?.[1] ?? '';
    t.true(existsSync(join(ROOT, 'crates', name)), name);
  }
});

test('every action is named by its commit', (t) => {
  const workflows = readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);
  const documents = readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  const files = [...workflows, 'action.yml', 'README.md', ...documents];
  const used = files.flatMap((path) => actionsOf(read(path)).map((action) => `${path}: ${action}`));
  t.true(used.length >= 20, used.join('\n'));
  t.deepEqual(
    used.filter((line) => !isPinned(line.slice(line.indexOf(': ') + 2))),
    [],
  );
});

test('an action that is named by a tag, a branch or half a hash is found', (t) => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  for (const [action, pinned] of [
    [`actions/cache@${commit} # v5.0.5`, true],
    [`github/codeql-action/upload-sarif@${commit} # v4.0.0`, true],
    ['./.github/actions/own', true],
    ['OWNER/beadloom@v1', true],
    [`actions/cache@${commit}`, false],
    [`actions/cache@${commit} # v5`, false],
    ['actions/cache@v5', false],
    ['actions/cache@main', false],
    ['actions/cache@0123456 # v5.0.5', false],
    ['docker://node:22', false],
  ] as const) {
    t.is(isPinned(actionsOf(`    - uses: ${action}\n`)[0] ?? ''), pinned, action);
  }
});

/** What is wrong with the entries of a lock file of npm, a line each. */
function lockOffences(text: string): string[] {
  interface Entry {
    integrity?: string;
    resolved?: string;
    link?: boolean;
  }
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && entry.link !== true)
    .flatMap(([path, { integrity, resolved }]) => [
      ...(/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? [] : [`${path} has no integrity`]),
      ...(resolved === undefined ? [] : [`${path} names a host`]),
    ]);
}

/** What a workflow, or an example of one, uses. */
function actionsOf(text: string): string[] {
  const uses = /^[ \t-]*\buses:[ \t]*['"]?([\w.-]+\/\S+|\.\/\S+|docker:\S+)([ \t]+#.*)?$/gm;
  return [...text.matchAll(uses)].map(([, action = '', comment = '']) => `${action}${comment.trimEnd()}`);
}

function isPinned(action: string): boolean {
  const [name = ''] = action.split('@');
  return action.startsWith('./') || PINNED.test(action) || name in BY_TAG;
}
