/** The lines that a block of ours begins and ends with. */
const BEGIN = '# beadloom begin: checks documents; beadloom install-hooks --remove takes this block out';
const END = '# beadloom end';

/** Everything from our first mark to our last, with the line break behind it. */
const BLOCK = /^[ \t]*# beadloom begin\b[^\n]*\n[\s\S]*?^[ \t]*# beadloom end[^\n]*(?:\n|$)/m;

/** Where the shell finds a command in single quotes, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * The lines of a hook that check the documents.
 *
 * Git runs hooks at the top of the work tree. The command is the project's own, the one in the PATH, or the one that
 * installed the hook, which only the repository's own settings name: hooks may be shared.
 *
 * @param folder the project, relative to the top; empty where it is the top
 */
export function hookBlock(folder: string): string {
  return `${BEGIN}
beadloom_check() (
  case "$GIT_INDEX_FILE" in ''|/*) ;; *) GIT_INDEX_FILE=$PWD/$GIT_INDEX_FILE ;; esac
  cd ${quoted(folder === '' ? '.' : folder)} 2>/dev/null && [ -d .beadloom ] || exit 0
  if [ -x node_modules/.bin/beadloom ]; then
    set -- node_modules/.bin/beadloom
  elif command -v beadloom >/dev/null 2>&1; then
    set -- beadloom
  else
    eval "set -- $(git config --get beadloom.command)"
  fi
  if [ $# -eq 0 ]; then
    echo "beadloom is not there, so documents were not checked" >&2
    exit 0
  fi
  status=0
  "$@" sync-check --hook --no-progress </dev/null >&2 || status=$?
  case $status in
    0) exit 0 ;;
    2) exit 1 ;;
    *) echo "beadloom sync-check failed, so documents were not checked" >&2 ;;
  esac
)
beadloom_check || exit 1
${END}
`;
}

/** A command line as the hook reads it from Git's settings. */
export function commandSetting(command: readonly string[]): string {
  return command.map(quoted).join(' ');
}

/**
 * A hook with our block in it: behind the first line, because hooks end with `exit` or `exec` as often as not.
 *
 * @param text of the hook; undefined where there is none
 */
export function withBlock(text: string | undefined, block: string): string {
  if (text === undefined || text.trim() === '') {
    return `#!/bin/sh\n${block}`;
  }
  const bare = withoutBlock(text);
  if (!bare.startsWith('#!')) {
    return block + bare;
  }
  const end = bare.indexOf('\n');
  return end === -1 ? `${bare}\n${block}` : bare.slice(0, end + 1) + block + bare.slice(end + 1);
}

/** The same without our block. */
export function withoutBlock(text: string): string {
  return text.replace(BLOCK, '');
}

/** Whether our block in it is exactly this one. */
export function isCurrent(text: string, block: string): boolean {
  return BLOCK.exec(text)?.[0].trimEnd() === block.trimEnd();
}

/** Whether a block of ours is in it. */
export function hasBlock(text: string): boolean {
  return BLOCK.test(text);
}

/** Whether nothing is left but the line that names the shell. */
export function isBare(text: string): boolean {
  return /^(?:#![^\n]*)?\s*$/.test(text);
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
  if (text.includes(begin)) {
    return text;
  }
  const lines = ['beadloom:', `  run: ${JSON.stringify(run)}`];
  const at = text.search(new RegExp(`^${hook}:`, 'm'));
  if (at === -1) {
    const gap = text === '' || text.endsWith('\n') ? '' : '\n';
    const section = [begin, `${hook}:`, '  commands:', ...lines.map((line) => `    ${line}`), END];
    return `${text}${gap}${section.join('\n')}\n`;
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
