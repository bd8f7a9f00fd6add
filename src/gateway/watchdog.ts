import { spawn } from 'node:child_process';

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

/**
 * Ends groups of processes when this process ends, also where it has no say in it. A shell, because it costs a megabyte and is on
 * every system but Windows, where children are left with a closed stdin.
 */
export class Watchdog {
  #pipe: NodeJS.WritableStream | undefined;
  #starts = true;

  /** The group is to end with us. */
  add(group: number): void {
    this.#tell('+', group);
  }

  /** The group has ended: its number may be another's by now. */
  remove(group: number): void {
    this.#tell('-', group);
  }

  /** All groups have ended, or are ended now. */
  close(): void {
    this.#starts = false;
    this.#pipe?.end();
    this.#pipe = undefined;
  }

  #tell(sign: '+' | '-', group: number): void {
    if (process.platform === 'win32' || !Number.isSafeInteger(group) || group <= 1) {
      return;
    }
    this.#pipe ??= this.#starts && sign === '+' ? this.#started() : undefined;
    this.#pipe?.write(`${sign} ${group}\n`);
  }

  #started(): NodeJS.WritableStream | undefined {
    const child = spawn('/bin/sh', ['-c', SCRIPT], {
      // In a group of its own: what ends ours must not end it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
    });
    const gone = (): void => {
      this.#pipe = undefined;
      this.#starts = false;
    };
    // Without a shell, children end by their stdin alone.
    child.on('error', gone);
    child.stdin?.on('error', gone);
    child.unref();
    (child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
    return child.stdin ?? undefined;
  }
}
