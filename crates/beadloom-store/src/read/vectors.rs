//! Vectors: of which texts there are, and whose they are.

use std::sync::Arc;

use beadloom_model::Result;

use crate::Store;
use crate::kept::{
    CHUNK_IDS, Shared, TEXT_BLOCK, TextModel, VECTOR_BLOCK, VectorBlock, Vectors, VectorsBy, VectorsOf,
};

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
