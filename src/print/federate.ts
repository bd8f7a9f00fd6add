import type { ContractSide, FederateAnswer, LandscapeContract, LandscapeEdge } from '../model/answers.js';
import type { LandscapeRepo, Verdict } from '../model/answers.js';
import { VERDICTS } from '../model/options.js';
import type { Paint } from './colour.js';
import { counted, plainLine } from './text.js';

/** How a landscape is printed. */
export const FEDERATE_FORMATS = ['pretty', 'json', 'markdown'] as const;

/** One of {@link FEDERATE_FORMATS}. */
export type FederateFormat = (typeof FEDERATE_FORMATS)[number];

/** How many names stand in a row. */
const NAMES = 12;

/** The landscape for people: what is wrong first, what is offered to nobody here last and in short. */
export function federateText(answer: FederateAnswer, paint: Paint): string {
  const lines = [paint.bold(repositories(answer)), ...answer.repos.map((repo) => `  ${repoText(repo)}`)];
  const inside = byVerdict(answer).filter(({ verdict }) => verdict !== 'external');
  if (inside.length > 0) {
    lines.push('', paint.bold('Contracts'));
  }
  for (const contract of inside) {
    const colour = colours(paint)[contract.verdict];
    const { protocol, name, verdict } = contract;
    lines.push(`  ${colour(words(verdict))}  ${protocol} ${plainLine(name)}  ${parties(contract)}`);
    for (const finding of contract.findings.filter((one) => one.verdict !== 'external')) {
      const place = paint.dim(`${plainLine(finding.path)}:${finding.line}`);
      lines.push(`      ${plainLine(finding.side)}: ${plainLine(finding.message)}  ${place}`);
    }
  }
  const edges = answer.edges.filter(({ across }) => across);
  if (edges.length > 0) {
    lines.push('', paint.bold('Edges between repositories'));
    lines.push(...edges.map((edge) => `  ${edgeText(edge, paint)}`));
  }
  const outside = answer.contracts.filter(({ verdict }) => verdict === 'external');
  if (outside.length > 0) {
    lines.push('', paint.bold('External: the other side is not here'));
    for (const protocol of new Set(outside.map((contract) => contract.protocol))) {
      const names = outside.filter((one) => one.protocol === protocol).map(({ name }) => plainLine(name));
      const more = names.length > NAMES ? ` and ${names.length - NAMES} more, see --json` : '';
      lines.push(`  ${protocol}: ${names.slice(0, NAMES).join(', ')}${more}`);
    }
  }
  lines.push('', totals(answer));
  return lines.join('\n');
}

/** The same for a pull request. */
export function federateMarkdown(answer: FederateAnswer): string {
  const lines = [
    '## Landscape',
    '',
    `${repositories(answer)}. ${totals(answer)}.`,
    '',
    '| repository | commit | nodes | contracts |',
    '| --- | --- | --- | --- |',
    ...answer.repos.map(
      (repo) => `| ${cell(repo.repo)} | ${cell(commitText(repo))} | ${repo.nodes} | ${repo.contracts} |`,
    ),
  ];
  const contracts = byVerdict(answer);
  if (contracts.length > 0) {
    lines.push(
      '',
      '### Contracts',
      '',
      '| verdict | contract | between | why |',
      '| --- | --- | --- | --- |',
    );
    for (const contract of contracts) {
      const why = contract.findings.map(
        ({ side, message, path, line }) => `${cell(side)}: ${cell(message)} (${cell(path)}:${line})`,
      );
      lines.push(
        `| ${words(contract.verdict)} | ${contract.protocol} ${cell(contract.name)} | ${cell(parties(contract))} | ${why.join('<br>')} |`,
      );
    }
  }
  const edges = answer.edges.filter(({ across }) => across);
  if (edges.length > 0) {
    lines.push(
      '',
      '### Edges between repositories',
      '',
      '| from | kind | to | state |',
      '| --- | --- | --- | --- |',
    );
    lines.push(
      ...edges.map(
        ({ src, kind, dst, state }) => `| ${cell(src)} | ${cell(kind)} | ${cell(dst)} | ${state} |`,
      ),
    );
  }
  return lines.join('\n');
}

function byVerdict({ contracts }: FederateAnswer): LandscapeContract[] {
  return contracts.toSorted((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));
}

function colours(paint: Paint): Record<Verdict, (text: string) => string> {
  return {
    breaking: paint.red,
    orphaned_consumer: paint.red,
    undeclared_producer: paint.yellow,
    drift: paint.yellow,
    confirmed: paint.green,
    external: paint.dim,
  };
}

function words(verdict: string): string {
  return verdict.replaceAll('_', ' ');
}

function repositories({ repos, nodes }: FederateAnswer): string {
  return `${counted(repos.length, 'repository', 'repositories')}, ${counted(nodes.length, 'node')}`;
}

function commitText({ commit, dirty }: LandscapeRepo): string {
  return `${commit === null ? 'no commit' : commit.slice(0, 10)}${dirty ? ' with changes' : ''}`;
}

function repoText(repo: LandscapeRepo): string {
  const unread = repo.unread > 0 ? `, ${counted(repo.unread, 'file')} that could not be read` : '';
  const contracts = `${counted(repo.contracts, 'side')} of contracts`;
  return `${plainLine(repo.repo)} (${commitText(repo)}): ${contracts}${unread}`;
}

/** Who produces it, and who consumes it. */
function parties({ producers, consumers }: LandscapeContract): string {
  const names = (sides: ContractSide[], none: string) => {
    const found = [...new Set(sides.map((side) => sideText(side)))];
    const more = found.length > 3 ? ` and ${found.length - 3} more` : '';
    return found.length === 0 ? none : found.slice(0, 3).join(', ') + more;
  };
  return `${names(producers, 'no producer')} → ${names(consumers, 'no consumer')}`;
}

function sideText({ repo, ref_id: id }: ContractSide): string {
  return plainLine(id === null ? repo : `@${repo}:${id}`);
}

function edgeText({ src, kind, dst, state, path, line }: LandscapeEdge, paint: Paint): string {
  const text = `${plainLine(src)} ${plainLine(kind)} ${plainLine(dst)}`;
  const place = path === null ? '' : paint.dim(`  ${plainLine(path)}${line === null ? '' : `:${line}`}`);
  return state === 'resolved'
    ? text
    : `${text}  ${state === 'dangling' ? paint.red('dangling: no such node') : paint.dim('repository not given')}${place}`;
}

function totals({ summary }: FederateAnswer): string {
  const parts = VERDICTS.filter((verdict) => summary[verdict] > 0).map(
    (verdict) => `${summary[verdict]} ${words(verdict)}`,
  );
  if (summary.edges_dangling > 0) {
    parts.push(counted(summary.edges_dangling, 'dangling edge'));
  }
  return parts.length === 0 ? 'No contracts' : `Contracts: ${parts.join(', ')}`;
}

function cell(text: string): string {
  return plainLine(text).replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
