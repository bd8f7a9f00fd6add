// `node bench/agents/prepare.mjs SET [--data PATH] --repos DIR --work DIR [--by cli|mcp|hooks] [--tasks N] [--from N] [--only NAME,NAME] [--judged] [--newest]`:
// lays out runs of agents on real tasks. A run is a folder of its own: the project as it was, what the agent is told (TASK.md), and
// the commands by which it may work on the project (`./look`, over MCP also `./tool`, for changes also `./done`), which write down
// every call. `grade.mjs` counts and judges.
//
// `--judged` also asks questions whose accepted answer names no file, for a judge to compare with; `--newest` takes the newest commit where
// a task's own is not to be had.
//
// Each task has two runs. In one the agent has the tools of every machine, in the other also beadloom: on the command line with the
// words that `setup-agents` writes, over MCP with what a client shows of the server, or by its hooks alone. Which comes first changes from
// task to task.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { CHANGES } from './changes.mjs';
import { ensureAddon, ensureInstalled, ensureShell } from '../../scripts/lib/ensure.mjs';
import { Failure, output, root, script } from '../../scripts/lib/process.mjs';
import { listing } from './client.mjs';
import { hasCommit, mirrorOf } from '../eval/mirrors.mjs';
import { quotedIn } from '../eval/context/labels.mjs';
import { byProject, changesIn, questionsIn } from '../eval/context/tasks.mjs';

/** What agents are asked, by the set that a task is from. */
const SETS = {
  commits: {
    load: changesIn,
    ask: 'Find the places that have to change for the task below, as if you were about to make the change. Do not change anything.',
    labels: (task) => ({ files: task.files, hunks: task.hunks }),
  },
  'swe-qa': {
    load: questionsIn,
    ask: 'Answer the question below about this project: find the code that the answer rests on, and read as much of it as you need to be sure.',
    labels: (task, files) => ({
      files: quotedIn(task.answer, files),
      question: task.text,
      reference: task.answer,
    }),
  },
  changes: {
    load: () => CHANGES,
    ask: 'Make the change below in this project, as you would for a pull request: code, and whatever else the project wants to be kept true. Nothing can be installed or run but the usual programs and `python3`.',
    labels: ({ id }) => ({ files: [], change: id }),
  },
};

const WAYS = ['cli', 'mcp', 'hooks'];

/** The one session of a run, as its program tells its hooks. */
const SESSION = 'run';

/** What the hook after an edit says of every file that is not as it was after the line before. */
const HOOKED = `const { existsSync, readFileSync, statSync, writeFileSync } = require('node:fs');
function hook(event, input) {
  const cwd = join(__dirname, 'project');
  const words = [${JSON.stringify(join(root, 'dist', 'cli.js'))}, 'agent-hook', event, '--program', 'claude-code'];
  const { stdout } = spawnSync(process.execPath, words, { cwd, input: JSON.stringify({ session_id: ${JSON.stringify(SESSION)}, cwd, ...input }), encoding: 'utf8' });
  return stdout ? JSON.parse(stdout) : {};
}
function spoken() {
  const project = join(__dirname, 'project');
  const kept = join(__dirname, 'files.json');
  const before = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  const { stdout } = spawnSync('git', ['status', '--porcelain', '-z', '-uall'], { cwd: project, encoding: 'utf8' });
  const paths = stdout.split('\\0').filter((line) => line.length > 3).map((line) => line.slice(3)).filter((path) => existsSync(join(project, path)));
  const now = Object.fromEntries(paths.map((path) => [path, statSync(join(project, path)).mtimeMs]));
  writeFileSync(kept, JSON.stringify(now));
  const changed = paths.filter((path) => now[path] !== before[path]);
  const says = changed.map((path) => hook('edit', { tool_name: 'Edit', tool_input: { file_path: join(project, path) } }).hookSpecificOutput?.additionalContext);
  return says.filter(Boolean).map((text) => '\\n[hook] ' + text + '\\n').join('');
}`;

const CHANGED = `When you are done, run \`./done\` in this folder, and once more if it says so. Then write \`answer.json\` beside this file:

    {"places": [], "answer": "what you changed, in at most five sentences"}
`;

const ANSWERED = `When you are sure enough, write \`answer.json\` beside this file:

    {"places": [{"path": "src/a.py", "from": 10, "to": 20}], "answer": "what has to be done there, or the answer, in at most five sentences"}

\`places\`: the definitions or lines that matter, the most important first, ten at most; line numbers as they are in the project now.
`;

