import type { FullNode, GenerateDocsAnswer, GraphAnswer, Next } from '../model/answers.js';
import { jsonOf } from '../model/json.js';

/** Bytes of an answer at most, as JSON: some 15,000 tokens, and in no language more tokens than bytes. */
export const MAX_ANSWER_BYTES = 48_000;

/** Characters that a text is cut to at least, where nothing but texts is left to cut. */
const MIN_TEXT_CHARS = 200;

/** How an answer ends that is too long. */
const CUT: Next = { complete: false, says: 'Incomplete: the warning above lists the cuts.' };

/** Says an answer that is too long in short. */
export type Summed = (answer: object) => object;

/** What is said of what was left out, and how the rest is had. */
interface Ways {
  /** How to ask for parts. */
  parts?: string | undefined;
  /** Instead of cutting lists from their ends. */
  summed?: Summed | undefined;
}

/** A list that is longer than anything else. */
interface List {
  /** Where it stands: keys, with `[]` for the entries of a list. */
  path: string;
  items: unknown[];
  bytes: number;
}

/** Lists that were cut, by where they stand, with how long they were. */
type Left = Map<string, Map<unknown[], number>>;

/** The answer where it is short enough; else what fits of it, with a `warning` that says what was left out. */
export function withinBytes<T extends object>(whole: T, ways: Ways = {}): T {
  if (bytesOf(jsonOf(whole)) <= MAX_ANSWER_BYTES) {
    return whole;
  }
  const { warning = null } = whole as { warning?: string | null };
  // What is changed below is a copy.
  const short = (ways.summed?.(whole) ?? whole) as T & { warning?: string | null };
  const answer = JSON.parse(JSON.stringify(short)) as T & { warning?: string | null; next?: Next };
  const said = short === whole ? warning : (short.warning ?? null);
  const left: Left = new Map();
  const warned = (): string => {
    const lists = [...left].map(([path, of]) => {
      const kept = [...of.keys()].reduce((sum, items) => sum + items.length, 0);
      const all = [...of.values()].reduce((sum, count) => sum + count, 0);
      return `${kept} of ${all} ${path}`;
    });
    const cut = lists.length === 0 ? [] : [`the answer was too long: ${lists.join(', ')} are listed`];
    const how = ways.parts === undefined ? [] : [ways.parts];
    return [...(said === null ? [] : [said]), ...cut, ...how].join('; ');
  };
  for (;;) {
    answer.warning = warned();
    if (answer.next !== undefined) {
      answer.next = CUT;
    }
    const over = bytesOf(JSON.stringify(answer)) - MAX_ANSWER_BYTES;
    if (over <= 0 || (!shortenList(answer, over, left) && !shortenText(answer))) {
      return answer;
    }
  }
}

/** A text that is short enough; else its first lines, and a last one that says so. */
export function beginningOf(text: string): string {
  if (bytesOf(text) <= MAX_ANSWER_BYTES) {
    return text;
  }
  const head = Buffer.from(text)
    .subarray(0, MAX_ANSWER_BYTES - 100)
    .toString('utf8')
    .replace(/\uFFFD+$/u, '');
  const end = head.lastIndexOf('\n');
  return `${end > 0 ? head.slice(0, end) : head}\n\n… (${text.length.toLocaleString('en-US')} characters in all)\n`;
}

