import { jsonOf } from '../model/json.js';
import type { ContextOptions } from '../model/options.js';
import { markdownText } from '../print/markdown.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'describe a part, file, symbol or ticket, or print the code for a task',
  description:
    'Prints the context bundle of one or more references: a description, neighbours, documents and symbols of each, within a token budget. A reference is the ref_id of a node, a path, the name of a symbol, or a ticket key that commit messages contain.\n\nWith --task it prints the code for a task, from the whole project or only from the given references. It shows the best definitions in full, one line for each further candidate, the signatures of callers and callees, and documents. --depth has no effect with --task.',
  completes: 'nodes',
  examples: [
    { line: 'ctx payments', note: 'the bundle of the node payments, as Markdown' },
    { line: 'ctx PROJ-123 auth --json', note: 'one bundle around two nodes, as JSON' },
    { line: 'ctx Ledger.post', note: 'a method, its callers and its callees' },
    {
      line: 'ctx src/billing/charge.py --budget 2000',
      note: 'the node that owns a file, in 2,000 tokens at most',
    },
    { line: 'ctx --task "refunds lose their currency"', note: 'the code for a task' },
    {
      line: 'ctx billing --task "add a fee" --session 42',
      note: 'only within billing, without code that session 42 already received',
    },
  ],
  arguments: [argumentOf('context', 'refs')],
  flags: [
    ...flagsOf('context', ['depth', 'maxNodes', 'maxChunks', 'budget']),
    ...flagsOf('task', ['task', 'session', 'refresh']),
    { name: 'markdown', help: 'print Markdown (the default)', conflicts: 'json' },
  ],
  run: async (shell, refs, options: ContextOptions) => {
    await shell.withProject(async (beadloom, work) => {
      if (shell.json) {
        const answer = await beadloom.ctx(refs, { ...work, ...options });
        shell.dataJson(jsonOf(answer));
        shell.warnStale(answer);
      } else {
        // A warning is part of the Markdown itself.
        const text = await beadloom.ctxMarkdown(refs, { ...work, ...options });
        shell.data(markdownText(text, shell.paint));
      }
    });
  },
};
