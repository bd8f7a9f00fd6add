//! Definitions: what the references and their nodes define, what uses that, and what it uses.

use std::fmt::Write as _;

use beadloom_model::answers::{Bundle, BundleSymbol, CodePiece, Reason, Symbol};
use beadloom_model::{CompactSort as _, Result};

use super::chapter::{Chapter, Draft, Entry, Listed, Plan, Room, Tier, chosen, entries_of, left_out};
use super::gathered::{Gathered, ReadText, Shape};
use super::of_nodes::definitions;
use super::own::{Definition, members, own_and_related};
use super::room::SymbolRoom;
use super::wording::numbers;
use crate::Staleness;
use crate::answer::places::Places;
use crate::enum_members;
use crate::text::{cut_at_word, line};

/// Signatures are cut here, in characters.
const MAX_SIGNATURE_CHARS: usize = 120;

/// The first sentences of their doc comments here.
const MAX_SUMMARY_CHARS: usize = 90;

/// Definitions that stand whole in the JSON of a part, folder or file that the budget does not hold whole; of further ones
/// it has a line each.
const FULL: usize = 6;

/// Shares of the budget, in hundredths: of its own, of what uses it, of what it uses; and of each so many come before that.
const SHARE: usize = 50;
const SHARE_OF_CALLERS: usize = 20;
const SHARE_OF_CALLEES: usize = 12;
const FIRST: usize = 6;

/// Where the budget is not shared out: callers and callees that come first, and its own, first and second.
const FIRST_RELATED: usize = 6;
const FIRST_OWN: usize = 8;
const SECOND_OWN: usize = 20;

struct Definitions {
    symbols: Vec<Definition>,
    /// Symbols of the nodes that are not among these.
    more: u64,
}

pub(super) const CHAPTER: Listed = Listed { about: Bundle::code_symbols, gather };

fn gather(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    let room = SymbolRoom::within(found.request.budget);
    let related = std::mem::take(&mut found.related);
    let mut own_code = std::mem::take(&mut found.own_code);
    let (symbols, more) = match found.shape {
        Shape::Area => {
            enum_members::add(found.store, &mut own_code, found.read)?;
            own_and_related(&found.resolved, own_code, related, found.ranking.order.len() as u64)
        }
        Shape::Symbol => {
            let members =
                if found.is_cut { members(found.store, &found.named(), room.area)? } else { Vec::new() };
            let all = members.len() as u64;
            own_and_related(&found.resolved, members, related, all)
        }
        Shape::Other => definitions(found.store, &found.resolved, related, &found.order, &room)?,
    };
    Ok(Box::new(Definitions { symbols, more }))
}

impl Chapter for Definitions {
    fn leave_out_gone_lines(&mut self, stale: &Staleness, _: ReadText<'_>) {
        let known = self.symbols.len();
        self.symbols.retain(|Definition { symbol, .. }| {
            stale.has_line(&symbol.symbol.file_path, symbol.symbol.line_start)
        });
        self.more += known.saturating_sub(self.symbols.len()) as u64;
    }

    fn paths(&self) -> Vec<&str> {
        self.symbols.iter().map(|one| one.symbol.symbol.file_path.as_str()).collect()
    }

    fn is_of_definition(&self) -> bool {
        self.symbols.iter().any(|one| one.symbol.reason.is_some())
    }

