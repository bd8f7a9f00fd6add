// What `--help` prints, made of the declarations.
import { pad, wrap } from '../print/text.js';
import type { CommandModule, Example, NamedCommand } from './command.js';
import { termOf, usageOf, type Flag } from './flags.js';
import { GLOBAL_FLAGS, HELP_FLAG, VERSION_FLAG } from './globals.js';
import { out, widthOf } from './streams.js';

/** Columns that a description has at least; with fewer it is not wrapped. */
const MIN_COLUMN_WIDTH = 20;

/** For whoever has not used it yet. */
const FIRST_EXAMPLES: readonly Example[] = [
  {
    line: 'ctx src/payments',
    note: 'describes payments and its code; creates the index if there is none',
  },
  { line: 'search "where are retries decided"', note: 'nodes, documents and code, best first' },
  {
    line: 'init --bootstrap -y',
    note: 'finds the parts of this project and keeps them as a graph in .beadloom/',
  },
  { line: 'setup-mcp', note: 'tells coding agents how to ask beadloom themselves' },
];

/** How a command is called. */
export function usageText(name: string, module: CommandModule): string {
  return ['beadloom', name, '[options]', ...module.arguments.map(usageOf)].join(' ');
}

/** A flag with its choices, or the value where it is not given. */
export function describedFlag({ help, choices, preset }: Flag): string {
  const facts = [
    ...(choices === undefined
      ? []
      : [`choices: ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`]),
    ...(preset === undefined ? [] : [`default: ${JSON.stringify(preset)}`]),
  ];
  return facts.length === 0 ? help : `${help} (${facts.join(', ')})`;
}

/** What `beadloom <command> --help` prints. */
export function commandHelp(name: string, module: CommandModule): string {
  const list = module.arguments.map((argument) => ({
    term: argument.name,
    help: describedFlag(argument),
  }));
  const flags = [VERSION_FLAG, ...module.flags.filter(({ hidden }) => !hidden), HELP_FLAG];
  return helpText({
    usage: usageText(name, module),
    description: module.description ?? module.summary,
    groups: [
      { heading: 'Arguments', items: list },
      { heading: 'Options', items: flags.map(item) },
      { heading: 'Global options', items: GLOBAL_FLAGS.map(item) },
    ],
    examples: module.examples,
  });
}

/** What `beadloom --help` prints. */
export function rootHelp(commands: readonly NamedCommand[]): string {
  const longest = Math.max(...commands.map(({ name }) => name.length));
  const groups = [...new Set(commands.map(({ group }) => group))].map((group) => {
    const rows = commands
      .filter((one) => one.group === group)
      .flatMap(({ starred, name, module }) =>
        wrap(`${starred ? '*' : ' '} ${pad(name, longest)}  ${module.summary}`, helpWidth(), longest + 4),
      );
    return [`${group}:`, ...rows].join('\n');
  });
  const text = helpText({
    usage: 'beadloom <command> [options]',
    description:
      'Answers questions about a code base: what a part is, how it fits, which code and documents belong to it.',
    // What can be done comes before how it can be tuned.
    before: `${groups.join('\n\n')}\n\n* to begin with`,
    groups: [
      { heading: 'Options', items: [VERSION_FLAG, HELP_FLAG].map(item) },
      { heading: 'Global options', items: GLOBAL_FLAGS.map(item) },
    ],
    examples: FIRST_EXAMPLES,
  });
  return `${text}\nbeadloom help <command> says more about each.\n`;
}

interface Item {
  term: string;
  help: string;
}

interface HelpPage {
  usage: string;
  description: string;
  before?: string;
  groups: ReadonlyArray<{ heading: string; items: readonly Item[] }>;
  examples: readonly Example[];
}

function item(flag: Flag): Item {
  return { term: termOf(flag), help: describedFlag(flag) };
}

function helpText({ usage, description, before, groups, examples }: HelpPage): string {
  const filled = groups.filter(({ items }) => items.length > 0);
  const longest = Math.max(...filled.flatMap(({ items }) => items.map(({ term }) => term.length)));
  const parts = [
    `Usage: ${usage}`,
    description
      .split('\n')
      .flatMap((line) => wrap(line, helpWidth(), 0))
      .join('\n'),
    ...(before === undefined ? [] : [before]),
    ...filled.map(({ heading, items }) =>
      [`${heading}:`, ...items.flatMap((one) => itemLines(one, longest))].join('\n'),
    ),
    examplesText(examples),
  ];
  return `${parts.join('\n\n')}\n`;
}

function itemLines({ term, help }: Item, longest: number): string[] {
  const hanging = longest + 4;
  const columns = helpWidth() - hanging < MIN_COLUMN_WIDTH ? undefined : helpWidth();
  return wrap(`  ${pad(term, longest)}  ${help}`, columns, hanging);
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
