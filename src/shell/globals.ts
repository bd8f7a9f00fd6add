import { Option, type Command } from 'commander';

/** Flags that every command takes. */
export interface Globals {
  verbose?: boolean;
  quiet?: boolean;
  debug?: boolean;
  project?: string;
  json?: boolean;
  color: boolean;
  progress: boolean | 'json';
}

/** Global flags whose value is the next word. */
export const WITH_VALUE: ReadonlySet<string> = new Set(['--project', '--progress']);

/** Adds them to a command, in a group of their own. */
export function addGlobals(command: Command): Command {
  command.optionsGroup('Global options:');
  command.option('--project <dir>', 'the project (default: the one around the current directory)');
  command.option('--json', 'print the answer, or the error, as JSON');
  command.option('-v, --verbose', 'print more detail');
  command.option('-q, --quiet', 'print only data and errors');
  command.option('--debug', 'print causes and stack traces of errors');
  command.option('--no-color', 'no colour (also: NO_COLOR in the environment)');
  command.option('--no-progress', 'no progress');
  // Commander reads `--progress` as the positive form of `--no-progress`; only its value is of interest.
  command.addOption(new Option('--progress <how>', 'progress as JSON lines on stderr').choices(['json']));
  return command;
}
