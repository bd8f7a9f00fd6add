// A day's work with a daemon that watches: files change and go, branches are switched, people and agents ask and remember. In the
// evening index, memories and answers are those of a fresh process on the same files.
import test from 'ava';

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { daemonUser } from './support/daemon.js';
import { difference, dump } from './support/dump.js';
import { git, withGit } from './support/git.js';
import { LONG } from './support/long.js';
import { project, type TestProject } from './support/project.js';
import { Random, seedOf } from './support/random.js';
import { TIME_FACTOR } from './support/slow.js';

const [EDITS, SWITCHES, QUERIES] = LONG ? [2_000, 20, 200] : [60, 3, 9];
const BRANCHES = ['main', 'red', 'green'];
const PARTS = ['orders', 'ledger', 'mail', 'stock'];

const onLinux = process.platform === 'linux' ? withGit : test.skip;

function source(random: Random, name: string): string {
  const other = random.pick(PARTS);
  return [
    `from src.${other}.m${random.below(8)} import ${other}_${random.below(8)}`,
    '',
    '',
    `def ${name}(batch):`,
    `    """Takes a batch of ${random.pick(['refunds', 'letters', 'pallets', 'prices'])}, step ${random.below(100)}."""`,
    `    return ${other}_${random.below(8)}(batch)`,
    '',
  ].join('\n');
}

function filesOf(where: TestProject): string[] {
  return PARTS.flatMap((part) =>
    readdirSync(where.path(`src/${part}`))
      .filter((name) => name.endsWith('.py'))
      .map((name) => `src/${part}/${name}`),
  ).toSorted();
}

/** One change of a file, as editors and people make them. */
function edit(where: TestProject, random: Random, number: number): void {
  const path = random.pick(filesOf(where));
  const text = readFileSync(where.path(path), 'utf8');
  switch (random.below(6)) {
    case 0: {
      where.write(`src/${random.pick(PARTS)}/n${number}.py`, source(random, `made_${number}`));
      break;
    }
    case 1: {
      // The files that all begin with stay, so that there is always something to change.
      if (/\/n\d+\.py$/.test(path)) rmSync(where.path(path));
      break;
    }
    case 2: {
      if (/\/n\d+\.py$/.test(path)) {
        const to = `src/${random.pick(PARTS)}/n${number}.py`;
        mkdirSync(dirname(where.path(to)), { recursive: true });
        renameSync(where.path(path), where.path(to));
      }
      break;
    }
    case 3: {
      where.write(`${path}.tmp`, text.replace(/step \d+/, `step ${random.below(100)}`));
      renameSync(where.path(`${path}.tmp`), where.path(path));
      break;
    }
    case 4: {
      where.write(`docs/${random.pick(PARTS)}.md`, `# Notes\n\nStep ${number} of \`${path}\`.\n`);
      break;
    }
    default: {
      where.write(path, `${text}\n\n${source(random, `added_${number}`).split('\n').slice(3).join('\n')}`);
    }
  }
}

/** The same whenever the index was made. */
function timeless(text: string): string {
  return text.replaceAll(/"last_reindex":\s*"[^"]*"/g, '"last_reindex":""');
}

