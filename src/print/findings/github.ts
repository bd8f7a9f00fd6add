import { own, plain } from '../../model/harmless.js';
import { boundedByDocument } from './bounded.js';
import { allFindings, findingId, findingSentence, type Finding, type FindingReport } from './finding.js';

/** Annotations of a workflow run, and what its log says behind them. */
export function githubText(report: FindingReport): string {
  return [...boundedByDocument(allFindings(report)).map(annotation), ...(report.closing ?? [])].join('\n');
}

/** `::error file=src/a.py,line=3,title=no-cycles::…`. */
function annotation(finding: Finding): string {
  const { level, path, line } = finding;
  const command = level === 'error' ? 'error' : level === 'warn' ? 'warning' : 'notice';
  const properties = [
    ...(path === null ? [] : [`file=${property(path)}`]),
    ...(path === null || line === null ? [] : [`line=${line}`]),
    `title=${property(findingId(finding))}`,
  ];
  return `${own('::')}${command} ${properties.join(',')}::${data(plain(findingSentence(finding)))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(plain(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
