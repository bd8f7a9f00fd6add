//! The chapters of an answer to a task.

use beadloom_model::answers::BundleMemory;

use super::code::Code;
use super::material::Material;
use super::other_files::OtherFiles;
use super::parts::Parts;
use super::signatures::Signatures;
use super::tests::Tests;
use super::ways::Ways;
use crate::answer::about::About;
use crate::context::chapter::Chapter;
use crate::context::{documents, memories, stale};

/// A chapter, by its place in Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChapterName {
    StalePaths,
    Ways,
    Memories,
    Code,
    OtherFiles,
    Signatures,
    Parts,
    Documents,
    Tests,
    StaleDocuments,
}

impl ChapterName {
    pub const COUNT: usize = Self::ALL.len();

    const ALL: [Self; 10] = [
        Self::StalePaths,
        Self::Ways,
        Self::Memories,
        Self::Code,
        Self::OtherFiles,
        Self::Signatures,
        Self::Parts,
        Self::Documents,
        Self::Tests,
        Self::StaleDocuments,
    ];

    fn about(self) -> About {
        match self {
            Self::StalePaths | Self::Memories => About::Frame,
            Self::Ways | Self::Code | Self::OtherFiles | Self::Signatures | Self::Tests => About::Code,
            Self::Parts => About::Graph,
            Self::Documents | Self::StaleDocuments => About::Documents,
        }
    }
}

/// A chapter and what it is about.
pub(super) struct Listed<'m> {
    pub about: About,
    pub chapter: Box<dyn Chapter + 'm>,
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
pub(super) fn chapters<'m>(material: &'m Material, beside: &Beside<'m>) -> [Listed<'m>; ChapterName::COUNT] {
    ChapterName::ALL.map(|name| {
        let chapter: Box<dyn Chapter + 'm> = match name {
            ChapterName::StalePaths => stale::paths_of(beside.stale_paths.clone()),
            ChapterName::Ways => Box::new(Ways(&material.ways)),
            ChapterName::Memories => memories::chapter(beside.memories.clone()),
            ChapterName::Code => Box::new(beside.code),
            ChapterName::OtherFiles => Box::new(OtherFiles(&material.files)),
            ChapterName::Signatures => Box::new(Signatures(&material.symbols)),
            ChapterName::Parts => Box::new(Parts(material)),
            ChapterName::Documents => documents::sections(material.chunks.clone(), material.limited_chunks),
            ChapterName::Tests => Box::new(Tests { all: &material.tests, most: beside.tests }),
            ChapterName::StaleDocuments => stale::documents_of(material.stale_docs.clone()),
        };
        Listed { about: name.about(), chapter }
    })
}
