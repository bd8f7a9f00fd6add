// Text of a project on its way out: to a terminal, a pipeline's log, a client.

/**
 * What a reader must not get raw: control characters other than tab and newline – CR LF ends a line too –, marks that turn
 * the direction of writing, and separators of lines that are no newline.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Words that a runner of workflows takes for commands, GitHub's and those of its kin; it takes no others. */
const WORDS =
  'add-mask|add-matcher|add-path|command|debug|echo|endgroup|error|group|internal-set-repo-path|notice|remove-matcher|save-state|section|set-env|set-output|stop-commands|warning';

/** `::error file=a.py::`, which counts behind spaces too. */
const COMMAND = new RegExp(`^([^\\S\\n]*):(?=:(?:${WORDS})(?: [^\\n]*)?::)`, 'gim');

/** `##[error]`, `##vso[task…]`, `##teamcity[…]`, which count anywhere in a line. */
const MARKED = new RegExp(`#(?=#(?:\\[(?:${WORDS})[ \\]]|vso\\[|teamcity\\[))`, 'gi');

/** `section_start:1560896352:name`, of GitLab. */
const SECTION = /(section_(?:start|end)):(?=\d+:)/g;

/**
 * Text from the repository, harmless for a terminal: escape sequences and their like become visible signs.
 * Whoever puts text of the project into a line of its own makes it so, because only there is known what shall be one line;
 * what was forgotten is caught where it leaves ({@link released}).
 */
export function plain(text: string): string {
  return text.replace(UNSAFE, (char) => {
    const code = char.codePointAt(0) ?? 0;
    // The Unicode block "Control Pictures" has a sign for each of the first 32 and for delete.
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plain(text.replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ').trim());
}

/** JSON without the same characters and commands: they stand as escapes, which mean the same. */
export function plainJson(text: string): string {
  return text
    .replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(MARKED, '\\u0023')
    .replace(SECTION, '$1\\u003a');
}

/** Text of which no line commands the pipeline that prints it. One more space is all that is seen of it. */
function uncommanding(text: string): string {
  return text.replace(COMMAND, '$1: ').replace(MARKED, '# ').replace(SECTION, '$1: ');
}

/** Begins what beadloom itself tells a terminal or a pipeline. No file can hold it: each process has another. */
const MARK = `\u001b${Math.random().toString(36).slice(2, 12)}`;

/** What may stand behind it: strokes, the ways to redraw a line, and the beginning of an annotation. */
const OWN = new RegExp(`${MARK}(\\[\\d*[mGK]|::)`);

/** A control sequence (without its escape character) or `::`, as it is; all others are taken for the project's. */
export function own(sequence: string): string {
  return MARK + sequence;
}

/** Without what {@link own} marked. */
export function unmarked(text: string): string {
  return text.includes(MARK)
    ? text
        .split(OWN)
        .filter((_, at) => at % 2 === 0)
        .join('')
    : text;
}

/** What is written: nothing in it acts on a terminal or a pipeline but what {@link own} marked. */
export function released(text: string): string {
  if (!text.includes(MARK)) {
    return uncommanding(plain(text));
  }
  return text
    .split(OWN)
    .map((part, at) => (at % 2 === 0 ? uncommanding(plain(part)) : part === '::' ? part : `\u001b${part}`))
    .join('');
}
