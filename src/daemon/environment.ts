/**
 * Variables that an answer may depend on: which index is trusted, where models, settings and repositories are. A daemon
 * serves whoever has the same ones. The path to programs is none of them: it differs between terminals, and Git is Git.
 */
const DECIDES =
  /^(?:APPDATA|BEADLOOM_(?!DAEMON$).*|GIT_INDEX_FILE|GIT_CEILING_DIRECTORIES|GIT_CONFIG_.*|HOME|LOCALAPPDATA|NAPI_RS_NATIVE_LIBRARY_PATH|ORT_DYLIB_PATH|XDG_(?:CACHE|CONFIG|DATA)_HOME)$/;

/** Variables without which programs do not run; whatever else stands in a terminal's environment is not kept. */
const NEEDED =
  /^(?:PATH|TMPDIR|TEMP|TMP|TZ|LANG|LC_.*|USER|LOGNAME|USERNAME|USERPROFILE|APPDATA|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|XDG_RUNTIME_DIR|LD_LIBRARY_PATH|DYLD_.*|ELECTRON_RUN_AS_NODE)$/i;

/** The variables that decide on answers, in one text. */
export function deciding(env: NodeJS.ProcessEnv = process.env): string {
  return JSON.stringify(pairs(env, (name) => DECIDES.test(name)));
}

/** The environment that a daemon is started with. */
export function passedOn(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return Object.fromEntries(pairs(env, (name) => DECIDES.test(name) || NEEDED.test(name)));
}

function pairs(env: NodeJS.ProcessEnv, wanted: (name: string) => boolean): [string, string][] {
  return Object.entries(env)
    .filter((pair): pair is [string, string] => pair[1] !== undefined && wanted(pair[0]))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
