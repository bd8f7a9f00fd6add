//! The project in memory: for runs that look at all of it.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use beadloom_model::{Result, SymbolFacts};
use beadloom_store::{DefinitionRow, MAX_DEFINITIONS, State};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::files::{AllFiles, Files};
use super::imports::{Builder, Imports};
use super::lookup::{Base, Def, Definitions, Form, Lookup};
use super::names::{fold_path, hash};

/// Pairs of exported and local name.
pub type Exports = Vec<(String, String)>;

/// Definitions and imports of files, before all are there.
#[derive(Debug, Default)]
pub struct Gathered {
    /// All code files.
    pub files: AllFiles,
    defs: Vec<Def>,
    imports: FxHashMap<i64, Arc<Imports>>,
}

/// Definitions of all files, what they import and inherit from.
#[derive(Debug)]
pub struct Memory {
    files: AllFiles,
    /// By name, then by file and row id.
    defs: Vec<Def>,
    by_name: FxHashMap<u64, Range<u32>>,
    /// Places in `defs`, by row id.
    by_id: Vec<u32>,
    imports: FxHashMap<i64, Arc<Imports>>,
    givers: Arc<[i64]>,
    bases: FxHashMap<i64, Arc<[Base]>>,
    none: Arc<Imports>,
}

impl Gathered {
    /// A parsed file: what it defines, what it imports.
    pub fn add(&mut self, file: i64, defs: impl Iterator<Item = Def>, imports: Arc<Imports>) {
        self.defs.extend(defs);
        self.imports.insert(file, imports);
    }

    /// All that the index holds; `fresh`: the names that files which were parsed in this run give others.
    ///
    /// # Errors
    /// Store errors.
    pub fn load(state: &State<'_>, fresh: &FxHashMap<i64, Exports>) -> Result<Self> {
        let files = AllFiles::load(state)?;
        let mut defs = Vec::new();
        state.each_definition(|row| defs.push(def(&row)))?;
        let mut builders: FxHashMap<i64, Builder<'_>> = FxHashMap::default();
        let mut with = |file: i64, take: &dyn Fn(&mut Builder<'_>)| {
            if let Some(of) = files.get(file) {
                take(builders.entry(file).or_insert_with(|| Builder::new(of.rules, file, &files, &hash)));
            }
        };
        state.each_binding(|row| with(row.file_id, &|builder| builder.import(&row)))?;
        state.each_written_path(|file, path| with(file, &|builder| builder.written_path(&path)))?;
        let mut export = |file: i64, exports: &Exports| {
            with(file, &|builder| {
                exports.iter().for_each(|(exported, local)| builder.export(exported, local))
            });
        };
        state.each_exports(|file, exports| {
            if !fresh.contains_key(&file) {
                export(file, &exports);
            }
        })?;
        fresh.iter().for_each(|(file, exports)| export(*file, exports));
        let imports =
            builders.into_iter().map(|(file, builder)| (file, Arc::new(builder.finish()))).collect();
        Ok(Self { files, defs, imports })
    }

    /// Puts it in order.
    pub fn finish(self) -> Memory {
        let Self { files, mut defs, imports } = self;
        defs.par_sort_unstable_by_key(|def| (def.name, def.file, def.id));
        let mut by_name: FxHashMap<u64, Range<u32>> = FxHashMap::default();
        for (at, def) in (0u32..).zip(&defs) {
            by_name.entry(def.name).or_insert(at..at).end = at + 1;
        }
        let id_at = |at: u32| defs.get(at as usize).map(|def| def.id);
        let mut by_id: Vec<u32> = (0u32..).take(defs.len()).collect();
        by_id.par_sort_unstable_by_key(|at| id_at(*at));
        let gives_on = |id: &i64, imports: &Imports| {
            files.get(*id).filter(|file| file.rules.projects.is_some() && imports.gives_on()).is_some()
        };
        let mut givers: Vec<i64> =
            imports.iter().filter(|(id, imports)| gives_on(id, imports)).map(|(id, _)| *id).collect();
        givers.sort_unstable_by(|a, b| {
            files.get(*a).map(|file| &file.path).cmp(&files.get(*b).map(|file| &file.path))
        });
        let givers = givers.into();
        Memory {
            files,
            defs,
            by_name,
            by_id,
            imports,
            givers,
            bases: FxHashMap::default(),
            none: Arc::default(),
        }
    }
}

