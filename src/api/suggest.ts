/** The words nearest to one that is unknown: at most three, nearest first, none that is far. */
export function nearest(word: string, known: readonly string[]): string[] {
  const most = Math.max(1, Math.floor(word.length * 0.4));
  return known
    .map((candidate) => ({ candidate, far: candidate.startsWith(word) ? 0 : distance(word, candidate) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Edits between two short words, a swap of neighbours being one (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, at(previous, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(before, j - 2) + 1);
      }
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** A hint about a name that is not known: the near ones, else `otherwise`, which lists all if it is not given. */
export function meant(
  name: string,
  known: readonly string[],
  otherwise: string = `one of: ${known.join(', ')}`,
): string {
  const near = nearest(name, known);
  return near.length > 0 ? `did you mean ${near.join(', ')}?` : otherwise;
}