onLinux(
  `${EDITS} edits, ${SWITCHES} switches of branches and ${QUERIES} queries leave what a fresh process has`,
  async (t) => {
    t.timeout((LONG ? 3_600_000 : 600_000) * TIME_FACTOR);
    const seed = seedOf('BEADLOOM_DAY_SEED');
    t.log(`seed ${seed}`);
    const random = new Random(seed);
    const where = project(t, { '.gitignore': '.beadloom/\n' });
    rmSync(where.path('.git'), { recursive: true });
    for (const part of PARTS) {
      where.write(`docs/${part}.md`, `# ${part}\n\nWhat ${part} are for.\n`);
      for (let n = 0; n < 8; n += 1) where.write(`src/${part}/m${n}.py`, source(random, `${part}_${n}`));
    }
    git(where.root, 'init', '--quiet');
    const commit = () => {
      git(where.root, 'add', '--all');
      git(where.root, 'commit', '--quiet', '--allow-empty', '-m', `work ${random.below(1_000)}`);
    };
    commit();
    for (const branch of BRANCHES.slice(1)) {
      git(where.root, 'checkout', '--quiet', '-b', branch, 'main');
      for (let number = 0; number < 20; number += 1) edit(where, random, 900_000 + number);
      commit();
    }
    git(where.root, 'checkout', '--quiet', 'main');
    const user = daemonUser(t, where);
    await user.text(['reindex', '--quiet', '--no-daemon']);
    await user.text(['daemon', 'start']);

    const kept = new Map<string, string>();
    const questions = [
      ['search', 'batch of refunds', '--json'],
      ['search', '--exact', 'batch of letters', '--json'],
      ['ctx', 'src/ledger/'],
      ['ctx', 'src/orders/m1.py'],
      ['ctx', '--task', 'mail takes a batch of pallets twice', '--json'],
      ['refs', 'src/stock/m3.py:stock_3', '--json'],
      ['why', 'src/stock/m3.py', '--json'],
      ['lint', '--json'],
    ];
    const steps = [
      ...Array.from({ length: EDITS }, () => 'edit'),
      ...Array.from({ length: SWITCHES }, () => 'switch'),
      ...Array.from({ length: QUERIES }, () => 'query'),
    ];
    for (let at = steps.length - 1; at > 0; at -= 1) {
      const other = random.below(at + 1);
      [steps[at], steps[other]] = [steps[other] as string, steps[at] as string];
    }
    for (const [number, step] of steps.entries()) {
      if (step === 'edit') edit(where, random, number);
      if (step === 'switch') {
        commit();
        git(where.root, 'checkout', '--quiet', random.pick(BRANCHES));
      }
      if (step !== 'query') continue;
      if (random.below(3) === 0) {
        const text = `The day's lesson number ${number} is about ${random.pick(PARTS)} and ${random.pick(PARTS)}`;
        // oxlint-disable-next-line no-await-in-loop -- a day goes one after the other
        const { memory } = JSON.parse(await user.text(['remember', text, '--json'])) as {
          memory: { id: string };
        };
        kept.set(memory.id, text);
      } else {
        // What was just written is in the answer: the daemon's is the one that a process of its own gives.
        const question = random.pick(questions);
        // oxlint-disable-next-line no-await-in-loop -- a day goes one after the other
        const [warm, cold] = [
          await user.run(question),
          // oxlint-disable-next-line no-await-in-loop -- likewise
          await user.run([...question, '--no-daemon'], { own: true }),
        ];
        t.is(timeless(warm.stdout), timeless(cold.stdout), question.join(' '));
      }
    }

    const answers = async (...more: string[]) => {
      const texts: string[] = [];
      for (const question of questions) {
        // oxlint-disable-next-line no-await-in-loop -- in their order
        texts.push(timeless((await user.run([...question, ...more], { own: more.length > 0 })).stdout));
      }
      return texts;
    };
    const evening = await answers();
    const remembered = await user.text(['memories', 'export']);
    for (const [id, text] of kept) {
      t.true(remembered.includes(id) && remembered.includes(text), `${id}: ${text}`);
    }
    await user.text(['daemon', 'stop']);
    const watched = dump(where);
    t.true(watched.sound);
    for (const name of readdirSync(where.path('.beadloom'))) {
      if (name.startsWith('beadloom.db')) rmSync(join(where.path('.beadloom'), name), { force: true });
    }
    await user.text(['reindex', '--quiet', '--no-daemon']);
    // A first index does not wait for past commits; the first answers do.
    await answers('--no-daemon');
    t.deepEqual(difference(watched, dump(where)), []);
    t.deepEqual(evening, await answers('--no-daemon'));
    t.is(await user.text(['memories', 'export', '--no-daemon']), remembered);
  },
);
