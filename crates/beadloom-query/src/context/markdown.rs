//! A bundle as Markdown, for a person or an agent: first what the thing is, then how it fits, then the rest.

use std::borrow::Cow;
use std::fmt::Write;

use beadloom_graph::paths;
use beadloom_model::answers::{
    Bundle, BundleSymbol, Constraint, Crossing, Edge, Focus, FocusType, Node, Reason, Symbol,
};
use beadloom_model::{CompactSort as _, LanguageId, Section, counted};

use super::file_uses::numbers;
use super::{file_uses, memories, together};
use crate::text::{block, closed_fences, cut_at_word, fence, line};

/// Signatures are cut here, in characters.
pub(super) const MAX_SIGNATURE: usize = 120;

/// The first sentences of their doc comments here.
const MAX_SUMMARY: usize = 90;

pub(super) fn render(bundle: &Bundle) -> String {
    let mut out = String::new();
    for focus in &bundle.focuses {
        title(&mut out, bundle, focus);
    }
    if let Some(warning) = &bundle.warning {
        let _ = writeln!(out, "> {}", line(warning));
        for path in &bundle.stale_paths {
            let _ = writeln!(out, "> - {}", line(path));
        }
        out.push('\n');
    }
    links(&mut out, bundle);
    commits(&mut out, bundle);
    // What was asked for by name comes first; of a part its definitions do, then the source of some.
    let is_part = matches!(bundle.focus.r#type, FocusType::Node | FocusType::Path);
    if !is_part {
        bodies(&mut out, bundle);
    }
    symbols(&mut out, bundle);
    list(&mut out, "Other files", &bundle.other_files);
    if is_part && bundle.code.as_ref().is_some_and(|code| !code.is_empty()) {
        out.push_str("## In full\n");
        bodies(&mut out, bundle);
    }
    file_uses::markdown(&mut out, bundle);
    around(&mut out, bundle);
    documents(&mut out, bundle);
    constraints(&mut out, bundle);
    memories::markdown(&mut out, bundle);
    routes(&mut out, bundle);
    together::markdown(&mut out, bundle.changed_together.as_deref());
    if is_area(bundle) && !bundle.tests.is_empty() {
        let _ = writeln!(out, "Tests: {}\n", some(&bundle.tests));
    } else {
        list(&mut out, "Tests", &bundle.tests);
    }
    list(&mut out, "Stale documents", &bundle.sync_status.stale_docs);
    left_out(&mut out, bundle);
    if bundle.derived {
        out.push_str("This graph is derived from the code; `beadloom init --bootstrap` keeps it.\n");
    }
    last_line(&mut out, bundle);
    out
}

/// Whether that is all, behind everything else.
pub(crate) fn last_line(out: &mut String, bundle: &Bundle) {
    out.truncate(out.trim_end().len());
    let _ = write!(out, "\n\n{}\n", line(&bundle.next.says));
}

/// Whether it is about a part, a folder, a file or a symbol.
fn is_area(bundle: &Bundle) -> bool {
    matches!(bundle.focus.r#type, FocusType::Node | FocusType::Path | FocusType::Symbol)
}

/// Where more stands elsewhere.
fn links(out: &mut String, bundle: &Bundle) {
    let Some(links) = bundle.links.as_ref().filter(|links| !links.is_empty()) else { return };
    out.push_str("## Links\n");
    for link in links {
        let label = line(&link.label);
        let _ = match label.as_str() {
            "" => writeln!(out, "- {}", line(&link.url)),
            _ => writeln!(out, "- {label}: {}", line(&link.url)),
        };
    }
    out.push('\n');
}

/// The rules that hold for the references.
fn constraints(out: &mut String, bundle: &Bundle) {
    if bundle.constraints.is_empty() {
        return;
    }
    out.push_str("## Rules\n");
    for Constraint { rule, severity, description } in &bundle.constraints {
        let warns = if severity == "warn" { " (warn)" } else { "" };
        let says = line(description);
        let _ = match says.as_str() {
            "" => writeln!(out, "- {}{warns}", line(rule)),
            _ => writeln!(out, "- {}{warns}: {says}", line(rule)),
        };
    }
    out.push('\n');
}

/// Method and path first: that is how a reader looks for them.
fn routes(out: &mut String, bundle: &Bundle) {
    if bundle.routes.is_empty() {
        return;
    }
    out.push_str("## Routes\n");
    for route in &bundle.routes {
        let _ = write!(out, "- {} {}", line(&route.method), line(&route.path));
        if let Some(handler) = &route.handler {
            let _ = write!(out, " → {}", line(handler));
        }
        let _ = writeln!(out, " ({}:{})", line(&route.file_path), route.line);
    }
    out.push('\n');
}

/// What it is and where it sits.
fn title(out: &mut String, bundle: &Bundle, focus: &Focus) {
    let name = match (focus.r#type, &focus.ref_id) {
        (FocusType::Node, Some(id)) => Cow::Borrowed(id),
        // The one form of `a/../b`.
        (FocusType::Path, _) if focus.r#ref.contains("..") => {
            paths::normalise(&focus.r#ref).map_or(Cow::Borrowed(&focus.r#ref), Cow::Owned)
        }
        _ => Cow::Borrowed(&focus.r#ref),
    };
    let _ = writeln!(out, "# {} ({})", line(&name), line(&focus.kind));
    let summary = line(&focus.summary);
    if !summary.is_empty() {
        let _ = writeln!(out, "{summary}");
    }
    out.push('\n');
    let Some(id) = &focus.ref_id else { return };
    let before = out.len();
    if focus.r#type != FocusType::Node
        && let Some(node) = node(bundle, id)
    {
        let _ = write!(out, "- in: {} ({})", line(id), line(&node.kind));
        let says = line(&node.summary);
        let _ = if says.is_empty() { writeln!(out) } else { writeln!(out, ": {says}") };
    }
    // Of a symbol's part, where it stands is enough: what the part has to do with others is not what was asked.
    if focus.r#type == FocusType::Symbol {
        if out.len() > before {
            out.push('\n');
        }
        return;
    }
    let outgoing = grouped(bundle.graph.edges.iter().filter(|edge| edge.src == *id));
    let mut parts: Vec<&str> = Vec::new();
    let mut users: Vec<String> = Vec::new();
    for edge in bundle.graph.edges.iter().filter(|edge| edge.dst == *id) {
        if edge.kind == "part_of" {
            parts.push(&edge.src);
        } else {
            // Dependence is what "used by" says; any other kind says so itself.
            let plain = matches!(edge.kind.as_str(), "depends_on" | "uses");
            users.push(if plain {
                edge.src.clone()
            } else {
                format!("{} ({})", edge.src, words(&edge.kind))
            });
        }
    }
    for (kind, ids) in outgoing {
        let _ = writeln!(out, "- {}: {}", words(kind), some(&ids));
    }
    if !parts.is_empty() {
        let _ = writeln!(out, "- parts: {}", some(&parts));
    }
    if !users.is_empty() {
        users.dedup();
        let _ = writeln!(out, "- used by: {}", some(&users));
    }
    if out.len() > before {
        out.push('\n');
    }
}

fn node<'a>(bundle: &'a Bundle, id: &str) -> Option<&'a Node> {
    bundle.graph.nodes.iter().find(|node| node.ref_id == id)
}

