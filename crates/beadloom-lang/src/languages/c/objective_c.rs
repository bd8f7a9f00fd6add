//! Headers of Objective-C: what is no C in them is masked, and the types that it declares are known by name.
//!
//! No grammar of Objective-C is part of the program. To the one of C, `@interface` begins a row of errors, in which words of
//! methods look like variables and functions.

use std::ops::Range;

use beadloom_model::SymbolKind;

use crate::definition::Definition;
use crate::outline::Outline;

/// Declarations of one header.
const MAX_BLOCKS_ITEMS: usize = 2_000;

/// What a header declares that is no C.
struct Block<'t> {
    range: Range<usize>,
    /// The type that it declares, and its form; none for categories and what only announces a type.
    declares: Option<(&'t str, SymbolKind, &'static str)>,
}

/// The text with blanks in place of what is no C; none where it is C.
pub(super) fn masked(text: &str) -> Option<String> {
    let blocks = blocks(text);
    if blocks.is_empty() {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    let hints = text.match_indices("NS_ASSUME_NONNULL_").map(|(at, _)| at..line_end(text, at));
    for range in blocks.into_iter().map(|block| block.range).chain(hints) {
        for byte in bytes.get_mut(range).unwrap_or(&mut []) {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// Defines the classes and protocols of a header.
pub(super) fn define(outline: &mut Outline<'_>) {
    for block in blocks(outline.text) {
        let Some((name, kind, form)) = block.declares else { continue };
        let mut definition = Definition::spanning(name, kind, form, block.range.clone());
        definition.body = line_end(outline.text, block.range.start).min(block.range.end);
        definition.shown = definition.body;
        outline.define(definition);
    }
}

fn line_end(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end)
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    if !text.contains('@') {
        return found;
    }
    let mut at = 0;
    while at < text.len() && found.len() < MAX_BLOCKS_ITEMS {
        let end = line_end(text, at);
        let line = text.get(at..end).unwrap_or("");
        let start = at + (line.len() - line.trim_start().len());
        at = end + 1;
        let Some((word, rest)) = word_of(line.trim_start()) else { continue };
        let head = rest.trim_start();
        let ends_with_line = |sign: char| head.trim_end().ends_with(sign);
        let declares = match word {
            "class" | "import" | "compatibility_alias" => {
                let close =
                    text.get(start..).and_then(|rest| rest.find(';')).map_or(end, |at| start + at + 1);
                found.push(Block { range: start..close, declares: None });
                at = at.max(close);
                continue;
            }
            "protocol" if ends_with_line(';') => {
                found.push(Block { range: start..end, declares: None });
                continue;
            }
            "interface" => (SymbolKind::Class, "interface"),
            "protocol" => (SymbolKind::Interface, "protocol"),
            _ => continue,
        };
        let name = head.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        // `@interface Name (Category)` adds to a class.
        let is_category = head.get(name.len()..).is_some_and(|rest| rest.trim_start().starts_with('('));
        let (kind, form) = declares;
        let declares = (!name.is_empty() && !is_category).then_some((name, kind, form));
        let close = end_of_block(text, end);
        found.push(Block { range: start..close, declares });
        at = at.max(close);
    }
    found
}

/// The word behind the `@` that a line begins with, and what follows it.
fn word_of(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix('@')?;
    let end = rest.find(|c: char| !c.is_ascii_alphabetic() && c != '_').unwrap_or(rest.len());
    Some(rest.split_at(end))
}

/// Behind the `@end` that follows; the end of the text where none does.
fn end_of_block(text: &str, from: usize) -> usize {
    let mut at = from;
    while at < text.len() {
        let end = line_end(text, at);
        let line = text.get(at..end).unwrap_or("");
        if word_of(line.trim_start()).is_some_and(|(word, _)| word == "end") {
            return end;
        }
        at = end + 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn only_what_is_no_c_is_masked() {
        let text = "NS_ASSUME_NONNULL_BEGIN\n@class Bar;\n@protocol P;\nint f(int x);\n@interface Foo : NSObject\n- (int)go:(int)x;\n@end\nint g;\n";
        let seen = masked(text).unwrap_or_default();
        assert_eq!(seen.len(), text.len());
        let lines: Vec<&str> = seen.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["int f(int x);", "int g;"]);
        assert_eq!(masked("/** @param x */\nint f(int x);\n"), None);
        // What does not end is masked to the end of the text.
        assert_eq!(
            masked("int a;\n@interface Foo\n- b").map(|text| text.trim().to_owned()),
            Some("int a;".to_owned())
        );
    }
}
