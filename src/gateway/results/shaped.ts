import type { Tool } from '../catalogue.js';
import type { Session } from '../session.js';
import type { Json } from '../wire.js';
import type { ToolResult } from './item.js';
import type { ResultOptions } from './results.js';

/**
 * A tool's answer as a client gets it: no longer than it may be. What is no answer yet, or has another form, passes as it is.
 *
 * @param structured whether the client was listed a schema that the structured content has to fit
 * @throws BeadloomError `usage` for fields that are none
 */
export function shaped(
  session: Session,
  tool: Tool,
  answer: Json,
  options: ResultOptions = {},
  structured = false,
): Json {
  const { content, resultType } = answer;
  const isAnswer =
    Array.isArray(content) && content.every((item) => typeof item === 'object' && item !== null);
  return isAnswer && resultType !== 'input_required'
    ? session.results.shaped(answer as unknown as ToolResult, tool.shown, options, structured)
    : answer;
}
