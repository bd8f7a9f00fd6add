import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { BeadloomError } from '../model/error.js';
import { modelPlaces } from './places.js';
import { candidates, currentHost, platformName } from './platform.js';
import { PLATFORMS } from './platforms.js';

/** What the addon exports. */
export type Native = typeof import('./native.js');

const BUILD_HINT = 'in a checkout, `npm run build` makes the addon (it needs Rust and a C compiler)';

let loaded: Found | undefined;

/**
 * Loads the addon, once per process: the file that `NAPI_RS_NATIVE_LIBRARY_PATH` names, else the package of this
 * platform, else the build in this checkout. It is told where its data files, models and their
 * runtime are.
 *
 * @throws BeadloomError `no_addon` where there is none for this platform, or the one there does not load.
 */
export function loadNative(): Native {
  if (loaded === undefined) {
    const found = find();
    found.native.setDataFolder(dataFolder());
    found.native.setModelPlaces(modelPlaces(found.file));
    loaded = found;
  }
  return loaded.native;
}

/** The file of the addon that was loaded; undefined before that. */
export function addonFile(): string | undefined {
  return loaded?.file;
}

/** The addon, and the file it is. */
interface Found {
  native: Native;
  file: string;
}

function find(): Found {
  const require = createRequire(import.meta.url);
  const given = process.env['NAPI_RS_NATIVE_LIBRARY_PATH'];
  if (given) {
    // What is relative or a package's name is so to this file; whoever looks at the addon later has another place.
    return { native: open(require, given, given), file: require.resolve(given) };
  }
  const failures: BeadloomError[] = [];
  for (const name of candidates(currentHost())) {
    for (const file of places(require, name)) {
      try {
        return { native: open(require, file, name), file };
      } catch (error) {
        failures.push(error as BeadloomError);
      }
    }
  }
  throw failures[0] ?? missing();
}

/** Where an addon of that name is: its package, then the checkout around this file. */
function* places(require: NodeJS.Require, name: string): Generator<string> {
  try {
    yield require.resolve(`beadloom-${name}`);
  } catch {
    // The package of another platform is not installed.
  }
  const here = dirname(fileURLToPath(import.meta.url));
  for (const up of ['..', join('..', '..')]) {
    const file = join(here, up, 'npm', name, `beadloom.${name}.node`);
    if (existsSync(file)) {
      yield file;
    }
  }
}

/**
 * The folder of the vocabularies, `dist/data` of this package, from wherever this file was bundled to. The addon says
 * what is wrong with a file once it needs it.
 */
function dataFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  // From `dist/chunks`, where the bundle has this file; from `dist`; from the source.
  const usual = join(here, '..', 'data');
  const folders = [usual, join(here, 'data'), join(here, '..', '..', 'dist', 'data')];
  return folders.find((folder) => existsSync(folder)) ?? usual;
}

function open(require: NodeJS.Require, file: string, name: string): Native {
  let native: Partial<Native>;
  try {
    native = require(file) as Partial<Native>;
  } catch (cause) {
    // The system's message may run over several lines; Node adds its own stack to it.
    const reason = (cause instanceof Error ? cause.message : String(cause)).split('\n', 1)[0];
    throw new BeadloomError(
      {
        code: 'no_addon',
        message: `the native addon ${name} does not load: ${reason}`,
        hint: `reinstall beadloom; ${BUILD_HINT}`,
      },
      { cause },
    );
  }
  if (
    typeof native.NativeEngine !== 'function' ||
    typeof native.Cancellation !== 'function' ||
    typeof native.setDataFolder !== 'function' ||
    typeof native.setModelPlaces !== 'function'
  ) {
    throw new BeadloomError({
      code: 'no_addon',
      message: `${name} loads, and is not beadloom's native addon`,
      hint: `reinstall beadloom; ${BUILD_HINT}`,
    });
  }
  return native as Native;
}

function missing(): BeadloomError {
  const name = platformName();
  const known = (PLATFORMS as readonly string[]).includes(name);
  return new BeadloomError({
    code: 'no_addon',
    message: known
      ? `the native addon for ${name} is not installed`
      : `there is no native addon for ${name}; there are addons for ${PLATFORMS.join(', ')}`,
    hint: known
      ? `install the package beadloom-${name} (npm leaves it out under --omit=optional); addons exist for ${PLATFORMS.join(', ')}; ${BUILD_HINT}`
      : BUILD_HINT,
  });
}
