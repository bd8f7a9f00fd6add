//! What the name of a symbol means, and which symbols stand inside it.

use std::collections::BTreeSet;

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{BundleSymbol, Symbol};
use beadloom_model::languages::LanguageFamily;
use beadloom_model::requests::SearchRequest;
use beadloom_model::{Code, Error, LanguageId, Result, SymbolKind};
use beadloom_store::{Store, SymbolPlace, SymbolRow};

use crate::lists::each_once;
use crate::names::near;
use crate::odd_names::path_meant;
use crate::places::is_test;
use crate::projects::are_together;
use crate::text;

/// So many definitions of one qualified name are taken: overloads, and copies for several platforms.
const MAX_DEFINITIONS: usize = 8;

/// So many symbols of one short name are looked through for an end of a qualified name.
const MAX_TARGETS: usize = 200;

/// Symbols of a file that are looked through for a name.
const MAX_FILE_SYMBOLS: usize = 20_000;

/// Names of symbols that are compared with an unknown one.
const MAX_NAMES: usize = 200_000;

/// Up to so many letters, a name behind a type's is not compared with all others.
const MAX_VAGUE_CHARS: usize = 4;

/// Suggestions for an unknown or ambiguous name.
const OFFERED: usize = 5;

/// What a name turned out to be.
#[derive(Debug, Clone)]
pub(crate) enum Named {
    /// The definitions of one qualified name, at least one, at most eight: exported first, then by path and line.
    One(Vec<SymbolRow>),
    /// Several qualified names end like it; sorted.
    Several(Vec<String>),
    /// Nothing in the code.
    Unknown,
}

impl Named {
    /// These definitions, the first of them where all have one qualified name.
    fn of(mut rows: Vec<SymbolRow>) -> Self {
        let names: BTreeSet<String> = rows.iter().map(|row| row.qualified_name.clone()).collect();
        rows.truncate(MAX_DEFINITIONS);
        match names.len() {
            0 => Self::Unknown,
            1 => Self::One(rows),
            _ => Self::Several(names.into_iter().collect()),
        }
    }
}

/// `Ledger.post`, `Ledger::post`, `Ledger#post()`: as the index writes it.
pub(crate) fn symbol_name(reference: &str) -> String {
    reference.trim().trim_end_matches("()").replace("::", ".").replace('#', ".")
}

/// The symbol of a whole qualified name; else the only one whose qualified name ends like it. `FILE:NAME` looks in
/// one file alone, `FILE:LINE` finds the innermost definition around a line. Last, a name may begin with its module.
pub(crate) fn named(store: &Store, reference: &str) -> Result<Named> {
    if let Some((path, rest)) = in_file(store, reference)? {
        return named_in_file(store, &path, rest);
    }
    let name = symbol_name(reference);
    let short = name.rsplit('.').next().unwrap_or(&name);
    if short.is_empty() {
        return Ok(Named::Unknown);
    }
    let definitions = store.symbols_named(short, &name, MAX_DEFINITIONS)?;
    if definitions.iter().all(announces)
        && let Some(first) = definitions.first()
        && let Some(defined) = defined_in_namespace(store, first)?
    {
        return Ok(Named::One(defined));
    }
    if !definitions.is_empty() {
        return Ok(Named::One(definitions));
    }
    let ending = format!(".{name}");
    let mut ending_so = store.symbol_targets(short, MAX_TARGETS)?;
    ending_so.retain(|target| target.qualified_name.ends_with(&ending));
    // A bare name means a field or a member of an enum only where nothing else has it.
    if !name.contains('.') && ending_so.iter().any(|target| !target.part) {
        ending_so.retain(|target| !target.part);
    }
    let targets: Vec<String> = each_once(ending_so.into_iter().map(|target| target.qualified_name));
    match targets.as_slice() {
        [] => by_module(store, short, &name),
        [qualified] => {
            let definitions = store.symbols_named(short, qualified, MAX_DEFINITIONS)?;
            Ok(if definitions.is_empty() { Named::Unknown } else { Named::One(definitions) })
        }
        _ => match defined_among(store, short, &targets)? {
            Some(rows) => Ok(Named::One(rows)),
            None => Ok(Named::Several(targets)),
        },
    }
}

