//! Parameters, variables and fields with their types.

use std::collections::HashMap;
use std::ops::Range;

use tree_sitter::Node;

use super::file::{CSharp, File, Results};
use crate::definition::Container;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Members of a class whose types are noted before its methods are read.
const MEMBERS: usize = 2000;
/// Variables of one declaration.
const VARIABLES: usize = 64;

impl File<'_> {
    /// What a value is known to be by how it is made: the path of a type, or of a function that gives it.
    pub(super) fn made_by<'t>(&self, value: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut value = value;
        for _ in 0..8 {
            value = if kinds.await_expression.is(value)
                || kinds.parenthesized_expression.is(value)
                || kinds.postfix_unary_expression.is(value)
            {
                value.named_child(0)?
            } else {
                break;
            };
        }
        if kinds.object_creation_expression.is(value) || kinds.cast_expression.is(value) {
            return self.rules.type_path(fields.r#type.of(value)?, outline);
        }
        if kinds.as_expression.is(value) {
            return self.rules.type_path(fields.right.of(value)?, outline);
        }
        if !kinds.invocation_expression.is(value) {
            return None;
        }
        let function = fields.function.of(value)?;
        if kinds.member_access_expression.is(function) {
            let of = fields.expression.of(function)?;
            if matches!(of.kind(), "this" | "this_expression") {
                return self.given_by(fields.name.of(function)?, outline);
            }
            // What a method of a variable gives is its type's business; types have names of their own.
            let head = outline.text(function).split(['.', ' ', '\n']).next().unwrap_or("");
            let path = head.starts_with(char::is_uppercase)
                && self.rules.is_chain(function)
                && !outline.is_bound(head);
            return path.then(|| outline.name(Some(function))).flatten();
        }
        if !kinds.identifier.is(function) {
            return None;
        }
        match self.results.last() {
            Some(results) if results.by_name.contains_key(outline.text(function)) => {
                self.given_by(function, outline)
            }
            _ => outline.name(Some(function)),
        }
    }

    /// What a method of the type around gives.
    fn given_by<'t>(&self, name: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let results = self.results.last()?;
        let place = results.by_name.get(outline.text(name))?.clone()?;
        outline.text.get(place)
    }
}

impl CSharp {
    /// Names with dots between them.
    pub(super) fn is_chain(&self, node: Node<'_>) -> bool {
        const PARTS: usize = 16;
        let mut at = node;
        for _ in 0..PARTS {
            if self.kinds.identifier.is(at) {
                return true;
            }
            let plain = self.kinds.member_access_expression.is(at)
                && self.fields.name.of(at).is_some_and(|name| self.kinds.identifier.is(name));
            match self.fields.expression.of(at).filter(|_| plain) {
                Some(inner) => at = inner,
                None => return false,
            }
        }
        false
    }

    /// The value that a declarator gives its variable.
    pub(super) fn initial<'n>(&self, declarator: Node<'n>) -> Option<Node<'n>> {
        let name = self.fields.name.of(declarator)?;
        named_children(declarator).filter(|child| child.id() != name.id() && !child.is_extra()).last()
    }
}

