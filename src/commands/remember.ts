import type { RememberOptions } from '../model/requests.js';
import { rememberText } from '../print/memory.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf } from '../shell/flags.js';

interface Options extends RememberOptions {
  tag?: string[];
  ref?: string[];
}

export const command: CommandModule = {
  summary: 'keep a note for later sessions',
  description:
    'Stores a text in your private memories of the repository, or with --shared in .beadloom/memories.jsonl, which Git keeps. recall finds it again. The same text again refreshes the memory. Another wording is merged into it, and both wordings stay in its history. A text that contradicts an older memory replaces it, and both are shown from then on. Texts that read like a secret or like an instruction to an agent are refused.',
  examples: [
    { line: 'remember "Migrations run before the deploy, never after it"', note: 'a note' },
    {
      line: 'remember "Retries stop after three attempts" --ref billing --evidence src/client.py:42',
      note: 'about a node; recall says when that code changed',
    },
    {
      line: 'remember "We use UUIDv7 for ids" --kind decision --why "sorted by time" --shared',
      note: 'a decision, for everyone',
    },
    { line: 'remember "The staging database is being moved" --expires 14d', note: 'for two weeks' },
  ],
  arguments: [
    { name: 'text', help: 'what to keep; several words need no quotes', required: true, variadic: true },
  ],
  flags: flagsOf('remember', undefined, { tags: { name: 'tag' }, refs: { name: 'ref' } }),
  run: async (shell, words, { tag: tags, ref: refs, ...options }: Options) => {
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.remember(words.join(' '), { ...work, ...options, tags, refs }),
    );
    shell.show(answer, () => rememberText(answer, shell.paint));
  },
};
