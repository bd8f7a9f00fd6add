//! What was read lately, within a bound.

use rustc_hash::FxHashMap;

/// Values by number, those that were asked for last: about half of the bound at least, the bound at most, by weight.
pub(crate) struct Recent<V> {
    young: FxHashMap<i64, V>,
    old: FxHashMap<i64, V>,
    /// Of the young ones.
    weight: usize,
    /// At which the young ones become the old ones.
    full: usize,
}

impl<V: Clone> Recent<V> {
    /// `most`: the sum of the weights.
    pub fn new(most: usize) -> Self {
        Self { young: FxHashMap::default(), old: FxHashMap::default(), weight: 0, full: most / 2 }
    }

    /// The value of a number, which counts as asked for. `weight`: of a value, as when it was put.
    pub fn get(&mut self, number: i64, weight: impl Fn(&V) -> usize) -> Option<V> {
        if let Some(value) = self.young.get(&number) {
            return Some(value.clone());
        }
        let value = self.old.remove(&number)?;
        let weight = weight(&value);
        self.put(number, value.clone(), weight);
        Some(value)
    }

    /// Keeps a value that is not kept yet; what is heavier than all together may be is not kept.
    pub fn put(&mut self, number: i64, value: V, weight: usize) {
        if weight > self.full {
            return;
        }
        if self.weight + weight > self.full {
            self.old = std::mem::take(&mut self.young);
            self.weight = 0;
        }
        self.weight += weight;
        self.young.insert(number, value);
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn what_was_asked_for_last_stays() {
        let weight = |value: &u64| *value as usize;
        let mut recent = Recent::new(20);
        recent.put(0, 11, 11);
        assert_eq!(recent.get(0, weight), None, "too heavy");
        for number in 1..=10 {
            recent.put(number, 2, 2);
            assert_eq!(recent.get(1, weight), Some(2), "{number}");
            assert!(recent.young.len() + recent.old.len() <= 10);
        }
        assert_eq!(recent.get(10, weight), Some(2));
        assert_eq!(recent.get(2, weight), None);
    }
}
