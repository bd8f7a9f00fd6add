import type { Flag } from './flags.js';

/** What the flags that every command takes come to. */
export interface Globals {
  verbose?: boolean;
  quiet?: boolean;
  debug?: boolean;
  project?: string;
  json?: boolean;
  color: boolean;
  progress: boolean | 'json';
  daemon: boolean;
  sync?: boolean;
}

/** The flags that every command takes. */
export const GLOBAL_FLAGS: readonly Flag[] = [
  { name: 'project', value: 'dir', help: 'the project (default: the one around the current directory)' },
  { name: 'json', help: 'print the answer, or the error, as JSON' },
  { name: 'verbose', short: 'v', help: 'print more detail' },
  { name: 'quiet', short: 'q', help: 'print only data and errors' },
  { name: 'debug', help: 'print causes and stack traces of errors' },
  { name: 'no-color', help: 'no colour (also: NO_COLOR in the environment)' },
  { name: 'no-progress', help: 'no progress' },
  { name: 'no-daemon', help: 'answer in this process, and start no daemon' },
  { name: 'sync', help: 'the same as --no-daemon' },
  { name: 'progress', value: 'how', choices: ['json'], help: 'progress as JSON lines on stderr' },
];

/** The flag before a command's own. */
export const VERSION_FLAG: Flag = { name: 'version', help: 'print the version' };

/** The flag after a command's own. */
export const HELP_FLAG: Flag = { name: 'help', short: 'h', help: 'print this help' };

/** All that a command takes, in the order of `--help`. */
export function withGlobals(flags: readonly Flag[]): Flag[] {
  return [VERSION_FLAG, ...flags, HELP_FLAG, ...GLOBAL_FLAGS];
}

/** Global flags whose value is the next word. */
export const WITH_VALUE: ReadonlySet<string> = new Set(
  GLOBAL_FLAGS.filter(({ value }) => value !== undefined).map(({ name }) => `--${name}`),
);
