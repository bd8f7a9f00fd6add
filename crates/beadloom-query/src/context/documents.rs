//! Sections of documents: those that are about the references, or, where no code says what these are, those of the nodes, each
//! node's best first.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use beadloom_model::answers::{Bundle, TextChunk};
use beadloom_model::requests::TextFormat;
use beadloom_model::{Result, Section};
use beadloom_store::{ChunkHead, Store};

use super::ContextRequest;
use super::about::{self, Focused, Piece, is_telling};
use super::chapter::{
    Chapter, Draft, Entry, Listed, Plan, Tier, as_json, bytes_of, chosen, entries_of, left_out,
};
use super::gathered::{Gathered, ReadText, Shape};
use super::own::own_nodes;
use crate::Staleness;
use crate::answer::places::Places;
use crate::text::{block, closed_fences, line};

/// Their share of the budget, in hundredths.
const SHARE: usize = 20;

/// Sections of the references beside the best of each, that come before others.
const FIRST: usize = 2;

struct Documents {
    pieces: Vec<Piece>,
    /// Sections beyond these.
    limited: u64,
}

pub(super) const CHAPTER: Listed = Listed { about: Bundle::text_chunks, gather };

fn gather(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    // In which order a node names its documents.
    let declared: HashMap<&str, &[String]> =
        found.nodes.iter().map(|(id, node)| (id.as_str(), node.docs.as_slice())).collect();
    let (pieces, limited) = if found.shape == Shape::Other {
        pieces(found.store, found.request, &found.order, &declared)?
    } else {
        let mut paths = about::paths_of(&found.area, &found.places);
        let mut names = std::mem::take(&mut found.telling);
        for row in super::own::named(&found.resolved) {
            // To name the symbol is to be about it.
            if is_telling(&row.symbol_name) {
                paths.push(row.symbol_name.clone());
            }
            if row.qualified_name != row.symbol_name {
                names.push(row.qualified_name.clone());
            }
        }
        paths.dedup();
        let own_nodes = own_nodes(&found.resolved);
        let focused = Focused { own_nodes, declared: &declared, order: &found.order, paths, names };
        about::pieces(found.store, found.request, &focused)?
    };
    Ok(Box::new(Documents { pieces, limited }))
}

/// These sections. `limited`: how many there are beyond them.
pub(crate) fn sections(chunks: Vec<TextChunk>, limited: u64) -> Box<dyn Chapter> {
    let piece = |chunk| Piece { chunk, distance: 0, best: false };
    Box::new(Documents { pieces: chunks.into_iter().map(piece).collect(), limited })
}

impl Chapter for Documents {
    /// A section of a document that changed may say something else by now.
    fn leave_out_gone_lines(&mut self, stale: &Staleness, read: ReadText<'_>) {
        let known = self.pieces.len();
        self.pieces.retain(|Piece { chunk, .. }| {
            !stale.may_differ(&chunk.doc_path) || read(&chunk.doc_path).is_some()
        });
        self.limited += known.saturating_sub(self.pieces.len()) as u64;
    }

    fn paths(&self) -> Vec<&str> {
        self.pieces.iter().map(|piece| piece.chunk.doc_path.as_str()).collect()
    }

