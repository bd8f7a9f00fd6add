// Eight commands at once on one project, while a person edits it and some commands are killed: whatever they do to each
// other, the index is sound and says what a fresh one says, nothing that a person or a command wrote is lost, and nothing
// is left over.

import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { dumpProgram } from '../../scripts/lib/dump.mjs';
import { isIndex, Random, run, tree } from './lib.mjs';

/** Processes at once. */
const GROUP = 8;

/** Milliseconds that a command may take while eight run. */
const PATIENCE = 120_000;

/** Of the commands that run at once, one in this many is killed. */
const KILLED = 6;

/** Milliseconds after which a command that is to be killed is. */
const LIFE = 900;

/** Rows that an index of the project has at least. */
const LEAST_ROWS = 100;

/** Why a command may refuse: another one was there first, or wrote meanwhile. */
const REFUSALS = new Set(['index_busy', 'file_changed']);

/** What may be in a project beside what the person wrote. */
const OURS =
  /^\.beadloom$|^\.beadloom\/(?:CONTEXT\.md|sync\.lock|config\.yml|\.gitignore|_graph|snapshots|_graph\/[\w-]+\.yml|snapshots\/[\w.-]+\.json)$|^docs\/[\w/-]+(?:\.md)?$|^\.git(?:ignore|attributes)$/;

const GRAPHS = ['.beadloom/_graph/parts.yml', '.beadloom/_graph/more.yml'];
const NODES = ['billing', 'auth', 'web', 'pay-by-card'];
const WORDS = ['invoice', 'token', 'session', 'render', 'card', 'ledger'];

/** A project with a graph, documents and sources that a person keeps. */
class Project {
  constructor(root) {
    this.root = root;
    /** What the person wrote, by path. @type {Map<string, string>} */
    this.files = new Map();
    /** Lines that graph files must have from now on, by path. @type {Map<string, string[]>} */
    this.lines = new Map();
    this.edits = 0;
    this.write('.gitignore', '.beadloom/beadloom.db*\n.beadloom/CONTEXT.md\n');
    for (const [folder, other] of [
      ['billing', 'auth'],
      ['auth', 'web'],
      ['web', 'billing'],
    ]) {
      for (let at = 0; at < 6; at++) this.source(folder, at, other);
      this.write(`docs/${folder}.md`, `# ${folder}\n\nHow ${folder} works, and what \`f0\` does.\n`);
    }
    const node = (id, kind, more) =>
      `  # what ${id} is\n  - ref_id: ${id}\n    kind: ${kind}\n    summary: About ${id}\n${more}`;
    const domain = (id) => node(id, 'domain', `    source: src/${id}/\n    docs: [docs/${id}.md]\n`);
    this.graph(GRAPHS[0], `nodes:\n${domain('billing')}${domain('auth')}`);
    this.graph(
      GRAPHS[1],
      `nodes:\n${domain('web')}${node('pay-by-card', 'feature', '')}edges:\n  - {src: pay-by-card, dst: billing, kind: part_of}\n`,
    );
    for (const args of [
      ['init', '--quiet'],
      ['add', '--all'],
      ['commit', '--quiet', '--message', 'first'],
    ]) {
      const as = [
        '-c',
        'user.name=Person',
        '-c',
        'user.email=person@example.org',
        '-c',
        'commit.gpgSign=false',
      ];
      const { status, stderr } = spawnSync('git', [...as, ...args], { cwd: root, encoding: 'utf8' });
      if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    }
  }

  write(path, text) {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
    this.files.set(path, text);
  }

  graph(path, text) {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
    this.lines.set(path, text.trimEnd().split('\n'));
  }

  source(folder, at, other) {
    const text = `from src.${other}.m${at} import f${at}\n\n\nclass C${at}:\n    """Words of ${WORDS[at]} ${this.edits}."""\n\n    def go(self):\n        return f${at}()\n\n\ndef f${at}(a=${this.edits}):\n    return C${at}().go()\n`;
    this.write(`src/${folder}/m${at}.py`, text);
  }

