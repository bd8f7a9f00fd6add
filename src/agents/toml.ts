import { ForeignError } from './servers.js';
import { JsonSyntaxError } from './jsonc.js';

const BEGIN = '# beadloom begin: written by beadloom setup-mcp; --remove takes this block out';
const END = '# beadloom end';

const TABLE = 'mcp_servers';

/** The block of a server with the blank line before it, and the line end behind it if there is one. */
function blockOf(name: string): RegExp {
  return new RegExp(
    String.raw`(\r?\n)?^# beadloom begin\b[^\n]*\n\[${TABLE}\.${name}\]\r?\n(?:(?!# beadloom end)[^\n]*\n)*?# beadloom end[^\r\n]*(\r?\n)?`,
    'm',
  );
}

/** A server as a table of TOML, in marks. */
export function tomlBlock(name: string, command: readonly [string, ...string[]]): string {
  const [program, ...args] = command.map((word) => JSON.stringify(word));
  return `${BEGIN}\n[${TABLE}.${name}]\ncommand = ${program}\nargs = [${args.join(', ')}]\n${END}\n`;
}

/**
 * The text with the block at its end, or in the place of the one that is there. The form says how to take it out again: behind
 * a text without a line end at its end, or an empty one, the block has none either.
 *
 * @throws JsonSyntaxError, ForeignError where the server is there without our marks
 */
export function withTomlBlock(text: string, name: string, block: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const own = block.replaceAll('\n', end);
  const found = blockOf(name).exec(text);
  if (found !== null) {
    const from = found.index + (found[1] ?? '').length;
    const to = found.index + found[0].length;
    return text.slice(0, from) + (found[2] === undefined ? own.slice(0, -end.length) : own) + text.slice(to);
  }
  checkToml(text, name);
  const ended = text.endsWith('\n');
  return `${text}${text === '' ? '' : end}${ended ? own : own.slice(0, -end.length)}`;
}

/** The text without the block; undefined where there is none. */
export function withoutTomlBlock(text: string, name: string): string | undefined {
  const found = blockOf(name).exec(text);
  return found === null ? undefined : text.slice(0, found.index) + text.slice(found.index + found[0].length);
}

/**
 * Looks at the outline of a TOML text: whether each statement is one, strings and lists end, and our server is not there.
 *
 * @throws JsonSyntaxError, ForeignError
 */
function checkToml(text: string, name: string): void {
  let at = 0;
  let inTable: string | undefined;
  while (at < text.length) {
    const lineStart = at;
    const line = lineAt(text, at);
    const bare = line.trim();
    if (bare === '' || bare.startsWith('#')) {
      at += line.length + 1;
      continue;
    }
    const header = /^\[\[?([^\]]+)\]\]?\s*(?:#.*)?$/.exec(bare);
    if (header !== null) {
      const path = keyPath(header[1] ?? '');
      checkName(path, name, lineStart);
      inTable = path.join('.');
      at += line.length + 1;
      continue;
    }
    const key =
      /^\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+))*)\s*=\s*/.exec(
        line,
      );
    if (key === null) {
      throw new JsonSyntaxError('this is neither a table, nor a key with a value, nor a comment', lineStart);
    }
    const path = keyPath(key[1] ?? '');
    if (!inTable && path[0] === TABLE && path.length === 1) {
      throw new ForeignError(`${TABLE} is written as a value, and nothing can be added to it`, lineStart);
    }
    if (inTable === TABLE) {
      checkName([TABLE, ...path], name, lineStart);
    } else if (!inTable) {
      checkName(path, name, lineStart);
    }
    at = valueEnd(text, lineStart + key[0].length);
  }
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end === -1 ? text.length : end);
}

function keyPath(text: string): string[] {
  return text.split('.').map((part) => part.trim().replaceAll(/^["']|["']$/g, ''));
}

function checkName([table, server]: string[], name: string, offset: number): void {
  if (table === TABLE && server === name) {
    throw new ForeignError(`${TABLE}.${name} exists already and was not written by beadloom`, offset);
  }
}

/** The offset behind the line on which a value ends. */
function valueEnd(text: string, from: number): number {
  let at = from;
  let open = 0;
  while (at < text.length) {
    const three = text.slice(at, at + 3);
    const c = text.charAt(at);
    if (three === '"""' || three === "'''") {
      const end = text.indexOf(three, at + 3);
      if (end === -1) {
        throw new JsonSyntaxError('the string has no end', at);
      }
      at = end + 3;
    } else if (c === '"' || c === "'") {
      const string = (c === '"' ? /^"(?:[^"\\\n]|\\.)*"/ : /^'[^'\n]*'/).exec(lineAt(text, at));
      if (string === null) {
        throw new JsonSyntaxError('the string has no end', at);
      }
      at += string[0].length;
    } else if (c === '#') {
      at += lineAt(text, at).length;
    } else if (c === '\n' && open === 0) {
      return at + 1;
    } else {
      open += c === '[' || c === '{' ? 1 : c === ']' || c === '}' ? -1 : 0;
      if (open < 0) {
        throw new JsonSyntaxError('a bracket is closed that was not opened', at);
      }
      at++;
    }
  }
  if (open > 0) {
    throw new JsonSyntaxError('a list or table has no end', from);
  }
  return at;
}
