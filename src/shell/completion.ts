import type { NamedThings } from './command.js';

/** The shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** One of {@link SHELLS}. */
export type CompletionShell = (typeof SHELLS)[number];

/** An option, as completion sees it. */
export interface CompletedOption {
  flag: string;
  summary: string;
  /** The values it takes, where they are few and known. */
  choices: readonly string[];
  takesValue: boolean;
}

/** A command, as completion sees it. */
export interface CompletedCommand {
  name: string;
  summary: string;
  /** What its arguments may be, where that is known; else files complete. */
  words: string[];
  /** What of the project its arguments name. */
  things: NamedThings | undefined;
  options: readonly CompletedOption[];
}

/**
 * The script for a shell. Commands, options and their choices stand in it; ids of nodes, rules and snapshots are asked for with
 * `completion --list` when they are wanted, from the index as it is. A shell may evaluate what it completes from, so none of the
 * scripts lets it: lines are compared and taken over as they are.
 */
export function completionScript(shell: CompletionShell, commands: readonly CompletedCommand[]): string {
  switch (shell) {
    case 'bash':
      return bash(commands);
    case 'zsh':
      return zsh(commands);
    case 'fish':
      return fish(commands);
  }
}

function bash(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ flag, choices }) =>
          `    ${name}:${flag}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$word")); return ;;`,
      ),
  );
  const cases = commands.map(({ name, options, words, things = '' }) => {
    const flags = options.map(({ flag }) => flag).join(' ');
    return `    ${name}) flags='${flags}'; words='${words.join(' ')}'; things='${things}' ;;`;
  });
  return `# beadloom completion for bash
_beadloom() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command='' flags='' words='' things='' index line
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      --project) ((index++)) ;;
      -*) ;;
      *) command="\${COMP_WORDS[index]}"; break ;;
    esac
  done
  if [[ -z $command ]]; then
    COMPREPLY=($(compgen -W '${names} --help --version' -- "$word"))
    return
  fi
  case "$command:$previous" in
    *:--project) COMPREPLY=($(compgen -d -- "$word")); return ;;
${values.join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
    return
  fi
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
  if [[ -n $things ]]; then
    while IFS= read -r line; do
      [[ $line == "$word"* ]] && COMPREPLY+=("$line")
    done < <(beadloom completion --list "$things" 2>/dev/null)
  fi
  if [[ $things == nodes || -z $words$things ]]; then
    while IFS= read -r line; do
      COMPREPLY+=("$line")
    done < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _beadloom beadloom
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const list = commands.map(({ name, summary }) => `    '${name}:${zshQuoted(summary)}'`);
  const cases = commands.map(({ name, options, words, things }) => {
    const lines = options.map(({ flag, summary, choices, takesValue }) => {
      const value = choices.length > 0 ? `:value:(${choices.join(' ')})` : takesValue ? ':value:_files' : '';
      return `        '${flag}[${zshQuoted(summary)}]${value}'`;
    });
    const rest =
      things !== undefined
        ? `        '*:name:_beadloom_things ${things} ${words.join(' ')}'`
        : words.length > 0
          ? `        '*:word:(${words.join(' ')})'`
          : "        '*:file:_files'";
    return `    ${name})\n      _arguments \\\n${[...lines, rest].join(' \\\n')}\n      ;;`;
  });
  return `#compdef beadloom
# beadloom completion for zsh
_beadloom_things() {
  local -a found
  found=("\${(@f)$(beadloom completion --list "$1" 2>/dev/null)}")
  compadd -a found
  (($# > 1)) && compadd -- "\${@:2}"
  [[ $1 == nodes ]] && _files
}
_beadloom() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe -t commands 'beadloom command' commands
    return
  fi
  local command="$words[2]"
  shift words
  ((CURRENT--))
  case "$command" in
${cases.join('\n')}
  esac
}
if [[ "$funcstack[1]" == _beadloom ]]; then
  _beadloom "$@"
else
  compdef _beadloom beadloom
fi
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.flatMap(({ name, summary, options, words, things }) => {
    const used = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c beadloom -n 'not __fish_seen_subcommand_from ${names}' -f -a ${name} -d ${fishQuoted(summary)}`,
      ...options.map(({ flag, summary: note, choices, takesValue }) => {
        const kind = flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`;
        const value =
          choices.length > 0 ? ` -x -a ${fishQuoted(choices.join(' '))}` : takesValue ? ' -r' : '';
        return `complete -c beadloom ${used} ${kind}${value} -d ${fishQuoted(note)}`;
      }),
      ...(words.length > 0 ? [`complete -c beadloom ${used} -f -a ${fishQuoted(words.join(' '))}`] : []),
      ...(things === undefined
        ? []
        : [
            `complete -c beadloom ${used}${things === 'nodes' ? '' : ' -f'} -a '(beadloom completion --list ${things} 2>/dev/null)'`,
          ]),
    ];
  });
  return `# beadloom completion for fish\n${lines.join('\n')}\n`;
}

/** For `_arguments`, where brackets and colons part the fields. */
function zshQuoted(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, '\\$&');
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
