import type { ReceiptsOptions } from '../api/requests.js';
import { receiptsText } from '../print/receipts.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'show what agents were sent, and what they opened afterwards',
  description:
    'Prints what answers came to: how many, their tokens by command and by part, what a session has in its context, and the last answers. With the hooks of `setup-agents --hooks` it also says which of the files that answers named were opened, and what else was.\n\nReceipts are kept in .beadloom/, for this user alone: at most 8 MB, at most 90 days. Nothing leaves the machine. `receipts.keep: false` in config.yml keeps none, `receipts.questions: false` keeps no words of questions, and none are kept where CI is set.',
  examples: [
    { line: 'receipts', note: 'all that is kept' },
    { line: 'receipts --since 7d', note: 'the last seven days' },
    { line: 'receipts --session 4f21 --limit 50', note: 'one session, with its last 50 answers' },
    { line: 'receipts --json', note: 'with the files that each answer named' },
    { line: 'receipts --forget', note: 'delete them' },
  ],
  arguments: [],
  flags: flagsOf('receipts'),
  run: async (shell, _args, options: ReceiptsOptions) => {
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.receiptsText({ ...work, ...options }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else {
      shell.data(receiptsText(answer, shell.paint, shell.columns));
    }
  },
};