  /** What a person does while commands run. */
  edit(random) {
    this.edits += 1;
    const folder = random.pick(['billing', 'auth', 'web']);
    switch (random.below(4)) {
      case 0:
        this.write(
          `docs/${folder}.md`,
          `# ${folder}\n\nHow ${folder} works since edit ${this.edits}: see \`f1\`.\n`,
        );
        break;
      case 1: {
        // Added at the end, as an editor of lines does; nothing is read and written back.
        const path = random.pick(GRAPHS);
        const note = `# note ${this.edits}`;
        appendFileSync(join(this.root, path), `${note}\n`);
        this.lines.get(path)?.push(note);
        break;
      }
      default:
        this.source(folder, random.below(6), random.pick(['billing', 'auth', 'web']));
    }
  }

  /** What is not as it was left, a sentence each. */
  losses() {
    const found = [];
    for (const [path, text] of this.files) {
      const there = existsSync(join(this.root, path))
        ? readFileSync(join(this.root, path), 'utf8')
        : undefined;
      // Lines may be added to it.
      if (path === '.gitignore' ? !there?.startsWith(text) : there !== text)
        found.push(`${path} is not as it was left`);
    }
    for (const [path, lines] of this.lines) {
      const there = existsSync(join(this.root, path))
        ? readFileSync(join(this.root, path), 'utf8').split('\n')
        : [];
      for (const line of lines.filter((one) => !there.includes(one)))
        found.push(`${path} has lost the line ${JSON.stringify(line)}`);
    }
    return found;
  }
}

/** One command by chance: its arguments, and what must be so once it said that it succeeded. */
function command(random, number, project) {
  const ref = random.pick(NODES);
  const link = `https://example.org/${number}`;
  const linked = () => GRAPHS.some((path) => readFileSync(join(project.root, path), 'utf8').includes(link));
  const saved = () =>
    readdirSync(join(project.root, '.beadloom/snapshots')).some((name) =>
      readFileSync(join(project.root, '.beadloom/snapshots', name), 'utf8').includes(`"label-${number}"`),
    );
  return random.pick([
    { args: ['reindex'] },
    { args: ['reindex'] },
    { args: ['reindex', '--full'] },
    { args: ['ctx', ref] },
    { args: ['search', random.pick(WORDS)] },
    { args: ['sync-update', '--all', '-y'] },
    { args: ['sync-update', ref, '-y'] },
    { args: ['sync-check'] },
    { args: ['link', ref, link], holds: linked, otherwise: 'the link is not there' },
    { args: ['link', ref, link], holds: linked, otherwise: 'the link is not there' },
    { args: ['generate-context'] },
    { args: ['doctor'] },
    { args: ['init', '--merge', '-y'] },
    {
      args: ['snapshot', 'save', '--label', `label-${number}`],
      holds: saved,
      otherwise: 'the snapshot is not there',
    },
    { args: ['status'] },
  ]);
}

/** What is wrong with how a command ended; undefined where nothing is. */
function wrongEnd({ code, signal, stdout, stderr }) {
  if (code === 0 || code === 2) return undefined;
  let error;
  try {
    error = JSON.parse(stdout).error?.code;
  } catch {
    error = undefined;
  }
  if (code === 1 && REFUSALS.has(error)) return undefined;
  return `ended with ${signal ?? code} (${error ?? 'no code'}): ${(stdout + stderr).slice(0, 300)}`;
}

/** The program that prints an index; undefined where it cannot be built. */
function dumper() {
  try {
    return dumpProgram();
  } catch {
    return undefined;
  }
}

