//! Imports that a compiler leaves out, because all that they name is for types alone.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use beadloom_model::{ImportKind, LanguageId, ParsedFile, Result, SymbolKind};
use rusqlite::params;

use super::ImportLine;
use crate::Store;
use crate::columns::{import_kind_number, json};

/// Languages whose imports of types leave nothing behind.
const ERASING: [LanguageId; 3] = [LanguageId::TypeScript, LanguageId::Vue, LanguageId::Svelte];

/// Files that a name is followed through.
const MAX_STEPS: usize = 8;

/// An import of a file: row id, line, row id of the file that it leads to.
pub type ErasedImport = (i64, u32, i64);

/// An import that does not say that it is for types, with the names that it takes.
#[derive(Debug, Clone)]
pub struct NamedImport {
    /// Which one it is.
    pub import: ErasedImport,
    /// As the exporting file calls them.
    pub names: Vec<String>,
}

/// A file that passes on names of another one.
#[derive(Debug, Clone)]
pub struct PassedOn {
    to: i64,
    /// The name here and the name there; `*` for all.
    names: Vec<(String, String)>,
}

impl PassedOn {
    /// Of a statement that passes on `names` of the file `to`, some of them under other names, as facts of imports say both.
    pub fn new(to: i64, names: &[String], aliases: &[(String, String)]) -> Self {
        let local = |name: &String| {
            let alias = aliases.iter().find(|(_, theirs)| theirs == name);
            alias.map_or_else(|| name.clone(), |(ours, _)| ours.clone())
        };
        Self { to, names: names.iter().map(|name| (local(name), name.clone())).collect() }
    }

    /// The same of a file that has another row id. None where `id_of` knows none.
    #[must_use]
    pub fn to_other(self, id_of: impl FnOnce(i64) -> Option<i64>) -> Option<Self> {
        Some(Self { to: id_of(self.to)?, ..self })
    }
}

/// What a file defines at its top, and what it passes on.
#[derive(Debug, Default)]
pub struct FileNames {
    /// Of each name whether all that has it is for types alone.
    defined: HashMap<String, bool>,
    /// In the order of the file.
    pub passed_on: Vec<PassedOn>,
}

impl FileNames {
    /// Of a file as it was parsed.
    pub fn of(file: &ParsedFile, passed_on: Vec<PassedOn>) -> Self {
        let at_top = file.symbols.iter().filter(|symbol| symbol.qualified_name == symbol.symbol_name);
        let definitions = at_top.map(|symbol| {
            let is_for_types = match symbol.kind {
                SymbolKind::Interface => true,
                SymbolKind::Type => !symbol.form.contains("enum"),
                _ => false,
            };
            (symbol.symbol_name.clone(), is_for_types)
        });
        Self::new(definitions, &file.export_aliases, passed_on)
    }

    /// Of definitions at the top of a file, each with whether it is for types alone, and pairs of exported and local name.
    fn new(
        definitions: impl IntoIterator<Item = (String, bool)>,
        exports: &[(String, String)],
        passed_on: Vec<PassedOn>,
    ) -> Self {
        let mut defined: HashMap<String, bool> = HashMap::new();
        for (name, types) in definitions {
            let known = defined.entry(name).or_insert(true);
            *known = *known && types;
        }
        for (exported, local) in exports {
            if let Some(types) = defined.get(local).copied() {
                defined.insert(exported.clone(), types);
            }
        }
        Self { defined, passed_on }
    }
}

/// Whether imports of this language that name types alone leave nothing behind.
pub fn erases_types(language: LanguageId) -> bool {
    ERASING.contains(&language)
}

/// Of these imports, those that name interfaces and aliases of types alone. `names_of`: what a file defines and passes
/// on, asked once for each.
///
/// # Errors
/// Those of `names_of`.
pub fn erased(
    imports: &[NamedImport],
    names_of: impl FnMut(i64) -> Result<FileNames>,
) -> Result<HashSet<ErasedImport>> {
    let mut known = Known { names_of, files: HashMap::new() };
    let (mut erased, mut kept) = (HashSet::new(), HashSet::new());
    for NamedImport { import, names } in imports {
        let mut all = !names.is_empty();
        for name in names {
            all = all && known.is_for_types(import.2, name)?;
        }
        if all {
            erased.insert(*import);
        } else {
            kept.insert(*import);
        }
    }
    // Of two statements on a line the one that stays counts.
    erased.retain(|import| !kept.contains(import));
    Ok(erased)
}

