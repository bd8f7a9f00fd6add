import type { McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';

import type { Beadloom, Rendered } from '../../api/beadloom.js';
import type { ReadOptions } from '../../api/options.js';
import { answerTool, repeatOf, type Said, type Told } from '../answer.js';
import { warned } from './said.js';
import { type Summed, withinBytes } from '../most.js';
import { plainJson } from '../../harmless.js';
import { checked, outputSchema, unchecked } from '../schema.js';
import type { Session } from '../session.js';

/** A tool as it is written down. */
interface Definition<Input extends z.ZodObject, Answer extends object> {
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
  /** How to ask for parts of an answer that is too long to be sent whole. */
  parts?: string;
  /** What is said of an answer that is too long, instead of cutting its lists. */
  summed?: (answer: never) => object;
  /** It keeps within a budget of its own, in tokens. */
  budgeted?: boolean;
  answer: (beadloom: Beadloom, input: z.infer<Input>, options: ReadOptions) => Promise<Rendered<Answer>>;
  /** The answer as a model reads it, where JSON would cost it more. */
  said?: (answer: Answer) => string;
  /** Likewise, asked for as that text, with what it says about itself. */
  text?: (beadloom: Beadloom, input: z.infer<Input>, options: ReadOptions) => Promise<Rendered<Said>>;
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
export function tool<Input extends z.ZodObject, Answer extends object>(
  definition: Definition<Input, Answer>,
): Tool {
  const { name, title, description, input, output, annotations, repeats = false, answer } = definition;
  const { parts, summed, budgeted = false } = definition;
  const schema = outputSchema(output, repeats);
  const config = { title, description, inputSchema: unchecked(input), annotations };
  return {
    name,
    title,
    description,
    writes: annotations.readOnlyHint === false,
    register: (server, session) => {
      const call = (given: unknown, context: ServerContext) =>
        answerTool(
          session,
          context,
          async (options): Promise<Told<object>> => {
            const asked = checked(name, input, given);
            if (!session.served.structured && definition.text !== undefined) {
              return definition.text(session.beadloom, asked, options);
            }
            const rendered = await answer(session.beadloom, asked, options);
            const whole = budgeted ? rendered : withinBytes(rendered, { parts, summed: summed as Summed });
            if (session.served.structured) {
              return whole;
            }
            const text =
              definition.said === undefined
                ? plainJson(whole.text)
                : warned(whole.answer, definition.said(whole.answer));
            return { answer: whole.answer, text, json: whole.text };
          },
          { name, given },
          repeats ? repeatOf(name, given) : undefined,
        );
      // What the schema gives is what the tool takes; the server's types cannot follow that through a parameter.
      // Who promises a schema has to keep it: without structured content there is none.
      const promised = session.served.structured ? { ...config, outputSchema: schema } : config;
      server.registerTool<z.ZodObject, z.ZodObject>(name, promised as never, call as never);
    },
  };
}
