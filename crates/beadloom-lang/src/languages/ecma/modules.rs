//! `import` and `export`.

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use super::literal::literal;
use super::names::Names;
use super::{File, Wrapper};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::{has_word, named_children};

/// Names of one list of exports that are looked at.
const MAX_LISTED_ITEMS: usize = 2000;

impl File<'_> {
    pub(super) fn import<'t>(&mut self, node: Node<'_>, outline: &mut Outline<'t>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let required = kinds.import_require_clause.child(node);
        let source = fields.source.of(node).or_else(|| fields.source.of(required?));
        let Some(specifier) = source.and_then(|source| literal(source, outline)) else { return };
        let mut all = Names::default();
        let mut locals: Vec<&'t str> = Vec::new();
        let mut only_types = required.is_none();
        let clause = kinds.import_clause.child(node);
        if let Some(required) = required {
            all.add("*", outline.name(required.named_child(0)));
        }
        for part in clause.into_iter().flat_map(named_children) {
            if kinds.identifier.is(part) {
                all.add("default", outline.name(Some(part)));
                locals.extend(outline.name(Some(part)));
                only_types = false;
            } else if kinds.named_imports.is(part) {
                for specifier in named_children(part).filter(|child| kinds.import_specifier.is(*child)) {
                    let name = fields.name.of(specifier);
                    let Some(theirs) = self.member_name(name, outline) else { continue };
                    all.add(&theirs, outline.name(fields.alias.of(specifier)));
                    locals.extend(outline.name(fields.alias.of(specifier).or(name)));
                    only_types &= name.is_some_and(|name| says_type(specifier, name, outline));
                }
            } else if kinds.namespace_import.is(part) {
                all.add("*", outline.name(part.named_child(0)));
                locals.extend(outline.name(part.named_child(0)));
                only_types = false;
            }
        }
        let types = clause.is_some_and(|clause| says_type(node, clause, outline))
            || (only_types && !all.names.is_empty());
        let kind = if types { ImportKind::Type } else { ImportKind::Import };
        self.routes.import(specifier, &all);
        if outline.component.is_some() {
            outline.imported.append(&mut locals);
        }
        outline.import_as(specifier, all.names, all.aliases, kind, node.start_byte());
    }

    pub(super) fn export(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let clause = kinds.export_clause.child(node);
        if let Some(source) = fields.source.of(node) {
            if let Some(specifier) = literal(source, outline) {
                let mut all = Names::default();
                match (clause, kinds.namespace_export.child(node)) {
                    (Some(clause), _) => {
                        self.passed_on(clause, outline);
                        for (theirs, ours) in self.listed(clause, outline) {
                            self.answer(&ours, &theirs, node, None, outline);
                            all.add(&theirs, Some(&ours));
                        }
                    }
                    (None, Some(name)) => {
                        all.add("*", self.member_name(name.named_child(0), outline).as_deref());
                    }
                    (None, None) => all.add("*", None),
                }
                let kind = ImportKind::ReExport;
                outline.import_as(specifier, all.names, all.aliases, kind, node.start_byte());
            }
            return;
        }
        if let Some(clause) = clause {
            self.passed_on(clause, outline);
            for (local, exported) in self.listed(clause, outline) {
                self.answer(&exported, &local, node, None, outline);
                outline.export_as(&exported, &local);
            }
            return;
        }
        let start = self.after_decorators(node);
        if let Some(declaration) = fields.declaration.of(node) {
            let is_default = has_word(node, "default");
            if is_default && let Some(name) = outline.name(fields.name.of(declaration)) {
                outline.export_as("default", name);
            }
            self.answer_declared(declaration, is_default, outline);
            self.wrapper = Some(Wrapper {
                inner: declaration.id(),
                outer: node.start_byte(),
                start,
                exported: true,
                levels: 1,
            });
        } else if let Some(value) = fields.value.of(node).or_else(|| node.named_child(0))
            // `export as namespace X` names no value.
            && !has_word(node, "as")
        {
            self.export_whole(node, start, value, outline);
        }
    }

    /// The names of `export { a, b as c }`: what is imported is used by being passed on.
    fn passed_on(&self, clause: Node<'_>, outline: &mut Outline<'_>) {
        for specifier in named_children(clause).take(MAX_LISTED_ITEMS) {
            let name = self.rules.fields.name.of(specifier);
            if let Some(name) = name.filter(|name| outline.text(*name) != "default") {
                outline.value_to(outline.text(name), Before::Nothing, name.start_byte());
            }
        }
    }

    /// What a module is as a whole: `export default …`, `export = …`, `module.exports = …`. The value is a child of
    /// the node.
    pub(super) fn export_whole(
        &mut self,
        node: Node<'_>,
        start: usize,
        given: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let value = self.bare(given);
        let name = if kinds.identifier.is(value) { Some(value) } else { fields.name.of(value) };
        let handler = outline.name(name).unwrap_or("default");
        self.answer("default", handler, node, Some(value.id()), outline);
        if kinds.identifier.is(value) {
            outline.export_as("default", outline.text(value));
        } else if self.is_function(value) || kinds.class.is(value) {
            let name = outline.name(fields.name.of(value)).unwrap_or("default");
            if name != "default" {
                outline.export_as("default", name);
            }
            let mut definition = Definition::new(name, SymbolKind::Function, "function", node);
            definition.start = start;
            self.await_value(value, definition, outline);
        } else if outline.component.is_some() {
            let found = self.literal_of(given);
            if found.is_some() {
                outline.open_part(outline.component, value.end_byte(), Container::Type);
            }
            self.open_exports(found, outline);
        } else if kinds.object.is(value) && kinds.assignment_expression.is(node) {
            self.export_entries(value, outline);
            self.open_exports(self.literal_of(given), outline);
        } else if kinds.object.is(value) || kinds.call_expression.is(value) || kinds.new_expression.is(value)
        {
            let literal = self.literal_of(given);
            let mut definition = Definition::new("default", SymbolKind::Constant, "default", node);
            definition.start = start;
            definition.opens = Some(if literal.is_some() { Container::Type } else { Container::Module });
            outline.define(definition.value(Some(given)));
            self.open_literal(literal, 0, outline);
        }
    }

    /// The entries of an export list: as the source calls them, and as they are exported.
    fn listed(&self, clause: Node<'_>, outline: &Outline<'_>) -> Vec<(String, String)> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        named_children(clause)
            .filter(|child| kinds.export_specifier.is(*child))
            .filter_map(|specifier| {
                let name = self.member_name(fields.name.of(specifier), outline)?;
                let exported = self.member_name(fields.alias.of(specifier), outline);
                Some((name.clone(), exported.unwrap_or(name)))
            })
            .collect()
    }

    fn after_decorators(&self, node: Node<'_>) -> usize {
        let kinds = &self.rules.kinds;
        named_children(node)
            .take_while(|child| kinds.decorator.is(*child))
            .last()
            .map_or(node.start_byte(), |last| last.end_byte())
    }

    /// `declare …`
    pub(super) fn ambient(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let around = self.wrapper_of(node);
        let Some(inner) = named_children(node).last() else { return };
        self.wrapper = Some(Wrapper {
            inner: inner.id(),
            outer: around.map_or(node.start_byte(), |around| around.outer),
            start: around.map_or(node.start_byte(), |around| around.start),
            exported: around.is_some_and(|around| around.exported),
            levels: 1 + around.map_or(0, |around| around.levels),
        });
        if kinds.internal_module.is(inner) || kinds.module.is(inner) {
            self.ambient = node.byte_range();
        } else if kinds.statement_block.is(inner) {
            // `declare global { … }`
            self.ambient = node.byte_range();
            let definition = Definition::new("global", SymbolKind::Module, "global", node);
            outline.define(definition.body(Some(inner)).opens(Container::Module));
        }
    }
}

/// Whether `type` stands between the beginning of a node and a part of it.
fn says_type(node: Node<'_>, part: Node<'_>, outline: &Outline<'_>) -> bool {
    let between = outline.text.get(node.start_byte()..part.start_byte()).unwrap_or("");
    between.split_whitespace().any(|word| word == "type")
}
