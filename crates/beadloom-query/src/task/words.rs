//! The words of a task, and how much of them a text holds.

use std::collections::{HashMap, HashSet};

use beadloom_model::Result;
use beadloom_store::Store;
use beadloom_words::Terms;

use crate::search::code::CodeQuery;

/// Terms whose rarity is looked up; the others of a long text count alike.
const MAX_LOOKED_UP: usize = 32;

/// What a term is worth whose rarity was not looked up.
const USUAL: f32 = 2.0;

/// Words of the task that are named as found.
const MAX_NAMED: usize = 5;

/// Characters of a line that are looked at.
const MAX_LINE: usize = 1_000;

/// The terms of a task with what each is worth.
pub(super) struct Words {
    /// Weight times rarity.
    worth: HashMap<String, f32>,
    /// In the order of the task.
    terms: Vec<String>,
    /// Words as they are written, each with its terms.
    asked: Vec<(String, Vec<String>)>,
    maker: Terms,
}

impl Words {
    #[expect(clippy::cast_precision_loss, reason = "counts of chunks, for a logarithm")]
    pub fn new(store: &Store, task: &str, query: &CodeQuery) -> Result<Self> {
        let lexicon = store.lexicon()?;
        let all = lexicon.marks().measured() as f32;
        let mut worth = HashMap::new();
        for (at, (term, weight)) in query.terms.iter().enumerate() {
            let rarity = if at < MAX_LOOKED_UP {
                (1.0 + all / (1.0 + lexicon.count(term)? as f32)).ln()
            } else {
                USUAL
            };
            worth.insert(term.clone(), weight * rarity);
        }
        let terms = query.terms.iter().map(|(term, _)| term.clone()).collect();
        let mut maker = Terms::default();
        let asked = beadloom_words::query_words(task)
            .into_iter()
            .map(|word| {
                let mut terms = Vec::new();
                maker.of_text(&word, &mut |term| terms.push(term.to_owned()));
                (word, terms)
            })
            .collect();
        Ok(Self { worth, terms, asked, maker })
    }

    /// What part of the task's words, by their worth, a text holds; 0 to 1.
    pub fn share(&mut self, text: &str) -> f32 {
        // In the order of the task: a sum of floats depends on its order.
        let held = self.held(text);
        let of = |terms: &mut dyn Iterator<Item = &String>| -> f32 {
            terms.filter_map(|term| self.worth.get(term)).sum()
        };
        let all = of(&mut self.terms.iter());
        if all > 0.0 { of(&mut self.terms.iter().filter(|term| held.contains(*term))) / all } else { 0.0 }
    }

    /// What the words in each of the lines are worth.
    pub fn scores(&mut self, lines: &[&str]) -> Vec<f32> {
        lines
            .iter()
            .map(|line| {
                let line = &line[..line.floor_char_boundary(MAX_LINE)];
                let held = self.held(line);
                self.terms
                    .iter()
                    .filter(|term| held.contains(*term))
                    .filter_map(|term| self.worth.get(term))
                    .sum()
            })
            .collect()
    }

    /// Words of the task, as written there, that a text holds: in the order of the task, a few.
    pub fn named_in(&mut self, text: &str) -> Vec<String> {
        let held = self.held(text);
        let is_held = |terms: &Vec<String>| terms.iter().any(|term| held.contains(term));
        self.asked
            .iter()
            .filter(|(_, terms)| is_held(terms))
            .take(MAX_NAMED)
            .map(|(word, _)| word.clone())
            .collect()
    }

    fn held(&mut self, text: &str) -> HashSet<String> {
        let Self { worth, maker, .. } = self;
        let mut held = HashSet::new();
        maker.of_text(text, &mut |term| {
            if worth.contains_key(term) && !held.contains(term) {
                held.insert(term.to_owned());
            }
        });
        held
    }
}
