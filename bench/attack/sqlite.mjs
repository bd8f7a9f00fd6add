// Databases made by hand: what SQLite reads as a schema, with whatever text in it, valid or not.

import { readFileSync } from 'node:fs';

const PAGE = 65_536;

const SOURCE = readFileSync(new URL('../../crates/beadloom-store/src/open.rs', import.meta.url), 'utf8');

/** The version of the schema that an index has. */
export const SCHEMA_VERSION = Number(/SCHEMA_VERSION: u32 = (\d+);/.exec(SOURCE)?.[1]);

/** A number as SQLite writes it in records: seven bits to a byte, the most significant first. */
function varint(/** @type {number} */ number) {
  const bytes = [number & 0x7f];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest & 0x7f) | 0x80);
  }
  return Buffer.from(bytes);
}

/** A row: its types, then its values. */
function record(/** @type {(string | number)[]} */ values) {
  const bodies = values.map((value) =>
    typeof value === 'string' ? Buffer.from(value) : Buffer.from([value]),
  );
  const types = values.map((value, at) =>
    typeof value === 'string' ? varint((bodies[at]?.length ?? 0) * 2 + 13) : varint(1),
  );
  const length = types.reduce((sum, type) => sum + type.length, 1);
  return Buffer.concat([varint(length), ...types, ...bodies]);
}

/**
 * A database whose tables, views and triggers are those given. All roots of tables are the same empty page.
 * @param {{ type: string, name: string, sql: string }[]} objects together within 60 KB
 * @param {{ application?: number, version?: number, pages?: number, log?: boolean }} [settings] `pages`: as many as the header says
 */
export function database(
  objects,
  { application = 0x62646c6d, version = SCHEMA_VERSION, pages = 2, log = true } = {},
) {
  const cells = objects.map(({ type, name, sql }, at) => {
    const row = record([type, name, name, type === 'table' ? 2 : 0, sql]);
    return Buffer.concat([varint(row.length), varint(at + 1), row]);
  });
  const file = Buffer.alloc(PAGE * 2);
  file.write('SQLite format 3\0', 0, 'latin1');
  file.writeUInt16BE(1, 16); // 65,536 bytes to a page
  file[18] = file[19] = log ? 2 : 1;
  file.set([0, 64, 32, 32], 20);
  file.writeUInt32BE(1, 24);
  file.writeUInt32BE(pages, 28);
  file.writeUInt32BE(1, 40);
  file.writeUInt32BE(4, 44);
  file.writeUInt32BE(1, 56); // UTF-8
  file.writeUInt32BE(version, 60);
  file.writeUInt32BE(application, 68);
  file.writeUInt32BE(1, 92);
  file.writeUInt32BE(3_045_000, 96);
  let at = PAGE;
  file[100] = 13; // a leaf of a table
  file.writeUInt16BE(cells.length, 103);
  for (const [number, cell] of cells.entries()) {
    at -= cell.length;
    if (at < 108 + cells.length * 2) throw new Error('more than a page of objects');
    cell.copy(file, at);
    file.writeUInt16BE(at, 108 + number * 2);
  }
  file.writeUInt16BE(at === PAGE ? 0 : at, 105);
  file[PAGE] = 13;
  return file;
}

/** Tables that a command reads first. */
export const TABLES = [
  'meta',
  'file_index',
  'nodes',
  'edges',
  'docs',
  'chunks',
  'code_symbols',
  'diagnostics',
  'postings',
  'sync_state',
  'bundle_cache',
  'health_snapshots',
];

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';

/** What stands in place of tables: by name, the type and the SQL for a table's name. */
export const PLANTS = {
  'an endless view': (/** @type {string} */ name) => ({
    type: 'view',
    sql: `CREATE VIEW ${name} AS ${ENDLESS} SELECT i AS id, i AS key, i AS value, i AS path, i AS content FROM n`,
  }),
  'a view that grows': (/** @type {string} */ name) => ({
    type: 'view',
    sql: `CREATE VIEW ${name} AS ${ENDLESS} SELECT group_concat(hex(zeroblob(1000))) AS value, 'generation' AS key FROM n`,
  }),
  'a view of itself': (/** @type {string} */ name) => ({
    type: 'view',
    sql: `CREATE VIEW ${name} AS SELECT * FROM ${name}, ${name} AS b`,
  }),
  'a generated column': (/** @type {string} */ name) => ({
    type: 'table',
    sql: `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, key TEXT, value TEXT AS (hex(zeroblob(500000000))), path AS (id))`,
  }),
  'a default and a check': (/** @type {string} */ name) => ({
    type: 'table',
    sql: `CREATE TABLE ${name} (id DEFAULT (hex(randomblob(900000000))), key CHECK (length(hex(zeroblob(900000000)))), value)`,
  }),
  'a virtual table': (/** @type {string} */ name) => ({
    type: 'table',
    sql: `CREATE VIRTUAL TABLE ${name} USING fts5(key, value, tokenize = 'trigram')`,
  }),
  'a trigger': (/** @type {string} */ name) => ({
    type: 'trigger',
    sql: `CREATE TRIGGER ${name} AFTER INSERT ON other BEGIN INSERT INTO other SELECT * FROM other, other; END`,
  }),
  'no SQL': (/** @type {string} */ name) => ({ type: 'table', sql: `CREATE TABLE ${name} (((((((((((((((` }),
};

/** A database in which every table is such a plant. */
export function planted(/** @type {keyof typeof PLANTS} */ plant, settings = {}) {
  return database(
    TABLES.map((name) => ({ name, ...PLANTS[plant](name) })),
    settings,
  );
}
