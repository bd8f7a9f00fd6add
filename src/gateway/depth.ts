/** How deep what a server defines may be nested: readers of JSON, those of clients too, take little more than a hundred levels. */
export const MAX_DEFINITION_DEPTH = 100;

/** Whether a value is nested deeper than definitions may be. Looked at without recursion, which would end where it is needed most. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one === 'object' && one !== null) {
        if (depth >= MAX_DEFINITION_DEPTH) {
          return true;
        }
        for (const inner of Object.values(one)) {
          if (typeof inner === 'object' && inner !== null) {
            below.push(inner);
          }
        }
      }
    }
    level = below;
  }
  return false;
}
