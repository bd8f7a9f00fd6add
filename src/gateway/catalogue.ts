import { nearest } from '../api/suggest.js';
import type { GatewayKnownAnswer } from '../native/gateway.js';
import type { CoreTool, Held } from './core.js';
import { isTooDeep, MAX_DEFINITION_DEPTH } from './depth.js';
import { matchesAny } from './glob.js';
import { JOINT, namesFor } from './names.js';
import type { ServerConfig } from './server-config.js';
import type { Json } from './wire.js';

/** A tool of a server behind the gateway. */
export interface Tool {
  server: string;
  /** What its server calls it. */
  name: string;
  /** What clients call it: `server__tool`, fitted to what they take. */
  shown: string;
  /** What the settings call it, if they do. */
  renamed: string | undefined;
  /** As clients get it. */
  listed: Json & { name: string };
  /** Whether it is listed in every mode. */
  isPinned: boolean;
  isReadOnly: boolean;
  /** Why it waits for an approval. */
  held: Held | undefined;
}

/** A tool that is not offered, and why. */
export interface LeftOut {
  server: string;
  name: string;
  why: string;
}

/** A tool's definition as it is read, or why there is none. */
type Read = { tool: CoreTool } | { why: string };

/** What the parts of a definition are called towards clients. */
const PARTS: ReadonlySet<string> = new Set([
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
]);

/** Characters of a description that clients get at most: a longer one is no description, and stands in every context. */
const MAX_DESCRIPTION_CHARS = 10_000;

/** Characters of a whole definition, as JSON. */
const MAX_DEFINITION_CHARS = 256_000;

/** Bytes of the name that a server has for a tool, at most. */
const MAX_NAME_BYTES = 512;

/** Signs that no name has: those that nobody sees, or that break a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u;

/**
 * What a server says of its tools, as the core takes it. A definition that clients could not take is left out and
 * reported; the others count.
 */
export function readTools(entries: readonly Json[]): {
  tools: CoreTool[];
  leftOut: Array<{ name: string; why: string }>;
} {
  const tools = new Map<string, CoreTool>();
  const leftOut: Array<{ name: string; why: string }> = [];
  for (const entry of entries) {
    const name = typeof entry['name'] === 'string' ? entry['name'] : '';
    const read: Read = tools.has(name)
      ? { why: 'another tool of this server has the same name' }
      : readTool(name, entry);
    if ('tool' in read) {
      tools.set(name, read.tool);
    } else {
      leftOut.push({ name: name.slice(0, 200), why: read.why });
    }
  }
  return { tools: [...tools.values()], leftOut };
}

