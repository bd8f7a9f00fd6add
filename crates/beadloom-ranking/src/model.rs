//! A model: a linear part, and the leaves of gradient-boosted trees.
//!
//! It is a file that `npm run train` writes. It is asked the same on every machine: the linear part is summed in the order
//! of the features, in 64 bits; values and thresholds are 32-bit floats that trees only compare, and their leaves are added in the order of
//! the trees.
//!
//! The file, little-endian: `BLM1`; u16 features, each a byte of length and its name; two f64, by which a sum becomes a probability
//! (`1 / (1 + exp(-(first + second · sum)))`); an f64 with which every sum begins; of each feature an f64 that its value is multiplied by;
//! u16 trees. A tree: u16 inner nodes, of each u8 feature, f32 threshold, i16 where to go at or below it and i16 above it (a node, or a leaf
//! as `-1 - leaf`); then of each leaf its f32.

const MAGIC: &[u8; 4] = b"BLM1";

/// How many are led through a tree at once: while one waits for its node, the next are asked.
const ABREAST: usize = 8;

/// How many are led through all trees before the next: a multiple of [`ABREAST`], whose values the processor has at hand.
const BLOCK: usize = 64;

/// Most features of a model.
const MAX_FEATURES: usize = 96;

/// The values of one of them; 0 where there is none.
type Row = [f32; MAX_FEATURES];

/// A node that asks for a value. A leaf asks for one, too, and leads to itself either way.
#[derive(Debug, Clone, Copy)]
struct Node {
    threshold: f32,
    feature: u8,
    /// Nodes: at or below the threshold, and above it.
    next: [u8; 2],
}

/// Most nodes and leaves of a tree.
const MAX_NODES: usize = 256;

#[derive(Debug)]
struct Tree {
    nodes: Box<[Node; MAX_NODES]>,
    /// By node; of inner nodes 0.
    leaves: Box<[f32; MAX_NODES]>,
    /// Steps to its farthest leaf.
    depth: usize,
}

/// A model.
#[derive(Debug)]
pub struct RankingModel {
    features: Vec<String>,
    calibration: [f64; 2],
    base: f64,
    /// By feature.
    weights: Vec<f64>,
    trees: Vec<Tree>,
}

