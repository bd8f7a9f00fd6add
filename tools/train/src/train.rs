//! Learns vectors and weights of terms from pairs: a comment's vector shall be nearer to the vector of its own code than
//! to those of all other code of a batch, and the other way round (symmetric InfoNCE).

use std::path::{Path, PathBuf};
use std::time::Instant;

use beadloom_embed::{StaticModel, TableTerm, write_table};
use fastrand::Rng;
use ndarray::{Array2, ArrayView1, Axis};

use crate::Result;
use crate::held_out;
use crate::optimiser::Learned;
use crate::pair_file::{Pair, Pairs};
use crate::vocabulary::Vocabulary;

/// What a training run is told.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Of the table, at most.
    pub terms: usize,
    /// Of the vectors.
    pub dimensions: usize,
    /// How often every pair is seen.
    pub epochs: usize,
    /// Pairs that are compared with each other.
    pub batch: usize,
    /// Pairs of one repository among them that stand together, each other's hard negatives; 1 for none. Eight were of no use
    /// among sibling files.
    pub group: usize,
    /// Of the first step; falls to zero in a straight line.
    pub rate: f32,
    /// Cosines are divided by it.
    pub temperature: f32,
    /// Share of a comment's and a code's terms that is left out, others each time.
    pub dropout: f32,
    /// Other numbers, another table of the same worth.
    pub seed: u64,
    /// A table whose vectors the terms begin with that it has.
    pub start: Option<PathBuf>,
    /// Whether the held-out repositories are trained on, too.
    pub whole: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            terms: 27_000,
            dimensions: 128,
            epochs: 3,
            batch: 2_048,
            group: 1,
            rate: 0.004,
            temperature: 0.06,
            dropout: 0.0,
            seed: 1,
            start: None,
            whole: false,
        }
    }
}

/// The smoothing of the weights that training begins with: a / (a + share of all occurrences).
const SMOOTHING: f32 = 1e-2;

/// Trains, tells the figures on the held-out repositories, and writes the table.
pub fn train(pairs: &Pairs, settings: &Settings, out: &Path) -> Result<()> {
    let begun = Instant::now();
    let held_out: Vec<bool> = pairs.repositories.iter().map(|name| held_out::is_held_out(name)).collect();
    let is_held_out = |pair: &Pair| held_out.get(pair.repository as usize).copied().unwrap_or(false);
    let training: Vec<&Pair> =
        pairs.pairs.iter().filter(|pair| settings.whole || !is_held_out(pair)).collect();
    let vocabulary = Vocabulary::new(pairs, training.iter().copied(), settings.terms);
    let texts: Vec<Example> = training.iter().map(|pair| Example::new(pair, &vocabulary)).collect();
    let mut rng = Rng::with_seed(settings.seed);
    let mut table = Table::new(&vocabulary, settings.dimensions, &mut rng);
    if let Some(start) = &settings.start {
        let model = StaticModel::parse(std::fs::read(start)?)?;
        table.begin_with(&model, &vocabulary);
    }

    let steps = settings.epochs * (texts.len() / settings.batch);
    let mut step = 0;
    for epoch in 1..=settings.epochs {
        let mut loss = 0.0;
        let order = order(&texts, settings.group, &mut rng);
        let batches: Vec<_> = order.chunks_exact(settings.batch).collect();
        for batch in &batches {
            step += 1;
            let examples: Vec<_> = batch.iter().map(|at| &texts[*at]).collect();
            loss += table.learn(&examples, settings, &mut rng);
            let rate = settings.rate * (1.0 - (step - 1) as f32 / steps.max(1) as f32);
            table.vectors.step(step, rate);
            for weights in &mut table.weights {
                weights.step(step, rate);
            }
        }
        eprintln!("epoch {epoch}: loss {:.4}, {:.0?}", loss / batches.len().max(1) as f32, begun.elapsed());
    }

    let file = write_table(settings.dimensions, table.terms(&vocabulary))?;
    let model = StaticModel::parse(file.as_slice())?;
    let of_held_out: Vec<&Pair> = pairs.pairs.iter().filter(|pair| is_held_out(pair)).collect();
    println!("{settings:?}");
    println!("{} pairs, {} terms, {} bytes, {:.0?}", texts.len(), model.len(), file.len(), begun.elapsed());
    held_out::report(&model, pairs, &of_held_out);
    Ok(std::fs::write(out, file)?)
}

