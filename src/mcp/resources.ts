import {
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
  UriTemplate,
} from '@modelcontextprotocol/server';

import type { FullNode } from '../model/answers.js';
import { BeadloomError } from '../model/error.js';
import { jsonOf } from '../model/json.js';
import type { ReadOptions } from '../model/work.js';
import { fresh } from './answer.js';
import { idsLike } from './completion.js';
import { plainJson, plainLine, released } from '../model/harmless.js';
import { MAX_ANSWER_BYTES } from './bounds.js';
import type { Session } from './session.js';
import { asCall } from './survival.js';

const NODE = 'beadloom://node/';
const DOCUMENT = 'beadloom://doc/';

/** Resources of a kind that are listed at most: a client shows them to a person. */
const LISTED = 200;

/** Adds what a person attaches to a conversation: graph, status, nodes, and documents of nodes. */
export function registerResources(server: McpServer, session: Session): void {
  const json =
    (work: (options: ReadOptions) => Promise<object>) =>
    (uri: URL, context: ServerContext): Promise<ReadResourceResult> =>
      read(uri, async () => [jsonOf(await fresh(session, context, work)), 'application/json']);
  const { beadloom } = session;

  server.registerResource(
    'graph',
    'beadloom://graph',
    {
      title: 'Architecture graph',
      description: 'All nodes and edges.',
      mimeType: 'application/json',
    },
    json((options) => {
      const within = { bytes: MAX_ANSWER_BYTES, rest: 'the resource of a node has its surroundings' };
      return beadloom.graph({ ...options, within });
    }),
  );
  server.registerResource(
    'status',
    'beadloom://status',
    {
      title: 'Status of index and documentation',
      description: 'Counts, coverage, stale documents.',
      mimeType: 'application/json',
    },
    json((options) => beadloom.status({ ...options, within: { bytes: MAX_ANSWER_BYTES } })),
  );
  server.registerResource(
    'node',
    new ResourceTemplate(new Rest(NODE, 'ref_id'), {
      list: async (context) => ({ resources: (await nodes(session, context)).slice(0, LISTED).map(asNode) }),
      complete: { ref_id: (value) => idsLike(beadloom, value) },
    }),
    {
      title: 'Node',
      description: 'What a part of the project is: the answer of explore_codebase.',
      mimeType: 'application/json',
    },
    (uri, { ref_id: ref }, context) => json((options) => beadloom.ctx(String(ref), options))(uri, context),
  );
  server.registerResource(
    'doc',
    new ResourceTemplate(new Rest(DOCUMENT, 'path'), {
      list: async (context) => ({
        resources: documentsOf(await nodes(session, context))
          .slice(0, LISTED)
          .map(asDocument),
      }),
      complete: {
        path: async (value) => {
          const { nodes: all } = await beadloom.listNodes({ refresh: 'mcp' });
          return documentsOf(all)
            .filter((path) => path.includes(beadloom.placeOf(value)))
            .slice(0, 100);
        },
      },
    }),
    { title: 'Document', description: 'A document of a node.', mimeType: 'text/markdown' },
    (uri, { path }, context) =>
      read(uri, async () => {
        const place = beadloom.placeOf(String(path));
        const known = documentsOf(await nodes(session, context));
        if (!known.includes(place)) {
          throw new BeadloomError({ code: 'not_found', message: `${place} is not a document of a node` });
        }
        return [await beadloom.documentText(place, MAX_ANSWER_BYTES), 'text/markdown'];
      }),
  );
}

/** A resource's text; what is not there is an error that says so by its URI. */
async function read(
  uri: URL,
  work: () => Promise<[text: string, mimeType: string]>,
): Promise<ReadResourceResult> {
  try {
    const [text, mimeType] = await asCall(work);
    const harmless = mimeType === 'application/json' ? plainJson(text) : released(text);
    return { contents: [{ uri: uri.href, mimeType, text: harmless }] };
  } catch (thrown) {
    const error = BeadloomError.from(thrown);
    const sentence = released(error.hint === null ? error.message : `${error.message} (${error.hint})`);
    throw error.code === 'not_found' ? new ResourceNotFoundError(uri.href, sentence) : error;
  }
}

async function nodes(session: Session, context: ServerContext): Promise<FullNode[]> {
  return (await fresh(session, context, (options) => session.beadloom.listNodes(options))).nodes;
}

function documentsOf(all: readonly FullNode[]): string[] {
  return [...new Set(all.flatMap((node) => node.docs))].toSorted();
}

function asNode({ ref_id: name, kind, summary }: FullNode) {
  const description = plainLine(summary === '' ? kind : `${kind}: ${summary}`);
  return { uri: `${NODE}${encodeURIComponent(name)}`, name, title: plainLine(name), description };
}

function asDocument(path: string) {
  return {
    uri: `${DOCUMENT}${path.split('/').map(encodeURIComponent).join('/')}`,
    name: path,
    title: plainLine(path),
  };
}

/** A template whose variable takes all that follows: paths have slashes, encoded or not. */
class Rest extends UriTemplate {
  readonly #prefix: string;
  readonly #variable: string;

  constructor(prefix: string, variable: string) {
    super(`${prefix}{${variable}}`);
    this.#prefix = prefix;
    this.#variable = variable;
  }

  override match(uri: string): Record<string, string> | null {
    if (!uri.startsWith(this.#prefix) || uri.length === this.#prefix.length) {
      return null;
    }
    try {
      return { [this.#variable]: decodeURIComponent(uri.slice(this.#prefix.length)) };
    } catch {
      return null; // a per cent sign that encodes nothing
    }
  }
}
