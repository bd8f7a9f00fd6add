import type { InitAnswer, WriteEdgesAnswer } from '../../model/answers.js';
import { usage } from '../../model/error.js';
import type { BootstrapPlan, ImportPlan, MergePlan } from '../../model/plan.js';
import type { Planner } from '../bootstrap.js';
import { Connection } from '../connection.js';
import { checkRequest } from '../request.js';
import type { InitOptions, RequestName, WriteEdgesOptions } from '../../model/requests.js';

/** The first graph of a project. */
export abstract class Onboarding extends Connection {
  /**
   * Finds the project's parts and writes them as a graph, with configuration and stub documents, then indexes.
   * No file that a person wrote is changed; `merge` adds to the ends of lists in graph files, and so does `import`, which
   * makes nodes of documents that are there.
   *
   * @throws BeadloomError `graph_exists` where there is a graph and neither `merge` nor `force` is set; the first error of
   *   a graph that is to be merged into
   */
  async init(given: InitOptions = {}): Promise<InitAnswer> {
    this.checkOpen();
    checkRequest('init', given);
    const { scopes, import: documents } = given;
    const options = {
      ...given,
      ...(scopes === undefined ? {} : { scopes: [scopes].flat().map((one) => this.placeOf(one)) }),
      ...(documents === undefined ? {} : { import: this.placeOf(documents) }),
    };
    if (options.import === undefined && options.strategy !== undefined) {
      throw usage('a strategy is for an import', 'pass the folder of the documents too: --import PATH');
    }
    if (options.import !== undefined && (options.scopes !== undefined || options.merge || options.force)) {
      throw usage(
        'an import reads documents and adds to an existing graph',
        'pass --import PATH without --bootstrap, --scope, --merge and --force',
      );
    }
    // Commands that only read shall not load the YAML writer.
    const { initialise, withoutTrace } = await import('../bootstrap.js');
    if (!options.dryRun) {
      return initialise(this, plannerOf(this, options), options);
    }
    return withoutTrace(this.root, async () => {
      // The index that the plan is made from may have to go again, and its files are free once it is closed.
      const other = new Connection(this.root);
      try {
        return await initialise(other, plannerOf(other, options), options);
      } finally {
        other.close();
      }
    });
  }

  /**
   * Writes the edges that follow from the code – `depends_on`, `implements`, `touches_entity` – into the graph files, for those who want
   * them in a review. Without it every answer has them anyway. No byte that is there changes.
   *
   * @throws BeadloomError `usage` where none is kept; the first error of a graph with errors
   */
  async writeEdges(options: WriteEdgesOptions = {}): Promise<WriteEdgesAnswer> {
    this.checkOpen();
    checkRequest('writeEdges', options);
    const { dryRun = false } = options;
    const [{ merge }, { graphFolder }] = await Promise.all([
      import('../../yaml/merge.js'),
      import('../../yaml/config.js'),
    ]);
    const find = () => this.ask<MergePlan>('codeEdges', {}, options);
    const [{ edges }, written] = await merge(this.root, graphFolder(this.root), find, dryRun);
    return {
      version: 1,
      dry_run: dryRun,
      edges: edges.length,
      written: written.filter((file) => file.edges > 0),
    };
  }
}

/** What `init` asks the core, with the options of that call. */
function plannerOf(connection: Connection, options: InitOptions): Planner {
  const plan = <T extends object>(name: RequestName, request: object): Promise<T> =>
    connection.ask<T>(name, request, options);
  const { docs: stubs } = options;
  return {
    bootstrap: (scopes) => plan<BootstrapPlan>('bootstrap', { scopes, stubs }),
    merge: (scopes) => plan<MergePlan>('merge', { scopes, stubs }),
    documents: (folder, restructure) => plan<ImportPlan>('importDocuments', { folder, restructure }),
  };
}