impl RankingModel {
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
        if features.len() > MAX_FEATURES {
            return None;
        }
        let calibration = [reader.f64()?, reader.f64()?];
        let base = reader.f64()?;
        let weights = features.iter().map(|_| reader.f64()).collect::<Option<Vec<f64>>>()?;
        let count = reader.u16()?;
        let trees = (0..count).map(|_| reader.tree(features.len())).collect::<Option<Vec<Tree>>>()?;
        reader.0.is_empty().then_some(Self { features, calibration, base, weights, trees })
    }

    /// Whether it was trained with these features.
    pub fn is_of<'n>(&self, names: impl Iterator<Item = &'n str>) -> bool {
        self.features.iter().map(String::as_str).eq(names)
    }

    /// Of each of these, the linear part and the sum of the leaves that its values lead to. A value that is not there is 0. Block by
    /// block, each tree by tree.
    pub fn sums(&self, all: &[impl AsRef<[f32]>]) -> Vec<f64> {
        let mut sums = vec![0.0; all.len()];
        let mut rows = vec![[0.0; MAX_FEATURES]; BLOCK];
        for (sums, block) in sums.chunks_mut(BLOCK).zip(all.chunks(BLOCK)) {
            for (row, values) in rows.iter_mut().zip(block) {
                row.fill(0.0);
                row.iter_mut().zip(values.as_ref()).for_each(|(place, value)| *place = *value);
            }
            for (sum, row) in sums.iter_mut().zip(&rows) {
                let weighed = self.weights.iter().zip(row).map(|(weight, value)| weight * f64::from(*value));
                *sum = weighed.fold(self.base, |sum, one| sum + one);
            }
            for tree in &self.trees {
                for (sums, rows) in sums.chunks_mut(ABREAST).zip(rows.as_chunks().0) {
                    let leaves = tree.leaves_of(rows);
                    sums.iter_mut().zip(leaves).for_each(|(sum, leaf)| *sum += f64::from(leaf));
                }
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
    fn leaves_of(&self, rows: &[Row; ABREAST]) -> [f32; ABREAST] {
        let mut at = [0u8; ABREAST];
        for _ in 0..self.depth {
            for (at, values) in at.iter_mut().zip(rows) {
                let node = &self.nodes[usize::from(*at)];
                *at = node.next[usize::from(values[usize::from(node.feature)] > node.threshold)];
            }
        }
        at.map(|at| self.leaves[usize::from(at)])
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
        let count = usize::from(self.u16()?);
        // So many leaves, one more than inner nodes, come behind these.
        if 2 * count + 1 > MAX_NODES {
            return None;
        }
        let mut nodes = Box::new([Node { threshold: 0.0, feature: 0, next: [0; 2] }; MAX_NODES]);
        let mut leaves = Box::new([0.0; MAX_NODES]);
        // Steps from the first node; a child comes behind its parent.
        let mut steps = [0usize; MAX_NODES];
        for at in 0..count {
            let feature = *self.take(1)?.first()?;
            let (threshold, next) = (self.f32()?, [self.i16()?, self.i16()?]);
            if usize::from(feature) >= features {
                return None;
            }
            let place = |next: i16| {
                let place = match usize::try_from(next) {
                    Ok(inner) => (at + 1..count).contains(&inner).then_some(inner)?,
                    Err(_) => Some(count + usize::from((-1 - next).unsigned_abs()))
                        .filter(|leaf| *leaf <= 2 * count)?,
                };
                u8::try_from(place).ok()
            };
            let next = [place(next[0])?, place(next[1])?];
            for child in next {
                steps[usize::from(child)] = steps[at] + 1;
            }
            nodes[at] = Node { threshold, feature, next };
        }
        for at in count..=2 * count {
            nodes[at].next = [u8::try_from(at).ok()?; 2];
            leaves[at] = self.f32()?;
        }
        Some(Tree { nodes, leaves, depth: steps.into_iter().max().unwrap_or(0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10, less twice `a`; a stump: 1 where `b` is above 0.5, -1 elsewhere; and a tree of one leaf.
    fn model() -> Vec<u8> {
        let mut bytes = b"BLM1\x02\x00\x01a\x01b".to_vec();
        bytes.extend(0.0f64.to_le_bytes());
        for number in [2.0f64, 10.0, -2.0, 0.0] {
            bytes.extend(number.to_le_bytes());
        }
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
    fn the_linear_part_and_the_trees_are_added() {
        let model = RankingModel::parse(&model()).unwrap();
        assert!(model.is_of(["a", "b"].into_iter()) && !model.is_of(["b", "a"].into_iter()));
        for (values, sum) in [([9.0, 0.5], -8.75), ([0.0, 0.6], 11.25)] {
            assert!((model.sums(&[values])[0] - sum).abs() < 1e-12, "{values:?}");
        }
        assert!((model.sums(&[[0.0f32; 0]])[0] - 9.25).abs() < 1e-12);
        assert!((model.probability(0.0) - 0.5).abs() < 1e-12 && model.probability(1.0) > 0.85);
    }

    #[test]
    fn what_is_no_model_is_none() {
        let whole = model();
        for end in 0..whole.len() {
            assert!(RankingModel::parse(whole.get(..end).unwrap()).is_none(), "{end}");
        }
        let mut loops = whole.clone();
        // A node that leads to itself.
        if let Some(place) = loops.get_mut(59..61) {
            place.copy_from_slice(&0i16.to_le_bytes());
        }
        assert_ne!(loops, whole);
        assert!(RankingModel::parse(&loops).is_none());
    }
}
