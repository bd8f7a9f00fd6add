// What can be had without any index: documents that contain a name of the changed lines which at most three documents contain.

const WORD = /[A-Za-z_]\w{4,}/g;
const NAME = /_|[a-z][A-Z]|^[A-Z]{2}/;
const RARE = 3;

/**
 * The documents that the names in changed lines, and those of the files, point at, best first.
 * @param {ReturnType<typeof import('./state.mjs').stateBefore>} state
 */
export function baseline({ code, documents }) {
  const words = documents.map(([path, text]) => [path, new Set(text.match(WORD))]);
  const names = new Set(code.flatMap(([path, before, after]) => [stem(path), ...changed(before, after)]));
  const scores = new Map();
  for (const name of names) {
    const having = words.filter(([, own]) => own.has(name)).map(([path]) => path);
    if (having.length > RARE) continue;
    for (const path of having) scores.set(path, (scores.get(path) ?? 0) + 1 / having.length);
  }
  return [...scores].toSorted(([a, one], [b, two]) => two - one || (a < b ? -1 : 1)).map(([path]) => path);
}

/** Names in lines that only one of two texts has. */
function changed(before, after) {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const [had, has] = [new Set(old), new Set(now)];
  const lines = [...old.filter((line) => !has.has(line)), ...now.filter((line) => !had.has(line))];
  return lines.flatMap((line) => line.match(WORD) ?? []).filter((word) => NAME.test(word));
}

function stem(path) {
  const name = path.split('/').at(-1);
  return name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name;
}
