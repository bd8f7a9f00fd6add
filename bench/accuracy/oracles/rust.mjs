// What rust-analyzer says, by its index in the LSIF format.
//
//   node rust.mjs imports ROOT    prints {file, line, name, target} for each name that a `use` or `mod` brings
//   node rust.mjs sites ROOT      prints {file, line, name} for each name that a parenthesis follows
//   node rust.mjs calls ROOT      reads {file, line, name} lines, prints them with targets[{file, line}]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const [what, rootArgument] = process.argv.slice(2);
const root = resolve(rootArgument);
const index = await read();

if (what === 'imports') imports();
else if (what === 'sites') sites();
else {
  for await (const line of createInterface({ input: process.stdin })) {
    const wanted = JSON.parse(line);
    const found = (index.get(wanted.file) ?? []).filter(
      (range) => range.line === wanted.line && range.text === wanted.name,
    );
    emit({ ...wanted, targets: found.flatMap((range) => range.targets) });
  }
}

/** Names of known meaning that look called, definitions left out. */
function sites() {
  for (const [file, ranges] of index) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    for (const { line, start, end, text, targets } of ranges) {
      const source = lines[line - 1] ?? '';
      const isDefinition = targets.some((target) => target.file === file && target.line === line);
      if (
        /^(::<[^(]*>)?\(/.test(source.slice(end)) &&
        !isDefinition &&
        !/\bfn\s+$/.test(source.slice(0, start))
      ) {
        emit({ file, line, name: text });
      }
    }
  }
}

/** Every name in a `use` that rust-analyzer knows the definition of; `mod x;` with its file. */
function imports() {
  for (const [file, ranges] of index) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    let open = 0;
    let comment = false;
    for (const [number, text] of lines.entries()) {
      comment ||= /^\s*\/\*/.test(text);
      const bare = comment ? '' : text.replace(/\/\/.*/, '');
      if (text.includes('*/')) comment = false;
      if (open === 0 && /^\s*(pub(\([^)]*\))?\s+)?use\s+[\w:{]/.test(bare)) open = number + 1;
      if (open === 0) continue;
      for (const range of ranges.filter(({ line }) => line === number + 1)) {
        // A path's last segment is what is imported.
        const after = bare.slice(range.end);
        if (/^\s*(::)/.test(after) || /^(self|super|crate)$/.test(range.text)) continue;
        const before = bare.slice(0, range.start);
        if (/\bas\s+$/.test(before)) continue;
        const named = range.targets.find((place) => place.file !== null);
        // An exported macro stands at the root of its crate, wherever it is defined: what the path before it names.
        const whole = ranges.find(({ line, end }) => line === number + 1 && end === range.start - 2);
        const target = named && isExportedMacro(named) ? whole?.targets[0] : named;
        emit({ file, line: open, name: range.text, target: target?.file ?? null });
      }
      if (bare.includes(';')) open = 0;
    }
  }
}

function isExportedMacro({ file, line }) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return /^\s*macro_rules!/.test(lines[line - 1]) && /#\[macro_export/.test(lines[line - 2] ?? '');
}

/** The index as a file beside the sources, which are those of one version: making it takes minutes. */
async function dumped() {
  const dump = `${root}.lsif`;
  if (existsSync(dump)) return dump;
  const partial = `${dump}.${process.pid}`;
  const child = spawn('rust-analyzer', ['lsif', root], {
    stdio: ['ignore', openSync(partial, 'w'), 'ignore'],
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`rust-analyzer ended with ${status}`);
  renameSync(partial, dump);
  return dump;
}

/** Ranges by file: {line, start, end, text, targets}. */
async function read() {
  const dump = await dumped();
  const documents = new Map();
  const ranges = new Map();
  const next = new Map();
  const definitions = new Map();
  const items = new Map();
  const contains = new Map();
  for await (const line of createInterface({ input: createReadStream(dump) })) {
    const entry = JSON.parse(line);
    if (entry.label === 'document') documents.set(entry.id, entry.uri);
    else if (entry.label === 'range') ranges.set(entry.id, entry);
    else if (entry.label === 'next') next.set(entry.outV, entry.inV);
    else if (entry.label === 'textDocument/definition') definitions.set(entry.outV, entry.inV);
    else if (entry.label === 'item') {
      const list = items.get(entry.outV) ?? [];
      list.push(...entry.inVs.map((range) => ({ range, document: entry.document ?? entry.shard })));
      items.set(entry.outV, list);
    } else if (entry.label === 'contains') {
      contains.set(entry.outV, [...(contains.get(entry.outV) ?? []), ...entry.inVs]);
    }
  }
  const pathOf = (document) => {
    const uri = documents.get(document);
    if (!uri) return null;
    const below = relative(root, fileURLToPath(uri)).replaceAll('\\', '/');
    // What builds of dependencies generate is theirs.
    return below.startsWith('..') || below.startsWith('target/') ? null : below;
  };
  const files = new Map();
  for (const [document, inside] of contains) {
    const path = pathOf(document);
    if (path === null) continue;
    const text = readFileSync(join(root, path), 'utf8').split('\n');
    const found = [];
    for (const id of inside) {
      const range = ranges.get(id);
      if (!range || range.start.line !== range.end.line) continue;
      const result = definitions.get(next.get(id));
      const targets = (items.get(result) ?? []).map((item) => ({
        file: pathOf(item.document),
        line: (ranges.get(item.range)?.start.line ?? -1) + 1,
      }));
      const [start, end] = [range.start.character, range.end.character];
      found.push({
        line: range.start.line + 1,
        start,
        end,
        text: text[range.start.line]?.slice(start, end),
        targets,
      });
    }
    files.set(path, found);
  }
  return files;
}

function emit(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
