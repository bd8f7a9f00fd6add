// `node bench/answers.mjs write FOLDER PROJECT[@REVISION]…`: every kind of answer about some projects, one file for each
// project. `node bench/answers.mjs compare BEFORE AFTER`: which of them differ. For changes after which every answer has to
// be the same, byte for byte: write before, build, write again, compare. Projects are copied; they stay as they are.

import { fork, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

import { Failure, root, script } from '../scripts/lib/process.mjs';
import { callsOf, toolCallsOf } from './answers/calls.mjs';
import { serve } from './mcp-client.mjs';

/** Differing answers that are shown, and lines of one. */
const MAX_SHOWN = 12;
const MAX_LINES = 6;

await script(async ([step, ...args]) => {
  if (step === 'write' && args.length > 1) {
    const [folder, ...projects] = args;
    mkdirSync(folder, { recursive: true });
    for (const project of projects) await write(resolve(folder), project);
  } else if (step === 'compare' && args.length === 2) {
    compare(...args);
  } else {
    throw new Failure('usage: write FOLDER PROJECT[@REVISION]…, or compare BEFORE AFTER');
  }
});

/** Asks everything of a copy of a project, and writes what it answered. */
async function write(folder, argument) {
  const [project, revision = 'HEAD'] = argument.split('@');
  const name = basename(resolve(project));
  const scratch = mkdtempSync(join(tmpdir(), 'beadloom-answers-'));
  const copy = join(scratch, name);
  const started = Date.now();
  // Receipts say nothing of an answer, and a background process answers by the index that it has.
  Object.assign(process.env, { BEADLOOM_DAEMON: 'off', CI: '1', NO_COLOR: '1' });
  const shell = startShell(copy);
  try {
    execFileSync('git', ['clone', '--quiet', '--no-checkout', resolve(project), copy]);
    execFileSync('git', ['-C', copy, 'checkout', '--quiet', revision]);
    if (!existsSync(join(copy, '.beadloom', '_graph'))) await shell.run(['init', '--bootstrap', '-y']);
    await shell.run(['reindex']);
    const asked = await callsOf(shell, copy);
    const [own, shared] = [join(scratch, 'own.jsonl'), join(copy, '.beadloom', 'memories.jsonl')];
    writeFileSync(own, `${asked.memories.own.join('\n')}\n`);
    writeFileSync(shared, `${asked.memories.shared.join('\n')}\n`);
    const { code, stderr } = await shell.run(['memories', 'import', own]);
    if (code !== 0) throw new Failure(stderr);
    const answers = [];
    for (const args of asked.calls) answers.push({ call: args.join(' '), ...(await shell.run(args)) });
    const server = await serve(copy, ['--no-daemon']);
    for (const [tool, input] of toolCallsOf(asked)) {
      const { result, error } = await server.call(tool, input);
      answers.push({ call: `${tool} ${JSON.stringify(input)}`, ...(result ?? error) });
    }
    await server.close();
    const lines = answers.map((answer) => steady(JSON.stringify(answer), copy));
    writeFileSync(join(folder, `${name}.jsonl`), `${lines.join('\n')}\n`);
    console.log(`${name}: ${answers.length} answers in ${Math.round((Date.now() - started) / 1000)} s`);
  } finally {
    shell.end();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** One process that runs one command line after the other, as the tests have it. */
function startShell(cwd) {
  const child = fork(join(root, '__test__', 'support', 'warm.cjs'), [join(root, 'dist')]);
  const run = (args) =>
    new Promise((done, failed) => {
      child.once('message', done);
      child.once('exit', (code) => failed(new Failure(`${args.join(' ')} ended the process with ${code}`)));
      child.send({ args: [...args, '--no-progress'], cwd });
    }).finally(() => child.removeAllListeners('exit'));
  return { run, end: () => child.disconnect() };
}

/** Without what differs from run to run: the folder, times, and pages of the index. */
function steady(line, copy) {
  return line
    .replaceAll(copy, 'PROJECT')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
    .replaceAll(/(?<="index\\":\{\\"bytes\\":)\d+|(?<= files, )[\d.]+(?= .B, indexed)/g, '0');
}

function compare(before, after) {
  let differing = 0;
  let count = 0;
  for (const file of readdirSync(before).filter((name) => name.endsWith('.jsonl'))) {
    const [old, now] = [before, after].map((folder) => answersOf(join(folder, file)));
    for (const call of new Set([...old.keys(), ...now.keys()])) {
      count += 1;
      if (old.get(call) === now.get(call)) continue;
      differing += 1;
      if (differing <= MAX_SHOWN)
        console.log(`${file}: ${call}\n${difference(old.get(call), now.get(call))}`);
    }
  }
  console.log(`${differing} of ${count} answers differ`);
  if (differing > 0 || count === 0) process.exitCode = 1;
}

/** Answers by what was asked; a call that was made twice counts twice. */
function answersOf(path) {
  const answers = new Map();
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []) {
    const { call } = JSON.parse(line);
    const again = [...answers.keys()].filter(
      (known) => known === call || known.startsWith(`${call} #`),
    ).length;
    answers.set(again === 0 ? call : `${call} #${again + 1}`, line);
  }
  return answers;
}

/** The first lines in which two answers differ. */
function difference(old, now) {
  const [before, after] = [old, now].map((line) => (line ?? '').split('\\n'));
  const found = [];
  for (let at = 0; at < Math.max(before.length, after.length) && found.length < MAX_LINES; at += 1) {
    if (before[at] === after[at]) continue;
    const text = [before[at] ?? '', after[at] ?? ''];
    const start = [...text[0]].findIndex((char, place) => char !== text[1][place]);
    const around = (line) => line.slice(Math.max(0, start - 60), Math.max(0, start) + 140);
    found.push(`  - ${around(text[0])}\n  + ${around(text[1])}`);
  }
  return found.join('\n');
}
