import { createHash } from 'node:crypto';

import type {
  DiffAnswer,
  DriftedSection,
  DriftEvidence,
  ExactAnswer,
  Pair,
  RefsAnswer,
  Violation,
} from '../model/answers.js';
import type { Beadloom } from '../api/beadloom.js';
import { takesOldCalls } from './signatures.js';

/** Something that a change may have broken. */
export interface Finding {
  /** The same for the same finding, whatever its line is. */
  id: string;
  /** The file of code that it concerns, relative to the root; null where it concerns none. */
  path: string | null;
  /** Files and lines that the text names. */
  places: string[];
  /** One line. */
  text: string;
}

/** What was found, and whether it can be compared with what is found another time. */
export interface Findings {
  all: Finding[];
  /** The commit that the project is at; null without one. */
  head: string | null;
  /** False where the index is behind the files. */
  current: boolean;
}

/** Symbols whose uses are looked for; each needs a question. */
const MAX_SYMBOLS = 8;

/** Uses that a line names. */
const MAX_USES = 3;

/** Uses that are asked for; what is more is counted. */
const MAX_ASKED_USES = 40;

/** Statements of one section that are told. */
const MAX_STATEMENTS = 3;

/** Shorter names stand for too much to be looked for. */
const MIN_NAME_CHARS = 4;

/** Characters of a finding. */
const MAX_FINDING_CHARS = 300;

/**
 * What rules, documents and callers have against the project as it is.
 *
 * @param since the commit that public symbols are compared with; null for the one that is checked out
 * @param edited files whose uses of changed symbols are not named, because they were looked at already; undefined where
 *   symbols need no uses, because only the ids count
 */
export async function findingsOf(
  beadloom: Beadloom,
  since: string | null,
  edited: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Findings> {
  // The first question brings the index up to date for all.
  const sync = await beadloom.syncCheck({ signal });
  const base = since ?? 'HEAD';
  const [lint, diff, drift] = await Promise.all([
    silently(() => beadloom.lint({ refresh: false, signal }), signal),
    silently(() => beadloom.diff({ since: base, refresh: false, signal }), signal),
    silently(() => beadloom.syncCheck({ base, certainty: 'certain', refresh: false, signal }), signal),
  ]);
  const symbols =
    edited === undefined ? changedIds(diff) : await usesOf(beadloom, diff, new Set(edited), signal);
  return {
    all: [
      ...(lint?.violations ?? []).map(ofRule),
      ...sync.pairs.flatMap((pair) => ofDocument(pair, edited?.includes(pair.doc_path) === true)),
      ...(drift?.sections ?? []).flatMap(ofSection),
      ...symbols,
    ],
    head: diff?.since_commit ?? null,
    current: sync.stale_paths.length === 0,
  };
}

/** What cannot be answered says nothing: a rules file that is wrong, a project without commits. */
async function silently<T>(question: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await question();
  } catch (thrown) {
    if (signal.aborted) {
      throw thrown;
    }
    return undefined;
  }
}

function ofRule(found: Violation): Finding {
  const { rule, severity, file_path: path, line_number: line, message, suggestion } = found;
  const places = path === null ? [] : [`${path}${line === null ? '' : `:${line}`}`];
  const place = places.map((at) => ` at ${at}`).join('');
  return {
    id: idOf('rule', rule, path, found.from_ref_id, found.to_ref_id, message),
    path,
    places,
    text: shortened(`rule ${rule} (${severity})${place}: ${message}; ${suggestion}`),
  };
}

/** What a section states and is no longer so, with both texts: it can be corrected as it is. */
function ofSection({ doc_path: document, evidence }: DriftedSection): Finding[] {
  return evidence.slice(0, MAX_STATEMENTS).map((one: DriftEvidence) => ({
    id: idOf('statement', document, one.name, one.change, one.now),
    path: one.code_path,
    places: [`${document}:${one.line}`, one.code_path],
    text: shortened(`${document}:${one.line} says "${one.text}", but ${one.what}; correct the document`),
  }));
}

