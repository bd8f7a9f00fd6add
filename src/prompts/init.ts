import { isCancel, select, text } from '@clack/prompts';

import type { InitOptions } from '../model/requests.js';

/** What a person chose; each answer has a flag that gives it. */
export type InitChoice = Pick<InitOptions, 'scopes' | 'force' | 'merge' | 'import' | 'strategy'>;

/** On stderr: stdout is for data. */
const output = process.stderr;

/**
 * Asks what `init` shall do.
 *
 * @param hasGraph whether the project has a graph already
 * @param isFolder whether the project has a folder of that path, relative to the root
 * @returns undefined where the person does not want to go on
 */
export async function askInit(hasGraph: boolean, isFolder: IsFolder): Promise<InitChoice | undefined> {
  return hasGraph ? askAgain() : askFirst(isFolder);
}

type IsFolder = (path: string) => boolean;

async function askFirst(isFolder: IsFolder): Promise<InitChoice | undefined> {
  const chosen = await select({
    message: 'What would you like to do?',
    options: [
      {
        value: 'bootstrap',
        label: 'Bootstrap: draft a graph and stub documents from the code',
        hint: '--bootstrap',
      },
      {
        value: 'import',
        label: 'Import: draft a graph from existing documents',
        hint: '--import PATH',
      },
      { value: 'scope', label: 'Scope: bootstrap some folders only', hint: '--scope PATH...' },
      { value: 'cancel', label: 'Cancel: write nothing' },
    ],
    output,
  });
  if (chosen === 'bootstrap') {
    return {};
  }
  if (chosen === 'import') {
    return askImport(isFolder);
  }
  return chosen === 'scope' ? askScopes(isFolder) : undefined;
}

async function askAgain(): Promise<InitChoice | undefined> {
  const chosen = await select({
    message: 'This project has a graph already.',
    options: [
      { value: 'merge', label: 'Merge: add what is missing, change nothing else', hint: '--merge' },
      {
        value: 'again',
        label: 'Re-bootstrap: a new graph; a copy of the old one is kept',
        hint: '--bootstrap --force',
      },
      { value: 'cancel', label: 'Cancel: write nothing' },
    ],
    output,
  });
  if (chosen === 'merge') {
    return { merge: true };
  }
  return chosen === 'again' ? { force: true } : undefined;
}

/** What is wrong with folders that were typed, so that they can be typed again. */
function mistake(typed: string | undefined, isFolder: IsFolder): string | undefined {
  const folders = (typed ?? '').trim().split(/\s+/).filter(Boolean);
  if (folders.length === 0) {
    return 'Name a folder';
  }
  const missing = folders.find((folder) => !isFolder(folder));
  return missing === undefined ? undefined : `${missing} is not a folder of this project`;
}

async function askImport(isFolder: IsFolder): Promise<InitChoice | undefined> {
  const folder = await text({
    message: 'Where are the documents?',
    placeholder: 'docs (relative to the project)',
    validate: (value) =>
      // A folder's name may hold spaces; there is only one here.
      value !== undefined && isFolder(value.trim()) ? undefined : mistake(value, isFolder),
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
    message: 'What should happen to the documents?',
    options: [
      {
        value: 'map' as const,
        label: 'Map in place: the graph refers to them, no document changes',
        hint: '--strategy map',
      },
      {
        value: 'restructure' as const,
        label:
          'Restructure: copies in docs/domains/, docs/decisions/ …, with links rewritten; originals stay',
        hint: '--strategy restructure',
      },
    ],
    output,
  });
  return isCancel(chosen) ? undefined : chosen;
}

async function askScopes(isFolder: IsFolder): Promise<InitChoice | undefined> {
  const folders = await text({
    message: 'Which folders?',
    placeholder: 'services/billing libs (relative to the project, spaces between them)',
    validate: (value) => mistake(value, isFolder),
    output,
  });
  return isCancel(folders) ? undefined : { scopes: folders.trim().split(/\s+/) };
}
