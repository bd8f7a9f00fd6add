import type { NextFileAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import { plainLine } from './text.js';

/** The path, why, and where to look in it. */
export function nextFileText(answer: NextFileAnswer, paint: Paint): string {
  const digits = Math.max(3, ...answer.symbols.map(({ line_start: line }) => String(line).length));
  const rows = answer.symbols.map((symbol) => {
    const says = symbol.signature === '' ? symbol.qualified_name : symbol.signature;
    return `${paint.dim(String(symbol.line_start).padStart(digits))}  ${plainLine(says)}`;
  });
  return [paint.bold(plainLine(answer.path ?? '')), plainLine(answer.reason ?? ''), ...rows].join('\n');
}
