import test from 'ava';

import type { RefsAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

/** Where a symbol is defined, and what refers to it. */
async function found(where: ReturnType<typeof project>, symbol: string): Promise<string[][]> {
  const { definitions, callers } = await answer<RefsAnswer>(where, ['refs', symbol]);
  return [
    definitions
      .map(({ file_path: path, line_start: line, qualified_name: name }) => `${path}:${line} ${name}`)
      .toSorted(),
    callers.map(({ path, line, kind, confidence }) => `${path}:${line} ${kind} ${confidence}`).toSorted(),
  ];
}

test('functions that are given to members in functions are definitions of what the function gives', async (t) => {
  const where = project(t, {
    'lib/api.js': [
      'function init(env) {',
      '  var api = {};',
      '  api.load = function load() { api.reset(); };',
      '  api.reset = () => { helper(); };',
      '  function helper() {}',
      '  var inner = {};',
      '  inner.hidden = function () {};',
      '  env.extend = function () {};',
      '  var request = open();',
      '  request.onload = function () {};',
      '  return api;',
      '}',
      'module.exports = init;',
      '',
    ].join('\n'),
    'lib/self.js':
      'function Timer() {\n  var self = this;\n  self.start = function () {};\n  this.stop = function () { self.start(); };\n}\nTimer.prototype.again = function () {};\nmodule.exports = Timer;\n',
    'lib/literal.js':
      'module.exports = function (ctx) {\n  var out = { first: function () {} };\n  out.second = function () {};\n  return out;\n};\n',
    'use.js': [
      `const init = require('./lib/api');`,
      `const api = init({});`,
      'api.load();',
      `const Timer = require('./lib/self');`,
      'const timer = new Timer();',
      'timer.stop();',
      'timer.again();',
      '',
    ].join('\n'),
  });
  t.deepEqual(await found(where, 'load'), [['lib/api.js:3 init.load'], ['use.js:3 call exact']]);
  t.deepEqual(await found(where, 'reset'), [['lib/api.js:4 init.reset'], ['lib/api.js:3 call exact']]);
  t.deepEqual(await found(where, 'helper'), [['lib/api.js:5 init.helper'], ['lib/api.js:4 call exact']]);
  // Members of other objects are none of what the function gives.
  for (const name of ['hidden', 'extend', 'onload']) await t.throwsAsync(found(where, name), undefined, name);
  t.deepEqual(await found(where, 'stop'), [['lib/self.js:4 Timer.stop'], ['use.js:6 call exact']]);
  t.deepEqual((await found(where, 'start'))[0], ['lib/self.js:3 Timer.start']);
  t.deepEqual(await found(where, 'again'), [['lib/self.js:6 Timer.again'], ['use.js:7 call exact']]);
  t.deepEqual((await found(where, 'second'))[0], ['lib/literal.js:3 default.second']);
});
