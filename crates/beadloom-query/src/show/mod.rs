//! Source by name and place: whole definitions, lines, files, as they stand on the disk now.

mod callers;
mod definition;
mod definitions;
mod extent;
mod find;
mod now;
mod pack;
mod request;

use beadloom_model::answers::{Missing, ShowAnswer, Source};
use beadloom_model::requests::{Hints, ShowRequest as ShowLinesRequest};
use beadloom_model::{Code, Error, Result};
use beadloom_store::Store;
use beadloom_tokens::{CachedCounter, Counter};

pub use now::{FileNow, FilesNow};
pub use request::ShowRequest;

use definition::Definition;
use definitions::Definitions;
use find::{Place, Stretch};
use request::Piece;

use crate::enum_members::{self, Facts};
use crate::lists::firsts;

/// References in one request.
const MAX_REFS: usize = 100;

/// The source that the references name.
///
/// # Errors
/// `usage` without a reference or with too many, `not_found` where all of them are unknown, `budget_too_small`; store
/// errors.
pub fn show(store: &Store, request: &ShowRequest<'_>, counter: &Counter<'_>) -> Result<ShowAnswer> {
    let refs: Vec<&String> = firsts(&request.refs).collect();
    if refs.is_empty() {
        return Err(Error::new(Code::Usage, "no reference given").hint_with(|hints| match hints {
            Hints::Commands => {
                let form = |words| hints.form::<ShowLinesRequest>(words);
                format!("name a symbol, a file or lines: {}, {}", form("NAME"), form("PATH:FROM-TO"))
            }
            Hints::Tools => "name a symbol, a file or lines in `ref`: NAME, PATH:FROM-TO".to_owned(),
        }));
    }
    if refs.len() > MAX_REFS {
        let message = format!("{} references are too many for one answer", refs.len());
        return Err(Error::new(Code::Usage, message).hint(format!("give at most {MAX_REFS}")));
    }
    store.snapshot(|| {
        let definitions = Definitions::new(store, request.files, &request.stale.stale_paths);
        let mut pieces: Vec<Piece> = Vec::new();
        let mut missing: Vec<(&String, Error)> = Vec::new();
        for reference in refs {
            match find::find(store, &definitions, reference)? {
                Place::Missing(error) => missing.push((reference, error)),
                Place::Found(found) => {
                    for (rank, stretch) in found.into_iter().enumerate() {
                        pieces.push(piece(store, &definitions, request, reference, stretch, rank)?);
                    }
                }
            }
        }
        if pieces.is_empty() {
            return Err(all_missing(missing.into_iter().map(|(_, error)| error)));
        }
        let missing = missing.into_iter().map(|(reference, error)| Missing {
            r#ref: reference.clone(),
            hint: error.hint_for(request.hints),
            message: error.message,
        });
        pack::packed(pieces, missing.collect(), request, &CachedCounter::new(*counter))
    })
}

/// Nothing was found: where it was one reference, as any other command says it.
fn all_missing(errors: impl Iterator<Item = Error>) -> Error {
    let errors: Vec<Error> = errors.collect();
    let messages: Vec<&str> = errors.iter().map(|one| one.message.as_str()).collect();
    Error::new(Code::NotFound, messages.join("; "))
        .hint_with(|hints| errors.iter().filter_map(|one| one.hint_for(hints)).collect::<Vec<_>>().join(" "))
}

fn piece(
    store: &Store,
    definitions: &Definitions<'_>,
    request: &ShowRequest<'_>,
    reference: &str,
    stretch: Stretch,
    rank: usize,
) -> Result<Piece> {
    let Stretch { file, definition, first, last, also } = stretch;
    let all = definitions.of(&file)?;
    let above = if definition.is_some() { extent::documented(&file, first) } else { first };
    let lines: Vec<String> = file.lines(above, last).iter().map(|line| (*line).to_owned()).collect();
    let is_inside = |one: &Definition| above <= one.first && one.last <= last;
    let is_itself = |one: &Definition| {
        definition
            .as_ref()
            .is_some_and(|own| own.first == one.first && own.qualified_name == one.qualified_name)
    };
    let mut inside: Vec<Definition> = Vec::new();
    let facts: Vec<Facts<'_>> = all.iter().map(Definition::facts).collect();
    let line = |number: u32| file.lines(number, number).first().map(|line| (*line).to_owned());
    let (lists, _) = enum_members::members(&facts, &line);
    for (at, one) in all.iter().enumerate().filter(|(_, one)| !one.part && is_inside(one) && !is_itself(one))
    {
        // What stands in what is listed already is a part of it.
        if inside.last().is_none_or(|before| before.last < one.first) {
            let mut shown = one.clone();
            if let Some(list) = lists.get(&at) {
                shown.signature = format!("{} {list}", shown.signature);
            }
            inside.push(shown);
        }
    }
    let around = all
        .iter()
        .filter(|one| !one.part && one.first <= above && last <= one.last)
        .min_by_key(|one| (one.last - one.first, std::cmp::Reverse(one.first)));
    let members = definition.as_ref().map(|own| elsewhere(&all, own)).unwrap_or_default();
    let mut source = Source {
        r#ref: reference.to_owned(),
        path: file.path.clone(),
        line_start: above,
        line_end: last,
        symbol: definition.as_ref().or(around).map(|one| one.qualified_name.clone()),
        kind: definition.as_ref().map(|one| one.kind),
        text: None,
        signature: None,
        outline: Vec::new(),
        members,
        also,
        rest: None,
        callers: Vec::new(),
        more_callers: 0,
        test_callers: 0,
    };
    if let Some(own) = &definition {
        source.signature = Some(own.signature.clone());
    }
    if request.callers {
        let own: Vec<&Definition> = match &definition {
            Some(own) => vec![own],
            None => all.iter().filter(|one| is_inside(one)).collect(),
        };
        callers::add(store, definitions, (&own, definition.is_none()), &mut source)?;
    }
    Ok(Piece { source, lines, inside, rank })
}

/// What is called as a part of a definition and stands outside of it, in the same file.
fn elsewhere(all: &[Definition], own: &Definition) -> Vec<beadloom_model::answers::Member> {
    let is_part = |one: &&Definition| {
        one.qualified_name.strip_prefix(own.qualified_name.as_str()).is_some_and(|rest| rest.starts_with('.'))
            && !(own.first <= one.first && one.last <= own.last)
    };
    // Where the same name is defined again, its members are its own.
    let is_again = all.iter().any(|one| one.qualified_name == own.qualified_name && one.first != own.first);
    if is_again {
        return Vec::new();
    }
    all.iter().filter(is_part).map(Definition::member).collect()
}
