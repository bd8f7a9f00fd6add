import { z } from 'zod';

import schema from '../../../docs/schema/next-file.json' with { type: 'json' };
import { argumentOf, fieldsOf } from '../input.js';
import { nextFileText } from '../../print/next-file.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { meaning, QUESTIONS } from '../aliases.js';
import { tool } from './tool.js';

/** `next_file`: the file of `beadloom next-file --json`. */
export const nextFile = tool({
  name: 'next_file',
  title: 'The next file to read',
  description:
    'The next file to read for a task, with the reason and the definitions that matter. Call this repeatedly; exclude what you have read.',
  input: z.strictObject({
    task: argumentOf('nextFile', 'task'),
    ...fieldsOf('nextFile', ['exclude']),
  }),
  meant: meaning('task', QUESTIONS),
  output: schema,
  annotations: READS,
  answer: (beadloom, { task, exclude }, options) => beadloom.nextFile(task, { ...options, exclude }),
  said: (answer) => nextFileText(answer, PLAIN),
});
