//! The module's header and its imports.

use std::collections::HashSet;

use beadloom_model::ImportKind;
use tree_sitter::Node;

use super::File;
use crate::definition::ExportRule;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::{has_word, named_children};

impl File<'_> {
    /// Before the first definition.
    pub(super) fn program(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        self.exports.main = true;
        if let Some(first) = node.child(0) {
            if self.rules.kinds.haddock.is(first) && first.start_byte() > node.start_byte() {
                // Where a header follows, the grammar lets the first comment begin behind its mark.
                outline.skip(node.start_byte(), first.start_byte());
            }
            if !named_children(node).take(200).any(|child| child.kind() == "header") {
                // A file without a header is a program, of which only `main` can be seen.
                self.exports.listed = true;
                outline.export_rule = ExportRule::Only;
                outline.export("main");
            }
        }
    }

    /// `module Billing.Ledger (Ledger (..), post, module Billing.Money) where`
    pub(super) fn header(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        self.quiet = node.end_byte();
        self.describe(outline);
        let module = fields.module.of(node).map_or("", |module| outline.text(module));
        self.exports.main = module == "Main";
        let Some(list) = fields.exports.of(node) else { return };
        self.exports.listed = true;
        outline.export_rule = ExportRule::Only;
        for item in named_children(list) {
            if kinds.module_export.is(item) {
                let Some(name) = outline.name(fields.module.of(item)) else { continue };
                if name == module {
                    // A module that passes itself on exports all that is its own.
                    outline.export_rule = ExportRule::Also;
                    self.exports.listed = false;
                }
                self.exports.modules.insert(name.to_owned());
            } else if kinds.export.is(item) {
                let name = fields.r#type.of(item).or_else(|| fields.variable.of(item));
                let name = name.or_else(|| fields.operator.of(item));
                if let Some(name) = name {
                    outline.value_to(bare(outline.text(name)), Before::Nothing, name.start_byte());
                }
                let Some(name) = outline.name(name) else { continue };
                // Qualified names are those of imports.
                let name = bare(name);
                outline.export(name);
                let members = self.members(item, outline);
                self.exports.types.insert(name.to_owned(), members);
            }
        }
    }

    /// What `T (…)` lists: `None` for everything, empty where there is no list.
    fn members(&self, item: Node<'_>, outline: &Outline<'_>) -> Option<Vec<String>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(list) = fields.children.of(item) else { return Some(Vec::new()) };
        let mut members = Vec::new();
        for member in named_children(list) {
            if kinds.all_names.is(member) {
                return None;
            }
            members.extend(outline.name(Some(member)).map(|name| bare(name).to_owned()));
        }
        Some(members)
    }

    /// The comment above the header, whose fields (`Module`, `Copyright`, `License` …) are no description.
    fn describe(&self, outline: &mut Outline<'_>) {
        const FIELDS: usize = 30;
        let Some(comment) = outline.comments.list.last().copied() else { return };
        let text = outline.comment_text(&comment);
        let mut at = comment.start;
        let mut fields_end = None;
        for line in text.split_inclusive('\n').take(FIELDS) {
            let content =
                line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '{' | '|'));
            if let Some((field, value)) = content.split_once(':').map(|(field, value)| (field.trim(), value))
                && !field.is_empty()
                && field.chars().all(char::is_alphabetic)
                && field.starts_with(char::is_uppercase)
            {
                if field == "Description" && !value.trim().is_empty() {
                    let start = at + (line.len() - value.len());
                    outline.docstring = Some(start..start + value.trim_end().len());
                    return;
                }
                if matches!(
                    field,
                    "Module" | "Copyright" | "License" | "Maintainer" | "Stability" | "Portability"
                ) {
                    fields_end = Some(at + line.len());
                }
            }
            at += line.len();
        }
        // Only in a block is what follows free of marks.
        if let Some(start) = fields_end
            && let Some(length) =
                outline.text.get(start..comment.end).map(|rest| rest.trim_end_matches("-}").len())
            && !text.starts_with("--")
        {
            outline.docstring = Some(start..start + length);
        }
    }

    pub(super) fn import(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(module) = fields.module.of(node) else { return };
        let specifier: String = outline.text(module).split_whitespace().collect();
        let alias = fields.alias.of(node).map(|alias| outline.text(alias));
        let qualified = has_word(node, "qualified");
        let list = fields.names.of(node).filter(|_| !has_word(node, "hiding"));
        let names = match list {
            // What is listed can only be reached through the module's name.
            _ if qualified => Vec::new(),
            None => vec!["*".to_owned()],
            Some(list) => {
                let mut names = Vec::new();
                for item in named_children(list).filter(|item| kinds.import_name.is(*item)) {
                    let name = fields.r#type.of(item).or_else(|| fields.variable.of(item));
                    let name = name.or_else(|| fields.operator.of(item));
                    let Some(name) = outline.name(name) else { continue };
                    names.push(bare(name).to_owned());
                    match self.members(item, outline) {
                        // Constructors and methods come with their type.
                        None => names.push(format!("{}.*", bare(name))),
                        Some(members) => names.extend(members),
                    }
                }
                // A type and its constructor often have one name.
                let mut seen = HashSet::new();
                names.retain(|name| seen.insert(name.clone()));
                names
            }
        };
        let passed_on = self.exports.modules.contains(&specifier)
            || alias.is_some_and(|alias| self.exports.modules.contains(alias));
        let kind = if passed_on && !qualified { ImportKind::ReExport } else { ImportKind::Import };
        let local = alias.unwrap_or(&specifier).to_owned();
        let aliases = vec![(local, String::new())];
        outline.import_as(&specifier, names, aliases, kind, node.start_byte());
    }
}

/// A name without the parentheses around operators and without the module in front.
pub(super) fn bare(name: &str) -> &str {
    let name = match name.strip_prefix('(').and_then(|name| name.strip_suffix(')')) {
        Some(operator) => return operator.trim(),
        None => name,
    };
    match name.rsplit_once('.') {
        Some((module, last)) if !last.is_empty() && module.starts_with(char::is_uppercase) => last,
        _ => name,
    }
}
