// Kills at the calls by which a command changes files, with short writes, interrupted ones and full disks among them.
//
// After each, every file that is not derived is as it was or as it shall be, whole; the same command, run again, comes to its
// end, and leaves what an undisturbed run leaves, and nothing else.

import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compileFaults, counted, faulty } from './faults.mjs';
import { differences, isIndex, Random, run } from './lib.mjs';
import { writingCommands } from './writing.mjs';

const FIXTURES = fileURLToPath(new URL('../../__test__/fixtures/', import.meta.url));

/** What is done at a call; of six, five are kills. */
const KINDS = /** @type {const} */ (['kill', 'kill', 'torn', 'kill', 'kill', 'other']);
const OTHERS = /** @type {const} */ (['short', 'full', 'again', 'full']);

/** Runs for each call of a command, at most: twice the kinds of faults. */
const MOST_OF_CALL = 10;

/** Of every so many kills the repetition is killed, too. */
const TWICE = 4;

/** Names of what a run makes for itself while it writes. */
const LITTER =
  /(?:^|\/)(?:\.beadloom-[0-9a-f]{8}-[0-9a-f]{32}\.tmp|beadloom\.db-(?:staged|lock)-[^/]*)(?:\/|$)|\.(?:tmp|part)$/;

/** @type {import('./lib.mjs').Attack} */
export default {
  name: 'kills',
  about: 'Kills at every call that changes files, short writes and full disks, in every command that writes',
  unit: 'runs',
  counts: { short: writingCommands.length, long: 600 * writingCommands.length },
  async run({ count, seed, scratch, cli, log }) {
    const faults = compileFaults(scratch);
    if ('missing' in faults) {
      return { tried: 0, failures: [], skipped: [faults.missing] };
    }
    const bench = new Bench(cli, scratch, faults.library);
    const each = Math.max(1, Math.floor(count / writingCommands.length));
    // Where there are to be fewer runs than commands, some commands have none.
    const every = Math.max(1, Math.ceil(writingCommands.length / count));
    const failures = [];
    let tried = 0;
    for (const [number, command] of writingCommands.entries()) {
      if (number % every !== 0) {
        continue;
      }
      const random = new Random(seed * 1_000 + number);
      const subject = await bench.prepare(command);
      // A command of two calls has few ways to go wrong, and trying them again tells nothing.
      const runs = Math.min(each, MOST_OF_CALL * Math.max(1, subject.calls));
      for (const attempt of attempts(subject.calls, runs, random)) {
        const found = await bench.attempt(subject, attempt, random);
        tried += 1;
        const said = found.map(
          (what) =>
            `${command.name}, ${attempt.kind} at ${attempt.at} of ${subject.calls}, seed ${seed}: ${what}`,
        );
        // A long run is worth reading before it ends.
        said.forEach((one) => log(one));
        failures.push(...said);
      }
      log(`${command.name}: ${subject.calls} calls, ${runs} runs`);
    }
    return { tried, failures, skipped: [] };
  },
};

/**
 * What is tried: every call in turn where there are fewer than kills, else so many of them.
 * @param {number} calls
 * @param {number} each
 * @param {Random} random
 */
export function attempts(calls, each, random) {
  const kinds = Array.from(
    { length: each },
    (_, n) => KINDS[(n + random.below(KINDS.length)) % KINDS.length] ?? 'kill',
  );
  const kills = kinds.filter((kind) => kind !== 'other').length;
  let killed = random.below(Math.max(1, calls));
  return kinds.map((kind) => {
    if (kind === 'other') {
      return {
        kind: OTHERS[random.below(OTHERS.length)] ?? 'full',
        at: 1 + random.below(Math.max(1, calls)),
      };
    }
    killed += kills >= calls ? 1 : Math.max(1, Math.floor(calls / kills));
    return { kind, at: 1 + (killed % Math.max(1, calls)) };
  });
}

/** Runs commands in copies of projects. */
export class Bench {
  /**
   * @param {string} cli
   * @param {string} scratch
   * @param {string} library
   * @param {{ index?: boolean }} [options] whether calls on the index count
   */
  constructor(cli, scratch, library, { index = true } = {}) {
    this.cli = cli;
    this.index = index;
    this.library = library;
    this.scratch = scratch;
    /** Always the same place: what is written may name it. */
    this.place = join(scratch, 'work');
    this.root = join(this.place, 'project');
    // What is prepared is copied for each attempt, with its index.
    this.env = {
      HOME: join(scratch, 'home'),
      XDG_CACHE_HOME: join(scratch, 'home/cache'),
      XDG_DATA_HOME: join(scratch, 'home/data'),
      BEADLOOM_TRUST_INDEX: '1',
    };
  }

