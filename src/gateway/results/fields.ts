import { usage } from '../../model/error.js';

/** A step of a path: a member, or every item of a list (or every member of an object). */
type Step = { name: string } | { each: true };

/** What was selected of a value: all of it, or what its members have. */
type Tree = { all: boolean; each: Tree | undefined; members: Map<string, Tree> };

/** Deeper values than these are not selected from. */
const MAX_DEPTH = 100;

const PATH = /^(?:[^.[\]]+|\[\]|\*)(?:\.(?:[^.[\]]+|\*)|\[\])*$/;

/**
 * Of a value only what the paths lead to, in the order that it has: `items[].name`, `total`, `pages.*.title`. A list of which no
 * item is named by a path is kept whole; what a path does not find is left out.
 *
 * @throws BeadloomError `usage` for a path of another form
 */
export function selected(value: unknown, paths: readonly string[]): unknown {
  const tree: Tree = node();
  for (const path of paths) {
    if (!PATH.test(path)) {
      throw usage(
        `${JSON.stringify(path)} is not a path to a field`,
        'write names with dots between them, and [] for every item: items[].name',
      );
    }
    add(tree, steps(path));
  }
  return pick(value, tree, 0);
}

function node(): Tree {
  return { all: false, each: undefined, members: new Map() };
}

function steps(path: string): Step[] {
  return [...path.matchAll(/\[\]|[^.[\]]+/g)].map(([step]) =>
    step === '[]' || step === '*' ? { each: true } : { name: step },
  );
}

function add(tree: Tree, path: readonly Step[]): void {
  const [step, ...rest] = path;
  if (step === undefined) {
    tree.all = true;
    return;
  }
  let next: Tree;
  if ('each' in step) {
    tree.each ??= node();
    next = tree.each;
  } else {
    next = tree.members.get(step.name) ?? node();
    tree.members.set(step.name, next);
  }
  add(next, rest);
}

function pick(value: unknown, tree: Tree, depth: number): unknown {
  if (tree.all || depth > MAX_DEPTH) {
    return value;
  }
  if (Array.isArray(value)) {
    // `items.name` means the same as `items[].name`: nobody has a list in mind that has names.
    const each = tree.each ?? tree;
    return value.map((one) => pick(one, each, depth + 1)).filter((one) => one !== undefined);
  }
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const kept = Object.entries(value).flatMap(([key, one]) => {
    const branch = tree.members.get(key) ?? tree.each;
    const found = branch === undefined ? undefined : pick(one, branch, depth + 1);
    return found === undefined ? [] : [[key, found] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
