//! Sections of documents that belong to a task.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::TextChunk;
use beadloom_model::{FolderKind, Result};
use beadloom_store::{ChunkRow, Store, words as full_text};

use super::TaskRequest;
use super::given::Given;
use crate::context::about::{is_boilerplate, is_list, shown};
use crate::lists::cut;
use crate::search::meaning::QueryVector;
use crate::search::rank::sure;
use crate::search::texts::chunks as chunks_by_words_and_meaning;
use crate::search::words::Words;
use crate::{places, text};

/// A document's section holds at least this part of the task, or is as near to it by meaning.
const WORTH_READING: f32 = 0.4;

/// Sections that are looked at for each one that is shown.
const LOOKED_AT: usize = 3;

/// Characters of a line of a document; longer ones are tables or data.
const MAX_LINE_CHARS: usize = 600;

/// Sections of documents that hold much of the task or are about the same, best first; how many there are beyond the limit, and how many
/// were given before.
pub(super) fn documents(
    store: &Store,
    request: &TaskRequest<'_>,
    words: &mut Words,
    keep: Option<&dyn Fn(&str) -> bool>,
    asked: Option<&QueryVector>,
    known: &Given,
) -> Result<(Vec<TextChunk>, u64, u64)> {
    let expression = full_text::match_expression(&request.task);
    let most = request.max_chunks.saturating_mul(LOOKED_AT);
    let mut found = chunks_by_words_and_meaning(store, expression.as_deref(), most, keep, asked)?;
    found.retain(|(found, _)| {
        (!places::is_side(&found.chunk.doc_path) || is_of_documents(&found.chunk.doc_path))
            && !is_boilerplate(&found.chunk.heading.to_lowercase())
            && !is_list(&found.chunk.doc_path)
    });
    let mut chunks: Vec<(f32, ChunkRow)> = found
        .into_iter()
        .map(|(found, nearness)| {
            let chunk = found.chunk;
            let says = format!("{} {} {}", chunk.doc_path, chunk.heading, chunk.content);
            (words.share(&says).max(sure(nearness) as f32), chunk)
        })
        .filter(|(worth, _)| *worth >= WORTH_READING)
        .collect();
    // Stable: by rank where they are worth as much.
    chunks.compact_sort_by(|a, b| b.0.total_cmp(&a.0));
    let before = chunks.len();
    chunks.retain(|(_, chunk)| !known.knows(&chunk.content));
    let given = (before - chunks.len()) as u64;
    let limited = cut(&mut chunks, request.max_chunks);
    // Four bytes are a token, nearly: no section takes more than a tenth of the budget.
    let room = (request.budget * 4 / 10).max(400);
    let shown = chunks.into_iter().map(|(_, mut chunk)| {
        let (content, node) = (beginning(&chunk.content, room), chunk.ref_id.take());
        TextChunk { content, ..shown(chunk, node.unwrap_or_default()) }
    });
    Ok((shown.collect(), limited, given))
}

/// The lines of a text that fit into so many bytes, at least one; a last line `…` says that there is more.
fn beginning(content: &str, room: usize) -> String {
    if content.len() <= room {
        return content.to_owned();
    }
    let mut shown = String::new();
    for line in content.lines() {
        let line = text::cut_at_word(line, MAX_LINE_CHARS);
        if !shown.is_empty() && shown.len() + line.len() > room {
            break;
        }
        shown.push_str(&line);
        shown.push('\n');
    }
    shown.push('…');
    shown
}

/// Whether a document lies in the documentation at the root, not in that of an example.
fn is_of_documents(path: &str) -> bool {
    path.split_once('/').is_some_and(|(root, _)| FolderKind::is_one(root, &[FolderKind::Documents]))
}

#[cfg(test)]
mod tests {
    use super::beginning;

    #[test]
    fn texts_are_cut_at_a_line_end() {
        assert_eq!(beginning("one\ntwo", 7), "one\ntwo");
        assert_eq!(beginning("one\ntwo\nthree", 9), "one\ntwo\n…");
        assert_eq!(beginning("one long line", 3), "one long line\n…");
    }
}