/// Of several names, the one that is defined, with what announces it by more or fewer of the namespaces around it.
fn defined_among(store: &Store, short: &str, names: &[String]) -> Result<Option<Vec<SymbolRow>>> {
    const MAX_NAMES_ITEMS: usize = 4;
    if names.len() > MAX_NAMES_ITEMS {
        return Ok(None);
    }
    let (mut defined, mut announced): (Vec<SymbolRow>, Vec<SymbolRow>) = (Vec::new(), Vec::new());
    for name in names {
        let rows = store.symbols_named(short, name, MAX_DEFINITIONS)?;
        if rows.iter().all(announces) {
            announced.extend(rows);
        } else if defined.is_empty() {
            defined.extend(rows.into_iter().filter(|row| !announces(row)));
        } else {
            return Ok(None);
        }
    }
    let Some(first) = defined.first() else { return Ok(None) };
    let is_same = |row: &SymbolRow| {
        LanguageId::of_path(&row.file_path).map(LanguageId::family) == Some(LanguageFamily::C)
            && row.kind == first.kind
            && (holds_names(&row.qualified_name, &first.qualified_name)
                || holds_names(&first.qualified_name, &row.qualified_name))
    };
    if !announced.iter().all(is_same) {
        return Ok(None);
    }
    defined.extend(announced);
    Ok(Some(defined))
}

/// Whether a qualified name has all names of another, in their order.
fn holds_names(long: &str, short: &str) -> bool {
    let mut names = long.split('.');
    short.split('.').all(|name| names.any(|one| one == name))
}

/// What a header of C++ announces, where the file that defines it calls it by more or fewer of the namespaces around it: a
/// namespace that holds a whole file is no part of the names there.
fn defined_in_namespace(store: &Store, announced: &SymbolRow) -> Result<Option<Vec<SymbolRow>>> {
    let family = |path: &str| LanguageId::of_path(path).map(LanguageId::family);
    if family(&announced.file_path) != Some(LanguageFamily::C) {
        return Ok(None);
    }
    let name = announced.qualified_name.as_str();
    let ends = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('.'));
    let mut found = store.symbol_targets(&announced.symbol_name, MAX_TARGETS)?;
    found.retain(|target| {
        let other = target.qualified_name.as_str();
        (ends(other, name) || ends(name, other)) && family(&target.file_path) == Some(LanguageFamily::C)
    });
    let names = each_once(found.into_iter().map(|target| target.qualified_name));
    let [qualified] = names.as_slice() else { return Ok(None) };
    let mut rows = store.symbols_named(&announced.symbol_name, qualified, MAX_DEFINITIONS)?;
    rows.retain(|row| !announces(row) && row.kind == announced.kind);
    if rows.is_empty() {
        return Ok(None);
    }
    rows.push(announced.clone());
    Ok(Some(rows))
}

/// The symbol of a name that begins with its module, as imports write it: `pay.ledger.Ledger` in `src/pay/ledger.py`.
fn by_module(store: &Store, short: &str, name: &str) -> Result<Named> {
    if !name.contains('.') {
        return Ok(Named::Unknown);
    }
    let ending = format!(".{name}");
    let mut found: Vec<SymbolRow> = Vec::new();
    for target in store.symbol_targets(short, MAX_TARGETS)? {
        let whole = format!(".{}.{}", module_of(&target.file_path), target.qualified_name);
        let by_module = whole.ends_with(&ending);
        let rows = store.symbols_named(short, &target.qualified_name, MAX_TARGETS)?;
        for row in rows.into_iter().filter(|row| row.file_path == target.file_path) {
            let fits = by_module
                || package_of(store, &row)?.is_some_and(|package| {
                    format!(".{package}.{}", row.qualified_name).replace('\\', ".").ends_with(&ending)
                });
            if fits {
                found.push(row);
            }
        }
    }
    Ok(Named::of(found))
}

/// The path of a file as a module's name: its parts joined by dots, without the ending, and without a last part that
/// stands for the folder.
pub(crate) fn module_of(path: &str) -> String {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    let parts = folder.split('/').filter(|part| !part.is_empty());
    let own = (!matches!(stem, "__init__" | "index" | "mod" | "lib")).then_some(stem);
    parts.chain(own).collect::<Vec<_>>().join(".")
}

/// The file and the rest of `FILE:NAME`, where there is such a file.
fn in_file<'a>(store: &Store, reference: &'a str) -> Result<Option<(String, &'a str)>> {
    let bytes = reference.as_bytes();
    let single = |at: usize| {
        let colon = |at: Option<usize>| at.and_then(|at| bytes.get(at)) == Some(&b':');
        colon(Some(at)) && !colon(at.checked_sub(1)) && !colon(at.checked_add(1))
    };
    let Some(at) = (0..bytes.len()).rev().find(|at| single(*at)) else { return Ok(None) };
    let (path, rest) = (&reference[..at], &reference[at + 1..]);
    let Some(path) = path_meant(store, path)? else { return Ok(None) };
    Ok(store.file(&path)?.map(|file| (file.path, rest)))
}

