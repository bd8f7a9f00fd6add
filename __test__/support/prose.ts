/** A sentence of a Markdown page, or of a cell of a table. */
export interface Sentence {
  /** Line of the page on which it begins, from 1. */
  line: number;
  /** As it is written, on one line, with its code spans and without marks of emphasis and targets of links. */
  text: string;
  /** The same without its code spans. */
  plain: string;
  /** Words, each code span counted with the words in it. */
  words: number;
}

const FENCE = /^(`{3,}|~{3,})/;
const ITEM = /^(?:[-*+]|\d+\.)\s+/;
/** Ends of sentences; a colon ends one if a new sentence follows. */
const END = /(?<=[.!?:]["”’)*_]*)\s+(?=["“(*]*[\p{Lu}\uE000\d])|(?<=[.!?]["”’)*_]*)\s+/u;
const SPAN = /`[^`]*`/g;

/**
 * Sentences of a Markdown page, in order. Code, headings' levels, comments and HTML are left out. Each item of a list is a paragraph, and
 * `cells` says whether cells of tables are, too.
 */
export function sentences(markdown: string, cells = false): Sentence[] {
  return paragraphs(markdown, cells).flatMap(split);
}

interface Paragraph {
  line: number;
  text: string;
}

function paragraphs(markdown: string, cells: boolean): Paragraph[] {
  const found: Paragraph[] = [];
  let current: Paragraph | undefined;
  let fence: string | undefined;
  for (const [at, raw] of markdown.replaceAll('\r\n', '\n').split('\n').entries()) {
    const text = raw.trim();
    const mark = FENCE.exec(text)?.[1];
    if (fence !== undefined) {
      fence = mark?.startsWith(fence) === true ? undefined : fence;
    } else if (mark !== undefined) {
      fence = mark;
      current = undefined;
    } else if (text === '' || text.startsWith('<') || (raw.startsWith('    ') && current === undefined)) {
      current = undefined;
    } else if (text.startsWith('|')) {
      current = undefined;
      if (cells) {
        found.push(...text.split(/(?<!\\)\|/).map((cell) => ({ line: at + 1, text: cell.trim() })));
      }
    } else if (text.startsWith('#')) {
      current = undefined;
      found.push({ line: at + 1, text: text.replace(/^#+ /, '') });
    } else if (current === undefined || ITEM.test(text)) {
      current = { line: at + 1, text: text.replace(ITEM, '') };
      found.push(current);
    } else {
      current.text += `\n${text.replace(/^> ?/, '')}`;
    }
  }
  return found;
}

function split({ line, text }: Paragraph): Sentence[] {
  const spans: string[] = [];
  // Code spans become one letter, so that their dots end no sentence.
  const prose = text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(SPAN, (span) => {
      spans.push(span);
      return '\uE000';
    });
  const found: Sentence[] = [];
  let begin = 0;
  for (const part of prose.split(END)) {
    const at = prose.indexOf(part, begin);
    begin = at + part.length;
    const whole = part.replaceAll('\uE000', () => spans.shift() ?? '').replaceAll(/\s+/g, ' ');
    found.push({
      line: line + prose.slice(0, at).split('\n').length - 1,
      text: whole,
      plain: part.replaceAll('\uE000', '').replaceAll(/\s+/g, ' '),
      words: whole.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    });
  }
  return found;
}
