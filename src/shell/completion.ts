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
  options: readonly CompletedOption[];
}

/** The script for a shell. It is complete in itself: no key press starts beadloom. */
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
  const cases = commands.map(({ name, options, words }) => {
    const flags = options.map(({ flag }) => flag).join(' ');
    return `    ${name}) flags='${flags}'; words='${words.join(' ')}' ;;`;
  });
  return `# beadloom completion for bash
_beadloom() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command='' flags='' words='' index
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
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _beadloom beadloom
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const list = commands.map(({ name, summary }) => `    '${name}:${zshQuoted(summary)}'`);
  const cases = commands.map(({ name, options, words }) => {
    const lines = options.map(({ flag, summary, choices, takesValue }) => {
      const value = choices.length > 0 ? `:value:(${choices.join(' ')})` : takesValue ? ':value:_files' : '';
      return `        '${flag}[${zshQuoted(summary)}]${value}'`;
    });
    const rest = words.length > 0 ? `        '*:word:(${words.join(' ')})'` : "        '*:file:_files'";
    return `    ${name})\n      _arguments \\\n${[...lines, rest].join(' \\\n')}\n      ;;`;
  });
  return `#compdef beadloom
# beadloom completion for zsh
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
  const lines = commands.flatMap(({ name, summary, options, words }) => {
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
