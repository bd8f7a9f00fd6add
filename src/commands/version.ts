import type { VersionAnswer } from '../model/answers.js';
import { loadNative } from '../native/load.js';
import { platformName } from '../native/platform.js';
import type { CommandModule } from '../shell/command.js';
import { VERSION } from '../model/version.js';

export const command: CommandModule = {
  summary: 'print the versions of beadloom, its addon and Node',
  examples: [
    { line: 'version', note: 'for a bug report' },
    { line: '--version', note: 'the number alone' },
  ],
  arguments: [],
  flags: [],
  run: async (shell) => {
    const answer: VersionAnswer = {
      version: 1,
      beadloom_version: VERSION,
      node: process.version,
      platform: platformName(),
      addon: addonVersion(),
    };
    const addon = answer.addon ?? 'none that loads (any other command says why)';
    shell.print(
      answer,
      () =>
        `beadloom ${answer.beadloom_version}\naddon    ${addon}\nnode     ${answer.node}\nplatform ${answer.platform}`,
    );
  },
};

/** The addon's version; null where none loads, for this command has to work there too. */
function addonVersion(): string | null {
  try {
    return loadNative().version();
  } catch {
    return null;
  }
}
