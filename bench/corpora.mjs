// The code that beadloom is measured on: published packages by name and version, fetched by the registries' own
// clients into a cache outside the tree, so that anyone can repeat a figure.

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { cacheFolder } from '../scripts/lib/cache.mjs';
import { capture, Failure, hasProgram, npm, output } from '../scripts/lib/process.mjs';

/**
 * @typedef {object} Corpus
 * @property {string} name as on the command line
 * @property {string} what package and version, as in the table
 * @property {string[]} needs programs that must be on the path
 * @property {(folder: string) => string | string[]} fetch gets the package in an empty folder; the folder, or the
 *   folders side by side, that hold its sources
 */

/** @type {readonly Corpus[]} */
export const corpora = [
  {
    name: 'django',
    what: 'Django 5.2.4, source distribution (Python)',
    needs: ['pip', 'tar'],
    fetch(folder) {
      const package_ = 'django==5.2.4';
      const plain = ['download', '--quiet', '--no-deps', '--no-binary', ':all:', '--dest', folder, package_];
      // Naming the version makes pip run the package's build; without isolation it needs no other package for it.
      if (capture('pip', plain, { cwd: folder }).status !== 0) {
        output('pip', [...plain, '--no-build-isolation'], { cwd: folder });
      }
      return unpack(folder, '.tar.gz');
    },
  },
  {
    name: 'effect',
    what: 'effect 4.1.0, its src/ (TypeScript)',
    needs: ['tar'],
    fetch(folder) {
      const [program, args] = npm('pack', '--silent', 'effect@4.1.0');
      output(program, args, { cwd: folder });
      const unpacked = unpack(folder, '.tgz');
      // What was built from src/ lies beside it.
      rmSync(join(unpacked, 'dist'), { recursive: true, force: true });
      return unpacked;
    },
  },
  {
    name: 'rust-analyzer',
    what: 'ra_ap_ide 0.0.301 and the 25 crates of its workspace (Rust)',
    needs: ['cargo'],
    fetch(folder) {
      const manifest = '[package]\nname = "corpus"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n';
      writeFileSync(join(folder, 'Cargo.toml'), `${manifest}[dependencies]\nra_ap_ide = "=0.0.301"\n`);
      mkdirSync(join(folder, 'src'));
      writeFileSync(join(folder, 'src', 'lib.rs'), '');
      output('cargo', ['vendor', '--quiet', 'vendor'], { cwd: folder });
      const vendored = join(folder, 'vendor');
      return readdirSync(vendored)
        .filter((name) => name.startsWith('ra_ap_'))
        .map((name) => join(vendored, name));
    },
  },
  {
    name: 'kubernetes',
    what: 'k8s.io/kubernetes v1.34.1 (Go)',
    needs: ['go'],
    fetch(folder) {
      const answer = output('go', ['mod', 'download', '-json', 'k8s.io/kubernetes@v1.34.1'], { cwd: folder });
      return JSON.parse(answer).Dir;
    },
  },
  {
    name: 'hibernate',
    what: 'org.hibernate.orm:hibernate-core 7.0.6.Final, sources jar (Java)',
    needs: ['mvn'],
    fetch(folder) {
      const target = join(folder, 'sources');
      const artifact = 'org.hibernate.orm:hibernate-core:7.0.6.Final:jar:sources';
      const args = ['-q', '-B', 'dependency:unpack', `-Dartifact=${artifact}`, `-DoutputDirectory=${target}`];
      output('mvn', args, { cwd: folder });
      return target;
    },
  },
];

/** Programs of a corpus that this machine lacks. */
export function missingPrograms(corpus) {
  return corpus.needs.filter((program) => !hasProgram(program));
}

/** A Git work tree with the corpus in one commit, made once. */
export function workTree(corpus) {
  return cached(`${corpus.name}.work`, (folder) => {
    const fetched = mkdtempSync(join(cacheFolder(), 'fetch-'));
    try {
      const sources = [corpus.fetch(fetched)].flat();
      for (const source of sources)
        copyWritable(source, sources.length > 1 ? join(folder, nameOf(source)) : folder);
    } finally {
      rmSync(fetched, { recursive: true, force: true });
    }
    commitAll(folder);
  });
}

/** A folder of the cache, made by `make` if it is not there; it appears when it is whole. */
export function cached(name, make) {
  const folder = join(cacheFolder(), name);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder(), { recursive: true });
  const partial = mkdtempSync(join(cacheFolder(), 'partial-'));
  try {
    make(partial);
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

/** Commits everything in a folder, with beadloom's own files left out. */
export function commitAll(folder) {
  const git = (...args) =>
    output('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], { cwd: folder });
  git('init', '--quiet');
  writeFileSync(join(folder, '.git', 'info', 'exclude'), '.beadloom/\n');
  git('add', '--all', '--force', '.', ':!.beadloom/beadloom.db*');
  git('commit', '--quiet', '--message', 'corpus');
}

function unpack(folder, suffix) {
  const archive = readdirSync(folder).find((name) => name.endsWith(suffix));
  if (!archive) throw new Failure(`the client left no *${suffix}`);
  output('tar', ['-xf', archive], { cwd: folder });
  const inside = readdirSync(folder, { withFileTypes: true }).find((entry) => entry.isDirectory());
  return join(folder, inside.name);
}

/** Go's module cache is read only; a work tree is not. */
export function copyWritable(from, to) {
  cpSync(from, to, { recursive: true });
  if (process.platform !== 'win32') output('chmod', ['-R', 'u+w', to]);
}

function nameOf(path) {
  return path.split(/[\\/]/).at(-1);
}
