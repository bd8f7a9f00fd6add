//! What an answer to a task shows whole, in parts, or not at all, for its last line.

use std::collections::BTreeMap;

use super::material::{Material, ShownFile};
use super::piece::Level;
use crate::completeness::TaskPieces;
use crate::text;

/// Characters of a name.
const MAX_NAME_CHARS: usize = 60;

/// Definitions that are named where an answer says what it holds whole.
const MAX_NAMED_ITEMS: usize = 3;

/// Lines of a long definition that are proposed at once.
const MAX_READ_LINES: u32 = 300;

/// What an answer is expected to name of the places to change where it shows next to nothing of what may be needed. Many that may be
/// needed a little are summed up to more than there is: fitted on 72 tasks of twelve projects that the models do not know
/// (`docs/internals/SELECTION.md`).
const AT_LEAST: f64 = 0.22;

/// From this likelihood on, a definition that is cut or not shown is named as what to read next.
const WORTH_READING: f64 = 0.06;

/// How the pieces of code are shown, and what is likely and not whole. `code`: the level of each, by file and piece.
pub(super) fn of(
    material: &Material,
    code: &BTreeMap<(usize, usize), Level>,
    files: &[ShownFile<'_>],
) -> TaskPieces {
    let mut found = task_pieces(files);
    let mut missing: Vec<(f64, String)> = Vec::new();
    for (at, file) in material.files.iter().enumerate() {
        for (number, piece) in file.pieces.iter().enumerate().filter(|(_, piece)| piece.chance > 0.0) {
            let level = code.get(&(at, number)).copied().unwrap_or(Level::Line);
            // The line that stands for a definition of one line is all of it.
            let is_one_line = piece.length() == 1 && code.contains_key(&(at, number));
            let is_shown = piece.is_head && level > Level::Line || piece.is_whole_at(level) || is_one_line;
            // Of what a file imports nobody reads more.
            let is_read = material.is_question || piece.definition.is_some();
            if !is_shown
                && is_read
                && piece.chance >= WORTH_READING
                && let Some(whole) = &piece.whole
            {
                let to = (*whole.end()).min(whole.start().saturating_add(MAX_READ_LINES));
                missing.push((piece.chance, format!("{}:{}-{to}", file.path, whole.start())));
            }
        }
    }
    // Stable: by file where they are as likely.
    missing.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.likely_missing = missing.into_iter().map(|(_, reference)| reference).collect();
    if !material.is_question {
        let pieces = files.iter().flat_map(|file| &file.pieces);
        let shown: f64 = pieces.map(|(piece, _)| piece.chance).sum();
        found.expected =
            (material.needed > 0.0).then(|| AT_LEAST + (1.0 - AT_LEAST) * (shown / material.needed).min(1.0));
    }
    found
}

/// How the pieces of code are shown.
fn task_pieces(files: &[ShownFile<'_>]) -> TaskPieces {
    let mut found = TaskPieces::default();
    for shown in files {
        for (piece, level) in &shown.pieces {
            let Some(first) = piece.parts(*level).first() else { continue };
            if *level == Level::Line {
                found.named += 1;
            } else if piece.is_head {
                // Its members stand for themselves.
                found.heads += 1;
            } else if piece.is_whole_at(*level) {
                found.whole += 1;
                let name =
                    first.symbol.as_ref().map(|name| text::cut_at_word(&text::line(name), MAX_NAME_CHARS));
                if let Some(name) =
                    name.filter(|name| found.names.len() < MAX_NAMED_ITEMS && !found.names.contains(name))
                {
                    found.names.push(name);
                }
            } else {
                found.cut += 1;
            }
        }
    }
    found
}