fn named_in_file(store: &Store, path: &str, name: &str) -> Result<Named> {
    let mut rows = store.definitions_of_file(path, MAX_FILE_SYMBOLS)?;
    if let Ok(line) = name.trim().parse::<u32>() {
        rows.retain(|row| row.line_start <= line && line <= row.line_end);
        let innermost = rows
            .into_iter()
            .filter(|row| !row.part)
            .min_by_key(|row| (row.line_end - row.line_start, row.line_start));
        return Ok(innermost.map_or(Named::Unknown, |row| Named::One(vec![row])));
    }
    let name = symbol_name(name);
    if name.is_empty() {
        return Ok(Named::Unknown);
    }
    let ending = format!(".{name}");
    rows.retain(|row| row.qualified_name == name || row.qualified_name.ends_with(&ending));
    if rows.iter().any(|row| row.qualified_name == name) {
        rows.retain(|row| row.qualified_name == name);
    }
    rows.compact_sort_by(|a, b| (a.line_start, &a.qualified_name).cmp(&(b.line_start, &b.qualified_name)));
    rows.truncate(MAX_DEFINITIONS);
    Ok(Named::of(rows))
}

/// The definitions of one symbol, and where else its name is defined.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    /// At least one, at most eight: overloads, reopened types, copies for several platforms.
    pub rows: Vec<SymbolRow>,
    /// Of the same name in tests, which are not meant: `path:line`.
    pub others: Vec<String>,
}

/// The one symbol that a name means.
///
/// # Errors
/// `usage` for an empty name, `not_found` with suggestions, `ambiguous` with the names or places; store errors.
pub(crate) fn definitions(store: &Store, reference: &str) -> Result<Chosen> {
    if reference.trim().is_empty() {
        return Err(Error::new(Code::Usage, "the name of the symbol is empty"));
    }
    match named(store, reference)? {
        Named::One(rows) => chosen(store, reference, rows),
        Named::Several(names) => Err(several(reference, &names)),
        Named::Unknown => Err(unknown(store, reference)?),
    }
}

/// Of definitions of one qualified name, those of one symbol: tests count only where nothing else has the name, and
/// what only announces a definition counts only without it. What stands in one folder is one symbol, and so is a
/// module that many files open.
///
/// # Errors
/// `ambiguous` with the places; store errors.
pub(crate) fn chosen(store: &Store, reference: &str, mut rows: Vec<SymbolRow>) -> Result<Chosen> {
    if rows.len() >= MAX_DEFINITIONS
        && in_file(store, reference)?.is_none()
        && let Some(first) = rows.first()
        && first.qualified_name.ends_with(&symbol_name(reference))
    {
        rows = store.symbols_named(&first.symbol_name, &first.qualified_name, MAX_TARGETS)?;
    }
    let mut others = Vec::new();
    if rows.iter().any(|row| !is_test(&row.file_path)) {
        rows.retain(|row| {
            let meant = !is_test(&row.file_path);
            if !meant && others.len() < MAX_DEFINITIONS {
                others.push(place(row));
            }
            meant
        });
    }
    let mut announced = Vec::new();
    if let Some(defined) = rows.iter().find(|row| !announces(row)).map(|row| row.qualified_name.clone()) {
        // Under another name, what leads to the announcement alone is kept.
        announced =
            rows.iter().filter(|row| announces(row) && row.qualified_name != defined).cloned().collect();
        rows.retain(|row| !announces(row));
    }
    let folder = |row: &SymbolRow| row.file_path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let is_of_one_package = are_of_one_package(store, &rows)?;
    let together = is_of_one_package
        && rows.windows(2).all(|pair| match pair {
            [a, b] => folder(a) == folder(b),
            _ => true,
        });
    let is_one = together
        || rows.iter().all(|row| row.kind == SymbolKind::Module)
        || is_of_one_package && is_one_type(&rows) && are_together(store, &rows)?;
    if !is_one {
        rows.compact_sort_by(|a, b| (&a.file_path, a.line_start).cmp(&(&b.file_path, b.line_start)));
        let name = rows.first().map(|row| text::line(&row.qualified_name)).unwrap_or_default();
        let mut files: Vec<&str> = rows.iter().map(|row| row.file_path.as_str()).collect();
        files.dedup();
        let shown: Vec<String> =
            files.iter().take(OFFERED).map(|path| format!("{}:{name}", text::line(path))).collect();
        return Err(Error::new(
            Code::Ambiguous,
            format!("\"{}\" is defined in {} files", quoted(reference), files.len()),
        )
        .hint(format!("say which: {}", text::and_more(&shown, files.len()))));
    }
    rows.extend(announced);
    rows.truncate(MAX_DEFINITIONS);
    Ok(Chosen { rows, others })
}

