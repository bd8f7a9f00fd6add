import type { LintAnswer, RuleAnswer } from '../answers.js';
import { choice, defined, refreshOf, string } from '../arguments.js';
import { Connection } from '../connection.js';
import type { Rendered } from '../connection.js';
import { SEVERITIES } from '../options.js';
import type { LintOptions, ReadOptions } from '../options.js';

/** Architecture rules. */
export abstract class Rules extends Connection {
  /**
   * What breaks the project's architecture rules. The index is brought up to date first, however long that takes.
   *
   * @throws BeadloomError with its place, where the rules file is wrong
   */
  async lint(options: LintOptions = {}): Promise<LintAnswer> {
    return (await this.lintText(options)).answer;
  }

  /** @internal */
  async lintText(options: LintOptions = {}): Promise<Rendered<LintAnswer>> {
    const native = defined({
      severity: choice('severity', options.severity, SEVERITIES),
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.lint(native, ...work));
  }

  /** What one architecture rule demands, and what it matches. */
  async explainRule(rule: string, options: ReadOptions = {}): Promise<RuleAnswer> {
    return (await this.explainRuleText(rule, options)).answer;
  }

  /** @internal */
  async explainRuleText(rule: string, options: ReadOptions = {}): Promise<Rendered<RuleAnswer>> {
    const native = { rule: string('rule', rule), refresh: refreshOf(options) };
    return this.answer(options, (engine, ...work) => engine.explainRule(native, ...work));
  }
}
