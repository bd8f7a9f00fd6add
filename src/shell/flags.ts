// How commands declare what they take: plain data, from which parsing, `--help`, completion and the reference are made.
import { helpOf, type Parameter } from '../model/parameter.js';
import { REQUESTS, type RequestName } from '../model/requests.js';

/** A word that is given by position. */
export interface Argument {
  name: string;
  help: string;
  required?: boolean;
  /** It takes all words that are left; only the last one may. */
  variadic?: boolean;
  choices?: readonly string[];
}

/** A word that begins with `--`. */
export interface Flag {
  /** Without dashes; of a flag that switches something off with its `no-`. */
  name: string;
  /** One letter. */
  short?: string;
  /** What help calls its value; without, the flag takes none. */
  value?: string;
  /** It takes several values, and may be repeated. */
  variadic?: boolean;
  help: string;
  choices?: readonly string[];
  /** It takes a whole number: the least and the greatest. */
  bounds?: readonly [number, number];
  /** The value where it is not given. */
  preset?: string;
  /** A flag that it excludes. */
  conflicts?: string;
  /** Only scripts use it. */
  hidden?: boolean;
  /** The subcommands that take it; undefined: all. */
  subcommands?: readonly string[];
  /** The request and its field that it fills in; none where the command itself takes it. */
  field?: readonly [RequestName, string];
}

/** What `--no-refresh` makes of how an answer is brought up to date first: whoever asks for the index as it is wants to know what it misses. */
export type RefreshFlag = true | 'compare';

/** What a flag says differently of a field than its request. */
type Changes = Partial<Flag>;

/**
 * The flags of a request: one for each field that callers give by name, in the order of the declaration.
 *
 * @param names only these fields
 * @param besides what a flag says differently, by field
 */
export function flagsOf<Name extends RequestName>(
  request: Name,
  names?: ReadonlyArray<keyof (typeof REQUESTS)[Name] & string>,
  besides: { [Field in keyof (typeof REQUESTS)[Name]]?: Changes } = {},
): Flag[] {
  const fields: Record<string, Parameter> = REQUESTS[request];
  const wanted: readonly string[] =
    names ?? Object.keys(fields).filter((name) => !isLeftOut(fields[name] as Parameter));
  return wanted.map((name) =>
    flagOf([request, name], fields[name] as Parameter, (besides as Record<string, Changes>)[name]),
  );
}

function isLeftOut({ argument, internal, library }: Parameter): boolean {
  return (argument ?? internal ?? library) === true;
}

function flagOf(field: readonly [RequestName, string], parameter: Parameter, besides: Changes = {}): Flag {
  const [, name] = field;
  if (name === 'refresh') {
    const help = 'answer from the existing index and list stale files';
    return { name: 'no-refresh', help, field, ...besides };
  }
  const { type, placeholder = 'value', choices, bounds } = parameter;
  return {
    name: kebab(name),
    help: helpOf(parameter),
    field,
    ...(type === 'flag' ? {} : { value: placeholder }),
    ...(type === 'texts' ? { variadic: true } : {}),
    ...(choices === undefined ? {} : { choices }),
    ...(bounds === undefined ? {} : { bounds }),
    ...besides,
  };
}

/** The flag that says how an answer is written. */
export function formatFlag(choices: readonly string[]): Flag {
  return { name: 'format', value: 'how', choices, help: 'output format (default pretty)' };
}

/** An argument of a request. */
export function argumentOf<Name extends RequestName>(
  request: Name,
  field: keyof (typeof REQUESTS)[Name] & string,
  besides: Partial<Argument> = {},
): Argument {
  const fields: Record<string, Parameter> = REQUESTS[request];
  const parameter = fields[field] as Parameter;
  const { type, required = false, placeholder = field } = parameter;
  return { name: placeholder, help: helpOf(parameter), required, variadic: type === 'texts', ...besides };
}

/** The option that a flag fills in, by its name: in camelCase, without the `no-` of what is switched off. */
export function optionOf(flag: string): string {
  return flag.replace(/^no-/, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** As help writes it: `-C, --context <n>`. */
export function termOf({ name, short, value, variadic = false }: Flag): string {
  const term = `${short === undefined ? '' : `-${short}, `}--${name}`;
  return value === undefined ? term : `${term} <${value}${variadic ? '...' : ''}>`;
}

/** As the usage writes it: `[ref...]`. */
export function usageOf({ name, required = false, variadic = false }: Argument): string {
  const word = `${name}${variadic ? '...' : ''}`;
  return required ? `<${word}>` : `[${word}]`;
}
