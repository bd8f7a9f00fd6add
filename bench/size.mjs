// `node bench/size.mjs [MAP]`: what the bytes of the addon are. Links the release profile once more, which takes some
// minutes, and reads the map that the linker writes; or reads a map that is there. For Linux, whose linker writes maps of
// this form.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { cargoEnv, targetFolder } from '../scripts/lib/cargo.mjs';
import { Failure, root, run, script } from '../scripts/lib/process.mjs';

/** What a row of a table must have to stand in it, in bytes. */
const LEAST = 20_000;
/** Crates of Rust's own, whose generic code takes its types from others. */
const STANDARD = new Set(['core', 'alloc', 'std', 'hashbrown']);

await script((args) => {
  const map = args[0] ?? linked();
  if (!existsSync(map)) throw new Failure(`there is no ${map}`);
  const sections = sizes(readFileSync(map, 'utf8'));
  const total = [...sections.values()].flatMap((of) => [...of.values()]).reduce((a, b) => a + b, 0);
  console.log(`${thousands(total)} bytes in sections`);
  const bySize = [...sections]
    .map(([name, of]) => ({ name, of: sorted(of) }))
    .toSorted((a, b) => b.of.sum - a.of.sum);
  for (const { name, of } of bySize.filter((section) => section.of.sum >= LEAST)) {
    console.log(`\n${name}  ${thousands(of.sum)}`);
    const shown = of.rows.filter(([, bytes]) => bytes >= LEAST);
    for (const [what, bytes] of shown) console.log(`  ${thousands(bytes).padStart(11)}  ${what}`);
    const rest = of.sum - shown.reduce((sum, [, bytes]) => sum + bytes, 0);
    if (rest > 0) console.log(`  ${thousands(rest).padStart(11)}  less than ${thousands(LEAST)} each`);
  }
});

/** Links, and says where the map is. */
function linked() {
  if (process.platform !== 'linux') throw new Failure('maps of this form are written on Linux');
  const map = join(targetFolder(), 'addon.map');
  const what = ['--package', 'beadloom-napi', '--release', '--lib'];
  run('cargo', ['rustc', ...what, '--', `-Clink-arg=-Wl,-Map=${map}`], {
    cwd: root,
    env: cargoEnv('release'),
  });
  return map;
}

/** Bytes by what they are of, for each section that is in the file. */
function sizes(map) {
  const sections = new Map();
  let of = new Map();
  for (const line of map.split('\n')) {
    // Two addresses, size, alignment, and what it is: a section, or indented by eight what went into it.
    const found = /^\s*[\da-f]+\s+[\da-f]+\s+([\da-f]+)\s+\d+ (\s*)(.*)$/.exec(line);
    if (!found) continue;
    const [, size, indent, name] = found;
    if (indent === '') {
      // What is zero until the program writes to it takes no room in the file.
      of = new Map();
      if (!/^\.(bss|tbss|relro_padding)/.test(name)) sections.set(name, of);
    } else if (indent.length === 8) {
      const what = origin(name);
      of.set(what, (of.get(what) ?? 0) + Number.parseInt(size, 16));
    }
  }
  return sections;
}

/** The crate or library that an input section, `file:(.section.symbol)`, comes from. */
function origin(name) {
  const library = /lib([\w+-]+?)(?:-[\da-f]{16})?\.(?:rlib|a)\(([^)]*)\)/.exec(name);
  if (library) {
    const grammar = /^[\da-f]+-(.*)\.o$/.exec(library[2])?.[1];
    return library[1] === 'beadloom_grammars' ? `beadloom_grammars, ${grammar}` : library[1];
  }
  const symbol = /:\(\.[a-z_.]+?\.((?:_ZN|_R|anon|\.Lanon).*)\)$/.exec(name)?.[1];
  if (symbol === undefined) return 'the linker and what has no name';
  if (symbol.includes('anon.')) return 'constants without a name';
  const crate = crateOf(symbol);
  return STANDARD.has(crate) ? "generic code of Rust's own crates" : `${crate} (Rust)`;
}

/** The crate that a mangled name begins with; for a method of a trait, that of the type, or else of the trait. */
function crateOf(symbol) {
  const version0 = /Cs[\dA-Za-z]*_(\d+)(\w+)/.exec(symbol);
  if (symbol.startsWith('_R')) return version0?.[2].slice(0, Number(version0[1])) ?? 'unknown';
  const first = /^_ZN(\d+)(.*)$/.exec(symbol);
  const path = first?.[2].slice(0, Number(first[1])) ?? 'unknown';
  if (!path.includes('$LT$')) return path;
  const crates = [...path.matchAll(/(?<![\w.])_?([a-z]\w*)\.\./g)].map((found) => found[1]);
  const own = crates.find((name) => !STANDARD.has(name));
  return own ?? 'core';
}

/** The rows, largest first, and their sum. */
function sorted(of) {
  const rows = [...of].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return { rows, sum: rows.reduce((sum, [, bytes]) => sum + bytes, 0) };
}

function thousands(count) {
  return count.toLocaleString('en-US');
}
