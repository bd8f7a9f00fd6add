import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

import { readRegularText } from '../model/reading.js';
import type { ModelPlaces } from './native.js';
import { cacheFolder, dataFolder, runtimeFolders } from './user-folders.js';

/** Runs in a process of its own: whatever a model or a library does there, this process lives. */
const TRIAL =
  'const [, addon, folder, library] = process.argv; process.stdout.write(require(addon).tryModel(folder, library));';

/** Where the addon finds models, the runtime and the user's folders. `addon` is its own file. */
export function modelPlaces(addon: string): ModelPlaces {
  const [cache, data] = [cacheFolder(), dataFolder()];
  const runtime = findRuntime();
  const places: ModelPlaces = {
    temporary: runtimeFolders(),
    trial: [process.execPath, '-e', TRIAL, resolve(addon)],
    projectModels: process.env['BEADLOOM_PROJECT_MODELS'] === '1',
  };
  if (cache !== undefined) {
    places.cache = cache;
  }
  if (data !== undefined) {
    places.data = data;
  }
  if (runtime !== undefined) {
    places.runtime = runtime.path;
    if (runtime.version !== undefined) {
      places.runtimeVersion = runtime.version;
    }
  }
  return places;
}

interface Runtime {
  path: string;
  version: string | undefined;
}

/**
 * The library that `ORT_DYLIB_PATH` names, else that of the package `onnxruntime-node` beside this one.
 *
 * It is looked for from this package, never from the project: a library is code, and whoever wrote the project must
 * not choose what runs here.
 */
function findRuntime(): Runtime | undefined {
  const given = process.env['ORT_DYLIB_PATH'];
  if (given) {
    const path = resolve(given);
    return { path, version: versionAround(path) };
  }
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths('onnxruntime-node') ?? []) {
    const root = join(folder, 'onnxruntime-node');
    const path = existsSync(root) ? libraryIn(root) : undefined;
    if (path !== undefined) {
      return { path, version: versionOf(root) };
    }
  }
  return undefined;
}

/** `libonnxruntime.so.1`, `libonnxruntime.1.30.0.dylib`, `onnxruntime.dll`. */
const LIBRARY = /^(?:libonnxruntime(?:\.so(?:\.\d+)*|(?:\.\d+)*\.dylib)|onnxruntime\.dll)$/;

function libraryIn(root: string): string | undefined {
  // `napi-v6`; the newest interface of Node comes first.
  for (const api of names(join(root, 'bin')).toSorted().toReversed()) {
    const folder = join(root, 'bin', api, process.platform, process.arch);
    const file = names(folder)
      .filter((name) => LIBRARY.test(name))
      .toSorted()[0];
    if (file !== undefined) {
      return join(folder, file);
    }
  }
  return undefined;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function versionOf(root: string): string | undefined {
  try {
    const { version } = JSON.parse(readRegularText(join(root, 'package.json'), 'package.json', 1 << 20)) as {
      version?: unknown;
    };
    return typeof version === 'string' && /^[\w.+-]{1,40}$/.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

/** From the file's name, else from the package that it lies in. */
function versionAround(path: string): string | undefined {
  const named = /\.(\d+\.\d+\.\d+)(?:\.dylib)?$/.exec(path)?.[1];
  if (named !== undefined) {
    return named;
  }
  // bin/napi-v6/linux/x64/libonnxruntime.so.1
  const root = dirname(dirname(dirname(dirname(dirname(path)))));
  return root.endsWith('onnxruntime-node') ? versionOf(root) : undefined;
}
