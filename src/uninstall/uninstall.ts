import type { UninstallAnswer, UninstallItem } from '../model/answers.js';
import { BeadloomError } from '../model/error.js';
import { findSteps, type Step, type Uninstall } from './steps.js';

/**
 * Takes back what our commands wrote outside of `.beadloom/`, and of that what was asked for. Each file goes by itself: what
 * cannot be taken back is said, and the rest goes on.
 */
export function uninstall(from: Uninstall, dryRun: boolean): UninstallAnswer {
  const items = findSteps(from).map((step) => itemOf(dryRun ? step : carriedOut(step)));
  const count = (outcome: string) => items.filter((item) => item.outcome === outcome).length;
  return {
    version: 1,
    dry_run: dryRun,
    items,
    removed: count('removed'),
    kept: count('kept'),
    refused: count('refused'),
  };
}

function carriedOut(step: Step): Step {
  if ('remove' in step.does) {
    try {
      step.does.remove();
    } catch (thrown) {
      return { ...step, does: { refuse: BeadloomError.from(thrown) } };
    }
  }
  return step;
}

function itemOf({ what, path, does }: Step): UninstallItem {
  const item = { what, path, reason: null, code: null, line: null, column: null, hint: null };
  if ('remove' in does) {
    return { ...item, outcome: 'removed' };
  }
  if ('keep' in does) {
    return { ...item, outcome: 'kept', reason: does.keep, hint: does.hint };
  }
  const { message, code, line, column, hint } = does.refuse;
  return { ...item, outcome: 'refused', reason: message, code, line, column, hint };
}
