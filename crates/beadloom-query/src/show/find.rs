//! What a reference names: definitions, lines of a file, a file.

use std::collections::BTreeSet;
use std::rc::Rc;

use beadloom_model::CompactSort as _;
use beadloom_model::requests::{ContextRequest, SignaturesRequest};
use beadloom_model::{Code, Error, Result};
use beadloom_store::Store;

use super::FileNow;
use super::definition::Definition;
use super::definitions::Definitions;
use crate::files::{file_named, is_counted, similar};
use crate::odd_names::path_meant;
use crate::places::{is_foreign, is_side, is_test};
use crate::symbols::{module_of, symbol_name, unknown};
use crate::text;

/// Definitions of one short name that are looked through.
const MAX_TARGETS: usize = 2_000;

/// Definitions of one name that are shown or listed.
const MAX_DEFINITIONS: usize = 50;

/// Definitions of that name in tests that are named.
const MAX_TEST_DEFINITIONS: usize = 8;

/// Lines before and after one that stands in no definition.
const AROUND: u32 = 10;

/// Lines of a file.
pub(super) struct Stretch {
    pub file: Rc<FileNow>,
    /// Of a definition: which.
    pub definition: Option<Definition>,
    pub first: u32,
    pub last: u32,
    /// Where else its name is defined, in tests.
    pub also: Vec<String>,
}

/// What was found for a reference.
pub(super) enum Place {
    Found(Vec<Stretch>),
    /// Why nothing was.
    Missing(Error),
}

/// What a reference names.
pub(super) fn find(store: &Store, definitions: &Definitions<'_>, reference: &str) -> Result<Place> {
    let reference = reference.trim();
    if reference.is_empty() {
        return Ok(Place::Missing(Error::new(Code::Usage, "an empty reference names nothing")));
    }
    let found = in_file(store, definitions, reference)?;
    if let Some(place) = found {
        return Ok(place);
    }
    let stretches = by_name(store, definitions, reference)?;
    if !stretches.is_empty() {
        return Ok(Place::Found(stretches));
    }
    nothing(store, definitions, reference).map(Place::Missing)
}

/// `PATH`, `PATH:LINE`, `PATH:FROM-TO`, `PATH:NAME`; None where it begins with no path of the project.
fn in_file(store: &Store, definitions: &Definitions<'_>, reference: &str) -> Result<Option<Place>> {
    // As links to code write lines: `PATH#L10-L20`.
    let linked = reference.replacen("#L", ":", 1).replace("-L", "-");
    let reference = if reference.contains("#L") { linked.as_str() } else { reference };
    if let Some(path) = path_of(store, definitions, reference, false)? {
        return Ok(Some(whole_file(definitions, &path)?));
    }
    let Some((path, rest)) = reference.rsplit_once(':').filter(|(path, _)| !path.ends_with(':')) else {
        return Ok(None);
    };
    let Some(path) = path_of(store, definitions, path, true)? else { return Ok(None) };
    let Some(file) = definitions.file(&path) else { return Ok(Some(no_text(&path))) };
    let rest = rest.trim();
    let range = rest.split_once('-').unwrap_or((rest, rest));
    if let (Ok(from), Ok(to)) = (range.0.trim().parse::<u32>(), range.1.trim().parse::<u32>()) {
        return lines(definitions, &file, from, to, rest.contains('-')).map(Some);
    }
    let name = symbol_name(rest);
    let ending = format!(".{name}");
    let all = definitions.of(&file)?;
    let of_name = |exact: bool| -> Vec<Definition> {
        let fits =
            |one: &&Definition| one.qualified_name == name || !exact && one.qualified_name.ends_with(&ending);
        all.iter().filter(fits).cloned().collect()
    };
    let exact = of_name(true);
    let named = if exact.is_empty() { of_name(false) } else { exact };
    if name.is_empty() || named.is_empty() {
        let near = crate::names::near(&name, all.iter().map(Definition::short), 5);
        let error = Error::new(
            Code::NotFound,
            format!(
                "nothing in {} is named \"{}\"",
                text::line(&path),
                text::cut_at_word(&text::line(rest), 120)
            ),
        );
        return Ok(Some(Place::Missing(if near.is_empty() {
            error.hint_with(|hints| {
                format!("{} lists what it defines", hints.call_with::<SignaturesRequest>(&text::line(&path)))
            })
        } else {
            error.hint(format!("Did you mean: {}?", near.join(", ")))
        })));
    }
    Ok(Some(Place::Found(named.into_iter().take(MAX_DEFINITIONS).map(|one| stretch(&file, one)).collect())))
}

