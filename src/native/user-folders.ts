// Where this user's own files lie: the one place that knows. What can be made anew is in the cache; keys and memories are data; what
// ends with the session, or serves where neither can be written, is in a folder for temporary files.
import { lstatSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Windows has named pipes, and no owners that Node could ask for. */
export const HAS_PIPES = process.platform === 'win32';

/** The folder of beadloom in the user's cache; undefined where the user has no home. */
export function cacheFolder(env = process.env, platform = process.platform): string | undefined {
  const given = absolute(env['XDG_CACHE_HOME']);
  if (given !== undefined) {
    return join(given, 'beadloom');
  }
  const local = env['LOCALAPPDATA'];
  if (platform === 'win32' && local) {
    return join(local, 'beadloom');
  }
  const home = homeOf(env);
  if (home === undefined) {
    return undefined;
  }
  return platform === 'darwin'
    ? join(home, 'Library', 'Caches', 'beadloom')
    : join(home, '.cache', 'beadloom');
}

/** The folder of beadloom among the user's data, which nothing but a command that names it empties; undefined where there is none. */
export function dataFolder(env = process.env, platform = process.platform): string | undefined {
  const given = absolute(env['XDG_DATA_HOME']);
  if (given !== undefined) {
    return join(given, 'beadloom');
  }
  // The local folder holds the cache.
  const roaming = env['APPDATA'];
  if (platform === 'win32' && roaming) {
    return join(roaming, 'beadloom');
  }
  const home = homeOf(env);
  if (home === undefined) {
    return undefined;
  }
  return platform === 'darwin'
    ? join(home, 'Library', 'Application Support', 'beadloom')
    : join(home, '.local', 'share', 'beadloom');
}

/** The folders for sockets and what ends with the machine, the best first: that of the session, else one for temporary files. */
export function runtimeFolders(): string[] {
  if (HAS_PIPES) {
    const cache = cacheFolder();
    return cache === undefined ? [] : [join(cache, 'daemon')];
  }
  const given = absolute(process.env['XDG_RUNTIME_DIR']);
  const session = given !== undefined && isOurs(given) === true ? [join(given, 'beadloom')] : [];
  const own = `beadloom-${process.getuid?.() ?? ''}`;
  return [...session, ...[...new Set([tmpdir(), '/tmp'])].map((folder) => join(folder, own))];
}

/** Whether a folder is this user's alone; undefined where there is none. */
export function isOurs(folder: string): boolean | undefined {
  try {
    const there = lstatSync(folder, { throwIfNoEntry: false });
    if (there === undefined) {
      return undefined;
    }
    return (
      there.isDirectory() && (HAS_PIPES || (there.uid === process.getuid?.() && (there.mode & 0o077) === 0))
    );
  } catch {
    return false;
  }
}

/** The specification says that relative ones are to be ignored. */
function absolute(given: string | undefined): string | undefined {
  return given && isAbsolute(given) ? given : undefined;
}

function homeOf(env: NodeJS.ProcessEnv): string | undefined {
  try {
    return env['HOME'] || homedir() || undefined;
  } catch {
    // A user without an entry in the system's list has no home.
    return undefined;
  }
}
