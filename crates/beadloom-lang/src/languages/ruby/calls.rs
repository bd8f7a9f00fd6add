//! What is called and used, and what names stand for.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::definition::Container;
use crate::literals::unquote;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Methods whose block is read as part of the type around it.
const SEE_THROUGH: &[&str] = &[
    "autoload_under", "class_eval", "class_exec", "class_methods", "eager_autoload", "included",
    "module_eval", "module_exec", "prepended", "with_options",
];

impl<'r> File<'r> {
    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        // `f.(1)` has no name.
        let Some(method) = fields.method.of(node) else { return };
        self.name_here(method);
        let Some(name) = outline.name(Some(method)) else { return };
        let receiver = fields.receiver.of(node);
        let named_of = receiver.map(|receiver| self.before(receiver, outline));
        self.named_methods(name, node, named_of, outline);
        let in_type = outline.container() == Some(Container::Type);
        if in_type && receiver.is_none() && SEE_THROUGH.contains(&name) {
            self.see_through = fields.block.of(node).map(|block| block.id());
            self.import_call(name, node, outline);
            return;
        }
        if name == "super" {
            return;
        }
        if name == "refine"
            && in_type
            && receiver.is_none()
            && let Some(of) = fields.arguments.of(node).and_then(|list| list.named_child(0))
            && (kinds.constant.is(of) || kinds.scope_resolution.is(of))
        {
            self.reopen(node, of, outline);
            return;
        }
        if self.rails.call(self.rules, name, node, outline) {
            return;
        }
        let Some(receiver) = receiver else {
            let said =
                self.import_call(name, node, outline) || (in_type && self.declare(name, node, outline));
            if !said {
                // With arguments or parentheses it is a method, whatever variable is called so.
                let is_call = fields.arguments.of(node).is_some() || outline.text(node).ends_with(')');
                let before = if is_call { Before::Scope("") } else { Before::Nothing };
                self.reference_method(method, name, before, outline);
            }
            return;
        };
        if kinds.constant.is(receiver) || kinds.scope_resolution.is(receiver) {
            if matches!(name, "class_eval" | "module_eval" | "class_exec" | "module_exec") {
                self.reopen(node, receiver, outline);
            } else if name == "new" {
                self.reference_constant(ReferenceKind::Call, receiver, outline);
                self.take(receiver);
                return;
            }
        }
        let before = self.before(receiver, outline);
        self.reference_method(method, name, before, outline);
    }

    fn reference_method<'t>(
        &self,
        method: Node<'_>,
        name: &'t str,
        before: Before<'t>,
        outline: &mut Outline<'t>,
    ) {
        let named =
            !matches!(name, "new" | "raise" | "lambda" | "proc" | "loop" | "binding" | "block_given?");
        if named && !(matches!(before, Before::Nothing) && self.is_outer_local(name, outline)) {
            outline.reference(ReferenceKind::Call, Some(method), before);
        }
    }

    /// `Ledger.class_eval do … end`: what it defines belongs to `Ledger`.
    fn reopen(&mut self, call: Node<'_>, of: Node<'_>, outline: &mut Outline<'_>) {
        let Some(block) = self.rules.fields.block.of(call) else { return };
        if outline.in_function() {
            return;
        }
        let name = outline.name(Some(of)).map(|name| name.trim_start_matches(':').replace("::", "."));
        outline.open(call, name.as_deref(), Container::Type);
        self.see_through = Some(block.id());
    }

    /// What a receiver says about the method that is called on it.
    fn before<'t>(&self, receiver: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if self.rules.this.is(receiver) {
            return Before::This;
        }
        let Some(text) = outline.name(Some(receiver)) else { return Before::Value };
        if kinds.constant.is(receiver) || kinds.scope_resolution.is(receiver) {
            return Before::Path(text);
        }
        if kinds.instance_variable.is(receiver) {
            return Before::Field(text.trim_start_matches('@'));
        }
        if kinds.identifier.is(receiver) {
            return if outline.is_bound(text) {
                Before::Path(text)
            } else if self.is_outer_local(text, outline) {
                Before::Value
            } else {
                Before::Field(text)
            };
        }
        if !kinds.call.is(receiver) {
            return Before::Value;
        }
        // `Ledger.new(1).post`, `self.ledger.post`
        let inner = fields.receiver.of(receiver);
        if let Some(made) = self.made_by(receiver, outline) {
            return Before::Typed(made);
        }
        match (inner, fields.method.of(receiver)) {
            (Some(inner), Some(field))
                if self.rules.this.is(inner) && fields.arguments.of(receiver).is_none() =>
            {
                Before::Field(outline.text(field))
            }
            _ => Before::Value,
        }
    }

    /// The constant that `new` is called on.
    pub(super) fn made_by<'t>(&self, value: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let of = fields.receiver.of(value).filter(|_| kinds.call.is(value))?;
        let names_type = kinds.constant.is(of) || kinds.scope_resolution.is(of);
        (names_type && outline.name(fields.method.of(value)) == Some("new"))
            .then(|| outline.name(Some(of)))?
    }

    /// A constant, alone or as the last of a path.
    pub(super) fn reference_constant(&self, kind: ReferenceKind, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if self.rules.kinds.scope_resolution.is(node) {
            let Some(name) = fields.name.of(node) else { return };
            let before = match fields.scope.of(node).map(|scope| outline.text(scope)) {
                Some(scope) if scope.starts_with(|c: char| c.is_uppercase() || c == ':') => {
                    Before::Path(scope)
                }
                Some(_) => Before::Value,
                None => Before::Nothing,
            };
            outline.reference(kind, Some(name), before);
        } else {
            outline.reference(kind, Some(node), Before::Nothing);
        }
    }

    /// A name that is a variable, or a method that is called without arguments.
    pub(super) fn identifier(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.is_named(node.start_byte()) {
            return;
        }
        let Some(name) = outline.name(Some(node)) else { return };
        if matches!(
            name,
            "__FILE__" | "__dir__" | "__method__" | "__LINE__" | "it" | "_1" | "_2" | "puts" | "p"
        ) || self.visibility_word(name, node, outline)
        {
            return;
        }
        self.reference_method(node, name, Before::Nothing, outline);
    }

    /// `super`: the method of the same name of the base.
    pub(super) fn parent_call<'t>(&mut self, node: Node<'_>, outline: &mut Outline<'t>) {
        let (method, name) = &self.method;
        let at = node.start_byte();
        if method.contains(&at)
            && let Some(name) = outline.text.get(name.clone())
        {
            outline.reference_to(ReferenceKind::Call, name, Before::Super, at);
        }
    }

    /// A variable of a file or a class's body, outside of methods.
    fn is_outer_local(&self, name: &str, outline: &Outline<'_>) -> bool {
        let outside = !outline.in_function() || outline.enclosing_number().is_none();
        outside && !self.locals.is_empty() && self.locals.contains(name)
    }

    // Bindings

    pub(super) fn block(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.see_through.take_if(|block| *block == node.id()).is_some() {
            // `private` in it holds to its end.
            self.open_body(node.end_byte(), false);
        } else {
            outline.open(node, None, Container::Function);
        }
    }

    pub(super) fn parameters(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        for parameter in named_children(node) {
            let name = self.rules.fields.name.of(parameter).unwrap_or(parameter);
            self.bind_target(Some(name), None, outline);
        }
    }

    /// The variables among the direct parts of a node.
    pub(super) fn bind_all(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        for target in named_children(node) {
            self.bind_target(Some(target), None, outline);
        }
    }

    pub(super) fn bind_target<'t>(
        &mut self,
        target: Option<Node<'_>>,
        of: Option<&'t str>,
        outline: &mut Outline<'t>,
    ) {
        let Some(target) = target.filter(|target| self.rules.kinds.identifier.is(*target)) else { return };
        outline.bind(Some(target), of);
        if !outline.in_function()
            && let Some(name) = outline.name(Some(target))
            && !self.locals.contains(name)
            && outline.spend(name.len() + 48)
        {
            self.locals.insert(name.to_owned());
        }
    }

    pub(super) fn targets(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        for target in named_children(node) {
            self.bind_target(Some(target), None, outline);
        }
    }

    pub(super) fn assignment(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(left) = fields.left.of(node) else { return };
        if kinds.constant.is(left) || kinds.scope_resolution.is(left) {
            self.constant_assignment(node, left, outline);
            return;
        }
        if kinds.left_assignment_list.is(left) {
            self.constant_targets(node, left, outline);
            return;
        }
        let made = fields.right.of(node).and_then(|right| self.made_by(right, outline));
        if kinds.identifier.is(left) {
            self.bind_target(Some(left), made, outline);
        } else if kinds.instance_variable.is(left)
            && let Some(made) = made
            && let Some(name) = outline.name(Some(left))
        {
            outline.bind_field_name(name.trim_start_matches('@'), made);
        }
    }

    /// The variables that a pattern binds; patterns in it are seen by themselves.
    pub(super) fn pattern(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if let Some(name) = fields.name.of(node) {
            self.bind_target(Some(name), None, outline);
            return;
        }
        if let Some(key) = fields.key.of(node) {
            match fields.value.of(node) {
                Some(value) => self.bind_target(Some(value), None, outline),
                // `{name:}` binds `name`.
                None => {
                    if let Some(name) = outline.name(Some(key)) {
                        outline.bind_name(name, None);
                    }
                }
            }
            return;
        }
        if let Some(pattern) = fields.pattern.of(node) {
            self.bind_target(Some(pattern), None, outline);
            return;
        }
        for part in named_children(node) {
            self.bind_target(Some(fields.name.of(part).unwrap_or(part)), None, outline);
        }
    }

    // Literals

    /// An argument of a call by its place.
    pub(super) fn argument<'t>(&self, call: Node<'t>, place: u32) -> Option<Node<'t>> {
        self.rules.fields.arguments.of(call)?.named_child(place)
    }

    pub(super) fn literal<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        self.rules.literal(node, outline)
    }
}

impl super::Ruby {
    /// The content of a symbol or of a string without interpolation.
    pub(super) fn literal<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.kinds;
        let text = outline.name(Some(node))?;
        if kinds.simple_symbol.is(node) {
            text.strip_prefix(':')
        } else if kinds.bare_symbol.is(node) || kinds.bare_string.is(node) || kinds.hash_key_symbol.is(node) {
            Some(text)
        } else if kinds.string.is(node) {
            unquote(text).filter(|content| !content.contains("#{"))
        } else {
            None
        }
    }
}
