//! Tokens that the structure of the text says to leave out, to write another way, or to join.

use std::ops::Range;

use super::{Edit, SEPARATOR, STATEMENT, Tokens};

/// Words before a definition whose order says nothing.
const MODIFIERS: &[&[u8]] = &[
    b"abstract", b"actual", b"annotation", b"async", b"companion", b"const", b"crossinline", b"data",
    b"default", b"enum", b"expect", b"extern", b"external", b"fileprivate", b"final", b"infix", b"inline",
    b"inner", b"internal", b"lateinit", b"native", b"noinline", b"open", b"operator", b"override",
    b"partial", b"private", b"protected", b"public", b"readonly", b"required", b"sealed", b"static",
    b"strictfp", b"suspend", b"synchronized", b"tailrec", b"transient", b"unsafe", b"value", b"vararg",
    b"virtual", b"volatile",
];

impl Tokens {
    /// Has tokens that are yet to come edited. Of those that begin at one place, what only marks it comes first, from the outside in;
    /// of the others the last that was told. Tell the last place first: they are kept by place, the nearest last.
    pub(crate) fn edit(&mut self, range: Range<usize>, edit: Edit) {
        let start = range.start;
        let place = self.edits.partition_point(|(other, edit)| {
            other.start > start || (other.start == start && !edit.is_mark())
        });
        self.edits.insert(place, (range, edit));
    }

    /// Up to here, words say how something is declared.
    pub(crate) fn modifiers(&mut self, end: usize) {
        self.modifiers_until = end.max(self.modifiers_until);
    }

    /// Adds a token as the edits have it. Returns whether one of them was for it.
    #[cold]
    pub(super) fn push_edited(&mut self, bytes: &[u8], start: usize, end: usize) -> bool {
        while let Some((range, edit)) = self.edits.last().cloned() {
            if range.start > start {
                return false;
            }
            if range.end <= start {
                self.edits.pop();
                continue;
            }
            if edit == Edit::Mute {
                self.add_mute(start, end);
                return true;
            }
            self.edits.pop();
            let begins = range.start == start;
            match edit {
                Edit::Body => self.open_block(range.start, range.end),
                Edit::Statement => self.buffer.push(STATEMENT),
                Edit::Unmarked if begins => {
                    self.push_formatted(bytes.get(1..).unwrap_or(&[]), start, end);
                    return true;
                }
                Edit::Write(written) if begins => {
                    self.push_formatted(written, start, end);
                    return true;
                }
                Edit::Prefix(prefix) if begins => {
                    self.add(&[prefix, bytes].concat(), start, end);
                    return true;
                }
                Edit::Join if begins && self.join(bytes, start, end) => return true,
                _ => {}
            }
        }
        false
    }

    /// Opens the bodies that begin here: around what begins with them.
    pub(super) fn open_bodies(&mut self, start: usize) {
        while let Some((range, Edit::Body)) = self.edits.last().cloned()
            && range.start == start
        {
            self.edits.pop();
            self.open_block(range.start, range.end);
        }
    }

    /// Adds a string to the one before.
    fn join(&mut self, bytes: &[u8], start: usize, end: usize) -> bool {
        let canonical = self.style.canonical(bytes);
        let Some(added) = canonical.strip_prefix(b"\"") else { return false };
        let ends_buffer = |place: &usize| {
            self.tokens.get(*place).is_some_and(|token| token.until as usize == self.buffer.len())
        };
        let place = self.joined.filter(ends_buffer).or_else(|| self.place_back(0));
        let Some(place) = place else { return false };
        let Some(before) = self.tokens.get_mut(place) else { return false };
        let (at, until) = (before.at as usize, before.until as usize);
        let ends = self.buffer.get(at..until).is_some_and(|text| text.ends_with(b"\"\0"));
        if !ends || until != self.buffer.len() || until < at + 3 {
            return false;
        }
        self.buffer.truncate(until - 2);
        let text = self.buffer.get(at..).unwrap_or(&[]);
        if added.first().is_some_and(u8::is_ascii_hexdigit) && ends_in_open_escape(text) {
            // The digit would become part of the escape.
            self.buffer.push(STATEMENT);
        }
        self.buffer.extend_from_slice(added);
        self.buffer.push(SEPARATOR);
        let until = self.buffer.len() as u32;
        before.until = until;
        self.joined = Some(place);
        self.add_mute(start, end);
        true
    }

    /// Adds a word that says how something is declared: those in a row stand in one order.
    pub(super) fn push_modifier(&mut self, bytes: &[u8], start: usize, end: usize) -> bool {
        const MAX_ROW_ITEMS: usize = 8;
        if !MODIFIERS.contains(&bytes) {
            return false;
        }
        let count = self.tokens.len();
        let from = self.modifier_row.filter(|(_, end)| *end == count).map_or(count, |(from, _)| from);
        self.add(bytes, start, end);
        self.modifier_row = Some((from, count + 1));
        let Some(row) = self.tokens.get_mut(from..).filter(|row| (2..=MAX_ROW_ITEMS).contains(&row.len()))
        else {
            return true;
        };
        let Some(first) = row.first().map(|first| first.at as usize) else { return true };
        let written: Vec<u8> = self.buffer.split_off(first);
        let words = written.split(|byte| *byte == SEPARATOR).filter(|word| !word.is_empty());
        let mut words: Vec<&[u8]> = words.collect();
        if words.len() != row.len() {
            self.buffer.extend_from_slice(&written);
            return true;
        }
        words.sort_unstable();
        for (token, word) in row.iter_mut().zip(words) {
            token.at = self.buffer.len() as u32;
            self.buffer.extend_from_slice(word);
            self.buffer.push(SEPARATOR);
            token.until = self.buffer.len() as u32;
        }
        true
    }
}

/// Whether a text ends in an escape that more digits would belong to: `\x4`, `\1`. In doubt it does.
fn ends_in_open_escape(text: &[u8]) -> bool {
    const MAX_ESCAPE_BYTES: usize = 32;
    let recent = text.get(text.len().saturating_sub(MAX_ESCAPE_BYTES)..).unwrap_or(&[]);
    if recent.len() == MAX_ESCAPE_BYTES && recent.iter().all(u8::is_ascii_hexdigit) {
        return true;
    }
    let Some(backslash) = recent.iter().rposition(|byte| *byte == b'\\') else { return false };
    let escape = recent.get(backslash + 1..).unwrap_or(&[]);
    match escape.split_first() {
        Some((b'x', digits)) => digits.iter().all(u8::is_ascii_hexdigit),
        Some((b'0'..=b'7', _)) => escape.len() < 3 && escape.iter().all(|byte| matches!(byte, b'0'..=b'7')),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::ends_in_open_escape;

    #[test]
    fn knows_where_an_escape_goes_on() {
        for (text, open) in [
            (r#""a\x4"#, true),
            (r#""\1"#, true),
            (r#""\12"#, true),
            (r#""\123"#, false),
            (r#""\n"#, false),
            (r#""\n4"#, false),
            (r#""4"#, false),
            (r#""\x4g"#, false),
            (r#""\18"#, false),
        ] {
            assert_eq!(ends_in_open_escape(text.as_bytes()), open, "{text}");
        }
    }
}