/// A pair by the table's terms.
struct Example {
    repository: u32,
    file: u32,
    texts: [Vec<(u32, f32)>; 2],
}

impl Example {
    fn new(pair: &Pair, vocabulary: &Vocabulary) -> Self {
        let texts = [&pair.query, &pair.code].map(|counts| vocabulary.weighted(counts));
        Self { repository: pair.repository, file: pair.file, texts }
    }
}

/// All examples in a new order, in which `group` of one repository always stand together.
fn order(texts: &[Example], group: usize, rng: &mut Rng) -> Vec<usize> {
    let mut all: Vec<usize> = (0..texts.len()).collect();
    rng.shuffle(&mut all);
    all.sort_by_key(|at| texts[*at].repository);
    let mut groups: Vec<&[usize]> = all
        .chunk_by(|a, b| texts[*a].repository == texts[*b].repository)
        .flat_map(|repository| repository.chunks(group.max(1)))
        .collect();
    rng.shuffle(&mut groups);
    groups.concat()
}

/// What is learned.
struct Table {
    dimensions: usize,
    /// A vector per term, one after the other.
    vectors: Learned,
    /// Logarithms of the terms' weights, in queries and in code.
    weights: [Learned; 2],
}

/// The vectors of one side of a batch.
struct Side {
    /// Normalised, a row per text.
    rows: Array2<f32>,
    norms: Vec<f32>,
    texts: Vec<Vec<(u32, f32)>>,
}

impl Table {
    fn new(vocabulary: &Vocabulary, dimensions: usize, rng: &mut Rng) -> Self {
        let numbers = vocabulary.terms.len() * dimensions;
        let spread = (3.0 / dimensions as f32).sqrt();
        let vectors = (0..numbers).map(|_| (2.0 * rng.f32() - 1.0) * spread).collect();
        let weights = [0, 1].map(|side: usize| {
            let shares = vocabulary.shares[side].iter();
            Learned::new(shares.map(|share| (SMOOTHING / (SMOOTHING + share)).ln()).collect())
        });
        Self { dimensions, vectors: Learned::new(vectors), weights }
    }

    /// Takes over the vectors of terms that another table has, as long as the random ones are on average.
    fn begin_with(&mut self, model: &StaticModel, vocabulary: &Vocabulary) {
        if model.dimensions() != self.dimensions {
            return;
        }
        for (number, term) in vocabulary.terms.iter().enumerate() {
            if let Some(vector) = model.embed_query([term.as_str()]) {
                let from = number * self.dimensions;
                self.vectors.values[from..from + self.dimensions].copy_from_slice(&vector);
            }
        }
    }

    /// Adds the gradient of a batch, and returns its loss.
    fn learn(&mut self, batch: &[&Example], settings: &Settings, rng: &mut Rng) -> f32 {
        let [queries, codes] = [0, 1].map(|side| {
            let kept =
                batch.iter().map(|example| kept(&example.texts[side], settings.dropout, rng)).collect();
            self.embed(side, kept)
        });
        let mut cosines = queries.rows.dot(&codes.rows.t());
        cosines /= settings.temperature;
        // Other pairs of the same file are no wrong answers.
        for (row, mut similar) in batch.iter().zip(cosines.rows_mut()) {
            for (column, similar) in batch.iter().zip(similar.iter_mut()) {
                if row.file == column.file && !std::ptr::eq(*row, *column) {
                    *similar = f32::NEG_INFINITY;
                }
            }
        }
        let by_query = softmax(&cosines, Axis(1));
        let by_code = softmax(&cosines, Axis(0));
        let count = batch.len() as f32;
        let loss: f32 =
            (by_query.diag().iter().chain(by_code.diag())).map(|right| -right.max(1e-30).ln()).sum::<f32>()
                / (2.0 * count);
        let mut gradient = by_query + by_code;
        gradient.diag_mut().mapv_inplace(|right| right - 2.0);
        gradient /= 2.0 * count * settings.temperature;
        let of_queries = gradient.dot(&codes.rows);
        let of_codes = gradient.t().dot(&queries.rows);
        self.spread(0, &queries, &of_queries);
        self.spread(1, &codes, &of_codes);
        loss
    }

