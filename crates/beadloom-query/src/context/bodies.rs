//! The source of the definitions that a reference names, or of the most important ones of a part; and the lines that call them.

use std::fmt::Write as _;

use beadloom_model::answers::{Bundle, BundleSymbol, CodePiece, FocusType, Reason};
use beadloom_model::{LanguageId, Result, SymbolKind};
use beadloom_store::SymbolRow;

use super::chapter::{Chapter, Draft, Entry, Listed, Plan, Tier, bytes_of, chosen, entries_of, left_out};
use super::gathered::{Gathered, ReadText, Shape};
use crate::Staleness;
use crate::answer::places::Places;
use crate::completeness::UnlistedUses;
use crate::refs::calls_left_out;
use crate::text::{block, cut_at_word, fence, line};
use crate::unnamed::unnamed;
use crate::unseen::unseen_reads;

/// Of more definitions than this, signatures say more than beginnings.
const MAX_BODIES: usize = 4;

/// Part of the budget that bodies may take, in hundredths.
const SHARE: usize = 60;

/// Part of the budget for the most important definitions of a part or folder, in hundredths, and of a file: what is left over by all
/// else goes to its code.
const FOREMOST_SHARE: usize = 16;
const FOREMOST_SHARE_OF_FILE: usize = 60;

/// Tokens of the budget for each of these, and how many there are at most.
const TOKENS_EACH: usize = 1_300;
const MAX_FOREMOST_BODIES: usize = 6;

/// The most important definitions among which these are looked for.
const LOOKED_AT: usize = 24;

/// Lines that such a definition has: of a shorter one its signature says nearly all, a longer one costs all others.
const LINES_OF_FOREMOST: std::ops::RangeInclusive<u32> = 4..=60;
const LINES_OF_FOREMOST_OF_FILE: std::ops::RangeInclusive<u32> = 4..=160;

/// What the most important definitions are those of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Foremost {
    /// A part, a folder, several things.
    OfArea,
    /// One file: who asks for it is about to read it.
    OfFile,
}

/// Lines of a definition that is too long to be shown as a whole.
const FIRST_LINES: usize = 24;

/// Callers whose calling line is shown.
const MAX_CALLERS: usize = 16;

/// Characters of it.
const MAX_LINE_CHARS: usize = 120;

/// A definition's source.
struct Body {
    piece: CodePiece,
    /// Whether it is all of the definition.
    whole: bool,
}

struct Bodies {
    pieces: Vec<CodePiece>,
    uses: UnlistedUses,
}

pub(super) const CHAPTER: Listed = Listed { about: Bundle::code, gather };

/// The sources of what was asked for; of a part, a folder or a file those of its most important definitions. What a source
/// that is cut leaves out is told by the members of its definition.
fn gather(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    let (named, budget, read) = (found.named(), found.request.budget, found.read);
    let bodies = match found.shape {
        Shape::Area if named.is_empty() => {
            let of = if found.one_file().is_some() { Foremost::OfFile } else { Foremost::OfArea };
            foremost(&found.own_code, of, budget, read)
        }
        _ => bodies(&named, budget, read),
    };
    let mut uses = UnlistedUses::default();
    if found.shape == Shape::Symbol {
        found.is_cut = bodies.iter().any(|body| !body.whole);
        uses.left_out = calls_left_out(found.store, &named)? + found.related.at_top;
        uses.unseen_reads = unseen_reads(found.store, &named)?;
        uses.unnamed = unnamed(found.store, &named)?.is_some();
    }
    Ok(Box::new(Bodies { pieces: bodies.into_iter().map(|body| body.piece).collect(), uses }))
}

impl Chapter for Bodies {
    fn leave_out_gone_lines(&mut self, stale: &Staleness, _: ReadText<'_>) {
        let known = self.pieces.len();
        self.pieces.retain(|piece| stale.has_line(&piece.path, piece.line_end));
        self.uses.left_out += known.saturating_sub(self.pieces.len()) as u64;
    }

