// How near a drafted graph comes to what a project's own documents say: pure, so that it can be tested.

/** A node stands for a part where they share this much of the files that either has. */
const NEARLY = 0.6;

/** Extensions of code, so that both sides are counted by the same files. */
const CODE = new Set(
  (
    'astro c cc cjs clj cpp cs cts cxx dart elm erl ex exs fs go groovy h hh hpp hs hxx java jl js jsx kt kts lua ' +
    'm mjs mm mts nim php pl proto py pyi pyx r rb rs scala sol svelte swift ts tsx vue zig'
  ).split(' '),
);

const TEST_FOLDER =
  /(^|\/)(test|tests|__tests__|__mocks__|testdata|test_data|fixtures|spec|androidTest|testFixtures)\//;
const TEST_FILE =
  /((_test|_tests|_spec|\.test|\.spec|\.e2e|\.stories)\.\w+|(^|\/)(test_[^/]*|conftest)\.py|[a-z]Test\.(java|kt))$/;
const FOREIGN = /(^|\/)(node_modules|vendor|third_party)\//;

/**
 * @typedef {{ name: string, paths: string[], source: string }} Named what a document of the project names
 * @typedef {{ from: string, to: string, source: string }} Stated an edge that one states, by names of parts
 * @typedef {{ repo: string, revision: string, shape: string, held_out?: boolean, parts: Named[], edges: Stated[] }} Truth
 * @typedef {{ ref_id: string, kind: string, folders: string[] }} Node
 * @typedef {{ src: string, dst: string, kind: string, count: number }} Edge
 * @typedef {{ nodes: Node[], edges: Edge[], dependences: Edge[], imports: Edge[] }} Plan
 */

/** Whether a file counts: code of the product. */
export function counts(path) {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return CODE.has(extension) && !TEST_FOLDER.test(path) && !TEST_FILE.test(path) && !FOREIGN.test(path);
}

/**
 * @param {Truth} truth
 * @param {Plan} plan
 * @param {string[]} files all files of the project; only those that count matter
 */
export function judge(truth, plan, files) {
  const code = files.filter(counts).toSorted();
  const inside = (places) => filesIn(code, places);
  const parts = truth.parts
    .map((part) => ({ ...part, files: inside(part.paths) }))
    .filter((part) => part.files.size > 0);
  const nodes = plan.nodes
    .filter(({ kind }) => kind !== 'entity' && kind !== 'adr')
    .map((node) => ({ ...node, files: inside(node.folders) }));

  const best = new Map(parts.map((part) => [part, nearest(part.files, nodes)]));
  const found = parts.filter((part) => best.get(part).shared >= NEARLY);
  const first = firstLevel(plan, nodes);
  const stated = [
    ...parts.map((part) => part.files),
    ...parts.flatMap((part) => part.paths.map((path) => inside([path]))),
  ].filter((set) => set.size > 0);
  const unnamed = first.filter(
    (node) =>
      !stated.some((set) => jaccard(set, node.files) >= NEARLY || isWithin(node.files, set)) &&
      parts.filter((part) => isWithin(part.files, node.files)).length < 2,
  );
  return {
    parts: parts.length,
    found: found.length,
    missed: parts
      .filter((part) => !found.includes(part))
      .map((part) => ({
        name: part.name,
        paths: part.paths,
        nearest: best.get(part).node?.ref_id ?? null,
        shared: best.get(part).shared,
      })),
    nodes: nodes.length,
    first: first.length,
    unnamed: unnamed.map(({ ref_id }) => ref_id),
    ...edges(truth, plan, parts, best),
  };
}

/** Edges against the imports, and edges that documents state and the draft has. */
function edges(truth, plan, parts, best) {
  const uncut = new Map(plan.imports.map((edge) => [`${edge.src}\n${edge.dst}`, edge.count]));
  const pairs = (from, to) => uncut.get(`${from}\n${to}`) ?? 0;
  const drawn = plan.dependences.filter(({ kind }) => kind === 'depends_on' || kind === 'uses');
  const against = drawn.filter(({ src, dst }) => pairs(src, dst) === 0 || pairs(src, dst) <= pairs(dst, src));

  const parents = new Map(
    plan.edges.filter(({ kind }) => kind === 'part_of').map((edge) => [edge.src, edge.dst]),
  );
  const lies = (node, around) => {
    for (let at = node, steps = 0; at !== undefined && steps < 100; at = parents.get(at), steps += 1) {
      if (at === around) return true;
    }
    return false;
  };
  const nodeOf = (name) => best.get(parts.find((part) => part.name === name))?.node?.ref_id;
  const missing = truth.edges.filter(({ from, to }) => {
    const [src, dst] = [nodeOf(from), nodeOf(to)];
    // A dependence of a part's own parts is the part's.
    return !drawn.some((edge) => src && dst && lies(edge.src, src) && lies(edge.dst, dst));
  });
  return {
    edges: drawn.length,
    against: against.map(({ src, dst }) => `${src} → ${dst}`),
    stated: truth.edges.length,
    missing: missing.map(({ from, to }) => `${from} → ${to}`),
  };
}

/** What lies directly in the one node around all, or all that lie in none. */
function firstLevel(plan, nodes) {
  const parents = new Map(
    plan.edges.filter(({ kind }) => kind === 'part_of').map((edge) => [edge.src, edge.dst]),
  );
  const tops = nodes.filter(({ ref_id }) => !parents.has(ref_id));
  if (tops.length !== 1) return tops;
  return nodes.filter(({ ref_id }) => parents.get(ref_id) === tops[0].ref_id);
}

/** @param {string[]} code sorted */
function filesIn(code, places) {
  const whole = places.some((place) => place === './' || place === '');
  return new Set(
    whole
      ? code
      : code.filter((path) =>
          places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place)),
        ),
  );
}

function nearest(files, nodes) {
  let best = { node: undefined, shared: 0 };
  for (const node of nodes) {
    const shared = jaccard(files, node.files);
    if (shared > best.shared) best = { node, shared };
  }
  return best;
}

function jaccard(a, b) {
  let both = 0;
  for (const path of a) if (b.has(path)) both += 1;
  return both === 0 ? 0 : both / (a.size + b.size - both);
}

function isWithin(inner, outer) {
  for (const path of inner) if (!outer.has(path)) return false;
  return true;
}
