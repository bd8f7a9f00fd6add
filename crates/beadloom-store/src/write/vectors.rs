//! Vectors of texts, which a transformer made: each text once, whoever has it.

use std::collections::HashMap;

use beadloom_model::Result;
use rusqlite::{Connection, OptionalExtension, params};

use super::{ChunkVectors, Writer};
use crate::kept::{TEXT_BLOCK, TextModel};
use crate::texts::{TextHash, Waiting};

/// Texts that nobody has any more go when they are so many, and more than those that somebody has: who goes back to a
/// branch finds what was made for it.
const MAX_UNUSED_TEXTS: usize = 4_096;

impl Writer<'_> {
    /// Begins anew with a transformer: what another one made goes.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn begin_texts(&self, model: &TextModel) -> Result<()> {
        self.run(|c| {
            c.execute_batch(
                "DELETE FROM text_model; DELETE FROM text_ids; DELETE FROM vec_texts;
                 DELETE FROM file_texts; DELETE FROM doc_texts; DELETE FROM node_texts;",
            )?;
            c.prepare_cached(
                "INSERT INTO text_model (id, fingerprint, files, dimensions, bits, bytes) VALUES (0, ?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                model.fingerprint,
                model.files,
                number(model.dimensions),
                model.usual.bits,
                model.usual.bytes
            ])?;
            changed(c)
        })
    }

    /// Notes that the files of the same model look otherwise now.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_model_files(&self, files: &str) -> Result<()> {
        self.run(|c| c.prepare_cached("UPDATE text_model SET files = ?1")?.execute([files]).map(drop))
    }

    /// Adds texts with their vectors, which are in the same order; what is known is passed over.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_texts(&self, hashes: &[TextHash], vectors: &ChunkVectors) -> Result<()> {
        let each = (vectors.bits.len() / hashes.len().max(1), vectors.bytes.len() / hashes.len().max(1));
        if each.1 == 0 {
            return Ok(());
        }
        self.run(|c| {
            let mut blocks = Blocks::open(c)?;
            let rows = vectors.bits.chunks_exact(each.0).zip(vectors.bytes.chunks_exact(each.1));
            for (hash, (bits, bytes)) in hashes.iter().zip(rows) {
                let added = c
                    .prepare_cached("INSERT OR IGNORE INTO text_ids (hash, id) VALUES (?1, ?2)")?
                    .execute(params![hash.as_slice(), number(blocks.next)])?;
                if added > 0 {
                    blocks.push(c, bits, bytes)?;
                }
            }
            blocks.write(c)?;
            changed(c)
        })
    }

    /// Says which texts somebody has: numbers, in the order of the chunks.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_texts(&self, owner: &Waiting, texts: &[u32]) -> Result<()> {
        let (sql, id) = match owner {
            Waiting::File { id, .. } => ("REPLACE INTO file_texts (file_id, texts) VALUES (?1, ?2)", id),
            Waiting::Document(id) => ("REPLACE INTO doc_texts (doc_id, texts) VALUES (?1, ?2)", id),
            Waiting::Node(id, _) => ("REPLACE INTO node_texts (node_id, texts) VALUES (?1, ?2)", id),
        };
        self.run(|c| {
            c.prepare_cached(sql)?.execute(params![id, packed(texts)])?;
            changed(c)
        })
    }

    /// Takes out texts that nobody has, where they are many. To be called while nobody waits.
    ///
    /// # Errors
    /// Store errors.
    pub fn sweep_texts(&self) -> Result<()> {
        self.run(|c| {
            let all = length(c)?;
            let mut owners: Vec<(&str, i64, Vec<u32>)> = Vec::new();
            for (table, key) in OWNERS {
                let mut select = c.prepare(&format!("SELECT {key}, texts FROM {table}"))?;
                let rows = select.query_map([], |row| {
                    let texts = row.get_ref(1)?.as_blob()?.as_chunks::<4>().0;
                    Ok((table, row.get(0)?, texts.iter().map(|id| u32::from_le_bytes(*id)).collect()))
                })?;
                for row in rows {
                    owners.push(row?);
                }
            }
            let mut used = vec![false; all];
            for text in owners.iter().flat_map(|(_, _, texts)| texts) {
                if let Some(place) = used.get_mut(*text as usize) {
                    *place = true;
                }
            }
            let live = used.iter().filter(|used| **used).count();
            if all - live <= MAX_UNUSED_TEXTS.max(live) {
                return Ok(());
            }
            let ids = take_out(c, &used)?;
            for (table, key) in OWNERS {
                let mut update = c.prepare(&format!("UPDATE {table} SET texts = ?2 WHERE {key} = ?1"))?;
                for (_, id, texts) in owners.iter().filter(|owner| owner.0 == table) {
                    let texts: Vec<u32> = texts.iter().filter_map(|text| ids.get(text).copied()).collect();
                    update.execute(params![id, packed(&texts)])?;
                }
            }
            changed(c)
        })
    }
}

