import type { DocsUnlinkAnswer, GraphAnswer, LinkAnswer, UpdateNodeAnswer } from '../../model/answers.js';
import { BeadloomError, usage } from '../../model/error.js';
import { Connection } from '../connection.js';
import type { GraphPicture } from '../../model/options.js';
import type { WorkOptions } from '../../model/work.js';
import { checkRequest } from '../request.js';
import type { GraphOptions, LinkOptions, UpdateNodeOptions } from '../../model/requests.js';

/** The architecture graph: drawn, and changed where a person would change it. */
export abstract class Graph extends Connection {
  /**
   * The answer of `graph` as a picture: a diagram in a text language, or `html`, a page of its own to look around in.
   *
   * @throws BeadloomError `usage` for a level where the picture has none
   */
  async graphPicture(picture: GraphPicture, options: GraphOptions = {}): Promise<string> {
    if (picture !== 'html') {
      // A graph as JSON is no picture.
      const format = (picture as string) === 'json' ? 'no picture' : picture;
      return this.askText('graph', { ...options, format });
    }
    if (options.level !== undefined) {
      throw usage('html has no levels', 'a level is for c4 and c4-plantuml');
    }
    const graph = await this.ask<GraphAnswer>('graph', options);
    // The page is large, and other pictures do without it.
    const { graphPage } = await import('../graph-page.js');
    return graphPage(this.engine.projectName(), graph);
  }

  /**
   * Writes summary or source of a node into its graph file: not a byte of anything else changes.
   *
   * @throws BeadloomError `not_found`; `yaml_anchor` and `yaml_shape` for a value that cannot be changed alone;
   *   `file_changed` where somebody else keeps changing the file; `outside_root`
   */
  async updateNode(ref: string, options: UpdateNodeOptions): Promise<UpdateNodeAnswer> {
    this.checkOpen();
    const { source } = options;
    checkRequest('updateNode', { ...options, ref });
    const place = source === undefined || source === '' ? source : this.placeOf(source);
    // Commands that only read shall not load the YAML writer.
    const { updateNode } = await import('../update-node.js');
    const graph = {
      root: this.root,
      fileOf: (node: string, work: WorkOptions) => fileOf(this, node, work),
      reindex: (work: WorkOptions) => this.ask('reindex', {}, work),
    };
    return updateNode(graph, ref, { ...options, source: place });
  }

  /**
   * The links of a node to where more about it stands: tickets, pull requests. With a `url` it is added, or taken out, in the
   * graph file that has the node; nothing else in that file changes.
   *
   * @throws BeadloomError `not_found` with suggestions; `usage` for an address that is none of the web, or a node that is written
   *   in a way that cannot be added to
   */
  async link(ref: string, options: LinkOptions = {}): Promise<LinkAnswer> {
    checkRequest('link', { ...options, ref });
    const path = await fileOf(this, ref, options);
    const { changeLinks } = await import('../../yaml/links.js');
    return changeLinks(this.root, path, ref, options);
  }

  /**
   * Notes in the graph file of a node that a document is not about it, whatever it names, and takes it out of the node's `docs`.
   * Nothing else in that file changes.
   *
   * @throws BeadloomError `not_found` with suggestions; `outside_root`; `yaml_shape` for a node that is written in a way that cannot
   *   be changed
   */
  async docsUnlink(document: string, ref: string, options: WorkOptions = {}): Promise<DocsUnlinkAnswer> {
    checkRequest('docsUnlink', { document, ref });
    const place = this.placeOf(document);
    const [{ unlinkDocument }, { isThere }] = await Promise.all([
      import('../../yaml/unlink.js'),
      import('../../yaml/files.js'),
    ]);
    if (!isThere(this.root, place)) {
      throw new BeadloomError({
        code: 'not_found',
        message: `there is no document ${JSON.stringify(place)}`,
        hint: 'give its path, as `beadloom docs links` shows it',
      });
    }
    const path = await fileOf(this, ref, options);
    return unlinkDocument(this.root, path, ref, place);
  }
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
  const { path } = await connection.ask<NodePlace>('nodePlace', { ref: node }, work);
  if (path === null) {
    const hint = '`beadloom init --bootstrap -y` writes it down';
    throw usage('the graph is derived from the code and not stored in a file', hint);
  }
  return path;
}
