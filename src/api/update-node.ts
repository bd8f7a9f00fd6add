import type { UpdateNodeAnswer } from '../model/answers.js';
import { BeadloomError, usage } from '../model/error.js';
import type { WorkOptions } from '../model/work.js';
import type { UpdateNodeOptions } from '../model/requests.js';

/** What a change needs of the project. */
export interface Graph {
  root: string;
  /** The graph file that has a node, by the index once it is up to date. */
  fileOf: (ref: string, options: WorkOptions) => Promise<string>;
  /** Brings the index up to date. */
  reindex: (options: WorkOptions) => Promise<unknown>;
}

/**
 * Writes values of a node into its graph file, then brings the index up to date.
 *
 * @throws BeadloomError as {@link Beadloom.updateNode}
 */
export async function updateNode(
  graph: Graph,
  ref: string,
  options: UpdateNodeOptions,
): Promise<UpdateNodeAnswer> {
  const { summary, source } = options;
  if (summary === undefined && source === undefined) {
    throw usage('give summary, source, or both');
  }
  if (source !== undefined) {
    checkSource(source);
  }
  // Answers that write nothing shall not load what writes.
  const [{ noLongerDefined, rewrite }, { changeNode }, { isThere, placeInside }] = await Promise.all([
    import('../yaml/rewrite.js'),
    import('../yaml/scalars.js'),
    import('../yaml/files.js'),
  ]);
  if (source !== undefined && source !== '') {
    // A link on the way leads out as well; nothing is written then.
    checkPlace(source, () => placeInside(graph.root, source));
  }
  const path = await graph.fileOf(ref, options);
  let changed: ReadonlySet<string> = new Set();
  const fields = {
    ...(summary === undefined ? {} : { summary }),
    ...(source === undefined ? {} : { source }),
  };
  const wrote = await rewrite(graph.root, path, (text) => {
    const next = changeNode(path, text, ref, fields);
    if (next === undefined) {
      throw noLongerDefined(path, ref);
    }
    changed = next.changed;
    return next.text;
  });
  const warnings: string[] = [];
  if (source !== undefined && source !== '' && !isThere(graph.root, source)) {
    warnings.push(`nothing is at ${source} yet`);
  }
  if (wrote) {
    try {
      await graph.reindex(options);
    } catch (thrown) {
      const error = BeadloomError.from(thrown);
      warnings.push(`the file is written; the index could not be refreshed: ${error.message}`);
    }
  }
  return {
    version: 1,
    ref_id: ref,
    changed: { summary: changed.has('summary'), source: changed.has('source') },
    path,
    warning: warnings.length === 0 ? null : warnings.join('; '),
  };
}

/** What has no place inside the project, links resolved, is no source. */
function checkPlace(source: string, place: () => string): void {
  try {
    place();
  } catch (thrown) {
    const { code } = BeadloomError.from(thrown);
    throw new BeadloomError(
      {
        code: code === 'outside_root' ? code : 'usage',
        message:
          code === 'outside_root'
            ? `source: ${source} is outside the project`
            : `source: ${source} cannot be read`,
        hint: "sources are relative to the project's root and must not leave it through a link",
      },
      { cause: thrown },
    );
  }
}

/** A source is a path of the project, as graph files write it. */
function checkSource(source: string): void {
  const parts = source.split('/');
  if (source.startsWith('/') || /^[A-Za-z]:/.test(source) || parts.includes('..')) {
    throw new BeadloomError({
      code: 'outside_root',
      message: `source: ${source} is outside the project`,
      hint: "sources are relative to the project's root",
    });
  }
  if (source.includes('\\') || /\p{Cc}/u.test(source)) {
    throw usage(
      'source: a path has no backslashes and no control characters',
      'folders are parted by / and end in /',
    );
  }
}
