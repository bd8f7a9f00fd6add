//! `use`, `mod`, `extern crate`.

use std::collections::HashSet;

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use super::File;
use super::file::Inline;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// One `use` declaration names at most this many things.
const USE_LEAVES: usize = 10_000;

impl File<'_> {
    /// Inline modules, and enums whose variants may be imported, right below a node.
    pub(super) fn path_heads(&self, node: Node<'_>, outline: &Outline<'_>) -> HashSet<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let is_head = |of: &Node<'_>| {
            kinds.enum_item.is(*of) || (kinds.mod_item.is(*of) && fields.body.of(*of).is_some())
        };
        let heads = named_children(node).filter(is_head);
        heads.filter_map(|of| outline.name(fields.name.of(of))).map(str::to_owned).collect()
    }

    pub(super) fn module(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (from, attributes) = self.take_attributes(outline);
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        self.modules.retain(|around| around.end > node.start_byte());
        let Some(body) = fields.body.of(node) else {
            let mut specifier: String =
                self.modules.iter().flat_map(|around| [around.name.as_str(), "::"]).collect();
            specifier.push_str(name);
            outline.import(
                &specifier,
                attributes.path.into_iter().collect(),
                ImportKind::Module,
                node.start_byte(),
            );
            return;
        };
        // More modules than this in each other are nobody's project.
        if self.modules.len() < 64 {
            let inside = self.path_heads(body, outline);
            self.modules.push(Inline { name: name.to_owned(), end: node.end_byte(), inside });
        }
        let definition = Definition::new(name, SymbolKind::Module, "mod", node)
            .body(Some(body))
            .outer(from)
            .visible(self.is_public(node, outline))
            .opens(Container::Module);
        outline.define(definition);
    }

    pub(super) fn extern_crate(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        self.take_attributes(outline);
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let kind = self.kind_of_use(node, outline);
        let local = outline.name(fields.alias.of(node)).map(|local| (local.to_owned(), String::new()));
        outline.import_as(name, Vec::new(), local.into_iter().collect(), kind, node.start_byte());
    }

    fn kind_of_use(&self, node: Node<'_>, outline: &Outline<'_>) -> ImportKind {
        // `pub(crate) use` passes names on, if only within the crate.
        let says = self
            .rules
            .kinds
            .visibility_modifier
            .child(node)
            .is_some_and(|of| outline.text(of).starts_with("pub"));
        if says { ImportKind::ReExport } else { ImportKind::Import }
    }

    /// Each leaf of the tree is an import of its own. A list of what is still to do stands in for recursion.
    pub(super) fn use_declaration(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        self.take_attributes(outline);
        let Some(argument) = fields.argument.of(node) else { return };
        let kind = self.kind_of_use(node, outline);
        self.modules.retain(|around| around.end > node.start_byte());
        // `::name` is a crate.
        let of_crates = outline.text(argument).starts_with("::");
        let mut open = vec![(argument, String::new(), None)];
        let mut leaves = 0;
        while let Some((part, prefix, alias)) = open.pop() {
            leaves += 1;
            if leaves > USE_LEAVES || prefix.len() > 1024 {
                outline.limited = true;
                return;
            }
            if kinds.use_list.is(part) {
                let from = open.len();
                open.extend(named_children(part).map(|child| (child, prefix.clone(), None)).take(USE_LEAVES));
                if let Some(added) = open.get_mut(from..) {
                    added.reverse();
                }
            } else if kinds.scoped_use_list.is(part) {
                let path = fields.path.of(part).map_or_else(String::new, |path| self.path(path, outline));
                let Some(list) = fields.list.of(part) else { continue };
                open.push((list, join(&prefix, &path), None));
            } else if kinds.use_as_clause.is(part) {
                if let Some(path) = fields.path.of(part) {
                    open.push((path, prefix, outline.name(fields.alias.of(part))));
                }
            } else {
                let path = self.path(part, outline);
                let path = if path == "self" && !prefix.is_empty() { prefix } else { join(&prefix, &path) };
                self.use_leaf(&path, of_crates, alias, kind, node, outline);
            }
        }
    }

    /// One leaf of a `use` tree. What stays in the file is written with `self` in front: a path that begins with an
    /// inline module or an enum beside it, or with a `super` that only leaves an inline module.
    fn use_leaf(
        &mut self,
        path: &str,
        of_crates: bool,
        alias: Option<&str>,
        kind: ImportKind,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let name = path.rsplit("::").next().unwrap_or(path).to_owned();
        let aliases: Vec<_> = alias
            .filter(|alias| *alias != name)
            .map(|alias| (alias.to_owned(), name.clone()))
            .into_iter()
            .collect();
        let path = path.trim_start_matches("::");
        self.web_use(path, alias.unwrap_or(&name));
        let mut rest = path;
        let mut left = 0;
        while left < self.modules.len()
            && let Some(outer) = rest.strip_prefix("super::")
        {
            rest = outer;
            left += 1;
        }
        let stays = match left {
            0 => {
                let inside = self.modules.last().map_or(&self.inside, |around| &around.inside);
                !of_crates && path.split("::").next().is_some_and(|head| inside.contains(head))
            }
            _ => !rest.starts_with("super::"),
        };
        let specifier = if stays { format!("self::{rest}") } else { rest.to_owned() };
        outline.import_as(&specifier, vec![name], aliases, kind, node.start_byte());
    }

    /// A path as written, without white space and comments.
    fn path(&self, node: Node<'_>, outline: &Outline<'_>) -> String {
        let text = outline.text(node);
        if text.contains("/*") || text.contains("//") {
            return text
                .lines()
                .filter_map(|line| line.split("//").next())
                .flat_map(str::split_whitespace)
                .collect();
        }
        text.split_whitespace().collect()
    }
}

fn join(prefix: &str, path: &str) -> String {
    let path = path.trim_start_matches("::");
    match (prefix.is_empty(), path.is_empty()) {
        (true, _) => path.to_owned(),
        (_, true) => prefix.to_owned(),
        _ => format!("{prefix}::{path}"),
    }
}
