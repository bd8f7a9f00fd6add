// The packages whose imports and calls are compared, three a language, by name and version.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { capture, Failure, npm, output } from '../../scripts/lib/process.mjs';
import { cached, copyWritable } from '../corpora.mjs';

/**
 * @typedef {object} Package
 * @property {string} language as in the index
 * @property {string} name
 * @property {string} version
 * @property {string} [sources] the folder below the project that is put on the module path
 */

/** @type {readonly Package[]} */
export const packages = [
  { language: 'python', name: 'flask', version: '3.1.2', sources: 'src' },
  { language: 'python', name: 'werkzeug', version: '3.1.3', sources: 'src' },
  { language: 'python', name: 'rich', version: '14.2.0', sources: '.' },
  { language: 'typescript', name: 'rxjs', version: '7.8.2' },
  { language: 'typescript', name: 'zod', version: '4.1.12' },
  { language: 'typescript', name: 'effect', version: '3.19.0' },
  { language: 'go', name: 'github.com/gin-gonic/gin', version: 'v1.11.0' },
  { language: 'go', name: 'github.com/spf13/cobra', version: 'v1.10.1' },
  { language: 'go', name: 'go.etcd.io/bbolt', version: 'v1.4.3' },
  { language: 'rust', name: 'clap_builder', version: '4.5.50' },
  { language: 'rust', name: 'regex-automata', version: '0.4.13' },
  { language: 'rust', name: 'rayon', version: '1.11.0' },
  { language: 'java', name: 'com.google.code.gson:gson', version: '2.13.2' },
  { language: 'java', name: 'org.apache.commons:commons-lang3', version: '3.19.0' },
  { language: 'java', name: 'org.jsoup:jsoup', version: '1.21.2' },
];

/** The package's own sources in a folder of the cache, fetched once by the language's own client. */
export function sourcesOf(package_) {
  const name = `accuracy-${package_.name.replaceAll(/[^\w.-]/g, '-')}-${package_.version}`;
  return cached(name, (folder) => FETCH[package_.language](package_, folder));
}

const FETCH = {
  python({ name, version }, folder) {
    const plain = [
      'download',
      '--quiet',
      '--no-deps',
      '--no-binary',
      ':all:',
      '--dest',
      folder,
      `${name}==${version}`,
    ];
    // Naming the version makes pip run the package's build; where that needs others, they come along.
    if (capture('pip', plain, { cwd: folder }).status !== 0) {
      output('pip', [...plain, '--no-build-isolation'], { cwd: folder });
    }
    unpack(folder, '.tar.gz');
  },
  typescript({ name, version }, folder) {
    const [program, args] = npm('pack', '--silent', `${name}@${version}`);
    output(program, args, { cwd: folder });
    unpack(folder, '.tgz');
    // What was built from src/ lies beside it.
    const kept = new Set(['src', 'package.json', 'tsconfig.json']);
    for (const entry of readdirSync(folder)) {
      if (!kept.has(entry)) rmSync(join(folder, entry), { recursive: true, force: true });
    }
  },
  go({ name, version }, folder) {
    const answer = output('go', ['mod', 'download', '-json', `${name}@${version}`], { cwd: folder });
    copyWritable(JSON.parse(answer).Dir, folder);
  },
  rust({ name, version }, folder) {
    const project = join(folder, 'fetch');
    mkdirSync(join(project, 'src'), { recursive: true });
    writeFileSync(join(project, 'src', 'lib.rs'), '');
    const manifest =
      '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n[dependencies]\n';
    writeFileSync(join(project, 'Cargo.toml'), `${manifest}${name} = "=${version}"\n`);
    output('cargo', ['vendor', '--quiet', 'vendor'], { cwd: project });
    copyWritable(join(project, 'vendor', name), folder);
    rmSync(project, { recursive: true, force: true });
  },
  java({ name, version }, folder) {
    const artifact = `-Dartifact=${name}:${version}:jar:sources`;
    output('mvn', ['-q', '-B', 'dependency:unpack', artifact, `-DoutputDirectory=${folder}`], {
      cwd: folder,
    });
  },
};

/** Takes an archive with one folder apart, into the folder that it lies in. */
function unpack(folder, suffix) {
  const archive = readdirSync(folder).find((name) => name.endsWith(suffix));
  if (!archive) throw new Failure(`the client left no *${suffix}`);
  output('tar', ['-xf', archive, '--strip-components=1'], { cwd: folder });
  rmSync(join(folder, archive));
}
