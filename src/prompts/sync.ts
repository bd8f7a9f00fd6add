import { confirm } from '@clack/prompts';

/** Whether a person says that the documents are up to date; no where they walk away. */
export async function askInStep(): Promise<boolean> {
  const said = await confirm({
    message: 'Are the documents up to date with the code now?',
    initialValue: false,
    // stdout is for data.
    output: process.stderr,
  });
  return said === true;
}
