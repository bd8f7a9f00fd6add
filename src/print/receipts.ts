import type {
  ReceiptGroup,
  ReceiptOpened,
  ReceiptParts,
  ReceiptsAnswer,
  ReceiptSession,
} from '../model/answers.js';
import type { Paint } from './colour.js';
import { bytes, counted, duration, fit, grouped, pad, plainLine, wrap } from './text.js';

/** Groups that are listed. */
const MAX_GROUPS = 12;

/** Sessions that are listed. */
const MAX_SESSIONS = 5;

/** How channels are called. */
const CHANNELS: Record<string, string> = { cli: 'shell', mcp: 'MCP', hook: 'hook', library: 'library' };

/** Totals, what was opened, sessions and the last answers. */
export function receiptsText(answer: ReceiptsAnswer, paint: Paint, columns: number): string {
  const lines = [
    ...(answer.forgotten === null
      ? []
      : [answer.forgotten ? 'The receipts were deleted.' : 'There were no receipts.']),
    ...(answer.warning === null
      ? []
      : wrap(`${paint.yellow('warning')}: ${plainLine(answer.warning)}`, columns, 2)),
    ...(answer.kept
      ? []
      : wrap('Nothing is recorded now: receipts.keep is false, or CI is set.', columns, 2)),
  ];
  if (answer.totals.answers === 0 && !answer.opened.observed) {
    const none =
      answer.since === null ? 'No answer was recorded yet.' : `No answer since ${time(answer.since)}.`;
    return [...lines, ...(answer.forgotten === null && answer.warning === null ? [none] : [])].join('\n');
  }
  return [
    ...lines,
    ...totals(answer, paint, columns),
    ...groups(answer.by, paint, columns),
    ...opened(answer.opened, paint, columns),
    ...sessions(answer, paint, columns),
    ...last(answer, paint, columns),
    '',
    ...unknown(answer).flatMap((sentence) => wrap(paint.dim(sentence), columns, 2)),
  ].join('\n');
}

function totals(answer: ReceiptsAnswer, paint: Paint, columns: number): string[] {
  const { totals: all, parts, first, last: newest, since } = answer;
  const from = since ?? first;
  const span = from === null || newest === null ? '' : `${time(from)} to ${time(newest)}`;
  const also = [
    ...(all.cached > 0 ? [`${grouped(all.cached)} unchanged`] : []),
    ...(all.incomplete > 0 ? [`${grouped(all.incomplete)} not complete`] : []),
    `median ${duration(all.median_ms)}`,
  ];
  return [
    paint.bold(`${counted(all.answers, 'answer')}, ${counted(all.tokens, 'token')}, ${bytes(all.bytes)}`),
    ...(span === '' ? [] : [`  ${span}`]),
    ...[also.join(', '), shares(parts)]
      .filter((line) => line !== '')
      .flatMap((line) => wrap(`  ${line}`, columns, 4)),
  ];
}

/** What the tokens are about, the most first. */
function shares(parts: ReceiptParts): string {
  const all = Object.entries(parts) as Array<[string, number]>;
  const sum = all.reduce((total, [, tokens]) => total + tokens, 0);
  return all
    .filter(([, tokens]) => tokens > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, tokens]) => `${part} ${share(tokens, sum)}`)
    .join(', ');
}

function groups(all: readonly ReceiptGroup[], paint: Paint, columns: number): string[] {
  if (all.length === 0) {
    return [];
  }
  const shown = all.slice(0, MAX_GROUPS);
  const room = Math.max(16, columns - 36);
  const rows = shown.map(({ channel, program, command, totals: { answers, tokens, median_ms: ms } }) => {
    const who = program === null ? '' : ` (${plainLine(program)})`;
    const name = fit(`${CHANNELS[channel] ?? plainLine(channel)} ${plainLine(command)}${who}`, room);
    return `  ${pad(name, room)}${right(grouped(answers), 8)}${right(grouped(tokens), 11)}${right(duration(ms), 10)}`;
  });
  const more = all.length - shown.length;
  return [
    '',
    `${paint.bold(pad('By command', room + 2))}${right('answers', 8)}${right('tokens', 11)}${right('median', 10)}`,
    ...rows,
    ...(more > 0 ? [paint.dim(`  … and ${grouped(more)} more`)] : []),
  ];
}

