#!/usr/bin/env node
// The fast ways first: `--version` loads nothing, a hook of Git or of an agent's program no command line. Everything else is behind an import.
import { writeSync } from 'node:fs';

import { VERSION } from './model/version.js';

/** The words that an installed hook calls beadloom with, as `src/hooks/block.ts` writes them. */
const HOOK = 'sync-check --hook --no-progress';

/** The first word of a hook that an agent's program calls, as `src/agents/hooks/setup.ts` writes it. No other command is hidden. */
const AGENT_HOOK = 'agent-hook';

/** The first word of a daemon, as `src/daemon/start.ts` starts it. */
const DAEMON = 'daemon-serve';

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === '--version') {
  writeSync(1, `${VERSION}\n`);
} else {
  // From Node 22.1: compiled code is kept between runs.
  const loader = process.getBuiltinModule('node:module') as { enableCompileCache?: () => void };
  loader.enableCompileCache?.();
  // Nothing is caught here: each deals with what it throws.
  void (words[0] === AGENT_HOOK
    ? import('./agent-hooks/run.js').then(({ agentHook }) => agentHook(words.slice(1)))
    : words[0] === DAEMON
      ? import('./daemon/process.js').then(({ daemonServe }) => daemonServe(words.slice(1)))
      : words.join(' ') === HOOK
        ? import('./shell/hook.js').then(({ hook }) => hook(words))
        : import('./command-line.js').then(({ commandLine }) => commandLine(words)));
}
