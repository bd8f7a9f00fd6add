//! What JSON has of definitions where the budget does not hold them all, and about how much room things take.

use beadloom_model::answers::{BundleSymbol, CodePiece};

use super::item::Item;
use super::markdown::MAX_SIGNATURE;
use super::material::BundleInput;
use crate::text;

/// Definitions that stand whole in the JSON of a part, folder or file that the budget does not hold whole; of further ones
/// it has a line each.
pub(super) const FULL: usize = 6;

/// The definitions that JSON has in full, and the others as a line each, which is their signature; nothing of those whose
/// source is shown.
pub(super) fn lines_of<'a>(
    symbols: impl Iterator<Item = &'a BundleSymbol>,
    shown: &[CodePiece],
) -> (Vec<CodePiece>, Vec<BundleSymbol>) {
    let (mut lines, mut full): (Vec<CodePiece>, Vec<BundleSymbol>) = (Vec::new(), Vec::new());
    for one in symbols {
        let symbol = &one.symbol;
        let is_shown = shown.iter().any(|piece| {
            piece.path == symbol.file_path
                && piece.line_start <= symbol.line_start
                && symbol.line_end <= piece.line_end
        });
        if one.reason.is_some() || full.len() < FULL {
            full.push(one.clone());
        } else if !is_shown {
            let signature = text::cut_at_word(&symbol.signature, MAX_SIGNATURE);
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

/// About how many bytes an item takes.
pub(super) fn length(material: &BundleInput, item: Item) -> usize {
    let of = |texts: &[&str]| texts.iter().map(|text| text.len() + 4).sum::<usize>();
    let found = match item {
        Item::Node(at) => material.nodes.get(at).map(|one| of(&[&one.node.ref_id, &one.node.summary])),
        Item::File(at) => material.files.get(at).map(|path| of(&[path])),
        Item::Crossing(at) => {
            material.crossings.get(at).map(|one| of(&[&one.ref_id, &one.uses.concat(), &one.used.concat()]))
        }
        Item::UsedBy(at) => material.used_by.get(at).map(|one| of(&[&one.path, &one.names.concat()])),
        Item::Uses(at) => material.uses.get(at).map(|one| of(&[&one.path, &one.names.concat()])),
        Item::Chunk(at) => material.chunks.get(at).map(|one| of(&[&one.chunk.doc_path, &one.chunk.content])),
        Item::Code(at) => material.code.get(at).map(|one| of(&[&one.path, &one.content])),
        Item::Symbol(at) => material.symbols.get(at).map(|one| {
            let symbol = &one.symbol.symbol;
            let summary = symbol.summary.as_deref().unwrap_or_default();
            symbol.signature.len().min(120) + summary.len().min(90) + 24
        }),
        Item::Route(at) => material.routes.get(at).map(|one| of(&[&one.path, &one.file_path, &one.method])),
        Item::Test(at) => material.tests.get(at).map(|path| of(&[path])),
        Item::StaleDoc(at) => material.stale_docs.get(at).map(|path| of(&[path])),
        Item::StalePath(_) => Some(40),
        Item::Link(at) => material.links.get(at).map(|one| of(&[&one.label, &one.url])),
        Item::Constraint(at) => material.constraints.get(at).map(|one| of(&[&one.rule, &one.description])),
        Item::Memory(at) => material.memories.get(at).map(|one| of(&[&one.content, &one.id])),
        Item::Together(at) => {
            material.together.as_ref().and_then(|all| all.get(at)).map(|one| of(&[&one.path]) + 20)
        }
    };
    found.unwrap_or(0)
}
