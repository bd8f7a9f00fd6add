import { BeadloomError } from '../../api/error.js';
import { diff } from './diff.js';
import { forget } from './forget.js';
import { generateDocs } from './generate_docs.js';
import { getContext } from './get_context.js';
import { getGraph } from './get_graph.js';
import { getRelated } from './get_related.js';
import { getSignatures } from './get_signatures.js';
import { getStatus } from './get_status.js';
import { lint } from './lint.js';
import { listNodes } from './list_nodes.js';
import { markSynced } from './mark_synced.js';
import { nextFile } from './next_file.js';
import { path } from './path.js';
import { prime } from './prime.js';
import { recall } from './recall.js';
import { remember } from './remember.js';
import { search } from './search.js';
import { searchExact } from './search_exact.js';
import { show } from './show.js';
import { syncCheck } from './sync_check.js';
import type { Tool } from './tool.js';
import { updateNode } from './update_node.js';
import { why } from './why.js';

/** Every tool, in the order in which they are listed. */
const TOOLS: readonly Tool[] = [
  prime,
  getContext,
  search,
  searchExact,
  show,
  nextFile,
  getSignatures,
  getRelated,
  why,
  path,
  getGraph,
  listNodes,
  diff,
  lint,
  syncCheck,
  markSynced,
  updateNode,
  generateDocs,
  getStatus,
  remember,
  recall,
  forget,
];

/** The tools that an agent cannot do without. */
const CORE: ReadonlySet<string> = new Set([
  'prime',
  'get_context',
  'search',
  'search_exact',
  'show',
  'why',
  'sync_check',
  'update_node',
  'mark_synced',
]);

/**
 * The tools that a choice means: `all`, `core`, or names with commas between them.
 *
 * @throws BeadloomError `usage` for a name that no tool has
 */
export function chosenTools(choice: string): readonly Tool[] {
  if (choice === 'all') {
    return TOOLS;
  }
  if (choice === 'core') {
    return TOOLS.filter((tool) => CORE.has(tool.name));
  }
  const names = choice.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !TOOLS.some((tool) => tool.name === name));
  if (unknown.length > 0) {
    const quoted = unknown.map((name) => `"${name}"`).join(', ');
    throw new BeadloomError({
      code: 'usage',
      message: `--tools: ${quoted} is not a tool`,
      hint: `core, all, or some of: ${TOOLS.map((tool) => tool.name).join(', ')}`,
    });
  }
  return TOOLS.filter((tool) => names.includes(tool.name));
}
