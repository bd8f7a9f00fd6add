import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Reads the groups of processes that are to end with us, `+` and `-` with their numbers, until its stdin closes: that we closed
 * it, or that nobody is left who could. What still runs then is told to end, and a moment later ended.
 */
const SCRIPT = `trap '' HUP INT QUIT TERM PIPE
groups=
while read -r sign group; do
  case $sign in
    +) groups="$groups $group" ;;
    -) rest=
       for one in $groups; do [ "$one" = "$group" ] || rest="$rest $one"; done
       groups=$rest ;;
  esac
done
[ -n "$groups" ] || exit 0
for one in $groups; do kill -TERM "-$one" 2>/dev/null; done
sleep 1
for one in $groups; do kill -KILL "-$one" 2>/dev/null; done
exit 0`;

/** The same for Windows, which has no groups: what a process started ends with it. As a program for Node, because there is no such shell. */
export const WINDOWS_SCRIPT = `const { spawnSync } = require('node:child_process');
const trees = new Set();
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (piece) => {
  const lines = (rest + piece).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const [sign, tree] = line.split(' ');
    if (sign === '+') trees.add(tree);
    else trees.delete(tree);
  }
});
process.stdin.on('end', () => {
  for (const tree of trees) spawnSync('taskkill', ['/PID', tree, '/T', '/F'], { stdio: 'ignore' });
});`;

/**
 * Ends groups of processes when this process ends, also where it has no say in it. A shell where there is one, because it costs a
 * megabyte.
 */
class Watchdog {
  #pipe: NodeJS.WritableStream | undefined;
  #starts = true;
  readonly #groups = new Set<number>();

  /** The group is to end with us. */
  add(group: number): void {
    this.#groups.add(group);
    this.#tell('+', group);
  }

  /** The group has ended: its number may be another's by now. */
  remove(group: number): void {
    if (!this.#groups.delete(group)) {
      return;
    }
    this.#tell('-', group);
    if (this.#groups.size === 0) {
      // Nothing is left to watch: it ends, and another begins with the next group.
      this.#pipe?.end();
      this.#pipe = undefined;
    }
  }

  #tell(sign: '+' | '-', group: number): void {
    if (!Number.isSafeInteger(group) || group <= 1) {
      return;
    }
    this.#pipe ??= this.#starts && sign === '+' ? this.#started() : undefined;
    this.#pipe?.write(`${sign} ${group}\n`);
  }

  #started(): NodeJS.WritableStream | undefined {
    const child = process.platform === 'win32' ? onWindows() : inShell();
    // Without a shell, children end by their stdin alone.
    child.on('error', () => {
      this.#pipe = undefined;
      this.#starts = false;
    });
    child.stdin?.on('error', () => undefined);
    child.unref();
    (child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
    return child.stdin ?? undefined;
  }
}

function inShell(): ChildProcess {
  return spawn('/bin/sh', ['-c', SCRIPT], {
    // In a group of its own: what ends ours must not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  });
}

function onWindows(): ChildProcess {
  const root = process.env['SystemRoot'] ?? String.raw`C:\Windows`;
  return spawn(process.execPath, ['-e', WINDOWS_SCRIPT], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: root,
    // `taskkill` is the system's, and an Electron application runs the script as Node does.
    env: { SystemRoot: root, PATH: `${root}\\System32`, ELECTRON_RUN_AS_NODE: '1' },
    windowsHide: true,
  });
}

/** One for all that this process starts. */
export const watchdog = new Watchdog();
