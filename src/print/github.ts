import { own, plain } from '../harmless.js';

/** What a program is told of a finding. */
export interface Finding {
  /** What was broken or checked. */
  rule: string;
  level: 'error' | 'warn' | 'info' | 'ok';
  /** Relative to the root. */
  path: string | null;
  /** 1-based. */
  line: number | null;
  message: string;
  /** What to do about it. */
  hint: string | null;
}

/** An annotation of a workflow run: `::error file=src/a.py,line=3,title=no-cycles::…`. */
export function githubAnnotation({ rule, level, path, line, message, hint }: Finding): string {
  const command = level === 'error' ? 'error' : level === 'warn' ? 'warning' : 'notice';
  const properties = [
    ...(path === null ? [] : [`file=${property(path)}`]),
    ...(path === null || line === null ? [] : [`line=${line}`]),
    `title=${property(rule)}`,
  ];
  const text = hint === null ? message : `${message}. ${hint}`;
  return `${own('::')}${command} ${properties.join(',')}::${data(plain(text))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(plain(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