function readTool(name: string, entry: Json): Read {
  if (name.trim() === '' || UNSEEN.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES) {
    return { why: `its name is invalid: use visible characters, at most ${MAX_NAME_BYTES} bytes` };
  }
  if (isTooDeep(entry)) {
    return { why: `its definition is nested deeper than ${MAX_DEFINITION_DEPTH} levels` };
  }
  const { title, description, inputSchema, outputSchema, annotations } = entry;
  if (!isObject(inputSchema) || (inputSchema['type'] !== undefined && inputSchema['type'] !== 'object')) {
    return { why: 'the type of its input schema is not object' };
  }
  const extra = Object.fromEntries(Object.entries(entry).filter(([key]) => !PARTS.has(key)));
  const tool: CoreTool = {
    name,
    ...(typeof title === 'string' && { title: title.slice(0, 1_000) }),
    ...(typeof description === 'string' && { description: shortened(description) }),
    input_schema: inputSchema['type'] === undefined ? { ...inputSchema, type: 'object' } : inputSchema,
    // Who promises a schema has to keep it; what is none promises nothing.
    ...(isObject(outputSchema) && { output_schema: outputSchema }),
    ...(isObject(annotations) && { annotations }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
  const json = JSON.stringify(tool);
  if (json.length > MAX_DEFINITION_CHARS) {
    return { why: `its definition is longer than ${MAX_DEFINITION_CHARS} characters` };
  }
  // Halves of signs, which other readers of JSON refuse with all that stands beside them.
  const whole = json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\ufffd');
  return { tool: whole === json ? tool : (JSON.parse(whole) as CoreTool) };
}

function shortened(description: string): string {
  return description.length <= MAX_DESCRIPTION_CHARS
    ? description
    : `${description.slice(0, MAX_DESCRIPTION_CHARS).toWellFormed()}…`;
}

/** All tools of all servers, as clients are shown them. */
export class Catalogue {
  /** Changes with every change. */
  revision = 0;
  readonly leftOut: LeftOut[] = [];
  readonly #servers = new Map<string, Tool[]>();
  #sorted: Tool[] | undefined;
  #byName: Map<string, Tool> | undefined;

  /** @param configs of the servers whose tools are offered */
  constructor(private readonly configs: ReadonlyMap<string, ServerConfig>) {}

  /** Servers of which it is known what they offer. */
  has(server: string): boolean {
    return this.#servers.has(server);
  }

  /** What was known when the gateway ran last. */
  restore({ servers }: GatewayKnownAnswer): void {
    for (const { name, tools } of servers) {
      if (this.configs.has(name)) {
        this.set(
          name,
          tools as CoreTool[],
          new Map(tools.flatMap((tool) => (tool.held ? [[tool.name, tool.held] as const] : []))),
        );
      }
    }
  }

  /**
   * Sets what a server offers; whether anything of it is another now.
   *
   * @param held tools that wait for an approval, by upstream name
   */
  set(server: string, tools: readonly CoreTool[], held: ReadonlyMap<string, Held>): boolean {
    const config = this.configs.get(server);
    if (config === undefined) {
      return false;
    }
    const offered = tools
      .filter(({ name }) => isOffered(config, name))
      .map((tool) => shown(config, tool, held.get(tool.name)));
    const before = this.#servers.get(server);
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(offered)) {
      return false;
    }
    this.#servers.set(server, offered);
    this.#sorted = undefined;
    this.#byName = undefined;
    this.revision += 1;
    return true;
  }

  /** Notes what of a server is not offered, instead of what was noted before. */
  note(server: string, leftOut: ReadonlyArray<{ name: string; why: string }>): void {
    const others = this.leftOut.filter((one) => one.server !== server);
    this.leftOut.splice(0, this.leftOut.length, ...others, ...leftOut.map((one) => ({ server, ...one })));
  }

  /** Every tool, those that wait too, by the name that clients know. */
  all(): readonly Tool[] {
    if (this.#sorted === undefined) {
      const tools = [...this.#servers.values()].flat();
      this.#sorted = namesFor(tools)
        .map((name, at) => called(tools[at] as Tool, name))
        .toSorted((a, b) => compare(a.shown, b.shown));
    }
    return this.#sorted;
  }

  /** By the name that clients know, or by that of its server and its own, unless the settings call it otherwise. */
  find(name: string): Tool | undefined {
    if (this.#byName === undefined) {
      const own = this.all().filter(({ renamed }) => renamed === undefined);
      this.#byName = new Map([
        ...own.map((tool) => [ownName(tool), tool] as const),
        ...this.all().map((tool) => [tool.shown, tool] as const),
      ]);
    }
    return this.#byName.get(name);
  }
}

/** Names that are near to one that is none, or have it behind the name of a server. */
export function nearTools(name: string, tools: readonly Tool[]): string[] {
  const names = tools.map((tool) => tool.shown);
  const bare = name.split(JOINT).at(-1) ?? name;
  const same = tools
    .filter((tool) => tool.name === bare || tool.renamed === bare || tool.shown.endsWith(`${JOINT}${bare}`))
    .map((tool) => tool.shown);
  return [...new Set([...same, ...nearest(name.slice(0, 200), names)])].slice(0, 5);
}

function shown(config: ServerConfig, tool: CoreTool, held: Held | undefined): Tool {
  const {
    title,
    description,
    input_schema: inputSchema,
    output_schema: outputSchema,
    annotations,
    extra,
  } = tool;
  return {
    server: config.name,
    name: tool.name,
    // Both follow from what else there is.
    shown: tool.name,
    renamed: config.rename.get(tool.name),
    listed: {
      ...extra,
      name: tool.name,
      ...(title !== undefined && title !== null && { title }),
      description: `[${config.name}] ${description ?? title ?? tool.name}`,
      inputSchema,
      ...(outputSchema !== undefined && outputSchema !== null && { outputSchema }),
      ...(annotations !== undefined && annotations !== null && { annotations }),
    },
    isPinned: matchesAny(config.pin, tool.name),
    isReadOnly: annotations?.['readOnlyHint'] === true,
    held,
  };
}

/** A tool as clients call it. */
function called(tool: Tool, name: string): Tool {
  return { ...tool, shown: name, listed: { ...tool.listed, name } };
}

/** The names of a server and of its tool, as they are. */
export function ownName({ server, name }: Tool): string {
  return `${server}${JOINT}${name}`;
}

function isOffered({ include, exclude }: ServerConfig, name: string): boolean {
  return (include === undefined || matchesAny(include, name)) && !matchesAny(exclude, name);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
