//! Code that a change touched, before and after.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_index::read_text;
use beadloom_lang::{Limits, Parser, detect};
use beadloom_model::{FolderKind, Result, SymbolFacts, SymbolKind};
use beadloom_query::is_test;
use beadloom_store::{FileKind, FileRow};
use beadloom_sync::drift::{ChangedFile, ChangedSignature, DefinitionLines};

use crate::base::Base;
use crate::settings::Settings;
use crate::sync::{call_check, parse};
use crate::{Call, Engine};

/// Files of code that are compared, the first by path.
const MAX_CHANGED_FILES: usize = 2_000;

/// Code that the change touched.
pub(super) struct ChangedCode {
    /// As it was; as it is, where it is new.
    pub(super) path: String,
    /// Where it is now; None where it is gone.
    pub(super) now: Option<String>,
    pub(super) old: String,
    pub(super) new: String,
    old_symbols: Vec<SymbolFacts>,
    new_symbols: Vec<SymbolFacts>,
}

/// How lines begin that are comments in most languages.
const COMMENTS: [&str; 6] = ["//", "/*", "*", "# ", "#!", "-- "];

impl ChangedCode {
    /// Whether only white space and whole lines of comments differ, and it lies where it was.
    fn says_the_same(&self) -> bool {
        self.now.as_ref() == Some(&self.path) && bare(&self.old) == bare(&self.new)
    }
}

/// What a text says but for comments and white space.
fn bare(text: &str) -> String {
    let is_comment = |line: &str| COMMENTS.iter().any(|mark| line.starts_with(mark));
    let lines = text.lines().map(str::trim).filter(|line| !is_comment(line));
    lines.flat_map(str::split_whitespace).collect()
}

impl Engine {
    /// The code that differs, without tests and what others or programs wrote.
    pub(super) fn changed_code(
        &self,
        rows: &[FileRow],
        settings: &Settings,
        base: &Base<'_>,
        differing: &BTreeSet<&str>,
        call: &Call<'_>,
    ) -> Result<Vec<ChangedCode>> {
        let row = |path: &str| {
            let at = rows.binary_search_by(|row| row.path.as_str().cmp(path)).ok()?;
            rows.get(at)
        };
        let is_product = |path: &str| {
            let foreign = FolderKind::holds(path, &[FolderKind::Vendored, FolderKind::Generated]);
            detect(path).is_some() && !is_test(path) && !foreign
        };
        let is_code = |path: &str| row(path).is_some_and(|row| row.kind == FileKind::Code && !row.generated);
        let mut wanted: Vec<(String, Option<String>)> = Vec::new();
        let mut came: BTreeSet<&str> = BTreeSet::new();
        for path in differing.iter().filter(|path| is_product(path) && base.has(path)) {
            let later = base.later_path(path);
            came.insert(later);
            let now = Some(later).filter(|path| is_code(path));
            // What is there and no code of the index is left out on purpose.
            if now.is_some() || !self.root().join(later).exists() {
                wanted.push(((*path).to_owned(), now.map(str::to_owned)));
            }
        }
        let new = differing.iter().filter(|path| !base.has(path) && is_product(path) && is_code(path));
        wanted.extend(
            new.filter(|path| !came.contains(**path))
                .map(|path| ((*path).to_owned(), Some((*path).to_owned()))),
        );
        wanted.sort();
        wanted.truncate(MAX_CHANGED_FILES);
        let olds: Vec<String> = wanted.iter().map(|(path, _)| path.clone()).collect();
        let mut olds = base.texts(&olds)?;
        let mut parser = Parser::new();
        let mut found = Vec::new();
        for (path, now) in wanted {
            call_check(call)?;
            let old = olds.remove(&path).unwrap_or_default();
            let read = |path: &String| read_text(self.root(), path, settings.config.max_file_size).ok();
            let new = now.as_ref().and_then(read).unwrap_or_default();
            let limits = Limits { cancelled: Some(call.cancelled), ..Limits::default() };
            let old_symbols = parse(&mut parser, &path, &old, &limits);
            let new_symbols =
                now.as_ref().map_or_else(Vec::new, |now| parse(&mut parser, now, &new, &limits));
            let file = ChangedCode { path, now, old, new, old_symbols, new_symbols };
            if !file.says_the_same() {
                found.push(file);
            }
        }
        Ok(found)
    }
}

