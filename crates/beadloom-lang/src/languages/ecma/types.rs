//! Types as they are used: names, bases, type parameters, and what a type or value says about a variable.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::definition::Container;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Layers of parentheses, assertions and the like that are looked through.
const LAYERS: usize = 8;

impl File<'_> {
    /// The name of a definition or base, which comes as a type name later in the walk.
    pub(super) fn expect_name(&mut self, name: Option<Node<'_>>) {
        if let Some(name) = name.filter(|name| self.rules.kinds.type_identifier.is(*name)) {
            self.named.push_back(name.start_byte());
        }
    }

    /// Whether what begins here was expected. What is nested is expected later and comes sooner.
    fn expected(&mut self, at: usize) -> bool {
        if self.named.front() == Some(&at) {
            self.named.pop_front();
            true
        } else if self.named.back() == Some(&at) {
            self.named.pop_back();
            true
        } else {
            false
        }
    }

    /// `Ledger` where a type stands.
    pub(super) fn type_name(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if !self.expected(node.start_byte()) {
            outline.reference(ReferenceKind::Type, Some(node), Before::Nothing);
        }
    }

    /// `billing.Ledger` where a type stands.
    pub(super) fn qualified_type(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let expected = self.expected(node.start_byte());
        let Some(name) = fields.name.of(node) else { return };
        self.expect_name(Some(name));
        if let Some(module) = fields.module.of(node).filter(|_| !expected) {
            outline.reference(ReferenceKind::Type, Some(name), Before::Path(outline.text(module)));
        }
    }

    pub(super) fn type_parameters(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for parameter in named_children(node).filter(|child| kinds.type_parameter.is(*child)) {
            outline.bind_type_parameter(fields.name.of(parameter));
        }
    }

    /// `infer T` and the key of a mapped type.
    pub(super) fn type_variable(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let name = fields.name.of(node).or_else(|| node.named_child(0));
        outline.bind_type_parameter(name.filter(|name| kinds.type_identifier.is(*name)));
    }

    /// The type of a function that is no definition.
    pub(super) fn signature(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.rules.fields.type_parameters.of(node).is_some() {
            outline.open(node, None, Container::Function);
        }
    }

    /// `extends` and `implements`, in the scope of what has these bases.
    pub(super) fn heritage(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        // A class without a name is nobody's heir that could be told.
        let kind = match outline.container() {
            Some(Container::Type) => ReferenceKind::Inherit,
            _ => ReferenceKind::Type,
        };
        for base in named_children(node) {
            if kinds.identifier.is(base) {
                outline.reference(kind, Some(base), Before::Nothing);
            } else if kinds.member_expression.is(base) {
                if let Some(object) = fields.object.of(base) {
                    let before = self.before(object, outline);
                    outline.reference(kind, fields.property.of(base), before);
                }
            } else {
                let name = if kinds.generic_type.is(base) { fields.name.of(base) } else { Some(base) };
                let Some(name) = name else { continue };
                if kinds.type_identifier.is(name) {
                    self.named.push_back(name.start_byte());
                    outline.reference(kind, Some(name), Before::Nothing);
                } else if kinds.nested_type_identifier.is(name) {
                    self.named.push_back(name.start_byte());
                    let module = fields.module.of(name).map_or("", |module| outline.text(module));
                    outline.reference(kind, fields.name.of(name), Before::Path(module));
                }
            }
        }
    }

    /// The function of this node, defined under that number, says what it gives. What is promised is taken for what
    /// comes: calls are awaited as a rule.
    pub(super) fn gives(&self, function: Node<'_>, number: Option<usize>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(annotation) = fields.return_type.of(function) else { return };
        let given = annotation.named_child(0).filter(|of| kinds.generic_type.is(*of));
        let promised = given
            .filter(|of| fields.name.of(*of).is_some_and(|name| outline.text(name) == "Promise"))
            .and_then(|of| fields.type_arguments.of(of)?.named_child(0));
        if let Some(of) = self.type_text(promised.unwrap_or(annotation), outline) {
            outline.gives(number, of);
        }
    }

    /// What a type says about a value of it: its name without arguments, `null` and what calls pass through.
    pub(super) fn type_text<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut node = node;
        for _ in 0..LAYERS {
            if kinds.type_identifier.is(node) || kinds.nested_type_identifier.is(node) {
                return Some(outline.text(node));
            } else if kinds.generic_type.is(node) {
                let name = outline.text(fields.name.of(node)?);
                if !matches!(name, "Readonly" | "Partial" | "Required" | "NonNullable") {
                    return Some(name);
                }
                node = fields.type_arguments.of(node)?.named_child(0)?;
            } else if kinds.predefined_type.is(node) {
                let name = outline.text(node);
                return matches!(name, "string" | "number" | "boolean" | "symbol" | "bigint").then_some(name);
            } else if kinds.array_type.is(node) || kinds.tuple_type.is(node) {
                return Some("Array");
            } else if kinds.type_annotation.is(node)
                || kinds.parenthesized_type.is(node)
                || kinds.readonly_type.is(node)
            {
                node = node.named_child(0)?;
            } else if kinds.union_type.is(node) {
                let is_nothing =
                    |node: &Node<'_>| matches!(outline.text(*node), "null" | "undefined" | "void");
                let (first, last) = (node.named_child(0)?, node.named_child(1)?);
                node = match (is_nothing(&first), is_nothing(&last)) {
                    (true, false) => last,
                    (false, true) => first,
                    _ => return None,
                };
            } else {
                return None;
            }
        }
        None
    }

    /// The type of a value as far as the value itself shows it: what it constructs, calls or is said to be.
    pub(super) fn value_type<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut node = node;
        for _ in 0..LAYERS {
            if kinds.new_expression.is(node) {
                return self.free_path(fields.constructor.of(node)?, outline);
            } else if kinds.call_expression.is(node) {
                return self.free_path(node.child(0)?, outline);
            } else if kinds.as_expression.is(node) {
                return self.type_text(node.named_child(1)?, outline);
            } else if kinds.parenthesized_expression.is(node)
                || kinds.satisfies_expression.is(node)
                || kinds.non_null_expression.is(node)
                || kinds.await_expression.is(node)
            {
                node = node.named_child(0)?;
            } else if kinds.array.is(node) {
                return Some("Array");
            } else if kinds.string.is(node) || kinds.template_string.is(node) {
                return Some("string");
            } else if kinds.number.is(node) {
                return Some("number");
            } else if kinds.regex.is(node) {
                return Some("RegExp");
            } else {
                return None;
            }
        }
        None
    }
}
