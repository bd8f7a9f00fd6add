import type { Diagnostic, StatusAnswer, SyncCheckAnswer } from '../model/answers.js';

/** Pairs that are listed at most: a project of a thousand files has thousands, nearly all of them up to date. */
const PAIRS = 40;

/** Findings that are listed at most; `beadloom status` has the rest. */
const DIAGNOSTICS = 10;

const LEVELS: Record<Diagnostic['level'], number> = { error: 0, warn: 1, info: 2 };

/**
 * The answer with no more pairs than an agent can use: where there are many, only those that somebody has to look at. It
 * says what was left out, and `summary` counts all.
 */
export function fewerPairs(answer: SyncCheckAnswer): SyncCheckAnswer {
  const { pairs, warning } = answer;
  if (pairs.length <= PAIRS) {
    return answer;
  }
  const behind = pairs.filter((pair) => pair.status !== 'ok');
  const kept = foremost(behind, PAIRS, (pair) => (pair.status === 'stale' ? 0 : 1));
  const which = kept.length < behind.length ? 'stale ones first' : 'all that are not ok';
  return {
    ...answer,
    pairs: kept,
    warning: cut(warning, kept.length, pairs.length, `pairs are listed, ${which}`),
  };
}

/** The answer with no more findings than an agent can use; it says what was left out. */
export function fewerFindings(answer: StatusAnswer): StatusAnswer {
  const { diagnostics, warning } = answer;
  const kept = foremost(diagnostics, DIAGNOSTICS, (one) => LEVELS[one.level]);
  return kept === diagnostics
    ? answer
    : {
        ...answer,
        diagnostics: kept,
        warning: cut(warning, kept.length, diagnostics.length, 'diagnostics are listed, the gravest first'),
      };
}

/** The first of the lowest ranks, in the order in which they stood. */
function foremost<T>(all: T[], most: number, rank: (one: T) => number): T[] {
  if (all.length <= most) {
    return all;
  }
  const best = all.map((one, index) => ({ one, index })).toSorted((a, b) => rank(a.one) - rank(b.one));
  return best
    .slice(0, most)
    .toSorted((a, b) => a.index - b.index)
    .map(({ one }) => one);
}

function cut(warning: string | null, kept: number, all: number, what: string): string {
  const sentence = `${kept} of ${all} ${what}`;
  return warning === null ? sentence : `${warning}; ${sentence}`;
}
