// Indexes that somebody else brings, and our own once they are damaged.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

import { Random, differences, run, tree } from './lib.mjs';
import { PLANTS, planted, SCHEMA_VERSION } from './sqlite.mjs';

/** Commands that read the index in different ways. */
const COMMANDS = [
  ['status', '--json'],
  ['ctx', 'ledger', '--json'],
  ['ctx', 'src/post.py', '--json', '--no-refresh'],
  ['ctx', '--task', 'post an amount', '--json'],
  ['search', 'amount', '--json'],
  ['graph', '--json'],
  ['why', 'ledger', '--json'],
  ['refs', 'post', '--json'],
  ['related', 'src/post.py', '--json'],
  ['signatures', 'src/post.py', '--json'],
  ['lint', '--json'],
  ['sync-check', '--json'],
  ['doctor', '--json'],
  ['affected', 'src/post.py', '--json'],
  ['prime', '--json'],
  ['status', '--debt', '--json'],
  ['reindex', '--json'],
  ['reindex', '--full', '--json'],
];

/** Text that only an index that was tampered with can answer with. Of the same length as what it stands for. */
const HONEST = 'posts_the_amount';
const SENTINEL = 'stands_in_no_txt';

const FILES = {
  'src/post.py': `"""Ledger."""\nfrom src.base import Base\n\n\nclass Post(Base):\n    def ${HONEST}(self, amount):\n        return post(amount)\n\n\ndef post(amount):\n    return amount\n`,
  'src/base.py': 'class Base:\n    """What all share."""\n\n    def save(self): ...\n',
  'web/app.ts': 'import { a } from "./b";\nexport function app(): number { return a(); }\n',
  'web/b.ts': 'export function a(): number { return 1; }\n',
  'docs/ledger.md': `# Ledger\n\nThe ledger ${HONEST} of \`Post\`.\n`,
  '.beadloom/_graph/parts.yml':
    'version: 1\nnodes:\n  - { ref_id: ledger, kind: domain, summary: Money, source: src/, docs: [docs/ledger.md] }\n  - { ref_id: web, kind: service, summary: Pages, source: web/ }\nedges:\n  - { src: web, dst: ledger, kind: uses }\n',
};

/** Milliseconds and bytes that no run may take. */
const MOST_MS = 20_000;
const MOST_BYTES = 600 << 20;

/** Writes into a file in place, as damage does: it stays the same file. */
function patch(/** @type {string} */ path, /** @type {(bytes: Buffer) => void} */ change) {
  const bytes = readFileSync(path);
  change(bytes);
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
}

/** Replaces text by text of the same length, everywhere. */
function replaceText(/** @type {Buffer} */ bytes, /** @type {string} */ from, /** @type {string} */ to) {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at, 'latin1');
}

/** What a repository brings: `put` gets the folder `.beadloom`, a healthy index, and what lies outside. */
const BROUGHT = {
  ...Object.fromEntries(
    Object.keys(PLANTS).map((plant) => [
      plant,
      ({ db, random }) => {
        const version = random.pick([
          SCHEMA_VERSION,
          SCHEMA_VERSION,
          SCHEMA_VERSION - 1,
          5,
          1,
          0,
          SCHEMA_VERSION + 1,
          999_999,
        ]);
        const pages = random.pick([2, 2, 0, 3, 0x7fff_ffff]);
        writeFileSync(
          db,
          planted(/** @type {any} */ (plant), { version, pages, log: random.below(2) === 0 }),
        );
      },
    ]),
  ),
  'an index with other rows': ({ db, healthy }) => {
    const bytes = Buffer.from(healthy);
    replaceText(bytes, HONEST, SENTINEL);
    writeFileSync(db, bytes);
  },
  'an index with other rows and a seal': ({ db, healthy, seal }) => {
    const bytes = Buffer.from(healthy);
    replaceText(bytes, HONEST, SENTINEL);
    writeFileSync(db, bytes);
    writeFileSync(`${db}-seal`, seal);
  },
  'a log beside an index': ({ db, random }) => writeFileSync(`${db}-wal`, noise(random, 40_000)),
  'a journal beside an index': ({ db, random }) => {
    const journal = noise(random, 4_096);
    Buffer.from('d9d505f920a163d7ffffffff', 'hex').copy(journal);
    writeFileSync(`${db}-journal`, journal);
  },
  noise: ({ db, random }) => writeFileSync(db, noise(random, 1 + random.below(100_000))),
  nothing: ({ db }) => writeFileSync(db, ''),
  'a folder': ({ db }) => mkdirSync(db),
  'a folder in the way of what is put aside': ({ db, random }) => {
    mkdirSync(`${db}.foreign/x`, { recursive: true });
    writeFileSync(db, noise(random, 5_000));
  },
  'a pipe': ({ db, random }) => {
    const path = db + random.pick(['', '-wal', '-shm', '-journal', '-seal']);
    rmSync(path, { force: true });
    execFileSync('mkfifo', [path]);
  },
  'a device': ({ db, random }) => {
    const path = db + random.pick(['', '-wal', '-shm', '-journal', '-seal']);
    rmSync(path, { force: true });
    symlinkSync(random.pick(['/dev/zero', '/dev/full', '/dev/tty', '/dev/stdin']), path);
  },
  'a link': ({ db, outside, random }) => {
    const path = db + random.pick(['', '-wal', '-shm', '-journal', '-seal']);
    rmSync(path, { force: true });
    symlinkSync(join(outside, random.pick(['precious.txt', 'precious.db', 'not-there-yet'])), path);
  },
  'another name': ({ db, outside, random }) => {
    const path = db + random.pick(['', '-wal', '-shm', '-journal', '-seal']);
    rmSync(path, { force: true });
    linkSync(join(outside, random.pick(['precious.txt', 'precious.db'])), path);
  },
  'a folder that is a link': ({ folder, outside, random }) => {
    cpSync(folder, join(outside, 'moved'), { recursive: true });
    rmSync(folder, { recursive: true });
    symlinkSync(join(outside, random.pick(['moved', 'not-there-yet'])), folder);
  },
};

