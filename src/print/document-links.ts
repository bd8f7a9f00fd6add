import type { DocsLinksAnswer, DocumentLink } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, plainLine } from './text.js';

/** Documents without a part that are listed. */
const UNLINKED = 20;

/** Names of a part that are given. */
const NAMES = 4;

/** What each document is about, and why. */
export function docsLinksText({ links, unlinked }: DocsLinksAnswer, paint: Paint): string {
  if (links.length === 0 && unlinked.length === 0) {
    return 'No document is about it';
  }
  const lines: string[] = [];
  let path: string | undefined;
  for (const link of links) {
    if (link.doc_path !== path) {
      path = link.doc_path;
      lines.push(paint.bold(plainLine(path)));
    }
    lines.push(
      `  ${paint.cyan(plainLine(link.ref_id))}${sectionText(link)}  ${paint.dim(evidenceText(link))}`,
    );
  }
  if (unlinked.length > 0) {
    const more = unlinked.length > UNLINKED ? [`  … and ${unlinked.length - UNLINKED} more`] : [];
    lines.push(
      ...(lines.length > 0 ? [''] : []),
      paint.bold(`About no single part (${counted(unlinked.length, 'document')}):`),
      ...unlinked.slice(0, UNLINKED).map((one) => `  ${plainLine(one)}`),
      ...more,
    );
  }
  return lines.join('\n');
}

function sectionText({ section }: DocumentLink): string {
  return section === null
    ? ''
    : ` ${section.line_start}-${section.line_end} ${plainLine(section.heading)}`.trimEnd();
}

function evidenceText({ declared, score, evidence }: DocumentLink): string {
  const names = evidence.names.slice(0, NAMES).map(({ name, line }) => `${plainLine(name)}:${line}`);
  const more = evidence.names.length > NAMES ? ', …' : '';
  const reasons = [
    ...(declared ? ['declared'] : []),
    ...(evidence.place ? ['lies in its folder'] : []),
    ...(evidence.title ? ['called like it'] : []),
    ...(names.length > 0 ? [`names ${names.join(', ')}${more}`] : []),
  ];
  return `${score === null ? '' : `${score.toFixed(2)} `}${reasons.join('; ')}`;
}
