// From words to arguments and options. What a word means says yargs-parser; what is wrong with it is said here.
import parser from 'yargs-parser';

import { BeadloomError, usage } from '../model/error.js';
import { counted } from '../print/text.js';
import type { CommandEntry } from './command.js';
import { optionOf, termOf, type Argument, type Flag } from './flags.js';
import { WITH_VALUE, withGlobals } from './globals.js';
import { meant, nearest } from '../api/suggest.js';

/** Arguments, parted at the command's name. */
export interface Words {
  /** The command's name; undefined where only options stand. */
  name: string | undefined;
  /** All other words, in order. */
  rest: string[];
}

/** Finds the command's name: the first word that is neither an option nor an option's value. */
export function findCommand(argv: readonly string[]): Words {
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] as string;
    if (word === '--') {
      break;
    }
    if (WITH_VALUE.has(word)) {
      index++;
    } else if (!word.startsWith('-')) {
      return { name: word, rest: argv.toSpliced(index, 1) };
    }
  }
  return { name: undefined, rest: [...argv] };
}

/** The entry of that name. @throws BeadloomError `usage`, with the names that are near */
export function commandNamed(commands: readonly CommandEntry[], name: string): CommandEntry {
  const entry = commands.find((one) => one.name === name);
  if (entry !== undefined) {
    return entry;
  }
  const names = commands.map((one) => one.name);
  throw usage(`unknown command '${name}'`, meant(name, names, 'beadloom help lists the commands'));
}

/** What a command is called with. */
export interface Parsed {
  args: string[];
  /** By name in camelCase, without the `no-` of what is switched off. */
  options: Record<string, unknown>;
  /** What is asked for instead of running the command. */
  asks: 'help' | 'version' | undefined;
}

/** What a command takes. */
export interface Taken {
  arguments: readonly Argument[];
  flags: readonly Flag[];
}

/**
 * Reads the words of a command.
 *
 * @param name of the command, for hints; undefined where there is none
 * @throws BeadloomError `usage` for the first word that is wrong
 */
export function parseWords(words: readonly string[], taken: Taken, name: string | undefined): Parsed {
  const help = name === undefined ? 'beadloom --help' : `beadloom ${name} --help`;
  const wrong = (message: string, hint = `see ${help}`) => usage(message, hint);
  const flags = withGlobals(taken.flags);
  const { argv, error } = parser.detailed(partedShorts(words, flags), settingsOf(flags));
  const options = new Map<string, unknown>();
  for (const flag of flags) {
    const value = flag.name in argv ? valueOf(flag, argv[flag.name] as unknown, wrong) : flag.preset;
    if (value !== undefined) {
      options.set(flag.name, value);
    }
  }
  if (options.has('help') || options.has('version')) {
    return { args: [], options: {}, asks: options.has('version') ? 'version' : 'help' };
  }
  if (error !== null) {
    const flag = flags.find((one) => one.name === error.message || one.short === error.message);
    const word = words.find((one) => one.startsWith(`--${error.message}=`));
    throw wrong(
      flag?.value === undefined
        ? `unknown option '${word ?? error.message}'`
        : `option '${termOf(flag)}' argument missing`,
    );
  }
  for (const { name: one, conflicts } of flags) {
    if (conflicts !== undefined && options.has(one) && options.has(conflicts)) {
      throw wrong(`option '--${one}' cannot be used with option '--${conflicts}'`);
    }
  }
  const unknown = argv._.map(String).find((word) => word.startsWith('-') && word !== '-');
  if (unknown !== undefined) {
    const known = flags.filter(({ hidden }) => !hidden).map((flag) => `--${flag.name}`);
    const [near] = unknown.startsWith('--') ? nearest(unknown, known) : [];
    const word = unknownLetter(unknown, flags) ?? unknown;
    throw wrong(`unknown option '${word}'`, near === undefined ? undefined : `did you mean ${near}?`);
  }
  const args = [...argv._, ...(argv['--'] ?? [])].map(String);
  checkArguments(args, taken.arguments, wrong);
  return { args, options: Object.fromEntries(named(flags, options)), asks: undefined };
}

