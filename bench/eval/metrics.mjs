// What an answer is worth, by the protocols of the sets. Paths have `/` between their parts.

/** Results that are looked at. */
export const DEPTH = 10;

/** Whether two paths name one file: they are the same, or one is the end of the other. */
export function samePath(one, other) {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

/** The paths, each once, in the order in which they first stand. */
export function distinct(paths) {
  return [...new Set(paths)];
}

/**
 * For each path of a ranked list, whether it finds a right file that no path before it found. A second chunk of a
 * file gains nothing and uses up its rank.
 * @param {string[]} ranked
 * @param {string[]} relevant
 * @returns {boolean[]}
 */
export function gains(ranked, relevant) {
  const open = new Set(relevant);
  return ranked.map((path) => {
    const found = [...open].filter((right) => samePath(path, right));
    for (const right of found) open.delete(right);
    return found.length > 0;
  });
}

/**
 * Normalised discounted cumulative gain of the first results, with gain 1 for a right file and 0 for the rest; the
 * ideal list has all right files first.
 * @param {string[]} ranked
 * @param {string[]} relevant each file once
 * @returns {number} 0 to 1; 0 where nothing is right
 */
export function ndcg(ranked, relevant, depth = DEPTH) {
  if (relevant.length === 0) return 0;
  const discount = (rank) => 1 / Math.log2(rank + 2);
  let gained = 0;
  for (const [rank, gain] of gains(ranked.slice(0, depth), relevant).entries()) {
    if (gain) gained += discount(rank);
  }
  let ideal = 0;
  for (let rank = 0; rank < Math.min(relevant.length, depth); rank += 1) ideal += discount(rank);
  return gained / ideal;
}

/** 1 where one of the right files is among the first, else 0. */
export function hit(ranked, relevant, depth) {
  return gains(ranked.slice(0, depth), relevant).includes(true) ? 1 : 0;
}

/** The share of the right files that are among the paths. */
export function recall(paths, relevant) {
  if (relevant.length === 0) return 0;
  return relevant.filter((right) => paths.some((path) => samePath(path, right))).length / relevant.length;
}

/** 1 where all right files are among the first, else 0. */
export function accuracy(ranked, relevant, depth) {
  return recall(ranked.slice(0, depth), relevant) === 1 ? 1 : 0;
}

/** The mean; NaN of nothing. */
export function mean(values) {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
