import { resolve as resolvePath } from 'node:path';

import { BeadloomError } from '../model/error.js';
import { readRegularText } from '../model/reading.js';
import { REQUESTS, type MemoriesOptions } from '../model/requests.js';
import {
  acceptText,
  importText,
  memoriesText,
  memoryText,
  resolveText,
  wholeMemoryText,
} from '../print/memory.js';
import { plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf, type RefreshFlag } from '../shell/flags.js';
import type { Shell } from '../shell/shell.js';

interface Options extends Pick<MemoriesOptions, 'stale' | 'kind'> {
  tag?: string[];
  ref?: string[];
  shared?: boolean;
  force?: boolean;
  all?: boolean;
  yes?: boolean;
  refresh: RefreshFlag;
}

const ACTIONS = ['list', 'show', 'accept', 'revoke', 'export', 'import', 'adopt', 'resolve'] as const;

/** What belongs to which action; the rest is for list. */
const OWN: Record<string, readonly string[]> = {
  shared: ['export'],
  force: ['import', 'adopt'],
  yes: ['accept'],
};

export const command: CommandModule = {
  summary: 'list, show, accept, export and import memories, resolve their merges',
  description:
    'list shows all memories by id, with --stale those that recall leaves out. show prints one with its earlier wordings. export prints all as JSON lines. import adds the memories of such a file to the private ones, all or none, and skips existing ones. resolve removes the conflict markers of a merge from .beadloom/memories.jsonl. It keeps the memories of both sides, and the newer of two versions of one.\n\naccept accepts memories of the repository in .beadloom/memories.jsonl, as they are now. Until a person on this machine accepts a memory, it is shown as a quotation, and never when a session starts. Lines that a later pull adds or changes are not accepted. --all skips memories that read like an instruction or a secret, which an id accepts. revoke revokes acceptances.\n\nadopt reads a memory.db whose key is lost or that someone else made, and adds its memories. By that you state that you trust them.',
  examples: [
    { line: 'memories list', note: 'all of them' },
    { line: 'memories list --stale', note: 'memories that recall leaves out, and why' },
    { line: 'memories show mem-8q2k5v0c7x1n', note: 'one, with its history' },
    { line: 'memories accept mem-8q2k5v0c7x1n', note: 'accept one of the repository' },
    { line: 'memories accept --all', note: 'show all that are not accepted, and ask' },
    { line: 'memories revoke --all', note: 'revoke every acceptance' },
    { line: 'memories export > memories.jsonl', note: 'a copy of all' },
    { line: 'memories import memories.jsonl', note: 'add them to another checkout' },
    { line: 'memories adopt backup/memory.db', note: 'read a file whose key is lost' },
  ],
  arguments: [
    {
      name: 'action',
      help: 'list, show, accept, revoke, export, import, adopt or resolve',
      required: true,
      choices: ACTIONS,
    },
    {
      name: 'what',
      help: 'show, accept, revoke: the id of a memory; import: a file of JSON lines; adopt: a memory.db',
    },
  ],
  flags: [
    ...flagsOf('memories', ['stale', 'tags', 'refs', 'kind'], {
      stale: { help: `list: ${REQUESTS.memories.stale.help}` },
      tags: { name: 'tag', help: `list: ${REQUESTS.memories.tags.help}` },
      refs: { name: 'ref', help: `list: ${REQUESTS.memories.refs.help}` },
      kind: { help: `list: ${REQUESTS.memories.kind.help}` },
    }),
    ...flagsOf('memoriesAccept', ['all'], {
      all: { help: `accept, revoke: ${REQUESTS.memoriesAccept.all.help}` },
    }),
    { name: 'yes', short: 'y', help: 'accept: do not ask' },
    ...flagsOf('memoriesExport', ['shared'], {
      shared: { help: `export: ${REQUESTS.memoriesExport.shared.help}` },
    }),
    ...flagsOf('memoriesImport', ['force'], {
      force: { help: `import, adopt: ${REQUESTS.memoriesImport.force.help}` },
    }),
    ...flagsOf('memories', ['refresh'], {
      refresh: { help: 'list, show: compare evidence with the existing index' },
    }),
  ],
  run: async (shell, [action = '', what], options: Options) => {
    check(action, what, options);
    const { refresh } = options;
    switch (action) {
      case 'show':
        return show(shell, what ?? '', refresh);
      case 'export': {
        const { shared } = options;
        const lines = await shell.withProject((beadloom, work) =>
          beadloom.exportMemories({ ...work, shared }),
        );
        return lines === '' ? undefined : shell.dataJson(lines);
      }
      case 'import':
        return importFile(shell, what ?? '', options.force);
      case 'adopt':
        return adopt(shell, what ?? '', options.force);
      case 'resolve':
        return resolve(shell);
      case 'accept':
      case 'revoke':
        return accept(shell, what, options, action === 'revoke');
      default:
        return list(shell, options);
    }
  },
};

/** What an action is told. */
const NEEDS: Record<string, string> = { show: 'the id of a memory', import: 'a file', adopt: 'a file' };

