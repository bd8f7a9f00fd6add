// Each language's own word on imports and calls: a program of that language, started with what it needs.

import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Failure, hasProgram, npm, output, root } from '../../scripts/lib/process.mjs';
import { cached } from '../corpora.mjs';

const FOLDER = join(root, 'bench', 'accuracy', 'oracles');

/** What has to be on the path for a language's oracle. */
export const NEEDS = {
  python: ['python3'],
  typescript: ['tar'],
  go: ['go'],
  rust: ['cargo', 'rust-analyzer'],
  java: ['java', 'mvn'],
};

/** Programs of a language's oracle that this machine lacks. */
export function missing(language) {
  return NEEDS[language].filter((program) => !hasProgram(program) || !works(program));
}

/** A name on the path may stand for a component that is not installed. */
function works(program) {
  return program !== 'rust-analyzer' || spawnSync(program, ['--version']).status === 0;
}

/**
 * @param {import('./packages.mjs').Package} package_
 * @param {'imports' | 'calls'} what
 * @param {string} folder the package's sources
 * @param {object[]} [questions] for calls: what is asked
 * @returns {object[]} answers, a line each
 */
export function ask(package_, what, folder, questions = []) {
  const [program, args, cwd] = COMMANDS[package_.language](what, folder, package_);
  const result = spawnSync(program, args, {
    cwd,
    input: questions.map((question) => `${JSON.stringify(question)}\n`).join(''),
    maxBuffer: 1 << 30,
    encoding: 'utf8',
  });
  if (result.error || result.status !== 0) {
    throw new Failure(`${program} ended with ${result.error?.message ?? result.status}: ${result.stderr}`);
  }
  return result.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const COMMANDS = {
  python(what, folder, { sources }) {
    const home = cached('accuracy-jedi', (made) => writeFileSync(join(made, 'made'), ''));
    const program = join(home, 'venv', 'bin', 'python');
    if (!existsSync(program)) {
      output('python3', ['-m', 'venv', join(home, 'venv')]);
      output(program, ['-m', 'pip', 'install', '--quiet', 'jedi==0.20.1']);
    }
    return [program, [join(FOLDER, 'python.py'), what, folder, join(folder, sources)]];
  },
  typescript(what, folder) {
    const home = cached('accuracy-typescript', (made) => {
      writeFileSync(join(made, 'package.json'), '{"private":true}\n');
      const [program, args] = npm('install', '--silent', '--no-audit', '--no-fund', 'typescript@6.0.3');
      output(program, args, { cwd: made });
    });
    const library = join(home, 'node_modules', 'typescript');
    return [
      process.execPath,
      ['--max-old-space-size=8192', join(FOLDER, 'typescript.mjs'), what, folder, library],
    ];
  },
  go(what, folder) {
    return ['go', ['run', '-mod=mod', '.', what, folder], join(FOLDER, 'go')];
  },
  rust(what, folder) {
    return [process.execPath, [join(FOLDER, 'rust.mjs'), what, folder]];
  },
  java(what, folder) {
    return ['java', [join(FOLDER, 'Oracle.java'), what, folder]];
  },
};
