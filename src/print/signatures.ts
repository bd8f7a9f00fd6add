import type { FileOutline, SignaturesAnswer, Symbol } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, plainLine } from './text.js';

/** The outlines of files: a line per definition, nested as the code is. */
export function signaturesText(answer: SignaturesAnswer, paint: Paint): string {
  return [answer, ...answer.more].map((outline) => outlineText(outline, paint)).join('\n\n');
}

function outlineText({ path, language, lines, symbols, omitted }: FileOutline, paint: Paint): string {
  const what = [...(language === null ? [] : [plainLine(language)]), counted(lines, 'line')].join(', ');
  const digits = Math.max(3, ...symbols.map(({ line_start: line }) => String(line).length));
  const around: Symbol[] = [];
  const rows = symbols.map((symbol) => {
    while (around.length > 0 && !holds(around.at(-1) as Symbol, symbol)) {
      around.pop();
    }
    const depth = around.length;
    around.push(symbol);
    const line = paint.dim(String(symbol.line_start).padStart(digits));
    const says = plainLine(symbol.signature === '' ? symbol.symbol_name : symbol.signature);
    return `${line}  ${'  '.repeat(depth)}${symbol.exported ? says : paint.dim(says)}`;
  });
  const none = omitted > 0 ? [] : ['  defines nothing'];
  return [
    `${paint.bold(plainLine(path))} ${paint.dim(`(${what})`)}`,
    ...(rows.length === 0 ? none : rows),
    ...(omitted > 0
      ? [paint.dim(`… and ${counted(omitted, 'symbol')} more; --budget takes more tokens`)]
      : []),
  ].join('\n');
}

function holds(outer: Symbol, inner: Symbol): boolean {
  return outer.line_start <= inner.line_start && inner.line_end <= outer.line_end
    ? inner.qualified_name.startsWith(`${outer.qualified_name}.`)
    : false;
}
