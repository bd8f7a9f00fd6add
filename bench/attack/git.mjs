// Every configuration key of Git that can name a program, in every command that asks Git.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import {
  change,
  fault,
  LAYOUTS,
  plant,
  PROGRAM_KEYS,
  Programs,
  QUESTIONS,
  repository,
  SECRET,
  VARIABLES,
} from './hostile-git.mjs';
import { Random, run } from './lib.mjs';

/** Runs at the same time. */
const AT_ONCE = 2;

/**
 * @typedef {import('./hostile-git.mjs').Planted} Planted
 * @typedef {object} Case
 * @property {string} name
 * @property {import('./hostile-git.mjs').Question} question
 * @property {boolean} sane whether Git itself answers there: most settings have no program for a value
 * @property {(root: string, programs: Programs) => Planted} plant
 */

/** All keys that this Git knows, with something in the place of what a repository names. */
function allKeys() {
  const known = execFileSync('git', ['help', '--config'], { encoding: 'utf8' });
  const keys = known.split('\n').filter((key) => key.includes('.') && !/\s/.test(key));
  const named = keys.map((key) => key.replaceAll(/<[^>]*>|\*/g, 'evil').replace(/\.$/, '.evil'));
  return [...new Set(named)].filter((key) => /^[\w-]+\.(?:.*\.)?[a-zA-Z][\w-]*$/.test(key));
}

/** What can be tried: first all that names a program, then every other key. */
function cases(/** @type {Random} */ random) {
  /** @param {[string, boolean, Case['plant']][]} of */
  const crossed = (of) =>
    shuffled(
      of.flatMap(([name, sane, planted]) =>
        QUESTIONS.map((question) => ({
          name: `${name} in ${question.name}`,
          question,
          sane,
          plant: planted,
        })),
      ),
      random,
    );
  /** @returns {[string, boolean, Case['plant']]} */
  const setting = (/** @type {string} */ line, /** @type {boolean} */ sane) => [
    line,
    sane,
    (root, programs) => {
      plant(join(root, '.git/config'), [programs.setting(line)]);
      return {};
    },
  ];
  // install-hooks follows no path out of the repository, and says so.
  const moves = (/** @type {string} */ line) => line.startsWith('core.hooksPath');
  const known = new Set(PROGRAM_KEYS.map((line) => line.split('=', 1)[0]?.toLowerCase()));
  return [
    ...crossed([
      ...PROGRAM_KEYS.map((line) => setting(line, !moves(line))),
      ...VARIABLES.map(
        (line) =>
          /** @type {[string, boolean, Case['plant']]} */ ([
            line.split('=', 1)[0] ?? line,
            true,
            (_root, programs) => ({ env: programs.variables(line) }),
          ]),
      ),
      ...Object.entries(LAYOUTS).map(
        ([name, planted]) => /** @type {[string, boolean, Case['plant']]} */ ([name, true, planted]),
      ),
    ]),
    ...crossed(
      allKeys()
        .filter((key) => !known.has(key.toLowerCase()))
        .map((key) => setting(key, false)),
    ),
  ];
}

/**
 * @template T
 * @param {T[]} list
 * @param {Random} random
 */
function shuffled(list, random) {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [list[at], list[other]] = [/** @type {T} */ (list[other]), /** @type {T} */ (list[at])];
  }
  return list;
}

/** @type {import('./lib.mjs').Attack} */
export default {
  name: 'git',
  about: 'every configuration key of Git that can name a program, in every command that asks Git',
  unit: 'runs',
  counts: { short: 20, long: 4000 },
  async run({ count, seed, scratch, cli, log }) {
    if (process.platform === 'win32') {
      return { tried: 0, failures: [], skipped: ['programs are shell scripts here'] };
    }
    const template = join(scratch, 'template');
    mkdirSync(template);
    const write = repository(template);
    const made = await run(cli, ['sync-update', '--all', '-y'], { cwd: template });
    if (made.code !== 0) throw new Error(`the lock could not be written: ${made.stderr}`);
    change(template, write);
    const todo = cases(new Random(seed)).slice(0, count);
    /** @type {string[]} */
    const failures = [];
    let tried = 0;
    const work = async () => {
      for (let at = tried++; at < todo.length; at = tried++) {
        const one = /** @type {Case} */ (todo[at]);
        const place = join(scratch, `${at}`);
        const found = await attempt(one, template, place, cli);
        rmSync(place, { recursive: true, force: true });
        if (found !== undefined) failures.push(`${one.name} (seed ${seed}): ${found}`);
        if (at % 200 === 199) log(`${at + 1} of ${todo.length} runs`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { tried: todo.length, failures, skipped: [] };
  },
};

/**
 * One command in one repository; what did not hold.
 * @param {Case} one
 * @param {string} template
 * @param {string} place
 * @param {string} cli
 */
async function attempt({ question, sane, plant: planted }, template, place, cli) {
  const root = join(place, 'project');
  cpSync(template, root, { recursive: true });
  const programs = new Programs(join(place, 'programs'));
  const { cwd = root, env = {}, refused = false } = planted(root, programs);
  programs.ran();
  const { args, input } = question;
  const home = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', HOME: place };
  const ended = await run(cli, args, {
    cwd,
    env: { ...home, ...env },
    ...(input === undefined ? {} : { input }),
  });
  const ran = programs.ran();
  if (ran.length > 0) return `${ran.join(', ')} was run`;
  if (`${ended.stdout}${ended.stderr}`.includes(SECRET)) return 'what lies elsewhere was told';
  if (ended.code === null || ended.code > 2) return `ended with ${ended.code ?? ended.signal}`;
  return sane && !refused ? fault(question, ended) : undefined;
}