    fn entries<'c>(&'c self, plan: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let tiers = if plan.shape == Shape::Other { self.by_count() } else { self.by_share(plan) };
        let mut tiers = tiers.into_iter();
        entries_of(&self.symbols, |_, one| {
            let symbol = &one.symbol.symbol;
            let summary = symbol.summary.as_deref().unwrap_or_default();
            let bytes =
                symbol.signature.len().min(MAX_SIGNATURE_CHARS) + summary.len().min(MAX_SUMMARY_CHARS);
            (tiers.next().unwrap_or(Tier::Fringe), bytes + 24)
        })
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        let symbols = || chosen(&self.symbols, kept).map(|one| &one.symbol);
        draft.named = symbols().map(|one| one.symbol.file_path.as_str()).collect();
        let bundle = &mut draft.bundle;
        if draft.is_in_lines {
            let (lines, full) = lines_of(symbols(), bundle.code.as_deref().unwrap_or_default());
            bundle.code_symbols = full;
            if !lines.is_empty() {
                bundle.code.get_or_insert_default().extend(lines);
            }
        } else {
            bundle.code_symbols = symbols().cloned().collect();
        }
        bundle.omitted.code_symbols = left_out(&self.symbols, kept);
        bundle.limited.code_symbols = self.more;
    }

    /// What the reference and its nodes define, then what calls or uses that, and what it calls or uses.
    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        let is_called = matches!(bundle.focus.kind.as_str(), "function" | "method" | "route");
        let (from, to) = if is_called { ("Called by", "Calls") } else { ("Used by", "Uses") };
        for (heading, reasons) in [
            ("Code", &[None, Some(Reason::Touched)][..]),
            ("Subtypes", &[Some(Reason::Subtype)]),
            ("Types in its signature", &[Some(Reason::Type)]),
            (from, &[Some(Reason::Caller)]),
            (to, &[Some(Reason::Callee)]),
        ] {
            let of_part = bundle.code_symbols.iter().filter(|symbol| {
                // What is shown whole needs no line of its own.
                let is_shown = || is_shown(&symbol.symbol, bundle.code.as_deref().unwrap_or_default());
                reasons.contains(&symbol.reason) && (symbol.reason.is_some() || !is_shown())
            });
            by_file(out, heading, of_part);
        }
    }

    fn add_places(&self, places: &mut Places, bundle: &Bundle) {
        add_symbols(places, bundle);
    }
}

/// The lines of definitions, and those that refer to them.
pub(crate) fn add_symbols(places: &mut Places, bundle: &Bundle) {
    for BundleSymbol { symbol, lines, .. } in &bundle.code_symbols {
        places.add(&symbol.file_path, Some([symbol.line_start, symbol.line_end]));
        lines.iter().for_each(|line| places.line(&symbol.file_path, *line));
    }
}

impl Definitions {
    /// Tiers where the budget is shared out: a few of each kind, then as many as the share of the kind holds. Notes for later
    /// chapters which files are named.
    fn by_share<'c>(&'c self, plan: &mut Plan<'c>) -> Vec<Tier> {
        let mut kinds = [SHARE, SHARE_OF_CALLERS, SHARE_OF_CALLEES].map(|share| (0, plan.share(share)));
        let mut tier = |one: &'c Definition| {
            let kind = match one.symbol.reason {
                Some(Reason::Caller | Reason::Subtype) => 1,
                Some(Reason::Callee | Reason::Type) => 2,
                _ => 0,
            };
            let [own, callers, callees] = &mut kinds;
            let (count, share): &mut (usize, Room) = match kind {
                1 => callers,
                2 => callees,
                _ => own,
            };
            let symbol = &one.symbol.symbol;
            let frame = match one.symbol.reason {
                None if *count >= FULL => plan.line_frame(&symbol.file_path),
                _ => plan.frame(),
            };
            let summary = symbol.summary.as_ref().map_or(0, String::len);
            *count += 1;
            let is_first = *count <= FIRST;
            let fits = share.takes(symbol.signature.len().min(120) + summary.min(120) / 2 + frame);
            if fits || is_first {
                plan.named.insert(&symbol.file_path);
            }
            match () {
                () if is_first && kind == 0 => Tier::Beginning,
                () if is_first => Tier::Opening,
                () if fits => Tier::Core,
                () => Tier::MoreOfOwn,
            }
        };
        self.symbols.iter().map(&mut tier).collect()
    }

    /// Tiers where it is not.
    fn by_count(&self) -> Vec<Tier> {
        let (mut own, mut callers, mut callees) = (0, 0, 0);
        let mut tier = |one: &Definition| {
            let (count, first, second) = match (one.symbol.reason, one.distance) {
                (Some(Reason::Caller), _) => (&mut callers, FIRST_RELATED, 0),
                (Some(Reason::Callee), _) => (&mut callees, 0, FIRST_RELATED),
                (_, 0) => (&mut own, FIRST_OWN, SECOND_OWN),
                (_, 1) => return Tier::NeighboursCode,
                _ => return Tier::Fringe,
            };
            *count += 1;
            match () {
                () if *count <= first => Tier::Opening,
                () if *count <= second => Tier::Uses,
                () => Tier::MoreUses,
            }
        };
        self.symbols.iter().map(&mut tier).collect()
    }
}