await script(async (argv) => {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      repos: { type: 'string' },
      work: { type: 'string' },
      only: { type: 'string' },
      tasks: { type: 'string', default: '12' },
      from: { type: 'string', default: '0' },
      by: { type: 'string', default: 'cli' },
      judged: { type: 'boolean', default: false },
      newest: { type: 'boolean', default: false },
    },
  });
  const set = SETS[positionals[0]];
  const isChange = positionals[0] === 'changes';
  if (!set || (!values.data && !isChange) || !values.work) {
    throw new Failure(`which of ${Object.keys(SETS).join(', ')}? --data, --repos and --work are needed`);
  }
  if (!WAYS.includes(values.by)) throw new Failure(`--by: which of ${WAYS.join(', ')}?`);
  const both = ['plain', values.by];
  ensureInstalled();
  ensureAddon();
  ensureShell();
  const [count, from] = [Number(values.tasks), Number(values.from)];
  const chosen = [];
  const projects = [...byProject(await set.load(values.data), { only: values.only })];
  // One of each project, then the next of each.
  for (let round = from; chosen.length < count && projects.some(([, tasks]) => tasks[round]); round++) {
    for (const [repo, tasks] of projects) {
      const mirror = mirrorOf(repo, values.repos);
      if (!tasks[round] || !mirror || chosen.length === count) continue;
      const task = values.newest ? { ...tasks[round], at: newest(mirror, tasks[round].at) } : tasks[round];
      if (!hasCommit(mirror, task.at)) continue;
      const labels = set.labels(
        task,
        new Set(output('git', ['-C', mirror, 'ls-tree', '-rz', '--name-only', task.at]).split('\0')),
      );
      if (labels.files.length > 0 || isChange || values.judged) chosen.push({ task, mirror, labels });
    }
  }
  for (const [number, { task, mirror, labels }] of chosen.entries()) {
    const arms = number % 2 === 0 ? both : both.toReversed();
    for (const [place, arm] of arms.entries()) {
      const run = join(values.work, `${String(number + 1).padStart(2, '0')}-${place + 1}-${arm}`);
      await layOut(run, arm, { task, mirror, ask: set.ask });
      const facts = { set: positionals[0], repo: task.repo, id: task.id, arm, ...labels };
      writeFileSync(
        join(values.work, `${String(number + 1).padStart(2, '0')}-${arm}.labels.json`),
        JSON.stringify(facts),
      );
      console.log(run);
    }
  }
});

/** A commit, or where it is not to be had the newest that is. */
function newest(mirror, commit) {
  return hasCommit(mirror, commit) ? commit : output('git', ['-C', mirror, 'rev-parse', 'HEAD']).trim();
}

/** A run that is there already is left as it is: an agent may be at work in it. */
async function layOut(run, arm, { task, mirror, ask }) {
  const project = join(run, 'project');
  if (existsSync(run)) return;
  mkdirSync(run, { recursive: true });
  output('git', ['clone', '--quiet', '--shared', '--no-checkout', mirror, project]);
  const git = (...args) => output('git', ['-C', project, ...args]);
  git('checkout', '--quiet', '--detach', task.at);
  // What came later is not to be found in the history.
  for (const ref of git('for-each-ref', '--format=%(refname)').split('\n').filter(Boolean))
    git('update-ref', '-d', ref);
  git('remote', 'remove', 'origin');
  if (task.files && task.done) commitOwn(project, task.files, git);
  if (arm !== 'plain') beadloom(project, 'reindex');
  write(run, 'look', looker(arm));
  if (task.done) write(run, 'done', ender(arm));
  if (arm === 'mcp') write(run, 'tool', caller());
  const tools = arm === 'hooks' ? saidAtStart(project, task.text) : await toolsOf(arm, project);
  writeFileSync(join(run, 'TASK.md'), told(tools, ask, task));
}

/** Gives a project its graph, rules and documents, with the documents confirmed, in a commit. The index is not part of it. */
function commitOwn(project, files, git) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  beadloom(project, 'reindex');
  beadloom(project, 'sync-update', '--all', '-y');
  beadloom(project, 'lint', '--strict');
  for (const name of readdirSync(join(project, '.beadloom')).filter((one) => one.startsWith('beadloom.db')))
    rmSync(join(project, '.beadloom', name));
  git('add', '-A');
  git(
    '-c',
    'user.name=beadloom',
    '-c',
    'user.email=agents@example.invalid',
    'commit',
    '-q',
    '-m',
    'Describe the parts',
  );
}

/** What hooks tell an agent before it begins. */
function saidAtStart(project, text) {
  const texts = [
    spokenBy(project, 'start', { source: 'startup' }),
    spokenBy(project, 'prompt', { prompt: text }),
  ].filter(Boolean);
  return `You have the usual programs (grep, sed, find, git ...). Your program has hooks, which say before you begin:\n\n${texts.join('\n\n')}`;
}

function spokenBy(project, event, input) {
  const given = JSON.stringify({ session_id: SESSION, cwd: project, ...input });
  const words = [join(root, 'dist', 'cli.js'), 'agent-hook', event, '--program', 'claude-code'];
  const said = execFileSync(process.execPath, words, { cwd: project, input: given, encoding: 'utf8' });
  return said === '' ? '' : JSON.parse(said).hookSpecificOutput?.additionalContext;
}

