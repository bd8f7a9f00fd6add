import type { Tool } from '../catalogue.js';
import type { Json } from '../wire.js';
import type { DETAILS } from './definitions.js';

/** Characters of a summary at most. */
const MAX_SUMMARY_CHARS = 200;

/** Arguments that a summary names at most. */
const MAX_ARGUMENTS = 20;

/** A tool that a search found, with as much of it as was asked for. */
export function found(tool: Tool, score: number, detail: (typeof DETAILS)[number]): Json {
  const rounded = Math.round(score * 1_000) / 1_000;
  if (detail === 'name') {
    return { name: tool.shown, server: tool.server, score: rounded };
  }
  const { title, description, inputSchema } = tool.listed as {
    title?: string;
    description?: string;
    inputSchema?: Json;
  };
  const said = (description ?? '').slice(`[${tool.server}] `.length);
  return {
    name: tool.shown,
    server: tool.server,
    ...(title !== undefined && { title }),
    description: detail === 'schema' ? said : summary(said),
    score: rounded,
    ...(detail === 'schema' ? { input_schema: inputSchema } : { arguments: argumentsOf(inputSchema ?? {}) }),
  };
}

/** A tool whole. */
export function described(tool: Tool): Json {
  const { title, description, inputSchema, outputSchema, annotations } = tool.listed;
  return {
    name: tool.shown,
    server: tool.server,
    ...(title !== undefined && { title }),
    description,
    input_schema: inputSchema,
    ...(outputSchema !== undefined && { output_schema: outputSchema }),
    ...(annotations !== undefined && { annotations }),
  };
}

/** The first sentence, on one line. */
export function summary(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line.slice(0, MAX_SUMMARY_CHARS * 2))?.[0] ?? line;
  return sentence.length <= MAX_SUMMARY_CHARS
    ? sentence
    : `${sentence.slice(0, MAX_SUMMARY_CHARS - 1).toWellFormed()}…`;
}

/** Names of arguments; those that may be left out have a question mark. */
export function argumentsOf(schema: Json): string[] {
  const { properties, required } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return names.slice(0, MAX_ARGUMENTS).map((name) => (needed.has(name) ? name : `${name}?`));
}
