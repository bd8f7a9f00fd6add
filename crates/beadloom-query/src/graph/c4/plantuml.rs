//! A C4 diagram for PlantUML, over the C4 macros that its standard library holds: nothing is fetched.

use beadloom_model::requests::C4Level;
use std::fmt::Write;

use super::Diagram;
use crate::graph::GraphView;
use crate::text::line;

/// A whole diagram with title and legend.
pub(in crate::graph) fn diagram(view: &GraphView, level: C4Level) -> String {
    let diagram = Diagram::new(view, level);
    let library = match diagram.level {
        C4Level::Context => "C4_Context",
        C4Level::Container => "C4_Container",
        C4Level::Component => "C4_Component",
    };
    let mut out = format!("@startuml\n!include <C4/{library}>\n\ntitle {}\n", escaped(&diagram.title));
    for remark in &diagram.remarks {
        let _ = writeln!(out, "' {remark}");
    }
    out.push('\n');
    write_items(&diagram, None, 0, &mut out);
    if !diagram.relations.is_empty() {
        out.push('\n');
    }
    for relation in &diagram.relations {
        let _ = writeln!(out, "{}", relation.call(escaped));
    }
    out.push_str("\nSHOW_LEGEND()\n@enduml\n");
    out
}

fn write_items(diagram: &Diagram<'_>, parent: Option<usize>, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    for (at, item) in diagram.held(parent) {
        let _ = write!(out, "{indent}{}", item.call(at, true, escaped));
        if item.boundary {
            out.push_str(" {\n");
            write_items(diagram, Some(at), depth + 1, out);
            let _ = write!(out, "{indent}}}");
        }
        out.push('\n');
    }
}

/// Everything that quotes, the preprocessor or Creole could read as more than a character, as `<U+0022>`. Letters,
/// digits and harmless marks stay; a mark of Creole (`--`, `__`, `//`) has a meaning only when it is doubled.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    let mut before = None;
    for c in line(text).chars() {
        let harmless = c.is_alphanumeric()
            || matches!(c, ' ' | '.' | ',' | ':' | '?' | '+' | '@' | '…')
            || (matches!(c, '-' | '_' | '/') && before != Some(c));
        if harmless {
            out.push(c);
        } else {
            let _ = write!(out, "<U+{:04X}>", u32::from(c));
        }
        before = Some(c);
    }
    out
}
