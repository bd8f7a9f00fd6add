import type { LintAnswer, RuleAnswer } from '../../model/answers.js';
import { Connection } from '../connection.js';
import type { ReadOptions } from '../../model/work.js';
import type { LintOptions } from '../../model/requests.js';

/** Architecture rules. */
export abstract class Rules extends Connection {
  /**
   * What breaks the project's architecture rules. The index is brought up to date first, however long that takes.
   *
   * @throws BeadloomError with its place, where the rules file is wrong
   */
  async lint(options: LintOptions = {}): Promise<LintAnswer> {
    return this.ask('lint', options);
  }

  /** What one architecture rule demands, and what it matches. */
  async explainRule(rule: string, options: ReadOptions = {}): Promise<RuleAnswer> {
    return this.ask('explainRule', { ...options, rule });
  }
}
