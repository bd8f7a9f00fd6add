//! Ranks by the similarity of vectors, in the same way for code, documents and nodes and for every model.

use std::sync::Arc;

use beadloom_embed::{Cosines, PackedVectors, Probe, StaticModel, Text, cosines, scan};
use beadloom_model::Result;
use beadloom_store::{Shared, Store, VectorBlock, Vectors, VectorsBy, VectorsOf};

use super::query::CodeQuery;

/// Of so many vectors is learnt how near to a query those stand that are about something else.
const SAMPLED: usize = 512;

/// What compares meaning.
#[derive(Debug, Clone, Copy)]
pub enum Model<'a> {
    /// The static model that the index was made with.
    Static(&'a StaticModel),
    /// The query's vector, by the transformer whose vectors the index holds.
    Transformer(&'a [f32]),
}

impl Model<'_> {
    /// The tier's name.
    pub fn tier(self) -> &'static str {
        match self {
            Self::Static(_) => "static",
            Self::Transformer(_) => "transformer",
        }
    }
}

/// A query as a vector.
pub struct QueryVector {
    probe: Probe,
    by: VectorsBy,
    /// Of a transformer: vectors of texts about anything.
    usual: Option<VectorBlock>,
}

impl QueryVector {
    /// None where there is no model, or where it knows no word of the query.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn new(store: &Store, query: &CodeQuery, model: Option<Model<'_>>) -> Result<Option<Self>> {
        match model {
            None => Ok(None),
            Some(Model::Static(model)) => {
                let terms = query.terms.iter().map(|(term, weight)| (term.as_str(), *weight));
                Ok(model.embed(Text::Query, terms).map(|vector| Self {
                    probe: Probe::new(&vector),
                    by: VectorsBy::Static(model.dimensions()),
                    usual: None,
                }))
            }
            Some(Model::Transformer(vector)) => Ok(store.text_model()?.map(|held| {
                let mut vector = vector.to_vec();
                vector.resize(held.dimensions, 0.0);
                let by = VectorsBy::Transformer(held.dimensions);
                Self { probe: Probe::new(&vector), by, usual: Some(held.usual) }
            })),
        }
    }

    /// The vectors of one kind of thing, to be compared with the query; None where there are none, or no whole ones.
    ///
    /// # Errors
    /// Store errors.
    pub fn among(&self, store: &Store, of: VectorsOf) -> Result<Option<Among<'_>>> {
        let vectors = store.vectors(of, self.by)?;
        let among = Among { probe: &self.probe, vectors, usual: Usual::STATIC, floor: 0.0 };
        let Some(packed) = among.packed() else { return Ok(None) };
        let prior = self.usual_of_model(among.vectors.dimensions);
        let is_there = |block: usize, row: usize| among.rows_of(block, row).next().is_some();
        // The figures of the ranking of code were measured with the same scale for all queries.
        let usual = if of == VectorsOf::Code && self.usual.is_none() {
            prior
        } else {
            prior.with(cosines(&self.probe, &packed, SAMPLED, &is_there))
        };
        let rows: usize = packed.iter().map(PackedVectors::len).sum();
        // As near as the nearest of so many stands by chance.
        let chance = (2.0 * ((rows + 4) as f32).ln()).sqrt();
        let least = usual.mean.max(prior.mean) + chance * usual.deviation.max(prior.deviation);
        let floor = (least - usual.mean) / usual.deviation;
        Ok(Some(Among { usual, floor, ..among }))
    }

    /// How near to the query the model puts what has nothing to do with it, as far as that is known without a look at
    /// the project.
    fn usual_of_model(&self, dimensions: usize) -> Usual {
        let Some(VectorBlock { bits, bytes, .. }) = &self.usual else { return Usual::STATIC };
        match PackedVectors::of_parts(bits, bytes, dimensions) {
            Ok(packed) => Usual::of(cosines(&self.probe, &[packed], usize::MAX, &|_, _| true)),
            Err(_) => Usual::STATIC,
        }
    }
}

/// How near to a query those stand that have nothing to do with it. A static model puts them at a right angle, nearly;
/// transformers put all texts into a corner, some of them at a cosine of 0.1, others of 0.7.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Usual {
    mean: f32,
    deviation: f32,
}

