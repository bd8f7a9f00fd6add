//! Which terms get a vector.

use crate::pair_file::{Counts, Pair, Pairs};

/// A term that fewer repositories have is a name of theirs.
const FEWEST_REPOSITORIES: u32 = 3;

/// A term in a comment says more about its use in queries than one in code.
const QUERY_FACTOR: u32 = 4;

/// The terms of a table.
pub struct Vocabulary {
    /// By number of the table.
    pub terms: Vec<String>,
    /// Share of all occurrences in comments and in code.
    pub shares: [Vec<f32>; 2],
    /// By number of the pairs' terms: the number of the table.
    numbers: Vec<Option<u32>>,
}

impl Vocabulary {
    /// The `size` most frequent terms, by the number of pairs, of those pairs.
    pub fn new<'p>(all: &Pairs, pairs: impl Iterator<Item = &'p Pair>, size: usize) -> Self {
        let mut seen = vec![(0_u32, 0_u32, u32::MAX); all.terms.len()];
        let mut occurrences = [vec![0_u32; all.terms.len()], vec![0_u32; all.terms.len()]];
        for pair in pairs {
            for (side, counts) in [&pair.query, &pair.code].into_iter().enumerate() {
                for (term, _) in counts {
                    let at = *term as usize;
                    occurrences[side][at] += 1;
                    let (score, repositories, last) = &mut seen[at];
                    *score += if side == 0 { QUERY_FACTOR } else { 1 };
                    if *last != pair.repository {
                        *last = pair.repository;
                        *repositories += 1;
                    }
                }
            }
        }
        let mut chosen: Vec<usize> = (0..all.terms.len())
            .filter(|at| seen[*at].1 >= FEWEST_REPOSITORIES && is_word(&all.terms[*at]))
            .collect();
        chosen.sort_by(|a, b| seen[*b].0.cmp(&seen[*a].0).then_with(|| all.terms[*a].cmp(&all.terms[*b])));
        chosen.truncate(size);
        let mut numbers = vec![None; all.terms.len()];
        for (number, at) in chosen.iter().enumerate() {
            numbers[*at] = Some(number as u32);
        }
        let shares = occurrences.map(|counts| {
            let total: u64 = counts.iter().map(|count| u64::from(*count)).sum();
            chosen.iter().map(|at| counts[*at] as f32 / total.max(1) as f32).collect()
        });
        Self { terms: chosen.iter().map(|at| all.terms[*at].clone()).collect(), shares, numbers }
    }

    /// The terms of the table in a text, each with 1 + ln of its count.
    pub fn weighted(&self, counts: &Counts) -> Vec<(u32, f32)> {
        counts
            .iter()
            .filter_map(|(term, count)| {
                Some(((*self.numbers.get(*term as usize)?)?, 1.0 + f32::from((*count).max(1)).ln()))
            })
            .collect()
    }
}

/// Numbers and hexadecimal digests are no words, however frequent.
fn is_word(term: &str) -> bool {
    let digits = term.bytes().filter(u8::is_ascii_digit).count();
    term.len() <= 40 && 2 * digits <= term.len() && term.chars().any(char::is_alphabetic)
}
