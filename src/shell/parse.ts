import { Command, CommanderError, InvalidArgumentError } from 'commander';

import { BeadloomError } from '../api/error.js';
import { wholeNumber } from '../api/options.js';
import { VERSION } from '../version.js';
import type { CommandEntry, CommandModule, NamedCommand } from './command.js';
import { addGlobals, WITH_VALUE } from './globals.js';
import { out } from './streams.js';
import { nearest } from './suggest.js';

/** What `--no-refresh` makes of how an answer is brought up to date first. */
export type RefreshFlag = true | 'compare';

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
  const near = nearest(
    name,
    commands.map((one) => one.name),
  );
  throw new BeadloomError({
    code: 'usage',
    message: `unknown command '${name}'`,
    hint: near.length > 0 ? `did you mean ${near.join(', ')}?` : 'beadloom help lists the commands',
  });
}

/** A command with its options, ready to parse and to explain itself. */
export function buildCommand(name: string, module: CommandModule): Command {
  const command = base(`beadloom ${name}`).description(module.description ?? module.summary);
  command.optionsGroup('Options:');
  module.configure(command);
  // Nobody who asks for the index as it is wants to be told nothing of what it misses.
  command.on('option:no-refresh', () => command.setOptionValue('refresh', 'compare' satisfies RefreshFlag));
  const examples = module.examples.map(({ line, note }) => `  $ beadloom ${line}\n      ${note}`);
  return addGlobals(command).addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
}

/** beadloom without a command: explains itself, takes the global options. */
export function buildRoot(commands: readonly NamedCommand[]): Command {
  const columns = Math.max(...commands.map(({ name }) => name.length));
  const list = commands.map(({ name, module }) => `  ${name.padEnd(columns)}  ${module.summary}`);
  const command = base('beadloom')
    .usage('<command> [options]')
    .description('The local context engine for coding agents.')
    .addHelpText('before', '')
    .addHelpText(
      'after',
      `
Commands:
${list.join('\n')}

Examples:
  $ beadloom ctx src/payments
      what payments is, how it fits, which code matters; indexes first where needed
  $ beadloom search "where are retries decided"
      nodes, documents and code, best first
  $ beadloom init --bootstrap -y
      find the parts of this project and keep them as a graph in .beadloom/

beadloom help <command> says more about each.`,
    );
  return addGlobals(command);
}

function base(name: string): Command {
  return new Command(name)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: () => undefined,
      outputError: () => undefined,
    })
    .helpOption('-h, --help', 'print this help')
    .version(VERSION, '--version', 'print the version')
    .allowExcessArguments(false);
}

/** What commander found wrong, as an error of ours. */
export function fromCommander(error: CommanderError, name: string | undefined): BeadloomError {
  const [sentence = '', ...more] = error.message.replace(/^error: /, '').split('\n');
  const near = /Did you mean (.*)\?/.exec(more.join(' '))?.[1]?.replace(/^one of /, '');
  const help = name === undefined ? 'beadloom --help' : `beadloom ${name} --help`;
  return new BeadloomError({
    code: 'usage',
    message: sentence.replace(/\.$/, ''),
    hint: near === undefined ? `${help} shows what it takes` : `did you mean ${near}?`,
  });
}

/** A parser for options that take a whole number. */
export function whole(bounds: readonly [number, number]): (text: string) => number {
  return (text) => {
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    try {
      wholeNumber('it', value, bounds);
    } catch {
      throw new InvalidArgumentError(`It must be a whole number from ${bounds[0]} to ${bounds[1]}.`);
    }
    return value;
  };
}