/// Where edges lead, by kind, most telling kind first.
fn grouped<'a>(edges: impl Iterator<Item = &'a Edge>) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut by_kind: Vec<(&str, Vec<&str>)> = Vec::new();
    for edge in edges {
        match by_kind.iter_mut().find(|(kind, _)| *kind == edge.kind) {
            Some((_, ids)) => ids.push(&edge.dst),
            None => by_kind.push((&edge.kind, vec![&edge.dst])),
        }
    }
    by_kind.compact_sort_by_key(|(kind, _)| beadloom_model::kinds::edge_rank(kind));
    by_kind
}

/// The first names of a list; a hub's full list stands in the graph.
fn some<T: AsRef<str>>(names: &[T]) -> String {
    first(names, 12)
}

fn first<T: AsRef<str>>(names: &[T], most: usize) -> String {
    let shown: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
    let more = names.len() - shown.len();
    let shown = line(&shown.join(", "));
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// `part_of` as people write it.
fn words(kind: &str) -> String {
    line(&kind.replace('_', " "))
}

/// What crosses to and from the neighbours, then the other nodes with what the focus' own lines do not say of them.
fn around(out: &mut String, bundle: &Bundle) {
    let is_focus = |id: &str| bundle.focuses.iter().any(|focus| focus.ref_id.as_deref() == Some(id));
    let crosses = |id: &str| bundle.crossings.iter().any(|crossing| crossing.ref_id == id);
    let others: Vec<&Node> =
        bundle.graph.nodes.iter().filter(|node| !is_focus(&node.ref_id) && !crosses(&node.ref_id)).collect();
    let is_symbol = bundle.focus.r#type == FocusType::Symbol;
    if (others.is_empty() || is_symbol && bundle.derived) && bundle.crossings.is_empty() {
        return;
    }
    out.push_str("## Around it\n");
    for Crossing { ref_id, uses, .. } in bundle.crossings.iter().filter(|crossing| !crossing.uses.is_empty())
    {
        let _ = writeln!(out, "- uses {}: {}", line(ref_id), some(uses));
    }
    for Crossing { ref_id, used, .. } in bundle.crossings.iter().filter(|crossing| !crossing.used.is_empty())
    {
        let _ = writeln!(out, "- used by {}: {}", line(ref_id), some(used));
    }
    // What drafted nodes say of themselves is how many files they have.
    if bundle.derived && is_area(bundle) {
        let names: Vec<&str> = others.iter().map(|node| node.ref_id.as_str()).collect();
        if !names.is_empty() && !is_symbol {
            let _ = writeln!(out, "- also: {}", some(&names));
        }
        out.push('\n');
        return;
    }
    for node in others {
        let _ = write!(out, "- {} ({})", line(&node.ref_id), line(&node.kind));
        let summary = line(&node.summary);
        if !summary.is_empty() {
            let _ = write!(out, ": {summary}");
        }
        let edges = bundle.graph.edges.iter();
        let by_kind = grouped(edges.filter(|edge| edge.src == node.ref_id && !is_focus(&edge.dst)));
        for (kind, ids) in by_kind {
            // Of a neighbour, enough to see where it stands.
            let _ = write!(out, "; {} {}", words(kind), first(&ids, 4));
        }
        out.push('\n');
    }
    out.push('\n');
}

pub(crate) fn documents(out: &mut String, bundle: &Bundle) {
    if bundle.text_chunks.is_empty() {
        return;
    }
    out.push_str("## Documents\n");
    for chunk in &bundle.text_chunks {
        let _ = write!(out, "### {}:{}", line(&chunk.doc_path), chunk.line_start);
        let heading = line(&chunk.heading);
        if !heading.is_empty() {
            let _ = write!(out, " {heading}");
        }
        let section = if chunk.section == Section::Other { "" } else { chunk.section.as_str() };
        let says: Vec<String> =
            [line(&chunk.ref_id), section.to_owned()].into_iter().filter(|one| !one.is_empty()).collect();
        let _ = if says.is_empty() { writeln!(out) } else { writeln!(out, " [{}]", says.join(", ")) };
        let _ = writeln!(out, "{}\n", closed_fences(block(&chunk.content).trim_end()));
    }
}

/// What commits of a ticket did, newest first.
fn commits(out: &mut String, bundle: &Bundle) {
    if bundle.commits.is_empty() {
        return;
    }
    out.push_str("## Commits\n");
    for commit in &bundle.commits {
        let id: String = commit.id.chars().take(10).collect();
        let _ = write!(out, "- {} {}", line(&id), line(&commit.subject));
        let _ = match commit.files.as_slice() {
            [] if commit.files_count == 0 => writeln!(out),
            [] => writeln!(out, " ({})", counted(commit.files_count, "file", "files")),
            files => writeln!(out, ": {}", some(files)),
        };
    }
    out.push('\n');
}

/// Sources, with their place above them.
fn bodies(out: &mut String, bundle: &Bundle) {
    for piece in bundle.code.iter().flatten() {
        let _ = write!(out, "### {}:{}-{}", line(&piece.path), piece.line_start, piece.line_end);
        if let Some(symbol) = &piece.symbol {
            let _ = write!(out, " {}", line(symbol));
        }
        let content = block(&piece.content);
        let fence = fence(&content);
        let language = LanguageId::of_path(&piece.path).map_or("", LanguageId::as_str);
        let _ = writeln!(out, "\n{fence}{language}\n{content}\n{fence}\n");
    }
}

/// Symbols: what the reference and its nodes define, then what calls or uses that, and what it calls or uses.
fn symbols(out: &mut String, bundle: &Bundle) {
    let is_called = matches!(bundle.focus.kind.as_str(), "function" | "method" | "route");
    let (from, to) = if is_called { ("Called by", "Calls") } else { ("Used by", "Uses") };
    for (heading, reasons) in [
        ("Code", &[None, Some(Reason::Touched)][..]),
        ("Subtypes", &[Some(Reason::Subtype)]),
        ("Types in its signature", &[Some(Reason::Type)]),
        (from, &[Some(Reason::Caller)]),
        (to, &[Some(Reason::Callee)]),
    ] {
        // What is shown whole needs no line of its own.
        let is_shown = |symbol: &&BundleSymbol| {
            let Symbol { file_path, line_start, line_end, .. } = &symbol.symbol;
            bundle.code.iter().flatten().any(|piece| {
                piece.path == *file_path && piece.line_start <= *line_start && *line_end <= piece.line_end
            })
        };
        let of_part = bundle.code_symbols.iter().filter(|symbol| {
            reasons.contains(&symbol.reason) && (symbol.reason.is_some() || !is_shown(symbol))
        });
        by_file(out, heading, of_part);
    }
}

/// Symbols by file, in the order in which files first appear.
pub(crate) fn by_file<'a>(out: &mut String, heading: &str, symbols: impl Iterator<Item = &'a BundleSymbol>) {
    let mut files: Vec<(&str, Vec<&BundleSymbol>)> = Vec::new();
    for symbol in symbols {
        match files.iter_mut().find(|(path, _)| *path == symbol.symbol.file_path) {
            Some((_, symbols)) => symbols.push(symbol),
            None => files.push((&symbol.symbol.file_path, vec![symbol])),
        }
    }
    if files.is_empty() {
        return;
    }
    let _ = writeln!(out, "## {heading}");
    for (path, mut symbols) in files {
        let _ = writeln!(out, "{}", line(path));
        symbols.compact_sort_by_key(|symbol| symbol.symbol.line_start);
        for BundleSymbol { symbol, reason, lines, text, candidates } in symbols {
            let (like, text) = if *reason == Some(Reason::Similar) { (text, &None) } else { (&None, text) };
            let _ = write!(out, "- {}", symbol.line_start);
            if symbol.line_end > symbol.line_start {
                let _ = write!(out, "-{}", symbol.line_end);
            }
            let signature = cut_at_word(&line(&symbol.signature), MAX_SIGNATURE);
            // A signature names the symbol, but not what encloses it. Where the calling line is shown, the name is enough.
            let is_named =
                symbol.qualified_name == symbol.symbol_name && signature.contains(&symbol.symbol_name);
            if text.is_some() {
                let _ = write!(out, " {}", line(&symbol.qualified_name));
            } else {
                let _ = if is_named {
                    write!(out, " {signature}")
                } else {
                    write!(out, " {}: {signature}", line(&symbol.qualified_name))
                };
                let summary = symbol.summary.as_deref().map(line).filter(|summary| !summary.is_empty());
                if let Some(summary) = summary {
                    let _ = write!(out, " — {}", cut_at_word(&summary, MAX_SUMMARY));
                }
            }
            if !lines.is_empty() {
                let _ = match text {
                    Some(text) => write!(out, " (line {}: {})", numbers(lines), line(text)),
                    None => write!(out, " (line {})", numbers(lines)),
                };
            }
            if let Some(like) = like {
                let _ = write!(out, " (like {})", line(like));
            }
            if !candidates.is_empty() {
                let _ = write!(out, " (may mean: {})", line(&candidates.join("; ")));
            }
            out.push('\n');
        }
    }
    out.push('\n');
}

