import type { RecallOptions } from '../model/requests.js';
import { recallText } from '../print/memory.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf } from '../shell/flags.js';

interface Options extends RecallOptions {
  tag?: string[];
  ref?: string[];
}

export const command: CommandModule = {
  summary: 'find memories',
  description:
    'Finds the memories that answer a question, best first, by words and by meaning. Memories whose evidence changed are marked, and replaced ones follow their replacement. Expired memories, and old ones with hardly any use, are left out. `memories list --stale` shows them. If no memory answers, nothing is printed on stdout.',
  examples: [
    { line: 'recall "how do we run migrations"', note: 'a question, in words' },
    { line: 'recall retries --ref billing --kind gotcha', note: 'only pitfalls of one node' },
    { line: 'recall "release checklist" --across --json', note: 'in your other projects too, as JSON' },
  ],
  arguments: [
    { name: 'query', help: 'what to find; several words need no quotes', required: true, variadic: true },
  ],
  flags: flagsOf('recall', ['limit', 'tags', 'refs', 'kind', 'across', 'refresh'], {
    tags: { name: 'tag' },
    refs: { name: 'ref' },
  }),
  run: async (shell, words, { tag: tags, ref: refs, ...options }: Options) => {
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.recall(words.join(' '), { ...work, ...options, tags, refs }),
    );
    const isFound = answer.memories.length > 0;
    shell.show(answer, () => (isFound ? recallText(answer, shell.paint, shell.wrapAt) : undefined));
  },
};
