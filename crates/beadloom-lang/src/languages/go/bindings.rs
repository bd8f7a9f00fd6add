//! What names are bound to: receivers, parameters, variables, fields.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use super::definitions::is_exported;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::references::{Before, is_dotted};
use crate::vocabulary::named_children;

/// Pointers, brackets and the like around what is looked for.
const WRAPPERS: usize = 8;

impl File<'_> {
    // Parameters

    /// Type parameters, parameters and named results, in the function's scope.
    pub(super) fn bind_signature(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        self.bind_type_parameters(node, outline);
        if let Some(list) = fields.parameters.of(node) {
            self.bind_parameters(list, outline);
        }
        if let Some(list) = fields.result.of(node).filter(|result| kinds.parameter_list.is(*result)) {
            self.bind_parameters(list, outline);
        }
    }

    fn bind_parameters(&self, list: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for parameter in named_children(list) {
            if kinds.parameter_declaration.is(parameter) {
                let of = fields.r#type.of(parameter).and_then(|of| self.bound_type(of, outline));
                for name in named_children(parameter).take_while(|name| kinds.identifier.is(*name)) {
                    outline.bind(Some(name), of);
                }
            } else if kinds.variadic_parameter_declaration.is(parameter) {
                outline.bind(fields.name.of(parameter), None);
            }
        }
    }

    /// The name of a receiver and the type parameters that it gives names to.
    pub(super) fn bind_receiver<'t>(
        &self,
        parameter: Node<'_>,
        of: Option<&'t str>,
        outline: &mut Outline<'t>,
    ) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        outline.bind(fields.name.of(parameter), of);
        let Some(mut of) = fields.r#type.of(parameter) else { return };
        if kinds.pointer_type.is(of) {
            let Some(inner) = of.named_child(0) else { return };
            of = inner;
        }
        if kinds.generic_type.is(of)
            && let Some(list) = kinds.type_arguments.child(of)
        {
            for argument in named_children(list) {
                outline
                    .bind_type_parameter(argument.named_child(0).filter(|of| kinds.type_identifier.is(*of)));
            }
        }
    }

    pub(super) fn bind_type_parameters(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(list) = self.rules.fields.type_parameters.of(node) else { return };
        for parameter in named_children(list).filter(|of| kinds.type_parameter_declaration.is(*of)) {
            for name in named_children(parameter).take_while(|name| kinds.identifier.is(*name)) {
                outline.bind_type_parameter(Some(name));
            }
        }
    }

    // Variables

    /// `a, b := …`
    pub(super) fn declare(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if let Some(left) = fields.left.of(node) {
            self.bind_each(named_children(left), None, fields.right.of(node), outline);
        }
    }

    /// The names of a `var` or `const`.
    pub(super) fn bind_values(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let of = fields.r#type.of(node);
        let bound = of.and_then(|of| self.bound_type(of, outline));
        let values = fields.value.of(node).filter(|_| of.is_none());
        let names = named_children(node).take_while(|name| kinds.identifier.is(*name));
        self.bind_each(names, bound, values, outline);
    }

    /// Binds names to one type, or each to that of its value. One value for several names is a call or the like,
    /// whose first result is what it is for.
    fn bind_each<'n, 't>(
        &mut self,
        names: impl Iterator<Item = Node<'n>>,
        of: Option<&'t str>,
        values: Option<Node<'n>>,
        outline: &mut Outline<'t>,
    ) {
        let mut values = values.into_iter().flat_map(named_children);
        for name in names {
            let value = values.next();
            if self.rules.kinds.identifier.is(name) && outline.text(name) != "_" {
                let value_of = match (of, value) {
                    (Some(of), _) => Before::Typed(of),
                    (None, Some(value)) => self.value_of(value, outline),
                    (None, None) => Before::Value,
                };
                outline.bind_to(Some(name), value_of);
                if let Some(value) = value {
                    self.web_value(name, value, outline);
                }
            }
        }
    }

    /// `for k, v := range …`
    pub(super) fn range(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(left) = self.rules.fields.left.of(node) else { return };
        for name in named_children(left).filter(|name| self.rules.kinds.identifier.is(*name)) {
            outline.bind(Some(name), None);
        }
    }

    /// `switch v := x.(type)`
    pub(super) fn type_switch(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.open(node, None, Container::Function);
        let name = self.rules.fields.alias.of(node).and_then(|list| list.named_child(0));
        outline.bind(name, None);
        self.leave_switches(node.start_byte());
        // More of them in each other are nobody's code.
        if self.switches.len() < 64 {
            self.switches.push((node.end_byte(), name.map_or(0..0, |name| name.byte_range())));
        }
    }

    fn leave_switches(&mut self, at: usize) {
        while self.switches.last().is_some_and(|(end, _)| *end <= at) {
            self.switches.pop();
        }
    }

    /// In a case of one type, the switch's variable is of that type.
    pub(super) fn type_case(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        self.leave_switches(node.start_byte());
        let Some((_, name)) = self.switches.last() else { return };
        let Some(name) = outline.text.get(name.clone()).filter(|name| !name.is_empty()) else { return };
        let single = node.child(2).is_some_and(|after| outline.text(after) == ":");
        if let Some(of) = node.child(1).filter(|_| single).and_then(|of| self.bound_type(of, outline)) {
            outline.open(node, None, Container::Function);
            outline.bind_name(name, Some(of));
        }
    }

    // Types

    /// A type as names are bound to it: without pointers and type arguments. `None` where it has no methods of its
    /// own.
    pub(super) fn bound_type<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = of;
        for _ in 0..WRAPPERS {
            if kinds.type_identifier.is(of) || kinds.qualified_type.is(of) {
                return Some(outline.text(of)).filter(|name| *name != "any" && is_dotted(name));
            }
            of = if kinds.generic_type.is(of) {
                fields.r#type.of(of)?
            } else if kinds.pointer_type.is(of) || kinds.parenthesized_type.is(of) {
                of.named_child(0)?
            } else {
                return None;
            };
        }
        None
    }

    /// The first result of a function.
    pub(super) fn result_type<'t>(&self, result: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if kinds.parameter_list.is(result) {
            let first = kinds.parameter_declaration.child(result)?;
            return self.bound_type(fields.r#type.of(first)?, outline);
        }
        self.bound_type(result, outline)
    }

    /// A value as the receiver that a variable with it is: of a literal's or conversion's type, of what the function
    /// gives that makes it, or the variable or field that it is.
    pub(super) fn value_of<'t>(&self, value: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut value = value;
        for _ in 0..WRAPPERS {
            if kinds.composite_literal.is(value)
                || kinds.type_assertion_expression.is(value)
                || kinds.type_conversion_expression.is(value)
            {
                let of = fields.r#type.of(value).and_then(|of| self.bound_type(of, outline));
                return of.map_or(Before::Value, Before::Typed);
            }
            if kinds.call_expression.is(value) {
                return self.type_of_call(value, outline).map_or(Before::Value, Before::Typed);
            }
            if kinds.identifier.is(value) || kinds.selector_expression.is(value) {
                let text = outline.text(value);
                return if is_dotted(text) { Before::Path(text) } else { Before::Value };
            }
            let inner = if kinds.unary_expression.is(value) {
                // Of `!x`, `-x` and `<-x` there is nothing to know.
                let pointer =
                    value.child(0).is_some_and(|operator| matches!(outline.text(operator), "&" | "*"));
                fields.operand.of(value).filter(|_| pointer)
            } else if kinds.parenthesized_expression.is(value) {
                value.named_child(0)
            } else {
                None
            };
            let Some(inner) = inner else { return Before::Value };
            value = inner;
        }
        Before::Value
    }

    fn type_of_call<'t>(&self, call: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        let mut function = call.child(0)?;
        if kinds.index_expression.is(function) {
            function = function.child(0)?;
        }
        let text = outline.text(function);
        if kinds.identifier.is(function) && text == "new" {
            let of = self.rules.fields.arguments.of(call)?.named_child(0)?;
            return self.bound_type(of, outline);
        }
        let named = kinds.identifier.is(function) || kinds.selector_expression.is(function);
        if !named || !is_dotted(text) {
            return None;
        }
        let head = text.split('.').next().unwrap_or(text).trim_end();
        (!outline.is_bound(head)).then_some(text)
    }

    // Fields

    pub(super) fn field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        // Fields of structs within structs belong to no name.
        if outline.container() != Some(Container::Type) || !outline.is_below(3) {
            return;
        }
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(of) = fields.r#type.of(node) else { return };
        let mut names = named_children(node).take_while(|name| kinds.field_identifier.is(*name)).peekable();
        if names.peek().is_none() {
            self.embed(of, outline);
        } else {
            let declared = of.end_byte();
            let of = self.bound_type(of, outline);
            for name in names {
                if let Some(of) = of {
                    outline.bind_field(Some(name), of);
                    self.web_field(outline.text(name), of, outline);
                }
                let text = outline.text(name);
                if text != "_" && !outline.in_function() {
                    let mut definition = Definition::new(text, SymbolKind::Constant, "field", node);
                    // Tags are long.
                    definition.shown = declared;
                    outline.define(definition.visible(is_exported(text)).part());
                }
            }
        }
    }
}
