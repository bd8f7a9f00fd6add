//! Vectors: of which texts there are, and whose they are.

use std::sync::Arc;

use beadloom_model::Result;

use crate::Store;

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

    fn of(of_row: Vec<u32>) -> Self {
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
    sets: Vec<(VectorsOf, VectorsBy, Arc<Vectors>)>,
    texts: Option<Arc<Vec<Arc<VectorBlock>>>>,
    /// Those of code that were read last, and how ids were given then: while that is the same, full blocks are.
    code: Option<(String, Vec<Arc<VectorBlock>>)>,
}

impl KeptVectors {
    /// What is of use in another state of the index.
    pub(super) fn outlived(self) -> Self {
        Self { code: self.code, ..Self::default() }
    }
}

impl Store {
    /// The vectors of all chunks, documents or nodes.
    ///
    /// # Errors
    /// Store errors.
    pub fn vectors(&self, of: VectorsOf, by: VectorsBy) -> Result<Arc<Vectors>> {
        let known = {
            let kept = &self.kept()?.vectors;
            kept.sets.iter().find(|set| set.0 == of && set.1 == by).map(|set| Arc::clone(&set.2))
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let read = Arc::new(match (by, of) {
            (VectorsBy::Static(dimensions), VectorsOf::Code) => self.chunk_vectors(dimensions)?,
            (VectorsBy::Static(dimensions), VectorsOf::Docs) => {
                self.owned("SELECT doc_id, bits, bytes FROM vec_docs ORDER BY doc_id", dimensions)?
            }
            (VectorsBy::Static(dimensions), VectorsOf::Nodes) => {
                self.owned("SELECT node_id, bits, bytes FROM vec_nodes ORDER BY node_id", dimensions)?
            }
            (VectorsBy::Transformer(dimensions), of) => self.shared(of, dimensions)?,
        });
        self.kept()?.vectors.sets.push((of, by, Arc::clone(&read)));
        Ok(read)
    }

    /// The transformer whose vectors are there.
    ///
    /// # Errors
    /// Store errors.
    pub fn text_model(&self) -> Result<Option<TextModel>> {
        self.state().text_model()
    }

    fn chunk_vectors(&self, dimensions: usize) -> Result<Vectors> {
        Ok(Vectors { dimensions, blocks: Arc::new(self.chunk_blocks()?), ..Vectors::default() })
    }

    /// The vectors of all chunks, those of chunks that are gone among them, in the order of ids. What a run adds stands
    /// behind the rest, so that after a change only the last block that was known and those behind it are read.
    pub(crate) fn chunk_blocks(&self) -> Result<Vec<Arc<VectorBlock>>> {
        let given = self.state().meta(CHUNK_IDS)?.unwrap_or_default();
        let mut blocks = match self.kept()?.vectors.code.take() {
            Some((as_then, blocks)) if as_then == given => blocks,
            _ => Vec::new(),
        };
        blocks.pop();
        blocks.extend(self.blocks("vec_chunks", VECTOR_BLOCK, blocks.len())?);
        self.kept()?.vectors.code = Some((given, blocks.clone()));
        Ok(blocks)
    }

    /// The blocks of a table from a number on.
    fn blocks(&self, table: &str, size: usize, from: usize) -> Result<Vec<Arc<VectorBlock>>> {
        let first = |block: u32| block.saturating_mul(u32::try_from(size).unwrap_or(u32::MAX));
        self.list(
            &format!("SELECT block, bits, bytes FROM {table} WHERE block >= ?1 ORDER BY block"),
            [u32::try_from(from).unwrap_or(u32::MAX)],
            |row| {
                let (first, bits, bytes) = (first(row.get(0)?), row.get(1)?, row.get(2)?);
                Ok(Arc::new(VectorBlock { first, bits, bytes }))
            },
        )
    }

    fn owned(&self, sql: &str, dimensions: usize) -> Result<Vectors> {
        let (mut bits, mut bytes, mut owners) = (Vec::new(), Vec::new(), Vec::new());
        self.list(sql, [], |row| {
            let first = bytes_len(&bytes, dimensions);
            owners.push((row.get(0)?, first));
            bits.extend_from_slice(row.get_ref(1)?.as_blob()?);
            bytes.extend_from_slice(row.get_ref(2)?.as_blob()?);
            Ok(())
        })?;
        let blocks = Arc::new(vec![Arc::new(VectorBlock { first: 0, bits, bytes })]);
        Ok(Vectors { dimensions, blocks, shared: None, owners })
    }

    /// Of a transformer: which texts each has, and the vectors of all texts.
    fn shared(&self, of: VectorsOf, dimensions: usize) -> Result<Vectors> {
        let known = self.kept()?.vectors.texts.clone();
        let blocks = match known {
            Some(blocks) => blocks,
            None => {
                let read = Arc::new(self.blocks("vec_texts", TEXT_BLOCK, 0)?);
                self.kept()?.vectors.texts = Some(Arc::clone(&read));
                read
            }
        };
        let sql = match of {
            VectorsOf::Code => {
                "SELECT c.first, t.texts FROM code_chunks c JOIN file_texts t ON t.file_id = c.file_id ORDER BY c.first"
            }
            VectorsOf::Docs => "SELECT doc_id, texts FROM doc_texts ORDER BY doc_id",
            VectorsOf::Nodes => "SELECT node_id, texts FROM node_texts ORDER BY node_id",
        };
        let mut of_row: Vec<u32> = Vec::new();
        let mut owners = Vec::new();
        self.list(sql, [], |row| {
            let id: i64 = row.get(0)?;
            if of == VectorsOf::Code {
                // Between two files there may be ids of chunks that are gone.
                let first = usize::try_from(id).unwrap_or(0);
                of_row.resize(of_row.len().max(first), Shared::NONE);
            } else {
                owners.push((id, u32::try_from(of_row.len()).unwrap_or(u32::MAX)));
            }
            let texts = row.get_ref(1)?.as_blob()?;
            of_row.extend(texts.as_chunks::<4>().0.iter().map(|id| u32::from_le_bytes(*id)));
            Ok(())
        })?;
        Ok(Vectors { dimensions, blocks, shared: Some(Shared::of(of_row)), owners })
    }
}

fn bytes_len(bytes: &[u8], dimensions: usize) -> u32 {
    u32::try_from(bytes.len() / dimensions.max(1)).unwrap_or(u32::MAX)
}
