import { plainLine } from '../text.js';
import { allFindings, findingId, type Finding, type FindingReport } from './finding.js';

/** A line for each finding, with TABs between its fields. */
export function porcelainText(report: FindingReport): string {
  return allFindings(report)
    .map((finding) =>
      (finding.porcelain ?? fields(finding)).map((field) => field.replaceAll(/[\t\r\n]/g, ' ')).join('\t'),
    )
    .join('\n');
}

/** `id⇥sort⇥severity⇥file⇥line⇥message`; what is not known is empty. */
function fields(finding: Finding): string[] {
  const { code, level, path, line, message } = finding;
  return [findingId(finding), code, level, path ?? '', String(line ?? ''), message].map(plainLine);
}
