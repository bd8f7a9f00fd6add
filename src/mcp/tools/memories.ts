/**
 * A schema of an answer about memories that says of a memory only that it is one: what it holds, an agent sees in the answer, and three
 * tools would tell it in every list of tools.
 */
export function ofMemories<Schema extends { $defs: object }>(schema: Schema): object {
  return { ...schema, $defs: { ...schema.$defs, Memory: { type: 'object' } } };
}
