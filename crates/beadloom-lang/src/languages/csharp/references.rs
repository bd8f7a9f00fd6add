//! What methods call and construct.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Members of one initializer or pattern that are looked at.
const MEMBERS: usize = 200;

/// Whether a type with arguments is one of the framework's, which classes without arguments share their names with.
pub(super) fn is_collection(of: Node<'_>, name: &str) -> bool {
    of.kind() == "generic_name"
        && matches!(
            name,
            "Action"
                | "Collection"
                | "Dictionary"
                | "Func"
                | "HashSet"
                | "IDictionary"
                | "IEnumerable"
                | "IList"
                | "IReadOnlyCollection"
                | "IReadOnlyDictionary"
                | "IReadOnlyList"
                | "LinkedList"
                | "List"
                | "Nullable"
                | "Queue"
                | "Stack"
                | "Task"
                | "Tuple"
                | "ValueTask"
        )
}

impl File<'_> {
    /// `new Ledger(1)`
    pub(super) fn creation(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(of) = self.rules.fields.r#type.of(node) else { return };
        if let Some(name) = self.rules.type_name(of, outline)
            && !is_collection(of, outline.text(name.node))
        {
            outline.reference(ReferenceKind::Call, Some(name.node), name.before);
        }
        if let Some(initializer) = self.rules.fields.initializer.of(node) {
            self.initialized(initializer, of, outline);
        }
    }

    /// `{ Total = 1 }`: members of what is made.
    fn initialized(&self, initializer: Node<'_>, of: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(path) = self.rules.type_path(of, outline) else { return };
        for member in named_children(initializer).take(MEMBERS) {
            let left = fields.left.of(member).filter(|_| kinds.assignment_expression.is(member));
            if let Some(name) = left.filter(|left| kinds.identifier.is(*left)) {
                outline.value_to(outline.text(name), Before::Typed(path), name.start_byte());
            }
        }
    }

    /// `Ledger { Total: 1 }`: members of what is matched.
    pub(super) fn matched(&self, pattern: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let of = fields.r#type.of(pattern).and_then(|of| self.rules.type_path(of, outline));
        let before = of.map_or(Before::Value, Before::Typed);
        let clauses = named_children(pattern).filter(|clause| kinds.property_pattern_clause.is(*clause));
        for part in clauses.flat_map(named_children).take(MEMBERS) {
            let name = part.named_child(0).filter(|name| kinds.identifier.is(*name));
            if let Some(name) = name.filter(|_| kinds.subpattern.is(part) && part.named_child_count() > 1) {
                outline.value_to(outline.text(name), before, name.start_byte());
            }
        }
    }

    /// `[Audited]`: a type, of which the end of the name may be left out.
    pub(super) fn attribute(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let of = self.rules.fields.name.of(node);
        if let Some(name) = of.and_then(|of| self.rules.type_name(of, outline)) {
            outline.reference(ReferenceKind::Type, Some(name.node), name.before);
        }
    }

    pub(super) fn invocation(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(function) = fields.function.of(node) else { return };
        let (name, before) = if kinds.identifier.is(function) || kinds.generic_name.is(function) {
            (self.plain(function), Before::Nothing)
        } else if kinds.member_access_expression.is(function) {
            let of = fields.expression.of(function);
            let before = of.map_or(Before::Value, |of| self.receiver(of, outline));
            (fields.name.of(function).and_then(|name| self.plain(name)), before)
        } else if kinds.conditional_access_expression.is(function) {
            let of = fields.condition.of(function);
            let before = of.map_or(Before::Value, |of| self.receiver(of, outline));
            let binding = named_children(function).find(|of| kinds.member_binding_expression.is(*of));
            let name = binding.and_then(|binding| fields.name.of(binding));
            (name.and_then(|name| self.plain(name)), before)
        } else {
            (None, Before::Value)
        };
        let Some(name) = name else { return };
        if matches!(before, Before::Nothing) && outline.text(name) == "nameof" {
            return;
        }
        outline.reference(ReferenceKind::Call, Some(name), before);
        if kinds.member_access_expression.is(function) {
            self.endpoint(node, function, name, outline);
        }
    }

    /// A name without type arguments.
    fn plain<'n>(&self, name: Node<'n>) -> Option<Node<'n>> {
        if self.rules.kinds.generic_name.is(name) { name.named_child(0) } else { Some(name) }
    }

    /// What is known of a value, type or namespace before a dot.
    fn receiver<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let kinds = &self.rules.kinds;
        let mut of = of;
        // `(a as B).C()`, `a!.B()`
        for _ in 0..4 {
            let inner = if kinds.parenthesized_expression.is(of) || kinds.postfix_unary_expression.is(of) {
                of.named_child(0)
            } else {
                None
            };
            match inner {
                Some(inner) => of = inner,
                None => break,
            }
        }
        match of.kind() {
            "this" | "this_expression" => return Before::This,
            "base" | "base_expression" => return Before::Super,
            "predefined_type" => return Before::Typed(outline.text(of)),
            _ => {}
        }
        if kinds.identifier.is(of) || self.rules.is_chain(of) {
            let path = outline.text(of);
            let head = path.split(['.', '?', '!', ' ', '\n']).next().unwrap_or(path);
            // A field that this part of the class does not declare, or a type.
            let lower = head.starts_with(|c: char| c == '_' || c.is_lowercase());
            return if lower && !outline.is_bound(head) { Before::Field(path) } else { Before::Path(path) };
        }
        if kinds.member_access_expression.is(of) {
            return self.field_of_this(of, outline);
        }
        if kinds.generic_name.is(of) {
            return self.plain(of).map_or(Before::Value, |name| Before::Typed(outline.text(name)));
        }
        self.made_by(of, outline).map_or(Before::Value, Before::Typed)
    }

    /// `this.store` of `this.store.Save()`.
    fn field_of_this<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        const PARTS: usize = 8;
        let fields = &self.rules.fields;
        let mut at = of;
        for _ in 0..PARTS {
            let plain = fields.name.of(at).is_some_and(|name| self.rules.kinds.identifier.is(name));
            let Some(inner) = fields.expression.of(at).filter(|_| plain) else { return Before::Value };
            if matches!(inner.kind(), "this" | "this_expression") {
                let rest = outline.text.get(inner.end_byte()..of.end_byte()).unwrap_or("");
                return Before::Field(rest.trim_start_matches(|c: char| c == '.' || c.is_whitespace()));
            }
            at = inner;
        }
        Before::Value
    }
}
