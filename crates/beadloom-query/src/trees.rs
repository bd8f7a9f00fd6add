//! Gradient-boosted trees: how the models that choose what an answer shows are read and asked.
//!
//! A model is a file that `npm run train -- selection` writes. It is asked the same on every machine: values and thresholds are 32-bit
//! floats that are only compared, and the leaves are summed in the order of the trees, in 64 bits.
//!
//! The file, little-endian: `BLT1`; u16 features, each a byte of length and its name; two f64, by which a sum becomes a probability
//! (`1 / (1 + exp(-(first + second · sum)))`); u16 trees. A tree: u16 inner nodes, of each u8 feature, f32 threshold, i16 where to go at
//! or below it and i16 above it (a node, or a leaf as `-1 - leaf`); then of each leaf its f32.

use std::sync::OnceLock;

const MAGIC: &[u8; 4] = b"BLT1";

/// A node that asks for a value.
#[derive(Debug, Clone, Copy)]
struct Node {
    feature: u8,
    threshold: f32,
    /// At or below the threshold, and above it: a node, or `-1 - leaf`.
    next: [i16; 2],
}

#[derive(Debug)]
struct Tree {
    nodes: Vec<Node>,
    leaves: Vec<f32>,
}

/// A model.
#[derive(Debug)]
pub(crate) struct Trees {
    features: Vec<String>,
    trees: Vec<Tree>,
    calibration: [f64; 2],
}

impl Trees {
    /// Reads a model; None of what is none.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        if reader.take(4)? != MAGIC {
            return None;
        }
        let mut features = Vec::new();
        for _ in 0..reader.u16()? {
            let length = usize::from(*reader.take(1)?.first()?);
            features.push(std::str::from_utf8(reader.take(length)?).ok()?.to_owned());
        }
        let calibration = [reader.f64()?, reader.f64()?];
        let count = reader.u16()?;
        let trees = (0..count).map(|_| reader.tree(features.len())).collect::<Option<Vec<Tree>>>()?;
        reader.0.is_empty().then_some(Self { features, trees, calibration })
    }

    /// Whether it was trained with these features.
    pub fn is_of<'n>(&self, names: impl Iterator<Item = &'n str>) -> bool {
        self.features.iter().map(String::as_str).eq(names)
    }

    /// Of each of these, the sum of the leaves that its values lead to. A value that is not there is 0. Tree by tree, because the nodes
    /// of one stay at hand.
    pub fn sums(&self, all: &[impl AsRef<[f32]>]) -> Vec<f64> {
        let mut sums = vec![0.0; all.len()];
        for tree in &self.trees {
            for (sum, values) in sums.iter_mut().zip(all) {
                *sum += f64::from(tree.leaf(values.as_ref()));
            }
        }
        sums
    }

    /// How likely a sum makes it, 0 to 1.
    pub fn probability(&self, sum: f64) -> f64 {
        let [base, slope] = self.calibration;
        1.0 / (1.0 + (-(base + slope * sum)).exp())
    }
}

impl Tree {
    fn leaf(&self, values: &[f32]) -> f32 {
        let mut at: i16 = if self.nodes.is_empty() { -1 } else { 0 };
        // A child comes behind its parent, so this ends.
        while let Some(node) = usize::try_from(at).ok().and_then(|at| self.nodes.get(at)) {
            let value = values.get(usize::from(node.feature)).copied().unwrap_or(0.0);
            at = node.next[usize::from(value > node.threshold)];
        }
        self.leaves.get(usize::from((-1 - at).unsigned_abs())).copied().unwrap_or(0.0)
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    fn i16(&mut self) -> Option<i16> {
        Some(i16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    fn f32(&mut self) -> Option<f32> {
        Some(f32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn f64(&mut self) -> Option<f64> {
        Some(f64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn tree(&mut self, features: usize) -> Option<Tree> {
        let count = i16::try_from(self.u16()?).ok()?;
        let mut nodes = Vec::new();
        for at in 0..count {
            let feature = *self.take(1)?.first()?;
            let (threshold, next) = (self.f32()?, [self.i16()?, self.i16()?]);
            let may = |next: &i16| (at + 1..count).contains(next) || (-1 - count..0).contains(next);
            if usize::from(feature) >= features || !next.iter().all(may) {
                return None;
            }
            nodes.push(Node { feature, threshold, next });
        }
        let leaves = (0..=count).map(|_| self.f32()).collect::<Option<Vec<f32>>>()?;
        Some(Tree { nodes, leaves })
    }
}

/// The model that orders files; None if it was trained with other features than these.
pub(crate) fn of_files<'n>(names: impl Iterator<Item = &'n str>) -> Option<&'static Trees> {
    static MODEL: OnceLock<Option<Trees>> = OnceLock::new();
    let read = || Trees::parse(include_bytes!("../data/files.trees")).filter(|trees| trees.is_of(names));
    MODEL.get_or_init(read).as_ref()
}

/// The model that says how likely definitions are needed; None likewise.
pub(crate) fn of_definitions<'n>(names: impl Iterator<Item = &'n str>) -> Option<&'static Trees> {
    static MODEL: OnceLock<Option<Trees>> = OnceLock::new();
    let read =
        || Trees::parse(include_bytes!("../data/definitions.trees")).filter(|trees| trees.is_of(names));
    MODEL.get_or_init(read).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stump: 1 where `b` is above 0.5, -1 elsewhere; and a tree of one leaf.
    fn model() -> Vec<u8> {
        let mut bytes = b"BLT1\x02\x00\x01a\x01b".to_vec();
        bytes.extend(0.0f64.to_le_bytes());
        bytes.extend(2.0f64.to_le_bytes());
        bytes.extend([2, 0, 1, 0, 1]);
        bytes.extend(0.5f32.to_le_bytes());
        for number in [-1i16, -2] {
            bytes.extend(number.to_le_bytes());
        }
        for leaf in [-1.0f32, 1.0] {
            bytes.extend(leaf.to_le_bytes());
        }
        bytes.extend([0, 0]);
        bytes.extend(0.25f32.to_le_bytes());
        bytes
    }

    #[test]
    fn trees_are_asked() {
        let trees = Trees::parse(&model()).unwrap();
        assert!(trees.is_of(["a", "b"].into_iter()) && !trees.is_of(["b", "a"].into_iter()));
        for (values, sum) in [([9.0, 0.5], -0.75), ([0.0, 0.6], 1.25)] {
            assert!((trees.sums(&[values])[0] - sum).abs() < 1e-12, "{values:?}");
        }
        assert!((trees.sums(&[[0.0f32; 0]])[0] + 0.75).abs() < 1e-12);
        assert!((trees.probability(0.0) - 0.5).abs() < 1e-12 && trees.probability(1.0) > 0.85);
    }

    #[test]
    fn what_is_no_model_is_none() {
        let whole = model();
        for end in 0..whole.len() {
            assert!(Trees::parse(whole.get(..end).unwrap()).is_none(), "{end}");
        }
        let mut loops = whole.clone();
        // A node that leads to itself.
        if let Some(place) = loops.get_mut(35..37) {
            place.copy_from_slice(&0i16.to_le_bytes());
        }
        assert_ne!(loops, whole);
        assert!(Trees::parse(&loops).is_none());
    }
}