/** @param isEdited whether the session wrote the document: then it may say again what the code does, and nobody has confirmed it */
function ofDocument(
  { status, reason, doc_path: document, code_path: path, ref_id: ref, details }: Pair,
  isEdited: boolean,
): Finding[] {
  if (status !== 'stale') {
    return [];
  }
  const symbols = details.symbols.slice(0, 5).join(', ');
  const what = `${(reason ?? '').replaceAll('_', ' ')}${symbols === '' ? '' : `: ${symbols}`}`;
  const confirm = `beadloom sync-update ${ref} -y`;
  const text = isEdited
    ? `${document} was edited; if it says again what ${path} does (${what}), confirm it: ${confirm}`
    : `${document} is behind ${path} (${what}); correct it, then: ${confirm}`;
  return [
    {
      id: idOf('document', document, path, ref, reason),
      path,
      places: [document, path],
      text: shortened(text),
    },
  ];
}

interface Changed {
  id: string;
  name: string;
  path: string;
  line: number;
  gone: boolean;
}

/** Public symbols that went or have another signature; what was moved did neither. */
function changedSymbols(diff: DiffAnswer | undefined): Changed[] {
  const all = diff?.symbols ?? [];
  const added = new Set(all.flatMap(({ added: came }) => came.map(({ name }) => name)));
  return all.flatMap(({ removed, changed }) => [
    ...removed
      .filter(({ name }) => !added.has(name))
      .map(({ name, kind, path, line }) => {
        return { id: idOf('removed', path, name, kind), name, path, line, gone: true };
      }),
    ...changed
      .filter(({ old_signature: before, new_signature: now }) => !takesOldCalls(before, now))
      .map(({ name, path, line, new_signature: now }) => {
        return { id: idOf('changed', path, name, now), name, path, line, gone: false };
      }),
  ]);
}

function changedIds(diff: DiffAnswer | undefined): Finding[] {
  return changedSymbols(diff).map(({ id, path, name }) => ({ id, path, places: [path], text: name }));
}

async function usesOf(
  beadloom: Beadloom,
  diff: DiffAnswer | undefined,
  edited: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const symbol of changedSymbols(diff).slice(0, MAX_SYMBOLS)) {
    const uses = symbol.gone
      ? await namesLeft(beadloom, symbol, signal)
      : await callers(beadloom, symbol, signal);
    const others = uses.filter(({ path }) => path !== symbol.path && !edited.has(path));
    if (others.length > 0) {
      const { id, path, name, line, gone } = symbol;
      const what = gone
        ? `${name} is gone from ${path}, and its name is still used in`
        : `${name} (${path}:${line}) has another signature; it is used in`;
      const shown = others.slice(0, MAX_USES).map((use) => `${use.path}:${use.line}`);
      const more = others.length > shown.length ? ` and ${others.length - shown.length} more` : '';
      const places = [gone ? path : `${path}:${line}`, ...shown];
      found.push({ id, path, places, text: shortened(`${what} ${shown.join(', ')}${more}`) });
    }
  }
  return found;
}

interface Use {
  path: string;
  line: number;
}

/** Lines that have the name of a symbol that is gone; none where something else has that name too. */
async function namesLeft(beadloom: Beadloom, { name }: Changed, signal: AbortSignal): Promise<Use[]> {
  const last = /[\w$]+$/.exec(name)?.[0] ?? '';
  if (last.length < MIN_NAME_CHARS) {
    return [];
  }
  const regex = String.raw`\b${last.replaceAll('$', String.raw`\$`)}\b`;
  const answer: ExactAnswer | undefined = await silently(
    () => beadloom.exact({ regex }, { refresh: false, limit: MAX_ASKED_USES, signal }),
    signal,
  );
  if (answer === undefined || answer.definitions.length > 0) {
    return [];
  }
  return answer.uses
    .filter(({ path }) => !/\.(?:md|mdx|rst|txt|ya?ml|json|lock)$/i.test(path))
    .flatMap(({ path, lines }) => lines.map(({ line }) => ({ path, line })));
}

async function callers(beadloom: Beadloom, { path, name }: Changed, signal: AbortSignal): Promise<Use[]> {
  const answer: RefsAnswer | undefined = await silently(
    () =>
      beadloom.refs(`${path}:${name}`, {
        refresh: false,
        confidence: 'unique',
        limit: MAX_ASKED_USES,
        signal,
      }),
    signal,
  );
  return (answer?.callers ?? []).map(({ path: from, line }) => ({ path: from, line }));
}

function idOf(...parts: (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 10);
}

/** On one line, without control characters: what a project says in names must not look like more than that. */
function shortened(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length <= MAX_FINDING_CHARS ? line : `${line.slice(0, MAX_FINDING_CHARS - 1)}…`;
}