impl Memory {
    /// Says what a type inherits from.
    pub fn set_bases(&mut self, of: i64, bases: Arc<[Base]>) {
        self.bases.insert(of, bases);
    }

    fn named(&self, name: u64) -> &[Def] {
        let range = self.by_name.get(&name).cloned().unwrap_or(0..0);
        self.defs.get(range.start as usize..range.end as usize).unwrap_or_default()
    }
}

impl Lookup for Memory {
    fn name(&self, text: &str) -> u64 {
        hash(text)
    }

    fn definitions(&self, name: u64) -> Definitions<'_> {
        let defs = self.named(name);
        if defs.len() > MAX_DEFINITIONS {
            let listed: Vec<Def> =
                defs.iter().filter(|def| def.form != Form::Part).take(MAX_DEFINITIONS + 1).copied().collect();
            Definitions::TooMany((listed.len() <= MAX_DEFINITIONS).then_some(Cow::Owned(listed)))
        } else {
            Definitions::All(Cow::Borrowed(defs))
        }
    }

    fn definitions_in(&self, name: u64, file: i64) -> Cow<'_, [Def]> {
        let defs = self.named(name);
        let start = defs.partition_point(|def| def.file < file);
        let defs = defs.get(start..).unwrap_or_default();
        let end = defs.partition_point(|def| def.file == file);
        Cow::Borrowed(defs.get(..end).unwrap_or_default())
    }

    fn definition(&self, id: i64) -> Option<Def> {
        let def_at = |place: u32| self.defs.get(place as usize);
        let at = self.by_id.binary_search_by_key(&Some(id), |place| def_at(*place).map(|def| def.id)).ok()?;
        def_at(*self.by_id.get(at)?).copied()
    }

    fn own(&self, _file: i64, ids: &[i64]) -> Vec<Def> {
        ids.iter().filter_map(|id| self.definition(*id)).collect()
    }

    fn files(&self) -> &dyn Files {
        &self.files
    }

    fn imports(&self, file: i64) -> Arc<Imports> {
        Arc::clone(self.imports.get(&file).unwrap_or(&self.none))
    }

    fn givers(&self) -> Arc<[i64]> {
        Arc::clone(&self.givers)
    }

    fn bases(&self, of: &Def) -> Arc<[Base]> {
        self.bases.get(&of.id).cloned().unwrap_or_default()
    }
}

/// What the symbols of a parsed file are to those who look for them; they have no row ids yet.
pub fn defs_of(symbols: &[SymbolFacts]) -> Vec<Def> {
    let def = |symbol: &SymbolFacts| {
        let scope = symbol.qualified_name.strip_suffix(symbol.symbol_name.as_str()).unwrap_or("");
        Def {
            id: 0,
            file: 0,
            name: hash(&symbol.symbol_name),
            scope: fold_path(scope, '.'),
            owner: last_name(scope).map_or(0, hash),
            kind: symbol.kind,
            exported: symbol.exported,
            form: if symbol.part { Form::Part } else { Form::of(&symbol.form) },
        }
    };
    symbols.iter().map(def).collect()
}

/// A row as what is looked for.
pub fn def(row: &DefinitionRow) -> Def {
    Def {
        id: row.id,
        file: row.file_id,
        name: hash(&row.name),
        scope: fold_path(&row.scope, '.'),
        owner: last_name(&row.scope).map_or(0, hash),
        kind: row.kind,
        exported: row.exported,
        form: if row.part { Form::Part } else { Form::of(&row.form) },
    }
}

/// The last name of a scope: `Ledger` of `acme.Ledger.`.
pub fn last_name(scope: &str) -> Option<&str> {
    scope.trim_end_matches('.').rsplit('.').next().filter(|name| !name.is_empty())
}
