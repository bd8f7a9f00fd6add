// The program that prints an index for tests, past the command line.

import { execFileSync } from 'node:child_process';

import { cargoEnv } from './cargo.mjs';
import { root } from './process.mjs';

/**
 * Builds it and gives back its path; `npm test` has built it already. Throws where there is no cargo, or it does not compile.
 * @returns {string}
 */
export function dumpProgram() {
  const args = ['build', '--quiet', '--workspace', '--example', 'dump', '--message-format=json'];
  const messages = execFileSync('cargo', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
    // With other settings than those of `npm test`, cargo would compile its crates once more.
    env: cargoEnv('dev'),
  });
  const built = messages
    .split('\n')
    .filter((line) => line.includes('"compiler-artifact"'))
    .map((line) => JSON.parse(line))
    .find(({ target, executable }) => target.name === 'dump' && executable !== null);
  if (typeof built?.executable !== 'string') throw new Error('cargo built no example named dump');
  return built.executable;
}