  /**
   * Makes the project that a command begins with, and sees what the command does to it.
   * @param {import('./writing.mjs').WritingCommand} command
   */
  async prepare(command) {
    rmSync(this.place, { recursive: true, force: true });
    mkdirSync(this.place, { recursive: true });
    cpSync(join(FIXTURES, command.fixture), this.root, { recursive: true });
    mkdirSync(join(this.root, '.git'), { recursive: true });
    for (const step of command.before) {
      if (typeof step === 'function') {
        step(this.root);
      } else {
        const { code, stderr } = await this.#run(step);
        if (code !== 0) throw new Error(`${command.name}: ${step.join(' ')} ended with ${code}: ${stderr}`);
      }
    }
    const start = join(this.scratch, `start-${command.name.replaceAll(/\W+/g, '-')}`);
    cpSync(this.place, start, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const before = seen(this.place);
    const file = join(this.scratch, 'calls');
    const { code, stderr } = await this.#command(command, this.#faulty({ count: file }));
    if (code !== 0) throw new Error(`${command.name} ended with ${code}: ${stderr}`);
    return { command, start, before, after: seen(this.place), calls: counted(file) };
  }

  /**
   * Lets one thing go wrong, and says what did not hold.
   * @param {Awaited<ReturnType<Bench['prepare']>>} subject
   * @param {{ kind: 'kill' | 'torn' | 'short' | 'again' | 'full', at: number }} attempt
   * @param {Random} random
   */
  async attempt({ command, start, before, after, calls }, { kind, at }, random) {
    rmSync(this.place, { recursive: true, force: true });
    cpSync(start, this.place, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const first = await this.#command(command, this.#faulty({ kind, at }));
    const found = [];
    const isKill = kind === 'kill' || kind === 'torn';
    found.push(...unwhole(before, after, seen(this.place), isKill));
    if (!isKill) found.push(...this.#answered(command, kind, first, after));
    let last = first;
    if (isKill && random.below(TWICE) === 0 && differences(after, seen(this.place)).length > 0) {
      last = await this.#command(command, this.#faulty({ kind: 'kill', at: 1 + random.below(calls) }));
      found.push(...unwhole(before, after, seen(this.place), true).map((what) => `killed twice: ${what}`));
    }
    // What is done is not repeated: `init` refuses then, as it should, and `init --force` makes another graph.
    if (failed(last) && differences(after, seen(this.place)).length > 0) {
      last = await this.#command(command, {});
      if (last.code !== 0) {
        found.push(
          `run again it ended with ${last.code ?? last.signal}: ${(last.stderr + last.stdout).slice(0, 400)}`,
        );
      }
    }
    const end = seen(this.place);
    found.push(...differences(after, end).map((what) => `run again: ${what}`));
    return found;
  }

  /** What is wrong with how a command ended that was not killed. */
  #answered(command, kind, { code, signal, stdout, stderr }, after) {
    if (kind !== 'full') {
      const differ = differences(after, seen(this.place));
      return code === 0 ? differ : [`it ended with ${code ?? signal}: ${(stderr + stdout).slice(0, 400)}`];
    }
    // A command whose files are all written may say in a warning that the index is behind.
    const hasFailed = failed({ code, stdout });
    if (!hasFailed) return differences(after, seen(this.place));
    return (code === 1 || code === 0) && /disk_full|disk is full/.test(stdout + stderr)
      ? []
      : [`a full disk, and it ended with ${code ?? signal}: ${(stderr + stdout).slice(0, 400)}`];
  }

  #faulty(fault) {
    return faulty(this.library, { under: [this.place], index: this.index, ...fault });
  }

  #command({ args, input, until }, env) {
    const all = { ...this.env, ...env };
    return run(this.cli, args, { cwd: this.root, env: all, input, until, timeoutMs: 120_000 });
  }

  #run(args) {
    return run(this.cli, args, { cwd: this.root, env: this.env });
  }
}

/** Whether a command says that it failed; a tool of the MCP server says so in its answer. */
function failed({ code, stdout }) {
  return code !== 0 || stdout.includes('"isError":true');
}

/** Files that are neither as before nor as after, and litter of a process that was not killed. */
function unwhole(before, after, now, isKill) {
  const found = [];
  for (const [path, what] of now) {
    if (LITTER.test(path)) {
      if (!isKill) found.push(`${path} was left behind`);
    } else if (
      what !== 'folder' &&
      what !== before.get(path) &&
      what !== after.get(path) &&
      !isPassing(path)
    ) {
      found.push(`${path} is neither as before nor as after`);
    }
  }
  for (const [path, what] of before) {
    if (what !== 'folder' && after.has(path) && !now.has(path)) found.push(`${path} is gone`);
  }
  return found;
}

/** What may be there while a command runs: that it goes on, and the graph that takes the place of the old one. */
function isPassing(path) {
  return path.endsWith('/.unfinished') || /_graph\.(?:bak|aside)-/.test(path);
}

/**
 * What is in a folder, by path, without what is derived and with times left out.
 * @param {string} folder
 * @returns {Map<string, string>}
 */
export function seen(folder) {
  const found = new Map();
  const visit = (path) => {
    const full = join(folder, path);
    const stat = lstatSync(full);
    const shown = path.replace(/^project\//, '').replaceAll(/\d{8}T\d{6}Z(?:-\d+)?/g, 'TIME');
    if (stat.isDirectory()) {
      if (shown !== path || path.includes('/')) found.set(shown, 'folder');
      for (const name of readdirSync(full).toSorted()) visit(path === '' ? name : `${path}/${name}`);
    } else if (stat.isSymbolicLink()) {
      found.set(shown, `link to ${readlinkSync(full)}`);
    } else {
      const text = readFileSync(full, 'latin1')
        .replaceAll(/\d{8}T\d{6}Z(?:-\d+)?/g, 'TIME')
        .replaceAll(/"created_at": ?"[^"]*"/g, '"created_at": "TIME"');
      found.set(shown, createHash('sha256').update(text, 'latin1').digest('hex'));
    }
  };
  if (existsSync(folder)) visit('');
  for (const path of found.keys()) {
    const inGit = path === '.git' || (path.startsWith('.git/') && !path.startsWith('.git/hooks'));
    if (isIndex(path) || inGit) found.delete(path);
  }
  return found;
}
