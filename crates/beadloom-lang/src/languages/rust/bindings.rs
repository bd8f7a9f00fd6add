//! What names are bound to: parameters, variables, patterns, fields.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use super::references::receiver;
use super::types::is_path;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Nodes of one pattern that are looked at.
const NODES: usize = 200;
/// Expressions within expressions that are looked into for the type of a value.
const EXPRESSIONS: usize = 10;
/// Names of the fields of tuples.
const PLACES: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// Functions of a type that by their names give a value of it.
fn makes_own_type(function: &str) -> bool {
    matches!(
        function,
        "new" | "default" | "from" | "open" | "create" | "connect" | "load" | "parse" | "init" | "empty"
    ) || ["new_", "with_", "from_", "try_new", "try_from", "open_", "load_"]
        .iter()
        .any(|start| function.starts_with(start))
}

/// Methods that give what they are called on, perhaps out of what wraps it.
fn keeps_type(method: &str) -> bool {
    matches!(
        method,
        "unwrap"
            | "expect"
            | "clone"
            | "unwrap_or"
            | "unwrap_or_default"
            | "unwrap_or_else"
            | "as_ref"
            | "as_mut"
            | "as_deref"
            | "as_deref_mut"
            | "borrow"
            | "borrow_mut"
            | "to_owned"
            | "await"
    )
}

