import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { type Fitted, fitted } from '../../mcp/coerce.js';
import { inputSchema, text, whole, wholeInput } from '../../mcp/schema.js';
import { meaning, QUESTIONS } from '../../mcp/aliases.js';
import { READ_RESULT, readResultInput, resultInput } from '../results/input.js';
import { DEFAULT_RESULTS, MAX_QUERIES, RESULT_LIMITS } from '../choices.js';
import type { Json } from '../wire.js';

/** How much is said of each tool that a search finds. */
export const DETAILS = ['name', 'summary', 'schema'] as const;

/** Names of one description. */
const MAX_NAMES = 10;

const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** What callers call the name of a tool. */
const NAMES = ['name', 'names', 'tool', 'tools', 'tool_name', 'toolName'];

/** The tools of the gateway itself. */
const TOOLS = {
  search_tools: {
    title: 'Search tools',
    description: (servers: string) =>
      `Finds tools by what they do, among all tools of these servers: ${servers}. Call this before saying that something cannot be done; then call a found tool with call_tool.`,
    input: z.strictObject({
      queries: z
        .array(text())
        .min(1)
        .max(MAX_QUERIES)
        .describe('the task, in a few words; several if it has several steps'),
      context_id: text().optional().describe('of set_context'),
      server: text().optional().describe('only tools of this server'),
      read_only: z.boolean().optional().describe('only tools that say that they change nothing'),
      limit: whole(RESULT_LIMITS).optional().describe(`results at most; ${DEFAULT_RESULTS} if left out`),
      detail: z.enum(DETAILS).optional().describe('name, summary (if left out) or schema'),
    }),
    meant: meaning('queries', QUESTIONS),
    annotations: READS,
  },
  describe_tools: {
    title: 'Describe tools',
    description: () =>
      'Shows tools whole, with the schemas of their arguments. Call this with names that search_tools found.',
    input: z.strictObject({
      names: z.array(text()).min(1).max(MAX_NAMES).describe('as search_tools gives them: server__tool'),
    }),
    meant: meaning('names', NAMES),
    annotations: READS,
  },
  call_tool: {
    title: 'Call a tool',
    description: () =>
      'Calls a tool that search_tools found, by its name and arguments. The arguments are checked against its schema first, and the answer is that of the tool.',
    input: z.strictObject({
      name: text().describe('server__tool'),
      arguments: z.record(z.string(), z.unknown()).optional().describe('as the schema of the tool has them'),
      context_id: text().optional().describe('of search_tools or set_context'),
      result: resultInput.optional(),
    }),
    meant: {
      ...meaning('name', NAMES),
      ...meaning('arguments', ['args', 'params', 'parameters', 'input', 'tool_input']),
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
  read_result: {
    title: READ_RESULT.title,
    description: () => READ_RESULT.description,
    input: readResultInput,
    meant: meaning('handle', ['id', 'name', 'result']),
    annotations: READS,
  },
  set_context: {
    title: 'Say what the task is',
    description: () =>
      'Says what you are about to do, so that the tools for it are found. Call this at the beginning of a task, and when it changes.',
    input: z.strictObject({
      query: text().describe('the task, in a sentence'),
      intent: text().optional().describe('the next step, in a few words'),
    }),
    meant: meaning('query', QUESTIONS, ['context']),
    annotations: { ...READS, readOnlyHint: true },
  },
  search_available_tools: {
    title: 'Search available tools',
    description: (servers: string) =>
      `Finds tools that are not listed, by what they do, among all tools of these servers: ${servers}. Call this if no listed tool fits; found tools can be called by name, or with call_tool.`,
    input: z.strictObject({ query: text().describe('the task, in a few words') }),
    meant: meaning('query', QUESTIONS),
    annotations: READS,
  },
} as const;

/** The name of a tool of the gateway itself. */
export type MetaName = keyof typeof TOOLS;

/** What a call of a tool of the gateway has to say. */
export type MetaInput<Name extends MetaName> = z.infer<(typeof TOOLS)[Name]['input']>;

/** Servers that a description names at most. */
const MAX_SERVERS = 60;

/** Tools of the gateway, as clients are listed them. Clients that load tools only once they searched for them are asked to load these at once. */
export function metaTools(names: readonly MetaName[], servers: readonly string[]): Json[] {
  const named = servers.length === 0 ? 'none' : servers.slice(0, MAX_SERVERS).join(', ');
  const list = servers.length > MAX_SERVERS ? `${named} and ${servers.length - MAX_SERVERS} more` : named;
  return names.map((name) => {
    const { title, description, annotations } = TOOLS[name];
    return {
      name,
      title,
      description: description(list),
      inputSchema: schemaOf(name),
      annotations,
      _meta: { 'anthropic/alwaysLoad': true },
    };
  });
}

const schemas = new Map<MetaName, Json>();

function schemaOf(name: MetaName): Json {
  const made = schemas.get(name) ?? inputSchema(TOOLS[name].input as unknown as z.ZodObject);
  schemas.set(name, made);
  return made;
}

const inputs = new Map<MetaName, Json>();

/** Arguments of a tool of the gateway as it has them, however a client sent them. */
export function fittedInput(name: MetaName, given: unknown): Fitted {
  const { input, meant } = TOOLS[name];
  const schema = inputs.get(name) ?? wholeInput(input as unknown as z.ZodObject);
  inputs.set(name, schema);
  return fitted(schema, given, { own: true, aliases: meant });
}

/** Whether a name is that of a tool of the gateway itself. */
export function isMeta(name: string): name is MetaName {
  return Object.hasOwn(TOOLS, name);
}

/** What reads the arguments of a tool of the gateway. */
export function inputOf<Name extends MetaName>(name: Name): (typeof TOOLS)[Name]['input'] {
  return TOOLS[name].input;
}
