//! What names are bound to: parameters, patterns, local values, fields.

use tree_sitter::Node;

use super::{File, bare};
use crate::definition::Container;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::{has_word, named_children};

impl File<'_> {
    /// The type that an initial value shows.
    fn shown_by<'t>(&self, value: Option<Node<'_>>, outline: &Outline<'t>) -> Option<&'t str> {
        match self.before(value?, outline) {
            Before::Typed(of) => Some(of),
            _ => None,
        }
    }

    fn type_in<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        self.rules.fields.r#type.of(node).and_then(|of| self.bound_type(of, outline))
    }

    // Fields

    /// The values of a type, wherever in its body they stand, and functions without parameters, which read like
    /// them: one look at each member.
    pub(super) fn members(&mut self, body: Option<Node<'_>>, outline: &mut Outline<'_>) {
        let Some(body) = body else { return };
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if let Some(name) = kinds.self_type.child(body).and_then(|of| kinds.identifier.child(of)) {
            self.selves.retain(|(end, _)| *end > body.start_byte());
            self.selves.push((body.end_byte(), name.byte_range()));
        }
        for member in named_children(body) {
            if kinds.val_definition.is(member) || kinds.var_definition.is(member) {
                let of =
                    self.type_in(member, outline).or_else(|| self.shown_by(fields.value.of(member), outline));
                self.field(fields.pattern.of(member), of, outline);
            } else if kinds.val_declaration.is(member) || kinds.var_declaration.is(member) {
                self.field(fields.name.of(member), self.type_in(member, outline), outline);
            } else if (kinds.function_definition.is(member) || kinds.function_declaration.is(member))
                && fields.parameters.of(member).is_none()
            {
                let of = fields.return_type.of(member).and_then(|of| self.bound_type(of, outline));
                self.field(fields.name.of(member), of, outline);
            }
        }
    }

    fn field<'t>(&self, name: Option<Node<'_>>, of: Option<&'t str>, outline: &mut Outline<'t>) {
        if let (Some(name), Some(of)) = (name, of)
            && self.rules.kinds.identifier.is(name)
        {
            outline.bind_field(Some(name), of);
            outline.bind(Some(name), Some(of));
        }
    }

    /// Whether a name is what the type around calls itself: `self =>`.
    pub(super) fn is_self(&self, node: Node<'_>, name: &str, outline: &Outline<'_>) -> bool {
        let innermost = self.selves.iter().rev().find(|(end, _)| *end > node.start_byte());
        innermost.is_some_and(|(_, range)| outline.text.get(range.clone()) == Some(name))
            && !outline.is_bound(name)
    }

    /// The parameters of a class, of types and of its constructor: all of them can be read in it.
    pub(super) fn components(&self, class: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if let Some(parameters) = fields.type_parameters.of(class) {
            self.type_parameters(parameters, outline);
        }
        let lists = named_children(class).filter(|child| kinds.class_parameters.is(*child));
        for parameter in lists.flat_map(named_children).filter(|child| kinds.class_parameter.is(*child)) {
            self.field(fields.name.of(parameter), self.type_in(parameter, outline), outline);
        }
    }

    // Parameters and local values

    pub(super) fn parameters(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for parameter in named_children(node).filter(|child| kinds.parameter.is(*child)) {
            outline.own_values.defaults =
                fields.default_value.of(parameter).map(|of| parameter.start_byte()..of.end_byte());
            outline.bind(fields.name.of(parameter), self.type_in(parameter, outline));
        }
        outline.own_values.defaults = None;
    }

    pub(super) fn type_parameters(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for parameter in named_children(node) {
            if kinds.identifier.is(parameter) {
                outline.bind_type_parameter(Some(parameter));
            } else if kinds.covariant_type_parameter.is(parameter)
                || kinds.contravariant_type_parameter.is(parameter)
            {
                outline.bind_type_parameter(fields.name.of(parameter));
            }
        }
    }

    pub(super) fn lambda(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.open(node, None, Container::Function);
        // Those in brackets are bound one by one.
        let parameter = self.rules.fields.parameters.of(node);
        outline.bind(parameter.filter(|of| self.rules.kinds.identifier.is(*of)), None);
    }

    pub(super) fn colon_argument(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.open(node, None, Container::Function);
        if has_word(node, "=>") || has_word(node, "?=>") {
            outline.bind(self.rules.kinds.identifier.child(node), None);
        }
    }

    pub(super) fn binding(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.bind(self.rules.fields.name.of(node), self.type_in(node, outline));
    }

    pub(super) fn local(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let declared = self.type_in(node, outline);
        let Some(pattern) = fields.pattern.of(node) else {
            for name in named_children(node).filter(|child| kinds.identifier.is(*child)) {
                outline.bind(Some(name), declared);
            }
            return;
        };
        if kinds.identifiers.is(pattern) {
            for name in named_children(pattern).filter(|child| kinds.identifier.is(*child)) {
                outline.bind(Some(name), declared);
            }
        } else if kinds.identifier.is(pattern) {
            let of = declared.or_else(|| self.shown_by(fields.value.of(node), outline));
            outline.bind(Some(pattern), of);
        }
    }

    // Patterns: each binds the names that stand directly in it.

    pub(super) fn case(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.open(node, None, Container::Function);
        self.bind_pattern(self.rules.fields.pattern.of(node), outline);
    }

    pub(super) fn pattern(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let operator = self.rules.fields.operator.of(node);
        for part in named_children(node).filter(|part| Some(*part) != operator) {
            self.bind_pattern(Some(part), outline);
        }
    }

    pub(super) fn typed_pattern(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        if let Some(name) = self.rules.fields.pattern.of(node)
            && self.is_variable(name, outline)
        {
            outline.bind(Some(name), self.type_in(node, outline));
        }
    }

    /// A name in a pattern.
    pub(super) fn bind_pattern(&self, node: Option<Node<'_>>, outline: &mut Outline<'_>) {
        if let Some(node) = node.filter(|node| self.is_variable(*node, outline)) {
            outline.bind(Some(node), None);
        }
    }

    /// Names that begin with a capital and those in backquotes stand for values that there are already.
    fn is_variable(&self, node: Node<'_>, outline: &Outline<'_>) -> bool {
        let name = outline.text(node);
        self.rules.kinds.identifier.is(node) && bare(name) == name && !name.starts_with(char::is_uppercase)
    }
}