impl File<'_> {
    // Parameters

    /// Type parameters and parameters, in the function's scope.
    pub(super) fn bind_signature(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        self.bind_type_parameters(node, outline);
        self.bind_parameters(node, outline);
    }

    /// Parameters of a function or closure.
    pub(super) fn bind_parameters(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(list) = fields.parameters.of(node) else { return };
        for parameter in named_children(list) {
            if kinds.parameter.is(parameter) {
                let Some(pattern) = fields.pattern.of(parameter) else { continue };
                if kinds.identifier.is(pattern) {
                    let of = fields.r#type.of(parameter).and_then(|of| self.bound_type(of, outline));
                    outline.bind(Some(pattern), of);
                } else {
                    self.bind_pattern(pattern, outline);
                }
            } else {
                self.bind_pattern(parameter, outline);
            }
        }
    }

    pub(super) fn bind_type_parameters(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(list) = fields.type_parameters.of(node) else { return };
        for parameter in named_children(list) {
            let name = fields.name.of(parameter).filter(|name| self.rules.kinds.type_identifier.is(*name));
            outline.bind_type_parameter(name);
        }
    }

    // Variables

    /// `let pattern: T = value`, `if let pattern = value`
    pub(super) fn let_binding(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(pattern) = fields.pattern.of(node) else { return };
        let whole = kinds.identifier.is(pattern);
        // `Some(x)` and `Ok(x)` take out what a value's type is already known as.
        let unwrapped = if kinds.tuple_struct_pattern.is(pattern) {
            let takes_out = pattern.child(0).is_some_and(|of| matches!(outline.text(of), "Some" | "Ok"));
            pattern.named_child(1).filter(|inner| takes_out && kinds.identifier.is(*inner))
        } else {
            None
        };
        let Some(name) = unwrapped.or(whole.then_some(pattern)) else {
            self.bind_pattern(pattern, outline);
            return;
        };
        let value = match fields.r#type.of(node) {
            Some(of) => self.bound_type(of, outline).map_or(Before::Value, Before::Typed),
            None => fields.value.of(node).map_or(Before::Value, |value| self.value_of(value, outline)),
        };
        if is_variable(outline.text(name)) {
            outline.bind_to(Some(name), value);
            self.web_let(name, fields.value.of(node), outline);
        }
    }

    pub(super) fn arm(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        // The pattern comes before its condition.
        let pattern = self.rules.fields.pattern.of(node).and_then(|pattern| pattern.named_child(0));
        outline.open(node, None, Container::Function);
        if let Some(pattern) = pattern {
            self.bind_pattern(pattern, outline);
        }
    }

    pub(super) fn for_loop(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        if let Some(pattern) = self.rules.fields.pattern.of(node) {
            self.bind_pattern(pattern, outline);
        }
    }

    /// Every variable in a pattern. Names in upper case are constants and variants.
    fn bind_pattern(&self, pattern: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let mut open = vec![pattern];
        for _ in 0..NODES {
            let Some(of) = open.pop() else { return };
            if kinds.identifier.is(of) || kinds.shorthand_field_identifier.is(of) {
                if is_variable(outline.text(of)) {
                    outline.bind(Some(of), None);
                }
            } else if kinds.tuple_struct_pattern.is(of) || kinds.struct_pattern.is(of) {
                open.extend(named_children(of).skip(1).take(NODES));
            } else if !kinds.scoped_identifier.is(of) && !kinds.macro_invocation.is(of) {
                open.extend(named_children(of).take(NODES));
            }
        }
    }

    // Fields

    pub(super) fn field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        // Fields of an enum's variant are reached by patterns alone.
        if outline.container() != Some(Container::Type) || !outline.is_below(2) {
            return;
        }
        let fields = &self.rules.fields;
        let name = fields.name.of(node);
        if let Some(of) = fields.r#type.of(node).and_then(|of| self.bound_type(of, outline)) {
            outline.bind_field(name, of);
        }
        if let Some(text) = outline.name(name).filter(|_| !outline.in_function()) {
            let definition = Definition::new(text, SymbolKind::Constant, "field", node);
            outline.define(definition.visible(self.is_public(node, outline)).part());
        }
    }

    pub(super) fn tuple_fields(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if outline.container() != Some(Container::Type) || !outline.is_below(1) {
            return;
        }
        let kinds = &self.rules.kinds;
        let types = named_children(node)
            .filter(|child| !kinds.visibility_modifier.is(*child) && !kinds.attribute_item.is(*child));
        for (place, of) in PLACES.iter().zip(types) {
            if let Some(of) = self.bound_type(of, outline) {
                outline.bind_field_name(place, of);
            }
        }
    }

    // Values

    /// A value as the receiver that a variable with it is: of a literal's or cast's type, of the type whose
    /// constructor makes it by its name, of what the function gives that makes it, or the variable or field that it
    /// is.
    pub(super) fn value_of<'t>(&mut self, value: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut value = value;
        for _ in 0..EXPRESSIONS {
            if kinds.identifier.is(value) || kinds.field_expression.is(value) {
                let text = outline.text(value);
                return if is_path(text) { receiver(text) } else { Before::Value };
            }
            if kinds.struct_expression.is(value) || kinds.type_cast_expression.is(value) {
                let of = fields.name.of(value).or_else(|| fields.r#type.of(value));
                let of = of.and_then(|of| self.bound_type(of, outline));
                return of.map_or(Before::Value, Before::Typed);
            }
            if kinds.string_literal.is(value) {
                return Before::Typed("str");
            }
            let inner = if kinds.try_expression.is(value)
                || kinds.await_expression.is(value)
                || kinds.parenthesized_expression.is(value)
            {
                value.named_child(0)
            } else if kinds.reference_expression.is(value) {
                fields.value.of(value)
            } else if kinds.unary_expression.is(value) {
                let pointer = value.child(0).is_some_and(|operator| outline.text(operator) == "*");
                value.named_child(0).filter(|_| pointer)
            } else if kinds.call_expression.is(value) {
                match self.called(value, outline) {
                    Made::Type(of) => return Before::Typed(of),
                    Made::Argument => fields.arguments.of(value).and_then(|list| list.named_child(0)),
                    Made::Receiver => {
                        fields.function.of(value).and_then(|function| self.receiver_of(function))
                    }
                    Made::Unknown => None,
                }
            } else {
                None
            };
            let Some(inner) = inner else { return Before::Value };
            value = inner;
        }
        Before::Value
    }

    fn receiver_of<'n>(&self, function: Node<'n>) -> Option<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let generic = kinds.generic_function.is(function);
        fields.value.of(if generic { fields.function.of(function)? } else { function })
    }

    /// What a call gives.
    fn called<'t>(&mut self, call: Node<'_>, outline: &Outline<'t>) -> Made<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(mut function) = fields.function.of(call) else { return Made::Unknown };
        if kinds.generic_function.is(function) {
            let Some(inner) = fields.function.of(function) else { return Made::Unknown };
            function = inner;
        }
        if kinds.field_expression.is(function) {
            let method = fields.field.of(function).map_or("", |method| outline.text(method));
            return if keeps_type(method) { Made::Receiver } else { Made::Unknown };
        }
        self.made_by(function, outline)
    }

    fn made_by<'t>(&mut self, function: Node<'_>, outline: &Outline<'t>) -> Made<'t> {
        let kinds = &self.rules.kinds;
        let text = outline.text(function);
        if kinds.identifier.is(function) {
            return match text {
                "Some" | "Ok" | "Err" => Made::Argument,
                _ if outline.is_bound(text) => Made::Unknown,
                _ => Made::Type(text),
            };
        }
        let Some((path, name)) = text.rsplit_once("::").filter(|_| kinds.scoped_identifier.is(function))
        else {
            return Made::Unknown;
        };
        let path = path.split('<').next().unwrap_or(path).trim_end_matches(':').trim_end();
        if !is_path(path) || outline.is_type_parameter(path) {
            return Made::Unknown;
        }
        let last = path.rsplit("::").next().unwrap_or(path).trim();
        let makes = makes_own_type(name.trim());
        match last {
            "Box" | "Arc" | "Rc" | "Some" | "Ok" if name.trim() == "new" => Made::Argument,
            "Self" if makes => {
                self.own_name(function.start_byte(), outline).map_or(Made::Unknown, Made::Type)
            }
            "Self" => Made::Unknown,
            _ if makes && last.starts_with(char::is_uppercase) => Made::Type(path),
            _ if is_path(text) => Made::Type(text),
            _ => Made::Unknown,
        }
    }
}

/// What a call gives.
enum Made<'t> {
    /// A value of the type, or what the function of that name gives.
    Type(&'t str),
    /// A wrapper around its argument.
    Argument,
    /// What it is called on.
    Receiver,
    Unknown,
}

fn is_variable(name: &str) -> bool {
    name != "_" && !name.starts_with(char::is_uppercase)
}
