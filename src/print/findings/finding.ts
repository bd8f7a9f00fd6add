import { plainLine } from '../text.js';

/** What a command found in one place, as formats for other programs have it. */
export interface Finding {
  /** What looked: `lint`, or a step of `ci`. */
  step: string;
  /** The rule of the project that is broken; null where it is none. */
  rule: string | null;
  /** What sort of finding it is: the kind of the rule, a check, a reason. */
  code: string;
  level: 'error' | 'warn' | 'info';
  /** Relative to the root. */
  path: string | null;
  /** 1-based. */
  line: number | null;
  /** 1-based, in characters. */
  column: number | null;
  message: string;
  /** What to do about it. */
  hint: string | null;
  /** Other files that it is about, relative to the root. */
  related?: readonly string[];
  /** The fields of its line in `porcelain`, for commands that have their own. */
  porcelain?: readonly string[];
}

/** Findings that belong together. */
export interface FindingGroup {
  name: string;
  /** Why nothing was looked at; undefined where something was. */
  skipped?: string | undefined;
  /** What was looked at, one phrase. */
  checked: string;
  /** How long it took; undefined where that is not known. */
  milliseconds?: number;
  findings: readonly Finding[];
}

/** What a command found. */
export interface FindingReport {
  /** The command, as other programs tell its reports from others. */
  command: string;
  /** In the order in which they were looked at. */
  groups: readonly FindingGroup[];
  /** Findings that a baseline knows; undefined where there is none. */
  known?: readonly Finding[];
  /** Lines for the log of a workflow, behind the annotations. */
  closing?: readonly string[];
}

/** All findings, in the order of the groups. */
export function allFindings({ groups }: FindingReport): Finding[] {
  return groups.flatMap(({ findings }) => findings);
}

/** What a finding is called across commands: the name of the rule, else `doctor/naming`. */
export function findingId({ rule, step, code }: Finding): string {
  return rule ?? `${step}/${code}`;
}

/** What is wrong and what to do about it, in one sentence or two. */
export function findingSentence({ message, hint }: Finding): string {
  return hint === null ? message : `${message}. ${hint}`;
}

/** `src/a.py:3`, or empty. */
export function findingPlace({ path, line }: Finding): string {
  const file = plainLine(path ?? '');
  return file === '' || line === null ? file : `${file}:${line}`;
}
