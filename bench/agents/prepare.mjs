// `node bench/agents/prepare.mjs SET --data PATH --repos DIR --work DIR [--by cli|mcp] [--tasks N] [--from N] [--only NAME,NAME]`:
// lays out runs of agents on real tasks. A run is a folder of its own: the project as it was, what the agent is told (TASK.md), and
// the commands by which it may look at the project (`./look`, over MCP also `./tool`), which write down every call. `grade.mjs` counts
// and judges.
//
// Each task has two runs. In one the agent has the tools of every machine, in the other also beadloom: on the command line with the
// words that `setup-agents` writes, or over MCP with what a client shows of the server. Which comes first changes from task to task.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

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
    labels: (task, files) => ({ files: quotedIn(task.answer, files) }),
  },
};

const WAYS = ['cli', 'mcp'];

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
    },
  });
  const set = SETS[positionals[0]];
  if (!set || !values.data || !values.work) {
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
      const task = tasks[round];
      if (!task || !mirror || !hasCommit(mirror, task.at) || chosen.length === count) continue;
      const labels = set.labels(
        task,
        new Set(output('git', ['-C', mirror, 'ls-tree', '-rz', '--name-only', task.at]).split('\0')),
      );
      if (labels.files.length > 0) chosen.push({ task, mirror, labels });
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
  if (arm !== 'plain') beadloom(project, 'reindex');
  write(run, 'look', looker(arm));
  if (arm === 'mcp') write(run, 'tool', caller());
  writeFileSync(join(run, 'TASK.md'), told(await toolsOf(arm, project), ask, task.text));
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
const command = process.argv.slice(2).join(' ');
const MOST = 30000;
const own = ${JSON.stringify(arm === 'cli' ? `beadloom() { ${JSON.stringify(process.execPath)} ${JSON.stringify(join(root, 'dist', 'cli.js'))} "$@"; }; npx() { shift; beadloom "$@"; }; ` : '')};
const began = Date.now();
const { status, stdout, stderr } = spawnSync('bash', ['-c', own + command], { cwd: join(__dirname, 'project'), encoding: 'utf8', maxBuffer: 1 << 28 });
const whole = (stdout ?? '') + (stderr ?? '');
const shown = whole.length > MOST ? whole.slice(0, MOST) + '\\n... cut at ' + MOST + ' characters' : whole;
appendFileSync(join(__dirname, 'calls.jsonl'), JSON.stringify({ command, status, characters: shown.length, ms: Date.now() - began }) + '\\n');
process.stdout.write(shown);
process.exitCode = status ?? 1;
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

function told(tools, ask, text) {
  return `# Task

${ask}

The project lies in \`project/\` beside this file. Look at it **only** by \`./look 'LINE OF SHELL'\`, run in this folder: it runs the line
in the project and shows at most 30,000 characters of what it prints. Every call and every character that you read costs; be
as sparing as you would be with your own money, and still be right. The network is not needed and does not help.

${tools}

When you are sure enough, write \`answer.json\` beside this file:

    {"places": [{"path": "src/a.py", "from": 10, "to": 20}], "answer": "what has to be done there, or the answer, in at most five sentences"}

\`places\`: the definitions or lines that matter, the most important first, ten at most; line numbers as they are in the project now.

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
