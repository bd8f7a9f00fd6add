// Loaded before a program: native calls throw where nobody can catch it. `search` throws in a timer, `why` leaves a promise to
// itself; both never answer. A signal throws beside all calls.
const { Module } = require('node:module');

const load = Module._extensions['.node'];
Module._extensions['.node'] = (module, file) => {
  load(module, file);
  const { prototype } = module.exports.NativeEngine;
  const never = () => new Promise(() => {});
  prototype.search = () => {
    setImmediate(() => {
      throw new Error('planted in a timer');
    });
    return never();
  };
  prototype.why = () => {
    void Promise.reject(new Error('planted in a promise'));
    return never();
  };
};
process.on('SIGUSR2', () => {
  throw new Error('planted beside all calls');
});
