// Whether two texts of a code file differ in comments and white space alone: read without the core, to judge the core.

import { extname } from 'node:path';

const HASH = new Set(['.py', '.pyi', '.rb', '.sh']);

/** A string, a comment or white space; what is none of them stands alone. Strings first: `//` in one is no comment. */
const C_LIKE =
  /"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\s+/g;
const HASH_LIKE =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|#[^\n]*|\s+/g;

/** @param {string} path @param {string} before @param {string} after */
export function isFormattingAlone(path, before, after) {
  return before !== after && bare(path, before) === bare(path, after);
}

function bare(path, text) {
  if (!HASH.has(extname(path))) {
    return text.replaceAll(C_LIKE, (piece) => (/^(?:\/\/|\/\*|\s)/.test(piece) ? '' : piece));
  }
  // The depth of a line is no formatting here, but whether it is deeper than the last.
  const depths = [];
  const indented = text.replaceAll(/^([ \t]*)(?=[^\s#])/gm, (_, blank) => {
    while (depths.length > 0 && depths.at(-1) > blank.length) depths.pop();
    if (blank.length > (depths.at(-1) ?? 0)) depths.push(blank.length);
    return '\u0001'.repeat(depths.length);
  });
  return indented.replaceAll(HASH_LIKE, (piece) => (/^(?:#|\s)/.test(piece) ? '' : piece));
}
