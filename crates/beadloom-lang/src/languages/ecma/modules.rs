//! `import`, `export`, `require` and `import()`.

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use super::{File, Wrapper};
use crate::outline::{Definition, Outline, unquote};
use crate::vocabulary::named_children;

impl File<'_> {
    pub(super) fn import(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let required = kinds.import_require_clause.child(node);
        let source = fields.source.of(node).or_else(|| fields.source.of(required?));
        let Some(specifier) = source.and_then(|source| literal(source, outline)) else { return };
        if required.is_some() {
            outline.import(specifier, vec!["*".to_owned()], ImportKind::Import, node.start_byte());
            return;
        }
        let mut names = Vec::new();
        let mut only_types = true;
        let clause = kinds.import_clause.child(node);
        for part in clause.into_iter().flat_map(named_children) {
            if kinds.identifier.is(part) {
                names.push("default".to_owned());
                only_types = false;
            } else if kinds.named_imports.is(part) {
                for specifier in named_children(part).filter(|child| kinds.import_specifier.is(*child)) {
                    let name = fields.name.of(specifier);
                    names.extend(self.member_name(name, outline));
                    only_types &= name.is_some_and(|name| says_type(specifier, name, outline));
                }
            } else {
                names.push("*".to_owned());
                only_types = false;
            }
        }
        let types = clause.is_some_and(|clause| says_type(node, clause, outline))
            || (only_types && !names.is_empty());
        let kind = if types { ImportKind::Type } else { ImportKind::Import };
        outline.import(specifier, names, kind, node.start_byte());
    }

    pub(super) fn export(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if let Some(source) = fields.source.of(node) {
            if let Some(specifier) = literal(source, outline) {
                let names = match kinds.export_clause.child(node) {
                    Some(clause) => self.clause_names(clause, outline),
                    None => vec!["*".to_owned()],
                };
                outline.import(specifier, names, ImportKind::ReExport, node.start_byte());
            }
            return;
        }
        if let Some(clause) = kinds.export_clause.child(node) {
            for name in self.clause_names(clause, outline) {
                outline.export(&name);
            }
            return;
        }
        let start = self.after_decorators(node);
        if let Some(declaration) = fields.declaration.of(node) {
            self.wrapper = Some(Wrapper {
                inner: declaration.id(),
                outer: node.start_byte(),
                start,
                exported: true,
                levels: 1,
            });
        } else if let Some(value) =
            fields.value.of(node).or_else(|| node.named_child(0)).map(|value| self.bare(value))
        {
            if kinds.identifier.is(value) {
                outline.export(outline.text(value));
            } else if self.is_function(value) || kinds.class.is(value) {
                let name = outline.name(fields.name.of(value)).unwrap_or("default");
                let mut definition = Definition::new(name, SymbolKind::Function, "function", node);
                definition.start = start;
                self.await_value(value, definition, outline);
            }
        }
    }

    /// The names of an export list as this file calls them.
    fn clause_names(&self, clause: Node<'_>, outline: &Outline<'_>) -> Vec<String> {
        let fields = &self.rules.fields;
        named_children(clause)
            .filter_map(|specifier| self.member_name(fields.name.of(specifier), outline))
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
    pub(super) fn ambient(&mut self, node: Node<'_>) {
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
        }
    }

    /// `require("m")` and `import("m")` wherever they stand.
    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(function) = node.child(0) else { return };
        if kinds.import.is(function) {
            if let Some(specifier) = self.first_argument(node, outline) {
                outline.import(specifier, vec!["*".to_owned()], ImportKind::Dynamic, node.start_byte());
            }
        } else if kinds.identifier.is(function)
            && self.required != Some(node.id())
            && let Some(specifier) = self.required_module(node, outline)
        {
            outline.import(specifier, Vec::new(), ImportKind::Import, node.start_byte());
        }
    }

    /// The literal that `require` is called with.
    pub(super) fn required_module<'t>(&self, call: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        let function = call
            .child(0)
            .filter(|function| kinds.call_expression.is(call) && kinds.identifier.is(*function))?;
        if outline.text(function) == "require" { self.first_argument(call, outline) } else { None }
    }

    fn first_argument<'t>(&self, call: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        literal(named_children(self.rules.fields.arguments.of(call)?).next()?, outline)
    }
}

/// Whether `type` stands between the beginning of a node and a part of it.
fn says_type(node: Node<'_>, part: Node<'_>, outline: &Outline<'_>) -> bool {
    let between = outline.text.get(node.start_byte()..part.start_byte()).unwrap_or("");
    between.split_whitespace().any(|word| word == "type")
}

/// A string's content, if it is a plain literal.
fn literal<'t>(node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
    unquote(outline.text(node)).filter(|content| !content.contains("${"))
}
