// What a language server says: clangd of C++, Intelephense of PHP.
//
//   node lsp.mjs imports LANGUAGE ROOT SERVER    prints {file, line, name, target} for each include or use
//   node lsp.mjs sites LANGUAGE ROOT SERVER      prints {file, line, name} for each name that looks called
//   node lsp.mjs calls LANGUAGE ROOT SERVER      reads {file, line, name} lines, prints them with targets[{file, line}]
//
// SERVER is the program, or the script of a Node package. Which files there are and where names stand is found here by plain
// patterns; what they mean is the server's word.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [what, language, rootArgument, server] = process.argv.slice(2);
const root = resolve(rootArgument);

/** Milliseconds after which a question has no answer. */
const LONGEST = 60_000;

/** What is not a call although a parenthesis follows. */
const KEYWORDS = new Set(
  'if for foreach while switch return catch sizeof alignof decltype function fn array list isset unset empty echo print exit die include require include_once require_once and or not xor match elseif declare static_assert noexcept defined alignas new throw case else do typeid co_return co_await co_yield static_cast dynamic_cast const_cast reinterpret_cast explicit operator'.split(
    ' ',
  ),
);

const LANGUAGES = {
  cpp: {
    id: 'cpp',
    files: /\.(cc|cpp|cxx|h|hh|hpp|hxx)$/,
    import: /^\s*#\s*include\s+["<]([^">]+)[">]/,
    start: () => [
      server,
      [
        '--background-index',
        '--background-index-priority=normal',
        '--log=error',
        `--compile-commands-dir=${flags()}`,
      ],
    ],
    // What is declared in one place and defined in another; a name with parentheses behind it may be either.
    declares: true,
    // Where a header is not there, its name is looked for in the index.
    leads: (target, name) => target?.endsWith(name.replaceAll(/^(\.{1,2}\/)+/g, '')),
    search: included,
    // Of its index of all files.
    progress: (token) => token === 'backgroundIndexProgress',
    settings: null,
  },
  php: {
    id: 'php',
    files: /\.php$/,
    import: /^use\s+\\?([\w\\]+)(?:\s+as\s+\w+)?;/,
    start: () => [process.execPath, [server, '--stdio']],
    progress: () => true,
    declares: false,
    leads: (target) => target !== null,
    search: () => null,
    // It begins nothing before it was told these.
    settings: {
      files: {
        maxSize: 1_000_000,
        associations: ['*.php'],
        exclude: ['**/.git/**', '**/node_modules/**', '**/.beadloom/**'],
      },
      environment: { includePaths: [], phpVersion: '8.2.0' },
      stubs: ['Core', 'standard', 'SPL', 'date', 'json', 'pcre', 'PDO', 'Reflection'],
      diagnostics: { enable: false },
      telemetry: { enabled: false },
      completion: {},
      format: {},
    },
  },
};
const spoken = LANGUAGES[language];