/// Whether all lines of a definition are shown.
fn is_shown(symbol: &Symbol, shown: &[CodePiece]) -> bool {
    shown.iter().any(|piece| {
        piece.path == symbol.file_path
            && piece.line_start <= symbol.line_start
            && symbol.line_end <= piece.line_end
    })
}

/// The definitions that JSON has in full, and the others as a line each, which is their signature; nothing of those whose
/// source is shown.
fn lines_of<'a>(
    symbols: impl Iterator<Item = &'a BundleSymbol>,
    shown: &[CodePiece],
) -> (Vec<CodePiece>, Vec<BundleSymbol>) {
    let (mut lines, mut full): (Vec<CodePiece>, Vec<BundleSymbol>) = (Vec::new(), Vec::new());
    for one in symbols {
        let symbol = &one.symbol;
        if one.reason.is_some() || full.len() < FULL {
            full.push(one.clone());
        } else if !is_shown(symbol, shown) {
            let signature = cut_at_word(&symbol.signature, MAX_SIGNATURE_CHARS);
            let is_named =
                symbol.qualified_name == symbol.symbol_name && signature.contains(&symbol.symbol_name);
            lines.push(CodePiece {
                path: symbol.file_path.clone(),
                line_start: symbol.line_start,
                line_end: symbol.line_end,
                symbol: (!is_named).then(|| symbol.qualified_name.clone()),
                content: signature,
                content_hash: String::new(),
                reason: String::new(),
            });
        }
    }
    (lines, full)
}

/// Symbols by file, in the order in which files first appear.
pub(crate) fn by_file<'a>(out: &mut String, heading: &str, symbols: impl Iterator<Item = &'a BundleSymbol>) {
    let mut files: Vec<(&str, Vec<&BundleSymbol>)> = Vec::new();
    for symbol in symbols {
        match files.iter_mut().find(|(path, _)| *path == symbol.symbol.file_path) {
            Some((_, symbols)) => symbols.push(symbol),
            None => files.push((&symbol.symbol.file_path, vec![symbol])),
        }
    }
    if files.is_empty() {
        return;
    }
    let _ = writeln!(out, "## {heading}");
    for (path, mut symbols) in files {
        let _ = writeln!(out, "{}", line(path));
        symbols.compact_sort_by_key(|symbol| symbol.symbol.line_start);
        for BundleSymbol { symbol, reason, lines, text, candidates } in symbols {
            let (like, text) = if *reason == Some(Reason::Similar) { (text, &None) } else { (&None, text) };
            let _ = write!(out, "- {}", symbol.line_start);
            if symbol.line_end > symbol.line_start {
                let _ = write!(out, "-{}", symbol.line_end);
            }
            let signature = cut_at_word(&line(&symbol.signature), MAX_SIGNATURE_CHARS);
            // A signature names the symbol, but not what encloses it. Where the calling line is shown, the name is enough.
            let is_named =
                symbol.qualified_name == symbol.symbol_name && signature.contains(&symbol.symbol_name);
            if text.is_some() {
                let _ = write!(out, " {}", line(&symbol.qualified_name));
            } else {
                let _ = if is_named {
                    write!(out, " {signature}")
                } else {
                    write!(out, " {}: {signature}", line(&symbol.qualified_name))
                };
                let summary = symbol.summary.as_deref().map(line).filter(|summary| !summary.is_empty());
                if let Some(summary) = summary {
                    let _ = write!(out, " — {}", cut_at_word(&summary, MAX_SUMMARY_CHARS));
                }
            }
            if !lines.is_empty() {
                let _ = match text {
                    Some(text) => write!(out, " (line {}: {})", numbers(lines), line(text)),
                    None => write!(out, " (line {})", numbers(lines)),
                };
            }
            if let Some(like) = like {
                let _ = write!(out, " (like {})", line(like));
            }
            if !candidates.is_empty() {
                let _ = write!(out, " (may mean: {})", line(&candidates.join("; ")));
            }
            out.push('\n');
        }
    }
    out.push('\n');
}
