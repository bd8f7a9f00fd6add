import {
  Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Pair,
  type YAMLMap,
} from 'yaml';

/** The keys under which a configuration of the gateway may name its servers. */
const KEYS = ['servers', 'mcpServers'] as const;

/** What a new configuration begins with. */
const HEAD = '# MCP servers behind the gateway: docs/gateway.md has the settings.\n';

/** A server as the configuration has it. */
export type GatewayServer = Readonly<Record<string, unknown>>;

/**
 * The servers that a configuration names, by name; undefined where it is no map, is not YAML, or has aliases.
 */
export function gatewayServers(text: string): Map<string, unknown> | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) {
    return undefined;
  }
  let value: unknown;
  try {
    // A place that leads to another one may lead to itself.
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
  if (value === null || value === undefined) {
    return new Map();
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    return undefined;
  }
  const all = value as Record<string, unknown>;
  const key = KEYS.find((one) => all[one] !== undefined && all[one] !== null);
  if (key === undefined) {
    return new Map();
  }
  const servers = all[key];
  return typeof servers === 'object' && servers !== null && !Array.isArray(servers)
    ? new Map(Object.entries(servers))
    : undefined;
}

/**
 * The configuration with more servers. Every byte that is there stays.
 *
 * @param text undefined where there is none yet
 * @returns undefined where it is written in a way that cannot be added to: not YAML, servers in braces, an alias
 */
export function withServers(
  text: string | undefined,
  added: ReadonlyMap<string, GatewayServer>,
): string | undefined {
  if (added.size === 0) {
    return text ?? '';
  }
  const before = text ?? HEAD;
  const document = parseDocument(before, { keepSourceTokens: true });
  const { contents } = document;
  if (document.errors.length > 0 || (contents !== null && !(isMap(contents) && contents.flow !== true))) {
    return undefined;
  }
  const end = before.includes('\r\n') ? '\r\n' : '\n';
  const start = before === '' || before.endsWith('\n') ? before : before + end;
  const key = isMap(contents) ? KEYS.find((one) => contents.has(one)) : undefined;
  const servers = isMap(contents) && key !== undefined ? contents.get(key, true) : undefined;
  let next: string;
  if (key === undefined) {
    next = start + written(added, '', 'servers').replaceAll('\n', end);
  } else if (isMap(servers) && servers.flow !== true && servers.items.length > 0) {
    const indent = indentOf(before, servers);
    const at = blockEnd(before, servers);
    if (indent === undefined || at === undefined) {
      return undefined;
    }
    const head = before.slice(0, at);
    const gap = head.endsWith('\n') ? '' : end;
    next = head + gap + written(added, indent).replaceAll('\n', end) + before.slice(at);
  } else {
    return undefined;
  }
  return saysServers(before, next, (all) => [...added].forEach(([name, one]) => all.set(name, one)))
    ? next
    : undefined;
}

/**
 * The configuration without some servers. Every other byte stays; null where nothing but what {@link withServers} begins a
 * new one with is left.
 *
 * @returns undefined where they cannot be taken out
 */
export function withoutServers(text: string, names: readonly string[]): string | null | undefined {
  let next = text;
  for (const name of names) {
    const document = parseDocument(next, { keepSourceTokens: true });
    const { contents } = document;
    const key = isMap(contents) ? KEYS.find((one) => contents.has(one)) : undefined;
    if (document.errors.length > 0 || !isMap(contents) || key === undefined) {
      return undefined;
    }
    const servers = contents.get(key, true);
    if (!isMap(servers) || !servers.has(name)) {
      continue;
    }
    if (servers.flow === true || hasAnchor(servers)) {
      return undefined;
    }
    const [map, gone] = servers.items.length === 1 ? [contents, key] : [servers, name];
    const range = pairRange(next, map as YAMLMap, gone);
    if (range === undefined) {
      return undefined;
    }
    next = next.slice(0, range[0]) + next.slice(range[1]);
  }
  const same = saysServers(text, next, (all) => names.forEach((name) => all.delete(name)));
  return same ? (next === HEAD ? null : next) : undefined;
}

