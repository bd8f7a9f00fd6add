import type { UninstallAnswer, UninstallItem } from '../model/answers.js';
import type { Paint } from './colour.js';
import { plainLine } from './text.js';

/** What is taken out of a file, by what it is. */
const WHAT: Record<string, string> = {
  mcp: 'the MCP server',
  agents: 'the block for agents',
  git_hooks: 'the check of documents',
  git_files: 'lines for Git',
  documents: 'a stub document',
  daemon: 'the log of the daemon',
  index: 'the index',
  receipts: 'the record of what answers saved',
  gateway_data: 'what the gateway learned and approved',
  memories: 'the private memories of this project',
  graph: 'graph, rules and settings',
  cache: 'models and other cached files',
  logins: 'logins at servers behind the gateway',
  keys: 'the key of private memories, indexes and gateways',
};

/** What was removed, what stays and what could not be done. */
export function uninstallText(answer: UninstallAnswer, paint: Paint): string {
  const { items, removed, kept, refused } = answer;
  if (items.length === 0) {
    return 'Nothing to remove: no file has anything that beadloom wrote';
  }
  const does = answer.dry_run ? 'Would remove' : 'Removed';
  const lines = [
    ...section(does, items, 'removed', ({ what, path }) => `${plainLine(path)}  (${WHAT[what] ?? what})`),
    ...section('Kept', items, 'kept', explained),
    ...section('Refused', items, 'refused', (item) => {
      const place = item.line === null ? '' : `:${item.line}:${item.column ?? 1}`;
      return explained({ ...item, path: item.path + place, reason: `${item.code}: ${item.reason}` });
    }),
  ];
  return [...lines, paint.dim(`${does.toLowerCase()} ${removed}, kept ${kept}, refused ${refused}`)].join(
    '\n',
  );
}

function section(
  title: string,
  items: readonly UninstallItem[],
  outcome: string,
  line: (item: UninstallItem) => string,
): string[] {
  const own = items.filter((item) => item.outcome === outcome);
  return own.length === 0 ? [] : [`${title}:`, ...own.map((item) => `  ${line(item)}`)];
}

function explained({ path, reason, hint }: UninstallItem): string {
  return [
    `${plainLine(path)}: ${plainLine(reason ?? '')}`,
    ...(hint === null ? [] : [`    ${plainLine(hint)}`]),
  ].join('\n');
}
