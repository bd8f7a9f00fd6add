import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';

import test from 'ava';
import { parse } from 'yaml';

import { environment } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

interface Step {
  name: string;
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  shell?: string;
  'working-directory'?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
}

interface Action {
  name: string;
  description: string;
  branding: { icon: string; color: string };
  inputs: Record<string, { description: string; default?: string; required?: boolean }>;
  outputs: Record<string, { description: string; value: string }>;
  runs: { using: string; steps: Step[] };
}

const TEXT = readFileSync(new URL('../action.yml', import.meta.url), 'utf8');
const ACTION = parse(TEXT) as Action;

const STEP_KEYS = new Set(['name', 'id', 'if', 'uses', 'run', 'shell', 'working-directory', 'with', 'env']);

const withBash = (() => {
  try {
    execFileSync('bash', ['--version'], { stdio: 'ignore' });
    return process.platform === 'win32' ? test.skip : test;
  } catch {
    return test.skip;
  }
})();

test('the action has the keys that an action has, and no other', (t) => {
  t.deepEqual(Object.keys(ACTION).toSorted(), [
    'branding',
    'description',
    'inputs',
    'name',
    'outputs',
    'runs',
  ]);
  t.is(ACTION.runs.using, 'composite');
  for (const [name, input] of Object.entries(ACTION.inputs)) {
    t.regex(name, /^[a-z][a-z-]*$/);
    t.is(typeof input.default, 'string', `${name} has a default`);
    t.truthy(input.description);
  }
  for (const step of ACTION.runs.steps) {
    t.deepEqual(
      Object.keys(step).filter((key) => !STEP_KEYS.has(key)),
      [],
    );
    t.not(step.uses === undefined, step.run === undefined, 'either uses or runs');
    if (step.run !== undefined) {
      t.is(step.shell, 'bash', 'a composite step names its shell');
      t.false(
        step.run.includes('${{'),
        'a script takes nothing but its environment: an input may hold anything',
      );
    } else {
      t.regex(step.uses ?? '', /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    }
  }
});

test('what is referred to is there, and every input is documented', (t) => {
  const ids = new Set(ACTION.runs.steps.map(({ id }) => id));
  for (const [, input = ''] of TEXT.matchAll(/\binputs\.([\w-]+)/g)) {
    t.true(input in ACTION.inputs, input);
  }
  for (const [, id = ''] of TEXT.matchAll(/\bsteps\.([\w-]+)\.outputs/g)) {
    t.true(ids.has(id), id);
  }
  const page = readFileSync(new URL('../docs/ci.md', import.meta.url), 'utf8');
  for (const name of Object.keys(ACTION.inputs)) {
    t.regex(page, new RegExp(`^\\| \`${name}\` \\|`, 'm'));
  }
});

interface Workflow {
  permissions?: Record<string, string>;
  jobs?: Record<string, { 'runs-on': string; steps: Step[] }>;
}

test('the workflows of the page are whole, use inputs that there are, and may do what they do', (t) => {
  const page = readFileSync(new URL('../docs/ci.md', import.meta.url), 'utf8');
  const texts = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);
  const workflows = texts.map((text) => parse(text) as Workflow).filter(({ jobs }) => jobs !== undefined);
  t.is(workflows.length, 2);
  for (const { permissions, jobs } of workflows) {
    t.is(permissions?.['contents'], 'read');
    const steps = Object.values(jobs ?? {}).flatMap((job) => job.steps);
    const ours = steps.filter(({ uses }) => uses?.startsWith('OWNER/beadloom@'));
    t.is(ours.length, 1);
    for (const input of Object.keys(ours[0]?.with ?? {})) {
      t.true(input in ACTION.inputs, input);
    }
    t.true(
      steps.indexOf(ours[0] as Step) > steps.findIndex(({ uses }) => uses?.startsWith('actions/checkout@')),
    );
    const uploads = steps.some(({ uses }) => uses?.includes('/upload-sarif@'));
    t.is(permissions?.['security-events'], uploads ? 'write' : undefined);
  }
  // Outside of a merge request there is no base, and an empty one names no commit.
  const gitlab = texts.find((text) => text.includes('CI_MERGE_REQUEST_DIFF_BASE_SHA'));
  t.regex(gitlab ?? '', /if: \$CI_PIPELINE_SOURCE == "merge_request_event"/);
});

/**
 * Runs the action's script with an `npm` that installs a `beadloom` which prints its arguments and ends with a code. The
 * project brings one of its own, which says so.
 */
function run(where: TestProject, code: number, env: Record<string, string>) {
  const executable = (path: string, ...lines: string[]) => {
    where.write(path, ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(where.path(path), 0o755);
  };
  executable('node_modules/.bin/beadloom', 'printf \'of the project: %s\\n\' "$*"');
  executable('tools/published', 'printf \'%s\\n\' "$*"', `exit ${code}`);
  executable(
    'tools/npm',
    `case "$*" in *beadloom@latest) ;; *) exit 7 ;; esac`,
    `mkdir -p node_modules/.bin && cp '${where.path('tools/published')}' node_modules/.bin/beadloom`,
  );
  where.write('output', '');
  const script = ACTION.runs.steps.find(({ run: text }) => text !== undefined)?.run ?? '';
  const ended = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: where.root,
    encoding: 'utf8',
    env: environment({
      BEADLOOM_VERSION: 'latest',
      BEADLOOM_FORMAT: 'github',
      BEADLOOM_OUTPUT: '',
      GITHUB_OUTPUT: where.path('output'),
      GITHUB_WORKSPACE: where.root,
      RUNNER_TEMP: where.path('temporary'),
      PATH: `${where.path('tools')}:${process.env['PATH']}`,
      ...env,
    }),
  });
  return { ...ended, output: readFileSync(where.path('output'), 'utf8') };
}

withBash('what the project brings runs only where that is asked for', (t) => {
  const where = project(t);
  const published = run(where, 0, { BEADLOOM_BASE: '' });
  t.is(published.stdout.trim(), 'ci --format github --no-progress');
  const own = run(where, 0, { BEADLOOM_BASE: '', BEADLOOM_VERSION: 'project' });
  t.is(own.stdout.trim(), 'of the project: ci --format github --no-progress');
  t.is(run(where, 0, { BEADLOOM_BASE: '', BEADLOOM_VERSION: 'none' }).status, 1);
});

withBash('the script passes what it was given, and ends as beadloom ends', (t) => {
  const where = project(t);
  const zeros = '0'.repeat(40);
  for (const [base, code, line, output] of [
    ['', 0, 'ci --format github --no-progress', 'passed=true\n'],
    [zeros, 0, 'ci --format github --no-progress', 'passed=true\n'],
    ['none', 2, 'ci --format github --no-progress', 'passed=false\n'],
    ['main', 1, 'ci --format github --no-progress --base=main', 'passed=false\n'],
    ['$(touch ran); x', 0, 'ci --format github --no-progress --base=$(touch ran); x', 'passed=true\n'],
  ] as const) {
    const ended = run(where, code, { BEADLOOM_BASE: base });
    t.is(ended.status, code, `${base}: ${ended.stderr}`);
    t.is(ended.stdout.trim(), line);
    t.is(ended.output, output);
  }
  t.throws(() => readFileSync(where.path('ran')));
  const ended = run(where, 2, { BEADLOOM_BASE: '', BEADLOOM_FORMAT: 'sarif', BEADLOOM_OUTPUT: 'a b.sarif' });
  t.is(ended.status, 2);
  t.is(readFileSync(where.path('a b.sarif'), 'utf8'), 'ci --format sarif --no-progress\n');
});
