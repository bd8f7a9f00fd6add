//! What somebody may have meant by a name that is not known.

use beadloom_model::CompactSort as _;
use std::collections::HashSet;

/// Names are compared up to this length, in characters: the work grows with the product of the lengths.
const MAX_NAME_CHARS: usize = 64;

/// Names near an unknown one, at most `most`: those that begin with it or that it begins with (nearest in length
/// first), then those within a third of its letters by edit distance, nearest first; ties by name.
pub(crate) fn near<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let folded = wanted.to_lowercase();
    let length = folded.chars().count();
    if length == 0 || length > MAX_NAME_CHARS {
        return Vec::new();
    }
    let allowed = allowed_distance(length);
    let mut seen: HashSet<&str> = HashSet::new();
    let mut found: Vec<(bool, usize, &'a str)> = Vec::new();
    for name in known {
        // Who wrote a name does not mean that very name.
        if name == wanted || name.len() > MAX_NAME_CHARS * 4 || !seen.insert(name) {
            continue;
        }
        let candidate = name.to_lowercase();
        let letters = candidate.chars().count();
        let shorter = length.min(letters);
        let difference = length.abs_diff(letters);
        if shorter >= 2 && (candidate.starts_with(&folded) || folded.starts_with(&candidate)) {
            found.push((false, difference, name));
        } else if difference <= allowed && letters <= MAX_NAME_CHARS {
            let distance = strsim::osa_distance(&folded, &candidate);
            if distance <= allowed {
                found.push((true, distance, name));
            }
        }
    }
    found.compact_sort();
    found.truncate(most);
    found.into_iter().map(|(_, _, name)| name).collect()
}

/// How many letters of a name may be wrong: a third, at least one, at most four.
pub(crate) fn allowed_distance(length: usize) -> usize {
    (length / 3).clamp(1, 4)
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn prefixes_come_first_then_edits() {
        let known = ["FEAT-7", "FEAT-70", "FEAT-12", "billing", "bill", "auth", "oauth"];
        for (wanted, names) in [
            ("FEAT-8", vec!["FEAT-7", "FEAT-12", "FEAT-70"]),
            ("FEAT-7", vec!["FEAT-70", "FEAT-12"]),
            ("bil", vec!["bill", "billing"]),
            ("billings", vec!["billing", "bill"]),
            ("auht", vec!["auth"]),
            ("zzz", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(near(wanted, known, 5), names, "{wanted}");
        }
    }
}
