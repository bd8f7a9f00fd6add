import test, { type ExecutionContext } from 'ava';

import type { RefsAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

/** What refers to a symbol, as `path:line kind confidence`, and whether the answer says that this is all. */
async function found(where: ReturnType<typeof project>, symbol: string): Promise<[string[], boolean]> {
  const { callers, next } = await answer<RefsAnswer>(where, ['refs', symbol]);
  const places = callers.map(({ path, line, kind, confidence }) => `${path}:${line} ${kind} ${confidence}`);
  return [places.toSorted(), next.complete];
}

/** Each use by its own name: the text of a file that uses `NAME` of `./m`. */
const SURE: Record<string, string> = {
  thenMember: `import('./m').then((m) => m.NAME());`,
  thenValue: `export const v = import('./m').then((m) => m.NAME);`,
  thenPattern: `import('./m').then(({ NAME }) => NAME());`,
  thenRenamed: `import('./m').then(({ NAME: q }) => q());`,
  thenFunction: `import('./m').then(function (m) { return m.NAME(); });`,
  thenAsync: `import('./m').then(async (m) => { await m.NAME(); });`,
  thenTakenApart: `import('./m').then((m) => { const { NAME } = m; NAME(); });`,
  thenAfterCatch: `import('./m').catch(() => null).then((m) => m.NAME());`,
  thenElement: `import('./m').then((m) => m['NAME']());`,
  awaited: `export async function f() { const { NAME } = await import('./m'); NAME(); }`,
  awaitedWithDefault: `export async function f() { const { NAME = null } = await import('./m'); NAME(); }`,
  awaitedRest: `export async function f() { const { other, ...rest } = await import('./m'); rest.NAME(); }`,
  awaitedInBrackets: `export async function f() { (await import('./m')).NAME(); }`,
  awaitedRead: `export async function f() { return (await import('./m')).NAME; }`,
  awaitedNamespace: `export async function f() { const m = await import('./m'); m.NAME(); }`,
  awaitedMember: `export async function f() { const x = (await import('./m')).NAME; return x(); }`,
  awaitedLater: `export async function f() { let m; m = await import('./m'); m.NAME(); }`,
  awaitedPerhaps: `export async function f(c) { const m = c ? await import('./m') : null; m?.NAME(); }`,
  optional: `export async function f() { (await import('./m'))?.NAME?.(); }`,
  all: `export async function f() { const [a, b] = await Promise.all([import('./m'), import('./n')]); a.NAME(b); }`,
  allTakenApart: `export async function f() { const [, { NAME }] = await Promise.all([import('./n'), import('./m')]); NAME(); }`,
  allThen: `Promise.all([import('./m'), import('./n')]).then(([a]) => a.NAME());`,
  promise: `export async function f() { const p = import('./m'); (await p).NAME(); }`,
  promiseThen: `const p = import('./m'); p.then((m) => m.NAME());`,
  loader: `const load = () => import('./m'); export async function f() { (await load()).NAME(); }`,
  loaderBlock: `function load() { return import('./m'); } export async function f() { const m = await load(); m.NAME(); }`,
  template: 'import(`./m`).then((m) => m.NAME());',
  throughAnother: `import('./index').then((m) => m.NAME());`,
  requiredCall: `require('./m').NAME();`,
  requiredValue: `export const x = use(require('./m').NAME);`,
  requiredPattern: `const { NAME } = require('./m'); NAME();`,
  requiredLater: `export function f() { let m; m = require('./m'); m.NAME(); }`,
  requiredPassedOn: `exports.a = require('./m').NAME;`,
  requiredMade: `export const x = new (require('./m').NAME)();`,
  namespaceTakenApart: `import * as ns from './m'; const { NAME } = ns; export const y = NAME;`,
};

/** What cannot be followed: it may be the name, and the answer does not say that nothing else is. */
const PERHAPS: Record<string, string> = {
  toAnother: `const use = (m) => m.NAME(); import('./m').then(use);`,
  inList: `export async function f() { for (const m of [await import('./m')]) m.NAME(); }`,
  inObject: `const loaders = { a: () => import('./m') }; export async function f() { (await loaders.a()).NAME(); }`,
  requiredInObject: `const all = { m: require('./m') }; all.m.NAME();`,
};

function withUses(t: ExecutionContext, uses: Record<string, string>): ReturnType<typeof project> {
  const names = Object.keys(uses);
  const files: Record<string, string> = {
    'n.ts': 'export const n = 1;\n',
    'index.ts': `export * from './m';\n`,
    'm.ts': names.map((name) => `export function ${name}() {}\n`).join(''),
  };
  for (const [name, use] of Object.entries(uses)) {
    files[`${name}.ts`] = `${use.replaceAll('NAME', name)}\n`;
  }
  return project(t, files);
}

test('uses of modules that are loaded where they have no name', async (t) => {
  const where = withUses(t, SURE);
  for (const name of Object.keys(SURE)) {
    const [places] = await found(where, name);
    const sure = places.filter((place) => place.startsWith(`${name}.ts:1 `) && place.endsWith(' exact'));
    t.true(sure.length > 0, `${name}: ${places.join(', ')}`);
    const others = places.filter((place) => !place.startsWith(`${name}.ts:1 `));
    t.deepEqual(others, [], name);
  }
});

test('uses of modules that go where they cannot be followed', async (t) => {
  const where = withUses(t, PERHAPS);
  for (const name of Object.keys(PERHAPS)) {
    const [places, complete] = await found(where, name);
    t.deepEqual(places, [`${name}.ts:1 call ambiguous`], name);
    t.false(complete, name);
  }
});

test('a module that another file is given is no proof that nothing uses its parts', async (t) => {
  const where = project(t, {
    'm.ts': 'export function handed() {}\nexport function kept() {}\n',
    'n.ts': 'export function own() {}\n',
    'load.ts': `export const load = () => import('./m');\n`,
    'use.js': `export function f(m) { m.handed(); }\n`,
    'ns.ts': `import * as n from './n';\nregister(n);\n`,
  });
  for (const name of ['handed', 'kept', 'own']) t.deepEqual(await found(where, name), [[], false], name);
});

test('a module that is loaded for what loading does gives nothing away', async (t) => {
  const where = project(t, {
    'm.ts': 'export function unused() {}\n',
    'a.ts': `import('./m');\nunused();\n`,
    'b.ts': `await import('./m');\n`,
    'c.js': `require('./m');\n`,
  });
  t.deepEqual(await found(where, 'unused'), [[], true]);
});

test('defaults of modules that components are loaded of', async (t) => {
  const where = project(t, {
    'page.tsx': 'export default function Page() { return null; }\n',
    'named.tsx': 'export function Named() { return null; }\n',
    'view.ts': 'export default class View {}\n',
    'C.vue': '<script setup>\nconst a = 1;\n</script>\n<template><p/></template>\n',
    'D.vue': '<template><p/></template>\n',
    'whole.js': 'module.exports = function whole() {};\n',
    'obj.ts': 'export default { three() {} };\n',
    'a.tsx': [
      `import { lazy } from 'react';`,
      `export const A = lazy(() => import('./page'));`,
      `export const B = React.lazy(() => import('./named').then((m) => ({ default: m.Named })));`,
      `export const routes = [{ path: '/', component: () => import('./view') }];`,
      `export const E = defineAsyncComponent(() => import('./C.vue'));`,
      `export const F = defineAsyncComponent({ loader: () => import('./D.vue') });`,
      `require('./whole')();`,
      `app.use(require('./whole'));`,
      `import * as ns from './obj';`,
      `ns.default.three();`,
      '',
    ].join('\n'),
  });
  const expected: Record<string, string[]> = {
    Page: ['a.tsx:2 value exact'],
    Named: ['a.tsx:3 value exact'],
    View: ['a.tsx:4 value exact'],
    C: ['a.tsx:5 value exact'],
    D: ['a.tsx:6 value exact'],
    whole: ['a.tsx:7 call exact', 'a.tsx:8 value exact'],
    three: ['a.tsx:10 call exact'],
  };
  for (const [name, places] of Object.entries(expected))
    t.deepEqual((await found(where, name))[0], places, name);
});

test('what a bundler loads by a pattern', async (t) => {
  const where = project(t, {
    'src/pages/Home.vue': '<template><p/></template>\n',
    'src/pages/sub/Deep.vue': '<template><p/></template>\n',
    'src/locales/en.ts': 'export const greeting = 1;\n',
    'src/other/Other.vue': '<template><p/></template>\n',
    'src/main.ts': [
      `const pages = import.meta.glob('./pages/**/*.vue');`,
      `const locales = require.context('./locales', false, /\\.ts$/);`,
      '',
    ].join('\n'),
  });
  for (const name of ['Home', 'Deep', 'greeting']) t.deepEqual(await found(where, name), [[], false], name);
  t.deepEqual(await found(where, 'Other'), [[], true]);
});

test('scripts of components load modules, too', async (t) => {
  const where = project(t, {
    'm.ts': 'export function one() {}\nexport function two() {}\n',
    'A.vue': `<script setup lang="ts">\nimport('./m').then((m) => m.one());\n</script>\n<template><p/></template>\n`,
    'B.svelte': `<script>\nasync function f() { (await import('./m')).two(); }\n</script>\n<p/>\n`,
  });
  t.deepEqual((await found(where, 'one'))[0], ['A.vue:2 call exact']);
  t.deepEqual((await found(where, 'two'))[0], ['B.svelte:2 call exact']);
});

test('stores of Svelte are read by their names with a dollar', async (t) => {
  const where = project(t, {
    'stores.js':
      'export const count = writable(0);\nexport const user = writable({});\nexport const state = 1;\nexport const unused = 1;\n',
    'A.svelte': [
      '<script>',
      `  import { count, user } from './stores.js';`,
      '  let doubled = $derived(1);',
      '  function add() { $count += 1; }',
      '  $: name = $user.name;',
      '</script>',
      '<p>{$count} {$user.name}</p>',
      '{#if $count > 1}<b>{$count.toFixed(1)}</b>{/if}',
      '',
    ].join('\n'),
  });
  t.deepEqual((await found(where, 'count'))[0], [
    'A.svelte:4 value exact',
    'A.svelte:7 value exact',
    'A.svelte:8 value exact',
  ]);
  t.deepEqual((await found(where, 'user'))[0], ['A.svelte:5 value exact', 'A.svelte:7 value exact']);
  t.deepEqual(await found(where, 'state'), [[], true]);
});
