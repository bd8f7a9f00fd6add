//! Files that are one component each, with their scripts as parts in TypeScript or JavaScript.
//!
//! The component is a definition of its own: it has the file's name and spans the file. What runs for each instance
//! belongs to it; what stands in a script of the module stands beside it.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use beadloom_model::{GLOBAL_SCOPE, ImportKind, LanguageId, ReferenceKind, SymbolKind};
use tree_sitter::{Node, Tree};

use super::template::Expressions;
use crate::definition::{Container, Definition};
use crate::grammar::{Embedded, Grammar, Part};
use crate::layout::Style;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::{Kind, named_children};
use crate::walk::{Step, Steps, Visitor, Walked, steps, walk};

/// Scripts of one file that are read.
const SCRIPTS: usize = 8;
/// Tags of one file that are looked at.
const TAGS: usize = 20_000;
/// What a component is given is declared within the first statements, and at their beginning (bytes).
const STATEMENTS: usize = 2_000;
const MAX_HEAD_BYTES: usize = 200;

/// Scripts that run have one of these types, or one that ends in `script`.
const TYPES: &[&str] = &["", "module", "text/babel", "text/jsx", "text/ts", "text/tsx"];

/// What of the markup names something.
#[derive(Clone, Copy)]
enum Role {
    /// `<Card …>`
    Tag,
    /// `{{ text }}`
    Interpolation,
    /// `:title="text"`
    Directive,
    /// `{text}`
    Braces,
    /// `use:tooltip`
    Attribute,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("text", Step::Text),
    ("raw_text", Step::Text),
    ("svelte_raw_text", Step::Enter(Role::Braces)),
    ("interpolation", Step::Enter(Role::Interpolation)),
    ("directive_attribute", Step::Enter(Role::Directive)),
    ("attribute_name", Step::Enter(Role::Attribute)),
    ("start_tag", Step::Enter(Role::Tag)),
    ("self_closing_tag", Step::Enter(Role::Tag)),
];

/// The markup of such files.
struct Markup {
    comment: Kind,
    script: Kind,
    start_tag: Kind,
    raw_text: Kind,
    attribute: Kind,
    tag_name: Kind,
    steps: Steps<Role>,
    /// A script runs for each instance unless it says otherwise.
    instances: bool,
}

/// Rules for Vue: only `<script setup>` runs for each instance.
pub(crate) fn vue(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Markup::new(language, false))
}

/// Rules for Svelte: all scripts but the module's run for each instance.
pub(crate) fn svelte(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Markup::new(language, true))
}

/// What a script's start tag says.
#[derive(Default)]
struct Script<'t> {
    /// `ts`, `tsx`; empty for JavaScript.
    lang: &'t str,
    /// Another file that holds the script.
    src: Option<&'t str>,
    /// Data, templates: nothing that runs.
    foreign: bool,
    /// It runs once for the module.
    module: bool,
    /// It runs for each instance where others do not.
    setup: bool,
}

impl Markup {
    fn new(language: &tree_sitter::Language, instances: bool) -> Self {
        let kind = |name| Kind::new(language, name);
        Self {
            comment: kind("comment"),
            script: kind("script_element"),
            start_tag: kind("start_tag"),
            raw_text: kind("raw_text"),
            attribute: kind("attribute"),
            tag_name: kind("tag_name"),
            steps: steps(language, STEPS),
            instances,
        }
    }

