import { resolve as resolvePath } from 'node:path';

import { BeadloomError, usage } from '../model/error.js';
import { readRegularText } from '../model/reading.js';
import type {
  MemoriesAcceptOptions,
  MemoriesExportOptions,
  MemoriesImportOptions,
  MemoriesOptions,
} from '../model/requests.js';
import {
  acceptText,
  importText,
  memoriesText,
  memoryText,
  resolveText,
  wholeMemoryText,
} from '../print/memory.js';
import { plainLine } from '../print/text.js';
import { flagsOf } from '../shell/flags.js';
import { group, only } from '../shell/group.js';
import type { Shell } from '../shell/shell.js';

interface Options
  extends MemoriesOptions, MemoriesAcceptOptions, MemoriesExportOptions, MemoriesImportOptions {
  tag?: string[];
  ref?: string[];
  yes?: boolean;
}

export const command = group<Options>({
  name: 'memories',
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
      name: 'what',
      help: 'show, accept, revoke: the id of a memory; import: a file of JSON lines; adopt: a memory.db',
    },
  ],
  flags: [
    ...only(
      ['list'],
      flagsOf('memories', ['stale', 'tags', 'refs', 'kind'], {
        tags: { name: 'tag' },
        refs: { name: 'ref' },
      }),
    ),
    ...only(['accept', 'revoke'], flagsOf('memoriesAccept', ['all'])),
    ...only(['accept'], [{ name: 'yes', short: 'y', help: 'do not ask' }]),
    ...only(['export'], flagsOf('memoriesExport', ['shared'])),
    ...only(['import', 'adopt'], flagsOf('memoriesImport', ['force'])),
    ...only(
      ['list', 'show'],
      flagsOf('memories', ['refresh'], { refresh: { help: 'compare evidence with the existing index' } }),
    ),
  ],
  subcommands: {
    list: {
      run: async (shell, _words, { tag: tags, ref: refs, stale, kind, refresh }) => {
        const answer = await shell.withProject((beadloom, work) =>
          beadloom.memories({ ...work, stale, tags, refs, kind, refresh }),
        );
        shell.print(answer, () => memoriesText(answer, shell.paint, shell.wrapAt));
        warnAbout(shell, answer.diagnostics);
        shell.warnStale(answer);
      },
    },
    show: {
      needs: 'the id of a memory',
      run: async (shell, [id = ''], { refresh }) => {
        const answer = await shell.withProject((beadloom, work) => beadloom.memory(id, { ...work, refresh }));
        shell.show(answer, () => wholeMemoryText(answer.memory, shell.paint, shell.wrapAt));
      },
    },
    accept: { max: 1, lacks: oneOrAll, run: (shell, ids, options) => accept(shell, ids, options) },
    revoke: { max: 1, lacks: oneOrAll, run: (shell, ids, { all }) => setAccepted(shell, { all, ids }, true) },
    export: {
      run: async (shell, _words, { shared }) => {
        const lines = await shell.withProject((beadloom, work) =>
          beadloom.exportMemories({ ...work, shared }),
        );
        if (lines !== '') {
          shell.dataJson(lines);
        }
      },
    },
    import: {
      needs: 'a file',
      run: async (shell, [path = ''], { force }) => {
        const lines = read(path);
        const answer = await shell.withProject((beadloom, work) =>
          beadloom.importMemories(lines, { ...work, force }),
        );
        shell.print(answer, () => importText(answer));
      },
    },
    adopt: {
      needs: 'a file',
      run: async (shell, [path = ''], { force }) => {
        // The project may be another folder than this one.
        const file = resolvePath(path);
        const answer = await shell.withProject((beadloom, work) =>
          beadloom.adoptMemories(file, { ...work, force }),
        );
        shell.print(answer, () => importText(answer));
      },
    },
    resolve: {
      run: async (shell) => {
        const answer = await shell.withProject((beadloom, work) => beadloom.resolveMemories(work));
        shell.print(answer, () => resolveText(answer));
        warnAbout(shell, answer.diagnostics);
      },
    },
  },
});

/** The memories that are accepted, or no longer. */
type Choice = Pick<MemoriesAcceptOptions, 'all' | 'ids'>;

function oneOrAll(ids: readonly string[], { all }: Options): string | undefined {
  return ids.length > 0 === (all === true) ? 'needs the id of a memory, or --all' : undefined;
}

/** A person says yes to what stands there: a pipeline with `-y`, anybody else in a terminal. */
async function accept(shell: Shell, ids: string[], { all, yes = false }: Options): Promise<void> {
  const which = { all, ids };
  if (!yes) {
    if (!shell.interactive) {
      throw usage(
        'memories accept asks a person, and there is no terminal',
        'read them with `beadloom memories list`, then pass -y',
      );
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
  await setAccepted(shell, which, false);
}

async function setAccepted(shell: Shell, which: Choice, revoke: boolean): Promise<void> {
  const answer = await shell.withProject((beadloom, work) =>
    beadloom.acceptMemories({ ...work, ...which, revoke }),
  );
  shell.print(answer, () => acceptText(answer, revoke));
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
