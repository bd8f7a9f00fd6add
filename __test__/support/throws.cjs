// Loaded before a program: native calls throw where nobody can catch it. `search` throws in a timer, `why` leaves a promise to
// itself; both never answer. A signal throws beside all calls.
const { Module } = require('node:module');

const load = Module._extensions['.node'];
Module._extensions['.node'] = (module, file) => {
  load(module, file);
  const { prototype } = module.exports.NativeEngine;
  const never = () => new Promise(() => {});
  const answered = prototype.call;
  const planted = {
    search: () => {
      setImmediate(() => {
        throw new Error('planted in a timer');
      });
      return never();
    },
    why: () => {
      void Promise.reject(new Error('planted in a promise'));
      return never();
    },
  };
  prototype.call = function (name, ...rest) {
    return planted[name]?.() ?? answered.call(this, name, ...rest);
  };
};
process.on('SIGUSR2', () => {
  throw new Error('planted beside all calls');
});
