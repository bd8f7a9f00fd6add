import type { ChangedNode, DiffAnswer, NodeSymbols } from '../model/answers.js';
import { isDifference } from './diff.js';
import { counted, plainLine } from './text.js';

/** Symbols of one node that are listed; a pull request is read, not searched. */
const SHOWN = 20;

/** What changed, for the description of a pull request or a comment on it. */
export function diffMarkdown(answer: DiffAnswer): string {
  const to = answer.to === null ? 'the working tree' : code(answer.to);
  const title = `## Architecture: ${code(answer.since)} to ${to}`;
  if (!isDifference(answer)) {
    if (answer.stale_paths.length > 0) {
      return '';
    }
    return `${title}\n\nNothing differs.`;
  }
  const { added_nodes: came, removed_nodes: went, renamed_nodes: renamed, changed_nodes: changed } = answer;
  const nodes = [
    ...came.map((one) => `- **new** ${code(one.ref_id)} (${text(one.kind)})${said(one.summary)}`),
    ...went.map((one) => `- **gone** ${code(one.ref_id)} (${text(one.kind)})${said(one.summary)}`),
    ...renamed.map(({ from, to: now }) => `- **renamed** ${code(from)} is ${code(now)} now`),
    ...changed.map(nodeLine),
  ];
  const edges = [
    ...answer.added_edges.map((one) => `- **new** ${code(one.src)} ${text(one.kind)} ${code(one.dst)}`),
    ...answer.removed_edges.map((one) => `- **gone** ${code(one.src)} ${text(one.kind)} ${code(one.dst)}`),
  ];
  return [
    title,
    ...section('Nodes', nodes),
    ...section('Edges', edges),
    ...section('Public symbols', answer.symbols.map(symbols)),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `### ${title}`, '', ...lines];
}

function nodeLine(node: ChangedNode): string {
  const values: Record<string, [old: string, now: string]> = {
    summary: [node.old_summary, node.new_summary],
    source: [node.old_source ?? '', node.new_source ?? ''],
    tags: [node.old_tags.join(', '), node.new_tags.join(', ')],
  };
  const lines = node.fields.map((field) => {
    const pair = values[field];
    const shown = (value: string) => (value === '' ? '(none)' : code(value));
    return pair === undefined ? `  - ${text(field)}` : `  - ${field}: ${shown(pair[0])} → ${shown(pair[1])}`;
  });
  return [`- **changed** ${code(node.ref_id)}`, ...lines].join('\n');
}

/** The symbols of a node, folded away where they are many. */
function symbols({ ref_id: id, added, removed, changed }: NodeSymbols): string {
  const counts = [
    ...(added.length > 0 ? [`${added.length} new`] : []),
    ...(removed.length > 0 ? [`${removed.length} gone`] : []),
    ...(changed.length > 0 ? [`${changed.length} changed`] : []),
  ];
  const lines = [
    ...added.map((one) => `+ ${plainLine(one.signature)}`),
    ...removed.map((one) => `- ${plainLine(one.signature)}`),
    ...changed.flatMap((one) => [`- ${plainLine(one.old_signature)}`, `+ ${plainLine(one.new_signature)}`]),
  ];
  const more = lines.length - SHOWN;
  const shown = [...lines.slice(0, SHOWN), ...(more > 0 ? [`  and ${counted(more, 'more line')}`] : [])];
  const fence = '`'.repeat(Math.max(3, ...shown.map((line) => longestTicks(line) + 1)));
  const name = id === null ? 'no node' : plainLine(id);
  const head = `<details><summary>${html(name)}: ${counts.join(', ')}</summary>`;
  return [head, '', `${fence}diff`, ...shown, fence, '', '</details>'].join('\n');
}

function said(summary: string): string {
  return summary === '' ? '' : `: ${text(summary)}`;
}

function longestTicks(line: string): number {
  return Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
}

/** A name in backticks, whatever backticks it has itself. */
function code(name: string): string {
  const line = plainLine(name);
  const fence = '`'.repeat(longestTicks(line) + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** Words of the project, so that none of them is Markdown, HTML or a mention of somebody. */
function text(words: string): string {
  return plainLine(words)
    .replaceAll(/[\\`*_{}[\]<>|~]/g, '\\$&')
    .replaceAll(/(^|[^\w])@(?=\w)/g, '$1@\u200b');
}

function html(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
