//! What names are bound to: parameters, local variables, fields.

use std::ops::Range;

use tree_sitter::Node;

use super::super::jvm::is_dotted;
use super::File;
use super::file::Declared;
use crate::definition::Container;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Wrappers around a type: followed this far.
const STEPS: usize = 8;

impl File<'_> {
    /// The names of a type, joined by `.`, without type arguments and `?`.
    pub(super) fn names_of(&self, of: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let kinds = &self.rules.kinds;
        let of = self.unwrapped(of)?;
        let mut names = String::new();
        for name in named_children(of).filter(|child| kinds.identifier.is(*child)).take(STEPS) {
            if !names.is_empty() {
                names.push('.');
            }
            names.push_str(outline.name(Some(name))?);
        }
        (!names.is_empty()).then_some(names)
    }

    fn unwrapped<'n>(&self, of: Node<'n>) -> Option<Node<'n>> {
        let kinds = &self.rules.kinds;
        let mut of = of;
        for _ in 0..STEPS {
            if kinds.user_type.is(of) {
                return Some(of);
            }
            if !kinds.nullable_type.is(of) && !kinds.parenthesized_type.is(of) {
                return None;
            }
            of = named_children(of).take(STEPS).find(|child| {
                kinds.user_type.is(*child)
                    || kinds.nullable_type.is(*child)
                    || kinds.parenthesized_type.is(*child)
            })?;
        }
        None
    }

    /// A type as names are bound to it: as written, without type arguments and `?`.
    pub(super) fn bound_type<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        let of = self.unwrapped(of)?;
        let mut range: Option<Range<usize>> = None;
        for name in named_children(of).filter(|child| kinds.identifier.is(*child)).take(STEPS) {
            range = Some(range.map_or(name.start_byte(), |range| range.start)..name.end_byte());
        }
        outline.text.get(range?).filter(|path| is_dotted(path))
    }

    /// The type that stands after the `:` of a parameter or variable.
    fn declared_type<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        named_children(node).take(STEPS).find_map(|child| self.bound_type(child, outline))
    }

    /// The type that an initial value shows.
    fn shown_by<'t>(&self, value: Option<Node<'_>>, outline: &Outline<'t>) -> Option<&'t str> {
        match self.before(value?, outline) {
            crate::references::Before::Typed(of) => Some(of),
            _ => None,
        }
    }

    // Fields

    /// The parameters of a class, of types and of its constructor: those are fields where they say so.
    pub(super) fn components(&self, class: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        for parameter in kinds.type_parameters.child(class).into_iter().flat_map(named_children) {
            outline.bind_type_parameter(kinds.identifier.child(parameter));
        }
        let parameters =
            kinds.primary_constructor.child(class).and_then(|of| kinds.class_parameters.child(of));
        for parameter in parameters.into_iter().flat_map(named_children) {
            if kinds.class_parameter.is(parameter) {
                let of = self.declared_type(parameter, outline);
                self.field(kinds.identifier.child(parameter), of, outline);
            }
        }
    }

    /// The properties of a type, wherever in its body they stand: one look at each member.
    pub(super) fn members(&mut self, body: Option<Node<'_>>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        for member in body.into_iter().flat_map(named_children) {
            if kinds.property_declaration.is(member) {
                self.member(member, outline);
            } else if kinds.companion_object.is(member) {
                // Its properties are read without its name.
                for member in kinds.class_body.child(member).into_iter().flat_map(named_children) {
                    if kinds.property_declaration.is(member) {
                        self.member(member, outline);
                    }
                }
            }
        }
    }

    fn member(&mut self, property: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(variable) = kinds.variable_declaration.child(property) else { return };
        if self.spring.is_imported() && kinds.modifiers.child(property).is_some() {
            self.remember_text(property, variable, outline);
        }
        let of =
            self.declared_type(variable, outline).or_else(|| self.shown_by(self.value(property), outline));
        self.field(kinds.identifier.child(variable), of, outline);
    }

    fn field<'t>(&self, name: Option<Node<'_>>, of: Option<&'t str>, outline: &mut Outline<'t>) {
        if let Some(of) = of {
            outline.bind_field(name, of);
            outline.bind(name, Some(of));
        }
    }

    // Parameters and local variables

    pub(super) fn parameters(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        for parameter in named_children(node).filter(|child| kinds.parameter.is(*child)) {
            outline.bind(kinds.identifier.child(parameter), self.declared_type(parameter, outline));
        }
    }

    pub(super) fn lambda(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.open(node, None, Container::Function);
        match self.rules.kinds.lambda_parameters.child(node) {
            Some(parameters) => {
                for parameter in named_children(parameters) {
                    self.variable(parameter, None, outline);
                }
            }
            None => outline.bind_name("it", None),
        }
    }

    /// A variable, or several in brackets.
    fn variable<'t>(&self, node: Node<'_>, shown: Option<&'t str>, outline: &mut Outline<'t>) {
        let kinds = &self.rules.kinds;
        if kinds.variable_declaration.is(node) {
            let of = self.declared_type(node, outline).or(shown);
            outline.bind(kinds.identifier.child(node), of);
        } else if kinds.multi_variable_declaration.is(node) {
            for variable in named_children(node).filter(|child| kinds.variable_declaration.is(*child)) {
                outline.bind(kinds.identifier.child(variable), self.declared_type(variable, outline));
            }
        }
    }

    /// `val` and `var` in a function. They are in force after the value that they are given: `val tokens =
    /// tokens()` calls a function.
    pub(super) fn local(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if let Some(variables) = kinds.multi_variable_declaration.child(node) {
            self.variable(variables, None, outline);
            return;
        }
        let Some(variable) = kinds.variable_declaration.child(node) else { return };
        let Some(name) = kinds.identifier.child(variable) else { return };
        let of = self.declared_type(variable, outline);
        let of = of.or_else(|| self.shown_by(self.value(node), outline));
        let of = of.and_then(|of| {
            let start = (of.as_ptr() as usize).checked_sub(outline.text.as_ptr() as usize)?;
            Some(start..start + of.len())
        });
        let (end, scopes) = (node.end_byte(), outline.scopes());
        self.declared.push(Declared { end, scopes, name: name.byte_range(), of });
    }

    /// Binds the variables whose declarations end before this place, unless what is around them has ended too.
    pub(super) fn bind_declared(&mut self, at: usize, outline: &mut Outline<'_>) {
        while let Some(declared) = self.declared.pop_if(|declared| declared.end <= at) {
            if declared.scopes <= outline.scopes()
                && let Some(name) = outline.text.get(declared.name)
            {
                let of = declared.of.and_then(|of| outline.text.get(of));
                outline.bind_name(name, of);
            }
        }
    }

    pub(super) fn for_statement(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        outline.open(node, None, Container::Function);
        let variable =
            kinds.variable_declaration.child(node).or_else(|| kinds.multi_variable_declaration.child(node));
        if let Some(variable) = variable {
            self.variable(variable, None, outline);
        }
    }

    pub(super) fn catch(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.open(node, None, Container::Function);
        outline.bind(self.rules.kinds.identifier.child(node), self.declared_type(node, outline));
    }

    pub(super) fn subject(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        if let Some(variable) = self.rules.kinds.variable_declaration.child(node) {
            let shown = self.shown_by(self.value(node), outline);
            self.variable(variable, shown, outline);
        }
    }

    pub(super) fn setter(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.open(node, None, Container::Function);
        outline.bind(self.rules.kinds.identifier.child(node), self.declared_type(node, outline));
    }
}
