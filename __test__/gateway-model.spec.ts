// A transformer that the user brought, at the gateway: what it finds, when it serves, and that without it all goes on.
import { join } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import type { GatewayCalls, GatewayTool } from '../src/native/gateway.js';
import type { Code } from '../src/model/answers.js';
import { loadNative } from '../src/native/load.js';
import { modelPlaces } from '../src/native/places.js';
import { beadloom } from './support/cli.js';
import { gatewayProject } from './support/gateway.js';
import { modelFiles, runtimeLibrary, writeModel } from './support/onnx.js';
import { project } from './support/project.js';

const LIBRARY = runtimeLibrary();
const withRuntime = LIBRARY === undefined ? test.skip : test;
const needing = (title: string) =>
  LIBRARY === undefined ? `${title} (needs an ONNX runtime: set ORT_DYLIB_PATH)` : title;

/** Words that nothing but the model knows, by what they are about. */
const ABOUT = { zibble: 1, quorn: 1, mubbit: 2, fleem: 2, worble: 3, snorp: 4, plonk: 4 };

const tool = (name: string): GatewayTool => ({
  name,
  description: 'Does its work.',
  input_schema: { type: 'object' },
});
const TOOLS = ['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'fff', 'ggg', 'quorn', 'fleem'].map(tool);

function core(t: ExecutionContext, path: string | null) {
  const native = loadNative();
  const gateway = new native.NativeGateway(path);
  t.teardown(() => gateway.close());
  const call = async <Name extends keyof GatewayCalls>(
    name: Name,
    request: GatewayCalls[Name]['request'],
  ): Promise<GatewayCalls[Name]['answer']> => {
    const { value, error } = await gateway.call(name, JSON.stringify(request), new native.Cancellation());
    if (error != null) throw Object.assign(new Error(error), JSON.parse(error) as object);
    return JSON.parse(value as string) as GatewayCalls[Name]['answer'];
  };
  const first = async (query: string) =>
    (await call('search', { queries: [query], limit: 3 })).results[0]?.name;
  return { call, first, close: () => gateway.close() };
}

withRuntime(needing('a transformer finds what no word says, learns, and is there again'), async (t) => {
  const model = writeModel(project(t).root, modelFiles({ about: ABOUT }));
  const { root } = project(t, { 'a.txt': 'a' });
  const path = join(root, '.beadloom', 'gateway.db');
  const native = loadNative();
  // Other files of tests run in this process: all that is not the runtime stays where they expect it.
  native.setModelPlaces({ ...modelPlaces(''), runtime: LIBRARY ?? '', trial: [] });
  const { call, first, close } = core(t, path);
  await call('settings', { privacy: 'text', learning: true });
  await call('catalogue', { server: 'work', trust: 'always', tools: TOOLS });
  t.not(await first('zibble'), 'quorn');
  t.deepEqual(await call('model', { model }), { serves: true, failure: null });
  t.is(await first('zibble'), 'quorn');
  t.is(await first('mubbit'), 'fleem');
  // A tool that comes later is embedded beside the answers.
  await call('catalogue', { server: 'work', trust: 'always', tools: [...TOOLS, tool('worble')] });
  while ((await first('mubbit')) !== 'fleem') {
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
  t.is(await first('worble'), 'worble');
  // What one wording led to, another finds.
  t.not(await first('plonk'), 'ccc');
  await call('learn', { server: 'work', name: 'ccc', query: 'snorp', how: 'listed', ok: true });
  t.is(await first('plonk'), 'ccc');
  close();

  const again = core(t, path);
  t.deepEqual(await again.call('model', { model }), { serves: true, failure: null });
  t.is(await again.first('plonk'), 'ccc');
  // What was asked goes with what was learned of it.
  await again.call('forget', { all: true });
  t.not(await again.first('plonk'), 'ccc');
  t.is(await again.first('zibble'), 'quorn');
  await again.call('model', { model: 'static' });
  t.not(await again.first('zibble'), 'quorn');
});

const WRONG: Array<[what: string, model: (root: string) => string, code: Code]> = [
  ['is not installed', () => 'nobody/has-this', 'no_model'],
  ['is no model', (root) => join(root, '..'), 'no_model'],
  ['lies in the project', (root) => writeModel(join(root, 'model')), 'no_model'],
];

for (const [what, of, code] of WRONG) {
  test(`a model that ${what} is said, and the tables serve`, async (t) => {
    const { root } = project(t, { 'a.txt': 'a' });
    const { call, first } = core(t, join(root, '.beadloom', 'gateway.db'));
    await call('catalogue', { server: 'work', trust: 'always', tools: TOOLS });
    const { serves, failure } = await call('model', { model: of(root) });
    t.false(serves);
    t.is(failure?.code, code);
    t.is(await first('quorn'), 'quorn');
  });
}

test('nothing is said where no model is asked for', async (t) => {
  const { call } = core(t, null);
  t.deepEqual(await call('model', { model: 'static' }), { serves: false, failure: null });
});

withRuntime(needing('gateway search uses the model of the settings'), async (t) => {
  const model = writeModel(project(t).root, modelFiles({ about: ABOUT }));
  const tools = TOOLS.map(({ name, description, input_schema: inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const only = tools.map(({ name }) => name);
  const how = { how: { tools, only } };
  const search = async (top: object, pulled = false) => {
    const where = gatewayProject(t, { work: how }, { trust: 'always', ...top });
    if (pulled) {
      // A model of that name takes the first token alone, unless it says otherwise.
      writeModel(where.path('cache/beadloom/models/BAAI--bge-small-en-v1.5'), {
        ...modelFiles({ about: ABOUT }),
        '1_Pooling/config.json': Buffer.from('{"pooling_mode_mean_tokens": true}'),
      });
    }
    const env = { ORT_DYLIB_PATH: LIBRARY ?? '', XDG_CACHE_HOME: where.path('cache') };
    const { stdout } = await beadloom(where, ['gateway', 'search', 'zibble', '--json'], { env });
    const { results, warning } = JSON.parse(stdout) as {
      results: Array<{ name: string }>;
      warning: string | null;
    };
    return { first: results[0]?.name, warning };
  };
  t.deepEqual(await search({ model }), { first: 'work__quorn', warning: null });
  t.not((await search({})).first, 'work__quorn');
  // One that was pulled needs no setting, and can be left out by one.
  t.deepEqual(await search({}, true), { first: 'work__quorn', warning: null });
  t.not((await search({ model: 'static' }, true)).first, 'work__quorn');
  const { warning } = await search({ model: 'nobody/has-this' });
  t.regex(warning ?? '', /the model does not serve: no_model: the model nobody\/has-this is not installed/);
});
