//! A graph as a Mermaid flowchart.

use std::collections::HashMap;
use std::fmt::Write;

use beadloom_model::answers::GraphAnswer;

use crate::text::line;

/// A flowchart that Mermaid reads whatever the ids hold: nodes are called `n1`, `n2`, …, and what people named
/// them stands in quoted labels with everything escaped that Mermaid or HTML gives a meaning.
pub fn mermaid(graph: &GraphAnswer) -> String {
    let mut out = String::from("flowchart TD\n");
    let mut names: HashMap<&str, usize> = HashMap::new();
    for (at, node) in graph.nodes.iter().enumerate() {
        names.insert(&node.ref_id, at + 1);
        let _ = writeln!(out, "  n{}[\"{} ({})\"]", at + 1, label(&node.ref_id), label(&node.kind));
    }
    for edge in &graph.edges {
        if let (Some(from), Some(to)) = (names.get(edge.src.as_str()), names.get(edge.dst.as_str())) {
            let _ = writeln!(out, "  n{from} -->|\"{}\"| n{to}", label(&edge.kind));
        }
    }
    out
}

/// Text inside a quoted label. Mermaid writes entities as `#34;`; only letters, digits, spaces and harmless marks
/// stay as they are.
fn label(text: &str) -> String {
    let mut out = String::new();
    for c in line(text).chars() {
        if c.is_alphanumeric()
            || matches!(c, ' ' | '_' | '-' | '.' | ',' | '/' | ':' | '@' | '+' | '=' | '!' | '?')
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
    }
}
