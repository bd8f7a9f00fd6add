//! Calls, decorators, base classes, exceptions, patterns of classes.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::outline::Outline;
use crate::references::{Before, is_dotted};
use crate::vocabulary::named_children;

/// Parentheses around a receiver that are looked into.
const PARENTHESES: usize = 4;
/// Types that one `isinstance` or `except` names.
const ALTERNATIVES: usize = 64;

impl File<'_> {
    /// What stands before the last name of a dotted name, and that name.
    pub(super) fn split(text: &str) -> (Before<'_>, &str) {
        match text.rsplit_once('.') {
            None => (Before::Nothing, text),
            Some((path, name)) => (receiver(path.trim_end()), name.trim_start()),
        }
    }

    /// `@name` and `@module.name`; with arguments it is a call like any other.
    pub(super) fn decoration(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(of) = node.named_child(0) else { return };
        if kinds.identifier.is(of) || kinds.attribute.is(of) {
            let text = outline.text(of);
            // Of a property, and no function by itself.
            if ![".setter", ".getter", ".deleter"].iter().any(|end| text.ends_with(end)) {
                self.named(ReferenceKind::Call, text, of.start_byte(), outline);
            }
        }
    }

    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.web.is_some() {
            self.web_call(node, outline);
        }
        let kinds = &self.rules.kinds;
        let Some(mut function) = node.child(0) else { return };
        if kinds.subscript.is(function) {
            // `Repository[Ledger]()`
            let Some(of) = function.child(0) else { return };
            function = of;
        }
        if kinds.identifier.is(function) {
            match outline.text(function) {
                "super" => return,
                "__import__" | "import_module" => self.dynamic_import(node, outline),
                "isinstance" | "issubclass" => self.type_argument(node, 1, outline),
                "cast" => self.type_argument(node, 0, outline),
                "cls" => {
                    // The class around makes one of its own.
                    if let Some(of) = self.class_around(node.start_byte(), outline) {
                        let at = function.start_byte();
                        outline.reference_to(ReferenceKind::Call, of, Before::Nothing, at);
                    }
                    return;
                }
                _ => {}
            }
            outline.reference(ReferenceKind::Call, Some(function), Before::Nothing);
        } else if kinds.attribute.is(function) {
            let text = outline.text(function);
            let Some(at) = text.rfind(|c: char| !c.is_alphanumeric() && c != '_') else { return };
            let (before, name) = text
                .split_at(at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
            if name == "import_module" {
                self.dynamic_import(node, outline);
            }
            let path = before.trim_end().strip_suffix('.').unwrap_or("").trim_end();
            let before = if is_dotted(path) {
                receiver(path)
            } else {
                function.child(0).map_or(Before::Value, |object| self.before(object, outline))
            };
            outline.reference_to(ReferenceKind::Call, name, before, function.end_byte() - name.len());
        }
    }

    /// What an expression that is no name is as a receiver.
    fn before<'t>(&mut self, object: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let kinds = &self.rules.kinds;
        let mut object = object;
        for _ in 0..PARENTHESES {
            if kinds.call.is(object) {
                let function = object.child(0).map_or("", |function| outline.text(function));
                return match function {
                    "super" => Before::Super,
                    "type" if outline.text(object) == "type(self)" => Before::This,
                    _ => self.type_of_call(object, outline).map_or(Before::Value, Before::Typed),
                };
            }
            if !kinds.parenthesized_expression.is(object) {
                break;
            }
            match object.named_child(0) {
                Some(inner) => object = inner,
                None => return Before::Value,
            }
        }
        self.type_of_literal(object, outline).map_or(Before::Value, Before::Typed)
    }

    /// The argument of a call that names a type, or several in a tuple.
    fn type_argument(&self, call: Node<'_>, number: usize, outline: &mut Outline<'_>) {
        let argument = self.rules.fields.arguments.of(call).and_then(|list| named_children(list).nth(number));
        if let Some(argument) = argument {
            self.alternatives(argument, outline);
        }
    }

    /// A type, or a tuple of types.
    fn alternatives(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if kinds.identifier.is(node) || kinds.attribute.is(node) {
            self.type_name(node, outline);
        } else if kinds.tuple.is(node) {
            for of in named_children(node).take(ALTERNATIVES) {
                if kinds.identifier.is(of) || kinds.attribute.is(of) {
                    self.type_name(of, outline);
                }
            }
        }
    }

    /// The bases of a class, from inside it.
    pub(super) fn inheritance(&self, bases: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for base in named_children(bases) {
            if kinds.identifier.is(base) || kinds.attribute.is(base) {
                self.named(ReferenceKind::Inherit, outline.text(base), base.start_byte(), outline);
            } else if kinds.subscript.is(base) {
                if let Some(of) = fields.value.of(base) {
                    self.named(ReferenceKind::Inherit, outline.text(of), of.start_byte(), outline);
                }
                for of in named_children(base).skip(1) {
                    self.type_names(of, outline);
                }
            } else if kinds.keyword_argument.is(base)
                && let Some(of) = fields.value.of(base)
            {
                self.alternatives(of, outline);
            }
        }
    }

    pub(super) fn except(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(value) = node.named_child(0) else { return };
        if !kinds.as_pattern.is(value) {
            self.alternatives(value, outline);
            return;
        }
        self.alias_read = value.start_byte();
        let Some(of) = value.child(0) else { return };
        self.alternatives(of, outline);
        let single = kinds.identifier.is(of) || kinds.attribute.is(of);
        let text = outline.text(of);
        let bound = if single && is_dotted(text) { Before::Typed(text) } else { Before::Value };
        let name = alias_of(value).and_then(|alias| kinds.identifier.child(alias));
        self.bind_plain(name, bound, outline);
    }

    /// `raise Missing` makes one.
    pub(super) fn raise(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(of) = node.named_child(0).filter(|of| kinds.identifier.is(*of) || kinds.attribute.is(*of))
        else {
            return;
        };
        let text = outline.text(of);
        if text.rsplit('.').next().is_some_and(|name| name.trim_start().starts_with(char::is_uppercase)) {
            self.type_name(of, outline);
        }
    }

    // Patterns

    /// `case name:` binds the name.
    pub(super) fn case_pattern(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if let Some(name) = kinds.dotted_name.child(node)
            && name.named_child_count() == 1
        {
            let name = name.named_child(0).filter(|name| outline.text(*name) != "_");
            self.bind_plain(name, Before::Value, outline);
        }
    }

    /// `case Ledger(...)`
    pub(super) fn class_pattern(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        if let Some(name) = self.rules.kinds.dotted_name.child(node) {
            self.type_name(name, outline);
        }
    }
}

/// A dotted name as what stands before a call.
pub(super) fn receiver(path: &str) -> Before<'_> {
    match path {
        "self" | "cls" | "self.__class__" => Before::This,
        _ => match path.strip_prefix("self.").or_else(|| path.strip_prefix("cls.")) {
            Some(field) => Before::Field(field),
            None => Before::Path(path),
        },
    }
}

/// What an `as` binds: its last child.
pub(super) fn alias_of(node: Node<'_>) -> Option<Node<'_>> {
    node.child(node.child_count().checked_sub(1)?)
}
