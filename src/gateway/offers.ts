import { UriTemplate } from '@modelcontextprotocol/client';

import { nearest } from '../api/suggest.js';
import { JOINT } from './catalogue.js';
import type { Link } from './connector.js';
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
    this.#offers.set(upstream.name, {
      prompts: prompts.filter(({ name }) => typeof name === 'string'),
      resources: resources.filter(({ uri }) => typeof uri === 'string'),
      templates: templates.filter(({ uriTemplate }) => typeof uriTemplate === 'string'),
    });
    this.#reportCollisions();
  }

  /** @param servers whose are offered */
  prompts(servers: ReadonlySet<string>): Json[] {
    return this.#of(servers).flatMap(([server, { prompts }]) =>
      prompts.map((prompt) => ({ ...prompt, name: `${server}${JOINT}${String(prompt['name'])}` })),
    );
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
    const at = name.indexOf(JOINT);
    const upstream = at < 0 ? undefined : this.upstreams.get(name.slice(0, at));
    if (upstream === undefined || !servers.has(upstream.name)) {
      const names = this.prompts(servers).map((prompt) => String(prompt['name']));
      const near = nearest(name.slice(0, 200), names);
      throw new RpcError(
        -32602,
        `there is no prompt ${name}${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ''}`,
      );
    }
    return { upstream, name: name.slice(at + JOINT.length) };
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
