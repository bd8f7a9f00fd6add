import type { InstallHooksAnswer } from '../../model/answers.js';
import type { HookChange } from '../../hooks/install.js';
import { Connection } from '../connection.js';
import type { SyncReview } from '../../model/options.js';
import type { WorkOptions } from '../../model/work.js';

/** What changed in code since its documents did, and the hooks that look for it. */
export abstract class Sync extends Connection {
  /** @internal What the Git hook does about stale documents, by the settings of now. */
  hookMode(): 'warn' | 'block' | 'off' {
    return this.engine.hookMode();
  }

  /** @internal Puts our block into Git's hooks, or takes it out. */
  async installHooks(
    options: Pick<HookChange, 'hooks' | 'remove' | 'project' | 'outside'>,
  ): Promise<InstallHooksAnswer> {
    const { changeHooks } = await import('../../hooks/install.js');
    const { ownCommand } = await import('../../hooks/own.js');
    const git = this.engine.hookPlaces();
    const hooks = changeHooks({ root: this.root, git, command: ownCommand(), ...options });
    this.engine.forgetHookCommand();
    return { version: 1, hooks };
  }

  /** What changed in the code of a node since its documents were up to date with it. */
  async syncReview(ref: string, options: WorkOptions = {}): Promise<SyncReview> {
    return await this.ask<SyncReview>('syncReview', { ref }, options);
  }
}
