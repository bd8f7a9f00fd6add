import type { DaemonAnswer, ReindexAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import { bytes, counted, duration, grouped, plainLine } from './text.js';

/** How a daemon is, a line for each thing. */
export function daemonText(answer: DaemonAnswer, paint: Paint): string {
  const { outcome, running, reason, root, socket } = answer;
  if (!running) {
    const why = reason === null ? '' : `: ${plainLine(reason)}`;
    const what = outcome === 'stopped' ? 'The daemon was stopped' : 'No daemon is running';
    return `${what} for ${plainLine(root)}${why}`;
  }
  const process = answer.pid === null ? '' : `, process ${answer.pid}`;
  if (answer.uptime_s === null) {
    const pid = process === '' ? '' : `${process},`;
    return `The daemon${pid} is there and ${plainLine(reason ?? 'does not answer')}; beadloom daemon restart ends it`;
  }
  const said: Record<string, string> = { started: 'started', restarted: 'restarted' };
  const { limits } = answer;
  const of = (value: string, limit: string | undefined) =>
    limit === undefined ? value : `${value} of ${limit}`;
  return [
    `${paint.bold('Daemon')}: ${said[outcome] ?? 'running'}${process}, since ${time(answer.uptime_s)}`,
    `Project: ${plainLine(root)}`,
    `Socket: ${plainLine(socket ?? '')}`,
    `Requests: ${counted(answer.requests ?? 0, 'answer')}, ${of(
      grouped(answer.running_requests ?? 0),
      limits?.requests === undefined ? undefined : grouped(limits.requests),
    )} running, ${of(
      grouped(answer.connections ?? 0),
      limits?.connections === undefined ? undefined : counted(limits.connections, 'connection'),
    )}`,
    ...(limits === null
      ? []
      : [
          `Memory: ${bytes(answer.rss_bytes ?? 0)} of ${bytes(limits.rss_bytes)}`,
          `Largest request: ${bytes(limits.request_bytes)}, largest answer: ${bytes(limits.result_bytes)}`,
        ]),
    `Files: ${answer.watching ? 'watched' : 'not watched, each answer looks at all of them'}`,
    `Index: ${answer.index_generation === null ? 'none yet' : `generation ${grouped(answer.index_generation)}`}`,
    `Idle: ${time(answer.idle_s ?? 0)}; it ends after ${time(answer.idle_limit_s ?? 0)}`,
  ].join('\n');
}

function time(seconds: number): string {
  return duration(seconds * 1000);
}

/** Files that are named of one update. */
const MAX_FILES = 20;

/** One update of a watched project. */
export function watchText(
  { files, duration_ms: ms }: ReindexAnswer,
  paths: readonly string[],
  now: Date,
  paint: Paint,
): string {
  const clock = [now.getHours(), now.getMinutes(), now.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const kinds = ['added', 'changed', 'deleted', 'renamed'] as const;
  const said = kinds.filter((kind) => files[kind] > 0).map((kind) => `${grouped(files[kind])} ${kind}`);
  const what = said.length === 0 ? `up to date, ${counted(files.scanned, 'file')}` : said.join(', ');
  const more = paths.length - MAX_FILES;
  return [
    `${paint.dim(clock)}  ${what} (${duration(ms)})`,
    ...paths.slice(0, MAX_FILES).map((path) => `          ${plainLine(path)}`),
    ...(more > 0 ? [`          and ${grouped(more)} more`] : []),
  ].join('\n');
}