/** What becomes of our own index, in place. */
const DAMAGED = {
  'flipped bytes': ({ db, random }) =>
    patch(db, (bytes) => {
      for (let left = 1 + random.below(30); left > 0; left--)
        bytes[random.below(bytes.length)] ^= 1 << random.below(8);
    }),
  'a page of noise': ({ db, random }) =>
    patch(db, (bytes) => noise(random, 4_096).copy(bytes, 4_096 * random.below(bytes.length / 4_096))),
  'a page of zeros': ({ db, random }) =>
    patch(db, (bytes) => Buffer.alloc(4_096).copy(bytes, 4_096 * random.below(bytes.length / 4_096))),
  'a page in place of another': ({ db, random }) =>
    patch(db, (bytes) => {
      const pages = bytes.length / 4_096;
      const from = 4_096 * random.below(pages);
      bytes.copy(bytes, 4_096 * random.below(pages), from, from + 4_096);
    }),
  'the end cut off': ({ db, random }) => truncateSync(db, random.below(statSync(db).size)),
  'the end cut off at a page': ({ db, random }) =>
    truncateSync(db, 4_096 * random.below(Math.ceil(statSync(db).size / 4_096))),
  'a header of noise': ({ db, random }) =>
    patch(db, (bytes) => bytes.set(noise(random, 4), 16 + random.below(80))),
  'another schema': ({ db, random }) =>
    patch(db, (bytes) => {
      const [from, to] = random.pick([
        ['CREATE TABLE routes (', 'CREATE TABLE rootes ('],
        ['summary TEXT', 'sommary TEXT'],
        ['qualified_name TEXT', 'qualified_nomo TEXT'],
        ['ON nodes(kind)', 'ON nodes(path)'],
        ['CREATE TABLE meta (', 'CREATE TABEL meta ('],
        ['line_start', 'LINE_start'],
      ]);
      replaceText(bytes, from, to);
    }),
  'other values': ({ db, random }) =>
    patch(db, (bytes) => {
      const [from, to] = random.pick([
        ['"ref_id"', '"ref_\xff\xfe"'],
        ['python', 'pyth\xff\xff'],
        ['{"', '\0"'],
        ['[]', '[\xff'],
        ['ledger', 'ledg\x00r'],
        ['src/', '../s'],
      ]);
      replaceText(bytes, from, to);
    }),
  'a log of noise': ({ db, random }) => writeFileSync(`${db}-wal`, noise(random, 1 + random.below(50_000))),
  'a shared list of noise': ({ db, random }) => writeFileSync(`${db}-shm`, noise(random, 32_768)),
  'half a seal': ({ db, random }) => truncateSync(`${db}-seal`, random.below(64)),
};

function noise(/** @type {Random} */ random, /** @type {number} */ length) {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at++) bytes[at] = random.below(256);
  return bytes;
}

