import type { CallToolResult, ServerContext, StandardSchemaWithJSON } from '@modelcontextprotocol/server';

import type { Rendered } from '../api/beadloom.js';
import { BeadloomError } from '../api/error.js';
import type { Progress, ReadOptions } from '../api/options.js';

/** Calls the library for a tool: the answer as structured content and as the same text, errors as `isError`. */
export async function answerTool<T extends object>(
  context: ServerContext,
  work: (options: ReadOptions) => Promise<Rendered<T>>,
): Promise<CallToolResult> {
  try {
    const { answer, text } = await work({
      signal: context.mcpReq.signal,
      onProgress: progressTo(context),
      refresh: 'mcp',
    });
    return { content: [{ type: 'text', text }], structuredContent: answer as Record<string, unknown> };
  } catch (thrown) {
    return { content: [{ type: 'text', text: errorText(BeadloomError.from(thrown)) }], isError: true };
  }
}

/** An error as an agent reads it: the sentence, which carries suggestions, and what to do. */
function errorText(error: BeadloomError): string {
  const place = [error.path, error.line, error.column].filter((part) => part !== null).join(':');
  const sentence = `${error.code}: ${place === '' ? '' : `${place}: `}${error.message}`;
  return error.hint === null ? sentence : `${sentence}\nhint: ${error.hint}`;
}

/** Progress goes to a client that asked for it, and may only grow: a new phase starts where the last one was. */
function progressTo(context: ServerContext): ReadOptions['onProgress'] {
  const token = context.mcpReq._meta?.progressToken;
  if (token === undefined) {
    return undefined;
  }
  let phase = '';
  let before = 0;
  let last = 0;
  return (progress: Progress) => {
    if (progress.phase !== phase) {
      phase = progress.phase;
      before = last;
    }
    const now = before + progress.done;
    if (now <= last) {
      return;
    }
    last = now;
    const total = progress.total > 0 ? { total: before + progress.total } : {};
    void context.mcpReq
      .notify({
        method: 'notifications/progress',
        params: { progressToken: token, progress: now, ...total, message: phase },
      })
      .catch(() => undefined); // The client went away; the call itself will notice.
  };
}

/**
 * The schema of an answer as a tool's output schema. Checking each answer against it would cost more than making
 * it: answers are serialised from the very types that the schema was generated from, and tests check them.
 */
export function outputSchema(schema: object): StandardSchemaWithJSON<unknown, unknown> {
  const wire = lean(schema) as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'beadloom',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => wire, output: () => wire },
    },
  };
}

/** Widths of numbers are no format that clients know; prose costs an agent's context, names and types suffice. */
const LEFT_OUT: ReadonlySet<string> = new Set(['$id', '$schema', 'description', 'format', 'title']);

/** A schema without those keys. */
function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(lean);
  }
  if (schema === null || typeof schema !== 'object') {
    return schema;
  }
  const entries = Object.entries(schema).flatMap(([key, value]): Array<[string, unknown]> => {
    if (typeof value === 'string' && LEFT_OUT.has(key)) {
      return [];
    }
    if (key === 'properties' || key === '$defs') {
      const named = Object.entries(value as object).map(([name, one]) => [name, lean(one)]);
      return [[key, Object.fromEntries(named)]];
    }
    return [[key, lean(value)]];
  });
  return Object.fromEntries(entries);
}