fn stretch(file: &Rc<FileNow>, definition: Definition) -> Stretch {
    let (first, last) = (definition.first, definition.last);
    Stretch { definition: Some(definition), ..plain(file, first, last) }
}

fn plain(file: &Rc<FileNow>, first: u32, last: u32) -> Stretch {
    Stretch { file: Rc::clone(file), definition: None, first, last, also: Vec::new() }
}

/// The path of a file that is meant: of the index, or one that came since; else the only one that ends like it. `sure`:
/// something stands behind it, so that it is no name of a symbol.
fn path_of(store: &Store, definitions: &Definitions<'_>, path: &str, sure: bool) -> Result<Option<String>> {
    let Some(normal) = path_meant(store, path)? else { return Ok(None) };
    if normal.is_empty() || path.ends_with('/') {
        return Ok(None);
    }
    if let Some(file) = store.file(&normal)? {
        return Ok(Some(file.path));
    }
    if definitions.stale.contains(&normal) {
        return Ok(Some(normal));
    }
    let has_ending = normal.rsplit('/').next().is_some_and(|name| name.trim_start_matches('.').contains('.'));
    if !(has_ending || sure && normal.contains('/')) {
        return Ok(None);
    }
    let ending = format!("/{normal}");
    let known = similar(store, &normal)?;
    let mut ends = known.into_iter().filter(|known| known.ends_with(&ending));
    Ok(match (ends.next(), ends.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    })
}

fn whole_file(definitions: &Definitions<'_>, path: &str) -> Result<Place> {
    let Some(file) = definitions.file(path) else { return Ok(no_text(path)) };
    let last = file.count();
    Ok(Place::Found(vec![plain(&file, 1, last)]))
}

fn no_text(path: &str) -> Place {
    let path = text::line(path);
    Place::Missing(
        Error::new(Code::NotReadable, format!("{path} contains no text that can be shown"))
            .hint("it is gone, empty, binary, too large or not readable"),
    )
}

fn lines(
    definitions: &Definitions<'_>,
    file: &Rc<FileNow>,
    from: u32,
    to: u32,
    is_range: bool,
) -> Result<Place> {
    let count = file.count();
    let shown = text::line(&file.path);
    if from == 0 || to < from {
        let error = Error::new(Code::Usage, format!("{shown}:{from}-{to} is not a range of lines"));
        return Ok(Place::Missing(error.hint("lines start at 1, and the first number is the smaller one")));
    }
    if from > count {
        let lines = if count == 1 { "line" } else { "lines" };
        let error =
            Error::new(Code::NotFound, format!("{shown} has {count} {lines}, none of them is {from}"));
        return Ok(Place::Missing(error));
    }
    if is_range {
        let last = to.min(count);
        return Ok(Place::Found(vec![plain(file, from, last)]));
    }
    // One line says where, not how much: the definition around it is meant.
    let all = definitions.of(file)?;
    let around = all
        .iter()
        .filter(|one| !one.part && super::extent::documented(file, one.first) <= from && from <= one.last)
        .min_by_key(|one| (one.last - one.first, std::cmp::Reverse(one.first)));
    Ok(Place::Found(vec![match around {
        Some(definition) => stretch(file, definition.clone()),
        None => {
            let (first, last) = (from.saturating_sub(AROUND).max(1), from.saturating_add(AROUND).min(count));
            plain(file, first, last)
        }
    }]))
}

