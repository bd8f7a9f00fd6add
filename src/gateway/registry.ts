import { BeadloomError } from '../model/error.js';
import { isSecretName } from '../agents/gateway/secrets.js';
import type { GatewayServer } from '../yaml/gateway.js';

/** A value that whoever adds a server has to bring. */
export interface RequiredVariable {
  /** The variable that the configuration names. */
  name: string;
  description: string | null;
  secret: boolean;
}

/** A server of the MCP registry, as the configuration has it. */
export interface RegistryServer {
  /** Its name without the namespace. */
  name: string;
  title: string;
  version: string;
  entry: GatewayServer;
  /** In the order in which they stand. */
  wants: RequiredVariable[];
  /** Values that were given and are secrets, by the names that the entry has for them. */
  secrets: Record<string, string>;
}

type Json = Record<string, unknown>;

/** What starts a package of a registry: by its type, the program and what stands before the package. */
const RUNNERS: Readonly<Record<string, { hint: string; words: (id: string, version: string) => string[] }>> =
  {
    npm: { hint: 'npx', words: (id, version) => ['-y', version === '' ? id : `${id}@${version}`] },
    pypi: { hint: 'uvx', words: (id, version) => [version === '' ? id : `${id}@${version}`] },
    oci: {
      hint: 'docker',
      words: (id, version) => [version === '' || /[:@][^/]*$/.test(id) ? id : `${id}:${version}`],
    },
    nuget: { hint: 'dnx', words: (id, version) => [version === '' ? id : `${id}@${version}`, '--yes'] },
  };

/** Names of packages and versions, which begin with no dash: a program would take that for a flag. */
const IDENTIFIER = /^@?[A-Za-z0-9][A-Za-z0-9._/:@-]{0,299}$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/;
const NAME = /^[A-Za-z0-9.-]+\/[A-Za-z0-9._-]+$/;
const FLAG = /^-{0,2}[A-Za-z0-9][\w.-]{0,99}$/;

/** Values of a file at most. */
const MAX_INPUTS = 200;

/**
 * Reads a `server.json` of the MCP registry, or what the registry's interface answers with one in it. A package that can be started
 * is taken before an address, because it needs nobody else.
 *
 * @param given values by the names of their inputs
 * @throws BeadloomError `usage` where it is none, or nothing of it can be run here
 */
