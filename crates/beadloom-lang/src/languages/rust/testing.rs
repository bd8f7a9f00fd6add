//! Tests beside other code: items with an attribute that says so, and examples in documentation.

use tree_sitter::Node;

use crate::outline::Outline;

/// Attributes whose last name makes a function a test, whatever crate they come from: `tokio::test`.
const ATTRIBUTES: &[&str] = &["test", "rstest", "test_case", "bench", "quickcheck", "wasm_bindgen_test"];

/// Attributes of one item that are looked past for the item itself.
const ATTRIBUTES_OF_ITEM: usize = 32;

/// Notes the item of an attribute that makes it a test.
pub(super) fn of_attribute(node: Node<'_>, outline: &mut Outline<'_>) {
    if !says_test(outline.text(node)) {
        return;
    }
    let mut item = node.next_named_sibling();
    for _ in 0..ATTRIBUTES_OF_ITEM {
        match item {
            Some(next) if matches!(next.kind(), "attribute_item" | "line_comment" | "block_comment") => {
                item = next.next_named_sibling();
            }
            _ => break,
        }
    }
    if let Some(item) = item {
        outline.tests.push(node.start_byte()..item.end_byte());
    }
}

/// Notes what is around `#![cfg(test)]`.
pub(super) fn of_inner_attribute(node: Node<'_>, outline: &mut Outline<'_>) {
    if says_test(outline.text(node))
        && let Some(around) = node.parent()
    {
        outline.tests.push(around.byte_range());
    }
}

/// Notes examples in documentation that are compiled and run.
pub(super) fn of_documentation(outline: &mut Outline<'_>) {
    if !outline.text.contains("```") {
        return;
    }
    // Where the block that is open began, and whether it is a test.
    let mut open: Option<(usize, bool)> = None;
    let mut at = 0;
    for line in outline.text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let trimmed = line.trim();
        let said = trimmed.strip_prefix("///").or_else(|| trimmed.strip_prefix("//!"));
        let Some(said) = said else {
            open = None;
            continue;
        };
        let Some(fence) = said.trim_start().strip_prefix("```") else { continue };
        match open.take() {
            None => open = Some((start, runs(fence))),
            Some((from, true)) => outline.tests.push(from..at),
            Some(_) => {}
        }
    }
}

/// Whether a block with these words behind its fence is compiled.
fn runs(words: &str) -> bool {
    let mut words = words.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    words.all(|word| {
        matches!(word, "rust" | "should_panic" | "no_run" | "compile_fail") || word.starts_with("edition")
    })
}

/// Whether an attribute makes what it stands at a test, or part of one.
fn says_test(attribute: &str) -> bool {
    let text = attribute.trim_start_matches(['#', '!']).trim_start_matches('[').trim_end_matches(']').trim();
    let (name, arguments) = match text.split_once('(') {
        Some((name, rest)) => (name.trim(), rest.trim_end().strip_suffix(')').unwrap_or(rest).trim()),
        None => (text, ""),
    };
    if name != "cfg" {
        return ATTRIBUTES.contains(&name.rsplit("::").next().unwrap_or(name).trim());
    }
    // What holds in tests and elsewhere, as `any(test, …)`, is no test.
    let all = arguments.strip_prefix("all(").and_then(|rest| rest.strip_suffix(')'));
    arguments == "test" || all.is_some_and(|all| all.split(',').any(|condition| condition.trim() == "test"))
}
