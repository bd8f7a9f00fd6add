// Sections of documents that a change makes untrue.
import type { DriftedSection, DriftEvidence, SyncCheckAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import type { Finding, FindingReport } from './findings/finding.js';
import { counted, plainLine } from './text.js';

const STEP = 'sync-check';

/** Reasons of one section that a person is shown. */
const REASONS_SHOWN = 3;

/** The reason of a section that has none that could be shown. */
const WORDS_ONLY = 'it has words of the change';

/** Documents with their sections, certain and likely ones with reasons, then a line of those that are only possible. */
export function driftText({ sections }: SyncCheckAnswer, base: string, paint: Paint): string {
  const all = sections ?? [];
  const said = all.filter(({ certainty }) => certainty !== 'possible');
  const possible = [
    ...new Set(all.filter(({ certainty }) => certainty === 'possible').map(({ doc_path: path }) => path)),
  ];
  const documents = [...new Set(said.map(({ doc_path: path }) => path))];
  const since = `since ${plainLine(base)}`;
  const blocks =
    documents.length === 0
      ? [`No section is known to be untrue ${since}.`]
      : [
          paint.bold(`${counted(documents.length, 'document')} to look at ${since}:`),
          ...documents.map((path) => ofDocument(path, said, paint)),
        ];
  if (possible.length > 0) {
    blocks.push(paint.dim(`Possible too: ${possible.map(plainLine).join(', ')}`));
  }
  return blocks.join('\n\n');
}

function ofDocument(path: string, said: readonly DriftedSection[], paint: Paint): string {
  const own = said.filter(({ doc_path: of }) => of === path);
  const likely = own.find(({ certainty }) => certainty === 'likely');
  const chance = likely === undefined ? '' : paint.dim(` (likely, ${likely.probability.toFixed(2)})`);
  const lines = own.flatMap((section) => {
    const { line_start: from, line_end: to, heading, certainty, evidence } = section;
    const title = heading === '' ? 'the beginning' : plainLine(heading);
    const mark = certainty === 'certain' ? paint.red('untrue: ') : '';
    return [
      `  ${mark}${from}-${to} ${title}${evidence.length === 0 ? paint.dim(` (${WORDS_ONLY})`) : ''}`,
      ...evidence.slice(0, REASONS_SHOWN).map((one) => `    ${reason(one, paint)}`),
    ];
  });
  return [`${paint.cyan(plainLine(path))}${chance}`, ...lines].join('\n');
}

function reason(evidence: DriftEvidence, paint: Paint): string {
  const code = evidence.code_text ?? '';
  return [
    plainLine(evidence.what),
    `      ${paint.dim(`${evidence.line}: ${plainLine(evidence.text)}`)}`,
    ...(code === '' ? [] : [`      ${paint.dim(`code: ${plainLine(code)}`)}`]),
  ].join('\n');
}

/** The same for other programs: certain sections are errors, likely ones warnings, possible ones notes. */
export function driftReport({ sections }: SyncCheckAnswer): FindingReport {
  const all = sections ?? [];
  const group = { name: STEP, checked: counted(all.length, 'section'), findings: all.map(ofSection) };
  return { command: STEP, groups: [group] };
}

const LEVELS = { certain: 'error', likely: 'warn', possible: 'info' } as const;

function ofSection(section: DriftedSection): Finding {
  const { doc_path: path, line_start: start, heading, certainty, evidence } = section;
  const [first] = evidence;
  const title = heading === '' ? path : `"${heading}"`;
  const why = first === undefined ? WORDS_ONLY : first.what;
  return {
    step: STEP,
    rule: null,
    code: `${certainty}_drift`,
    level: LEVELS[certainty],
    path,
    line: first?.line ?? start,
    column: null,
    message: certainty === 'certain' ? `${title} is untrue: ${why}` : `${title} may be untrue: ${why}`,
    hint: 'compare the section with the code and correct it',
    related: first === undefined ? [] : [first.code_path],
    porcelain: [certainty, '', path, first?.code_path ?? '', first?.change ?? ''],
  };
}
