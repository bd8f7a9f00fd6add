//! Vectors as they are read, and in which blocks they lie.

use std::sync::Arc;

/// Chunks of code whose vectors are kept in one row.
pub(crate) const VECTOR_BLOCK: usize = 1_024;

/// The key in `meta` of the generation in which chunks last got other ids.
pub(crate) const CHUNK_IDS: &str = "chunk_ids";

/// Texts whose vectors are kept in one row.
pub(crate) const TEXT_BLOCK: usize = 256;

/// Vectors, packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorBlock {
    /// Number of the first.
    pub first: u32,
    /// A bit per dimension.
    pub bits: Vec<u8>,
    /// A byte per dimension.
    pub bytes: Vec<u8>,
}

/// What has vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VectorsOf {
    /// Chunks of code: a row is a chunk's id, those of chunks that are gone among them.
    Code,
    /// Chunks of documents.
    Docs,
    /// Nodes.
    Nodes,
}

/// Whose vectors they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VectorsBy {
    /// The static model, which gives vectors of so many dimensions.
    Static(usize),
    /// The transformer that [`TextModel`] names.
    Transformer(usize),
}

/// The transformer whose vectors the index holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextModel {
    /// Tells vectors of this model from those of any other.
    pub fingerprint: String,
    /// Tells the model's files, as long as nobody touches them.
    pub files: String,
    /// Of the packed vectors: a multiple of 64.
    pub dimensions: usize,
    /// Vectors of texts about anything.
    pub usual: VectorBlock,
}

/// Vectors of one kind of thing.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Vectors {
    /// A multiple of 64.
    pub dimensions: usize,
    /// In the order of numbers.
    pub blocks: Arc<Vec<Arc<VectorBlock>>>,
    /// Where equal texts share a vector; else the vector of a row has the row's number.
    pub shared: Option<Shared>,
    /// Of documents and nodes: row id of each, and its first row; by row.
    pub owners: Vec<(i64, u32)>,
}

/// Which row has which vector.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// By row: the number of its vector; [`Shared::NONE`] where it has none.
    pub of_row: Vec<u32>,
    /// Vector and row, sorted.
    pub rows: Vec<(u32, u32)>,
}

impl Shared {
    /// Stands for no vector.
    pub const NONE: u32 = u32::MAX;

    pub(crate) fn of(of_row: Vec<u32>) -> Self {
        let mut rows: Vec<(u32, u32)> = of_row
            .iter()
            .zip(0..)
            .filter(|(text, _)| **text != Self::NONE)
            .map(|(t, row)| (*t, row))
            .collect();
        rows.sort_unstable();
        Self { of_row, rows }
    }

    /// The rows that have a vector.
    pub fn rows_of(&self, vector: u32) -> &[(u32, u32)] {
        let from = self.rows.partition_point(|(one, _)| *one < vector);
        let to = self.rows.partition_point(|(one, _)| *one <= vector);
        self.rows.get(from..to).unwrap_or(&[])
    }
}

impl Vectors {
    /// The document or node of a row, and which of its vectors it is.
    pub fn owner(&self, row: u32) -> Option<(i64, u32)> {
        let at = self.owners.partition_point(|(_, first)| *first <= row);
        let (id, first) = self.owners.get(at.checked_sub(1)?)?;
        Some((*id, row - first))
    }

    /// The first row of a document or node.
    pub fn first_row(&self, id: i64) -> Option<u32> {
        let at = self.owners.binary_search_by_key(&id, |(owner, _)| *owner).ok()?;
        self.owners.get(at).map(|(_, first)| *first)
    }
}

/// What was read of vectors in one state of the index.
#[derive(Default)]
pub(crate) struct KeptVectors {
    /// By what they are of and by whom.
    pub(crate) sets: Vec<(VectorsOf, VectorsBy, Arc<Vectors>)>,
    pub(crate) texts: Option<Arc<Vec<Arc<VectorBlock>>>>,
    /// Those of code that were read last, and how ids were given then: while that is the same, full blocks are.
    pub(crate) code: Option<(String, Vec<Arc<VectorBlock>>)>,
}

impl KeptVectors {
    /// What is of use in another state of the index.
    pub(crate) fn outlived(self) -> Self {
        Self { code: self.code, ..Self::default() }
    }
}
