/** The lines that a block of ours begins and ends with. */
const BEGIN = '# beadloom begin: checks documents; beadloom install-hooks --remove takes this block out';
const END = '# beadloom end';

/** Everything from our first mark to our last, with the line break behind it. */
const BLOCK = /^[ \t]*# beadloom begin\b[^\n]*\n[\s\S]*?^[ \t]*# beadloom end[^\n]*(?:\n|$)/m;

/** A text in single quotes, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The program and the file that hooks call: the beadloom that installed them. Absolute. */
export interface HookCommand {
  program: string;
  file: string;
}

/** What a hook calls. */
export interface HookCall {
  /** The project, relative to the top of the work tree, where Git runs hooks; empty where it is the top. */
  folder: string;
  /** What installed the hook; undefined in hooks that are committed, which name no machine. */
  command: HookCommand | undefined;
  /** Whether the user wants what the project brings to be run where it is there. */
  project: boolean;
}

/** What installed the hooks that are committed: a script beside Git's own files, which no clone brings along. */
export const RECORD = 'beadloom-check';

/** What a project brings. */
const PROJECT_COMMAND = 'node_modules/.bin/beadloom';

/** The lines that find the record, for a shell. */
const FIND_RECORD = `check=$(git rev-parse --git-common-dir 2>/dev/null)/${RECORD}`;

/**
 * The lines of a hook that check the documents.
 *
 * Git runs hooks at the top of the work tree, whatever is checked out there: nothing of it is run, unless the user said so.
 */
export function hookBlock({ folder, command, project }: HookCall): string {
  const lines =
    command === undefined && !project ? byRecord(folder) : check(quoted(folder), command, project);
  return [BEGIN, 'beadloom_check() (', ...lines, ')', 'beadloom_check || exit 1', END, ''].join('\n');
}

/** The script that {@link RECORD} names. Its argument is the folder of the project. */
export function recordScript(command: HookCommand): string {
  return [
    '#!/bin/sh',
    '# Made by beadloom install-hooks, for hooks that are committed.',
    ...check('"$1"', command, false),
    '',
  ].join('\n');
}

function byRecord(folder: string): string[] {
  return [
    `  [ -d "./"${quoted(folder)}/.beadloom ] || exit 0`,
    `  ${FIND_RECORD}`,
    '  if [ -f "$check" ]; then',
    `    exec sh "$check" ${quoted(folder)}`,
    '  fi',
    '  echo "beadloom install-hooks was not run on this machine, so documents were not checked" >&2',
  ];
}

/** Runs what is there. Anything but stale documents stops nobody. */
function check(folder: string, command: HookCommand | undefined, project: boolean): string[] {
  const { program, file } = command ?? { program: '', file: '' };
  return [
    `  case "$GIT_INDEX_FILE" in ''|/*) ;; *) GIT_INDEX_FILE=$PWD/$GIT_INDEX_FILE ;; esac`,
    `  cd "./"${folder} 2>/dev/null && [ -d .beadloom ] || exit 0`,
    `  set -- ${command === undefined ? PROJECT_COMMAND : `${quoted(program)} ${quoted(file)}`}`,
    ...(project && command !== undefined
      ? [`  if [ -x ${PROJECT_COMMAND} ]; then`, `    set -- ${PROJECT_COMMAND}`, '  fi']
      : []),
    '  if [ ! -x "$1" ] || [ ! -f "${2:-$1}" ]; then',
    `    printf '%s is gone, so documents were not checked; beadloom install-hooks puts another in its place\\n' "\${2:-$1}" >&2`,
    '    exit 0',
    '  fi',
    '  status=0',
    '  "$@" sync-check --hook --no-progress </dev/null >&2 || status=$?',
    '  case $status in',
    '    0) exit 0 ;;',
    '    2) exit 1 ;;',
    '    *) echo "beadloom sync-check failed, so documents were not checked" >&2 ;;',
    '  esac',
  ];
}

/** The command that a configuration of lefthook has, which is committed. */
export function lefthookCommand({ folder, project }: HookCall): string {
  const where = quoted(folder);
  if (!project) {
    const missing =
      'echo "beadloom install-hooks was not run on this machine, so documents were not checked" >&2';
    return `${FIND_RECORD}; if [ -f "$check" ]; then sh "$check" ${where}; else ${missing}; fi`;
  }
  return `cd "./"${where} && if [ -x ${PROJECT_COMMAND} ]; then ${PROJECT_COMMAND} sync-check --hook --no-progress; fi`;
}

