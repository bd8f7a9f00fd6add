import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ExecutionContext } from 'ava';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

// The files of a run are threads of one process, and the addon in it knows one place of data. Those of runs that ended go.
const DATA = 'beadloom-data-';
process.env['XDG_DATA_HOME'] = join(tmpdir(), `${DATA}${process.pid}`);
mkdirSync(process.env['XDG_DATA_HOME'], { recursive: true });
for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(DATA))) {
  if (!isRunning(Number(name.slice(DATA.length)))) {
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A project folder of a test's own. */
export interface TestProject {
  root: string;
  /** Writes a file, with the folders above it. */
  write: (path: string, content: string | Uint8Array) => void;
  path: (path: string) => string;
}

/** A project made of the files given; it goes when the test ends. */
export function project(t: ExecutionContext, files: Record<string, string | Uint8Array> = {}): TestProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'beadloom-')));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  const made: TestProject = {
    root,
    path: (path) => join(root, path),
    write: (path, content) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
  };
  // What Git keeps a root in; without it the root would be looked for further up.
  mkdirSync(join(root, '.git'));
  for (const [path, content] of Object.entries(files)) {
    made.write(path, content);
  }
  return made;
}

/** A copy of a project in `__test__/fixtures`. */
export function fixture(t: ExecutionContext, name: string): TestProject {
  const made = project(t);
  cpSync(join(FIXTURES, name), made.root, { recursive: true });
  return made;
}
