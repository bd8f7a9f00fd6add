//! Data types, synonyms, classes, instances.

use beadloom_model::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::File;
use super::modules::bare;
use crate::definition::{Container, Definition, Draft};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::{has_word, named_children};

/// Types are looked into this far for the name at their head.
const LEVELS: usize = 8;

/// Where the definition's head ends: its first `=` or `where`.
fn head_end(node: Node<'_>) -> usize {
    const MAX_CHILDREN: u32 = 12;
    (0..node.child_count().min(MAX_CHILDREN))
        .filter_map(|at| node.child(at))
        .find(|child| !child.is_named() && matches!(child.kind(), "=" | "where"))
        .map_or(node.end_byte(), |child| child.start_byte())
}

/// The data type whose body is around.
fn data_around<'o>(outline: &'o Outline<'_>) -> Option<&'o Draft> {
    outline.enclosing().filter(|around| matches!(around.definition.form, "data" | "newtype"))
}

impl File<'_> {
    /// The name that a declaration gives to something, operators included.
    fn declared<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let name = fields.name.of(node).or_else(|| fields.operator.of(kinds.infix.child(node)?))?;
        Some(self.inner(name))
    }

    fn headed(name: &str, kind: SymbolKind, form: &'static str, node: Node<'_>) -> Definition {
        let mut definition = Definition::new(name, kind, form, node).opens(Container::Type);
        definition.body = head_end(node);
        definition.shown = definition.body;
        definition
    }

    /// `data` and `newtype`. One constructor makes a record, several make alternatives.
    pub(super) fn data(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(name_node) = self.declared(node) else { return };
        self.named = name_node.start_byte();
        // An instance of a family is no new type.
        if has_word(node, "instance") {
            return;
        }
        let Some(name) = outline.name(Some(name_node)) else { return };
        let newtype = has_word(node, "newtype");
        let constructors = fields.constructors.of(node).map_or(0, |list| {
            named_children(list)
                .filter(|child| !kinds.comment.is(*child) && !kinds.haddock.is(*child))
                .take(2)
                .count()
        });
        let kind = if newtype || constructors == 1 { SymbolKind::Class } else { SymbolKind::Type };
        outline.define(Self::headed(name, kind, if newtype { "newtype" } else { "data" }, node));
    }

    /// `type`, families; without a form only what they name is noted.
    pub(super) fn alias(&mut self, form: &'static str, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name_node) = self.declared(node) else { return };
        self.named = name_node.start_byte();
        let Some(name) = outline.name(Some(name_node)).filter(|_| !form.is_empty()) else { return };
        let of = self.rules.fields.r#type.of(node).filter(|_| form == "type");
        let definition = match of {
            Some(of) => {
                Definition::new(name, SymbolKind::Type, form, node).value(Some(of)).opens(Container::Type)
            }
            None => Self::headed(name, SymbolKind::Type, form, node),
        };
        outline.define(definition);
    }

    pub(super) fn class(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name_node) = self.declared(node) else { return };
        self.named = name_node.start_byte();
        let Some(name) = outline.name(Some(name_node)) else { return };
        outline.define(Self::headed(name, SymbolKind::Interface, "class", node));
        // `class Eq a => Ord a`
        self.bases = self.rules.fields.context.of(node).map_or(0..0, |context| context.byte_range());
    }

    /// What is in an instance belongs to the type that it is for.
    pub(super) fn instance(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(class) = fields.name.of(node) else { return };
        let patterns = fields.patterns.of(node);
        let of = patterns.and_then(|patterns| patterns.named_child(0)).map(|of| self.type_head(of));
        let of: Option<String> = outline
            .name(of)
            .map(|of| bare(of).split_whitespace().collect())
            .filter(|of: &String| of.len() <= 60);
        outline.open(node, of.as_deref(), Container::Type);
        let class = if kinds.qualified.is(class) { fields.id.of(class) } else { Some(class) };
        let Some(class) = class else { return };
        self.named = class.start_byte();
        if let Some(name) = outline.name(Some(class)) {
            match fields.name.of(node).and_then(|of| fields.module.of(of)) {
                Some(module) => {
                    outline.inherits(name, Before::Path(outline.text(module)), class.start_byte())
                }
                None => outline.inherits(name, Before::Nothing, class.start_byte()),
            }
        }
    }

    /// `Ledger` of `(Ledger a)`.
    fn type_head<'n>(&self, of: Node<'n>) -> Node<'n> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = of;
        for _ in 0..LEVELS {
            let inner = if kinds.parens.is(of) {
                fields.r#type.of(of)
            } else if kinds.apply.is(of) {
                fields.constructor.of(of)
            } else {
                None
            };
            match inner {
                Some(inner) => of = inner,
                None => break,
            }
        }
        of
    }

    /// A value of a type. The only one often has the type's own name, and then the type stands for both.
    pub(super) fn constructor(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let of = fields.constructor.of(node).unwrap_or(node);
        let Some(name_node) = fields.name.of(of).or_else(|| fields.operator.of(of)) else { return };
        let name_node = self.inner(name_node);
        self.named = name_node.start_byte();
        let Some(name) = outline.name(Some(name_node)) else { return };
        let Some(around) = data_around(outline) else { return };
        if around.definition.name == name {
            return;
        }
        let visible = self.exports.shows(&around.definition.name, name);
        let mut definition =
            Definition::new(name, SymbolKind::Constant, "constructor", node).visible(visible);
        // Such a node may begin with the white space before it.
        let source = outline.text(node);
        definition.start += source.len() - source.trim_start().len();
        definition.outer = definition.start;
        // To the module it is one of its names.
        if let Some(of) = outline.enclosing_type() {
            outline.export_as(name, &format!("{of}.{name}"));
        }
        outline.define(definition);
    }

    /// A field of a record is a function that takes it out; several constructors may have it.
    pub(super) fn field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        const NAMES: usize = 64;
        let Some(around) = data_around(outline) else { return };
        let (of, start) = (around.definition.name.clone(), around.definition.start);
        let names: Vec<&str> = named_children(node)
            .filter(|child| self.rules.kinds.field_name.is(*child))
            .take(NAMES)
            .filter_map(|name| outline.name(Some(name)))
            .filter(|name| self.record_fields.insert((start, (*name).to_owned())))
            .collect();
        for name in names {
            outline.export_as(name, &format!("{of}.{name}"));
            let visible = self.exports.shows(&of, name) || outline.exports.contains(name);
            outline.define(Definition::new(name, SymbolKind::Method, "field", node).visible(visible));
        }
    }

    pub(super) fn foreign(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let name = fields.signature.of(node).and_then(|signature| fields.name.of(signature));
        let Some(name) = outline.name(name.map(|name| self.inner(name))) else { return };
        outline.define(Definition::new(name, SymbolKind::Function, "foreign import", node));
    }

    /// A type where it is used, or what a type derives from.
    pub(super) fn type_name(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let at = node.start_byte();
        if at < self.quiet || at == self.named {
            return;
        }
        self.refer_to_type(node, Before::Nothing, outline);
    }

    pub(super) fn refer_to_type<'t>(&self, node: Node<'_>, before: Before<'t>, outline: &mut Outline<'t>) {
        /// Types of the prelude that nobody defines again.
        const BUILT_IN: &[&str] = &[
            "Bool", "Char", "Double", "Either", "FilePath", "Float", "IO", "Int", "Integer", "Maybe",
            "Ordering", "Rational", "String", "Word",
        ];
        if BUILT_IN.binary_search(&outline.text(node)).is_ok() {
            return;
        }
        let base = self.bases.contains(&node.start_byte());
        let kind = if base { ReferenceKind::Inherit } else { ReferenceKind::Type };
        outline.reference(kind, Some(node), before);
    }
}