impl File<'_> {
    /// Types that end before a place are around it no more.
    #[inline]
    pub(super) fn leave_types(&mut self, at: usize) {
        while self.results.last().is_some_and(|of| of.end <= at) {
            self.results.pop();
        }
    }

    /// Notes the fields and properties of a type: methods may come before what they use.
    pub(super) fn members(&mut self, body: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut results = Results { end: body.end_byte(), by_name: HashMap::new() };
        for member in named_children(body).take(MEMBERS) {
            if kinds.method_declaration.is(member) {
                self.result(member, &mut results, outline);
            } else if kinds.property_declaration.is(member) {
                let path = fields.r#type.of(member).and_then(|of| self.rules.type_path(of, outline));
                bind_member(fields.name.of(member), path, outline);
            } else if kinds.field_declaration.is(member) {
                let Some(declaration) = kinds.variable_declaration.child(member) else { continue };
                let path = fields.r#type.of(declaration).and_then(|of| self.rules.type_path(of, outline));
                let declarators = named_children(declaration).filter(|of| kinds.variable_declarator.is(*of));
                for declarator in declarators.take(VARIABLES) {
                    bind_member(fields.name.of(declarator), path, outline);
                }
            }
        }
        self.results.push(results);
    }

    fn result(&self, method: Node<'_>, results: &mut Results, outline: &Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(method)) else { return };
        let place = fields.returns.of(method).and_then(|of| self.rules.awaited(of, outline));
        let same = |known: &Range<usize>| {
            place
                .as_ref()
                .is_some_and(|place| outline.text.get(place.clone()) == outline.text.get(known.clone()))
        };
        results
            .by_name
            .entry(name.to_owned())
            .and_modify(|known| *known = known.take().filter(same))
            .or_insert_with(|| place.clone());
    }

    /// A variable declaration: locals; fields are known already.
    pub(super) fn variables(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let of = fields.r#type.of(node);
        self.type_use(of, outline);
        if outline.container() == Some(Container::Type) {
            return;
        }
        let stated = of.filter(|of| !kinds.implicit_type.is(*of));
        let path = stated.and_then(|of| self.rules.type_path(of, outline));
        for declarator in named_children(node).filter(|of| kinds.variable_declarator.is(*of)).take(VARIABLES)
        {
            let value = self.rules.initial(declarator);
            let made = path.or_else(|| {
                value.filter(|_| stated.is_none()).and_then(|value| self.made_by(value, outline))
            });
            if let (Some(name), Some(value)) = (fields.name.of(declarator), value) {
                self.router_variable(name, value, outline);
            }
            outline.bind(fields.name.of(declarator), made);
        }
    }

    pub(super) fn parameter(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let of = fields.r#type.of(node);
        self.type_use(of, outline);
        self.bind_parameter(fields.name.of(node), of, outline);
    }

    /// `params string[] rest` has no node of its own.
    pub(super) fn rest_parameter(&mut self, list: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if let Some(name) = fields.name.of(list) {
            let of = fields.r#type.of(list);
            self.type_use(of, outline);
            self.bind_parameter(Some(name), of, outline);
        }
    }

    fn bind_parameter(&mut self, name: Option<Node<'_>>, of: Option<Node<'_>>, outline: &mut Outline<'_>) {
        let path = of.and_then(|of| self.rules.type_path(of, outline));
        if outline.container() == Some(Container::Type) {
            // Of a primary constructor: every member may use it.
            bind_member(name, path, outline);
            return;
        }
        if let (Some(name), Some(path)) = (name, path) {
            self.router_parameter(name, path, outline);
        }
        outline.bind(name, path);
    }

    /// A variable that a pattern, a handler or an argument declares.
    pub(super) fn variable(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let of = fields.r#type.of(node);
        self.type_use(of, outline);
        let path = of.and_then(|of| self.rules.type_path(of, outline));
        outline.bind(fields.name.of(node), path);
        self.matched(node, outline);
    }

    pub(super) fn foreach(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let of = fields.r#type.of(node);
        self.type_use(of, outline);
        let path = of.and_then(|of| self.rules.type_path(of, outline));
        if let Some(left) = fields.left.of(node) {
            if kinds.identifier.is(left) {
                outline.bind(Some(left), path);
                return;
            }
            for name in named_children(left).filter(|of| kinds.identifier.is(*of)).take(VARIABLES) {
                outline.bind(Some(name), None);
            }
        }
    }
}

/// By its name alone and through `this`.
fn bind_member<'t>(name: Option<Node<'_>>, path: Option<&'t str>, outline: &mut Outline<'t>) {
    let Some(path) = path else { return };
    outline.bind(name, Some(path));
    outline.bind_field(name, path);
}
