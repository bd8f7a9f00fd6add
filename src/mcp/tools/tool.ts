import type {
  ListToolsResult,
  McpServer,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';

import type { Beadloom } from '../../api/beadloom.js';
import type { ReadOptions } from '../../model/work.js';
import { answerTool, repeatOf, type AnswerMeta, type TextAnswer } from '../answer.js';
import { warned } from './said.js';
import { MAX_ANSWER_BYTES } from '../bounds.js';
import { plainJson } from '../../model/harmless.js';
import { jsonOf } from '../../model/json.js';
import { bytesOf, joined, type Piece } from '../../print/pieces.js';
import { fitted } from '../coerce.js';
import { checked, inputSchema, outputSchema, unchecked, wholeInput, wireOf } from '../schema.js';
import type { Session } from '../session.js';

/** A tool as it is written down. */
interface Definition<Input extends z.ZodObject, Answer extends object> {
  name: string;
  /** Former names, which are answered and not listed. */
  aliases?: readonly string[];
  /** The tool whose former name this is: it is answered wherever that one is, and not listed. */
  former?: string;
  /** The one to call first: a client that loads tools only once it searched for them is asked to load this one at once. */
  primary?: boolean;
  title: string;
  /** What it is for in the words that a client's search for tools looks at, then when to call it. */
  description: string;
  input: Input;
  /** What callers call its arguments, too, by the name used. */
  meant?: Readonly<Record<string, string>>;
  /** JSON Schema of its answer. */
  output: object;
  annotations: ToolAnnotations;
  /** An answer that the caller has already may be given as that: the input has `etag` and `force`. */
  repeats?: boolean;
  /** How to ask for parts of an answer that is too long to be sent whole. */
  parts?: string;
  /** It keeps within a budget of its own, in tokens. */
  budgeted?: boolean;
  answer: (beadloom: Beadloom, input: z.infer<Input>, options: ReadOptions) => Promise<Answer>;
  /** The answer as a model reads it, where JSON would cost it more. */
  said?: (answer: Answer) => string | readonly Piece[];
  /** Likewise, asked for as that text, with what it says about itself. */
  text?: (beadloom: Beadloom, input: z.infer<Input>, options: ReadOptions) => Promise<TextAnswer<AnswerMeta>>;
}

/** A tool that can be added to a server. */
export interface Tool {
  name: string;
  /** Further names that it answers to. */
  aliases: readonly string[];
  /** The tool whose former name this is. */
  former: string | undefined;
  title: string;
  description: string;
  writes: boolean;
  register: (server: McpServer, session: Session) => void;
  /** As `tools/list` has it. */
  listed: (session: Session) => ListedTool;
}

/** An entry of `tools/list`. */
type ListedTool = ListToolsResult['tools'][number];

/** Characters of a result that Claude Code shows instead of a file that holds it: what it allows at most, for answers with a budget. */
const MAX_RESULT_CHARS = 500_000;

/** A tool from what is written down of it. */
export function tool<Input extends z.ZodObject, Answer extends object>(
  definition: Definition<Input, Answer>,
): Tool {
  const { name, title, description, input, output, annotations, repeats = false, answer } = definition;
  const { aliases = [], former, primary = false, parts, budgeted = false } = definition;
  const { meant = {} } = definition;
  const meta = {
    ...(primary && { 'anthropic/alwaysLoad': true }),
    ...(budgeted && { 'anthropic/maxResultSizeChars': MAX_RESULT_CHARS }),
  };
  const schema = outputSchema(output, repeats);
  // Made with the first call: a start waits for none of them.
  let made: object | undefined;
  const wholeSchema = () => (made ??= wholeInput(input));
  const config = { title, description, inputSchema: unchecked(input), annotations };
  return {
    name,
    aliases,
    former,
    title,
    description,
    writes: annotations.readOnlyHint === false,
    register: (server, session) => {
      const call = (received: unknown, context: ServerContext) => {
        const { value: given, notes } = fitted(wholeSchema(), received, { own: true, aliases: meant });
        return answerTool(
          session,
          context,
          async (options): Promise<TextAnswer<object>> => {
            const asked = checked(name, input, given);
            if (!session.served.structured && definition.text !== undefined) {
              return definition.text(session.beadloom, asked, options);
            }
            const within = budgeted ? undefined : { bytes: MAX_ANSWER_BYTES, rest: parts };
            const sent = await answer(session.beadloom, asked, { ...options, within });
            const json = jsonOf(sent);
            if (session.served.structured) {
              return { answer: sent, text: json };
            }
            const said = definition.said?.(sent);
            const pieces = typeof said === 'object' ? bytesOf(said) : undefined;
            const text =
              said === undefined
                ? plainJson(json)
                : warned(sent, typeof said === 'string' ? said : joined(said));
            return { answer: sent, text, json, parts: pieces };
          },
          { name, given, notes },
          repeats ? repeatOf(name, given) : undefined,
        );
      };
      // What the schema gives is what the tool takes; the server's types cannot follow that through a parameter.
      // Who promises a schema has to keep it: without structured content there is none.
      const promised = session.served.structured ? { ...config, outputSchema: schema } : config;
      for (const one of [name, ...aliases]) {
        server.registerTool<z.ZodObject, z.ZodObject>(one, promised as never, call as never);
      }
    },
    listed: ({ served }) => ({
      name,
      title,
      description,
      inputSchema: inputSchema(input) as ListedTool['inputSchema'],
      ...(served.structured && { outputSchema: wireOf(schema) as ListedTool['outputSchema'] }),
      annotations,
      ...(Object.keys(meta).length > 0 && { _meta: meta }),
    }),
  };
}
