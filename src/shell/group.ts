import { usage } from '../model/error.js';
import type { CommandModule } from './command.js';
import { optionOf, type Argument, type Flag } from './flags.js';
import type { Shell } from './shell.js';

/** A subcommand, such as `list` of `memories list`. */
export interface Subcommand<Options> {
  /** What has to follow its name: `a file`. */
  needs?: string;
  /** Words after its name, at most. Without a value: one if it needs something, else none. */
  max?: number;
  /** What words and flags lack together, as the end of a sentence. */
  lacks?: (words: readonly string[], options: Options) => string | undefined;
  run: (shell: Shell, words: string[], options: Options) => Promise<void>;
}

/** A command whose first word chooses one of several. */
interface Group<Options> extends Pick<CommandModule, 'summary' | 'description' | 'completes' | 'examples'> {
  name: string;
  subcommands: Readonly<Record<string, Subcommand<Options>>>;
  /** What follows the subcommand. */
  arguments?: readonly Argument[];
  /** Those of some subcommands are declared by {@link only}. */
  flags?: readonly Flag[];
}

/** Flags that belong to some subcommands: help says to which, and others refuse them. */
export function only(subcommands: readonly string[], flags: readonly Flag[]): Flag[] {
  return flags.map((flag) => ({ ...flag, help: `${subcommands.join(', ')}: ${flag.help}`, subcommands }));
}

/** A command of subcommands. It checks which words and flags each takes. */
export function group<Options extends object>(declared: Group<Options>): CommandModule {
  const { name, subcommands, arguments: rest = [], flags = [], ...described } = declared;
  const names = Object.keys(subcommands);
  return {
    ...described,
    arguments: [{ name: 'action', help: listed(names, 'or'), required: true, choices: names }, ...rest],
    flags,
    run: async (shell, [action = '', ...words], options: Options) => {
      const subcommand = subcommands[action] as Subcommand<Options>; // one of the choices
      const wrong =
        wrongWords(subcommand, words) ??
        wrongFlag(name, action, flags, options) ??
        subcommand.lacks?.(words, options);
      if (wrong !== undefined) {
        const message = wrong.startsWith('--') ? wrong : `${name} ${action} ${wrong}`;
        throw usage(message, `see beadloom ${name} --help`);
      }
      await subcommand.run(shell, words, options);
    },
  };
}

function wrongWords<Options>(
  { needs, max = needs === undefined ? 0 : 1 }: Subcommand<Options>,
  words: readonly string[],
): string | undefined {
  if (words.length > max) {
    return max === 0 ? `takes no '${words[0]}'` : `takes ${max} at most`;
  }
  return needs !== undefined && words.length === 0 ? `needs ${needs}` : undefined;
}

function wrongFlag(
  name: string,
  action: string,
  flags: readonly Flag[],
  options: object,
): string | undefined {
  const given = options as Record<string, unknown>;
  const wrong = flags.find(({ name: flag, subcommands = [action] }) => {
    // What a flag switches off is on where it is not given.
    const unset = flag.startsWith('no-') ? true : undefined;
    return !subcommands.includes(action) && given[optionOf(flag)] !== unset;
  });
  return wrong && `--${wrong.name} belongs to ${name} ${listed(wrong.subcommands ?? [], 'and')}`;
}

function listed(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