/// Tables that say who has which texts, with their keys.
const OWNERS: [(&str, &str); 3] =
    [("file_texts", "file_id"), ("doc_texts", "doc_id"), ("node_texts", "node_id")];

/// Gives the texts that are used new numbers, without gaps, in the order that they had: old ones and new ones.
fn take_out(c: &Connection, used: &[bool]) -> rusqlite::Result<HashMap<u32, u32>> {
    let mut hashes: Vec<(u32, Vec<u8>)> = c
        .prepare("SELECT id, hash FROM text_ids ORDER BY id")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    hashes.retain(|(id, _)| used.get(*id as usize).copied().unwrap_or(false));
    let old: Vec<(Vec<u8>, Vec<u8>)> = c
        .prepare("SELECT bits, bytes FROM vec_texts ORDER BY block")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    c.execute_batch("DELETE FROM text_ids; DELETE FROM vec_texts;")?;
    let mut ids = HashMap::with_capacity(hashes.len());
    let mut blocks = Blocks::open(c)?;
    let rows_in = |block: usize| used.len().saturating_sub(block * TEXT_BLOCK).clamp(1, TEXT_BLOCK);
    let part = |data: &[u8], row: usize, rows: usize| -> Vec<u8> {
        let each = data.len() / rows;
        data.get(row * each..(row + 1) * each).unwrap_or(&[]).to_vec()
    };
    for (id, hash) in hashes {
        let (block, row) = (id as usize / TEXT_BLOCK, id as usize % TEXT_BLOCK);
        let Some((bits, bytes)) = old.get(block) else { continue };
        let rows = rows_in(block);
        ids.insert(id, number(blocks.next));
        c.prepare_cached("INSERT INTO text_ids (hash, id) VALUES (?1, ?2)")?
            .execute(params![hash, number(blocks.next)])?;
        blocks.push(c, &part(bits, row, rows), &part(bytes, row, rows))?;
    }
    blocks.write(c)?;
    Ok(ids)
}

/// The last block, while it is filled.
struct Blocks {
    /// Number of the next text.
    next: usize,
    bits: Vec<u8>,
    bytes: Vec<u8>,
}

impl Blocks {
    fn open(c: &Connection) -> rusqlite::Result<Self> {
        let next = length(c)?;
        let stored: Option<(Vec<u8>, Vec<u8>)> = c
            .prepare_cached("SELECT bits, bytes FROM vec_texts WHERE block = ?1")?
            .query_row([number(next / TEXT_BLOCK)], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let (bits, bytes) = stored.unwrap_or_default();
        Ok(Self { next, bits, bytes })
    }

    fn push(&mut self, c: &Connection, bits: &[u8], bytes: &[u8]) -> rusqlite::Result<()> {
        self.bits.extend_from_slice(bits);
        self.bytes.extend_from_slice(bytes);
        self.next += 1;
        if self.next.is_multiple_of(TEXT_BLOCK) {
            self.put(c, self.next / TEXT_BLOCK - 1)?;
            self.bits.clear();
            self.bytes.clear();
        }
        Ok(())
    }

    fn write(&self, c: &Connection) -> rusqlite::Result<()> {
        if self.bytes.is_empty() { Ok(()) } else { self.put(c, self.next / TEXT_BLOCK) }
    }

    fn put(&self, c: &Connection, block: usize) -> rusqlite::Result<()> {
        c.prepare_cached("REPLACE INTO vec_texts (block, bits, bytes) VALUES (?1, ?2, ?3)")?
            .execute(params![number(block), self.bits, self.bytes])
            .map(drop)
    }
}

/// How many texts there are.
fn length(c: &Connection) -> rusqlite::Result<usize> {
    let last: Option<u32> =
        c.prepare_cached("SELECT MAX(id) FROM text_ids")?.query_row([], |row| row.get(0))?;
    Ok(last.map_or(0, |last| last as usize + 1))
}

/// Tells those who keep what they read that it is another now.
fn changed(c: &Connection) -> rusqlite::Result<()> {
    c.prepare_cached(
        "INSERT INTO meta (key, value) VALUES ('texts_changed', 1)
         ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1",
    )?
    .execute([])
    .map(drop)
}

fn packed(texts: &[u32]) -> Vec<u8> {
    texts.iter().flat_map(|id| id.to_le_bytes()).collect()
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
