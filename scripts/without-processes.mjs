// A rolldown plugin: commander loads `node:child_process` at once, for commands that are programs of their own. beadloom has
// none, and Node takes two milliseconds over that module, of the fifteen that the shell takes.

const REQUIRED = "const childProcess = require('node:child_process');";

export function withoutProcesses() {
  return {
    name: 'without-processes',
    transform(code, id) {
      if (!/[\\/]commander[\\/]lib[\\/]command\.js$/.test(id)) return undefined;
      if (!code.includes(REQUIRED)) throw new Error(`commander does not say any more: ${REQUIRED}`);
      return { code: code.replace(REQUIRED, 'const childProcess = {};'), map: null };
    },
  };
}
