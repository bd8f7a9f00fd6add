import { isCancel, select, text } from '@clack/prompts';

import type { InitOptions } from '../api/options.js';

/** What a person chose; each answer has a flag that gives it. */
export type InitChoice = Pick<InitOptions, 'scopes' | 'force' | 'merge'>;

/** On stderr: stdout is for data. */
const output = process.stderr;

/**
 * Asks what `init` shall do.
 *
 * @param hasGraph whether the project has a graph already
 * @returns undefined where the person does not want to go on
 */
export async function askInit(hasGraph: boolean): Promise<InitChoice | undefined> {
  return hasGraph ? askAgain() : askFirst();
}

async function askFirst(): Promise<InitChoice | undefined> {
  const chosen = await select({
    message: 'What would you like to do?',
    options: [
      {
        value: 'bootstrap',
        label: 'Bootstrap',
        hint: 'graph and stub documents of the whole project: --bootstrap',
      },
      { value: 'scope', label: 'Scope', hint: 'the same for some folders: --scope PATH...' },
      { value: 'cancel', label: 'Cancel', hint: 'write nothing' },
    ],
    output,
  });
  if (chosen === 'bootstrap') {
    return {};
  }
  return chosen === 'scope' ? askScopes() : undefined;
}

async function askAgain(): Promise<InitChoice | undefined> {
  const chosen = await select({
    message: 'This project has a graph already.',
    options: [
      { value: 'merge', label: 'Merge', hint: 'add what is missing, change nothing that is there: --merge' },
      {
        value: 'again',
        label: 'Re-bootstrap',
        hint: 'a new graph; the old one is kept beside it: --bootstrap --force',
      },
      { value: 'cancel', label: 'Cancel', hint: 'write nothing' },
    ],
    output,
  });
  if (chosen === 'merge') {
    return { merge: true };
  }
  return chosen === 'again' ? { force: true } : undefined;
}

async function askScopes(): Promise<InitChoice | undefined> {
  const folders = await text({
    message: 'Which folders?',
    placeholder: 'services/billing libs (relative to the project, spaces between them)',
    validate: (value) => (value?.trim() ? undefined : 'Name at least one folder'),
    output,
  });
  return isCancel(folders) ? undefined : { scopes: folders.trim().split(/\s+/) };
}