/// As documents are compared with it.
pub(super) fn lent(file: &ChangedCode) -> ChangedFile<'_> {
    ChangedFile {
        path: &file.path,
        old: &file.old,
        new: &file.new,
        old_definitions: file.old_symbols.iter().map(lines).collect(),
        new_definitions: file.new_symbols.iter().map(lines).collect(),
    }
}

fn lines(symbol: &SymbolFacts) -> DefinitionLines<'_> {
    DefinitionLines { name: &symbol.symbol_name, first: symbol.line_start, last: symbol.line_end }
}

/// Functions that take something else, each called so once in its file, before and now.
pub(super) fn changed_signatures(code: &[ChangedCode]) -> Vec<ChangedSignature> {
    fn once(symbols: &[SymbolFacts]) -> BTreeMap<&str, Option<&SymbolFacts>> {
        let mut found = BTreeMap::new();
        let is_called =
            |symbol: &&SymbolFacts| matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method);
        for symbol in symbols.iter().filter(is_called) {
            found.entry(symbol.qualified_name.as_str()).and_modify(|one| *one = None).or_insert(Some(symbol));
        }
        found
    }
    let mut found = Vec::new();
    for (at, file) in code.iter().enumerate() {
        let now = once(&file.new_symbols);
        for (name, was) in once(&file.old_symbols) {
            if let (Some(was), Some(Some(now))) = (was, now.get(name))
                && was.signature != now.signature
            {
                let name = &now.symbol_name;
                found.extend(ChangedSignature::of(at, now.line_start, name, &was.signature, &now.signature));
            }
        }
    }
    found
}

/// What a definition says, without white space and whatever it is called.
fn shape(lines: &[&str], symbol: &SymbolFacts) -> String {
    let first = symbol.line_start.saturating_sub(1) as usize;
    let last = (symbol.line_end as usize).min(lines.len());
    let own = lines.get(first.min(last)..last).unwrap_or_default();
    let text: String = own.iter().flat_map(|line| line.split_whitespace()).collect();
    text.replace(&symbol.symbol_name, "\0")
}

/// Names that some file defined and none of the changed ones does now, each with how it is called now, as far as one new definition of its
/// file says the same.
pub(super) fn gone_definitions(code: &[ChangedCode]) -> BTreeMap<&str, Option<String>> {
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let names = |symbols: fn(&ChangedCode) -> &Vec<SymbolFacts>| -> BTreeSet<&str> {
        code.iter().flat_map(symbols).map(|symbol| symbol.symbol_name.as_str()).collect()
    };
    let (old, new) = (names(|file| &file.old_symbols), names(|file| &file.new_symbols));
    let mut gone = BTreeMap::new();
    for file in code {
        let went: Vec<&SymbolFacts> = file
            .old_symbols
            .iter()
            .filter(|symbol| !new.contains(symbol.symbol_name.as_str()) && is_name(&symbol.symbol_name))
            .collect();
        if went.is_empty() {
            continue;
        }
        let lines: Vec<&str> = file.new.lines().collect();
        let mut alike: BTreeMap<(SymbolKind, String), BTreeSet<&str>> = BTreeMap::new();
        for symbol in file.new_symbols.iter().filter(|symbol| !old.contains(symbol.symbol_name.as_str())) {
            alike.entry((symbol.kind, shape(&lines, symbol))).or_default().insert(&symbol.symbol_name);
        }
        let lines: Vec<&str> = file.old.lines().collect();
        for symbol in went {
            let like = alike.get(&(symbol.kind, shape(&lines, symbol))).filter(|like| like.len() == 1);
            let now = like.and_then(|like| like.first()).map(|name| (*name).to_owned());
            gone.entry(symbol.symbol_name.as_str()).or_insert(now);
        }
    }
    gone
}