function write(run, name, text) {
  writeFileSync(join(run, name), text);
  chmodSync(join(run, name), 0o755);
}

function beadloom(project, ...args) {
  output(process.execPath, [join(root, 'dist', 'cli.js'), ...args], { cwd: project });
}

/** Runs one line of shell in the project, shows what an agent's shell shows at most, and writes down what that was. */
function looker(arm) {
  return `#!/usr/bin/env node
const { spawnSync } = require('node:child_process');
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
${arm === 'hooks' ? HOOKED : "const spoken = () => '';"}
const command = process.argv.slice(2).join(' ');
const MOST = 30000;
const own = ${JSON.stringify(arm === 'cli' || arm === 'hooks' ? `beadloom() { ${JSON.stringify(process.execPath)} ${JSON.stringify(join(root, 'dist', 'cli.js'))} "$@"; }; npx() { shift; beadloom "$@"; }; ` : '')};
const began = Date.now();
const { status, stdout, stderr } = spawnSync('bash', ['-c', own + command], { cwd: join(__dirname, 'project'), encoding: 'utf8', maxBuffer: 1 << 28 });
const whole = (stdout ?? '') + (stderr ?? '') + spoken();
const shown = whole.length > MOST ? whole.slice(0, MOST) + '\\n... cut at ' + MOST + ' characters' : whole;
appendFileSync(join(__dirname, 'calls.jsonl'), JSON.stringify({ command, status, characters: shown.length, ms: Date.now() - began }) + '\\n');
process.stdout.write(shown);
process.exitCode = status ?? 1;
`;
}

/** Ends a turn; a hook may find something to be done first. */
function ender(arm) {
  return `#!/usr/bin/env node
const { spawnSync } = require('node:child_process');
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
${arm === 'hooks' ? HOOKED : 'const hook = () => ({});'}
const kept = join(__dirname, 'ended.json');
const again = require('node:fs').existsSync(kept);
require('node:fs').writeFileSync(kept, '{}');
const { decision, reason } = hook('stop', { stop_hook_active: again });
const shown = decision === 'block' ? '[hook] ' + reason + '\\nYou are not done: look at this, then run ./done again.\\n' : 'Done.\\n';
appendFileSync(join(__dirname, 'calls.jsonl'), JSON.stringify({ command: 'done', characters: shown.length }) + '\\n');
process.stdout.write(shown);
`;
}

/** Calls one tool of the server, shows what a client shows of the answer, and writes down what that was. */
function caller() {
  return `#!/usr/bin/env node
import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call } from ${JSON.stringify(join(root, 'bench', 'agents', 'client.mjs'))};
const here = dirname(fileURLToPath(import.meta.url));
const [name, given = '{}'] = process.argv.slice(2);
const began = Date.now();
const shown = await call(join(here, 'project'), name, given);
appendFileSync(join(here, 'calls.jsonl'), JSON.stringify({ command: \`tool \${name} \${given}\`, characters: shown.length, ms: Date.now() - began }) + '\\n');
process.stdout.write(shown + '\\n');
`;
}

/** What the agent is told of its tools. */
async function toolsOf(arm, project) {
  const usual = 'the usual programs (grep, sed, find, git ...)';
  if (arm === 'cli') {
    return `Besides ${usual} you have \`beadloom\` in \`./look\`. What this project says of it:\n\n${agentsBlock()}`;
  }
  if (arm === 'mcp') {
    const { instructions, tools } = await listing(project);
    return `Besides ${usual} you have the tools of an MCP server, each by \`./tool NAME 'ARGUMENTS AS JSON'\`, run in this folder. Every call and every character counts as those of \`./look\` do. The server says of itself:

${instructions}

Its tools, as your client shows them:

${tools.map(({ name, description, inputSchema }) => `- **${name}**: ${description}\n  Arguments: \`${JSON.stringify(inputSchema)}\``).join('\n')}
`;
  }
  return `You have ${usual}.`;
}

function told(tools, ask, { text, done }) {
  const look = done
    ? `Work on it **only** by \`./look 'LINES OF SHELL'\`, run in this folder: it runs them in the project`
    : `Look at it **only** by \`./look 'LINE OF SHELL'\`, run in this folder: it runs the line
in the project`;
  return `# Task

${ask}

The project lies in \`project/\` beside this file. ${look} and shows at most 30,000 characters of what it prints. Every call and every character that you read costs; be
as sparing as you would be with your own money, and still be right. The network is not needed and does not help.

${tools}

${done ? CHANGED : ANSWERED}
## What it is about

${text}
`;
}

/** The words that `setup-agents` writes into a project. */
function agentsBlock() {
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-agents-'));
  try {
    mkdirSync(join(folder, '.git'));
    beadloom(folder, 'setup-agents');
    return readFileSync(join(folder, 'AGENTS.md'), 'utf8').replaceAll(/^<!--.*-->\n/gm, '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