/// All definitions of a name: qualified names that are or end like it, else those whose module it begins with.
fn by_name(store: &Store, definitions: &Definitions<'_>, reference: &str) -> Result<Vec<Stretch>> {
    let name = symbol_name(reference);
    let short = name.rsplit('.').next().unwrap_or(&name).to_owned();
    if short.is_empty() {
        return Ok(Vec::new());
    }
    let (whole, ending) = (format!(".{name}"), format!(".{short}"));
    // The files that define the short name, by the index or, where it is behind, by what they hold now.
    let mut files: BTreeSet<String> =
        store.symbol_targets(&short, MAX_TARGETS)?.into_iter().map(|target| target.file_path).collect();
    files.extend(definitions.stale.iter().cloned());
    let mut found: Vec<(u8, Rc<FileNow>, Definition)> = Vec::new();
    for path in files {
        let Some(file) = definitions.file(&path) else { continue };
        let module = module_of(&path);
        for one in definitions.of(&file)?.iter() {
            let qualified = &one.qualified_name;
            if *qualified != short && !qualified.ends_with(&ending) {
                continue;
            }
            let rank = if *qualified == name {
                0
            } else if qualified.ends_with(&whole) {
                1
            } else if name.contains('.') && format!(".{module}.{qualified}").ends_with(&whole) {
                2
            } else {
                continue;
            };
            found.push((rank, Rc::clone(&file), one.clone()));
        }
    }
    // A qualified name that is there as it was written is meant; a bare one may be a member's.
    let best = found.iter().map(|(rank, ..)| *rank).min().unwrap_or(0);
    if name.contains('.') {
        found.retain(|(rank, ..)| *rank == best);
    } else if found.iter().any(|(_, _, one)| !one.part) {
        // A field is meant only where nothing else has the name.
        found.retain(|(_, _, one)| !one.part);
    }
    if found.iter().any(|(_, _, one)| !one.announces()) {
        found.retain(|(_, _, one)| !one.announces());
    }
    found.compact_sort_by(|(a_rank, _, a), (b_rank, _, b)| {
        let order = |rank: u8, one: &Definition| {
            (is_test(&one.path), is_side(&one.path) || is_foreign(&one.path), rank)
        };
        (order(*a_rank, a), &a.path, a.first).cmp(&(order(*b_rank, b), &b.path, b.first))
    });
    // What tests define is not meant where anything else has the name.
    let mut also = Vec::new();
    if found.iter().any(|(_, _, one)| !is_test(&one.path)) {
        found.retain(|(_, _, one)| {
            let meant = !is_test(&one.path);
            if !meant && also.len() < MAX_TEST_DEFINITIONS {
                also.push(format!("{}:{}", one.path, one.first));
            }
            meant
        });
    }
    let mut stretches: Vec<Stretch> =
        found.into_iter().take(MAX_DEFINITIONS).map(|(_, file, one)| stretch(&file, one)).collect();
    if let Some(first) = stretches.first_mut() {
        first.also = also;
    }
    Ok(stretches)
}

/// Why nothing was found, and what is near.
fn nothing(store: &Store, definitions: &Definitions<'_>, reference: &str) -> Result<Error> {
    let shown = text::cut_at_word(&text::line(reference), 120);
    if store.node(reference)?.is_some() {
        return Ok(Error::new(Code::NotFound, format!("\"{shown}\" is a part of the project, not source"))
            .hint_with(|hints| format!("{} describes it", hints.call_with::<ContextRequest>(&shown))));
    }
    if let Some(path) = path_meant(store, reference)? {
        let folder = path.trim_end_matches('/');
        if !folder.is_empty() && store.count_files_below(folder)? > 0 {
            return Ok(Error::new(Code::NotFound, format!("\"{shown}\" is a folder, not a file"))
                .hint_with(|hints| format!("{} describes it", hints.call_with::<ContextRequest>(&shown))));
        }
    }
    let path = reference.rsplit_once(':').map_or(reference, |(path, _)| path);
    let name = path.rsplit('/').next().unwrap_or(path);
    if path.contains('/') || is_file_name(name) {
        let beginning = if definitions.file(path).is_some() { reference } else { path };
        if let Err(error) = file_named(store, beginning) {
            return Ok(error);
        }
    }
    unknown(store, reference)
}

/// Whether a name ends like that of a file; `Ledger.post` does not.
fn is_file_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && ending.len() <= 4
            && ending.bytes().all(|byte| byte.is_ascii_lowercase())
            && (is_counted(ending)
                || matches!(ending, "css" | "html" | "json" | "md" | "txt" | "yaml" | "yml"))
    })
}
