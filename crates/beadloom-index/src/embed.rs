//! What files and nodes are about, as vectors of the static model.

use beadloom_embed::{Packer, StaticModel, TermId, Text};
use beadloom_lexical::FileTerms;
use beadloom_model::ParsedDocument;
use beadloom_store::{ChunkVectors, NodeWords};
use beadloom_words::Terms;

/// What a word of a heading counts: it says what the text below it is about.
const HEADING: f32 = 2.0;

/// What a word of a node's id or summary counts, beside those of the headings of its documents.
const OWN: f32 = 2.0;

/// The vectors of a file's chunks.
pub fn code(model: &StaticModel, terms: &FileTerms) -> ChunkVectors {
    let mut chunks: Vec<Vec<(TermId, f32)>> = vec![Vec::new(); terms.chunks.len()];
    for (term, postings) in terms.terms() {
        let Some(id) = model.id(term) else { continue };
        for posting in postings {
            if let Some(known) = chunks.get_mut(posting.chunk as usize) {
                known.push((id, posting.mentions as f32));
            }
        }
    }
    packed(model, chunks)
}

/// The vectors of a document's chunks: of title, heading and text.
pub fn document(model: &StaticModel, document: &ParsedDocument) -> ChunkVectors {
    let mut reader = Reader { model, terms: Terms::default() };
    let title = reader.known(document.title.as_deref().unwrap_or(""), 1.0);
    let chunks = document.chunks.iter().map(|chunk| {
        let mut known = title.clone();
        known.extend(reader.known(&chunk.heading, HEADING));
        known.extend(reader.known(&chunk.content, 1.0));
        known
    });
    packed(model, chunks.collect())
}

/// The vector of a node: of its id, kind, summary, and the headings of its documents.
pub fn node(model: &StaticModel, node: &NodeWords) -> ChunkVectors {
    let mut reader = Reader { model, terms: Terms::default() };
    let mut known = reader.known(&node.ref_id, OWN);
    known.extend(reader.known(&node.summary, OWN));
    known.extend(reader.known(&node.kind, 1.0));
    for heading in &node.headings {
        known.extend(reader.known(heading, 1.0));
    }
    packed(model, vec![known])
}

struct Reader<'m> {
    model: &'m StaticModel,
    terms: Terms,
}

impl Reader<'_> {
    /// The terms of a text that the model knows.
    fn known(&mut self, text: &str, count: f32) -> Vec<(TermId, f32)> {
        let mut known = Vec::new();
        self.terms.of_text(text, &mut |term| known.extend(self.model.id(term).map(|id| (id, count))));
        known
    }
}

fn packed(model: &StaticModel, texts: Vec<Vec<(TermId, f32)>>) -> ChunkVectors {
    let mut packer = Packer::new(model.dimensions());
    for mut terms in texts {
        packer.push(&model.embed_ids(Text::Code, &mut terms).unwrap_or_default());
    }
    let (bits, bytes) = packer.into_parts();
    ChunkVectors { bits, bytes }
}
