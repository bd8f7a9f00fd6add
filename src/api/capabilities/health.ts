import type { CiAnswer, DebtAnswer, DoctorAnswer } from '../../model/answers.js';
import { Connection } from '../connection.js';
import type { McpRefresh } from '../../native/native.js';
import type { CiOptions, DebtOptions, DoctorOptions } from '../../model/requests.js';

/** How project, index and machine are. */
export abstract class Health extends Connection {
  /** @internal How the MCP server keeps its answers fresh, by the settings and the index of now. */
  mcpRefresh(): McpRefresh {
    return this.engine.mcpRefresh();
  }

  /** What is wrong with project, index and machine, and how to mend it. */
  async doctor(options: DoctorOptions = {}): Promise<DoctorAnswer> {
    this.checkOpen();
    const { gitFiles, unignoredLines } = await import('../../yaml/ignore.js');
    const { agentsFindings } = await import('../../agents/check.js');
    let missing = unignoredLines(this.root);
    const fixed: string[] = [];
    if (options.fix && missing.length > 0) {
      const { Changes } = await import('../../yaml/changes.js');
      const changes = new Changes(this.root);
      gitFiles(this.root, '.gitignore').forEach((file) => changes.write(file.path, file.bytes, file.before));
      changes.carryOut();
      fixed.push(`.gitignore has ${missing.join(', ')} now`);
      missing = [];
    }
    const { examineHooks, mendHooks } = await import('../../hooks/examine.js');
    const git = this.engine.hookPlaces();
    let hooks = examineHooks(this.root, git);
    if (options.fix && hooks.some(({ state }) => state !== 'well')) {
      fixed.push(...mendHooks(this.root, git, hooks));
      hooks = examineHooks(this.root, git);
    }
    const agents = agentsFindings(this.root);
    return this.ask('doctor', { ...options, fixed, hooks, missingIgnoreLines: missing, agents });
  }

  /**
   * What a pipeline checks, under one verdict: index, rules, documents, health. Every step is run, whatever came of the
   * others; what a step cannot do is a finding of it.
   *
   * @throws BeadloomError `bad_revision`, `no_repository` for a base that cannot be compared with
   */
  async ci(options: CiOptions = {}): Promise<CiAnswer> {
    return this.ask('ci', options);
  }

  /** What the architecture owes, in one figure with its parts and what they are made of. */
  async debt(options: DebtOptions = {}): Promise<DebtAnswer> {
    const names = options.trend
      ? (await import('../../yaml/snapshots.js')).snapshotNames(this.root)
      : undefined;
    return this.ask('debt', { ...options, snapshots: names });
  }
}
