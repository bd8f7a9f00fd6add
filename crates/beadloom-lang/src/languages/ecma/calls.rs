//! Calls, constructions, decorators and JSX: what is called, and on what.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use super::literal::literal;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Members of members are followed this far.
pub(super) const MEMBERS: usize = 8;

/// Whether a member of that name is one of a promise.
pub(super) fn is_of_promise(name: &str) -> bool {
    matches!(name, "then" | "catch" | "finally")
}

impl File<'_> {
    /// A call: of a function, or of what loads a module.
    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(function) = node.child(0) else { return };
        let imports = kinds.import.is(function);
        if imports || kinds.identifier.is(function) && outline.text(function) == "require" {
            if self.required != Some(node.id())
                && let Some(specifier) = self.first_argument(node, outline)
            {
                self.load(node, specifier, imports, outline);
            }
            return;
        }
        if kinds.member_expression.is(function) && self.load_by_pattern(node, function, outline) {
            return;
        }
        self.called(function, outline);
        self.then(node, function, outline);
        self.loader_called(node, function, outline);
        self.route_call(node, outline);
    }

    /// `new Ledger(…)`
    pub(super) fn construction(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if let Some(constructor) = self.rules.fields.constructor.of(node) {
            self.called(constructor, outline);
        }
    }

    pub(super) fn decorator(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.decorate(node);
        self.route_decorator(node, outline);
        if let Some(expression) = node.named_child(0).filter(|of| !self.rules.kinds.call_expression.is(*of)) {
            self.called(expression, outline);
        }
    }

    /// `<Card/>` calls `Card`; names in lower case are elements of the page.
    pub(super) fn tag(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        outline.note_jsx();
        let Some(name) = self.rules.fields.name.of(node) else { return };
        let is_element = kinds.identifier.is(name) && outline.text(name).starts_with(char::is_lowercase);
        if !is_element {
            self.called(name, outline);
        }
    }

    /// `error instanceof Declined` names a type.
    pub(super) fn binary(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if node.child(1).is_none_or(|operator| operator.kind_id() != self.rules.instanceof) {
            return;
        }
        let Some(right) = fields.right.of(node) else { return };
        if kinds.identifier.is(right) {
            outline.reference(ReferenceKind::Type, Some(right), Before::Nothing);
        } else if kinds.member_expression.is(right)
            && let Some(object) = fields.object.of(right)
        {
            outline.reference(ReferenceKind::Type, fields.property.of(right), self.before(object, outline));
        }
    }

    /// What a call calls.
    fn called(&mut self, callee: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let callee = self.bare(callee);
        if kinds.identifier.is(callee) {
            outline.reference(ReferenceKind::Call, Some(callee), Before::Nothing);
        } else if kinds.member_expression.is(callee) {
            if let Some(object) = fields.object.of(callee) {
                let property = fields.property.of(callee);
                let before = match self.module_path(object, outline) {
                    // Those of a promise are the language's own.
                    Some(_) if property.is_some_and(|of| is_of_promise(outline.text(of))) => return,
                    Some((number, path)) => Before::Module(number, path),
                    None => self.before(object, outline),
                };
                outline.reference(ReferenceKind::Call, property, before);
            }
        } else if self.rules.base.is(callee) {
            outline.reference_to(ReferenceKind::Call, "constructor", Before::Super, callee.start_byte());
        } else if self.required_module(callee, outline).is_some()
            && let Some(number) = self.module_of(callee, outline)
        {
            let at = callee.start_byte();
            outline.use_of_module(ReferenceKind::Call, "default", (number, true), at);
        }
    }

    /// What stands before the dot.
    pub(super) fn before<'t>(&self, object: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let kinds = &self.rules.kinds;
        if kinds.this.is(object) {
            Before::This
        } else if self.rules.base.is(object) {
            Before::Super
        } else if kinds.identifier.is(object) {
            Before::Path(outline.text(object))
        } else if kinds.member_expression.is(object) || kinds.non_null_expression.is(object) {
            match self.path(object, outline) {
                Some((path, true)) => Before::Field(path),
                Some((path, false)) => Before::Path(path),
                None => Before::Value,
            }
        } else {
            self.value_type(object, outline).map_or(Before::Value, Before::Typed)
        }
    }

    /// Names joined by dots, and whether they follow `this`, which is left out then.
    pub(super) fn path<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<(&'t str, bool)> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut at = node;
        let mut first = None;
        for _ in 0..MEMBERS {
            if kinds.identifier.is(at) {
                return Some((outline.text(node), false));
            } else if kinds.this.is(at) {
                let text = outline.text.get(first?..node.end_byte())?;
                return Some((text, true));
            } else if kinds.member_expression.is(at) {
                first = Some(fields.property.of(at)?.start_byte());
                at = fields.object.of(at)?;
            } else if kinds.non_null_expression.is(at) {
                at = at.named_child(0)?;
            } else {
                return None;
            }
        }
        None
    }

    /// Names joined by dots of which the first is no local variable.
    pub(super) fn free_path<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (path, of_this) = self.path(self.bare(node), outline)?;
        let end = path.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(path.len());
        let head = path.get(..end)?;
        (!of_this && !head.is_empty() && !outline.is_bound(head) && head != "require").then_some(path)
    }

    /// The literal that `require` is called with.
    pub(super) fn required_module<'t>(&self, call: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        let function = call
            .child(0)
            .filter(|function| kinds.call_expression.is(call) && kinds.identifier.is(*function))?;
        if outline.text(function) == "require" { self.first_argument(call, outline) } else { None }
    }

    /// The literal that `import()` is called with, awaited or not.
    pub(super) fn loaded_module<'t, 'n>(
        &self,
        value: Node<'n>,
        outline: &Outline<'t>,
    ) -> Option<(Node<'n>, &'t str)> {
        let kinds = &self.rules.kinds;
        let call = if kinds.await_expression.is(value) { value.named_child(0)? } else { return None };
        let function = call.child(0).filter(|_| kinds.call_expression.is(call))?;
        if kinds.import.is(function) { Some((call, self.first_argument(call, outline)?)) } else { None }
    }

    pub(super) fn first_argument<'t>(&self, call: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        literal(named_children(self.rules.fields.arguments.of(call)?).next()?, outline)
    }
}
