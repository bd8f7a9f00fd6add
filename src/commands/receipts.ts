import type { ReceiptsOptions } from '../model/requests.js';
import { receiptsText } from '../print/receipts.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'show which answers agents received, and which files they opened',
  description:
    'Prints the number of answers, their tokens by command and by part, the context of a session, and the last answers. With the hooks of `setup-agents --hooks` it also shows which named files the agent opened, and which others.\n\nReceipts are kept in .beadloom/, for this user alone: at most 8 MB, at most 90 days. Nothing leaves the machine. `receipts.keep: false` in config.yml keeps none, and `receipts.questions: false` keeps no words of questions. If CI is set, none are kept.',
  examples: [
    { line: 'receipts', note: 'all receipts' },
    { line: 'receipts --since 7d', note: 'the last seven days' },
    { line: 'receipts --session 4f21 --limit 50', note: 'one session, with its last 50 answers' },
    { line: 'receipts --json', note: 'with the files that each answer named' },
    { line: 'receipts --forget', note: 'delete them' },
  ],
  arguments: [],
  flags: flagsOf('receipts'),
  run: async (shell, _args, options: ReceiptsOptions) => {
    const answer = await shell.withProject((beadloom, work) => beadloom.receipts({ ...work, ...options }));
    shell.print(answer, () => receiptsText(answer, shell.paint, shell.columns));
  },
};
