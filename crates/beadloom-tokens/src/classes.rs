//! What the encoding's pattern asks about a character, as one bit set per character.

use unicode_general_category::{GeneralCategory, get_general_category};

/// The classes a character belongs to. Every character has exactly one bit.
pub(crate) type Classes = u8;

/// Uppercase and titlecase letters (Lu, Lt).
pub(crate) const UPPER: Classes = 1;
/// Lowercase letters (Ll).
pub(crate) const LOWER: Classes = 1 << 1;
/// Letters without case (Lm, Lo): they continue the upper and the lower part of a word alike.
pub(crate) const CASELESS: Classes = 1 << 2;
/// Combining marks (M): they continue words as `CASELESS` does, but are no letters.
pub(crate) const MARK: Classes = 1 << 3;
/// Numbers (Nd, Nl, No).
pub(crate) const NUMBER: Classes = 1 << 4;
/// Carriage return and line feed; the pattern knows no other line ends.
pub(crate) const NEWLINE: Classes = 1 << 5;
/// Any other Unicode White_Space.
pub(crate) const SPACE: Classes = 1 << 6;
/// Everything else: punctuation, symbols, controls, unassigned.
pub(crate) const OTHER: Classes = 1 << 7;

/// Classes of the bytes below 128; the rest is zero and must be looked up by character.
static BYTES: [Classes; 256] = byte_classes();

const fn byte_classes() -> [Classes; 256] {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'A'..=b'Z' => UPPER,
            b'a'..=b'z' => LOWER,
            b'0'..=b'9' => NUMBER,
            b'\n' | b'\r' => NEWLINE,
            b' ' | b'\t' | 0x0b | 0x0c => SPACE,
            _ => OTHER,
        };
        byte += 1;
    }
    classes
}

/// The class of the character that starts at byte `at` of `text`, and its length in bytes.
/// Nothing at the end of the text.
#[inline]
pub(crate) fn class_at(text: &str, at: usize) -> Option<(Classes, usize)> {
    let byte = *text.as_bytes().get(at)?;
    match BYTES[usize::from(byte)] {
        0 => text.get(at..)?.chars().next().map(|c| (class_of(c), c.len_utf8())),
        class => Some((class, 1)),
    }
}

/// The end of the run of characters in `classes` that starts at byte `at` of `text`.
#[inline]
pub(crate) fn run(text: &str, mut at: usize, classes: Classes) -> usize {
    while let Some((class, len)) = class_at(text, at) {
        if class & classes == 0 {
            break;
        }
        at += len;
    }
    at
}

fn class_of(c: char) -> Classes {
    use GeneralCategory as G;
    match get_general_category(c) {
        G::UppercaseLetter | G::TitlecaseLetter => UPPER,
        G::LowercaseLetter => LOWER,
        G::ModifierLetter | G::OtherLetter => CASELESS,
        G::NonspacingMark | G::SpacingMark | G::EnclosingMark => MARK,
        G::DecimalNumber | G::LetterNumber | G::OtherNumber => NUMBER,
        // White_Space is not a category: U+0085 is a control.
        _ if c.is_whitespace() => SPACE,
        _ => OTHER,
    }
}
