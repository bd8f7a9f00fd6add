//! Which files that are gone are which that are new, by what they hold.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use beadloom_model::CompactSort as _;

/// Pairs that are compared line by line; of more, only files that hold the same count.
const PAIRS: usize = 100_000;

/// Bytes of a piece where a line is longer.
const PIECE_BYTES: usize = 64;

/// Of 100: what two files must have in common. Git's own limit.
const ALIKE: u64 = 50;

/// A file by its path, and what it holds.
pub(crate) type Held = BTreeMap<String, Vec<u8>>;

/// Pairs of old and new path, each path in one at most. As Git does: what is most alike first, then files of the same name, by
/// the bytes of the lines that both have in proportion to the larger one.
pub(crate) fn moves(gone: &Held, new: &Held) -> BTreeMap<String, String> {
    let is_few = gone.len().saturating_mul(new.len()) <= PAIRS;
    let pieces =
        |held: &Held| -> Vec<HashMap<Vec<u8>, u64>> { held.values().map(|text| pieces(text)).collect() };
    let (old_pieces, new_pieces) =
        if is_few { (pieces(gone), pieces(new)) } else { (Vec::new(), Vec::new()) };
    let mut found = Vec::new();
    for (at, (from, old)) in gone.iter().enumerate() {
        for (other, (to, text)) in new.iter().enumerate() {
            let score = if old == text {
                100
            } else {
                match (old_pieces.get(at), new_pieces.get(other)) {
                    (Some(one), Some(two)) => {
                        common(one, two) * 100 / (old.len().max(text.len()) as u64).max(1)
                    }
                    _ => 0,
                }
            };
            if score >= ALIKE && !old.is_empty() {
                let is_named_so = name(from) == name(to);
                found.push((100 - score, !is_named_so, from, to));
            }
        }
    }
    found.compact_sort();
    let (mut taken, mut moved) = (BTreeSet::new(), BTreeMap::new());
    for (_, _, from, to) in found {
        if !moved.contains_key(from) && taken.insert(to) {
            moved.insert(from.clone(), to.clone());
        }
    }
    moved
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The bytes of each different line, however often it stands there.
fn pieces(text: &[u8]) -> HashMap<Vec<u8>, u64> {
    let mut bytes: HashMap<Vec<u8>, u64> = HashMap::new();
    for piece in text.split_inclusive(|byte| *byte == b'\n').flat_map(|line| line.chunks(PIECE_BYTES)) {
        let unix = piece.strip_suffix(b"\r\n").map_or_else(|| piece.to_vec(), |line| [line, b"\n"].concat());
        *bytes.entry(unix).or_default() += piece.len() as u64;
    }
    bytes
}

/// Bytes that are in both.
fn common(one: &HashMap<Vec<u8>, u64>, two: &HashMap<Vec<u8>, u64>) -> u64 {
    one.iter().map(|(piece, bytes)| two.get(piece).map_or(0, |other| (*bytes).min(*other))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_most_alike_was_moved() {
        let held = |files: &[(&str, &str)]| -> Held {
            files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
        };
        let gone =
            held(&[("a.py", "1\n2\n3\n4\n"), ("old/b.py", "x\ny\n"), ("empty", ""), ("c.py", "other\n")]);
        let new = held(&[
            ("copy.py", "1\n2\n3\n5\n"),
            ("new/a.py", "1\r\n2\r\n3\r\n4\r\n"),
            ("new/b.py", "x\ny\n"),
            ("zero", ""),
            ("z.py", "nothing of it\n"),
        ]);
        let moved = moves(&gone, &new);
        let pairs: Vec<(&str, &str)> = moved.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
        assert_eq!(pairs, [("a.py", "copy.py"), ("old/b.py", "new/b.py")]);
    }
}