/** The topmost nodes of a graph that is too long, and the edges between them. */
export function topmost({ nodes, edges, warning, ...rest }: GraphAnswer): GraphAnswer {
  const wholes = new Map(edges.filter(({ kind }) => kind === 'part_of').map(({ src, dst }) => [src, dst]));
  const depths = new Map<string, number>();
  const depthOf = (ref: string, seen: ReadonlySet<string> = new Set()): number => {
    const known = depths.get(ref);
    const whole = wholes.get(ref);
    if (known !== undefined || whole === undefined || seen.has(ref)) {
      return known ?? 0;
    }
    const depth = depthOf(whole, new Set([...seen, ref])) + 1;
    depths.set(ref, depth);
    return depth;
  };
  const order = nodes
    .map((node, index) => ({ node, index, depth: depthOf(node.ref_id) }))
    .toSorted((a, b) => a.depth - b.depth || a.index - b.index)
    .map(({ node }) => node);
  const between = (kept: readonly FullNode[]) => {
    const ids = new Set(kept.map(({ ref_id: id }) => id));
    return edges.filter(({ src, dst }) => ids.has(src) && ids.has(dst));
  };
  // Room for what is said about it.
  const room = MAX_ANSWER_BYTES - 2_000;
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const kept = order.slice(0, middle);
    if (bytesOf(JSON.stringify([kept, between(kept)])) <= room) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const top = new Set(order.slice(0, low));
  const kept = nodes.filter((node) => top.has(node));
  const shown = between(kept);
  const sentence = `the graph is too long: the ${kept.length} topmost of ${nodes.length} nodes and ${shown.length} of ${edges.length} edges are listed`;
  return {
    ...rest,
    nodes: kept,
    edges: shown,
    warning: warning === null ? sentence : `${warning}; ${sentence}`,
  };
}

/** What every node is, without its facts. */
export function named({ nodes, warning, ...rest }: GenerateDocsAnswer): GenerateDocsAnswer {
  const all = nodes.length + rest.omitted;
  const sentence = `the facts of ${all} nodes are too long: here are ${nodes.length} of them, without dependencies, routes, symbols and existing text`;
  return {
    ...rest,
    architecture: '',
    nodes: nodes.map((node) => ({
      ...node,
      dependencies: [],
      existing_doc: null,
      routes: [],
      symbols: [],
      symbol_changes: [],
    })),
    warning: warning === null ? sentence : `${warning}; ${sentence}`,
  };
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** Cuts the longest list from its end, by what is over; false where no list has anything left. */
function shortenList(answer: object, over: number, left: Left): boolean {
  const lists = listsOf(answer, '').filter(({ items }) => items.length > 0);
  // The entries of a list are cut before it is cut down to fewer than two: one long entry says more than none.
  const many = lists.filter(({ items }) => items.length > 1);
  const longest = (many.length > 0 ? many : lists).toSorted((a, b) => b.bytes - a.bytes)[0];
  if (longest === undefined) {
    return false;
  }
  const { path, items, bytes } = longest;
  const least = many.length > 0 ? 1 : 0;
  // A little at a time: another list may be the longest then.
  const share = Math.min(over / bytes, 0.3);
  const kept = Math.max(least, Math.min(items.length - 1, Math.floor(items.length * (1 - share))));
  const of = left.get(path) ?? new Map<unknown[], number>();
  left.set(path, of);
  of.set(items, of.get(items) ?? items.length);
  items.length = kept;
  return true;
}

/** Halves the longest text; false where all are short. */
function shortenText(answer: object): boolean {
  const longest = textsOf(answer).toSorted((a, b) => b.text.length - a.text.length)[0];
  if (longest === undefined || longest.text.length <= MIN_TEXT_CHARS) {
    return false;
  }
  const { owner, key, text } = longest;
  owner[key] = `${text.slice(0, Math.max(MIN_TEXT_CHARS, text.length >> 1) - 1).toWellFormed()}…`;
  return true;
}

function listsOf(value: unknown, path: string): List[] {
  if (Array.isArray(value)) {
    const own = { path, items: value, bytes: bytesOf(JSON.stringify(value)) };
    return [own, ...value.flatMap((one) => listsOf(one, `${path}[]`))];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, one]) => listsOf(one, path === '' ? key : `${path}.${key}`));
}

function textsOf(value: unknown): Array<{ owner: Record<string, unknown>; key: string; text: string }> {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const owner = value as Record<string, unknown>;
  return Object.entries(owner).flatMap(([key, one]) =>
    typeof one === 'string' ? (key === 'warning' ? [] : [{ owner, key, text: one }]) : textsOf(one),
  );
}
