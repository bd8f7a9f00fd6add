// What callers call arguments, whatever a tool calls them: the word of another tool, of another server, or of an earlier version.

/** A question, a task, words to look for. */
export const QUESTIONS = [
  'question',
  'query',
  'task',
  'q',
  'prompt',
  'text',
  'search',
  'search_query',
  'queries',
  'description',
] as const;

/** Something that has a name: a node, a symbol, a file. */
export const REFERENCES = [
  'ref',
  'ref_id',
  'refs',
  'ref_ids',
  'reference',
  'id',
  'node',
  'node_id',
  'symbol',
  'symbol_name',
  'name',
  'path',
  'paths',
  'file',
  'file_path',
  'filename',
  'target',
] as const;

/** All of these names as one argument. */
export function meaning(argument: string, ...names: readonly (readonly string[])[]): Record<string, string> {
  return Object.fromEntries(names.flat().map((name) => [name, argument]));
}
