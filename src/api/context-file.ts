import { released } from '../model/harmless.js';
import type { ContextFileAnswer } from '../model/answers.js';
import { string } from './arguments.js';
import type { Connection } from './connection.js';
import { CONTEXT_FILE } from '../model/options.js';
import type { GenerateContextOptions } from '../model/options.js';

/** The page about the project, written where it is wanted. */
export async function contextFile(
  connection: Connection,
  options: GenerateContextOptions,
): Promise<ContextFileAnswer> {
  const { out = CONTEXT_FILE } = options;
  const place = out === null ? null : string('out', out);
  const { summary: _, ...found } = await connection.ask<ContextFileAnswer & { summary: unknown }>(
    'overview',
    options,
  );
  // A page is read by whatever prints files, a pipeline among them.
  const answer = { ...found, content: released(found.content) };
  if (place === null) {
    return answer;
  }
  // Answers that write nothing shall not load what writes.
  const { writeIfChanged } = await import('../yaml/files.js');
  return { ...answer, path: place, changed: writeIfChanged(connection.root, place, answer.content) };
}
