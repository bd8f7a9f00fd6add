//! A C4 diagram for Mermaid.

use beadloom_model::CompactSort as _;
use beadloom_model::requests::C4Level;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write;

use super::Diagram;
use super::item::{Item, MAX_LABEL_CHARS, Relation};
use crate::graph::GraphView;
use crate::graph::mermaid::{MAX_TEXT_UNITS, comment, units};
use crate::graph::remarks::missing;
use crate::graph::strength::{degrees, strength};
use crate::text::{cut_at_word, line};

/// Of the text that Mermaid draws, what elements may take where not everything fits.
const MAX_ELEMENT_TEXT_UNITS: usize = 30_000;

/// `C4Context`, `C4Container` or `C4Component`. Where it would be more text than Mermaid draws, first descriptions
/// are left out, then the least connected elements and the least telling relations; a comment says so.
pub(in crate::graph) fn diagram(view: &GraphView, level: C4Level) -> String {
    let diagram = Diagram::new(view, level);
    let shown = Shown::fit(&diagram);
    let mut out = String::from(match level {
        C4Level::Context => "C4Context\n",
        C4Level::Container => "C4Container\n",
        C4Level::Component => "C4Component\n",
    });
    let _ = writeln!(out, "  title {}", title(&diagram.title));
    for remark in diagram.remarks.iter().chain(&shown.remarks) {
        let _ = writeln!(out, "  %% {}", comment(remark));
    }
    write_items(&diagram, &shown, None, 1, &mut out);
    for relation in shown.relations.iter().filter_map(|at| diagram.relations.get(*at)) {
        let _ = writeln!(out, "  {}", relation.call(escaped));
    }
    out
}

/// What of a diagram is drawn, by position.
struct Shown {
    items: BTreeSet<usize>,
    relations: BTreeSet<usize>,
    descriptions: bool,
    remarks: Vec<String>,
}

impl Shown {
    fn fit(diagram: &Diagram<'_>) -> Self {
        let mut shown = Self {
            items: (0..diagram.items.len()).collect(),
            relations: (0..diagram.relations.len()).collect(),
            descriptions: true,
            remarks: Vec::new(),
        };
        let text = |shown: &Self| -> usize {
            let items = shown.items.iter().filter_map(|at| Some((*at, diagram.items.get(*at)?)));
            items.map(|(at, item)| room(item, at, shown.descriptions)).sum()
        };
        let relations: Vec<usize> =
            diagram.relations.iter().map(|one| units(&one.call(escaped)) + 3).collect();
        let related: usize = relations.iter().sum();
        if text(&shown) + related <= MAX_TEXT_UNITS {
            return shown;
        }
        shown.descriptions = false;
        if text(&shown) > MAX_ELEMENT_TEXT_UNITS && text(&shown) + related > MAX_TEXT_UNITS {
            shown.keep_items(diagram);
        }
        let left = MAX_TEXT_UNITS.saturating_sub(text(&shown));
        shown.keep_relations(diagram, &relations, left);
        shown.say(diagram);
        shown
    }