/// Whether definitions may be of one thing by their language and by what their files declare around them: a type of one
/// namespace or package is no type of another.
fn are_of_one_package(store: &Store, rows: &[SymbolRow]) -> Result<bool> {
    let Some((first, others)) = rows.split_first() else { return Ok(true) };
    let family = |row: &SymbolRow| LanguageId::of_path(&row.file_path).map(LanguageId::family);
    if others.iter().any(|row| family(row) != family(first)) {
        return Ok(false);
    }
    let mut packages: BTreeSet<String> = BTreeSet::new();
    if !others.is_empty() {
        for row in rows {
            packages.extend(package_of(store, row)?);
        }
    }
    Ok(packages.len() < 2)
}

/// The namespace or package that a definition's file declares around it.
fn package_of(store: &Store, row: &SymbolRow) -> Result<Option<String>> {
    let declared = store.declared_in(&row.file_path)?;
    let outermost = row.qualified_name.split('.').next().unwrap_or_default();
    let around = declared.iter().find(|one| one.names.iter().any(|name| name == outermost));
    Ok(around.map(|one| one.name.clone()))
}

/// Whether definitions of one qualified name in several files are places of one type: where the language lets a type be
/// opened again or has it in parts, and of sources of one module for several platforms. What is not known, a reference
/// says: it is ambiguous where they are several.
fn is_one_type(rows: &[SymbolRow]) -> bool {
    let is_type = |row: &SymbolRow| {
        matches!(row.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Module | SymbolKind::Type)
    };
    let language = |row: &SymbolRow| LanguageId::of_path(&row.file_path);
    let Some(first) = rows.first() else { return false };
    match language(first) {
        Some(LanguageId::Ruby) => {
            rows.iter().all(|row| is_type(row) && row.kind == first.kind && language(row) == language(first))
        }
        Some(LanguageId::CSharp) => rows.iter().all(|row| row.form.starts_with("partial ")),
        Some(LanguageId::Kotlin) => {
            let sets: BTreeSet<(&str, &str)> =
                rows.iter().filter_map(|row| source_set(&row.file_path)).collect();
            let module = sets.first().map(|(module, _)| *module);
            sets.len() == rows.len() && sets.iter().all(|(other, _)| Some(*other) == module)
        }
        _ => false,
    }
}

/// The module and the set of sources of a file: `shared/` and `jvmMain` of `shared/src/jvmMain/kotlin/Clock.kt`.
fn source_set(path: &str) -> Option<(&str, &str)> {
    let at = if path.starts_with("src/") { 0 } else { path.find("/src/")? + 1 };
    let (module, rest) = path.split_at_checked(at)?;
    Some((module, rest.strip_prefix("src/")?.split('/').next()?))
}

/// Whether it is only a declaration of what is defined elsewhere.
fn announces(row: &SymbolRow) -> bool {
    matches!(row.form.as_str(), "declaration" | "prototype" | "forward declaration")
}

fn place(row: &SymbolRow) -> String {
    format!("{}:{}", row.file_path, row.line_start)
}

/// That several symbols have the name.
pub(crate) fn several(reference: &str, names: &[String]) -> Error {
    let shown: Vec<String> = names.iter().take(OFFERED).map(|name| text::line(name)).collect();
    Error::new(Code::Ambiguous, format!("{} symbols are named \"{}\"", names.len(), quoted(reference)))
        .hint(format!("say which: {}", text::and_more(&shown, names.len())))
}

pub(crate) fn unknown(store: &Store, reference: &str) -> Result<Error> {
    let error = Error::new(Code::NotFound, format!("no symbol is named \"{}\"", quoted(reference)));
    let name = in_file(store, reference)?.map_or(reference, |(_, name)| name);
    let name = symbol_name(name);
    let (of, short) = name.rsplit_once('.').unwrap_or(("", &name));
    if let Some(hint) = members_hint(store, of, short)? {
        return Ok(error.hint(hint));
    }
    let mut names: Vec<String> =
        store.symbol_targets(short, 50)?.into_iter().map(|target| target.qualified_name).collect();
    names.dedup();
    names.retain(|one| one != reference);
    if !of.is_empty() {
        // Those of a type that is called alike come first.
        names.compact_sort_by_cached_key(|one| {
            (strsim::osa_distance(&one.to_lowercase(), &name.to_lowercase()), one.clone())
        });
    }
    names.truncate(OFFERED);
    // A short name is near to many that have nothing to do with it.
    let is_telling = of.is_empty() || short.chars().count() > MAX_VAGUE_CHARS;
    if names.is_empty() && is_telling {
        names = symbols_near(store, short)?;
    }
    let names: Vec<String> = names.iter().map(|name| text::line(name)).collect();
    Ok(error.hint_with(|hints| {
        if names.is_empty() {
            format!("{} looks for words", hints.call::<SearchRequest>("--in code"))
        } else {
            format!("Did you mean: {}?", names.join(", "))
        }
    }))
}