export default {
  name: 'index',
  about:
    'Indexes planted in a repository, links and devices in place of their files, and our own damaged in place',
  unit: 'runs',
  counts: { short: 30, long: 4_000 },
  /** @param {import('./lib.mjs').Setting} setting */
  async run({ count, seed, scratch, cli, log }) {
    const random = new Random(seed);
    const env = {
      XDG_CACHE_HOME: join(scratch, 'cache'),
      XDG_DATA_HOME: join(scratch, 'data'),
      BEADLOOM_TRUST_INDEX: undefined,
    };
    const failures = [];
    const skipped =
      process.platform === 'win32' ? ['links, pipes and devices: Windows has none that clones bring'] : [];
    const root = join(scratch, 'project');
    const outside = join(scratch, 'outside');
    const make = () => {
      for (const folder of [root, outside]) rmSync(folder, { recursive: true, force: true });
      for (const [path, text] of Object.entries(FILES)) {
        mkdirSync(join(root, path, '..'), { recursive: true });
        writeFileSync(join(root, path), text);
      }
      mkdirSync(join(root, '.git'));
      mkdirSync(outside);
      writeFileSync(join(outside, 'precious.txt'), 'precious\n'.repeat(100));
      writeFileSync(
        join(outside, 'precious.db'),
        planted('a generated column', { application: 0, version: 0 }),
      );
    };
    const command = (/** @type {string[]} */ args) =>
      run(cli, args, { cwd: root, env, timeoutMs: MOST_MS, mostBytes: MOST_BYTES });
    make();
    const first = await command(['reindex', '--json']);
    if (first.code !== 0) throw new Error(`the healthy project cannot be indexed: ${first.stderr}`);
    const folder = join(root, '.beadloom');
    const db = join(folder, 'beadloom.db');
    const healthy = readFileSync(db);
    const seal = readFileSync(`${db}-seal`);

    const onUnix = new Set(['a pipe', 'a device', 'a link', 'another name', 'a folder that is a link']);
    const brought = Object.entries(BROUGHT).filter(
      ([name]) => process.platform !== 'win32' || !onUnix.has(name),
    );
    const damaged = Object.entries(DAMAGED);
    let tried = 0;
    for (let number = 0; tried < count; number++) {
      const isBrought = number % 2 === 0;
      const [name, put] = random.pick(isBrought ? brought : damaged);
      make();
      // What is brought lies there before the first command; what is damaged is our own.
      if (isBrought) mkdirSync(folder, { recursive: true });
      else await command(['reindex']);
      put({ folder, db, healthy, seal, outside, random });
      const before = tree(outside);
      // Who heals is asked now and then in between; the last two are what hints name.
      const commands = [
        random.pick(COMMANDS),
        random.pick(COMMANDS),
        ['reindex', '--full', '--json'],
        ['search', HONEST, '--json'],
      ];
      for (const [at, args] of commands.entries()) {
        const ended = await command(args);
        tried++;
        const where = `seed ${seed}, case ${number} (${name}), beadloom ${args.join(' ')}`;
        const said = `${ended.stdout}${ended.stderr}`;
        const code = /"code": ?"(\w+)"/.exec(ended.stdout)?.[1];
        if (ended.late) failures.push(`${where}: took more than ${MOST_MS} ms`);
        else if (ended.peak > MOST_BYTES) failures.push(`${where}: took ${ended.peak >> 20} MB`);
        else if (ended.code === null) failures.push(`${where}: ended by ${ended.signal}`);
        if (said.includes('"internal"') || said.includes('[internal]') || said.includes('panicked')) {
          failures.push(`${where}: ${said.slice(0, 400)}`);
        }
        if (isBrought && said.includes(SENTINEL))
          failures.push(`${where}: answered with what stands in no file`);
        const refused =
          code === 'outside_root' ||
          code === 'not_readable' ||
          code === 'index_foreign' ||
          code === 'not_writable' ||
          code === 'not_found';
        if (at >= 2 && ended.code !== 0 && !(isBrought && refused) && code !== 'index_too_new') {
          failures.push(`${where}: did not heal: ${said.slice(0, 400)}`);
        }
        for (const difference of differences(before, tree(outside))) {
          failures.push(`${where}: outside of the project, ${difference}`);
        }
      }
      if (number % 50 === 49) log(`${tried} of ${count}`);
    }
    return { tried, failures, skipped };
  },
};
