import type { Coverage, StatusAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import { diagnosticsSummary } from './diagnostics.js';
import { bytes, counted, fit, grouped, pad, plainLine, wrap } from './text.js';

const NAME_LEAST = 8;
/** Bar and longest name, in a terminal of fewer than 80 columns and in a wider one. */
const NARROW = { bar: 6, name: 20 };
const WIDE = { bar: 12, name: 28 };
const UNMAPPED_SHOWN = 10;

/** The index, then a bar for each domain and service, in `columns`; lines of words are wrapped at `wrapAt`. */
export function statusText(
  answer: StatusAnswer,
  paint: Paint,
  columns: number,
  wrapAt: number | undefined,
): string {
  const { index } = answer;
  const languages = Object.entries(index.languages)
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([language, files]) => `${plainLine(language)} ${grouped(files)}`);
  const lines = [
    `${paint.bold('Index')}: ${counted(index.files, 'file')}, ${bytes(index.bytes)}, ${lastText(answer)}`,
    ...(languages.length > 0 ? [`Languages: ${languages.join(', ')}`] : []),
    `Graph: ${counted(answer.nodes_count, 'node')}, ${counted(answer.edges_count, 'edge')}${
      answer.derived ? ' (derived from the code; `beadloom init --bootstrap` keeps it)' : ''
    }`,
    `Content: ${counted(answer.docs_count, 'document')} in ${counted(answer.chunks_count, 'chunk')}, ${counted(answer.symbols_count, 'symbol')}`,
    ...coverageLines(answer.coverage, paint, columns),
    ...unmappedLines(answer.unmapped),
    '',
    `Overall: ${percent(answer.doc_coverage)} documented | ${counted(answer.stale_count, 'stale document')}`,
  ];
  const findings = diagnosticsSummary(answer.diagnostics);
  if (findings !== '') {
    lines.push(`Findings: ${findings}; beadloom reindex lists them`);
  }
  return lines.flatMap((line) => wrap(line, wrapAt, 2)).join('\n');
}

function lastText({ last_reindex: last }: StatusAnswer): string {
  return last === null ? 'never indexed' : `indexed ${plainLine(last)}`;
}

function coverageLines(coverage: readonly Coverage[], paint: Paint, columns: number): string[] {
  if (coverage.length === 0) {
    return [];
  }
  const longest = Math.max(NAME_LEAST, ...coverage.map(({ ref_id }) => plainLine(ref_id).length));
  const most = columns < 80 ? NARROW : WIDE;
  const room = Math.min(longest, most.name);
  const lines = coverage.map((one) => {
    const full = Math.round((one.share / 100) * most.bar);
    const stroke = one.share >= 75 ? paint.green : one.share >= 25 ? paint.yellow : paint.red;
    const bar = stroke('#'.repeat(full) + '.'.repeat(most.bar - full));
    const head = `  ${pad(fit(plainLine(one.ref_id), room), room)}  `;
    const left = columns - room - most.bar - 12;
    return `${head}${bar} ${percent(one.share).padStart(6)}  ${fit(`(${detailText(one)})`, left)}`;
  });
  return ['', `${paint.bold('Coverage')}:`, ...lines];
}

function detailText({ features, symbols, docs, stale, share }: Coverage): string {
  const parts = [
    ...(features > 0 ? [counted(features, 'feature')] : []),
    counted(symbols, 'symbol'),
    // A share of nothing with documents: all of them are stubs.
    docs === 0 ? 'no document' : counted(docs, share === 0 ? 'stub' : 'doc'),
    ...(stale > 0 ? [`${grouped(stale)} stale`] : []),
  ];
  return parts.join(', ');
}

function unmappedLines(unmapped: readonly string[]): string[] {
  if (unmapped.length === 0) {
    return [];
  }
  const shown = unmapped.slice(0, UNMAPPED_SHOWN).map((path) => `  ${plainLine(path)}`);
  const rest = unmapped.length - shown.length;
  return ['', 'Code that no node owns:', ...shown, ...(rest > 0 ? [`  … and ${grouped(rest)} more`] : [])];
}

function percent(share: number): string {
  return `${share}%`;
}
