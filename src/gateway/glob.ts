/**
 * Whether a name is one that a pattern means: `*` is any characters, `?` one. Worked out in time that grows with the product of
 * the lengths at most, whatever the pattern is.
 */
export function matches(pattern: string, name: string): boolean {
  let [at, inName] = [0, 0];
  let star = -1;
  let from = 0;
  while (inName < name.length) {
    const sign = pattern[at];
    if (sign === '*') {
      star = at;
      from = inName;
      at += 1;
    } else if (sign === '?' || (sign !== undefined && sign === name[inName])) {
      at += 1;
      inName += 1;
    } else if (star >= 0) {
      at = star + 1;
      from += 1;
      inName = from;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') {
    at += 1;
  }
  return at === pattern.length;
}

/** Whether any pattern means the name. */
export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matches(pattern, name));
}