    /// What stands at the top of the file; in a file with errors also what stands right in them.
    fn tops<'t>(&self, tree: &'t Tree) -> Vec<Node<'t>> {
        let mut tops = Vec::new();
        for child in named_children(tree.root_node()) {
            if child.is_error() {
                tops.extend(named_children(child));
            } else {
                tops.push(child);
            }
        }
        tops
    }

    fn script<'t>(&self, element: Node<'_>, text: &'t str) -> Script<'t> {
        let mut script = Script::default();
        let Some(tag) = self.start_tag.child(element) else { return script };
        for attribute in named_children(tag).filter(|child| self.attribute.is(*child)) {
            let Some(attribute) = text.get(attribute.byte_range()) else { continue };
            let (name, value) = attribute.split_once('=').unwrap_or((attribute, ""));
            let value = value.trim().trim_matches(['"', '\'']);
            match name.trim() {
                "lang" => script.lang = value,
                "src" => script.src = Some(value),
                "setup" => script.setup = true,
                "module" => script.module = true,
                "context" => script.module = value == "module",
                "type" => script.foreign = !(TYPES.contains(&value) || value.ends_with("script")),
                _ => {}
            }
        }
        script.foreign |=
            !matches!(script.lang, "" | "ts" | "typescript" | "tsx" | "js" | "javascript" | "jsx");
        script
    }

    /// The component itself. Its signature is the statement that says what it is given.
    fn define(
        &self,
        path: &str,
        tree: &Tree,
        parts: &[Part<'_>],
        outline: &mut Outline<'_>,
    ) -> Option<usize> {
        let first = self.tops(tree).into_iter().find(|top| !self.comment.is(*top))?;
        let mut definition = Definition::new(name_of(path), SymbolKind::Component, "component", first);
        definition.end = outline.text.trim_end().len().max(first.end_byte());
        let props = parts.iter().find_map(|part| props(part, outline.text));
        match props {
            Some(props) => {
                definition.skip.push(definition.start..props.start);
                definition.body = props.end;
            }
            None => {
                definition.lead = "component";
                definition.body = definition.start;
            }
        }
        definition.shown = definition.body;
        outline.define(definition)
    }

    /// The tags that name what the scripts import are calls by the component.
    fn report_tags(&self, tags: &Tags, number: Option<usize>, outline: &mut Outline<'_>) {
        let imported: BTreeSet<&str> = std::mem::take(&mut outline.imported).into_iter().collect();
        let text = outline.text;
        outline.open_part(number, text.len(), Container::Module);
        for tag in &tags.found {
            let Some(written) = text.get(tag.clone()) else { continue };
            let (head, last) = match written.rsplit_once('.') {
                Some((path, last)) => (path.split('.').next().unwrap_or(path), last),
                None => (written, written),
            };
            if imported.contains(head) {
                let before = match written.rsplit_once('.') {
                    Some((path, _)) => Before::Path(path),
                    None => Before::Nothing,
                };
                outline.reference_to(ReferenceKind::Call, last, before, tag.start);
            } else if let Some(name) = camel_case(head)
                && let Some(name) = imported.get(name.as_str())
            {
                outline.reference_to(ReferenceKind::Call, name, Before::Nothing, tag.start);
            } else if !self.instances && head == written && written.starts_with(char::is_uppercase) {
                // Vue knows components everywhere by their names that nothing in the file brings in.
                outline.reference_to(ReferenceKind::Call, written, Before::Scope(GLOBAL_SCOPE), tag.start);
            }
        }
        tags.expressions.report(&imported, outline);
    }
}

impl Grammar for Markup {
    fn embedded(&self, tree: &Tree, text: &str) -> Vec<Embedded> {
        let scripts = self.tops(tree).into_iter().filter(|top| self.script.is(*top)).take(SCRIPTS);
        scripts
            .filter_map(|element| {
                let (id, dialect) = match self.script(element, text) {
                    Script { foreign: true, .. } => return None,
                    Script { lang: "ts" | "typescript", .. } => (LanguageId::TypeScript, 0),
                    Script { lang: "tsx", .. } => (LanguageId::TypeScript, 1),
                    _ => (LanguageId::JavaScript, 0),
                };
                let range = self.raw_text.child(element)?.range();
                Some(Embedded { language: id, dialect, range })
            })
            .collect()
    }

