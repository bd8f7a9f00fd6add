import { forgetText } from '../print/memory.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'delete a memory',
  description:
    'Deletes a memory by its id. The text of a private memory is overwritten. A shared memory is deleted from .beadloom/memories.jsonl, but Git still has it. Ids are never reused.',
  examples: [
    { line: 'forget mem-8q2k5v0c7x1n', note: 'the id is in the output of recall and memories list' },
  ],
  arguments: [argumentOf('forget', 'id', { required: true })],
  flags: [],
  run: async (shell, [id = '']) => {
    const answer = await shell.withProject((beadloom, work) => beadloom.forget(id, work));
    shell.print(answer, () => forgetText(answer));
  },
};
