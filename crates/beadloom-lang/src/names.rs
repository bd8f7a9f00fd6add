//! What files' names say, looked up: every file of a project is asked about in every run.

use std::collections::HashMap;

/// An ending with more bytes is none of ours.
const MAX_ENDING_BYTES: usize = 24;

/// Values by whole file names and by endings. Of two that claim the same, the first has it.
pub(crate) struct ByName<T> {
    names: HashMap<&'static str, T>,
    endings: HashMap<&'static str, T>,
}

impl<T: Copy> ByName<T> {
    /// `entries`: file names, endings in lower case without the dot, and what they say.
    pub(crate) fn new(
        entries: impl IntoIterator<Item = (&'static [&'static str], &'static [&'static str], T)>,
    ) -> Self {
        let mut made = Self { names: HashMap::new(), endings: HashMap::new() };
        for (names, endings, value) in entries {
            for name in names {
                made.names.entry(name).or_insert(value);
            }
            for ending in endings {
                made.endings.entry(ending).or_insert(value);
            }
        }
        made
    }

    /// What a file's name as a whole says.
    pub(crate) fn named(&self, name: &str) -> Option<T> {
        self.names.get(name).copied()
    }

    /// What an ending says, whatever its case.
    pub(crate) fn ending(&self, ending: &str) -> Option<T> {
        let mut lower = [0; MAX_ENDING_BYTES];
        let lower = lower.get_mut(..ending.len())?;
        lower.copy_from_slice(ending.as_bytes());
        lower.make_ascii_lowercase();
        self.endings.get(std::str::from_utf8(lower).ok()?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_has_what_two_claim() {
        let known =
            ByName::new([(&["Makefile"][..], &["h", "mk"][..], 1), (&["makefile"][..], &["h"][..], 2)]);
        let endings = ["h", "H", "Mk", "mkx", "", "ä", &"x".repeat(40)];
        assert_eq!(
            endings.map(|ending| known.ending(ending)),
            [Some(1), Some(1), Some(1), None, None, None, None]
        );
        assert_eq!(
            ["Makefile", "makefile", "MAKEFILE"].map(|name| known.named(name)),
            [Some(1), Some(2), None]
        );
    }
}