/** Of letters in one word the first that no flag has. */
function unknownLetter(word: string, flags: readonly Flag[]): string | undefined {
  const [, letters = ''] = /^-([A-Za-z]{2,})$/.exec(word) ?? [];
  const letter = [...letters].find((one) => !flags.some(({ short }) => short === one));
  return letter === undefined ? undefined : `-${letter}`;
}

type Wrong = (message: string) => BeadloomError;

/** Letters whose value stands in the same word, as two words: `-C3` as `-C 3`. */
function partedShorts(words: readonly string[], flags: readonly Flag[]): string[] {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return words.flatMap((word, index) => {
    const [, short, value = ''] = /^-([A-Za-z])(.+)$/s.exec(word) ?? [];
    const flag = flags.find((one) => short !== undefined && one.short === short);
    return index < end && flag?.value !== undefined ? [`-${short}`, value] : [word];
  });
}

/** Nothing is guessed: no numbers, no names in another spelling, no flag that was not declared. */
function settingsOf(flags: readonly Flag[]): parser.Options {
  const single = flags.filter(({ variadic }) => !variadic);
  return {
    alias: Object.fromEntries(
      flags.flatMap(({ name, short }) => (short === undefined ? [] : [[name, [short]]])),
    ),
    boolean: flags.filter(({ value }) => value === undefined).map(({ name }) => name),
    string: flags.filter(({ value }) => value !== undefined).map(({ name }) => name),
    array: flags.filter(({ variadic }) => variadic).map(({ name }) => name),
    narg: Object.fromEntries(single.map(({ name, value }) => [name, value === undefined ? 0 : 1])),
    // The text of an error is the flag that it is about.
    __: (_: string, flag: string) => flag,
    configuration: {
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'nargs-eats-options': true,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'populate--': true,
      'strip-aliased': true,
      'unknown-options-as-args': true,
    },
  } as parser.Options;
}

/** The value of a flag that is given: of several that exclude each other the last one. */
function valueOf(flag: Flag, given: unknown, wrong: Wrong): unknown {
  const { value, variadic = false, choices, bounds } = flag;
  if (value === undefined) {
    return true;
  }
  const values = [given]
    .flat(2)
    .filter((one) => one !== undefined)
    .map(String);
  if (values.length === 0) {
    throw wrong(`option '${termOf(flag)}' argument missing`);
  }
  const read = values.map((text) => {
    const about = `option '${termOf(flag)}' argument '${text}' is invalid.`;
    if (choices !== undefined && !choices.includes(text)) {
      throw wrong(`${about} Allowed choices are ${choices.join(', ')}`);
    }
    if (bounds === undefined) {
      return text;
    }
    const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= bounds[0] && number <= bounds[1])) {
      throw wrong(`${about} It must be a whole number from ${bounds[0]} to ${bounds[1]}`);
    }
    return number;
  });
  return variadic ? read : read.at(-1);
}

function checkArguments(args: readonly string[], declared: readonly Argument[], wrong: Wrong): void {
  for (const [index, { name, required, choices }] of declared.entries()) {
    const given = args[index];
    if (given === undefined) {
      if (required) {
        throw wrong(`missing required argument '${name}'`);
      }
    } else if (choices !== undefined && !choices.includes(given)) {
      throw wrong(
        `command-argument value '${given}' is invalid for argument '${name}'. Allowed choices are ${choices.join(', ')}`,
      );
    }
  }
  const most = declared.at(-1)?.variadic ? Number.POSITIVE_INFINITY : declared.length;
  if (args.length > most) {
    throw wrong(`too many arguments. Expected ${counted(most, 'argument')} but got ${args.length}`);
  }
}

/** Options by the names that commands know them by. */
function named(flags: readonly Flag[], given: ReadonlyMap<string, unknown>): Array<[string, unknown]> {
  const on = flags
    .filter(({ name }) => !name.startsWith('no-') && given.has(name))
    .map(({ name }): [string, unknown] => [optionOf(name), given.get(name)]);
  const off = flags
    .filter(({ name }) => name.startsWith('no-'))
    .filter(({ name }) => given.has(name) || !given.has(name.slice(3)))
    .map(({ name }): [string, unknown] => [
      optionOf(name),
      given.has(name) ? (name === 'no-refresh' ? 'compare' : false) : true,
    ]);
  return [...on, ...off];
}
