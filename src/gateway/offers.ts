import { UriTemplate } from '@modelcontextprotocol/client';

import { nearest } from '../api/suggest.js';
import type { Link } from './connector.js';
import { isTooDeep } from './depth.js';
import { beginningsOf, JOINT, namesFor } from './names.js';
import type { Upstream } from './upstream.js';
import { type Json, RpcError } from './wire.js';

/** What one server offers besides tools. */
interface Offer {
  prompts: Json[];
  resources: Json[];
  templates: Json[];
}

/** Prompts, resources and templates of all servers. */
export class Offers {
  readonly #offers = new Map<string, Offer>();
  readonly #said = new Set<string>();

  constructor(
    private readonly upstreams: ReadonlyMap<string, Upstream>,
    private readonly log: (text: string) => void,
  ) {}

  /** Reads what a server offers. What it cannot list it does not offer. */
  async read(upstream: Upstream, { capabilities }: Link): Promise<void> {
    const list = (has: unknown, method: string, field: string): Promise<Json[]> =>
      has === undefined ? Promise.resolve([]) : upstream.pages(method, field).catch(() => []);
    const [prompts, resources, templates] = await Promise.all([
      list(capabilities.prompts, 'prompts/list', 'prompts'),
      list(capabilities.resources, 'resources/list', 'resources'),
      list(capabilities.resources, 'resources/templates/list', 'resourceTemplates'),
    ]);
    // What is too deep could not be written down, and with it none of the list.
    const named = (all: Json[], key: string): Json[] =>
      all.filter((one) => typeof one[key] === 'string' && !isTooDeep(one));
    this.#offers.set(upstream.name, {
      prompts: named(prompts, 'name'),
      resources: named(resources, 'uri'),
      templates: named(templates, 'uriTemplate'),
    });
    this.#reportCollisions();
  }

  /** Servers of which it is known what they offer. */
  has(server: string): boolean {
    return this.#offers.has(server);
  }

  /** @param servers whose are offered */
  prompts(servers: ReadonlySet<string>): Json[] {
    return this.#named(servers).map(({ prompt, shown }) => ({ ...prompt, name: shown }));
  }

  /** Prompts as clients call them. What others may not use has its name all the same: names do not depend on who asks. */
  #named(servers: ReadonlySet<string>): Array<{ server: string; prompt: Json; shown: string }> {
    const all = this.#of(new Set(this.upstreams.keys())).flatMap(([server, { prompts }]) =>
      prompts.map((prompt) => ({ server, prompt, name: String(prompt['name']) })),
    );
    const names = namesFor(all);
    return all
      .map(({ server, prompt }, at) => ({ server, prompt, shown: names[at] as string }))
      .filter(({ server }) => servers.has(server));
  }

  resources(servers: ReadonlySet<string>): Json[] {
    return first(
      this.#of(servers).flatMap(([, { resources }]) => resources),
      'uri',
    );
  }

  templates(servers: ReadonlySet<string>): Json[] {
    return first(
      this.#of(servers).flatMap(([, { templates }]) => templates),
      'uriTemplate',
    );
  }

  /**
   * The server of a prompt, and what it calls it.
   *
   * @throws RpcError
   */
  promptOf(name: string, servers: ReadonlySet<string>): { upstream: Upstream; name: string } {
    const named = this.#named(servers);
    const found =
      named.find(({ shown }) => shown === name) ??
      named.find(({ server, prompt }) => `${server}${JOINT}${String(prompt['name'])}` === name);
    // A server may know a prompt that it does not list.
    const server = found?.server ?? [...servers].find((one) => beginning(one, name) !== undefined);
    const upstream = server === undefined ? undefined : this.upstreams.get(server);
    if (upstream === undefined) {
      const near = nearest(
        name.slice(0, 200),
        named.map(({ shown }) => shown),
      );
      throw new RpcError(
        -32602,
        `there is no prompt ${name}${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ''}`,
      );
    }
    const own =
      found === undefined ? name.slice(beginning(upstream.name, name)) : String(found.prompt['name']);
    return { upstream, name: own };
  }

  /** Whether a server lists that resource. */
  isListed(uri: string, servers: ReadonlySet<string>): boolean {
    return this.#of(servers).some(([, { resources }]) =>
      resources.some((resource) => resource['uri'] === uri),
    );
  }

  /** The servers that may have a resource: that which lists it, else those whose templates it fits, else all that have resources. */
  resourceOf(uri: string, servers: ReadonlySet<string>): Upstream[] {
    const offers = this.#of(servers);
    const lists = offers.find(([, { resources }]) => resources.some((resource) => resource['uri'] === uri));
    const fits = offers.filter(([, { templates }]) =>
      templates.some((template) => fitsTemplate(String(template['uriTemplate']), uri)),
    );
    const names = lists !== undefined ? [lists[0]] : [...new Set([...fits, ...offers].map(([name]) => name))];
    return names.flatMap((name) => {
      const upstream = this.upstreams.get(name);
      const has = upstream?.current?.capabilities.resources !== undefined || lists !== undefined;
      return upstream !== undefined && has ? [upstream] : [];
    });
  }

  /** The server of a template. */
  templateOf(template: string, servers: ReadonlySet<string>): Upstream | undefined {
    const found = this.#of(servers).find(([, { templates, resources }]) =>
      [...templates.map((one) => one['uriTemplate']), ...resources.map((one) => one['uri'])].includes(
        template,
      ),
    );
    return found === undefined ? undefined : this.upstreams.get(found[0]);
  }

  /** Addresses that several servers have; the first of them answers. */
  collisions(): Array<{ uri: string; servers: string[] }> {
    const owners = new Map<string, string[]>();
    for (const [server, { resources, templates }] of this.#of(new Set(this.upstreams.keys()))) {
      for (const uri of new Set([
        ...resources.map((one) => one['uri']),
        ...templates.map((one) => one['uriTemplate']),
      ])) {
        owners.set(String(uri), [...(owners.get(String(uri)) ?? []), server]);
      }
    }
    return [...owners]
      .filter(([, servers]) => servers.length > 1)
      .map(([uri, servers]) => ({ uri, servers }));
  }

  #reportCollisions(): void {
    for (const { uri, servers } of this.collisions()) {
      const text = `${servers.join(' and ')} have the same resource ${uri}; ${servers[0]} answers`;
      if (!this.#said.has(text)) {
        this.#said.add(text);
        this.log(text);
      }
    }
  }

  /** By name of the server. */
  #of(servers: ReadonlySet<string>): Array<[string, Offer]> {
    return [...this.#offers].filter(([name]) => servers.has(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  }
}

function first(entries: Json[], key: string): Json[] {
  const seen = new Set<unknown>();
  return entries.filter((entry) => !seen.has(entry[key]) && seen.add(entry[key]));
}

function fitsTemplate(template: string, uri: string): boolean {
  // An address is compared with what a server sent: both are bounded before a pattern is made of them.
  if (template.length > 1_000 || uri.length > 4_000) {
    return false;
  }
  try {
    return new UriTemplate(template).match(uri) !== null;
  } catch {
    return false;
  }
}

/** How much of a name is that of the server. */
function beginning(server: string, name: string): number | undefined {
  return beginningsOf(server)
    .map((one) => `${one}${JOINT}`)
    .find((one) => name.startsWith(one))?.length;
}