function opened(all: ReceiptOpened, paint: Paint, columns: number): string[] {
  if (!all.observed) {
    return [];
  }
  const lines = [
    `  named   ${counted(all.named, 'file')}, ${grouped(all.named_opened)} opened (${share(all.named_opened, all.named)})`,
    `  opened  ${counted(all.files, 'file')}, ${grouped(all.unnamed)} that nothing had named`,
    `  places  ${grouped(all.places)}: ${grouped(all.hits)} as named, ${grouped(all.near)} other lines, ${grouped(all.misses)} not named`,
    `  besides ${grouped(all.characters)} characters, ${counted(all.searches, 'search', 'searches')}`,
  ];
  return ['', paint.bold('Opened afterwards'), ...lines.flatMap((line) => wrap(line, columns, 10))];
}

function sessions({ sessions: all, session_count: count }: ReceiptsAnswer, paint: Paint, columns: number) {
  const shown = all.slice(0, MAX_SESSIONS);
  const more = count - shown.length;
  return [
    ...(shown.length > 0 ? ['', paint.bold('Sessions')] : []),
    ...shown.flatMap((session) => sessionLines(session, columns)),
    ...(more > 0 ? [paint.dim(`  … and ${grouped(more)} more`)] : []),
  ];
}

function sessionLines(session: ReceiptSession, columns: number): string[] {
  const { id, program, last: newest, totals: all, tool_tokens: tools, resident_tokens: resident } = session;
  const who = program === null ? '' : `  ${plainLine(program)}`;
  const of = tools > 0 ? `, ${grouped(tools)} of them tools` : '';
  return [
    fit(`  ${plainLine(id).slice(0, 8)}  ${time(newest)}${who}`, columns),
    fit(`    ${counted(all.answers, 'answer')}, ${grouped(resident)} tokens in its context${of}`, columns),
  ];
}

function last({ answers, opened: { observed } }: ReceiptsAnswer, paint: Paint, columns: number): string[] {
  if (answers.length === 0) {
    return [];
  }
  const room = Math.max(12, columns - 35);
  const rows = answers.map((one) => {
    const tokens = one.tokens === null ? '–' : grouped(one.tokens);
    const files = Object.keys(one.named).length + one.named_more;
    const found = observed ? `${one.named_opened}/${grouped(files)}` : grouped(files);
    const named = one.cached ? 'unchanged' : found;
    // On the command line, what was asked has the flag that stands in the command.
    const command = one.channel === 'cli' ? one.command.split(' ', 1).join('') : one.command;
    const what = one.asked === null || one.asked === '' ? one.command : `${command} ${one.asked}`;
    const text = fit(plainLine(what), room);
    return `  ${short(one.at)}  ${pad(text, room)}${right(tokens, 10)}${right(named, 10)}`;
  });
  return [
    '',
    `${paint.bold(pad('Last answers', room + 15))}${right('tokens', 10)}${right(observed ? 'opened' : 'files', 10)}`,
    ...rows,
  ];
}

function unknown({ unknown: sentences, unreadable }: ReceiptsAnswer): string[] {
  const lines = unreadable > 0 ? [`${counted(unreadable, 'line')} of the file are no receipts`] : [];
  return [...lines, ...sentences].map((sentence) => {
    const line = plainLine(sentence);
    return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
  });
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`;
}

/** `2026-01-31 12:00` of `2026-01-31T12:00:00Z`. */
function time(iso: string): string {
  return plainLine(iso).slice(0, 16).replace('T', ' ');
}

/** `01-31 12:00` */
function short(iso: string): string {
  return time(iso).slice(5);
}

function right(text: string, columns: number): string {
  return text.padStart(columns);
}