/** Servers as YAML, each below the other; `key`: below that. */
function written(servers: ReadonlyMap<string, GatewayServer>, indent: string, key?: string): string {
  const value = Object.fromEntries(servers);
  const document = new Document(key === undefined ? value : { [key]: value });
  visit(document, {
    Seq: (_, list) => {
      list.flow = true;
    },
  });
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return text.replaceAll(/^(?=.)/gm, indent);
}

/** The white space before the first server, where it begins its line. */
function indentOf(text: string, servers: YAMLMap): string | undefined {
  const offset = keyOffset(servers.items[0] as Pair);
  if (offset === undefined) {
    return undefined;
  }
  const indent = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^ +$/.test(indent) ? indent : undefined;
}

function keyOffset(pair: Pair | undefined): number | undefined {
  return isPair(pair) && isScalar(pair.key) ? pair.key.range?.[0] : undefined;
}

/** The offset behind the last line of a block. */
function blockEnd(text: string, servers: YAMLMap): number | undefined {
  const last = servers.items.at(-1);
  return last === undefined ? undefined : lastEnd(text, last);
}

/** The offset behind the last line of a pair. */
function pairEnd(text: string, pair: Pair): number | undefined {
  const value = pair.value as { range?: [number, number, number] | null } | null;
  const key = pair.key as { range?: [number, number, number] | null } | null;
  const end = value?.range?.[1] ?? key?.range?.[1];
  if (end === undefined) {
    return undefined;
  }
  if (text[end - 1] === '\n') {
    return end;
  }
  const line = text.indexOf('\n', end);
  return line === -1 ? text.length : line + 1;
}

/** Where the lines of a pair begin and end. */
function pairRange(text: string, map: YAMLMap, key: string): [number, number] | undefined {
  const pair = map.items.find((one) => isScalar(one.key) && one.key.value === key) as Pair | undefined;
  const offset = keyOffset(pair);
  if (pair === undefined || offset === undefined) {
    return undefined;
  }
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = lastEnd(text, pair);
  return text.slice(start, offset).trim() === '' && end !== undefined ? [start, end] : undefined;
}

/** The end of a pair whose value is a block: that of the last thing in it. */
function lastEnd(text: string, pair: Pair): number | undefined {
  const { value } = pair;
  if (isMap(value) && value.flow !== true && value.items.length > 0) {
    return lastEnd(text, value.items.at(-1) as Pair);
  }
  if (isSeq(value) && value.flow !== true && value.items.length > 0) {
    const last = value.items.at(-1);
    return isMap(last) && last.items.length > 0
      ? lastEnd(text, last.items.at(-1) as Pair)
      : pairEnd(text, { value: last, key: null } as unknown as Pair);
  }
  return pairEnd(text, pair);
}

/** Others may lead to what has a name of its own. */
function hasAnchor(servers: YAMLMap): boolean {
  let found = false;
  visit(servers, (_, node) => {
    found ||= isCollection(node) && node.anchor !== undefined;
  });
  return found;
}

/** Whether the new text says what the old one said but for a change of its servers. */
function saysServers(
  before: string,
  after: string,
  change: (servers: Map<string, unknown>) => void,
): boolean {
  const servers = gatewayServers(before);
  const found = gatewayServers(after);
  if (servers === undefined || found === undefined) {
    return false;
  }
  change(servers);
  return JSON.stringify([...servers]) === JSON.stringify([...found]) && othersOf(before) === othersOf(after);
}

function othersOf(text: string): string {
  const value = (parseDocument(text).toJS() ?? {}) as Record<string, unknown>;
  return JSON.stringify(Object.entries(value).filter(([key]) => !(KEYS as readonly string[]).includes(key)));
}
