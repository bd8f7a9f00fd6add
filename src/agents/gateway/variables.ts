/** A piece of a text: letters, or the name of a variable. */
export type Piece = { text: string } | { variable: string };

/** How a program writes variables in its file. */
export type Dialect = 'shell' | 'dollar' | 'editor' | 'braces' | 'none';

/** Of every program. */
const DIALECTS: Readonly<Record<string, Dialect>> = {
  'claude-code': 'shell',
  'gemini-cli': 'dollar',
  cursor: 'editor',
  vscode: 'editor',
  windsurf: 'editor',
  opencode: 'braces',
};

export function dialectOf(tool: string): Dialect {
  return DIALECTS[tool] ?? 'none';
}

const PATTERNS: Readonly<Record<Dialect, RegExp | undefined>> = {
  shell: /\$\{([A-Za-z_]\w*(?::-[^}]*)?)\}/g,
  dollar: /\$\{([A-Za-z_]\w*(?::-[^}]*)?)\}|\$([A-Za-z_]\w*)/g,
  editor: /\$\{([^}]+)\}/g,
  braces: /\{((?:env|file):[^}]+)\}/g,
  none: undefined,
};

/** What an editor says of places, as the gateway knows them: it runs in the project. */
const PLACES: Readonly<Record<string, Piece>> = {
  workspaceFolder: { text: '.' },
  workspaceRoot: { text: '.' },
  userHome: { variable: 'HOME' },
  pathSeparator: { text: '/' },
  '/': { text: '/' },
};

/** Something that only the program itself can fill in. */
export class UnknownVariable extends Error {}

/** A text in its pieces. @throws UnknownVariable */
export function pieces(text: string, dialect: Dialect): Piece[] {
  const pattern = PATTERNS[dialect];
  if (pattern === undefined) {
    return [{ text }];
  }
  const found: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    found.push({ text: text.slice(at, match.index) }, piece(match[1] ?? match[2] ?? '', match[0], dialect));
    at = match.index + match[0].length;
  }
  found.push({ text: text.slice(at) });
  return merged(found);
}

function piece(name: string, whole: string, dialect: Dialect): Piece {
  if (dialect === 'shell' || dialect === 'dollar') {
    return { variable: name };
  }
  const env = /^env:([A-Za-z_]\w*)$/.exec(name)?.[1];
  if (env !== undefined) {
    return { variable: env };
  }
  const place = dialect === 'editor' ? PLACES[name] : undefined;
  if (place === undefined) {
    throw new UnknownVariable(`only the program itself knows what ${whole} is`);
  }
  return place;
}

function merged(all: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const one of all) {
    const last = result.at(-1);
    if ('text' in one && last !== undefined && 'text' in last) {
      last.text += one.text;
    } else if (!('text' in one) || one.text !== '' || all.length === 1) {
      result.push({ ...one });
    }
  }
  return result;
}
