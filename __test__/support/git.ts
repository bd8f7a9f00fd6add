import { execFileSync } from 'node:child_process';

import test from 'ava';

import { environment } from './cli.js';

/** Git's settings are nobody's in particular, whatever the developer's own say. */
export const GIT_ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.org',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.org',
};

/** Runs Git as nobody in particular, whatever the developer's own settings say. */
export function git(where: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main', ...args], {
    cwd: where,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment(GIT_ENVIRONMENT),
  });
}

/** For tests that need Git: without one they are reported as skipped, by name. */
export const withGit = (() => {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return test;
  } catch {
    return test.skip;
  }
})();

/** Likewise for tests that also need programs and links as Unix has them. */
export const withGitOnUnix = process.platform === 'win32' ? test.skip : withGit;
