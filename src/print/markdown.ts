import type { Paint } from './colour.js';
import { plain } from './text.js';

/** Markdown for a terminal: the same text, headings in bold, what stands between fences as it is. */
export function markdownText(markdown: string, paint: Paint): string {
  let fence: string | undefined;
  return plain(markdown)
    .split('\n')
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence !== undefined) {
        fence = mark?.startsWith(fence) && line.trim() === mark ? undefined : fence;
        return line;
      }
      fence = mark;
      return /^#{1,2} /.test(line)
        ? paint.cyan(paint.bold(line))
        : /^#{3,6} /.test(line)
          ? paint.bold(line)
          : line;
    })
    .join('\n');
}