    fn paths(&self) -> Vec<&str> {
        self.pieces.iter().map(|piece| piece.path.as_str()).collect()
    }

    /// The source of what was asked for comes first, that of the most important definitions of a part after their names.
    fn entries<'c>(&'c self, plan: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        if plan.shape == Shape::Other {
            return Vec::new();
        }
        let mut share = plan.share(FOREMOST_SHARE);
        entries_of(&self.pieces, |_, piece| {
            let tier = if plan.is_of_definition {
                Tier::Subject
            } else if share.takes(piece.content.len() + plan.frame()) {
                Tier::Uses
            } else {
                Tier::BeyondShare
            };
            (tier, bytes_of(&[&piece.path, &piece.content]))
        })
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        let pieces = || chosen(&self.pieces, kept).cloned().collect();
        draft.bundle.code = (!self.pieces.is_empty()).then(pieces);
        draft.bundle.omitted.code = left_out(&self.pieces, kept);
        draft.uses = self.uses;
    }

    /// What was asked for by name comes before everything else; of a part its definitions do.
    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        if !is_part(bundle) {
            sources(out, bundle);
        }
    }

    fn add_places(&self, places: &mut Places, bundle: &Bundle) {
        add_code(places, bundle);
    }
}

/// The sources of a part's most important definitions, which Markdown has behind their names.
struct InFull;

pub(super) const IN_FULL: Listed = Listed { about: Bundle::code, gather: |_| Ok(Box::new(InFull)) };

impl Chapter for InFull {
    fn put<'c>(&'c self, _: &[usize], _: &mut Draft<'c>) {}

    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        if is_part(bundle) && bundle.code.as_ref().is_some_and(|code| !code.is_empty()) {
            out.push_str("## In full\n");
            sources(out, bundle);
        }
    }
}

/// The lines of the code that is shown.
pub(crate) fn add_code(places: &mut Places, bundle: &Bundle) {
    for piece in bundle.code.iter().flatten() {
        places.add(&piece.path, Some([piece.line_start, piece.line_end]));
    }
}

fn is_part(bundle: &Bundle) -> bool {
    matches!(bundle.focus.r#type, FocusType::Node | FocusType::Path)
}

/// Sources, with their place above them.
fn sources(out: &mut String, bundle: &Bundle) {
    for piece in bundle.code.iter().flatten() {
        let _ = write!(out, "### {}:{}-{}", line(&piece.path), piece.line_start, piece.line_end);
        if let Some(symbol) = &piece.symbol {
            let _ = write!(out, " {}", line(symbol));
        }
        let content = block(&piece.content);
        let fence = fence(&content);
        let language = LanguageId::of_path(&piece.path).map_or("", LanguageId::as_str);
        let _ = writeln!(out, "\n{fence}{language}\n{content}\n{fence}\n");
    }
}

/// The sources of the definitions, as many bytes of each as its part of the budget (in tokens) has room for.
fn bodies(definitions: &[SymbolRow], budget: usize, read: ReadText<'_>) -> Vec<Body> {
    if definitions.len() > MAX_BODIES {
        return Vec::new();
    }
    let room = budget.saturating_mul(4) / 100 * SHARE / definitions.len().max(1);
    definitions.iter().filter_map(|row| body(row, room, &read(&row.file_path)?)).collect()
}

/// The sources of the most important of these definitions that fit, whole, in their order: of those that do something, because an
/// outline says what data holds, or of all where nothing does.
fn foremost(definitions: &[SymbolRow], of: Foremost, budget: usize, read: ReadText<'_>) -> Vec<Body> {
    let doing = foremost_of(definitions, of, &does_something, budget, read);
    if doing.is_empty() { foremost_of(definitions, of, &holds_something, budget, read) } else { doing }
}

fn does_something(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Route | SymbolKind::Component)
}

fn holds_something(kind: SymbolKind) -> bool {
    !matches!(kind, SymbolKind::Constant | SymbolKind::Module)
}

