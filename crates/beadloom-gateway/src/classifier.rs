//! A classifier over words: softmax regression, a class for each tool as long as there are not too many, and one for all others.
//!
//! It begins with the tools' own texts as examples, and sees each pair once, oldest first: the same pairs give the same weights.

use rustc_hash::FxHashMap;

use crate::catalogue::{Catalogue, add};

/// Tools with a class of their own: those that something was learned of before others.
const MOST_CLASSES: usize = 600;

/// Texts of other tools that stand for them.
const MOST_OTHERS: usize = 600;

/// The length of a step along the gradient of one example.
const RATE: f32 = 10.0;

/// A query that led to a tool.
pub(crate) struct Example {
    pub tool: u32,
    /// Its words as a unit vector.
    pub terms: Vec<(u32, f32)>,
    /// How much it counts.
    pub strength: f32,
}

/// The weights.
pub(crate) struct Classifier {
    /// By tool.
    classes: FxHashMap<u32, usize>,
    /// By term: a weight per class, the last one that of all others.
    weights: FxHashMap<u32, Vec<f32>>,
    width: usize,
}

impl Classifier {
    /// Of examples, oldest first.
    pub fn new(catalogue: &Catalogue, examples: &[Example]) -> Self {
        let mut classes: FxHashMap<u32, usize> = FxHashMap::default();
        for tool in examples.iter().map(|example| example.tool).chain(0..catalogue.len() as u32) {
            let next = classes.len();
            if next < MOST_CLASSES {
                classes.entry(tool).or_insert(next);
            }
        }
        let width = classes.len() + 1;
        let mut classifier = Self { classes, weights: FxHashMap::default(), width };
        let every = catalogue.len().div_ceil(MOST_OTHERS).max(1) as u32;
        for tool in 0..catalogue.len() as u32 {
            match classifier.classes.get(&tool) {
                Some(class) => classifier.step(&catalogue.unit(tool), *class, RATE),
                None if tool.is_multiple_of(every) => classifier.step(&catalogue.unit(tool), width - 1, RATE),
                None => {}
            }
        }
        for Example { tool, terms, strength } in examples {
            if let Some(class) = classifier.classes.get(tool) {
                classifier.step(terms, *class, RATE * strength);
            }
        }
        classifier
    }

    fn sums(&self, terms: &[(u32, f32)]) -> Vec<f32> {
        let mut sums = vec![0.0; self.width];
        for (id, value) in terms {
            if let Some(row) = self.weights.get(id) {
                add(&mut sums, *value, row);
            }
        }
        sums
    }

    fn step(&mut self, terms: &[(u32, f32)], right: usize, length: f32) {
        let mut slope = self.sums(terms);
        let most = slope.iter().copied().fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for value in &mut slope {
            *value = (*value - most).exp();
            total += *value;
        }
        for value in &mut slope {
            *value /= -total;
        }
        if let Some(value) = slope.get_mut(right) {
            *value += 1.0;
        }
        for (id, value) in terms {
            let row = self.weights.entry(*id).or_insert_with(|| vec![0.0; self.width]);
            add(row, length * value, &slope);
        }
    }

    /// Of all tools.
    pub fn logits(&self, terms: &[(u32, f32)], tools: usize) -> Vec<f32> {
        let sums = self.sums(terms);
        let others = sums.last().copied().unwrap_or(0.0);
        let mut logits = vec![others; tools];
        for (tool, class) in &self.classes {
            if let (Some(logit), Some(sum)) = (logits.get_mut(*tool as usize), sums.get(*class)) {
                *logit = *sum;
            }
        }
        logits
    }
}
