// Training of the models that choose what an answer to a task holds: a small part of it, from histories to models that the product asks.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import test from 'ava';
import type { ExecutionContext } from 'ava';

import { targetFolder } from '../scripts/lib/cargo.mjs';
import { git } from './support/git.js';
import { project } from './support/project.js';
import { Random } from './support/random.js';
import { TIME_FACTOR } from './support/slow.js';

const ROOT = join(import.meta.dirname, '..');
const VENV = join(targetFolder(), 'specs', 'train-venv');
const PROGRAM = join(
  targetFolder(),
  'debug',
  process.platform === 'win32' ? 'beadloom-bench.exe' : 'beadloom-bench',
);

/** Whether Python is here with what makes environments; LightGBM is installed by the training itself. */
const hasPython = spawnSync('python3', ['-c', 'import venv, ensurepip'], { stdio: 'ignore' }).status === 0;
const withPython = hasPython && existsSync(PROGRAM) ? test.serial : test.serial.skip;

const SUBJECTS = 'invoice parcel tariff voucher customs ledger driver route depot crane buoy pilot'.split(
  ' ',
);
const DEEDS = 'open close check print archive refund'.split(' ');

const functionOf = (subject: string, deed: string, step = 1): string =>
  [
    `def ${deed}_${subject}(${subject}):`,
    `    ${subject}.${deed}ed += ${step}`,
    `    return ${subject}`,
    '',
  ].join('\n');

const textOf = (subject: string, step: (deed: string) => number = () => 1): string =>
  DEEDS.map((deed) => functionOf(subject, deed, step(deed))).join('\n\n');

/** A project whose commits each change one function of one file, as rows of a set of histories. */
function history(t: ExecutionContext, name: string, commits: number): { root: string; rows: object[] } {
  const random = new Random(name.length + name.charCodeAt(0));
  const where = project(
    t,
    Object.fromEntries(SUBJECTS.map((subject) => [`port/${subject}.py`, textOf(subject)])),
  );
  git(where.root, 'init', '-q');
  const commit = (message: string): string => {
    git(where.root, 'add', '-A');
    git(where.root, 'commit', '-q', '-m', message);
    return execFileSync('git', ['-C', where.root, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  };
  let parent = commit('Begin the port');
  const rows = Array.from({ length: commits }, (_, at) => {
    const subject = SUBJECTS[random.below(SUBJECTS.length)] as string;
    const chosen = DEEDS[random.below(DEEDS.length)] as string;
    const path = `port/${subject}.py`;
    where.write(
      path,
      textOf(subject, (deed) => (deed === chosen ? at + 2 : 1)),
    );
    const message = `Count twice when the workers ${chosen} the ${subject} of a ship`;
    const id = commit(message);
    const line = 2 + 5 * DEEDS.indexOf(chosen);
    const row = {
      repo: `test/${name}`,
      commit: id,
      parent,
      date: '2026-01-01T00:00:00Z',
      message,
      files: [path],
      hunks: { [path]: [[line, line]] },
      all: [['M', path]],
    };
    parent = id;
    return row;
  });
  return { root: where.root, rows };
}

withPython(
  'models are trained from histories, resumed after an interruption, and asked as they were trained',
  (t) => {
    t.timeout(600_000 * TIME_FACTOR);
    const work = project(t);
    const [data, repos, dumps, out, samples] = ['data', 'repos', 'dumps', 'out', 'samples'].map((name) => {
      mkdirSync(join(work.root, name));
      return join(work.root, name);
    }) as [string, string, string, string, string];
    const names = ['one', 'two', 'three', 'four', 'five'];
    const rows = names.flatMap((name) => {
      const { root, rows: own } = history(t, name, 4);
      git(repos, 'clone', '-q', '--bare', root, join(repos, `test+${name}.git`));
      return own;
    });
    writeFileSync(
      join(data, 'tasks.jsonl.gz'),
      gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
    );
    writeFileSync(
      join(data, 'README.md'),
      names.map((name) => `| test/${name} | Python | little |\n`).join(''),
    );
    const folders = ['--data', data, '--repos', repos, '--dumps', dumps, '--out', out, '--samples', samples];
    const train = (): string => {
      const args = ['tools/train/run.mjs', 'selection', ...folders, '--program', PROGRAM, '--venv', VENV];
      return execFileSync(process.execPath, args, {
        cwd: ROOT,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    };

    const said = train();
    t.is(said.match(/^test\/\w+: 4 tasks in \d+ s$/gm)?.length, names.length, said);
    t.regex(said, /^20 tasks of 5 projects$/m);
    const [, first] = /^files, model: .*\bfirst ([\d.]+)/m.exec(said) ?? [];
    t.true(Number(first) >= 0.8, said);
    const [, among] = /^definitions, model: .*\bamong 5 ([\d.]+)/m.exec(said) ?? [];
    t.true(Number(among) >= 0.8, said);

    const models = ['files', 'definitions'];
    for (const name of models) {
      const listed = readFileSync(join(samples, `${name}.jsonl`), 'utf8')
        .trim()
        .split('\n');
      const expected = listed.map((line) => JSON.parse(line) as { values: number[]; sum: number });
      t.true(expected.length > 50, name);
      const found = execFileSync(PROGRAM, ['sums', join(out, `${name}.model`)], {
        input: expected.map(({ values }) => `${JSON.stringify(values)}\n`).join(''),
        encoding: 'utf8',
      });
      const sums = found.trim().split('\n').map(Number);
      t.is(sums.length, expected.length);
      for (const [at, { sum }] of expected.entries()) {
        t.true(
          Math.abs((sums[at] ?? NaN) - sum) < 1e-4 * (1 + Math.abs(sum)),
          `${name}: ${sums[at]} instead of ${sum}`,
        );
      }
    }

    // A run that ended while a project was dumped goes on with it, and with nothing else.
    const kept = names.slice(1).map((name) => join(dumps, `test+${name}.jsonl`));
    const written = kept.map((file) => statSync(file).mtimeMs);
    const bytes = models.map((name) => readFileSync(join(out, `${name}.model`)));
    rmSync(join(dumps, 'test+one.jsonl'));
    writeFileSync(join(dumps, 'test+one.jsonl.part'), '{"repo": "test/o');
    t.deepEqual(train().match(/^test\/\w+(?=: \d+ tasks in)/gm), ['test/one']);
    t.deepEqual(
      kept.map((file) => statSync(file).mtimeMs),
      written,
    );
    t.deepEqual(
      models.map((name) => readFileSync(join(out, `${name}.model`))),
      bytes,
      'the same dumps make the same models',
    );
  },
);
