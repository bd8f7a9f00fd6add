import type { McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';

import type { Beadloom, Rendered } from '../../api/beadloom.js';
import type { ReadOptions } from '../../api/options.js';
import { answerTool, type Repeat } from '../answer.js';
import { outputSchema } from '../schema.js';
import type { Session } from '../session.js';

/** A tool as it is written down. */
interface Definition<Input extends z.ZodObject> {
  name: string;
  title: string;
  /** Says when to use it, first of all. */
  description: string;
  input: Input;
  /** JSON Schema of its answer. */
  output: object;
  annotations: ToolAnnotations;
  /** An answer that the caller has already may be given as that: the input has `etag` and `force`. */
  repeats?: boolean;
  answer: (beadloom: Beadloom, input: z.infer<Input>, options: ReadOptions) => Promise<Rendered<object>>;
}

/** A tool that can be added to a server. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  writes: boolean;
  register: (server: McpServer, session: Session) => void;
}

/** A tool from what is written down of it. */
export function tool<Input extends z.ZodObject>(definition: Definition<Input>): Tool {
  const { name, title, description, input, output, annotations, repeats = false, answer } = definition;
  const schema = outputSchema(output, repeats);
  const config = { title, description, inputSchema: input, outputSchema: schema, annotations };
  return {
    name,
    title,
    description,
    writes: annotations.readOnlyHint === false,
    register: (server, session) => {
      const call = (given: z.infer<Input>, context: ServerContext) =>
        answerTool(
          session,
          context,
          (options) => answer(session.beadloom, given, options),
          repeats ? (given as Repeat) : undefined,
        );
      // What the schema gives is what the tool takes; the server's types cannot follow that through a parameter.
      server.registerTool<z.ZodObject, z.ZodObject>(name, config as never, call as never);
    },
  };
}
