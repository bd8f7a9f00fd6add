import type {
  GatewayApprovalsAnswer,
  GatewayFiguresAnswer,
  GatewayForgottenAnswer,
  GatewayListAnswer,
  GatewayFoundAnswer,
  GatewayTestAnswer,
} from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, duration, fit, grouped, pad, plainLine, wrap } from './text.js';

/** Characters of a description in a list of tools. */
const MAX_LINE_CHARS = 100;

/** Servers and tools, and what the list costs. */
export function listText(answer: GatewayListAnswer, paint: Paint, columns: number | undefined): string {
  const {
    config,
    mode,
    servers,
    tools,
    held,
    left_out: leftOut,
    collisions,
    tokens,
    tokens_shown: shown,
  } = answer;
  const longest = Math.max(0, ...servers.map(({ name }) => name.length));
  const lines = [
    `${paint.bold(counted(servers.length, 'server'))} in ${plainLine(config)}`,
    ...servers.map(({ name, status, tools: count, error }) =>
      [
        `  ${pad(plainLine(name), longest)}  ${statusText(status, paint)}`,
        ...(status === 'ready' || count > 0 ? [counted(count, 'tool')] : []),
        ...(error === null ? [] : [plainLine(error)]),
      ].join('  '),
    ),
    '',
    `${paint.bold(counted(tools.length, 'tool'))}, ${counted(tokens, 'token')} in all; clients are first listed ${counted(shown, 'token')} (mode ${mode})`,
  ];
  const width = columns === undefined ? MAX_LINE_CHARS : Math.max(20, columns - 4);
  for (const { name, description } of tools) {
    lines.push(`  ${plainLine(name)}`, `    ${paint.dim(fit(plainLine(description), width))}`);
  }
  if (held.length > 0) {
    lines.push('', `${paint.bold(counted(held.length, 'tool'))} that wait for an approval`);
    for (const { name, server, reason, detail } of held) {
      const tool = name.slice(server.length + 2);
      lines.push(
        ...wrap(`  ${plainLine(name)}: ${plainLine(reason)}: ${plainLine(detail)}`, columns, 4),
        `    beadloom gateway approve ${plainLine(server)} ${plainLine(tool)}`,
      );
    }
  }
  if (leftOut.length > 0) {
    lines.push('', `${paint.bold(counted(leftOut.length, 'tool'))} that no client could take`);
    lines.push(
      ...leftOut.map(
        ({ server, name, why }) => `  ${plainLine(server)}: ${plainLine(name)}: ${plainLine(why)}`,
      ),
    );
  }
  if (collisions.length > 0) {
    lines.push(
      '',
      `${paint.bold(counted(collisions.length, 'resource'))} that several servers have; the first answers`,
    );
    lines.push(
      ...collisions.map(({ uri, servers: of }) => `  ${plainLine(uri)}: ${plainLine(of.join(', '))}`),
    );
  }
  return lines.join('\n');
}

/** The tools that were found, best first. */
export function searchText(
  { results, confidence }: GatewayFoundAnswer,
  paint: Paint,
  columns: number | undefined,
): string {
  if (results.length === 0) {
    return 'No tool fits.';
  }
  const width = columns === undefined ? MAX_LINE_CHARS * 2 : Math.max(20, columns - 4);
  const lines = results.flatMap(({ name, description, score, input_schema: schema }) => [
    `${paint.bold(plainLine(name))}  ${paint.dim(score.toFixed(2))}`,
    `    ${fit(plainLine(description), width)}`,
    ...(schema === undefined ? [] : [`    ${paint.dim(plainLine(JSON.stringify(schema)))}`]),
  ]);
  return [...lines, '', `confidence ${confidence.toFixed(2)}`].join('\n');
}

/** What became of each server. */
export function testText(
  { config, servers, failed }: GatewayTestAnswer,
  paint: Paint,
  columns: number | undefined,
): string {
  const longest = Math.max(0, ...servers.map(({ name }) => name.length));
  const lines = servers.flatMap(({ name, status, era, title, tools, prompts, resources, ms, error }) => {
    const what =
      error === null && status === 'ready'
        ? `${counted(tools, 'tool')}, ${counted(prompts, 'prompt')}, ${counted(resources, 'resource')}  ${paint.dim(`${era}, ${duration(ms)}${title === null ? '' : `, ${plainLine(title)}`}`)}`
        : plainLine(error ?? '');
    return wrap(
      `  ${pad(plainLine(name), longest)}  ${statusText(status, paint)}  ${what}`,
      columns,
      longest + 4,
    );
  });
  const end = failed === 0 ? 'all of them work' : `${counted(failed, 'server')} failed`;
  return [`${paint.bold(counted(servers.length, 'server'))} in ${plainLine(config)}: ${end}`, ...lines].join(
    '\n',
  );
}

/** What calls came to. */
export function statsText(answer: GatewayFiguresAnswer, paint: Paint): string {
  const { servers, tools, calls, failed, learned_pairs: learned, recall, latency, upstream } = answer;
  const { tokens_listed: all, tokens_shown: shown } = answer;
  const saved =
    all === null || shown === null || all === 0 ? '' : ` (${(100 - (100 * shown) / all).toFixed(1)} % less)`;
  const longest = Math.max(0, ...servers.map(({ name }) => name.length));
  return [
    `${paint.bold(counted(servers.length, 'server'))}, ${counted(tools, 'tool')}`,
    ...servers.map(({ name, tools: count, held, calls: of, failed: lost, learned_pairs: pairs }) =>
      [
        `  ${pad(plainLine(name), longest)}  ${counted(count, 'tool')}`,
        ...(held > 0 ? [paint.yellow(`${grouped(held)} held`)] : []),
        `${counted(of, 'call')}${lost > 0 ? `, ${grouped(lost)} failed` : ''}, ${grouped(pairs)} learned`,
      ].join('  '),
    ),
    `Calls: ${grouped(calls)}, ${grouped(failed)} failed; learned: ${counted(learned, 'pair')} of a task and a tool`,
    ...(recall === null
      ? []
      : [`Searches that had the tool among the first five: ${Math.round(recall * 100)} %`]),
    ...(all === null || shown === null
      ? []
      : [`Tokens of the list: ${grouped(all)} of all tools, ${grouped(shown)} shown last${saved}`]),
    ...(latency.p50_ms === null
      ? []
      : [
          `Added to a call: ${milliseconds(latency.p50_ms)} at the median, ${milliseconds(latency.p99_ms)} at the 99th percentile`,
          `Servers took: ${milliseconds(upstream.p50_ms)} at the median, ${milliseconds(upstream.p99_ms)} at the 99th percentile`,
        ]),
  ].join('\n');
}

export function forgetText({ forgotten }: GatewayForgottenAnswer): string {
  return `${counted(forgotten, 'learned pair')} deleted`;
}

export function approveText({ approved }: GatewayApprovalsAnswer): string {
  return approved.length === 0
    ? 'Nothing waited for an approval'
    : [
        `${counted(approved.length, 'tool')} approved`,
        ...approved.map((name) => `  ${plainLine(name)}`),
      ].join('\n');
}

function milliseconds(ms: number | null): string {
  return ms === null ? '–' : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

function statusText(status: string, paint: Paint): string {
  const strokes: Record<string, (text: string) => string> = {
    ready: paint.green,
    failed: paint.red,
    'needs login': paint.yellow,
  };
  return (strokes[status] ?? paint.dim)(status);
}
