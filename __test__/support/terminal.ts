import type { TestProject } from './project.js';
import { CLI, run, type Run } from './cli.js';

/** What a person does: waits until the screen says something, then presses keys. */
export type Step = readonly [seen: string, keys: string];

// Python has a pseudo-terminal in its standard library.
const SCRIPT = `
import fcntl, json, os, pty, re, select, signal, struct, sys, termios
steps = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 40, 120, 0, 0))
seen = ''
while True:
    if not select.select([terminal], [], [], 60)[0]:
        # A question that never comes, or one that nobody answers: the test fails with what was seen, and nothing hangs.
        sys.stdout.write('nothing for 60 s; waited for %r' % steps[:1])
        os.kill(pid, signal.SIGKILL)
        break
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    text = data.decode('utf-8', 'replace')
    sys.stdout.write(text)
    seen += re.sub('\\x1b\\\\[[0-9;?]*[A-Za-z]', '', text)
    while steps and steps[0][0] in seen:
        seen = seen.split(steps[0][0], 1)[1]
        os.write(terminal, steps.pop(0)[1].encode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

/** Runs the command at a pseudo-terminal; undefined where there is none to be had. */
export async function atTerminal(
  where: TestProject,
  args: string[],
  steps: readonly Step[],
  env: Record<string, string> = {},
): Promise<Run | undefined> {
  const command = (...words: string[]) => [
    '-c',
    SCRIPT,
    JSON.stringify(steps),
    process.execPath,
    CLI,
    ...words,
  ];
  const options = { cwd: where.root, env: { TERM: 'xterm', ...env } };
  const probe = await run('python3', command('--version'), options).catch(() => undefined);
  return probe?.code === 0 ? run('python3', command(...args), options) : undefined;
}