export function readServerJson(
  text: string,
  path: string,
  given: Readonly<Record<string, string>> = {},
): RegistryServer {
  const reader = new Reader(path, given);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw reader.wrong(`it is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  return reader.server(value);
}

class Reader {
  readonly #wants = new Map<string, RequiredVariable>();
  readonly #secrets: Record<string, string> = {};
  #prefix = '';
  #inputs = 0;

  constructor(
    private readonly path: string,
    private readonly given: Readonly<Record<string, string>>,
  ) {}

  wrong(message: string, hint = 'docs/gateway.md says which servers can be added'): BeadloomError {
    return new BeadloomError({
      code: 'usage',
      message: `${this.path} was not added: ${message}`,
      path: this.path,
      hint,
    });
  }

  server(value: unknown): RegistryServer {
    const outer = this.record(value, 'the file');
    const all = outer['server'] === undefined ? outer : this.record(outer['server'], 'server');
    const name = this.text(all['name'], 'name');
    if (!NAME.test(name)) {
      throw this.wrong(`"${name.slice(0, 100)}" is not a name of the registry, namespace/server`);
    }
    const short = name
      .slice(name.indexOf('/') + 1)
      .replaceAll(/_{2,}|\./g, '-')
      .replaceAll(/^[-_]+/g, '')
      .slice(0, 64);
    this.#prefix = short.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase();
    const version = this.text(all['version'], 'version');
    const entry = this.#entry(all);
    const unknown = Object.keys(this.given).filter((one) => !this.#used.has(one));
    if (unknown.length > 0) {
      throw this.wrong(
        `it has no input ${unknown.join(', ')}`,
        `its inputs: ${[...this.#known].join(', ') || 'none'}`,
      );
    }
    return {
      name: short,
      title: typeof all['title'] === 'string' ? all['title'] : name,
      version,
      entry,
      wants: [...this.#wants.values()],
      secrets: this.#secrets,
    };
  }

  readonly #used = new Set<string>();
  readonly #known = new Set<string>();

  #entry(all: Json): GatewayServer {
    const packages = this.list(all['packages'], 'packages').map((one) => this.record(one, 'a package'));
    const remotes = this.list(all['remotes'], 'remotes').map((one) => this.record(one, 'a remote'));
    const local = packages.find(
      (one) =>
        RUNNERS[String(one['registryType'])] !== undefined &&
        this.record(one['transport'] ?? { type: 'stdio' }, 'transport')['type'] === 'stdio',
    );
    if (local !== undefined) {
      return this.#local(local);
    }
    const remote =
      remotes.find(({ type }) => type === 'streamable-http') ?? remotes.find(({ type }) => type === 'sse');
    if (remote !== undefined) {
      return this.#remote(remote);
    }
    const types = packages.map(({ registryType, registry_type: older }) => String(registryType ?? older));
    throw this.wrong(
      types.length === 0
        ? 'it has neither packages nor remotes'
        : `none of its packages can be started over stdio here: ${types.join(', ').slice(0, 200)}`,
      `packages of ${Object.keys(RUNNERS).join(', ')} can be started, and remotes of streamable-http and sse reached`,
    );
  }

  #local(one: Json): GatewayServer {
    const type = String(one['registryType']);
    const runner = RUNNERS[type] as (typeof RUNNERS)[string];
    const hint =
      one['runtimeHint'] === undefined ? runner.hint : this.text(one['runtimeHint'], 'runtimeHint');
    if (hint !== runner.hint) {
      throw this.wrong(
        `its package is of ${type}, and wants to be started by ${JSON.stringify(hint.slice(0, 100))}`,
      );
    }
    const id = this.text(one['identifier'], 'identifier');
    const version = one['version'] === undefined ? '' : this.text(one['version'], 'version');
    if (!IDENTIFIER.test(id) || (version !== '' && (!VERSION.test(version) || version === 'latest'))) {
      throw this.wrong(`${JSON.stringify(`${id} ${version}`.slice(0, 200))} is not a package with a version`);
    }
    const env = this.#named(one['environmentVariables'], 'environmentVariables');
    const runtime = this.#arguments(one['runtimeArguments'], 'runtimeArguments');
    const docker =
      type === 'oci' ? ['run', '-i', '--rm', ...Object.keys(env).flatMap((name) => ['-e', name])] : [];
    // What is said to the runner itself, it has said by itself already.
    const words = runner.words(id, version).filter((word) => !runtime.includes(word));
    const args = [
      ...docker,
      ...runtime,
      ...words,
      ...this.#arguments(one['packageArguments'], 'packageArguments'),
    ];
    return { command: runner.hint, args, ...(Object.keys(env).length > 0 && { env }) };
  }

  #remote(one: Json): GatewayServer {
    const variables = this.record(one['variables'] ?? {}, 'variables');
    const url = this.#filled(this.text(one['url'], 'url'), variables, 'url');
    if (!/^https?:\/\/\S+$/.test(url)) {
      throw this.wrong(`${JSON.stringify(url.slice(0, 200))} is not an address`);
    }
    const headers = this.#named(one['headers'], 'headers');
    return {
      url,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(one['type'] === 'sse' && { type: 'sse' }),
    };
  }

  /** Variables of the environment, or headers. */
  #named(value: unknown, what: string): Record<string, string> {
    const made: Record<string, string> = {};
    for (const one of this.list(value, what)) {
      const input = this.record(one, what);
      const name = this.text(input['name'], `${what}.name`);
      if (!/^[\w-]{1,200}$/.test(name)) {
        throw this.wrong(`${JSON.stringify(name.slice(0, 100))} is not a valid name in ${what}`);
      }
      const text = this.#input(name, input, false);
      if (text !== undefined) {
        made[name] = text;
      }
    }
    return made;
  }

  #arguments(value: unknown, what: string): string[] {
    return this.list(value, what).flatMap((one) => {
      const input = this.record(one, what);
      if (input['type'] === 'positional') {
        const name = typeof input['valueHint'] === 'string' ? input['valueHint'] : 'argument';
        const text = this.#input(name, input, false);
        return text === undefined ? [] : [text];
      }
      const flag = this.text(input['name'], `${what}.name`);
      if (input['type'] !== 'named' || !FLAG.test(flag)) {
        throw this.wrong(`${JSON.stringify(flag.slice(0, 100))} is not a valid flag`);
      }
      const text = this.#input(flag.replace(/^-+/, ''), input, true);
      const dashed = flag.startsWith('-') ? flag : `--${flag}`;
      if (text === undefined) {
        return [];
      }
      return text === '' ? [dashed] : dashed.startsWith('--') ? [`${dashed}=${text}`] : [dashed, text];
    });
  }

  /**
   * The text of an input: what it says itself, what was given, its default, or a variable that somebody has to bring. Undefined
   * where it may be left out.
   */
  #input(name: string, input: Json, isFlag: boolean): string | undefined {
    if (++this.#inputs > MAX_INPUTS) {
      throw this.wrong(`it has more than ${MAX_INPUTS} inputs`);
    }
    if (input['value'] !== undefined) {
      const variables = this.record(input['variables'] ?? {}, 'variables');
      return this.#filled(this.text(input['value'], `${name}.value`), variables, name);
    }
    const isSwitch = isFlag && input['format'] === 'boolean';
    const brought = this.#brought(name, input);
    if (isSwitch) {
      return (brought ?? input['default']) === 'true' ? '' : undefined;
    }
    return brought ?? this.#missing(name, input);
  }

  /** What was given for an input: where it is a secret, the variable that stands for it. */
  #brought(name: string, input: Json): string | undefined {
    this.#known.add(name);
    const value = Object.hasOwn(this.given, name) ? this.given[name] : undefined;
    if (value === undefined) {
      return undefined;
    }
    this.#used.add(name);
    const { choices } = input;
    if (Array.isArray(choices) && choices.length > 0 && !choices.includes(value)) {
      throw this.wrong(`${name} is not one of ${choices.map(String).join(', ').slice(0, 300)}`);
    }
    if (!this.#isSecret(name, input) && !value.includes('${')) {
      return value;
    }
    const variable = this.#variable(name);
    this.#secrets[variable] = value;
    return `\${${variable}}`;
  }

  #missing(name: string, input: Json): string | undefined {
    const variable = this.#variable(name);
    if (input['default'] !== undefined) {
      return this.plain(this.text(input['default'], `${name}.default`), name);
    }
    if (input['isRequired'] !== true) {
      return undefined;
    }
    const { description } = input;
    this.#wants.set(variable, {
      name: variable,
      description: typeof description === 'string' ? description.slice(0, 300) : null,
      secret: this.#isSecret(name, input),
    });
    return `\${${variable}}`;
  }

  #isSecret(name: string, input: Json): boolean {
    return input['isSecret'] === true || isSecretName(name);
  }

  /** A name of its own for every server: what another one needs is not given to it. */
  #variable(name: string): string {
    const plain = name
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .toUpperCase();
    return plain.startsWith(`${this.#prefix}_`) ? plain : `${this.#prefix}_${plain}`;
  }

  /** A text with what `{name}` in it stands for; what is not declared stays. */
  #filled(text: string, variables: Json, what: string): string {
    return this.plain(text, what).replaceAll(/\{([\w.-]+)\}/g, (whole, name: string) => {
      if (!Object.hasOwn(variables, name)) {
        return whole;
      }
      const input = this.record(variables[name], name);
      return this.#input(name, { isRequired: true, ...input }, false) ?? '';
    });
  }

  /** A text of the file: a variable of ours in it would bring the server what it was not given. */
  plain(text: string, what: string): string {
    if (text.includes('${')) {
      throw this.wrong(
        `${what} has a variable of the environment in it: ${JSON.stringify(text.slice(0, 100))}`,
      );
    }
    return text;
  }

  record(value: unknown, what: string): Json {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.wrong(`${what} is not an object`);
    }
    return value as Json;
  }

  list(value: unknown, what: string): unknown[] {
    if (value === undefined || value === null) {
      return [];
    }
    if (!Array.isArray(value) || value.length > MAX_INPUTS) {
      throw this.wrong(`${what} is not a list of at most ${MAX_INPUTS}`);
    }
    return value as unknown[];
  }

  text(value: unknown, what: string): string {
    if (typeof value !== 'string' || value === '' || value.length > 2_000) {
      throw this.wrong(`${what} is not a text`);
    }
    return value;
  }
}