    fn entries<'c>(&'c self, plan: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let mut share = plan.share(SHARE);
        // A section that alone would fill more than half of the budget would cost everything else.
        let is_too_large = |piece: &Piece| piece.chunk.content.len() * 2 > plan.budget_bytes;
        let mut own = 0;
        let mut of_counts = |piece: &Piece| match (piece.distance, piece.best) {
            _ if is_too_large(piece) => Tier::Oversized,
            (0, true) => Tier::Subject,
            (0, false) => {
                own += 1;
                if own <= FIRST { Tier::Surroundings } else { Tier::Far }
            }
            (_, true) => Tier::Neighbours,
            (_, false) => Tier::Far,
        };
        let mut of_share = |piece: &Piece| match share.takes(piece.chunk.content.len() + plan.frame()) {
            true if piece.best => Tier::Opening,
            true => Tier::Surroundings,
            false if is_too_large(piece) => Tier::Oversized,
            false => Tier::BeyondShare,
        };
        entries_of(&self.pieces, |_, piece| {
            let tier = if plan.shape == Shape::Other { of_counts(piece) } else { of_share(piece) };
            (tier, bytes_of(&[&piece.chunk.doc_path, &piece.chunk.content]))
        })
    }

    fn alone(&self, at: usize, format: TextFormat) -> String {
        let Some(Piece { chunk, .. }) = self.pieces.get(at) else { return String::new() };
        match format {
            TextFormat::Json => as_json(chunk),
            TextFormat::Markdown => format!(
                "### {}:{} {} [{}, invariants]\n{}\n\n",
                chunk.doc_path, chunk.line_start, chunk.heading, chunk.ref_id, chunk.content
            ),
        }
    }

    fn is_below_title(&self, _: usize) -> bool {
        true
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        draft.bundle.text_chunks = chosen(&self.pieces, kept).map(|piece| piece.chunk.clone()).collect();
        draft.bundle.omitted.text_chunks = left_out(&self.pieces, kept);
        draft.bundle.limited.text_chunks = self.limited;
    }

    fn add_places(&self, places: &mut Places, bundle: &Bundle) {
        bundle.text_chunks.iter().for_each(|chunk| places.line(&chunk.doc_path, chunk.line_start));
    }

    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        if bundle.text_chunks.is_empty() {
            return;
        }
        out.push_str("## Documents\n");
        for chunk in &bundle.text_chunks {
            let _ = write!(out, "### {}:{}", line(&chunk.doc_path), chunk.line_start);
            let heading = line(&chunk.heading);
            if !heading.is_empty() {
                let _ = write!(out, " {heading}");
            }
            let section = if chunk.section == Section::Other { "" } else { chunk.section.as_str() };
            let says: Vec<String> =
                [line(&chunk.ref_id), section.to_owned()].into_iter().filter(|one| !one.is_empty()).collect();
            let _ = if says.is_empty() { writeln!(out) } else { writeln!(out, " [{}]", says.join(", ")) };
            let _ = writeln!(out, "{}\n", closed_fences(block(&chunk.content).trim_end()));
        }
    }
}

/// The pieces of documents that are shown, in the order of selection, and how many there are beyond them.
///
/// Every node with documents gets its best piece before any gets a second one; within a node by the priority of
/// sections, then in the order of its documents.
fn pieces(
    store: &Store,
    request: &ContextRequest,
    order: &[(String, usize)],
    declared: &HashMap<&str, &[String]>,
) -> Result<(Vec<Piece>, u64)> {
    let ids: Vec<String> = order.iter().map(|(id, _)| id.clone()).collect();
    let mut by_node: HashMap<String, Vec<ChunkHead>> = HashMap::new();
    for head in store.chunk_heads(&ids)? {
        by_node.entry(head.ref_id.clone()).or_default().push(head);
    }
    let wanted = |section: Section| {
        let priority = &request.sections_priority;
        priority.iter().position(|one| *one == section).unwrap_or(priority.len())
    };
    let mut taken: HashSet<i64> = HashSet::new();
    let mut first: Vec<(ChunkHead, usize)> = Vec::new();
    let mut rest: Vec<(ChunkHead, usize)> = Vec::new();
    for (id, distance) in order {
        let mut heads = by_node.remove(id).unwrap_or_default();
        // A piece of a document of several nodes stands with the first of them.
        heads.retain(|head| taken.insert(head.id));
        let documents = declared.get(id.as_str()).copied().unwrap_or_default();
        let place = |path: &str| documents.iter().position(|one| one == path).unwrap_or(documents.len());
        heads.sort_by_cached_key(|head| {
            (wanted(head.section), place(&head.doc_path), head.doc_path.clone(), head.index)
        });
        let mut heads = heads.into_iter().map(|head| (head, *distance));
        first.extend(heads.next());
        rest.extend(heads);
    }
    let best = first.len();
    let all: Vec<(ChunkHead, usize)> = first.into_iter().chain(rest).collect();
    let shown = &all[..all.len().min(request.max_chunks)];
    let row_ids: Vec<i64> = shown.iter().map(|(head, _)| head.id).collect();
    let rows = store.chunks(&row_ids)?;
    let pieces = shown
        .iter()
        .zip(rows)
        .enumerate()
        .map(|(at, ((head, distance), row))| Piece {
            chunk: about::shown(row, head.ref_id.clone()),
            distance: *distance,
            best: at < best,
        })
        .collect();
    Ok((pieces, (all.len() - shown.len()) as u64))
}