/// Says of imports that are erased that they are for types.
pub fn erase(lines: &mut [ImportLine], erased: &HashSet<ErasedImport>) {
    for line in lines {
        if line.kind == ImportKind::Import
            && line.target.is_some_and(|target| erased.contains(&(line.file, line.line, target)))
        {
            line.kind = ImportKind::Type;
        }
    }
}

/// What files define and pass on, each read once.
struct Known<F> {
    names_of: F,
    files: HashMap<i64, FileNames>,
}

impl<F: FnMut(i64) -> Result<FileNames>> Known<F> {
    /// Whether a name of a file stands for types alone. Of several files that may have it, one is enough.
    fn is_for_types(&mut self, file: i64, name: &str) -> Result<bool> {
        let mut seen = HashSet::new();
        let mut open = vec![(file, name.to_owned())];
        // Nearest first, each file once for a name: files that pass on all of each other have no end otherwise.
        for _ in 0..MAX_STEPS {
            let mut further = Vec::new();
            for (file, name) in open {
                if name == "*" || !seen.insert((file, name.clone())) {
                    continue;
                }
                let names = match self.files.entry(file) {
                    Entry::Occupied(read) => read.into_mut(),
                    Entry::Vacant(unread) => unread.insert((self.names_of)(file)?),
                };
                match names.defined.get(&name) {
                    Some(true) => return Ok(true),
                    Some(false) => continue,
                    None => {}
                }
                for passed in &names.passed_on {
                    for (here, there) in &passed.names {
                        if here == "*" {
                            further.push((passed.to, name.clone()));
                        } else if *here == name {
                            further.push((passed.to, there.clone()));
                        }
                    }
                }
            }
            open = further;
        }
        Ok(false)
    }
}

impl Store {
    /// The imports that name interfaces and aliases of types alone, without saying that they are for types.
    ///
    /// # Errors
    /// Store errors.
    pub fn erased_imports(&self) -> Result<HashSet<ErasedImport>> {
        erased(&self.named_imports()?, |file| self.names_of(file))
    }

    /// The imports that [`erased`] is asked of, by file and in its order.
    ///
    /// # Errors
    /// Store errors.
    pub fn named_imports(&self) -> Result<Vec<NamedImport>> {
        let [a, b, c] = ERASING.map(LanguageId::as_str);
        self.list(
            "SELECT i.file_id, i.line, i.target_id, i.names FROM imports i JOIN file_index f ON f.id = i.file_id
             WHERE i.kind_number = ?1 AND i.target_id IS NOT NULL AND i.names IS NOT NULL
                 AND f.language IN (?2, ?3, ?4)
             ORDER BY i.file_id, i.seq, i.part",
            params![import_kind_number(ImportKind::Import), a, b, c],
            |row| Ok(NamedImport { import: (row.get(0)?, row.get(1)?, row.get(2)?), names: json(row, 3)? }),
        )
    }

    /// What a file of the index defines and passes on.
    ///
    /// # Errors
    /// Store errors.
    pub fn names_of(&self, file: i64) -> Result<FileNames> {
        let definitions: Vec<(String, bool)> = self.list(
            "SELECT symbol_name, kind = ?2 OR (kind = ?3 AND form NOT LIKE '%enum%') FROM code_symbols
             WHERE file_id = ?1 AND scope = ''",
            params![file, SymbolKind::Interface.as_str(), SymbolKind::Type.as_str()],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let exports: Vec<Vec<(String, String)>> =
            self.list("SELECT exports FROM refs WHERE file_id = ?1", [file], |row| json(row, 0))?;
        let passed_on = self.list(
            "SELECT target_id, names, aliases FROM imports
             WHERE file_id = ?1 AND target_id IS NOT NULL AND kind_number = ?2 ORDER BY seq, part",
            params![file, import_kind_number(ImportKind::ReExport)],
            |row| {
                let (names, aliases): (Vec<String>, Vec<(String, String)>) = (json(row, 1)?, json(row, 2)?);
                Ok(PassedOn::new(row.get(0)?, &names, &aliases))
            },
        )?;
        Ok(FileNames::new(definitions, &exports.concat(), passed_on))
    }
}
