//! A classifier over words: softmax regression, a class for each tool as long as there are not too many, and one for all others.
//!
//! It begins with the tools' own texts as examples, and sees each pair once, oldest first: the same pairs give the same weights. Where
//! there are more tools than classes, those that something is learned of take the classes of others.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::catalogue::{Catalogue, add};

/// Tools with a class of their own: those that something was learned of before others.
const MAX_CLASSES: usize = 600;

/// Texts of other tools that stand for them.
const MAX_OTHER_TEXTS: usize = 600;

/// The length of a step along the gradient of one example.
const RATE: f32 = 10.0;

/// The weights.
pub(crate) struct Classifier {
    /// By tool.
    classes: FxHashMap<u32, usize>,
    /// Tools that something was learned of; they keep their class.
    learned: FxHashSet<u32>,
    /// By term: a weight per class, the last one that of all others.
    weights: FxHashMap<u32, Vec<f32>>,
    width: usize,
}

impl Classifier {
    /// Of the tools' own texts.
    pub fn new(catalogue: &Catalogue) -> Self {
        let classes: FxHashMap<u32, usize> =
            (0..catalogue.len().min(MAX_CLASSES) as u32).map(|tool| (tool, tool as usize)).collect();
        let width = classes.len() + 1;
        let mut classifier =
            Self { classes, learned: FxHashSet::default(), weights: FxHashMap::default(), width };
        let others = catalogue.len().saturating_sub(MAX_CLASSES);
        let every = others.div_ceil(MAX_OTHER_TEXTS).max(1) as u32;
        for tool in 0..catalogue.len() as u32 {
            match classifier.classes.get(&tool) {
                Some(class) => classifier.step(&catalogue.unit(tool), *class, RATE),
                None if tool.is_multiple_of(every) => classifier.step(&catalogue.unit(tool), width - 1, RATE),
                None => {}
            }
        }
        classifier
    }

    /// Learns that words led to a tool.
    pub fn learn(&mut self, catalogue: &Catalogue, tool: u32, terms: &[(u32, f32)], strength: f32) {
        if !self.classes.contains_key(&tool) {
            // It takes the place of a tool that nothing was learned of: the last of those that have a class by their place alone.
            let Some(freed) = self.spare() else { return };
            self.classes.remove(&freed);
            let Some(class) = self.free_class() else { return };
            for row in self.weights.values_mut() {
                let others = row.last().copied().unwrap_or(0.0);
                if let Some(weight) = row.get_mut(class) {
                    *weight = others;
                }
            }
            self.classes.insert(tool, class);
            self.step(&catalogue.unit(tool), class, RATE);
        }
        self.learned.insert(tool);
        if let Some(class) = self.classes.get(&tool) {
            self.step(terms, *class, RATE * strength);
        }
    }

    fn spare(&self) -> Option<u32> {
        self.classes.keys().filter(|tool| !self.learned.contains(tool)).max().copied()
    }

    fn free_class(&self) -> Option<usize> {
        let taken: std::collections::BTreeSet<usize> = self.classes.values().copied().collect();
        (0..self.width.saturating_sub(1)).find(|class| !taken.contains(class))
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