    /// Higher levels first, so that nothing stays without the boundary around it.
    fn keep_items(&mut self, diagram: &Diagram<'_>) {
        let degrees = degrees(diagram.relations.iter().flat_map(|one| [one.from, one.to]));
        let mut ranked: Vec<(usize, &Item<'_>)> = diagram.items.iter().enumerate().collect();
        ranked.compact_sort_by_key(|(at, item)| (item.level, Reverse(degrees.get(at).copied()), *at));
        self.items.clear();
        let mut left = MAX_ELEMENT_TEXT_UNITS;
        for (at, item) in ranked {
            let room = room(item, at, false);
            if room > left {
                break;
            }
            left -= room;
            self.items.insert(at);
        }
        // A boundary that lost all it held is drawn as nothing: Mermaid refuses an empty one.
        for at in (0..diagram.items.len()).rev() {
            let empty = diagram.items.get(at).is_some_and(|item| item.boundary)
                && !diagram.held(Some(at)).any(|(child, _)| self.items.contains(&child));
            if empty {
                self.items.remove(&at);
            }
        }
    }

    fn keep_relations(&mut self, diagram: &Diagram<'_>, rooms: &[usize], mut left: usize) {
        let mut ranked: Vec<(usize, &Relation)> = diagram.relations.iter().enumerate().collect();
        ranked.compact_sort_by_key(|(at, one)| {
            let kinds = one.kinds.iter().map(String::as_str);
            (strength(!one.crossing.is_empty(), one.imports.max(1), kinds), *at)
        });
        self.relations.clear();
        for (at, one) in ranked {
            let room = rooms.get(at).copied().unwrap_or(usize::MAX);
            if room <= left && self.items.contains(&one.from) && self.items.contains(&one.to) {
                left -= room;
                self.relations.insert(at);
            }
        }
    }

    fn say(&mut self, diagram: &Diagram<'_>) {
        let missing = missing([
            ("elements", self.items.len(), diagram.items.len()),
            ("relations", self.relations.len(), diagram.relations.len()),
        ]);
        let missing: Vec<String> = std::iter::once("descriptions".to_owned()).chain(missing).collect();
        self.remarks.push(format!(
            "left out, because Mermaid draws 50,000 characters: {}; `--scope REF` draws a part, `--format c4-plantuml` and `--format html` all",
            missing.join(", ")
        ));
    }
}

/// UTF-16 units of an item, its indentation and closing brace included.
fn room(item: &Item<'_>, at: usize, description: bool) -> usize {
    units(&item.call(at, description, escaped)) + 24
}

fn write_items(diagram: &Diagram<'_>, shown: &Shown, parent: Option<usize>, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    for (at, item) in diagram.held(parent).filter(|(at, _)| shown.items.contains(at)) {
        let text = item.call(at, shown.descriptions, escaped);
        if item.boundary {
            let _ = writeln!(out, "{indent}{text} {{");
            write_items(diagram, shown, Some(at), depth + 1, out);
            let _ = writeln!(out, "{indent}}}");
        } else {
            let _ = writeln!(out, "{indent}{text}");
        }
    }
}

/// Text behind `title`, which has no quotes: what is no letter, digit or harmless mark becomes a space.
fn title(text: &str) -> String {
    let kept: String = line(text)
        .chars()
        .map(|c| if c.is_alphanumeric() || " _-.,/".contains(c) { c } else { ' ' })
        .collect();
    cut_at_word(&line(&kept), MAX_LABEL_CHARS)
}

/// Text inside quotes. In C4 diagrams Mermaid shows an entity as it is written, so a character that means something
/// there is replaced by one that looks like it: quotes, what could be a tag, an entity or a directive.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Whether what was written last could be the name of an entity, up to its semicolon.
    let mut in_entity = false;
    for c in text.chars() {
        let shown = match c {
            '"' => '”',
            '<' => '‹',
            '>' => '›',
            '%' if out.ends_with('%') => '％',
            ';' if in_entity => ',',
            other => other,
        };
        in_entity = matches!(c, '#' | '&') || (in_entity && (c.is_alphanumeric() || c == '_'));
        out.push(shown);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{escaped, title};

    #[test]
    fn a_label_shows_what_was_meant() {
        for (text, shown) in [
            ("f(x)[0]{1} it's back\\slash & co; #1", "f(x)[0]{1} it's back\\slash & co; #1"),
            ("x\"y", "x”y"),
            ("<b>a</b> -->", "‹b›a‹/b› --›"),
            ("%%{init}%%% 5%", "%％{init}%％% 5%"),
            ("#35; #quot; &amp; &#35; a;b", "#35, #quot, &amp, &#35, a;b"),
        ] {
            assert_eq!(escaped(text), shown, "{text:?}");
        }
    }

    #[test]
    fn a_title_holds_words_only() {
        for (text, shown) in [
            ("Containers of a.b/c-d", "Containers of a.b/c-d"),
            ("Containers of x\"y; # %%{z}", "Containers of x y z"),
        ] {
            assert_eq!(title(text), shown, "{text:?}");
        }
    }
}
