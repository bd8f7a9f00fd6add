import type { Beadloom } from '../api/beadloom.js';

/** What a client shows at most, by the protocol. */
const MAX_VALUES = 100;

/** Ids of nodes for what was typed so far: those that begin with it first, then those that have it in them. */
export async function idsLike(beadloom: Beadloom, typed: string | undefined): Promise<string[]> {
  const { nodes } = await beadloom.listNodes({ refresh: 'mcp' });
  const sought = (typed ?? '').toLowerCase();
  const ids = nodes.map((node) => node.ref_id);
  const begins = ids.filter((id) => id.toLowerCase().startsWith(sought));
  const holds = ids.filter((id) => id.toLowerCase().indexOf(sought) > 0);
  return [...begins, ...holds].slice(0, MAX_VALUES);
}