fn foremost_of(
    definitions: &[SymbolRow],
    of: Foremost,
    is_wanted: &dyn Fn(SymbolKind) -> bool,
    budget: usize,
    read: ReadText<'_>,
) -> Vec<Body> {
    let bytes = budget.saturating_mul(4) / 100;
    // Of an area, one that takes all the room leaves none for what else matters.
    let (most, mut room, longest, lengths) = match of {
        Foremost::OfArea => {
            let room = bytes * FOREMOST_SHARE;
            ((budget / TOKENS_EACH).clamp(1, MAX_FOREMOST_BODIES), room, room / 2, LINES_OF_FOREMOST)
        }
        Foremost::OfFile => {
            let room = bytes * FOREMOST_SHARE_OF_FILE;
            (MAX_FOREMOST_BODIES, room, room, LINES_OF_FOREMOST_OF_FILE)
        }
    };
    let mut found: Vec<Body> = Vec::new();
    for row in definitions.iter().filter(|row| is_wanted(row.kind)).take(LOOKED_AT) {
        let lines = row.line_end.saturating_sub(row.line_start) + 1;
        let is_shown = found.iter().any(|Body { piece, .. }| {
            piece.path == row.file_path
                && piece.line_start <= row.line_end
                && row.line_start <= piece.line_end
        });
        if found.len() == most {
            break;
        }
        if is_shown || !lengths.contains(&lines) {
            continue;
        }
        let Some(text) = read(&row.file_path) else { continue };
        let Some(mut one) = body(row, usize::MAX, &text) else { continue };
        if one.piece.content.len() <= room.min(longest) {
            room -= one.piece.content.len();
            one.piece.reason.clear();
            found.push(one);
        }
    }
    found
}

fn body(row: &SymbolRow, room: usize, text: &str) -> Option<Body> {
    let first = usize::try_from(row.line_start).ok()?.checked_sub(1)?;
    let count = usize::try_from(row.line_end.checked_sub(row.line_start)?).ok()? + 1;
    let lines: Vec<&str> = text.lines().skip(first).take(count).collect();
    let mut shown = lines.len();
    if lines.iter().map(|line| line.len() + 1).sum::<usize>() > room {
        let mut left = room / 2;
        shown = lines
            .iter()
            .take(FIRST_LINES)
            .take_while(|line| {
                let fits = line.len() < left;
                left = left.saturating_sub(line.len() + 1);
                fits
            })
            .count();
    }
    if shown == 0 {
        return None;
    }
    let content = lines.get(..shown)?.join("\n");
    let whole = shown == count;
    Some(Body {
        piece: CodePiece {
            path: row.file_path.clone(),
            line_start: row.line_start,
            line_end: row.line_start + u32::try_from(shown).ok()? - 1,
            symbol: Some(row.qualified_name.clone()),
            content_hash: String::new(),
            content,
            reason: if whole {
                "definition".to_owned()
            } else {
                format!("begins the definition, which ends at line {}", row.line_end)
            },
        },
        whole,
    })
}

/// Adds to callers the first line that calls.
pub(super) fn add_calling_lines(symbols: &mut [(i64, BundleSymbol)], read: ReadText<'_>) {
    let mut texts: Vec<(String, Option<String>)> = Vec::new();
    let callers = symbols.iter_mut().filter(|(_, symbol)| symbol.reason == Some(Reason::Caller));
    for (_, caller) in callers.take(MAX_CALLERS) {
        let path = &caller.symbol.file_path;
        if !texts.iter().any(|(known, _)| known == path) {
            texts.push((path.clone(), read(path)));
        }
        let text = texts.iter().find(|(known, _)| known == path).and_then(|(_, text)| text.as_deref());
        let at = caller.lines.first().and_then(|line| usize::try_from(*line).ok()?.checked_sub(1));
        let line = text.zip(at).and_then(|(text, at)| text.lines().nth(at));
        caller.text =
            line.map(|line| cut_at_word(line.trim(), MAX_LINE_CHARS)).filter(|line| !line.is_empty());
    }
}
