//! Annotations: the names in them, and the type that they give to what they stand at.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::literals::unquote;
use crate::outline::Outline;
use crate::references::is_dotted;
use crate::vocabulary::named_children;

/// Nodes of one annotation that are looked at.
const NODES: usize = 400;
/// Wrappers within wrappers that are looked into.
const WRAPPERS: usize = 8;

/// Types that every file knows, and that are nothing of a project.
fn is_builtin(name: &str) -> bool {
    matches!(
        name,
        "str"
            | "int"
            | "bool"
            | "float"
            | "bytes"
            | "list"
            | "dict"
            | "set"
            | "tuple"
            | "object"
            | "type"
            | "None"
            | "frozenset"
            | "complex"
            | "bytearray"
            | "Exception"
            | "BaseException"
            | "ValueError"
            | "TypeError"
            | "KeyError"
            | "IndexError"
            | "AttributeError"
            | "ImportError"
            | "RuntimeError"
            | "NotImplementedError"
            | "OSError"
            | "StopIteration"
    )
}

impl File<'_> {
    /// Reports the names of an annotation. Those of the annotations inside it come along.
    pub(super) fn annotation(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if node.start_byte() < self.types_until {
            return;
        }
        self.types_until = node.end_byte();
        self.type_names(node, outline);
    }

    /// Reports every name below `node` as a type, but for what is called there and for strings that are values.
    pub(super) fn type_names(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let mut cursor = node.walk();
        let mut depth = 0usize;
        for _ in 0..NODES {
            let at = cursor.node();
            let mut down = false;
            if kinds.identifier.is(at) || kinds.attribute.is(at) {
                self.type_name(at, outline);
            } else if kinds.string.is(at) {
                self.quoted_type(at, outline);
            } else if kinds.call.is(at) || kinds.lambda.is(at) {
                // What is called is reported where the walk comes to it.
            } else if kinds.generic_type.is(at) || kinds.subscript.is(at) {
                let of = at.child(0).map_or("", |of| outline.text(of));
                down = !(of == "Literal" || of.ends_with(".Literal"));
            } else {
                down = at.named_child_count() > 0;
            }
            if down && cursor.goto_first_child() {
                depth += 1;
                continue;
            }
            loop {
                if depth == 0 {
                    return;
                }
                if cursor.goto_next_sibling() {
                    break;
                }
                cursor.goto_parent();
                depth -= 1;
            }
        }
    }

    /// A name or dotted name as a type.
    pub(super) fn type_name(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        self.named(ReferenceKind::Type, outline.text(node), node.start_byte(), outline);
    }

    /// `"Ledger"`; other strings are no names.
    fn quoted_type(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        if let Some(name) = unquote(outline.text(node)) {
            let at = node.start_byte();
            for name in name.split('|').map(str::trim).take(WRAPPERS).filter(|name| is_dotted(name)) {
                self.named(ReferenceKind::Type, name, at, outline);
            }
        }
    }

    /// A reference to a name or dotted name as written.
    pub(super) fn named<'t>(&self, kind: ReferenceKind, text: &'t str, at: usize, outline: &mut Outline<'t>) {
        if !is_dotted(text) || kind == ReferenceKind::Type && is_builtin(text) {
            return;
        }
        let (before, name) = Self::split(text);
        outline.reference_to(kind, name, before, at + (text.len() - name.len()));
    }

    /// The type that an annotation gives to what it stands at: a name or dotted name without what is in brackets.
    /// `None` where several types are possible.
    pub(super) fn bound_type<'t>(&mut self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = node;
        for _ in 0..WRAPPERS {
            if kinds.r#type.is(of) {
                of = of.named_child(0)?;
            } else if kinds.identifier.is(of) || kinds.attribute.is(of) {
                let name = outline.text(of);
                return match name {
                    "Self" => self.class_around(of.start_byte(), outline),
                    "Any" | "None" => None,
                    _ => Some(name).filter(|name| is_dotted(name)),
                };
            } else if kinds.string.is(of) {
                return self.quoted_bound_type(of, outline);
            } else if kinds.generic_type.is(of) || kinds.subscript.is(of) {
                let name = outline.name(of.child(0))?;
                let arguments = kinds.type_parameter.child(of).or_else(|| fields.subscript.of(of));
                match name.rsplit('.').next()?.trim() {
                    "Optional" | "Annotated" | "Final" | "ClassVar" | "Required" | "NotRequired"
                    | "ReadOnly" | "Type" | "type" => {
                        let arguments = arguments?;
                        let list = kinds.type_parameter.is(arguments);
                        of = if list { arguments.named_child(0)? } else { arguments };
                    }
                    "Union" => of = self.sole(arguments?, outline)?,
                    _ => return Some(name).filter(|name| is_dotted(name)),
                }
            } else if kinds.binary_operator.is(of) || kinds.union_type.is(of) {
                of = self.sole(of, outline)?;
            } else {
                return None;
            }
        }
        None
    }

    /// The one member of a union that is not `None`.
    fn sole<'n>(&self, union: Node<'n>, outline: &Outline<'_>) -> Option<Node<'n>> {
        let mut members =
            named_children(union).take(WRAPPERS).filter(|member| outline.text(*member) != "None");
        let member = members.next()?;
        members.next().is_none().then_some(member)
    }

    fn quoted_bound_type<'t>(&mut self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let text = unquote(outline.text(node))?;
        let text = text.strip_prefix("Optional[").and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        let mut members = text.split('|').map(str::trim).filter(|member| *member != "None");
        let member = members.next()?;
        match member.split('[').next()?.trim() {
            "Self" => self.class_around(node.start_byte(), outline),
            name => (is_dotted(name) && members.next().is_none()).then_some(name),
        }
    }

    /// `[T, *Ts, **P]` of a function or class.
    pub(super) fn type_parameters(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        if let Some(list) = self.rules.fields.type_parameters.of(node) {
            self.bind_type_parameters(list, outline);
        }
    }

    fn bind_type_parameters(&self, list: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        for parameter in named_children(list) {
            let mut of = parameter;
            for _ in 0..WRAPPERS {
                if kinds.identifier.is(of) {
                    outline.bind_type_parameter(Some(of));
                    break;
                }
                let Some(inner) = of.named_child(0) else { break };
                of = inner;
            }
        }
    }

    /// `type Pair[K] = …`: the left side defines.
    pub(super) fn alias_parameters(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(left) = fields.left.of(node) else { return };
        self.types_until = left.end_byte();
        let list = left.named_child(0).and_then(|of| kinds.type_parameter.child(of));
        if let Some(list) = list {
            outline.open(node, None, crate::definition::Container::Type);
            self.bind_type_parameters(list, outline);
        }
    }
}
