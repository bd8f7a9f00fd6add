//! Imports that a compiler leaves out, because all that they name is for types alone.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use beadloom_model::{ImportKind, LanguageId, Result, SymbolKind};
use rusqlite::params;

use crate::Store;
use crate::columns::{import_kind, import_kind_number, json};

/// Languages whose imports of types leave nothing behind.
const ERASING: [LanguageId; 3] = [LanguageId::TypeScript, LanguageId::Vue, LanguageId::Svelte];

/// Files that a name is followed through.
const MAX_STEPS: usize = 8;

/// An import of a file: row id, line, row id of the file that it leads to.
pub type ErasedImport = (i64, u32, i64);

/// A file that passes on names of another one.
struct PassedOn {
    to: i64,
    /// The name here and the name there; `*` for all.
    names: Vec<(String, String)>,
}

/// What files define and pass on, each read once.
#[derive(Default)]
struct Known {
    /// At the top of a file: of each name whether all that has it is for types alone.
    defined: HashMap<i64, HashMap<String, bool>>,
    passed_on: HashMap<i64, Vec<PassedOn>>,
}

impl Store {
    /// The imports that name interfaces and aliases of types alone, without saying that they are for types.
    ///
    /// # Errors
    /// Store errors.
    pub fn erased_imports(&self) -> Result<HashSet<ErasedImport>> {
        let [a, b, c] = ERASING.map(LanguageId::as_str);
        let rows: Vec<(ErasedImport, Vec<String>)> = self.list(
            "SELECT i.file_id, i.line, i.target_id, i.names FROM imports i JOIN file_index f ON f.id = i.file_id
             WHERE i.kind_number = ?1 AND i.target_id IS NOT NULL AND i.names IS NOT NULL
                 AND f.language IN (?2, ?3, ?4)
             ORDER BY i.file_id, i.seq, i.part",
            params![import_kind_number(ImportKind::Import), a, b, c],
            |row| Ok(((row.get(0)?, row.get(1)?, row.get(2)?), json(row, 3)?)),
        )?;
        let mut known = Known::default();
        let (mut erased, mut kept) = (HashSet::new(), HashSet::new());
        for (import, names) in rows {
            let mut all = !names.is_empty();
            for name in &names {
                all = all && self.is_for_types(&mut known, import.2, name, MAX_STEPS)?;
            }
            if all {
                erased.insert(import);
            } else {
                kept.insert(import);
            }
        }
        // Of two statements on a line the one that stays counts.
        erased.retain(|import| !kept.contains(import));
        Ok(erased)
    }

    /// Whether a name of a file stands for types alone.
    fn is_for_types(&self, known: &mut Known, file: i64, name: &str, steps: usize) -> Result<bool> {
        if steps == 0 || name == "*" {
            return Ok(false);
        }
        if let Entry::Vacant(unread) = known.defined.entry(file) {
            unread.insert(self.defined_for_types(file)?);
            known.passed_on.insert(file, self.passed_on(file)?);
        }
        if let Some(types) = known.defined.get(&file).and_then(|names| names.get(name)) {
            return Ok(*types);
        }
        let further: Vec<(i64, String)> = known
            .passed_on
            .get(&file)
            .into_iter()
            .flatten()
            .flat_map(|passed| {
                let meant = passed.names.iter().filter(|(here, _)| here == name || here == "*");
                meant.map(|(here, there)| {
                    (passed.to, if here == "*" { name.to_owned() } else { there.clone() })
                })
            })
            .collect();
        for (to, there) in further {
            if self.is_for_types(known, to, &there, steps - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn defined_for_types(&self, file: i64) -> Result<HashMap<String, bool>> {
        let rows: Vec<(String, bool)> = self.list(
            "SELECT symbol_name, kind = ?2 OR (kind = ?3 AND form NOT LIKE '%enum%') FROM code_symbols
             WHERE file_id = ?1 AND scope = ''",
            params![file, SymbolKind::Interface.as_str(), SymbolKind::Type.as_str()],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let mut defined: HashMap<String, bool> = HashMap::new();
        for (name, types) in rows {
            let known = defined.entry(name).or_insert(true);
            *known = *known && types;
        }
        let exports: Vec<Vec<(String, String)>> =
            self.list("SELECT exports FROM refs WHERE file_id = ?1", [file], |row| json(row, 0))?;
        for (exported, local) in exports.into_iter().flatten() {
            if let Some(types) = defined.get(&local).copied() {
                defined.insert(exported, types);
            }
        }
        Ok(defined)
    }

    fn passed_on(&self, file: i64) -> Result<Vec<PassedOn>> {
        type Row = (i64, Vec<String>, Vec<(String, String)>, ImportKind);
        let rows: Vec<Row> = self.list(
            "SELECT target_id, names, aliases, kind_number FROM imports
             WHERE file_id = ?1 AND target_id IS NOT NULL ORDER BY seq, part",
            [file],
            |row| Ok((row.get(0)?, json(row, 1)?, json(row, 2)?, import_kind(row.get(3)?))),
        )?;
        let mut passed_on = Vec::new();
        for (to, names, aliases, _) in rows.into_iter().filter(|row| row.3 == ImportKind::ReExport) {
            let local = |name: &String| {
                let alias = aliases.iter().find(|(_, theirs)| theirs == name);
                alias.map_or_else(|| name.clone(), |(ours, _)| ours.clone())
            };
            passed_on
                .push(PassedOn { to, names: names.iter().map(|name| (local(name), name.clone())).collect() });
        }
        Ok(passed_on)
    }
}
