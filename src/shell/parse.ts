import { Command, CommanderError, Help, InvalidArgumentError } from 'commander';

import { BeadloomError } from '../api/error.js';
import { VERSION } from '../version.js';
import { pad, wrap } from '../print/text.js';
import type { CommandEntry, CommandModule, Example, NamedCommand } from './command.js';
import { addGlobals, WITH_VALUE } from './globals.js';
import { out, widthOf } from './streams.js';
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
  return addGlobals(command).addHelpText('after', `\n${examplesText(module.examples)}`);
}

/** For whoever has not used it yet. */
const FIRST_EXAMPLES: readonly Example[] = [
  {
    line: 'ctx src/payments',
    note: 'what payments is, how it fits, which code matters; makes the index where there is none',
  },
  { line: 'search "where are retries decided"', note: 'nodes, documents and code, best first' },
  {
    line: 'init --bootstrap -y',
    note: 'finds the parts of this project and keeps them as a graph in .beadloom/',
  },
  { line: 'setup-mcp', note: 'tells coding agents how to ask beadloom themselves' },
];

/** Columns that a description has at least; with fewer it is not wrapped. */
const NARROWEST_COLUMN = 20;

/** beadloom without a command: explains itself, takes the global options. */
export function buildRoot(commands: readonly NamedCommand[]): Command {
  const name = Math.max(...commands.map((one) => one.name.length));
  const groups = [...new Set(commands.map(({ group }) => group))].map((group) => {
    const rows = commands
      .filter((one) => one.group === group)
      .flatMap((one) =>
        wrap(
          `${one.starred ? '*' : ' '} ${pad(one.name, name)}  ${one.module.summary}`,
          helpWidth(),
          name + 4,
        ),
      );
    return [`${group}:`, ...rows].join('\n');
  });
  const command = base('beadloom')
    .usage('<command> [options]')
    .description(
      'Answers questions about a code base: what a part is, how it fits, which code and documents belong to it.',
    )
    .configureHelp({
      minWidthToWrap: NARROWEST_COLUMN,
      // What can be done comes before how it can be tuned.
      formatHelp: (explained, helper) => {
        const text = Help.prototype.formatHelp.call(helper, explained, helper);
        return text.replace(/^Options:$/m, () => `${groups.join('\n\n')}\n\n* to begin with\n\nOptions:`);
      },
    })
    .addHelpText(
      'after',
      `\n${examplesText(FIRST_EXAMPLES)}\n\nbeadloom help <command> says more about each.`,
    );
  return addGlobals(command);
}

/** Columns of what explains. */
function helpWidth(): number {
  return widthOf(out) ?? 80;
}

function examplesText(examples: readonly Example[]): string {
  const lines = examples.flatMap(({ line, note }) => [
    `  $ beadloom ${line}`,
    ...wrap(`      ${note}`, helpWidth(), 6),
  ]);
  return ['Examples:', ...lines].join('\n');
}

function base(name: string): Command {
  return new Command(name)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: helpWidth,
    })
    .configureHelp({ minWidthToWrap: NARROWEST_COLUMN })
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
    hint: near === undefined ? `see ${help}` : `did you mean ${near}?`,
  });
}

/** A parser for options that take a whole number. */
export function whole(bounds: readonly [number, number]): (text: string) => number {
  return (text) => {
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= bounds[0] && value <= bounds[1])) {
      throw new InvalidArgumentError(`It must be a whole number from ${bounds[0]} to ${bounds[1]}.`);
    }
    return value;
  };
}