    fn read(
        &self,
        path: &str,
        tree: &Tree,
        parts: &[Part<'_>],
        outline: &mut Outline<'_>,
        depth: usize,
        stop: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Walked {
        let number = self.define(path, tree, parts, outline);
        outline.component = number;
        outline.stores = self.instances;
        if number.is_some() {
            outline.export_as("default", name_of(path));
        }
        let mut walked = Walked { stopped: false, too_deep: false };
        let mut tags =
            Tags { tag_name: self.tag_name, found: Vec::new(), expressions: Expressions::default() };
        for top in self.tops(tree) {
            if walked.stopped || stop().is_break() {
                return Walked { stopped: true, ..walked };
            }
            let script = if self.script.is(top) { self.script(top, outline.text) } else { Script::default() };
            let range = top.byte_range();
            let part = parts.iter().find(|part| range.contains(&part.range.start));
            if let Some(module) = script.src.filter(|_| !script.foreign) {
                outline.import(module, vec!["default".to_owned()], ImportKind::ReExport, range.start);
            }
            let Some(part) = part else {
                walked.join(walk(top, &self.steps, &mut tags, outline, depth, stop));
                continue;
            };
            for piece in named_children(top) {
                if piece.byte_range() != part.range {
                    walked.join(walk(piece, &self.steps, &mut tags, outline, depth, stop));
                    continue;
                }
                outline.arrive(part.range.start);
                if number.is_some() && !script.module && (script.setup || self.instances) {
                    outline.open_part(number, part.range.end, Container::Module);
                    // The script stands one level below the component.
                    outline.depth = 1;
                }
                outline.values.clone_from(&part.values);
                walked.join(part.grammar.read(path, part.tree, &[], outline, depth, stop));
                outline.depth = 0;
                outline.arrive(part.range.end);
            }
        }
        self.report_tags(&tags, number, outline);
        walked
    }
}

/// Collects the tags that may be components, and the expressions.
struct Tags {
    tag_name: Kind,
    found: Vec<Range<usize>>,
    expressions: Expressions,
}

impl Visitor for Tags {
    type Role = Role;
    const STYLE: Style = Style::Markup;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Tag => {}
            Role::Interpolation => {
                let inner = named_children(node).map(|of| of.byte_range());
                inner.for_each(|range| self.expressions.add(range));
                return;
            }
            Role::Directive => return self.expressions.directive(node, outline.text),
            Role::Braces => {
                outline.running_text(node.start_byte(), node.end_byte());
                return self.expressions.braces(node, outline.text);
            }
            Role::Attribute => return self.expressions.attribute(node, outline.text),
        }
        if self.found.len() < TAGS
            && let Some(name) = self.tag_name.child(node)
        {
            // A grammar may take a dot for the beginning of an attribute.
            let tail = outline.text.get(name.end_byte()..).unwrap_or("");
            let more = tail.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.'))).unwrap_or(0);
            let range = name.start_byte()..name.end_byte() + if tail.starts_with('.') { more } else { 0 };
            let written = outline.text.get(range.clone()).unwrap_or("");
            if written.contains(|c: char| c.is_uppercase() || matches!(c, '-' | '.')) {
                self.found.push(range);
            }
        }
    }
}

/// The statement by which a script says what its component is given: `defineProps(…)`, `let {…} = $props()`, or
/// `export let …` as often as it is repeated.
fn props(part: &Part<'_>, text: &str) -> Option<Range<usize>> {
    let mut exported: Option<Range<usize>> = None;
    for statement in named_children(part.tree.root_node()).take(STATEMENTS) {
        let range = statement.byte_range();
        let all = text.get(range.clone())?;
        let head = all.get(..all.floor_char_boundary(MAX_HEAD_BYTES)).unwrap_or(all);
        let calls = |name: &str| {
            head.find(name).is_some_and(|at| {
                head.get(at + name.len()..).is_some_and(|rest| rest.trim_start().starts_with(['(', '<']))
            })
        };
        let declares = !head.starts_with("import") && (calls("defineProps") || calls("$props"));
        if declares {
            return Some(range);
        }
        if head.starts_with("export let ") {
            exported = Some(exported.map_or(range.start, |exported| exported.start)..range.end);
        } else if exported.is_some() && !statement.is_extra() {
            break;
        }
    }
    exported
}

/// What the path of a component says: its name.
pub(crate) fn place(path: &str) -> String {
    name_of(path).to_owned()
}

/// A component is called after its file, or after the folder whose index it is.
fn name_of(path: &str) -> &str {
    let mut parts = path.rsplit(['/', '\\']);
    let file = parts.next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    match parts.next() {
        Some(folder) if stem == "index" && !folder.is_empty() => folder,
        _ => stem,
    }
}

/// `my-card` as `MyCard`; `None` for a name without a hyphen.
fn camel_case(tag: &str) -> Option<String> {
    let mut name = String::with_capacity(tag.len());
    for word in tag.contains('-').then(|| tag.split('-'))? {
        let mut letters = word.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(letters.as_str());
    }
    Some(name)
}
