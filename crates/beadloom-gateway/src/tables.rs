//! Tables of static vectors, and how much each counts for the tools of a catalogue.

use std::sync::Arc;

use beadloom_embed::StaticModel;

/// How much better a table must be to count for much more: the exponent of its skill. Any from 6 to 12 ranks alike.
const POWER: f32 = 8.0;

/// Tools by which skills are measured, evenly spaced; also, how many of them it takes for a measured skill to count for more than none.
const MAX_PROBES: usize = 300;
const FEW_PROBES: f32 = 10.0;

/// Vectors of one text by every table stand one behind the other; of a table that knows no word of it, zeros.
#[derive(Default)]
pub(crate) struct Tables(Vec<Arc<StaticModel>>);

impl Tables {
    pub fn new(tables: Vec<Arc<StaticModel>>) -> Self {
        Self(tables)
    }

    /// Numbers of each table's vectors.
    pub fn widths(&self) -> Vec<usize> {
        self.0.iter().map(|table| table.dimensions()).collect()
    }

    /// None where no table knows a word.
    pub fn vector(&self, embed: &dyn Fn(&StaticModel) -> Option<Vec<f32>>) -> Option<Vec<f32>> {
        let (mut all, mut is_known) = (Vec::new(), false);
        for table in &self.0 {
            let vector = embed(table);
            is_known |= vector.is_some();
            all.extend(vector.unwrap_or_else(|| vec![0.0; table.dimensions()]));
        }
        is_known.then_some(all)
    }

    /// Every word that a table knows; one that several know comes as often.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|table| table.terms())
    }

    /// What a word is worth in a query, as the first table has learned it.
    pub fn worth(&self, term: &str) -> Option<f32> {
        self.0.first()?.query_weight(term)
    }
}

/// How much each table counts: the better it finds the tools' descriptions by their names, the more. So a catalogue of developers' tools
/// is ranked by what is learned from code, and others by what people ask for, without a question or a label.
#[derive(Debug, Default)]
pub(crate) struct Shares(Vec<Share>);

#[derive(Debug)]
struct Share {
    width: usize,
    /// The root of the share: both vectors of a product have it.
    factor: f32,
}

impl Shares {
    /// Of tools: what each table's vectors have of numbers, and of every tool its name as it is asked for, with its description.
    pub fn of<'a>(
        widths: &[usize],
        tools: impl ExactSizeIterator<Item = Option<(&'a [f32], &'a [f32])>>,
    ) -> Self {
        if widths.len() < 2 {
            return Self::default();
        }
        let every = tools.len().div_ceil(MAX_PROBES).max(1);
        let probes: Vec<(&[f32], &[f32])> = tools.step_by(every).flatten().collect();
        let mut begin = 0;
        let skills: Vec<(f32, f32)> = widths
            .iter()
            .map(|width| {
                let skill = skill(&probes, begin, *width);
                begin += width;
                skill
            })
            .collect();
        let mean = skills.iter().map(|(skill, _)| skill).sum::<f32>() / skills.len() as f32;
        let weights: Vec<f32> = skills
            .iter()
            .map(|(skill, count)| {
                ((skill * count + mean * FEW_PROBES) / (count + FEW_PROBES)).max(1e-3).powf(POWER)
            })
            .collect();
        let total: f32 = weights.iter().sum();
        let share = |(width, weight): (&usize, f32)| Share { width: *width, factor: (weight / total).sqrt() };
        Self(widths.iter().zip(weights).map(share).collect())
    }

    /// A vector by all tables, so that its product with another such one is the weighted sum of the products by each.
    pub fn weighed(&self, mut vector: Vec<f32>) -> Vec<f32> {
        let mut rest = vector.as_mut_slice();
        for Share { width, factor } in &self.0 {
            let (of_table, behind) = rest.split_at_mut(rest.len().min(*width));
            of_table.iter_mut().for_each(|x| *x *= factor);
            rest = behind;
        }
        vector
    }
}

/// The mean reciprocal rank of a description among all, by its tool's name, and of how many.
fn skill(probes: &[(&[f32], &[f32])], begin: usize, width: usize) -> (f32, f32) {
    let part = |vector: &[f32]| -> Option<Vec<f32>> {
        let part = vector.get(begin..begin + width)?;
        part.iter().any(|x| *x != 0.0).then(|| part.to_vec())
    };
    let known: Vec<(Vec<f32>, Vec<f32>)> =
        probes.iter().filter_map(|(name, text)| Some((part(name)?, part(text)?))).collect();
    let ranks = known.iter().map(|(name, own)| {
        let of_own = dot(name, own);
        1.0 / (1 + known.iter().filter(|(_, other)| dot(name, other) > of_own).count()) as f32
    });
    let count = known.len() as f32;
    (ranks.sum::<f32>() / count.max(1.0), count)
}

pub(crate) fn dot(one: &[f32], other: &[f32]) -> f32 {
    // In lanes, so that the compiler uses wide instructions; the sum is the same on every machine.
    let (mut lanes, (a, a_rest), (b, b_rest)) = ([0.0_f32; 8], one.as_chunks::<8>(), other.as_chunks::<8>());
    for (a, b) in a.iter().zip(b) {
        for (lane, (a, b)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    lanes.iter().sum::<f32>() + rest
}
