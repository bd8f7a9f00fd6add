// Arguments of the tools of servers, fitted to what these say that they take.
import { type Fitted, fitted, warningOf } from '../mcp/coerce.js';
import type { Tool } from './catalogue.js';
import type { Json } from './wire.js';

/**
 * Arguments as the tool's own schema leaves them no other reading: null where it allows none and asks for nothing is left out, a text is
 * the number that alone is allowed there. What the schema allows is passed on as it is.
 */
export function fittedArguments(tool: Tool, args: unknown): Fitted {
  return fitted(tool.listed['inputSchema'], args, { own: false });
}

/** A result with what was read otherwise in its call, behind what the server said. */
export function withNotes(result: Json, notes: readonly string[]): Json {
  const warning = warningOf(notes);
  const { content } = result;
  return warning === undefined || !Array.isArray(content)
    ? result
    : { ...result, content: [...(content as unknown[]), { type: 'text', text: `warning: ${warning}` }] };
}
