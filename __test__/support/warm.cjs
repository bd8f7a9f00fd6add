// Runs one command line after the other in one process, as `dist/cli.js` runs one: each with its own folder and output.
// Starting Node and loading the addon takes longer than most commands do.

const fs = require('node:fs');
const { join } = require('node:path');

/** What `process.exit` throws here. */
class Exit extends Error {}

const [program, , dist] = process.argv;
const { commandLine } = require(join(dist, 'chunks', 'main.js')).command_line_exports;
const { writeSync } = fs;
const written = { 1: [], 2: [] };
fs.writeSync = (descriptor, data, offset, ...rest) => {
  if (descriptor !== 1 && descriptor !== 2) {
    return writeSync(descriptor, data, offset, ...rest);
  }
  const bytes = Buffer.from(data).subarray(offset ?? 0);
  written[descriptor].push(bytes);
  return bytes.length;
};
process.exit = (code) => {
  process.exitCode = code ?? process.exitCode;
  throw new Exit();
};

/** The environment with these variables; gives back what they were. */
function changed(env) {
  const before = {};
  for (const [name, value] of Object.entries(env)) {
    before[name] = process.env[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  return before;
}

process.on('message', async ({ args, cwd, env = {} }) => {
  written[1] = [];
  written[2] = [];
  process.exitCode = undefined;
  const before = changed(env);
  try {
    process.chdir(cwd);
    // Some commands write down what started them.
    process.argv = [program, join(dist, 'cli.js'), ...args];
    await commandLine(args);
  } catch (error) {
    if (!(error instanceof Exit)) {
      written[2].push(Buffer.from(String(error?.stack ?? error)));
      process.exitCode = 1;
    }
  }
  changed(before);
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  process.send({ code, stdout: `${Buffer.concat(written[1])}`, stderr: `${Buffer.concat(written[2])}` });
});
process.on('disconnect', () => process.reallyExit(0));
