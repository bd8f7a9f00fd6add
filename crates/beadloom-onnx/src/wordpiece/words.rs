//! Text into words.

use unicode_general_category::{GeneralCategory, get_general_category};
use unicode_normalization::char::decompose_canonical;

/// A longer word is no word of the vocabulary, however it goes on.
pub(crate) const MAX_WORD_CHARS: usize = 100;

/// How text becomes words.
#[derive(Debug)]
pub(crate) struct Words {
    pub lowercase: bool,
    pub strip_accents: bool,
    /// Each CJK character is a word.
    pub split_cjk: bool,
}

/// A word as it grows.
#[derive(Default)]
struct Word {
    text: String,
    /// Characters, also those behind [`MAX_WORD_CHARS`], which are not kept.
    length: usize,
}

impl Word {
    fn push(&mut self, char: char) {
        self.length += 1;
        if self.length <= MAX_WORD_CHARS + 1 {
            self.text.push(char);
        }
    }
}

impl Words {
    /// Calls `word` with every word until it returns false; returns whether that never happened before the end. Of a
    /// word that is longer than [`MAX_WORD_CHARS`] characters one more than these is given.
    pub(crate) fn each(&self, text: impl Iterator<Item = char>, mut word: impl FnMut(&str) -> bool) -> bool {
        let mut current = Word::default();
        let mut full = false;
        let mut end = |current: &mut Word| {
            if current.length > 0 {
                full |= !word(&current.text);
                current.text.clear();
                current.length = 0;
            }
            full
        };
        for char in text {
            if is_white(char) {
                if end(&mut current) {
                    return false;
                }
                continue;
            }
            if char == '\0' || char == '\u{fffd}' || is_control(char) {
                continue;
            }
            let alone = self.split_cjk && is_cjk(char);
            if alone && end(&mut current) {
                return false;
            }
            let mut stopped = false;
            self.normalised(char, |char| {
                // Lower-casing and decomposing give neither white space nor control characters.
                if is_punctuation(char) {
                    stopped |= end(&mut current);
                    current.push(char);
                    stopped |= end(&mut current);
                } else {
                    current.push(char);
                }
            });
            if stopped || (alone && end(&mut current)) {
                return false;
            }
        }
        !end(&mut current)
    }

    /// The character without accents and in lower case, as far as the model wants that.
    fn normalised(&self, char: char, mut emit: impl FnMut(char)) {
        let mut lowered = |char: char| {
            if self.lowercase {
                char.to_lowercase().for_each(&mut emit);
            } else {
                emit(char);
            }
        };
        if self.strip_accents && !char.is_ascii() {
            decompose_canonical(char, |part| {
                if get_general_category(part) != GeneralCategory::NonspacingMark {
                    lowered(part);
                }
            });
        } else {
            lowered(char);
        }
    }
}

/// Other controls that Unicode counts as white space, the form feed among them, are left out and part nothing.
fn is_white(char: char) -> bool {
    matches!(char, '\t' | '\n' | '\r') || (char.is_whitespace() && !char.is_control())
}

fn is_control(char: char) -> bool {
    use GeneralCategory as G;
    if char.is_ascii() {
        return char.is_ascii_control();
    }
    matches!(get_general_category(char), G::Control | G::Format | G::PrivateUse)
}

fn is_punctuation(char: char) -> bool {
    use GeneralCategory as G;
    if char.is_ascii() {
        return char.is_ascii_punctuation();
    }
    matches!(
        get_general_category(char),
        G::ConnectorPunctuation
            | G::DashPunctuation
            | G::OpenPunctuation
            | G::ClosePunctuation
            | G::InitialPunctuation
            | G::FinalPunctuation
            | G::OtherPunctuation
    )
}

/// Of the CJK Unicode blocks; Hangul and Kana are written in words.
fn is_cjk(char: char) -> bool {
    matches!(u32::from(char),
        0x4e00..=0x9fff
            | 0x3400..=0x4dbf
            | 0x2_0000..=0x2_a6df
            | 0x2_a700..=0x2_b73f
            | 0x2_b740..=0x2_b81f
            | 0x2_b920..=0x2_ceaf
            | 0xf900..=0xfaff
            | 0x2_f800..=0x2_fa1f)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, lowercase: bool) -> Vec<String> {
        let rules = Words { lowercase, strip_accents: lowercase, split_cjk: true };
        let mut found = Vec::new();
        assert!(rules.each(text.chars(), |word| {
            found.push(word.to_owned());
            true
        }));
        found
    }

    #[test]
    fn text_becomes_words() {
        for (text, expected) in [
            ("", &[][..]),
            (" \t\n ", &[]),
            ("Hello, World!", &["hello", ",", "world", "!"]),
            ("don't", &["don", "'", "t"]),
            ("snake_case", &["snake", "_", "case"]),
            ("Café CRÈME", &["cafe", "creme"]),
            ("cafe\u{301}", &["cafe"]),
            ("a\u{0}b\u{200b}c\u{fffd}", &["abc"]),
            ("ab中文cd", &["ab", "中", "文", "cd"]),
            ("Привет—мир", &["привет", "—", "мир"]),
            ("a\u{a0}b\u{3000}c", &["a", "b", "c"]),
            ("a\u{c}b\u{85}c", &["abc"]),
            ("İ", &["i"]),
            ("$+<=>^`|~", &["$", "+", "<", "=", ">", "^", "`", "|", "~"]),
            // Syllables come apart into letters; there is nothing to strip.
            ("한", &["\u{1112}\u{1161}\u{11ab}"]),
        ] {
            assert_eq!(words(text, true), expected, "{text:?}");
        }
        assert_eq!(words("Café", false), ["Café"]);
    }

    #[test]
    fn a_long_word_is_not_kept_whole() {
        let found = words(&"x".repeat(1_000_000), true);
        assert_eq!(found, ["x".repeat(MAX_WORD_CHARS + 1)]);
    }

    #[test]
    fn reading_stops_when_told() {
        let rules = Words { lowercase: true, strip_accents: true, split_cjk: true };
        let mut seen = 0;
        let complete = rules.each("a b c d".chars(), |_| {
            seen += 1;
            seen < 2
        });
        assert_eq!((complete, seen), (false, 2));
    }
}
