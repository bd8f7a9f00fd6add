import { z } from 'zod';

import schema from '../../../docs/schema/ctx.json' with { type: 'json' };
import { BeadloomError } from '../../model/error.js';
import type { ContextOptions } from '../../model/options.js';
import type { ReadOptions } from '../../model/work.js';
import { camelCase, fieldsOf } from '../input.js';
import { text } from '../schema.js';
import { READS } from './annotations.js';
import { references, repeats } from './references.js';
import { meaning, QUESTIONS, REFERENCES } from '../aliases.js';
import { tool } from './tool.js';

/** Tokens of an answer: what its frame needs at least, and more than any agent can use. */
const BUDGETS = [400, 100_000] as const;

const budget = fieldsOf('context', ['budget'], {
  budget: { bounds: BUDGETS, help: 'maximum tokens; leave it out: an answer is as long as it has to be' },
});

/** `explore_codebase`: the bundle of `beadloom ctx`, for a question, a task, or references. */
export const exploreCodebase = tool({
  name: 'explore_codebase',
  primary: true,
  title: 'Explore the codebase',
  description:
    'Answers any question or task about the codebase in one call: how something works, where it is implemented, what you need to fix a bug or make a change. Gives whole definitions with their lines, callers and callees, tests, documents. Call this first, before grep or reading files; a name or path describes that.',
  input: z
    .strictObject({
      question: text().optional().describe('a question, task or error message in words; or one name or path'),
      ref: references()
        .optional()
        .describe('only within this path, symbol, node id or ticket key, or a list; alone: describes it'),
      ...budget,
      ...fieldsOf('context', ['maxChunks']),
      ...fieldsOf('task', ['session'], {
        session: { help: 'with a question: leave out what this session was given in the last 24 hours' },
      }),
      ...repeats,
    })
    .refine((input) => input.question !== undefined || input.ref !== undefined, {
      message: 'give question, ref, or both',
      path: ['question'],
    }),
  meant: { ...meaning('ref', REFERENCES), ...meaning('question', QUESTIONS) },
  output: schema,
  annotations: READS,
  repeats: true,
  budgeted: true,
  answer: (beadloom, { question, ref, ...input }, options) =>
    explored(question, ref, { ...options, ...camelCase(input) }, (refs, asked) => beadloom.ctx(refs, asked)),
  text: (beadloom, { question, ref, ...input }, options) =>
    explored(question, ref, { ...options, ...camelCase(input) }, (refs, asked) =>
      beadloom.ctxSummed(refs, asked),
    ),
});

/** `get_context`: the same by its former arguments. */
export const getContext = tool({
  name: 'get_context',
  former: exploreCodebase.name,
  title: 'Get context',
  description: 'The former name of explore_codebase: ref_id is its ref, task its question.',
  input: z
    .strictObject({
      ref_id: references().optional(),
      ...fieldsOf('task', ['task']),
      ...fieldsOf('context', ['depth', 'maxNodes', 'maxChunks', 'budget'], { budget: { bounds: BUDGETS } }),
      ...fieldsOf('task', ['session']),
      ...repeats,
    })
    .refine((input) => input.ref_id !== undefined || input.task !== undefined, {
      message: 'give ref_id, task, or both',
      path: ['ref_id'],
    }),
  meant: { ...meaning('ref_id', REFERENCES), ...meaning('task', QUESTIONS) },
  output: schema,
  annotations: READS,
  repeats: true,
  budgeted: true,
  answer: (beadloom, { ref_id: refs = [], ...input }, options) =>
    beadloom.ctx(refs, { ...options, ...camelCase(input) }),
  text: (beadloom, { ref_id: refs = [], ...input }, options) =>
    beadloom.ctxSummed(refs, { ...options, ...camelCase(input) }),
});

type Refs = string | readonly string[];
type ExploreOptions = ContextOptions & ReadOptions;

/** Codes that say of a word that it is no reference. */
const NO_REFERENCE: ReadonlySet<string> = new Set(['not_found', 'outside_root', 'ambiguous']);

/** One word may be a name or a path, and is asked for as that first; more words are a question. */
async function explored<T>(
  question: string | undefined,
  ref: Refs | undefined,
  options: ExploreOptions,
  ask: (refs: Refs, options: ExploreOptions) => Promise<T>,
): Promise<T> {
  const word = question?.trim() ?? '';
  if (ref === undefined && options.session === undefined && /^\S+$/u.test(word)) {
    try {
      return await ask([word], options);
    } catch (thrown) {
      if (!NO_REFERENCE.has(BeadloomError.from(thrown).code)) {
        throw thrown;
      }
    }
  }
  return ask(ref ?? [], { ...options, task: question });
}