impl Usual {
    /// As measured with the bundled model.
    const STATIC: Self = Self { mean: 0.0, deviation: 0.1 };

    /// What is known beforehand counts like so many vectors: in a small project most may be about what is asked.
    const PRIOR_VECTORS: f64 = 200.0;

    /// Less is no distribution.
    const MIN_DEVIATION: f64 = 0.01;

    fn of(cosines: Cosines) -> Self {
        let variance = cosines.square - cosines.mean * cosines.mean;
        Self {
            mean: cosines.mean as f32,
            deviation: variance.max(0.0).sqrt().max(Self::MIN_DEVIATION) as f32,
        }
    }

    fn with(self, found: Cosines) -> Self {
        let (mean, deviation) = (f64::from(self.mean), f64::from(self.deviation));
        let count = found.count as f64;
        let mixed = |own: f64, found: f64| {
            (own * Self::PRIOR_VECTORS + found * count) / (Self::PRIOR_VECTORS + count)
        };
        Self::of(Cosines {
            count: found.count,
            mean: mixed(mean, found.mean),
            square: mixed(mean * mean + deviation * deviation, found.square),
        })
    }
}

/// Vectors, and what they are compared with. How near one is, is said in deviations from what is usual for the query: 0
/// for what has nothing to do with it.
pub struct Among<'a> {
    probe: &'a Probe,
    vectors: Arc<Vectors>,
    usual: Usual,
    /// What is nearer is so for a reason.
    pub floor: f32,
}

impl Among<'_> {
    /// The vectors.
    pub fn vectors(&self) -> &Vectors {
        &self.vectors
    }

    /// Of the `compared` rows that `keep` wants and whose signs agree most with the query's, those that are no less near
    /// than `floor`, with how near they are.
    pub fn near(&self, floor: f32, compared: usize, keep: &dyn Fn(u32) -> bool) -> Vec<(u32, f32)> {
        let Some(packed) = self.packed() else { return Vec::new() };
        let wanted = |block: usize, row: usize| self.rows_of(block, row).any(keep);
        let mut near = Vec::new();
        for hit in scan(self.probe, &packed, compared, &wanted) {
            let nearness = self.nearness(hit.cosine);
            if nearness >= floor {
                near.extend(
                    self.rows_of(hit.block, hit.row).filter(|row| keep(*row)).map(|row| (row, nearness)),
                );
            }
        }
        near
    }

    /// How near a row is; 0 where it has no vector.
    pub fn of_row(&self, row: u32) -> f32 {
        let number = match &self.vectors.shared {
            Some(shared) => shared.of_row.get(row as usize).copied().unwrap_or(Shared::NONE),
            None => row,
        };
        let at = self.vectors.blocks.partition_point(|block| block.first <= number);
        let Some(block) = at.checked_sub(1).and_then(|at| self.vectors.blocks.get(at)) else { return 0.0 };
        match PackedVectors::of_parts(&block.bits, &block.bytes, self.vectors.dimensions) {
            Ok(packed) if ((number - block.first) as usize) < packed.len() => {
                self.nearness(packed.cosine((number - block.first) as usize, self.probe))
            }
            _ => 0.0,
        }
    }

    fn nearness(&self, cosine: f32) -> f32 {
        (cosine - self.usual.mean) / self.usual.deviation
    }

    fn packed(&self) -> Option<Vec<PackedVectors<'_>>> {
        let Vectors { blocks, dimensions, .. } = &*self.vectors;
        blocks
            .iter()
            .map(|block| PackedVectors::of_parts(&block.bits, &block.bytes, *dimensions).ok())
            .collect()
    }

    /// The rows that have this vector.
    fn rows_of(&self, block: usize, row: usize) -> impl Iterator<Item = u32> {
        let first = self.vectors.blocks.get(block).map_or(0, |block| block.first);
        let number = first.saturating_add(u32::try_from(row).unwrap_or(u32::MAX));
        let (one, shared) = match &self.vectors.shared {
            Some(shared) => (None, shared.rows_of(number)),
            None => (Some(number), [].as_slice()),
        };
        one.into_iter().chain(shared.iter().map(|(_, row)| *row))
    }
}