/** The rows of an index, after what SQLite's check says. */
function rowsOf(dump, root) {
  const { status, stdout, stderr } = spawnSync(dump, [join(root, '.beadloom/beadloom.db')], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return status === 0 ? stdout.trimEnd().split('\n') : [`cannot be read: ${stderr.slice(0, 200)}`];
}

/** Processes that work in a folder; none where the system does not tell. */
function processesIn(root) {
  if (!existsSync('/proc/self/cwd')) return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && Number(pid) !== process.pid && readlinkSync(`/proc/${pid}/cwd`).startsWith(root)
      );
    } catch {
      return false; // ended meanwhile, or somebody else's
    }
  });
}

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @type {import('./lib.mjs').Attack} */
export default {
  name: 'commands',
  about: 'Eight commands at once on one project, with edits and kills meanwhile',
  unit: 'commands',
  counts: { short: 24, long: 2_000 },
  async run({ count, seed, scratch, cli, log }) {
    const random = new Random(seed);
    const root = join(realpathSync(scratch), 'kept', 'shop');
    mkdirSync(root, { recursive: true });
    const project = new Project(root);
    const failures = [];
    const skipped = [];
    const dump = dumper();
    if (dump === undefined)
      skipped.push('what the index holds is not compared: cargo does not build the program that prints it');
    if (!existsSync('/proc/self/cwd'))
      skipped.push('processes that are left over are not looked for: the system lists none');
    const alone = (/** @type {string[]} */ args, where = root) =>
      run(cli, [...args, '--json'], { cwd: where, timeoutMs: PATIENCE });
    let tried = 0;
    for (let group = 0; tried < count; group++) {
      const fail = (/** @type {string} */ text) => failures.push(`seed ${seed}, group ${group}: ${text}`);
      let killed = false;
      const started = Array.from({ length: Math.min(GROUP, count - tried) }, (_, at) => {
        const one = command(random, tried + at, project);
        const kill = random.below(KILLED) === 0 ? random.below(LIFE) : undefined;
        return {
          ...one,
          kill,
          ended: run(cli, [...one.args, '--json'], { cwd: root, timeoutMs: kill ?? PATIENCE }),
        };
      });
      tried += started.length;
      for (let edits = random.below(4); edits > 0; edits--) {
        await wait(random.below(300));
        project.edit(random);
      }
      for (const { args, kill, ended, holds, otherwise } of started) {
        const end = await ended;
        const what = `\`${args.join(' ')}\``;
        if (end.late && kill === undefined) fail(`${what} took more than ${PATIENCE / 1000} seconds`);
        killed ||= end.late;
        if (end.late) continue;
        const wrong = wrongEnd(end);
        if (wrong !== undefined) fail(`${what} ${wrong}`);
        if (end.code === 0 && holds !== undefined && !holds())
          fail(`${what} said that it succeeded, and ${otherwise}`);
      }
      for (let tries = 0; tries < 50 && processesIn(root).length > 0; tries++) await wait(100);
      if (processesIn(root).length > 0) fail(`${processesIn(root).length} processes are left`);

      // What a killed command left, the next one of its kind takes away.
      const after = [
        ['reindex'],
        ...(killed
          ? [
              ['sync-update', '--all', '-y'],
              ...NODES.map((ref) => ['link', ref, `https://example.org/after-${group}`]),
              ['generate-context'],
              ['snapshot', 'save'],
              ['init', '--merge', '-y'],
            ]
          : []),
      ];
      for (const args of after) {
        const end = await alone(args);
        const wrong = end.late ? 'does not end' : wrongEnd(end);
        if (wrong !== undefined) fail(`afterwards, \`${args.join(' ')}\` ${wrong}`);
      }
      for (const loss of project.losses()) fail(loss);
      const left = [...tree(root, (path) => path !== '.git').keys()].filter(
        (path) =>
          !project.files.has(path) &&
          !isIndex(path) &&
          !OURS.test(path) &&
          !/^(?:src|docs)(?:\/\w+)?$/.test(path),
      );
      if (left.length > 0) fail(`left over: ${left.join(', ')}`);
      if (dump !== undefined) {
        const fresh = join(scratch, 'fresh', 'shop');
        rmSync(dirname(fresh), { recursive: true, force: true });
        cpSync(root, fresh, {
          recursive: true,
          preserveTimestamps: true,
          filter: (path) => !/beadloom\.db/.test(path),
        });
        await alone(['reindex']);
        await alone(['reindex'], fresh);
        const [kept, made] = [rowsOf(dump, root), rowsOf(dump, fresh)];
        if (kept.length < LEAST_ROWS) fail(`the index has ${kept.length} rows`);
        if (kept[0] !== 'sound') fail(`the index is not sound: ${kept[0]}`);
        const [keptRows, madeRows] = [new Set(kept), new Set(made)];
        const differs = [
          ...kept.filter((row) => !madeRows.has(row)).map((row) => `- ${row}`),
          ...made.filter((row) => !keptRows.has(row)).map((row) => `+ ${row}`),
        ];
        if (differs.length > 0)
          fail(
            `the index differs from a fresh one: ${differs
              .slice(0, 4)
              .map((row) => row.slice(0, 160))
              .join('; ')}`,
          );
      }
      if (group % 10 === 9) log(`${tried} of ${count} commands, ${failures.length} did not hold`);
    }
    return { tried, failures, skipped };
  },
};