    fn embed(&self, side: usize, texts: Vec<Vec<(u32, f32)>>) -> Side {
        let mut rows = Array2::zeros((texts.len(), self.dimensions));
        let mut norms = Vec::with_capacity(texts.len());
        for (text, mut row) in texts.iter().zip(rows.rows_mut()) {
            for (term, factor) in text {
                let factor = factor * self.weights[side].values[*term as usize].exp();
                row.scaled_add(factor, &self.vector(*term));
            }
            let norm = row.dot(&row).sqrt().max(1e-6);
            row /= norm;
            norms.push(norm);
        }
        Side { rows, norms, texts }
    }

    fn vector(&self, term: u32) -> ArrayView1<'_, f32> {
        let from = term as usize * self.dimensions;
        ArrayView1::from(&self.vectors.values[from..from + self.dimensions])
    }

    /// From the gradients of normalised rows to those of vectors and weights.
    fn spread(&mut self, side: usize, texts: &Side, gradients: &Array2<f32>) {
        for (((text, norm), row), gradient) in
            texts.texts.iter().zip(&texts.norms).zip(texts.rows.rows()).zip(gradients.rows())
        {
            let along = row.dot(&gradient);
            let mut down = gradient.to_owned();
            down.scaled_add(-along, &row);
            down /= *norm;
            let down = down.as_slice().unwrap_or_default();
            for (term, factor) in text {
                let factor = factor * self.weights[side].values[*term as usize].exp();
                let from = *term as usize * self.dimensions;
                let mut towards = 0.0;
                let values = &self.vectors.values[from..from + self.dimensions];
                let slopes = &mut self.vectors.gradient[from..from + self.dimensions];
                for ((slope, value), down) in slopes.iter_mut().zip(values).zip(down) {
                    *slope += factor * down;
                    towards += value * down;
                }
                self.weights[side].gradient[*term as usize] += factor * towards;
            }
        }
    }

    fn terms(&self, vocabulary: &Vocabulary) -> Vec<TableTerm> {
        let [query, code] = &self.weights;
        let weights = query.values.iter().zip(&code.values);
        let vectors = self.vectors.values.chunks(self.dimensions);
        let terms = vocabulary.terms.iter().zip(weights).zip(vectors);
        terms
            .map(|((term, (query, code)), vector)| TableTerm {
                term: term.clone(),
                query_weight: query.exp(),
                code_weight: code.exp(),
                vector: vector.to_vec(),
            })
            .collect()
    }
}

/// A text without a share of its terms.
fn kept(text: &[(u32, f32)], dropout: f32, rng: &mut Rng) -> Vec<(u32, f32)> {
    if dropout <= 0.0 {
        return text.to_vec();
    }
    text.iter().filter(|_| rng.f32() >= dropout).copied().collect()
}

fn softmax(cosines: &Array2<f32>, axis: Axis) -> Array2<f32> {
    let largest = cosines.fold_axis(axis, f32::NEG_INFINITY, |a, b| a.max(*b)).insert_axis(axis);
    let mut shares = cosines - &largest;
    shares.mapv_inplace(f32::exp);
    let sums = shares.sum_axis(axis).insert_axis(axis);
    shares / &sums
}
