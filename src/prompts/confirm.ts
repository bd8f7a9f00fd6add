import { confirm, isCancel } from '@clack/prompts';

/** Asks a person for a yes; on stderr, for stdout is for data. */
export async function askYes(message: string): Promise<boolean> {
  const answer = await confirm({ message, initialValue: false, output: process.stderr });
  return !isCancel(answer) && answer;
}
