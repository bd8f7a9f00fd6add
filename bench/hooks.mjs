// `node bench/hooks.mjs PROJECT... [--runs 15]`: how long hooks take, as processes, through a session on a copy of each project: start,
// prompt, edit, read, stop. Prints medians in milliseconds and against `node -e 0`. The projects themselves are left alone.

import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureAddon, ensureInstalled, ensureShell } from '../scripts/lib/ensure.mjs';
import { Failure, output, root, script } from '../scripts/lib/process.mjs';
import { table } from './eval/tables.mjs';

const CLI = join(root, 'dist', 'cli.js');

await script((argv) => {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { runs: { type: 'string', default: '15' } },
  });
  if (positionals.length === 0) throw new Failure('which projects?');
  ensureInstalled();
  ensureAddon();
  ensureShell();
  const runs = Number(values.runs);
  const node = median(Array.from({ length: runs }, () => timed(['-e', '0'])));
  const rows = positionals.flatMap((project) => {
    const folder = mkdtempSync(join(tmpdir(), 'beadloom-hooks-'));
    try {
      return session(project, join(folder, basename(project)), runs, node);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  console.log(`\`node -e 0\`: ${node.toFixed(0)} ms, ${runs} runs each\n`);
  console.log(table(['project', 'hook', 'ms', '× `node -e 0`'], rows));
});

/** Each round is a session of its own, so that nothing was told before. */
function session(project, copy, runs, node) {
  cpSync(project, copy, { recursive: true, filter: (path) => !/node_modules|[\\/]target$/.test(path) });
  output(process.execPath, [CLI, 'reindex'], { cwd: copy });
  const file = output('git', ['-C', copy, 'ls-files', '*.py', '*.ts', '*.go', '*.rs', '*.java']).split(
    '\n',
  )[0];
  if (!file) throw new Failure(`${project} has no code that is edited here`);
  const events = {
    start: () => ({ source: 'startup' }),
    prompt: () => ({ prompt: 'How is a request routed to the function that handles it?' }),
    edit: () => ({ tool_name: 'Edit', tool_input: { file_path: join(copy, file) } }),
    read: () => ({ tool_name: 'Read', tool_input: { file_path: join(copy, file) } }),
    stop: () => ({}),
  };
  const times = Object.fromEntries(Object.keys(events).map((event) => [event, []]));
  for (let round = 0; round < runs; round++) {
    for (const [event, input] of Object.entries(events)) {
      if (event === 'edit') appendFileSync(join(copy, file), '\n');
      const given = JSON.stringify({ session_id: `s${round}`, cwd: copy, ...input() });
      times[event].push(
        timed([CLI, 'agent-hook', event, '--program', 'claude-code'], { cwd: copy, input: given }),
      );
    }
  }
  return Object.entries(times).map(([event, all]) => {
    const middle = median(all);
    return [basename(project), event, middle.toFixed(0), (middle / node).toFixed(2)];
  });
}

function timed(args, options = {}) {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Failure(`${args.join(' ')} ended with ${status}\n${stderr}`);
  return performance.now() - begun;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
