//! What is called and used, and what variables stand for.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::definition::Container;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Names that stand for the class around or its base.
const RELATIVE: &[&str] = &["self", "static", "parent"];

impl File<'_> {
    // Types

    /// A class by one of its names.
    pub(super) fn reference_name(
        &mut self,
        kind: ReferenceKind,
        node: Option<Node<'_>>,
        outline: &mut Outline<'_>,
    ) {
        let kinds = &self.rules.kinds;
        let Some(node) = node else { return };
        if kinds.name.is(node) {
            if !RELATIVE.contains(&outline.text(node)) {
                outline.reference(kind, Some(node), Before::Nothing);
            }
        } else if kinds.qualified_name.is(node) {
            let name = last_child(node);
            let before = match kinds.namespace_name.child(node) {
                Some(prefix) => Before::Path(outline.text(prefix)),
                None => Before::Nothing,
            };
            outline.reference(kind, name, before);
            if let Some(path) = outline.name(Some(node)) {
                self.whole_name(path, node.start_byte(), outline);
            }
        } else if kinds.relative_name.is(node) {
            outline.reference(kind, last_child(node), below_namespace(node, outline));
        }
    }

    pub(super) fn use_type(&mut self, node: Option<Node<'_>>, outline: &mut Outline<'_>) {
        self.reference_name(ReferenceKind::Type, node, outline);
    }

    /// `Ledger::$rate`
    pub(super) fn static_property(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let scope = node.child(0);
        self.use_type(scope, outline);
        let name = self.rules.fields.name.of(node).and_then(|name| name.named_child(0));
        let (Some(name), Some(scope)) = (name, outline.name(scope)) else { return };
        let before = match scope {
            "self" | "static" => Before::This,
            "parent" => Before::Super,
            _ => Before::Path(scope),
        };
        if let Some(text) = outline.name(Some(name)) {
            outline.value_to(text, before, name.start_byte());
        }
    }

    /// `extends A`, `implements B`, `use C`: of a class without a name nothing inherits that could be named.
    pub(super) fn bases(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let named = outline.container() == Some(Container::Type) && !self.nameless_class;
        let kind = if named { ReferenceKind::Inherit } else { ReferenceKind::Type };
        for base in named_children(node) {
            self.reference_name(kind, Some(base), outline);
        }
    }

    pub(super) fn instance_of(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(right) = fields.right.of(node) else { return };
        let named = kinds.name.is(right) || kinds.qualified_name.is(right);
        if named && node.child(1).is_some_and(|word| word.kind_id() == self.rules.instance_of) {
            self.use_type(Some(right), outline);
        }
    }

    /// The class of a type that names one: `Foo`, `?Foo`, `Foo|null`.
    pub(super) fn type_name<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        let named = if kinds.named_type.is(node) {
            node
        } else if kinds.optional_type.is(node) {
            node.named_child(0).filter(|inner| kinds.named_type.is(*inner))?
        } else if kinds.union_type.is(node) {
            let mut parts = named_children(node).take(3);
            let (first, second) = (parts.next()?, parts.next()?);
            let is_null = |part: Node<'_>| kinds.primitive_type.is(part) && outline.text(part) == "null";
            match (kinds.named_type.is(first), kinds.named_type.is(second), parts.next()) {
                (true, false, None) if is_null(second) => first,
                (false, true, None) if is_null(first) => second,
                _ => return None,
            }
        } else {
            return None;
        };
        outline.name(Some(named)).filter(|name| !RELATIVE.contains(name))
    }

    // Calls

    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(function) = fields.function.of(node) else { return };
        if kinds.name.is(function) {
            if outline.text(function) == "define" && self.define_call(node, outline) {
                return;
            }
            outline.reference(ReferenceKind::Call, Some(function), Before::Nothing);
        } else if kinds.qualified_name.is(function) {
            let before = match kinds.namespace_name.child(function) {
                Some(prefix) => Before::Path(outline.text(prefix)),
                None => Before::Nothing,
            };
            outline.reference(ReferenceKind::Call, last_child(function), before);
        } else if kinds.relative_name.is(function) {
            let before = below_namespace(function, outline);
            outline.reference(ReferenceKind::Call, last_child(function), before);
        }
    }

    pub(super) fn member_call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        self.routes.call(self.rules, node, outline);
        let Some(name) = fields.name.of(node).filter(|name| kinds.name.is(*name)) else { return };
        let before = fields.object.of(node).map_or(Before::Value, |object| self.before(object, outline));
        outline.reference(ReferenceKind::Call, Some(name), before);
    }

    /// What an object says about the method that is called on it.
    fn before<'t>(&self, object: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let kinds = &self.rules.kinds;
        let Some(text) = outline.name(Some(object)) else { return Before::Value };
        if kinds.variable_name.is(object) {
            return match text {
                "$this" => Before::This,
                _ if outline.is_bound(text) => Before::Path(text),
                _ => Before::Value,
            };
        }
        if kinds.member_access_expression.is(object) || kinds.nullsafe_member_access_expression.is(object) {
            let plain =
                text.chars().all(|c| c.is_alphanumeric() || matches!(c, '$' | '_' | '-' | '>' | '?' | ' '));
            let head = text.split(['-', '?']).next().map_or("", str::trim);
            return match text.strip_prefix("$this") {
                Some(fields) if plain && head == "$this" => {
                    Before::Field(fields.trim_start_matches(['-', '>', '?', ' ']))
                }
                _ if plain && outline.is_bound(head) => Before::Path(text),
                _ => Before::Value,
            };
        }
        let made =
            if kinds.parenthesized_expression.is(object) { object.named_child(0) } else { Some(object) };
        made.and_then(|made| self.made_by(made, outline)).map_or(Before::Value, Before::Typed)
    }

    /// The class of `new Foo(…)`.
    fn made_by<'t>(&self, value: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        let of = value.named_child(0).filter(|_| kinds.object_creation_expression.is(value))?;
        let named = kinds.name.is(of) || kinds.qualified_name.is(of);
        outline.name(Some(of)).filter(|name| named && !RELATIVE.contains(name))
    }

    pub(super) fn scoped_call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        self.routes.call(self.rules, node, outline);
        let (Some(scope), Some(name)) = (fields.scope.of(node), fields.name.of(node)) else { return };
        let text = outline.name(Some(scope)).unwrap_or("");
        let before = if kinds.relative_scope.is(scope) {
            if text.eq_ignore_ascii_case("parent") { Before::Super } else { Before::This }
        } else if kinds.name.is(scope) || kinds.qualified_name.is(scope) {
            self.use_type(Some(scope), outline);
            Before::Path(text)
        } else if kinds.relative_name.is(scope) {
            self.use_type(Some(scope), outline);
            Before::Path(text.split_once('\\').map_or(text, |(_, below)| below))
        } else if kinds.variable_name.is(scope) && outline.is_bound(text) {
            Before::Path(text)
        } else {
            Before::Value
        };
        if kinds.name.is(name) {
            outline.reference(ReferenceKind::Call, Some(name), before);
        }
    }

    /// `[$this, 'post']`, `[Ledger::class, 'post']`: a method by its name.
    pub(super) fn callable(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let mut elements = named_children(node).filter_map(|element| element.named_child(0));
        let (Some(of), Some(name), None) = (elements.next(), elements.next(), elements.next()) else {
            return;
        };
        let Some(text) = self.rules.literal(name, outline) else { return };
        let written = outline.text(of);
        let before = if written == "$this" {
            Before::This
        } else if let Some(class) = written.strip_suffix("::class").filter(|_| of.kind() != "string") {
            if RELATIVE.contains(&class) { Before::This } else { Before::Path(class) }
        } else {
            return;
        };
        outline.value_to(text, before, name.start_byte());
    }

    pub(super) fn creation(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        self.reference_name(ReferenceKind::Call, node.named_child(0), outline);
    }

    // Bindings

    pub(super) fn parameter(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        // `Foo ...$rest` is an array of them.
        let one = !self.rules.kinds.variadic_parameter.is(node);
        let of = fields.r#type.of(node).filter(|_| one).and_then(|of| self.type_name(of, outline));
        outline.bind(fields.name.of(node), of);
    }

    pub(super) fn assignment(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(left) = fields.left.of(node) else { return };
        let right = fields.right.of(node);
        let made = right.and_then(|right| self.made_by(right, outline));
        if kinds.variable_name.is(left) {
            // `$x = make()` is what the function gives.
            let function = right
                .filter(|right| kinds.function_call_expression.is(*right))
                .and_then(|call| fields.function.of(call))
                .filter(|function| kinds.name.is(*function));
            outline.bind(Some(left), made.or_else(|| outline.name(function)));
        } else if kinds.member_access_expression.is(left)
            && let Some(made) = made
            && outline.name(fields.object.of(left)) == Some("$this")
        {
            outline.bind_field(fields.name.of(left), made);
        }
    }

    /// The variables among the direct parts of a node.
    pub(super) fn bind_parts(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for part in named_children(node) {
            if kinds.variable_name.is(part) {
                outline.bind(Some(part), None);
            } else if kinds.static_variable_declaration.is(part) {
                outline.bind(fields.name.of(part), None);
            } else if kinds.by_ref.is(part) {
                outline.bind(part.named_child(0), None);
            }
        }
    }

    /// `foreach ($all as $key => $one)`
    pub(super) fn each(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(target) = node.named_child(1) else { return };
        if kinds.variable_name.is(target) {
            outline.bind(Some(target), None);
        } else if kinds.pair.is(target) || kinds.by_ref.is(target) {
            self.bind_parts(target, outline);
        }
    }

    pub(super) fn caught(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let types = fields.r#type.of(node).filter(|types| types.named_child_count() == 1);
        let of = types.and_then(|types| self.type_name(types.named_child(0)?, outline));
        outline.bind(fields.name.of(node), of);
    }
}

/// The last name of a qualified one, the value of an argument.
pub(super) fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child(u32::try_from(node.named_child_count()).ok()?.checked_sub(1)?)
}

/// What stands between `namespace\` and the last name: `Models` of `namespace\Models\User`.
fn below_namespace<'t>(node: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
    let between = outline.text(node).split_once('\\').and_then(|(_, below)| below.rsplit_once('\\'));
    between.map_or(Before::Nothing, |(between, _)| Before::Path(between))
}
