//! What names are bound to: parameters, variables, attributes.

use tree_sitter::Node;

use super::File;
use super::references::{alias_of, receiver};
use crate::definition::Container;
use crate::outline::Outline;
use crate::references::{Before, is_dotted};
use crate::vocabulary::named_children;

/// Names that one pattern binds.
const NAMES: usize = 200;
/// Names of `global` statements that are kept at a time.
const GLOBALS: usize = 64;
/// Expressions within expressions that are looked into for the type of a value.
const EXPRESSIONS: usize = 6;

impl File<'_> {
    // Parameters

    pub(super) fn parameters(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        self.globals.retain(|(scopes, _)| *scopes < outline.scopes());
        self.type_parameters(node, outline);
        if let Some(list) = self.rules.fields.parameters.of(node) {
            self.bind_parameters(list, outline);
        }
    }

    pub(super) fn lambda(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.open(node, None, Container::Function);
        if let Some(list) = self.rules.fields.parameters.of(node) {
            self.bind_parameters(list, outline);
        }
    }

    /// What parameters are given where a call gives nothing is read outside the function: `def f(size=size)`.
    fn bind_parameters(&mut self, list: Node<'_>, outline: &mut Outline<'_>) {
        outline.own_values.defaults = Some(list.byte_range());
        self.bind_each_parameter(list, outline);
        outline.own_values.defaults = None;
    }

    fn bind_each_parameter(&mut self, list: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for parameter in named_children(list) {
            if kinds.identifier.is(parameter) {
                outline.bind(Some(parameter), None);
            } else if kinds.typed_parameter.is(parameter) {
                let Some(name) = parameter.named_child(0) else { continue };
                if kinds.identifier.is(name) {
                    let of = fields.r#type.of(parameter).and_then(|of| self.bound_type(of, outline));
                    outline.bind(Some(name), of);
                } else {
                    // `*args: T` is a tuple of them.
                    outline.bind(kinds.identifier.child(name), None);
                }
            } else if kinds.typed_default_parameter.is(parameter) {
                let of = fields.r#type.of(parameter).and_then(|of| self.bound_type(of, outline));
                outline.bind(fields.name.of(parameter), of);
            } else if kinds.default_parameter.is(parameter) {
                outline.bind(fields.name.of(parameter).filter(|name| kinds.identifier.is(*name)), None);
            } else if kinds.list_splat_pattern.is(parameter) || kinds.dictionary_splat_pattern.is(parameter) {
                outline.bind(kinds.identifier.child(parameter), None);
            } else if kinds.tuple_pattern.is(parameter) {
                self.bind_pattern(parameter, outline);
            }
        }
    }

    // Variables

    /// Variables of comprehensions come after their use.
    pub(super) fn comprehension(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.open(node, None, Container::Function);
        let clauses = || named_children(node).filter(|child| self.rules.kinds.for_in_clause.is(*child));
        // The first of them is read outside: `[size for size in size]`.
        let first = clauses().next();
        let right = first.and_then(|first| self.rules.fields.right.of(first));
        outline.own_values.defaults =
            first.zip(right).map(|(first, right)| first.start_byte()..right.end_byte());
        for clause in clauses() {
            if let Some(left) = self.rules.fields.left.of(clause) {
                self.bind_pattern(left, outline);
            }
        }
        outline.own_values.defaults = None;
    }

    pub(super) fn walrus(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let value = fields.value.of(node).map_or(Before::Value, |value| self.value_of(value, outline));
        self.bind_plain(fields.name.of(node), value, outline);
    }

    /// `with … as x`, `case … as x`.
    pub(super) fn alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.alias_read == node.start_byte() {
            return;
        }
        let kinds = &self.rules.kinds;
        let Some(value) = node.child(0) else { return };
        let Some(alias) = alias_of(node) else { return };
        let alias = if kinds.as_pattern_target.is(alias) { alias.named_child(0) } else { Some(alias) };
        let Some(alias) = alias else { return };
        if kinds.identifier.is(alias) {
            let value = self.value_of(value, outline);
            self.bind_plain(Some(alias), value, outline);
        } else {
            self.bind_pattern(alias, outline);
        }
    }

    pub(super) fn global(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let scopes = outline.scopes();
        let room = GLOBALS.saturating_sub(self.globals.len());
        let names = named_children(node).take(room).map(|name| (scopes, name.byte_range()));
        self.globals.extend(names);
    }

    /// A name that a statement assigns, whatever it assigns.
    pub(super) fn bind_plain<'t>(
        &self,
        name: Option<Node<'_>>,
        value: Before<'t>,
        outline: &mut Outline<'t>,
    ) {
        let Some(node) = name else { return };
        if outline.container() == Some(Container::Type) {
            return;
        }
        if !self.globals.is_empty() {
            let text = outline.text(node);
            let is = |place: &std::ops::Range<usize>| outline.text.get(place.clone()) == Some(text);
            if self.globals.iter().any(|(scopes, place)| *scopes <= outline.scopes() && is(place)) {
                return;
            }
        }
        outline.bind_to(Some(node), value);
    }

    /// Every name in the target of an assignment, a loop, a comprehension.
    pub(super) fn bind_pattern(&self, pattern: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if kinds.identifier.is(pattern) {
            self.bind_plain(Some(pattern), Before::Value, outline);
            return;
        }
        let mut open = vec![pattern];
        for _ in 0..NAMES {
            let Some(of) = open.pop() else { return };
            if kinds.identifier.is(of) {
                self.bind_plain(Some(of), Before::Value, outline);
            } else if !kinds.attribute.is(of) && !kinds.subscript.is(of) && !kinds.call.is(of) {
                open.extend(named_children(of).take(NAMES));
            }
        }
    }

    // Assignments

    pub(super) fn bind_assignment(
        &mut self,
        left: Node<'_>,
        of: Option<Node<'_>>,
        right: Option<Node<'_>>,
        outline: &mut Outline<'_>,
    ) {
        let kinds = &self.rules.kinds;
        if !kinds.identifier.is(left) && !kinds.attribute.is(left) {
            if !kinds.subscript.is(left) {
                self.bind_pattern(left, outline);
            }
            return;
        }
        if of.is_none() && right.is_none() {
            return;
        }
        if kinds.identifier.is(left) && outline.container() != Some(Container::Type) {
            let value = match (of, right) {
                (Some(of), _) => self.bound_type(of, outline).map_or(Before::Value, Before::Typed),
                (None, Some(right)) => self.value_of(right, outline),
                (None, None) => Before::Value,
            };
            self.bind_plain(Some(left), value, outline);
            return;
        }
        let of = match of {
            Some(of) => self.bound_type(of, outline),
            None => right.and_then(|value| self.type_of_value(value, outline)),
        };
        if kinds.attribute.is(left) {
            let field =
                outline.text(left).strip_prefix("self.").or_else(|| outline.text(left).strip_prefix("cls."));
            if let Some(field) = field.map(str::trim)
                && let Some(of) = of
                && !field.contains('.')
                && is_dotted(field)
            {
                outline.bind_field_name(field, of);
            }
        } else if let Some(of) = of {
            outline.bind_field(Some(left), of);
        }
    }

    /// A value as the receiver that a variable with it is: what makes it, what kind of literal it is, the variable or
    /// field that it is.
    pub(super) fn value_of<'t>(&mut self, value: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut value = value;
        for _ in 0..EXPRESSIONS {
            if kinds.call.is(value) {
                return self.type_of_call(value, outline).map_or(Before::Value, Before::Typed);
            }
            if kinds.identifier.is(value) {
                return Before::Path(outline.text(value));
            }
            if kinds.attribute.is(value) {
                let text = outline.text(value);
                return if is_dotted(text) { receiver(text) } else { Before::Value };
            }
            if let Some(of) = self.type_of_literal(value, outline) {
                return Before::Typed(of);
            }
            let inner = if kinds.assignment.is(value) {
                fields.right.of(value)
            } else if kinds.parenthesized_expression.is(value) || kinds.r#await.is(value) {
                value.named_child(0)
            } else if kinds.boolean_operator.is(value) {
                // `given or Ledger()`
                let left = fields.left.of(value).filter(|left| kinds.identifier.is(*left));
                match left.map(|left| outline.text(left)).filter(|left| outline.type_of(left).is_some()) {
                    Some(left) => return Before::Path(left),
                    None => fields.right.of(value),
                }
            } else {
                None
            };
            let Some(inner) = inner else { return Before::Value };
            value = inner;
        }
        Before::Value
    }

    /// The type of a value, where the file says it.
    fn type_of_value<'t>(&mut self, value: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        match self.value_of(value, outline) {
            Before::Typed(of) => Some(of),
            Before::Path(name) => outline.type_of(name),
            _ => None,
        }
    }

    /// What is made by a call of a name: `Ledger()`, `billing.make()`.
    pub(super) fn type_of_call<'t>(&mut self, call: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        let mut function = call.child(0)?;
        if kinds.subscript.is(function) {
            function = function.child(0)?;
        }
        if !kinds.identifier.is(function) && !kinds.attribute.is(function) {
            return None;
        }
        let text = outline.text(function);
        if !is_dotted(text) {
            return None;
        }
        let head = text.split('.').next().unwrap_or(text).trim_end();
        match head {
            "super" => None,
            "cls" if head == text => self.class_around(call.start_byte(), outline),
            "self" | "cls" => {
                (text == "self.__class__").then(|| self.class_around(call.start_byte(), outline)).flatten()
            }
            "cast" if head == text => {
                let first = self.rules.fields.arguments.of(call)?.named_child(0)?;
                self.bound_type(first, outline)
            }
            _ if outline.is_bound(head) => None,
            _ => Some(text),
        }
    }

    /// The built-in type of a literal.
    pub(super) fn type_of_literal(&self, value: Node<'_>, outline: &Outline<'_>) -> Option<&'static str> {
        let kinds = &self.rules.kinds;
        if kinds.string.is(value) || kinds.concatenated_string.is(value) {
            let bytes = outline.text(value).bytes().take(2).any(|byte| matches!(byte, b'b' | b'B'));
            let prefixed = !outline.text(value).starts_with(['"', '\'']);
            Some(if bytes && prefixed { "bytes" } else { "str" })
        } else if kinds.list.is(value) || kinds.list_comprehension.is(value) {
            Some("list")
        } else if kinds.dictionary.is(value) || kinds.dictionary_comprehension.is(value) {
            Some("dict")
        } else if kinds.set.is(value) || kinds.set_comprehension.is(value) {
            Some("set")
        } else if kinds.tuple.is(value) {
            Some("tuple")
        } else if kinds.integer.is(value) {
            Some("int")
        } else if kinds.float.is(value) {
            Some("float")
        } else {
            None
        }
    }
}
