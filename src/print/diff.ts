import type { ChangedNode, DiffAnswer, Edge, Node, NodeSymbols } from '../model/answers.js';
import type { Paint } from './colour.js';
import { plainLine } from './text.js';

/** How a difference may be printed; `json` is the answer as it came. */
export const DIFF_FORMATS = ['pretty', 'json', 'markdown'] as const;

/** One of {@link DIFF_FORMATS}. */
export type DiffFormat = (typeof DIFF_FORMATS)[number];

/** Whether the two states differ in anything. */
export function isDifference(answer: DiffAnswer): boolean {
  return [
    answer.added_nodes,
    answer.removed_nodes,
    answer.renamed_nodes,
    answer.changed_nodes,
    answer.added_edges,
    answer.removed_edges,
    answer.symbols,
  ].some((list) => list.length > 0);
}

/** What changed, in the signs of a diff: `+`, `-`, `~` for what says something else, `>` for another name. */
export function diffText(answer: DiffAnswer, paint: Paint): string {
  const since = endText(answer.since, answer.since_commit);
  const to = answer.to === null ? 'the working tree' : endText(answer.to, answer.to_commit);
  if (!isDifference(answer)) {
    // That nothing differs is no news of an index that is behind.
    if (answer.stale_paths.length > 0) {
      return '';
    }
    return `Nothing differs between ${since} and ${to}`;
  }
  const plus = (text: string) => paint.green(`  + ${text}`);
  const minus = (text: string) => paint.red(`  - ${text}`);
  const lines = [`From ${since} to ${to}`];
  const section = (title: string, content: string[]) => {
    if (content.length > 0) {
      lines.push('', paint.bold(title), ...content);
    }
  };
  section('Nodes', [
    ...answer.added_nodes.map((node) => plus(nodeText(node))),
    ...answer.removed_nodes.map((node) => minus(nodeText(node))),
    ...answer.renamed_nodes.map(({ from, to: now }) =>
      paint.cyan(`  > ${plainLine(from)} is ${plainLine(now)} now`),
    ),
    ...answer.changed_nodes.flatMap((node) => changedLines(node, paint)),
  ]);
  section('Edges', [
    ...answer.added_edges.map((edge) => plus(edgeText(edge))),
    ...answer.removed_edges.map((edge) => minus(edgeText(edge))),
  ]);
  section(
    'Public symbols',
    answer.symbols.flatMap((node) => symbolLines(node, paint)),
  );
  return lines.join('\n');
}

function endText(name: string, commit: string | null): string {
  return `${plainLine(name)}${commit === null ? '' : ` (${commit.slice(0, 10)})`}`;
}

function nodeText({ ref_id: id, kind, summary }: Node): string {
  return `${plainLine(id)} (${plainLine(kind)})${summary === '' ? '' : `: ${plainLine(summary)}`}`;
}

function edgeText({ src, dst, kind }: Edge): string {
  return `${plainLine(src)} ${plainLine(kind)} ${plainLine(dst)}`;
}

function changedLines(node: ChangedNode, paint: Paint): string[] {
  const values: Record<string, [old: string, now: string]> = {
    summary: [node.old_summary, node.new_summary],
    source: [node.old_source ?? '(none)', node.new_source ?? '(none)'],
    tags: [node.old_tags.join(', ') || '(none)', node.new_tags.join(', ') || '(none)'],
  };
  const shown = node.fields.filter((field) => field in values);
  const others = node.fields.filter((field) => !(field in values));
  const more = others.length > 0 ? `: ${others.map(plainLine).join(', ')}` : '';
  return [
    paint.yellow(`  ~ ${plainLine(node.ref_id)}${more}`),
    ...shown.flatMap((field) => {
      const [old, now] = values[field] as [string, string];
      return [
        `      ${field}`,
        paint.red(`      - ${plainLine(old)}`),
        paint.green(`      + ${plainLine(now)}`),
      ];
    }),
  ];
}

function symbolLines({ ref_id: id, added, removed, changed }: NodeSymbols, paint: Paint): string[] {
  return [
    `  ${id === null ? '(no node)' : plainLine(id)}`,
    ...added.map((one) => paint.green(`    + ${plainLine(one.signature)}  ${place(one)}`)),
    ...removed.map((one) => paint.red(`    - ${plainLine(one.signature)}  ${place(one)}`)),
    ...changed.flatMap((one) => [
      paint.yellow(`    ~ ${plainLine(one.name)}  ${place(one)}`),
      paint.red(`        - ${plainLine(one.old_signature)}`),
      paint.green(`        + ${plainLine(one.new_signature)}`),
    ]),
  ];
}

function place({ path, line }: { path: string; line: number }): string {
  return `${plainLine(path)}:${line}`;
}
