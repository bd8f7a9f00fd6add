// The graph and the rules of this repository itself: each rule that forbids something is broken once.
import { cpSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import test from 'ava';

import type { LintAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project } from './support/project.js';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is appended to which file, and the rules that it breaks. */
const PLANTED: Array<[path: string, line: string, rules: string[]]> = [
  [
    'crates/beadloom-graph/src/lib.rs',
    'use beadloom_store::Store;',
    ['arrows-between-crates', 'crates-go-down'],
  ],
  ['crates/beadloom-query/src/lib.rs', 'use beadloom_index::reindex;', ['arrows-between-crates']],
  [
    'crates/beadloom-store/src/lib.rs',
    'pub use beadloom_engine as all;',
    ['arrows-between-crates', 'crates-go-down'],
  ],
  ['crates/beadloom-query/src/lib.rs', 'use rusqlite::{Connection, Row};', ['sql-only-in-the-store']],
  ['crates/beadloom-engine/src/lib.rs', 'use napi_derive::napi;', ['node-api-only-in-the-addon']],
  ['crates/beadloom-engine/src/lib.rs', 'use ignore::WalkBuilder;', ['only-the-index-walks-the-tree']],
  ['crates/beadloom-git/src/lib.rs', 'use std::net::TcpStream;', ['no-network-in-rust']],
  ['crates/beadloom-lang/src/lib.rs', 'use std::{fs, fmt};', ['pure-crates-do-no-io']],
  ['src/print/text.ts', "import { open } from '../shell/main.js';", ['arrows-between-folders']],
  [
    'src/mcp/server.ts',
    "const late = () => import('../commands/ctx.js');",
    ['arrows-between-folders', 'commands-and-tools-do-not-know-each-other'],
  ],
  ['src/api/index.ts', "export { parse } from 'yaml';", ['only-yaml-knows-yaml']],
  ['src/shell/main.ts', "import { connect } from 'node:net';", ['only-models-opens-connections']],
  ['src/page/graph/layout.ts', "import { join } from 'node:path';", ['the-page-knows-no-node']],
  ['src/yaml/files.ts', "import { changes } from './changes.js';", ['no-cycles-between-files']],
];

test('every rule about imports holds, and can be broken', async (t) => {
  const where = project(t, {});
  const copied = (path: string) => cpSync(join(ROOT, path), where.path(path), { recursive: true });
  for (const path of [
    '.beadloom/_graph',
    '.beadloom/config.yml',
    'Cargo.toml',
    'package.json',
    'tsconfig.json',
    'src',
  ]) {
    copied(path);
  }
  // Of each crate the file that others see: more of them would say nothing more, and take longer.
  for (const crate of readdirSync(join(ROOT, 'crates'))) {
    copied(`crates/${crate}/Cargo.toml`);
    const entry = ['src/lib.rs', 'src/main.rs'].find((path) =>
      readdirSync(join(ROOT, 'crates', crate, 'src')).includes(path.slice('src/'.length)),
    );
    copied(`crates/${crate}/${entry}`);
  }
  const clean = await beadloom(where, ['lint', '--strict', '--severity', 'error']);
  t.is(clean.code, 0, clean.stdout);
  const { nodes } = await answer<{ nodes: Array<{ summary: string }> }>(where, ['graph', '--json']);
  t.true(nodes.length > 30 && nodes.every(({ summary }) => summary.length > 20), JSON.stringify(nodes));

  for (const [path, line, rules] of PLANTED) {
    const before = readFileSync(where.path(path), 'utf8');
    where.write(path, `${before}\n${line}\n`);
    const { violations } = await answer<LintAnswer>(where, ['lint', '--severity', 'error']);
    const at = before.split('\n').length + 1;
    const here = violations.filter(
      ({ file_path: file, line_number: found }) => file === path && found === at,
    );
    const broken = here.map(({ rule }) => rule).toSorted();
    if (rules.includes('no-cycles-between-files')) {
      t.true(
        violations.some(({ rule }) => rules.includes(rule)),
        JSON.stringify(violations),
      );
    } else {
      t.deepEqual(broken, rules, `${path}: ${line}: ${JSON.stringify(violations)}`);
    }
    where.write(path, before);
  }
});
