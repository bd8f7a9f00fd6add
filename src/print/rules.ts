import type { RuleAnswer, RuleExemption, RuleMatch } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, plainLine, wrap } from './text.js';

const SHOWN = 20;

/** What a rule demands and matches. */
export function ruleText(answer: RuleAnswer, paint: Paint, columns: number | undefined): string {
  const { rule, rule_type: type, severity, path, line } = answer;
  const lines = [
    `${paint.bold(plainLine(rule))}  ${paint.dim(`${type}, ${severity}, ${plainLine(path)}:${line}`)}`,
    ...(answer.description === null ? [] : wrap(plainLine(answer.description), columns, 0)),
    '',
    ...wrap(plainLine(answer.says), columns, 0),
  ];
  if (answer.matches.length > 0) {
    lines.push('', ...answer.matches.flatMap((match) => matchLines(match, paint, columns)));
  }
  if (answer.exempt.length > 0) {
    lines.push('', 'Exempt:', ...answer.exempt.flatMap((one) => wrap(exemptLine(one), columns, 4)));
  }
  const broken = answer.violations;
  lines.push(
    '',
    broken === 0 ? 'It holds' : `It is broken in ${counted(broken, 'place')}; beadloom lint lists them`,
  );
  return lines.join('\n');
}

function matchLines(match: RuleMatch, paint: Paint, columns: number | undefined): string[] {
  const { part, nodes, files, files_count: count } = match;
  const all = nodes.length > 0 ? nodes : files;
  const total = nodes.length > 0 ? nodes.length : count;
  const shown = all.slice(0, SHOWN).map(plainLine);
  const more = total - shown.length;
  const what = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
  return wrap(`  ${paint.cyan(plainLine(part))}: ${what === '' ? 'nothing' : what}`, columns, 4);
}

function exemptLine({ from, to, reason, until, exempted }: RuleExemption): string {
  const ends = [from === null ? '' : `from ${from}`, to === null ? '' : `to ${to}`];
  const when = until === null ? '' : `, until ${until}`;
  const used = exempted === 0 ? 'not needed now' : counted(exempted, 'place');
  return plainLine(`  ${ends.filter((end) => end !== '').join(' ')}${when}: ${reason} (${used})`).replace(
    /^/,
    '  ',
  );
}
