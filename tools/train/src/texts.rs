//! Pairs of texts, as `texts.mjs` writes them: a line is a group, what is asked for, and what describes it, with tabs between.

use std::collections::{BTreeMap, HashMap, HashSet};

use beadloom_words::{Terms, is_stop_word};

use crate::Result;
use crate::pair_file::{Counts, Pair, Pairs};

/// Fewer different terms say nothing.
const FEWEST_TERMS: usize = 1;

/// The pairs of all lines.
pub fn of_lines(text: &str) -> Result<Pairs> {
    let mut all = Pairs { languages: vec!["text".to_owned()], ..Pairs::default() };
    let mut terms: HashMap<String, u32> = HashMap::new();
    let mut groups: HashMap<String, u32> = HashMap::new();
    let mut seen = HashSet::new();
    let mut maker = Terms::default();
    for (number, line) in text.lines().enumerate() {
        let mut parts = line.split('\t');
        let (Some(group), Some(query), Some(told), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(format!("line {} does not have three parts", number + 1).into());
        };
        let mut counts = |text: &str| -> Counts {
            let mut counts: BTreeMap<u32, u8> = BTreeMap::new();
            maker.of_text(text, &mut |term| {
                if is_stop_word(term) {
                    return;
                }
                let next = terms.len() as u32;
                let id = *terms.entry(term.to_owned()).or_insert(next);
                let count = counts.entry(id).or_default();
                *count = count.saturating_add(1);
            });
            counts.into_iter().collect()
        };
        let (query, code) = (counts(query), counts(told));
        if query.len() < FEWEST_TERMS || code.len() < FEWEST_TERMS || !seen.insert((query.clone(), code.clone())) {
            continue;
        }
        let next = groups.len() as u32;
        let repository = *groups.entry(group.to_owned()).or_insert_with(|| {
            all.repositories.push(group.to_owned());
            next
        });
        all.pairs.push(Pair { repository, file: number as u32, language: 0, query, code });
    }
    let mut sorted: Vec<(String, u32)> = terms.into_iter().collect();
    sorted.sort_unstable_by_key(|(_, id)| *id);
    all.terms = sorted.into_iter().map(|(term, _)| term).collect();
    Ok(all)
}
