//! What a document lacks that lists the others of it.

use std::collections::BTreeMap;

use super::change::Change;
use super::families::{Family, MIN_LISTED};
use super::reading::Reading;

/// How many of the others a section names, of all, to list them.
const LISTED_SHARE: f64 = 0.6;

/// Others that are given.
const MAX_GIVEN_NAMES: usize = 3;

/// Something that a document lists the others of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The last line of the document that has one of the others, 1-based.
    pub line: u32,
    /// What is missing.
    pub name: String,
    /// Some of the others.
    pub others: Vec<String>,
    /// The file's position in the change.
    pub file: usize,
    /// 1-based, in the new text.
    pub code_line: u32,
}

/// What a change adds to lists of which a section of the document has most, and the document has not.
pub fn missing(change: &Change, reading: &Reading) -> Vec<Missing> {
    let families = &change.families;
    let lines_of = |number: u32| reading.lines_listing(number);
    let mut found: Vec<Missing> = Vec::new();
    for family in &families.all {
        let own = families.numbers.get(family.name.as_str());
        if own.is_some_and(|own| lines_of(*own).is_some()) {
            continue;
        }
        if family.is_stated {
            found.extend(stated(change, reading, family));
            continue;
        }
        let mut sections: BTreeMap<usize, BTreeMap<u32, u32>> = BTreeMap::new();
        for other in &family.others {
            for line in lines_of(*other).into_iter().flatten() {
                let section = reading.headings.number_at(*line);
                sections.entry(section).or_default().entry(*other).or_insert(*line);
            }
        }
        let least = ((family.others.len() as f64 * LISTED_SHARE).ceil() as usize).max(MIN_LISTED);
        // Of sections that list as many the first.
        let best = sections.values().rev().max_by_key(|listed| listed.len());
        if let Some(listed) = best.filter(|listed| listed.len() >= least) {
            let others = listed.keys().take(MAX_GIVEN_NAMES).map(|other| families.text(*other).to_owned());
            found.push(Missing {
                line: listed.values().max().copied().unwrap_or(1),
                name: family.name.clone(),
                others: others.collect(),
                file: family.file,
                code_line: family.line,
            });
        }
    }
    found
}

/// An option or variable that a document lacks which has most of those beside it, wherever it has them: at the nearest one.
fn stated(change: &Change, reading: &Reading, family: &Family) -> Option<Missing> {
    let listed: Vec<(u32, u32)> = family
        .others
        .iter()
        .filter_map(|other| Some((*other, *reading.lines_listing(*other)?.first()?)))
        .collect();
    let least = ((family.others.len() as f64 * LISTED_SHARE).ceil() as usize).max(MIN_LISTED);
    let (_, line) = listed.first().filter(|_| listed.len() >= least)?;
    let others =
        listed.iter().take(MAX_GIVEN_NAMES).map(|(other, _)| change.families.text(*other).to_owned());
    Some(Missing {
        line: *line,
        name: family.name.clone(),
        others: others.collect(),
        file: family.file,
        code_line: family.line,
    })
}
