//! What the draft of a graph is made of, beside files and imports.

use std::collections::{BTreeSet, HashMap};

use beadloom_model::{ReferenceKind, Result};

use super::State;
use crate::queries::{attempt, list};
use crate::references::{Confidence, Facts, unpack_ids, unpack_resolutions};

/// Kinds of types as they are numbered: class, interface, type.
const TYPES: &str = "kind_number IN (0, 4, 8)";

/// The number of the kind `interface`, which traits and protocols are too.
const INTERFACE: i64 = 4;

impl State<'_> {
    /// How many routes each file declares, by path.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn route_counts(&self) -> Result<Vec<(String, u32)>> {
        self.rows("SELECT file_path, COUNT(*) FROM routes GROUP BY file_path ORDER BY file_path", |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    /// Hands out the path of each document with heading and content of its sections, in order, by path.
    ///
    /// # Errors
    /// As above.
    pub fn each_document(&self, mut take: impl FnMut(&str, &[(String, String)])) -> Result<()> {
        attempt(|| {
            let mut statement = self.conn.prepare_cached(
                "SELECT d.path, c.heading, c.content FROM docs d JOIN chunks c ON c.doc_id = d.id
                 ORDER BY d.path, c.chunk_index",
            )?;
            let mut rows = statement.query([])?;
            let (mut path, mut sections) = (String::new(), Vec::new());
            while let Some(row) = rows.next()? {
                let of = row.get_ref(0)?.as_str()?;
                if of != path {
                    take(&path, &sections);
                    sections.clear();
                    of.clone_into(&mut path);
                }
                sections.push((row.get(1)?, row.get(2)?));
            }
            take(&path, &sections);
            Ok(())
        })
    }

    /// Which files have a type that implements an interface of another file: row ids of both, sorted, each pair once. An
    /// interface that extends another implements nothing.
    ///
    /// # Errors
    /// As above.
    pub fn implementations(&self) -> Result<Vec<(i64, i64)>> {
        // The file, its type, what that inherits from.
        let mut bases: BTreeSet<(i64, Option<i64>, i64)> = BTreeSet::new();
        self.each("SELECT file_id, symbols, facts, targets FROM refs", |row| {
            let file: i64 = row.get(0)?;
            let facts = Facts::new(row.get_ref(2)?.as_blob()?);
            let total = facts.total();
            let inherited: Vec<(usize, Option<u32>)> = facts
                .enumerate()
                .filter(|(_, fact)| fact.kind == ReferenceKind::Inherit)
                .map(|(at, fact)| (at, fact.from))
                .collect();
            if inherited.is_empty() {
                return Ok(());
            }
            let symbols = unpack_ids(row.get_ref(1)?.as_blob()?);
            let targets = unpack_resolutions(row.get_ref(3)?.as_blob()?, total);
            for (at, from) in inherited {
                let known = targets.get(at).filter(|one| one.confidence() < Confidence::Ambiguous);
                if let Some(known) = known {
                    let of = from.and_then(|from| symbols.get(from as usize)).copied();
                    bases.extend(known.targets().iter().map(|base| (file, of, *base)));
                }
            }
            Ok(())
        })?;
        attempt(|| {
            let mut statement =
                self.conn.prepare_cached("SELECT file_id, kind_number FROM code_symbols WHERE id = ?1")?;
            // By symbol: its file where it is an interface.
            let mut interfaces: HashMap<i64, Option<i64>> = HashMap::new();
            let mut interface = |symbol: i64| -> rusqlite::Result<Option<i64>> {
                if let Some(known) = interfaces.get(&symbol) {
                    return Ok(*known);
                }
                let mut rows = statement.query([symbol])?;
                let home = match rows.next()? {
                    Some(row) if row.get::<_, i64>(1)? == INTERFACE => Some(row.get(0)?),
                    _ => None,
                };
                interfaces.insert(symbol, home);
                Ok(home)
            };
            let mut pairs: BTreeSet<(i64, i64)> = BTreeSet::new();
            for (file, of, base) in bases {
                let Some(home) = interface(base)?.filter(|home| *home != file) else { continue };
                let extends = match of {
                    Some(of) => interface(of)?.is_some(),
                    None => false,
                };
                if !extends {
                    pairs.insert((file, home));
                }
            }
            Ok(pairs.into_iter().collect())
        })
    }

    /// Types of these names that a file offers at its top level, with their paths: by name, then path.
    ///
    /// # Errors
    /// As above.
    pub fn offered_types(&self, names: &[String]) -> Result<Vec<(String, String)>> {
        let names = serde_json::to_string(names).unwrap_or_default();
        list(self.conn, &format!(
                    "SELECT s.symbol_name, f.path FROM json_each(?1) j
                     CROSS JOIN code_symbols s ON s.symbol_name = j.value JOIN file_index f ON f.id = s.file_id
                     WHERE s.{TYPES} AND s.exported AND s.scope = '' ORDER BY s.symbol_name, f.path"
                ), [names], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The names of the types that a file offers at its top level, sorted, each once.
    ///
    /// # Errors
    /// As above.
    pub fn types_of(&self, file: i64) -> Result<Vec<String>> {
        list(
            self.conn,
            &format!(
                "SELECT DISTINCT symbol_name FROM code_symbols
                     WHERE file_id = ?1 AND {TYPES} AND exported AND scope = '' ORDER BY symbol_name"
            ),
            [file],
            |row| row.get(0),
        )
    }
}