pub(crate) fn list(out: &mut String, title: &str, paths: &[String]) {
    if paths.is_empty() {
        return;
    }
    let _ = writeln!(out, "## {title}");
    for path in paths {
        let _ = writeln!(out, "- {}", line(path));
    }
    out.push('\n');
}

/// One line on what is missing here and exists.
pub(crate) fn left_out(out: &mut String, bundle: &Bundle) {
    let counts = [
        (bundle.omitted.nodes + bundle.limited.nodes, "node", "nodes"),
        (bundle.omitted.other_files, "file", "files"),
        (bundle.omitted.crossings, "neighbour", "neighbours"),
        (bundle.omitted.file_uses, "file that uses it or that it uses", "files that use it or that it uses"),
        (bundle.omitted.text_chunks + bundle.limited.text_chunks, "section", "sections"),
        (bundle.omitted.code_symbols + bundle.limited.code_symbols, "symbol", "symbols"),
        (bundle.omitted.code, "piece of code", "pieces of code"),
        (bundle.omitted.constraints, "rule", "rules"),
        (bundle.omitted.routes, "route", "routes"),
        (bundle.omitted.tests, "test", "tests"),
        (bundle.omitted.stale_docs, "stale document", "stale documents"),
        (bundle.omitted.links, "link", "links"),
        (bundle.omitted.memories, "memory", "memories"),
    ];
    let parts: Vec<String> = counts
        .iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }))
        .collect();
    if !parts.is_empty() {
        let _ = writeln!(out, "Not shown: {}.", parts.join(", "));
    }
}
