//! The chapters of an answer to a task.

use beadloom_model::answers::{Bundle, BundleMemory};

use super::breaks::BREAKS;
use super::code::Code;
use super::goes_with::{ALIKE, TOGETHER};
use super::material::Material;
use super::mentions::MENTIONS;
use super::other_files::OtherFiles;
use super::parts::Parts;
use super::paths::Paths;
use super::signatures::Signatures;
use super::speaking::SPEAKING;
use super::tests::Tests;
use crate::context::chapter::{About, Chapter, Gained};
use crate::context::{documents, memories, stale};

/// A chapter, by its place in Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChapterName {
    StalePaths,
    Paths,
    Memories,
    Mentions,
    Code,
    OtherFiles,
    Breaks,
    Signatures,
    Parts,
    Documents,
    Speaking,
    Alike,
    Together,
    Tests,
    StaleDocuments,
}

impl ChapterName {
    pub const COUNT: usize = Self::ALL.len();

    const ALL: [Self; 15] = [
        Self::StalePaths,
        Self::Paths,
        Self::Memories,
        Self::Mentions,
        Self::Code,
        Self::OtherFiles,
        Self::Breaks,
        Self::Signatures,
        Self::Parts,
        Self::Documents,
        Self::Speaking,
        Self::Alike,
        Self::Together,
        Self::Tests,
        Self::StaleDocuments,
    ];

    fn about(self) -> About {
        match self {
            Self::StalePaths | Self::Memories => About::Frame,
            Self::Paths => Bundle::ways,
            Self::Code => Bundle::code,
            Self::OtherFiles => Bundle::other_files,
            Self::Mentions => Bundle::mentions,
            Self::Breaks => Bundle::breaks,
            Self::Signatures => Bundle::code_symbols,
            Self::Parts => Bundle::graph,
            Self::Documents => Bundle::text_chunks,
            Self::Speaking => Bundle::linked_documents,
            Self::Alike => Bundle::commits,
            Self::Together => Bundle::changed_together,
            Self::Tests => Bundle::tests,
            Self::StaleDocuments => Bundle::sync_status,
        }
    }
}

/// What chapters are made of besides the material.
pub(super) struct Beside<'m> {
    pub code: Code<'m>,
    pub stale_paths: Vec<String>,
    pub memories: Vec<BundleMemory>,
    /// How many are named.
    pub tests: usize,
}

/// Every chapter, in the order of Markdown.
pub(super) fn chapters<'m>(material: &'m Material, beside: &Beside<'m>) -> [Gained<'m>; ChapterName::COUNT] {
    ChapterName::ALL.map(|name| {
        let chapter: Box<dyn Chapter + 'm> = match name {
            ChapterName::StalePaths => stale::PATHS.of(beside.stale_paths.clone()),
            ChapterName::Paths => Box::new(Paths(&material.ways)),
            ChapterName::Memories => memories::MEMORIES.of(beside.memories.clone()),
            ChapterName::Code => Box::new(beside.code),
            ChapterName::OtherFiles => Box::new(OtherFiles(&material.files)),
            ChapterName::Mentions => MENTIONS.of(material.mentions.clone()),
            ChapterName::Breaks => BREAKS.of(seconds(&material.breaks)),
            ChapterName::Signatures => Box::new(Signatures(&material.symbols)),
            ChapterName::Parts => Box::new(Parts(material)),
            ChapterName::Documents => documents::sections(material.chunks.clone(), material.limited_chunks),
            ChapterName::Speaking => SPEAKING.of(seconds(&material.speaking)),
            ChapterName::Alike => ALIKE.of(seconds(&material.goes_with.alike)),
            ChapterName::Together => TOGETHER.of(seconds(&material.goes_with.together)),
            ChapterName::Tests => Box::new(Tests { all: &material.tests, most: beside.tests }),
            ChapterName::StaleDocuments => stale::DOCUMENTS.of(material.stale_docs.clone()),
        };
        Gained { about: name.about(), chapter }
    })
}

fn seconds<T: Clone>(pairs: &[(f64, T)]) -> Vec<T> {
    pairs.iter().map(|(_, one)| one.clone()).collect()
}