/** What the block in a hook calls, as far as it can be read out of it. */
export function callOf(text: string): Pick<HookCall, 'command' | 'project'> | undefined {
  const block = BLOCK.exec(text)?.[0];
  if (block === undefined) {
    return undefined;
  }
  const word = String.raw`'((?:[^'\n]|'\\'')*)'`;
  const [, program, file] = new RegExp(`^  set -- ${word} ${word}$`, 'm').exec(block) ?? [];
  const plain = (one: string) => one.replaceAll(String.raw`'\''`, "'");
  const command =
    program === undefined || file === undefined ? undefined : { program: plain(program), file: plain(file) };
  // Blocks of earlier versions ran it without having been told to.
  const project = block.includes(`set -- ${PROJECT_COMMAND}\n`) && !block.includes('eval ');
  return { command, project };
}

/** What a hook that is made for the block begins with. */
const FRESH = '#!/bin/sh\n';

/**
 * A hook with our block in it: behind the first line, because hooks end with `exit` or `exec` as often as not.
 *
 * @param text of the hook; undefined where there is none
 */
export function withBlock(text: string | undefined, block: string): string {
  if (text === undefined) {
    return FRESH + block;
  }
  const bare = withoutBlock(text);
  const own = (bare === '' || bare === FRESH) && !isFresh(text) ? block.trimEnd() : block;
  if (!bare.startsWith('#!')) {
    return own + bare;
  }
  const end = bare.indexOf('\n');
  return end === -1 ? `${bare}\n${own}` : bare.slice(0, end + 1) + own + bare.slice(end + 1);
}

/** Whether a hook was made for the block that is in it: one that was there before has no line end behind the block. */
export function isFresh(text: string): boolean {
  return withoutBlock(text) === FRESH && (BLOCK.exec(text)?.[0].endsWith('\n') ?? false);
}

/** The same without our block. */
export function withoutBlock(text: string): string {
  return text.replace(BLOCK, '');
}

/** A configuration of lefthook without our blocks. One at its end without a line end stood behind a text that had none. */
export function withoutLefthook(text: string): string {
  let rest = text;
  for (let found = BLOCK.exec(rest); found !== null; found = BLOCK.exec(rest)) {
    const before = rest.slice(0, found.index);
    rest = found[0].endsWith('\n')
      ? before + rest.slice(found.index + found[0].length)
      : before.replace(/\n$/, '');
  }
  return rest;
}

/** Whether a block of ours is in it. */
export function hasBlock(text: string): boolean {
  return BLOCK.test(text);
}

/** Whether a shell of the Bourne family runs the hook. */
export function isShell(text: string): boolean {
  const first = /^#!([^\n]*)/.exec(text)?.[1];
  return first === undefined || /\b(?:ba|da|k|z|a)?sh\b/.test(first);
}

/**
 * A configuration of lefthook with a command of ours in a hook.
 *
 * @returns undefined where its form leaves no place that is sure
 */
export function withLefthook(text: string, hook: string, run: string): string | undefined {
  const begin = `${BEGIN} (${hook})`;
  const lines = ['beadloom:', `  run: ${JSON.stringify(run)}`];
  const old = text.indexOf(begin);
  if (old !== -1) {
    // What is there is ours: only what it runs may be another version's.
    const end = text.indexOf(END, old);
    const own = text.slice(old, end);
    const now = own.replace(
      /^([ \t]+)run: .*$/m,
      (_, indent: string) => `${indent}run: ${JSON.stringify(run)}`,
    );
    return end === -1 ? undefined : text.slice(0, old) + now + text.slice(end);
  }
  const at = text.search(new RegExp(`^${hook}:`, 'm'));
  if (at === -1) {
    const section = [begin, `${hook}:`, '  commands:', ...lines.map((line) => `    ${line}`), END].join('\n');
    return text === '' || text.endsWith('\n') ? `${text}${section}\n` : `${text}\n${section}`;
  }
  const section = text.slice(at);
  const first = section.indexOf('\n') + 1;
  const end = section.slice(first).search(/^[^\s#]/m);
  const own = first === 0 || end === -1 ? section : section.slice(0, first + end);
  const found = /^([ \t]+)commands:[ \t]*\n/m.exec(own);
  if (found === null) {
    return undefined;
  }
  const place = at + found.index + found[0].length;
  const next = /^[ \t]+/.exec(text.slice(place))?.[0] ?? '';
  const indent = next.length > (found[1] ?? '').length ? next : `${found[1]}  `;
  const block = [begin, ...lines, END].map((line) => `${indent}${line}\n`).join('');
  return text.slice(0, place) + block + text.slice(place);
}
