//! Calls, constructions, decorators and JSX: what is called, and on what.

use beadloom_model::{ImportKind, ReferenceKind};
use tree_sitter::Node;

use super::File;
use super::literal::literal;
use super::names::Names;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Members of members are followed this far.
const MEMBERS: usize = 8;

impl File<'_> {
    /// A call: of a function, or of what loads a module.
    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(function) = node.child(0) else { return };
        if kinds.import.is(function) {
            if self.required != Some(node.id())
                && let Some(specifier) = self.first_argument(node, outline)
            {
                outline.import(specifier, vec!["*".to_owned()], ImportKind::Dynamic, node.start_byte());
            }
            return;
        }
        if kinds.identifier.is(function) && outline.text(function) == "require" {
            if self.required != Some(node.id())
                && let Some(specifier) = self.first_argument(node, outline)
            {
                self.routes.import(specifier, &Names::default());
                outline.import(specifier, Vec::new(), ImportKind::Import, node.start_byte());
            }
            return;
        }
        self.called(function, outline);
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
                let before = match self.require_in_place(object, outline) {
                    Some(before) => before,
                    None => self.before(object, outline),
                };
                outline.reference(ReferenceKind::Call, fields.property.of(callee), before);
            }
        } else if self.rules.base.is(callee) {
            outline.reference_to(ReferenceKind::Call, "constructor", Before::Super, callee.start_byte());
        }
    }

    /// The module of `require("./ledger").post()`, which has no other name in the file than that of what loads it.
    fn require_in_place(&mut self, object: Node<'_>, outline: &mut Outline<'_>) -> Option<Before<'static>> {
        let object = self.bare(object);
        let specifier = self.required_module(object, outline)?;
        if self.required != Some(object.id()) {
            self.required = Some(object.id());
            let mut all = Names::default();
            all.add("*", Some("require"));
            self.routes.import(specifier, &Names::default());
            outline.import_as(specifier, all.names, all.aliases, ImportKind::Import, object.start_byte());
        }
        Some(Before::Path("require"))
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
    fn path<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<(&'t str, bool)> {
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

    fn first_argument<'t>(&self, call: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        literal(named_children(self.rules.fields.arguments.of(call)?).next()?, outline)
    }
}
