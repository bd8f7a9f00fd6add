/** What is known of a field of a request. */
export interface Parameter {
  /** What it takes: `texts` is a string or a list of strings, `object` what only the shell makes. */
  readonly type: 'flag' | 'text' | 'texts' | 'whole' | 'choice' | 'object';
  /** Of a whole number: the least and the greatest. */
  readonly bounds?: readonly [number, number];
  /** Of a choice: the names. */
  readonly choices?: readonly string[];
  /** Whether a request without it is refused. */
  readonly required?: boolean;
  /** One sentence, without capital letter and final period. */
  readonly help: string;
  /** The value where it is left out; that of `setting`, where a setting gives it. */
  readonly default?: string | number | boolean;
  /** The setting that gives the value where it is left out. */
  readonly setting?: string;
  /** What holds where it is left out, where no value says it. */
  readonly otherwise?: string;
  /** What a person has to know beside the default. */
  readonly also?: string;
  /** What pages call its value: the `n` of `--depth <n>`. */
  readonly placeholder?: string;
  /** It is given by position. */
  readonly argument?: boolean;
  /** Its paths are relative to where the caller is. */
  readonly place?: boolean;
  /** It is an option of the library and no flag. */
  readonly library?: boolean;
  /** The shell fills it in. */
  readonly internal?: boolean;
}

/** What a request is to those that pass it on. */
export interface RequestTraits {
  /** Whether a daemon may answer it: it only reads, and its answer depends on nothing of the process that asks. */
  readonly relayed?: boolean;
  /** Whether a daemon is started after it. */
  readonly startsDaemon?: boolean;
  /** Whether its answers have receipts. */
  readonly receipts?: boolean;
  /** The command that asks for it, with the flag that chooses it. */
  readonly command?: string;
  /** The MCP tool that asks for it. */
  readonly tool?: string;
}

/** The help of a field with what holds where it is left out, which stands before the first semicolon. */
export function helpOf({ help, default: value, otherwise, also }: Parameter): string {
  const held = value === undefined ? otherwise && `: ${otherwise}` : ` ${String(value)}`;
  if (held === undefined) {
    return help;
  }
  const note = ` (default${held}${also === undefined ? '' : `, ${also}`})`;
  const end = help.indexOf('; ');
  return end === -1 ? help + note : help.slice(0, end) + note + help.slice(end);
}
