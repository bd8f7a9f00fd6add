import type { Beadloom } from '../api/beadloom.js';
import type { CodePiece } from '../model/answers.js';

/** A place that a prompt is about. */
export interface Place {
  /** The same for the same place, whatever its line is. */
  id: string;
  /** Lines of a file. */
  place: string;
  /** One line. */
  text: string;
}

/** What is asked for in all: a few definitions. */
const BUDGET = 600;

/** Places that are named. */
const MAX_PLACES = 4;

/** Words that a prompt has at least that is worth a question, and letters of one. */
const FEWEST_WORDS = 3;
const WORD = /[\p{L}\p{N}_]{3,}/gu;

/** Scripts without spaces have as much in this many characters. */
const FEWEST_CHARACTERS = 10;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Whether a prompt says what it is about: `yes`, `commit it` and a program's own commands do not. */
export function isTelling(prompt: string): boolean {
  const text = prompt.trim();
  return (
    !text.startsWith('/') &&
    ((text.match(WORD) ?? []).length >= FEWEST_WORDS ||
      (text.match(UNSPACED) ?? []).length >= FEWEST_CHARACTERS)
  );
}

/**
 * The places that a prompt is about, the best first. None unless the answer is sure: of such answers, six in seven begin with a
 * file that is to be changed; of the next level, two in five.
 */
export async function placesFor(beadloom: Beadloom, prompt: string, signal: AbortSignal): Promise<Place[]> {
  const { code, confidence } = await beadloom.ctx([], {
    task: prompt,
    budget: BUDGET,
    refresh: false,
    signal,
  });
  return confidence === 'high' ? (code ?? []).slice(0, MAX_PLACES).map(placeOf) : [];
}

function placeOf({ path, line_start: from, line_end: to, symbol, reason }: CodePiece): Place {
  const lines = from === to ? `${from}` : `${from}-${to}`;
  const name = symbol ? ` ${symbol}` : '';
  const why = reason ? ` (${reason})` : '';
  const place = `${path}:${lines}`;
  const text = `${place}${name}${why}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return { id: `${path}:${symbol ?? from}`, place, text };
}