function check(action: string, what: string | undefined, options: Options): void {
  if (action === 'accept' || action === 'revoke') {
    if ((what === undefined) !== (options.all === true)) {
      throw usage(`memories ${action} needs the id of a memory, or --all`);
    }
    if (action === 'revoke' && options.yes !== undefined) {
      throw usage('memories revoke asks nothing');
    }
    return;
  }
  if (options.all !== undefined) {
    throw usage('--all belongs to memories accept and revoke');
  }
  const needs = NEEDS[action];
  if (needs !== undefined && what === undefined) {
    throw usage(`memories ${action} needs ${needs}`);
  }
  if (needs === undefined && what !== undefined) {
    throw usage(`memories ${action} takes no '${what}'`);
  }
  for (const name of ['stale', 'tag', 'ref', 'kind', 'shared', 'force', 'yes'] as const) {
    const own = OWN[name] ?? ['list'];
    if (options[name] !== undefined && !own.includes(action)) {
      throw usage(`--${name} belongs to memories ${own.join(' and ')}`);
    }
  }
}

/** A person says yes to what stands there: a pipeline with `-y`, anybody else in a terminal. */
async function accept(
  shell: Shell,
  id: string | undefined,
  { all, yes = false }: Options,
  revoke: boolean,
): Promise<void> {
  const which = { all, ids: id === undefined ? [] : [id], revoke };
  if (!revoke && !yes) {
    if (!shell.interactive) {
      throw new BeadloomError({
        code: 'usage',
        message: 'memories accept asks a person, and there is no terminal',
        hint: 'read them with `beadloom memories list`, then pass -y',
      });
    }
    const asked = await shell.withProject((beadloom, work) =>
      beadloom.acceptMemories({ ...work, ...which, ask: true }),
    );
    if (asked.memories.length > 0) {
      shell.note(asked.memories.map((memory) => memoryText(memory, shell.paintError)).join('\n\n'));
      const { askYes } = await import('../prompts/confirm.js');
      if (!(await askYes('Show these to agents as your own?'))) {
        shell.note('nothing was accepted');
        return;
      }
    }
  }
  const answer = await shell.withProject((beadloom, work) => beadloom.acceptMemories({ ...work, ...which }));
  shell.print(answer, () => acceptText(answer, revoke));
}

async function list(shell: Shell, { tag: tags, ref: refs, stale, kind, refresh }: Options): Promise<void> {
  const answer = await shell.withProject((beadloom, work) =>
    beadloom.memories({ ...work, stale, tags, refs, kind, refresh }),
  );
  shell.print(answer, () => memoriesText(answer, shell.paint, shell.wrapAt));
  warnAbout(shell, answer.diagnostics);
  shell.warnStale(answer);
}

async function show(shell: Shell, id: string, refresh: RefreshFlag): Promise<void> {
  const answer = await shell.withProject((beadloom, work) => beadloom.memory(id, { ...work, refresh }));
  shell.show(answer, () => wholeMemoryText(answer.memory, shell.paint, shell.wrapAt));
}

async function adopt(shell: Shell, path: string, force: boolean | undefined): Promise<void> {
  // The project may be another folder than this one.
  const file = resolvePath(path);
  const answer = await shell.withProject((beadloom, work) =>
    beadloom.adoptMemories(file, { ...work, force }),
  );
  shell.print(answer, () => importText(answer));
}

async function importFile(shell: Shell, path: string, force: boolean | undefined): Promise<void> {
  const lines = read(path);
  const answer = await shell.withProject((beadloom, work) =>
    beadloom.importMemories(lines, { ...work, force }),
  );
  shell.print(answer, () => importText(answer));
}

/** Bytes of a file that is imported, at most. */
const MAX_IMPORT_BYTES = 256 << 20;

function read(path: string): string {
  try {
    return readRegularText(path, path, MAX_IMPORT_BYTES);
  } catch (thrown) {
    if (thrown instanceof BeadloomError) {
      throw thrown;
    }
    const code = (thrown as NodeJS.ErrnoException).code ?? '';
    throw new BeadloomError({
      code: 'not_readable',
      message: code === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read (${code})`,
      path,
      hint: 'memories export writes such a file',
    });
  }
}

async function resolve(shell: Shell): Promise<void> {
  const answer = await shell.withProject((beadloom, work) => beadloom.resolveMemories(work));
  shell.print(answer, () => resolveText(answer));
  warnAbout(shell, answer.diagnostics);
}

function warnAbout(
  shell: Shell,
  diagnostics: ReadonlyArray<{
    path: string | null;
    line: number | null;
    message: string;
    hint: string | null;
  }>,
): void {
  for (const { path, line, message, hint } of diagnostics) {
    const place = [path, line].filter((part) => part !== null).join(':');
    shell.warn(plainLine(`${place}: ${message}${hint === null ? '' : ` – ${hint}`}`));
  }
}

function usage(message: string): BeadloomError {
  return new BeadloomError({ code: 'usage', message, hint: 'see beadloom memories --help' });
}
