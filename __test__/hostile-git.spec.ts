// Repositories that have Git run programs, or lead elsewhere: nothing is run, nothing of elsewhere is told, and what is changed
// is found. `bench/attack/git.mjs` tries each setting alone in each command.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  change,
  fault,
  LAYOUTS,
  Programs,
  QUESTIONS,
  repository,
  SECRET,
  type Planted,
} from '../bench/attack/hostile-git.mjs';
import { run as runWithInput } from '../bench/attack/lib.mjs';
import { answer, beadloom, CLI, environment } from './support/cli.js';
import { sample } from './support/long.js';
import { git, GIT_ENVIRONMENT, withGitOnUnix as test } from './support/git.js';
import { project, type TestProject } from './support/project.js';

/** Commands that ask Git in different ways; the others, or a sample of them, where a layout may have any command run something. */
const FEW = new Set([
  'affected',
  'export',
  'ci --base',
  'sync-check --staged',
  'sync-check --since',
  'sync-check --hook',
  'ctx PROJ-123',
  'doctor',
  'install-hooks',
]);
const THOROUGH = new Set(['all settings', 'all variables', 'a submodule']);

/** A repository of {@link repository} in a folder of its own, with its lock. */
async function prepared(where: TestProject): Promise<string> {
  const root = where.path('project');
  mkdirSync(root);
  const write = repository(root);
  await answer({ ...where, root }, ['sync-update', '--all', '-y']);
  change(root, write);
  return root;
}

function questionsOf(layout: string) {
  const few = QUESTIONS.filter(({ name }) => FEW.has(name));
  const others = QUESTIONS.filter(({ name }) => !FEW.has(name));
  return THOROUGH.has(layout) ? [...few, ...sample(others, 3)] : few;
}

for (const [layout, plant] of Object.entries(LAYOUTS)) {
  test(`${layout}: nothing is run, and what is changed is found`, async (t) => {
    const where = project(t);
    const root = await prepared(where);
    const programs = new Programs(where.path('programs'));
    const { cwd = root, env = {}, refused = false }: Planted = plant(root, programs);
    programs.ran();
    for (const question of questionsOf(layout)) {
      const { name, args, input } = question;
      const settings = { ...GIT_ENVIRONMENT, HOME: where.root, ...env };
      const ended = await runWithInput(CLI, args, {
        cwd,
        env: settings,
        ...(input === undefined ? {} : { input }),
      });
      t.deepEqual(programs.ran(), [], name);
      t.false(`${ended.stdout}${ended.stderr}`.includes(SECRET), name);
      t.true(ended.code !== null && ended.code <= 2, `${name}: ${ended.stderr}`);
      t.is(refused ? undefined : fault(question, ended), undefined, name);
    }
  });
}

test('what is planted is run by Git itself', async (t) => {
  const where = project(t);
  const root = await prepared(where);
  const programs = new Programs(where.path('programs'));
  LAYOUTS['all settings']?.(root, programs);
  programs.ran();
  try {
    execFileSync('git', ['status'], { cwd: root, env: environment(GIT_ENVIRONMENT), stdio: 'ignore' });
  } catch {
    // What is run may keep Git from answering.
  }
  t.true(programs.ran().some((name) => name.startsWith('core.fsmonitor') || name.startsWith('filter.evil')));
});

test('why there is no repository is said', async (t) => {
  for (const [layout, said] of [
    ['a bare repository in a clone', /looks like a repository without a work tree/],
    ['a `.git` that leads elsewhere', /does not list this work tree/],
    ['a `.git` with the history of another', /does not list this work tree/],
    ['a `.git` with the index of another', /does not list this work tree/],
  ] as const) {
    const where = project(t);
    const root = await prepared(where);
    const { cwd = root } = LAYOUTS[layout]?.(root, new Programs(where.path('programs'))) ?? {};
    const { code, stderr } = await beadloom(where, ['ci', '--base', 'HEAD'], { cwd });
    t.is(code, 1, layout);
    t.regex(stderr, said, layout);
  }
});

test('what Git converts by itself is no change, whatever its time', async (t) => {
  const where = project(t);
  const root = where.path('project');
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('lines.py', 'def a():\n    return 1\n');
  write('ends.py', 'one\r');
  write(
    'large.bin',
    'version https://git-lfs.github.com/spec/v1\noid sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae\nsize 3\n',
  );
  write('mode.py', 'x = 1\n');
  git(root, 'init', '--quiet', '.');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'first');
  const files = async () =>
    (await answer<{ files: string[] }>({ ...where, root }, ['affected'])).files.toSorted();
  t.deepEqual(await files(), []);
  write('lines.py', 'def a():\r\n    return 1\r\n');
  write('ends.py', 'one\r');
  write('large.bin', 'foo');
  t.deepEqual(await files(), []);
  write('lines.py', 'def a():\r\n    return 2\r\n');
  write('ends.py', 'one\r\r\n');
  write('large.bin', 'fop');
  execFileSync('chmod', ['+x', join(root, 'mode.py')]);
  t.deepEqual(await files(), ['ends.py', 'large.bin', 'lines.py', 'mode.py']);
  git(root, 'config', 'core.fileMode', 'false');
  t.deepEqual(await files(), ['ends.py', 'large.bin', 'lines.py']);
});

test('taken out of the index, only intended, unmerged, linked: as Git has it', async (t) => {
  const where = project(t);
  const root = where.path('project');
  mkdirSync(join(root, 'deep'), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  for (const name of ['kept', 'same', 'gone', 'moved', 'touched', 'deep/far']) {
    write(`${name}.py`, `def ${name.replace('/', '_')}():\n    return 1\n`);
  }
  git(root, 'init', '--quiet', '.');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'first');
  git(root, 'rm', '--quiet', '--cached', 'kept.py', 'same.py');
  write('kept.py', 'other\n');
  git(root, 'rm', '--quiet', 'gone.py');
  write('new.py', 'x = 1\n');
  write('intended.py', 'x = 1\n');
  git(root, 'add', '--intent-to-add', 'intended.py');
  write('staged.py', 'x = 1\n');
  git(root, 'add', 'staged.py');
  write('staged.py', 'x = 2\n');
  // Staged and taken back: as the commit has it.
  write('touched.py', 'x = 1\n');
  git(root, 'add', 'touched.py');
  write('touched.py', 'def touched():\n    return 1\n');
  // A link in the place of a folder leads to no file of the repository.
  const elsewhere = where.path('elsewhere');
  mkdirSync(elsewhere);
  cpSync(join(root, 'deep/far.py'), join(elsewhere, 'far.py'));
  execFileSync('sh', ['-c', `rm -r deep && ln -s '${elsewhere}' deep`], { cwd: root });
  const { files } = await answer<{ files: string[] }>({ ...where, root }, ['affected']);
  t.deepEqual(files.toSorted(), [
    'deep',
    'deep/far.py',
    'gone.py',
    'intended.py',
    'kept.py',
    'new.py',
    'staged.py',
  ]);
  t.true(existsSync(join(root, 'same.py')));
  t.is(readFileSync(join(root, 'same.py'), 'utf8'), 'def same():\n    return 1\n');
});