/// Names of symbols that somebody may have meant.
pub(crate) fn symbols_near(store: &Store, short: &str) -> Result<Vec<String>> {
    let length = short.chars().count();
    let allowed = crate::names::allowed_distance(length);
    let known = store.symbol_names(length.saturating_sub(allowed), length + allowed, MAX_NAMES)?;
    Ok(near(short, known.iter().map(String::as_str), OFFERED).into_iter().map(str::to_owned).collect())
}

/// What a type that is known has instead of a member that it has not: what is called alike, else all, as far as it is few.
fn members_hint(store: &Store, of: &str, short: &str) -> Result<Option<String>> {
    let types = match of {
        "" => return Ok(None),
        of => match named(store, of)? {
            Named::One(rows) => rows,
            Named::Several(_) | Named::Unknown => return Ok(None),
        },
    };
    let mut members: BTreeSet<String> = BTreeSet::new();
    for row in &types {
        for other in store.definitions_of_file(&row.file_path, MAX_FILE_SYMBOLS)? {
            let inside = other.qualified_name.strip_prefix(row.qualified_name.as_str());
            if let Some(member) = inside.and_then(|rest| rest.strip_prefix('.'))
                && !member.contains('.')
            {
                members.insert(member.to_owned());
            }
        }
    }
    let of = text::line(of);
    let alike = near(short, members.iter().map(String::as_str), OFFERED);
    if !alike.is_empty() {
        let shown: Vec<String> = alike.iter().map(|member| format!("{of}.{}", text::line(member))).collect();
        return Ok(Some(format!("Did you mean: {}?", shown.join(", "))));
    }
    let shown: Vec<String> = members.iter().take(OFFERED).map(|member| text::line(member)).collect();
    Ok((!shown.is_empty()).then(|| format!("{of} has: {}", text::and_more(&shown, members.len()))))
}

fn quoted(reference: &str) -> String {
    text::cut_at_word(&text::line(reference), 120)
}

/// The definitions and what stands inside them in the same file, by path, line and name.
pub(crate) fn with_members(store: &Store, definitions: &[SymbolRow]) -> Result<Vec<SymbolPlace>> {
    let ids: Vec<i64> = definitions.iter().map(|row| row.id).collect();
    let mut files: Vec<i64> = store.symbol_places(&ids)?.into_iter().map(|place| place.file_id).collect();
    files.dedup();
    let mut found = Vec::new();
    for file in files {
        let places = store.symbol_places_in(file)?;
        found.extend(places.into_iter().filter(|place| {
            definitions.iter().any(|row| {
                row.id == place.id
                    || row.file_path == place.file_path
                        && place
                            .qualified_name
                            .strip_prefix(row.qualified_name.as_str())
                            .is_some_and(|rest| rest.starts_with('.'))
            })
        }));
    }
    Ok(found)
}

/// Whether what a definition of this kind holds is looked at one by one.
pub(crate) fn holds_definitions(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Class
            | SymbolKind::Interface
            | SymbolKind::Type
            | SymbolKind::Module
            | SymbolKind::Component
    )
}

/// Where a definition stands and what it is called, as lists of candidates say it.
pub(crate) fn place_and_name(path: &str, line: u32, qualified_name: &str) -> String {
    format!("{path}:{line} {qualified_name}")
}

/// A definition, as answers show it.
pub(crate) fn shown(row: SymbolRow) -> Symbol {
    Symbol {
        file_path: row.file_path,
        symbol_name: row.symbol_name,
        qualified_name: row.qualified_name,
        kind: row.kind,
        form: row.form,
        line_start: row.line_start,
        line_end: row.line_end,
        signature: row.signature,
        summary: row.summary,
        exported: row.exported,
        ref_id: row.ref_id,
    }
}

/// The same, as bundles show one that is there for itself.
pub(crate) fn bundled(row: SymbolRow) -> BundleSymbol {
    BundleSymbol { symbol: shown(row), reason: None, lines: Vec::new(), text: None, candidates: Vec::new() }
}
