import type { GraphAnswer, LinkAnswer, ListNodesAnswer, UpdateNodeAnswer } from '../answers.js';
import { defined, list, optionalString, refreshOf, string, usage } from '../arguments.js';
import { Connection } from '../connection.js';
import type { Rendered, Work } from '../connection.js';
import { BOUNDS, C4_LEVELS, GRAPH_PICTURES, wholeNumber } from '../options.js';
import type {
  GraphOptions,
  GraphPictureOptions,
  LinkOptions,
  ListNodesOptions,
  UpdateNodeOptions,
  WorkOptions,
} from '../options.js';

/** The architecture graph: looked at, drawn, and changed where a person would change it. */
export abstract class Graph extends Connection {
  /** The graph around some nodes, or all of it. */
  async graph(options: GraphOptions = {}): Promise<GraphAnswer> {
    return (await this.graphText(options)).answer;
  }

  /** @internal */
  async graphText(options: GraphOptions = {}): Promise<Rendered<GraphAnswer>> {
    return this.answer(options, graphWork(this, options, 'json'));
  }

  /**
   * The same graph as a picture: a diagram in a text language, or `html`, a page of its own to look around in.
   *
   * @throws BeadloomError `usage` for a level where the picture has none
   */
  async graphPicture(
    picture: (typeof GRAPH_PICTURES)[number],
    options: GraphPictureOptions = {},
  ): Promise<string> {
    if (!GRAPH_PICTURES.includes(picture)) {
      throw usage(`picture must be one of ${GRAPH_PICTURES.join(', ')}, not ${String(picture)}`);
    }
    const { level } = options;
    if (level !== undefined && !C4_LEVELS.includes(level)) {
      throw usage(`level must be one of ${C4_LEVELS.join(', ')}, not ${String(level)}`);
    }
    if (level !== undefined && picture !== 'c4' && picture !== 'c4-plantuml') {
      throw usage(`${picture} has no levels; a level is for c4 and c4-plantuml`);
    }
    if (picture !== 'html') {
      return this.text(options, graphWork(this, options, picture));
    }
    const graph = await this.graph(options);
    // The page is large, and other pictures do without it.
    const { graphPage } = await import('../graph-page.js');
    return graphPage(this.engine.projectName(), graph);
  }

  /** The nodes of a kind, or all. */
  async listNodes(options: ListNodesOptions = {}): Promise<ListNodesAnswer> {
    return (await this.listNodesText(options)).answer;
  }

  /** @internal */
  async listNodesText(options: ListNodesOptions = {}): Promise<Rendered<ListNodesAnswer>> {
    const { kind } = options;
    const native = defined({
      kind: optionalString('kind', kind),
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.listNodes(native, ...work));
  }

  /**
   * Writes summary or source of a node into its graph file: not a byte of anything else changes.
   *
   * @throws BeadloomError `not_found`; `yaml_anchor` and `yaml_shape` for a value that cannot be changed alone;
   *   `file_changed` where somebody else keeps changing the file; `outside_root`
   */
  async updateNode(ref: string, options: UpdateNodeOptions): Promise<UpdateNodeAnswer> {
    return (await this.updateNodeText(ref, options)).answer;
  }

  /** @internal */
  async updateNodeText(ref: string, options: UpdateNodeOptions): Promise<Rendered<UpdateNodeAnswer>> {
    this.checkOpen();
    const { summary, source } = options;
    const asked = {
      ...options,
      summary: optionalString('summary', summary),
      source: source === undefined || source === '' ? source : this.placeOf(string('source', source)),
    };
    // Commands that only read shall not load the YAML writer.
    const { updateNode } = await import('../update-node.js');
    const graph = {
      root: this.root,
      fileOf: (node: string, work: WorkOptions) => fileOf(this, node, work),
      reindex: (work: WorkOptions) =>
        this.answer(work, (engine, ...call) => engine.reindex({ full: false }, ...call)),
    };
    const answer = await updateNode(graph, string('ref', ref), asked);
    return { answer, text: JSON.stringify(answer) };
  }

  /**
   * The links of a node to where more about it stands: tickets, pull requests. With a `url` it is added, or taken out, in the
   * graph file that has the node; nothing else in that file changes.
   *
   * @throws BeadloomError `not_found` with suggestions; `usage` for an address that is none of the web, or a node that is written
   *   in a way that cannot be added to
   */
  async link(ref: string, options: LinkOptions = {}): Promise<LinkAnswer> {
    const asked = string('ref', ref);
    const path = await fileOf(this, asked, options);
    const { changeLinks } = await import('../../yaml/links.js');
    return changeLinks(this.root, path, asked, options);
  }
}

function graphWork(connection: Connection, options: GraphPictureOptions, format: string): Work {
  const { scope } = options;
  const native = defined({
    refs: list('ref', options.refs ?? []).map((one) => connection.placeOf(one)),
    depth: wholeNumber('depth', options.depth, BOUNDS.depth),
    scope: optionalString('scope', scope),
    format,
    level: options.level,
    refresh: refreshOf(options),
  });
  return (engine, ...work) => engine.graph(native, ...work);
}

/** Where a node is defined. */
interface NodePlace {
  ref_id: string;
  /** The graph file, relative to the root; null where the graph is derived from the code. */
  path: string | null;
  /** 1-based. */
  line: number | null;
}

/** Which graph file has a node. */
async function fileOf(connection: Connection, node: string, work: WorkOptions): Promise<string> {
  const native = { reference: node, refresh: refreshOf({}) };
  const run: Work = (engine, ...call) => engine.nodePlace(native, ...call);
  const { path } = (await connection.answer<NodePlace>(work, run)).answer;
  if (path === null) {
    const hint = '`beadloom init --bootstrap -y` writes it down';
    throw usage('the graph is derived from the code and not stored in a file', hint);
  }
  return path;
}