const files = readdirSync(root, { recursive: true })
  .map((path) => String(path).replaceAll('\\', '/'))
  .filter((path) => spoken.files.test(path) && !/(^|\/)(node_modules|vendor|\.git|\.beadloom)\//.test(path))
  .toSorted();
const texts = new Map();
const linesOf = (file) => {
  if (!texts.has(file)) texts.set(file, readFileSync(join(root, file), 'utf8').split('\n'));
  return texts.get(file);
};

if (what === 'sites') {
  const client = spoken.declares ? await connect() : null;
  for (const file of files) {
    const declared = new Set(await client?.declared(file));
    for (const [number, text] of bare(linesOf(file)).entries()) {
      for (const match of text.matchAll(/(?<![\w$])([A-Za-z_]\w*)\s*\(/g)) {
        const isCall = !KEYWORDS.has(match[1]) && !declared.has(`${number}:${match[1]}`);
        if (isCall) emit({ file, line: number + 1, name: match[1] });
      }
    }
  }
  client?.close();
} else {
  const client = await connect();
  if (what === 'imports') {
    for (const file of files) {
      for (const [number, text] of linesOf(file).entries()) {
        const name = spoken.import.exec(text)?.[1];
        if (!name) continue;
        // In the last part of the name: what stands before it may mean something of its own.
        const at = text.indexOf(name) + name.length - 1;
        const found = await client.definition(file, number, at);
        emit({
          file,
          line: number + 1,
          name,
          target:
            found.find((place) => spoken.leads(place.file, name))?.file ?? spoken.search(file, text, name),
        });
      }
    }
  } else {
    for await (const line of createInterface({ input: process.stdin })) {
      const wanted = JSON.parse(line);
      const source = linesOf(wanted.file)[wanted.line - 1] ?? '';
      const targets = [];
      for (const match of source.matchAll(new RegExp(String.raw`(?<![\w$])${wanted.name}\b`, 'g'))) {
        const at = [wanted.file, wanted.line - 1, match.index + 1, wanted.name];
        const found = await client.definition(...at);
        // A header's declaration is the same function.
        if (spoken.declares) found.push(...(await client.declaration(...at)));
        // A definition's own name leads to itself.
        targets.push(...found.filter((place) => place.file !== wanted.file || place.line !== wanted.line));
      }
      emit({ ...wanted, targets });
    }
  }
  client.close();
}

/**
 * The file that an include of C++ means which conditions leave out, as a preprocessor looks for it: beside the file where it is
 * quoted, then in the folders of the flags.
 */
function included(file, text, name) {
  const own = file.split('/').slice(0, -1).join('/');
  const folders = [...(text.includes('"') ? [own] : []), ...headerFolders()];
  const paths = folders.map((folder) => relative(root, resolve(root, folder, name)).replaceAll('\\', '/'));
  return paths.find((path) => files.includes(path)) ?? null;
}

/** Folders of headers and those around them, as most builds name them. */
function headerFolders() {
  const folders = new Set(['.', 'src', 'include']);
  for (const file of files) {
    if (/\.h(h|pp|xx)?$/.test(file)) {
      const at = file.split('/').slice(0, -1);
      folders.add(at.join('/') || '.');
      folders.add(at.slice(0, -1).join('/') || '.');
    }
  }
  return folders;
}

/** Lines without comments and what stands between quotes. */
function bare(lines) {
  let comment = false;
  return lines.map((line) => {
    let text = line.replaceAll(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, '""');
    if (comment) {
      if (!text.includes('*/')) return '';
      text = text.slice(text.indexOf('*/') + 2);
      comment = false;
    }
    text = text.replaceAll(/\/\*.*?\*\//g, '').replace(/(\/\/|^\s*#).*/, '');
    if (text.includes('/*')) {
      comment = true;
      text = text.slice(0, text.indexOf('/*'));
    }
    return text;
  });
}

/**
 * A folder with the flags of every file: each folder of headers, as most builds name them. It lies beside the sources and stays,
 * because the server keeps its index there.
 */
function flags() {
  const folder = `${root}.flags`;
  mkdirSync(folder, { recursive: true });
  const includes = [...headerFolders()].map((path) => join(root, path));
  const sources = files.filter((file) => /\.c(c|pp|xx)$/.test(file));
  const commands = sources.map((file) => ({
    directory: root,
    file: join(root, file),
    arguments: ['c++', '-std=c++23', ...includes.map((path) => `-I${path}`), '-c', join(root, file)],
  }));
  writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify(commands));
  return folder;
}

async function connect() {
  const [program, args] = spoken.start();
  const child = spawn(program, args, { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  const opened = new Set();
  let last = 0;
  let settle;
  let begun = false;
  const settled = new Promise((done) => {
    settle = done;
  });
  let buffer = Buffer.alloc(0);
  child.stdout.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const head = buffer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, head).toString())?.[1]);
      if (buffer.length < head + 4 + length) return;
      take(JSON.parse(buffer.subarray(head + 4, head + 4 + length).toString()));
      buffer = buffer.subarray(head + 4 + length);
    }
  });

  function take(message) {
    if (message.method && message.id !== undefined) {
      const result =
        message.method === 'workspace/configuration' ? message.params.items.map(() => spoken.settings) : null;
      send({ id: message.id, result });
    } else if (message.method === '$/progress') {
      if (!spoken.progress(message.params.token)) return;
      begun = true;
      if (message.params.value.kind === 'end') settle();
    } else if (message.id !== undefined) {
      waiting.get(message.id)?.(message.result ?? null);
      waiting.delete(message.id);
    }
  }
  function send(message) {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  /** The answer; `null` for what has none in time. */
  function request(method, params, most = LONGEST) {
    last += 1;
    const id = last;
    return new Promise((done) => {
      const timer = setTimeout(() => {
        waiting.delete(id);
        send({ method: '$/cancelRequest', params: { id } });
        done(null);
      }, most);
      waiting.set(id, (result) => {
        clearTimeout(timer);
        done(result);
      });
      send({ id, method, params });
    });
  }
  function open(file) {
    if (opened.has(file)) return;
    opened.add(file);
    const textDocument = {
      uri: uriOf(file),
      languageId: spoken.id,
      version: 1,
      text: linesOf(file).join('\n'),
    };
    send({ method: 'textDocument/didOpen', params: { textDocument } });
  }

  const folder = pathToFileURL(root).href;
  await request('initialize', {
    processId: process.pid,
    rootUri: folder,
    workspaceFolders: [{ uri: folder, name: 'project' }],
    capabilities: {
      window: { workDoneProgress: true },
      workspace: { configuration: true, workspaceFolders: true },
    },
    initializationOptions: { clearCache: true },
  });
  send({ method: 'initialized', params: {} });
  open(files.find((file) => /\.(cc|cpp|cxx|php)$/.test(file)) ?? files[0]);
  // It says nothing where its index is whole already.
  setTimeout(() => begun || settle(), LONGEST);
  await settled;

  return {
    definition: (...place) => places('textDocument/definition', ...place),
    declaration: (...place) => places('textDocument/declaration', ...place),
    /** `line:name` of what a file declares or defines. */
    async declared(file) {
      open(file);
      const list = await request('textDocument/documentSymbol', { textDocument: { uri: uriOf(file) } });
      const all = (symbols) => symbols.flatMap((symbol) => [symbol, ...all(symbol.children ?? [])]);
      return all(list ?? []).map(({ name, selectionRange, location }) => {
        const { line } = (selectionRange ?? location.range).start;
        return `${line}:${name.split(/::|[<(]/).at(-1)}`;
      });
    },
    close() {
      child.kill();
    },
  };

  async function places(method, file, line, character, name) {
    open(file);
    const found = await request(method, {
      textDocument: { uri: uriOf(file) },
      position: { line, character },
    });
    return [found ?? []].flat().map((place) => {
      const below = relative(root, fileURLToPath(place.uri ?? place.targetUri)).replaceAll('\\', '/');
      const range = place.range ?? place.targetSelectionRange;
      const inside = below.startsWith('..') ? null : below;
      return {
        file: inside,
        line: 1 + (inside && name ? nameLine(inside, range, name) : range.start.line),
      };
    });
  }
}

/** Where a name stands in what defines it, which may begin with a comment; 0-based. */
function nameLine(file, { start, end }, name) {
  const own = linesOf(file).slice(start.line, end.line + 1);
  const at = own.findIndex(
    (text) => !/^\s*(\/?\*|\/\/|#)/.test(text) && new RegExp(String.raw`\b${name}\b`).test(text),
  );
  return start.line + Math.max(at, 0);
}

function uriOf(file) {
  return pathToFileURL(join(root, file)).href;
}

function emit(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
