import type { DebtAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import { grouped, pad, plainLine, wrap } from './text.js';

/** Items of each part that are shown. */
const SHOWN = 10;

/** As a person calls the parts. */
const NAMES: Record<string, string> = {
  rule_errors: 'broken rules, errors',
  rule_warnings: 'broken rules, warnings',
  stale_documents: 'stale documents',
  missing_documents: 'nodes without a document',
  size: 'nodes that are too large',
  fan_out: 'nodes that need too many others',
  untested: 'nodes that no test reaches',
};

/** The figure, its parts, and what they are made of. */
export function debtText(answer: DebtAnswer, paint: Paint, wrapAt: number | undefined): string {
  const lines = [`${paint.bold('Debt')}: ${grouped(answer.debt)}`];
  for (const { part, count, weight, points } of answer.parts) {
    const name = pad(NAMES[part] ?? part, 34);
    const sum = count === 0 ? '0' : `${grouped(count)} × ${weight} = ${grouped(points)}`;
    lines.push(count === 0 ? paint.dim(`  ${name} ${sum}`) : `  ${name} ${sum}`);
  }
  for (const { part } of answer.parts.filter(({ points }) => points > 0)) {
    const items = answer.items.filter((item) => item.part === part);
    lines.push('', paint.bold(`${NAMES[part] ?? part}`));
    for (const { path, line, message } of items.slice(0, SHOWN)) {
      const place = path === null ? '' : `${plainLine(path)}${line === null ? '' : `:${line}`}: `;
      lines.push(`  ${place}${plainLine(message)}`);
    }
    if (items.length > SHOWN) {
      lines.push(paint.dim(`  and ${grouped(items.length - SHOWN)} more; --json lists them`));
    }
  }
  if (answer.trend.length > 0) {
    lines.push('', paint.bold('Trend'), ...trendLines(answer));
  }
  if (answer.condition !== null) {
    const verdict = answer.condition_holds
      ? paint.red(`The condition is true: ${plainLine(answer.condition)}`)
      : paint.green(`The condition is false: ${plainLine(answer.condition)}`);
    lines.push('', verdict);
  }
  return lines.flatMap((line) => wrap(line, wrapAt, 4)).join('\n');
}

function trendLines({ trend }: DebtAnswer): string[] {
  return trend.map(({ id, label, created_at: at, debt }, index) => {
    const before = trend[index - 1]?.debt;
    const step =
      before === undefined || before === debt
        ? ''
        : ` (${debt > before ? '+' : '−'}${grouped(Math.abs(debt - before))})`;
    const name = id === null ? 'now' : plainLine(label ?? id);
    return `  ${pad(at === null ? '' : plainLine(at), 20)}  ${pad(name, 20)}  ${grouped(debt)}${step}`;
  });
}
