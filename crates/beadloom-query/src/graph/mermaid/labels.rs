//! Text in a flowchart: what a node is called, and what of it would be syntax.

use std::fmt::Write;

use beadloom_model::answers::FullNode;

use crate::graph::remarks::grouped;
use crate::text::{cut_at_word, line};

/// Characters of a label.
const MAX_LABEL_CHARS: usize = 80;

/// What a node is called and what it is, with what of it is not drawn.
pub(super) fn node_label(node: &FullNode, folded: usize) -> String {
    let mut text = format!("{} ({})", label(&node.ref_id), label(&node.kind));
    if folded > 0 {
        let _ = write!(text, "<br/>({} {})", grouped(folded), if folded == 1 { "part" } else { "parts" });
    }
    text
}

/// A shape per kind, so that a reader tells them apart without a legend.
pub(super) fn node_line(number: usize, node: &FullNode, folded: usize) -> String {
    let (open, close) = match node.kind.as_str() {
        "service" => ("[[", "]]"),
        "feature" => ("(", ")"),
        "entity" => ("[(", ")]"),
        "adr" => ("{{", "}}"),
        _ => ("[", "]"),
    };
    format!("n{number}{open}\"{}\"{close}\n", node_label(node, folded))
}

/// As Mermaid counts.
pub(in crate::graph) fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Text inside a quoted label, at most [`MAX_LABEL_CHARS`] characters.
pub(super) fn label(text: &str) -> String {
    escaped(&cut_at_word(&line(text), MAX_LABEL_CHARS))
}

/// Text inside quotes. Mermaid writes entities as `#34;`; only letters, digits, spaces and harmless marks stay as
/// they are.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_alphanumeric()
            || matches!(c, ' ' | '_' | '-' | '.' | ',' | '/' | ':' | '@' | '+' | '=' | '!' | '?' | '…' | '×')
        {
            out.push(c);
        } else {
            let _ = write!(out, "#{};", u32::from(c));
        }
    }
    // A label that begins like a list is refused.
    if out.starts_with(['-', '+']) {
        let first = out.remove(0);
        out = format!("#{};{out}", u32::from(first));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn nothing_in_a_label_is_syntax() {
        for (text, escaped) in [
            ("a.b", "a.b"),
            ("a/b", "a/b"),
            ("end", "end"),
            ("x\"y", "x#34;y"),
            ("f(x) [y] {z}", "f#40;x#41; #91;y#93; #123;z#125;"),
            ("%%{init}%%", "#37;#37;#123;init#125;#37;#37;"),
            ("<b>&amp;#35;", "#60;b#62;#38;amp#59;#35;35#59;"),
            ("`md` $$x$$", "#96;md#96; #36;#36;x#36;#36;"),
            ("a\nb\u{1b}[0m", "a b#65533;#91;0m"),
            ("- x", "#45; x"),
            ("naïve 名", "naïve 名"),
        ] {
            assert_eq!(label(text), escaped, "{text:?}");
        }
        assert_eq!(label(&"long ".repeat(100)).chars().count(), 80);
    }
}
