import { isCancel, select, text } from '@clack/prompts';

import type { InitOptions } from '../api/options.js';

/** What a person chose; each answer has a flag that gives it. */
export type InitChoice = Pick<InitOptions, 'scopes' | 'force' | 'merge' | 'import' | 'strategy'>;

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
      {
        value: 'import',
        label: 'Import',
        hint: 'a graph from documents that are there: --import PATH',
      },
      { value: 'scope', label: 'Scope', hint: 'the same for some folders: --scope PATH...' },
      { value: 'cancel', label: 'Cancel', hint: 'write nothing' },
    ],
    output,
  });
  if (chosen === 'bootstrap') {
    return {};
  }
  if (chosen === 'import') {
    return askImport();
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

async function askImport(): Promise<InitChoice | undefined> {
  const folder = await text({
    message: 'Where are the documents?',
    placeholder: 'docs (relative to the project)',
    validate: (value) => (value?.trim() ? undefined : 'Name a folder'),
    output,
  });
  if (isCancel(folder)) {
    return undefined;
  }
  const strategy = await askStrategy();
  return strategy === undefined ? undefined : { import: folder.trim(), strategy };
}

/** Asks what an import shall do with documents; undefined where the person does not want to go on. */
export async function askStrategy(): Promise<InitOptions['strategy']> {
  const chosen = await select({
    message: 'What shall happen to the documents?',
    options: [
      {
        value: 'map' as const,
        label: 'Map in place',
        hint: 'no document changes; the graph names them where they are: --strategy map',
      },
      {
        value: 'restructure' as const,
        label: 'Restructure',
        hint: 'copies in docs/domains/, docs/decisions/ …, links rewritten; originals stay: --strategy restructure',
      },
    ],
    output,
  });
  return isCancel(chosen) ? undefined : chosen;
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
