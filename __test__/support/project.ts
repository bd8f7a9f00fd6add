import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ExecutionContext } from 'ava';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** A project folder of a test's own. */
export interface TestProject {
  root: string;
  /** Writes a file, with the folders above it. */
  write: (path: string, content: string | Uint8Array) => void;
  path: (path: string) => string;
}

/** A project made of the files given; it goes when the test ends. */
export function project(t: ExecutionContext, files: Record<string, string | Uint8Array> = {}): TestProject {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'beadloom-')));
  t.teardown(() => rmSync(parent, { recursive: true, force: true, maxRetries: 10 }));
  // A project is known by its folder's name, and a random one may resemble what a test searches for.
  const root = join(parent, 'trial');
  const made: TestProject = {
    root,
    path: (path) => join(root, path),
    write: (path, content) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
  };
  // What Git keeps a root in; without it the root would be looked for further up.
  mkdirSync(join(root, '.git'), { recursive: true });
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

/** Does to the documents that `init` drafted what a person does who reviews them: takes out the note, writes what is to do. */
export function reviewDrafts(where: TestProject): void {
  const names = readdirSync(where.path('docs'), { recursive: true, encoding: 'utf8' });
  for (const path of names.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))) {
    const text = readFileSync(where.path(path), 'utf8');
    const reviewed = text
      .replace(/<!-- beadloom:generated -->\n> Drafted by .*\n/, '')
      .replaceAll(/<!-- TODO: .* -->/g, 'Nothing more is known.');
    where.write(path, reviewed);
  }
}
