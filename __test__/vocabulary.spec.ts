// A repository's own vocabulary: past commits lead from the words of people to the words of the code.

import test from 'ava';

import type { SearchAnswer } from '../src/model/answers.js';
import { beadloom } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { project } from './support/project.js';

const CODE: Record<string, string> = {
  'src/appointment/service.ts': 'export function save(when: Date): Date {\n  return when;\n}\n',
  'src/appointment/list.ts': 'export function list(): Date[] {\n  return [];\n}\n',
  'src/billing/invoice.ts': 'export function total(lines: number[]): number {\n  return lines.length;\n}\n',
  'src/client/form.ts': 'export function form(name: string): string {\n  return name;\n}\n',
};

withGit('a word of messages finds the files whose paths went with it', async (t) => {
  const where = project(t, CODE);
  git(where.root, 'init', '-q');
  const commit = (message: string, path: string, at: number): void => {
    where.write(path, `${CODE[path] ?? ''}// ${at}\n`);
    git(where.root, 'add', '-A');
    git(where.root, 'commit', '-qm', message);
  };
  commit('Begin', 'src/client/form.ts', 0);
  for (let at = 1; at <= 4; at++) {
    commit(`corregir turno duplicado ${at}`, 'src/appointment/service.ts', at);
    commit(`datos del cliente ${at}`, 'src/client/form.ts', at);
    commit(`factura mensual ${at}`, 'src/billing/invoice.ts', at);
    commit(`importe de la factura ${at}`, 'src/billing/invoice.ts', at + 10);
  }
  commit('limpieza general', 'src/appointment/list.ts', 1);
  // Answers to tasks read past commits, on a busy machine in several steps.
  let stdout = '';
  let paths: Array<string | null> = [];
  for (let times = 0; times < 40 && paths.length < 2; times += 1) {
    await beadloom(where, ['ctx', '--task', 'corregir turno', '--budget', '500']);
    ({ stdout } = await beadloom(where, ['search', 'cancelar el turno', '--in', 'code', '--json']));
    paths = (JSON.parse(stdout) as SearchAnswer).hits.map(({ path }) => path ?? null);
  }
  t.is(paths[0], 'src/appointment/service.ts', stdout);
  // No commit with that word changed that one: the words of its path lead to it.
  t.true(paths.includes('src/appointment/list.ts'), stdout);
  t.false(paths.slice(0, 2).includes('src/billing/invoice.ts'), stdout);
});

test('without commits the same query finds nothing of it, and says no error', async (t) => {
  const where = project(t, CODE);
  const { code, stdout } = await beadloom(where, ['search', 'turno', '--in', 'code', '--json']);
  t.is(code, 0);
  t.deepEqual((JSON.parse(stdout) as SearchAnswer).hits, []);
});
