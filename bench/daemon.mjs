// `node bench/daemon.mjs [PROJECT] [--rounds N] [--calls N] [--clients N]`: what a daemon is worth. Prints commands with it and without it as
// ratios, round trips over its socket with many clients at once, the time from a saved file to an answer that has it, and
// processor time and memory of a daemon that nobody asks. The project is edited in one file and put back; without one, ten
// thousand generated files.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';

import { createMessageConnection, SocketMessageReader, SocketMessageWriter } from 'vscode-jsonrpc/node';

import { Failure, script } from '../scripts/lib/process.mjs';
import { cached, commitAll } from './corpora.mjs';
import { interleaved, percentile, ratios, runOnce, spread } from './measure.mjs';
import { beadloom, NOTHING } from './rows.mjs';

const FILES = 10_000;
const SAVES = 15;
/** Calls of each client that are not counted. */
const WARM = 5;
/** Seconds until what was saved last is indexed. */
const REST = 3;
/** Seconds of doing nothing. */
const IDLE = 20;

await script(async (argv) => {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '15' },
      calls: { type: 'string', default: '100' },
      clients: { type: 'string', default: '10' },
    },
  });
  const [rounds, calls, clients] = [values.rounds, values.calls, values.clients].map(Number);
  const project = positionals[0] ?? manyFiles();
  const runtime = mkdtempSync(join(tmpdir(), 'bd-'));
  Object.assign(process.env, { XDG_RUNTIME_DIR: runtime, BEADLOOM_DAEMON: 'auto', CI: '' });
  const command = (name, ...args) => beadloom(name, [...args, '--project', project]);
  runOnce(command('reindex', 'reindex', '--quiet'));
  const started = JSON.parse(runOnce(command('start', 'daemon', 'start', '--json')));
  try {
    console.log('| command | with | without | ratio | of node -e 0 |\n| --- | ---: | ---: | ---: | ---: |');
    const ref = 'src/p7/m7.py';
    for (const query of [
      ['search', 'take part seven'],
      ['ctx', positionals[0] === undefined ? ref : '.'],
      ['status'],
    ]) {
      const [withIt, without] = [command('with', ...query), command('without', ...query, '--no-daemon')];
      const times = interleaved([NOTHING, withIt, without], rounds);
      const of = (under) => spread(ratios(times.with, under)).median.toFixed(2);
      const ms = (name) => `${spread(times[name]).median.toFixed(1)} ms`;
      console.log(
        `| ${query[0]} | ${ms('with')} | ${ms('without')} | ${of(times.without)} | ${of(times[NOTHING.name])} |`,
      );
    }
    console.log(
      '\n| over the socket | n | p50 ms | p99 ms | greatest ms | processor ms of the daemon for each |\n| --- | ---: | ---: | ---: | ---: | ---: |',
    );
    for (const many of [1, clients]) {
      for (const [name, request, method = name] of [
        ['search', () => ({ query: 'take part seven' })],
        ['search, never the same', (number) => ({ query: `take part seven ${number}` }), 'search'],
        ['context', () => ({ refs: positionals[0] === undefined ? ref : '.', format: 'markdown' })],
      ]) {
        const before = processorMs(started.pid);
        // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
        const sorted = await asked(started, many, calls, method, request);
        const shown = [0.5, 0.99, 1].map((share) => percentile(sorted, share).toFixed(2)).join(' | ');
        const each = ((processorMs(started.pid) - before) / (many * (calls + WARM))).toFixed(1);
        const who = `${many} ${many === 1 ? 'client' : 'clients'}`;
        console.log(`| ${name}, ${who} | ${sorted.length} | ${shown} | ${each} |`);
      }
    }
    if (positionals[0] === undefined) {
      const saves = (await saved(started, join(project, ref))).toSorted((a, b) => a - b);
      console.log(
        `\nfrom a saved file to the answer that has it: p50 ${percentile(saves, 0.5).toFixed(0)} ms, greatest ${saves.at(-1).toFixed(0)} ms`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, REST * 1000));
    const before = processorMs(started.pid);
    await new Promise((resolve) => setTimeout(resolve, IDLE * 1000));
    console.log(
      `idle for ${IDLE} s: ${processorMs(started.pid) - before} ms of processor time; ${resident(started.pid).toFixed(0)} MB resident`,
    );
  } finally {
    runOnce(command('stop', 'daemon', 'stop'));
    rmSync(runtime, { recursive: true, force: true });
  }
});

/** Round trips of clients that ask at once, each one after the other; sorted. */
async function asked(daemon, clients, calls, name, request) {
  const times = [];
  let number = clients * 10_000;
  const one = async () => {
    const { ask, end } = await reached(daemon);
    for (let call = -WARM; call < calls; call += 1) {
      const began = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as an agent asks
      await ask(name, { request: request((number += 1)) });
      if (call >= 0) times.push(performance.now() - began);
    }
    end();
  };
  await Promise.all(Array.from({ length: clients }, one));
  return times.toSorted((a, b) => a - b);
}

async function reached({ socket, root, beadloom_version: version }) {
  const stream = connect(socket);
  const connection = createMessageConnection(
    new SocketMessageReader(stream),
    new SocketMessageWriter(stream),
  );
  connection.listen();
  const ask = (method, params) => connection.sendRequest(method, params);
  await ask('daemon/hello', { protocol: 1, version, root });
  return { ask, end: () => stream.destroy() };
}

async function saved(daemon, path) {
  const { ask, end } = await reached(daemon);
  const before = readFileSync(path, 'utf8');
  const times = [];
  try {
    for (let round = -2; round < SAVES; round += 1) {
      const word = `zq${[...String(Date.now() + round)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
      writeFileSync(path, `${before}\ndef ${word}():\n    return 1\n`);
      const began = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
      const answer = await ask('search', { request: { query: word, limit: 1 } });
      if (!answer.includes(word)) throw new Failure(`${word} was not found`);
      if (round >= 0) times.push(performance.now() - began);
    }
  } finally {
    writeFileSync(path, before);
    end();
  }
  return times;
}

/** Processor time of a process so far, in steps of 10 ms. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Megabytes of 2^20 bytes. */
function resident(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Small files that call each other, in two hundred folders. */
function manyFiles() {
  return cached(`many-files-${FILES}`, (folder) => {
    for (let file = 0; file < FILES; file += 1) {
      const next = (file + 200) % FILES;
      const place = join(folder, `src/p${file % 200}/m${file}.py`);
      mkdirSync(dirname(place), { recursive: true });
      const parts = ['take', 'give', 'keep', 'part', 'seven'].map(
        (word, at) => `def ${word}_${file}_${at}(value):\n    return ${word}_${next}_${at}(value + ${at})\n`,
      );
      writeFileSync(place, `from src.p${next % 200}.m${next} import *\n\n\n${parts.join('\n\n')}`);
    }
    commitAll(folder);
  });
}
