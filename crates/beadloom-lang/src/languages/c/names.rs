//! What declarators declare, and how types are called.

use std::borrow::Cow;

use beadloom_model::GLOBAL_SCOPE;
use tree_sitter::Node;

use super::{Family, File};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Declarators are followed this far inwards.
const NESTED: usize = 64;
/// `a::b::c` may have this many parts.
const PARTS: usize = 32;

/// What a declarator declares.
pub(super) struct Declared<'n, 't> {
    /// As people call it: `post`, `~Ledger`, `operator==`, `operator bool`.
    pub(super) name: Cow<'t, str>,
    /// The node of the name's last part.
    pub(super) node: Node<'n>,
    /// The types and namespaces that it is qualified with, joined by `.`.
    pub(super) owner: Option<String>,
    /// Its parameters follow: a function, not a pointer to one.
    pub(super) function: bool,
    pub(super) role: NameRole,
}

/// What kind of name it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameRole {
    Plain,
    Destructor,
    Operator,
    Conversion,
}

impl Family {
    /// What a declarator declares; `None` where it has no name.
    pub(super) fn declared<'n, 't>(
        &self,
        declarator: Node<'n>,
        outline: &Outline<'t>,
    ) -> Option<Declared<'n, 't>> {
        let (kinds, fields) = (&self.kinds, &self.fields);
        let mut at = declarator;
        let mut function = false;
        for _ in 0..NESTED {
            at = if kinds.function_declarator.is(at) {
                function = true;
                fields.declarator.of(at)?
            } else if kinds.pointer_declarator.is(at) || kinds.array_declarator.is(at) {
                function = false;
                fields.declarator.of(at)?
            } else if kinds.init_declarator.is(at) {
                fields.declarator.of(at)?
            } else if kinds.reference_declarator.is(at) {
                function = false;
                named_children(at).last()?
            } else if kinds.parenthesized_declarator.is(at)
                || kinds.attributed_declarator.is(at)
                || kinds.variadic_declarator.is(at)
            {
                named_children(at).find(|child| !child.is_extra())?
            } else {
                break;
            };
        }
        self.declared_name(at, function, outline)
    }

    fn declared_name<'n, 't>(
        &self,
        at: Node<'n>,
        function: bool,
        outline: &Outline<'t>,
    ) -> Option<Declared<'n, 't>> {
        let (kinds, fields) = (&self.kinds, &self.fields);
        let mut node = at;
        let mut owner: Option<String> = None;
        for _ in 0..PARTS {
            if !kinds.qualified_identifier.is(node) {
                break;
            }
            if let Some(scope) = fields.scope.of(node) {
                let owner = owner.get_or_insert_default();
                if !owner.is_empty() {
                    owner.push('.');
                }
                owner.push_str(self.plain_name(scope, outline)?);
            }
            node = fields.name.of(node)?;
        }
        if kinds.template_function.is(node) || kinds.template_method.is(node) || kinds.dependent_name.is(node)
        {
            node = self.without_arguments(node);
        }
        let (name, role, function) = if kinds.operator_cast.is(node) {
            (Cow::Owned(self.conversion(node, outline)?), NameRole::Conversion, true)
        } else if kinds.operator_name.is(node) {
            (Cow::Owned(operator(outline.text(node))?), NameRole::Operator, function)
        } else if kinds.destructor_name.is(node) {
            (Cow::Owned(collapsed(outline.text(node))?.replace(' ', "")), NameRole::Destructor, function)
        } else if kinds.identifier.is(node)
            || kinds.field_identifier.is(node)
            || kinds.type_identifier.is(node)
        {
            (Cow::Borrowed(outline.name(Some(node))?), NameRole::Plain, function)
        } else {
            return None;
        };
        Some(Declared { name, node, owner, function, role })
    }

    /// `operator const int*`: up to the parameters.
    fn conversion(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let mut declarator = self.fields.declarator.of(node)?;
        for _ in 0..NESTED {
            if self.kinds.abstract_function_declarator.is(declarator) {
                let to = outline.text.get(node.start_byte()..declarator.start_byte())?;
                return collapsed(to).map(|name| name.replace(" *", "*").replace(" &", "&"));
            }
            declarator = match self.fields.declarator.of(declarator) {
                Some(inner) => inner,
                None => named_children(declarator).last()?,
            };
        }
        None
    }

    /// `get` of `get<int>` and `template get<int>`.
    pub(super) fn without_arguments<'n>(&self, node: Node<'n>) -> Node<'n> {
        let node =
            if self.kinds.dependent_name.is(node) { node.named_child(0).unwrap_or(node) } else { node };
        self.fields.name.of(node).unwrap_or(node)
    }

    /// A part of a qualified name without template arguments.
    pub(super) fn plain_name<'t>(&self, part: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let part = if self.kinds.template_type.is(part) { self.fields.name.of(part)? } else { part };
        outline.name(Some(part))
    }

    /// The path of a type as written, without its arguments: `std::vector` of `const std::vector<int>`. Of what
    /// points like a pointer, the path of what it points to. `None` for built-in types and what has no name.
    pub(super) fn type_path<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.kinds, &self.fields);
        let mut of = of;
        for _ in 0..8 {
            if kinds.type_descriptor.is(of) {
                of = fields.r#type.of(of)?;
                continue;
            }
            if kinds.struct_specifier.is(of)
                || kinds.class_specifier.is(of)
                || kinds.union_specifier.is(of)
                || kinds.enum_specifier.is(of)
            {
                of = fields.name.of(of)?;
                continue;
            }
            if kinds.type_identifier.is(of) {
                return outline.name(Some(of));
            }
            let last = self.last_part(of);
            if !kinds.template_type.is(last) {
                return kinds.qualified_identifier.is(of).then(|| outline.name(Some(of))).flatten();
            }
            let name = fields.name.of(last)?;
            if !is_smart(outline.text(name)) {
                return outline.text.get(of.start_byte()..name.end_byte());
            }
            of = first_argument(fields.arguments.of(last)?)?;
        }
        None
    }

    /// The last part of a qualified name.
    pub(super) fn last_part<'n>(&self, node: Node<'n>) -> Node<'n> {
        let mut node = node;
        for _ in 0..PARTS {
            if !self.kinds.qualified_identifier.is(node) {
                break;
            }
            let Some(name) = self.fields.name.of(node) else { break };
            node = name;
        }
        node
    }

    /// What a variable is known to hold by how it is made: the path of a type, or of a function that made it.
    pub(super) fn made_by<'t>(&self, value: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.kinds, &self.fields);
        if kinds.new_expression.is(value)
            || kinds.compound_literal_expression.is(value)
            || kinds.cast_expression.is(value)
        {
            return self.type_path(fields.r#type.of(value)?, outline);
        }
        if !kinds.call_expression.is(value) {
            return None;
        }
        let function = fields.function.of(value)?;
        let last = self.last_part(function);
        if kinds.template_function.is(last) {
            let name = fields.name.of(last)?;
            return match outline.text(name) {
                "make_unique"
                | "make_shared"
                | "static_cast"
                | "dynamic_cast"
                | "const_cast"
                | "reinterpret_cast"
                | "static_pointer_cast"
                | "dynamic_pointer_cast" => {
                    self.type_path(first_argument(fields.arguments.of(last)?)?, outline)
                }
                _ => None,
            };
        }
        (kinds.identifier.is(function)
            || (kinds.qualified_identifier.is(function) && kinds.identifier.is(last)))
        .then(|| outline.name(Some(function)))
        .flatten()
    }
}

impl File<'_> {
    /// The node is no use of the type that it names.
    pub(super) fn not_a_use(&mut self, node: Node<'_>) {
        self.named.insert(node.start_byte());
    }
}

fn first_argument(arguments: Node<'_>) -> Option<Node<'_>> {
    named_children(arguments).find(|child| !child.is_extra())
}

fn is_smart(name: &str) -> bool {
    matches!(
        name,
        "unique_ptr" | "shared_ptr" | "weak_ptr" | "scoped_refptr" | "scoped_ptr" | "RefPtr" | "QPointer"
    )
}

/// Names of functions of the pointers themselves.
pub(super) fn is_of_smart_pointer(name: &str) -> bool {
    matches!(name, "get" | "reset" | "release" | "swap" | "use_count" | "lock" | "expired" | "owner_before")
}

/// Words of a short text with one space between them.
fn collapsed(text: &str) -> Option<String> {
    (text.len() <= 200).then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// `operator ==` as `operator==`; words keep their space: `operator new[]`.
fn operator(text: &str) -> Option<String> {
    let rest = collapsed(text.strip_prefix("operator")?)?;
    if rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return Some(format!("operator {}", rest.replace(" [", "[").replace("[ ", "[")));
    }
    Some(format!("operator{}", rest.replace(' ', "")))
}

/// What stands before a `::`. Of `Box<int>::` the name counts; what follows template arguments is unknown.
pub(super) fn scope(path: &str) -> Before<'_> {
    let is_global = path.trim_start().starts_with("::");
    let path = path.trim_end_matches(|c: char| c == ':' || c.is_whitespace());
    let path = path.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
    if path.is_empty() {
        return if is_global { Before::Scope(GLOBAL_SCOPE) } else { Before::Nothing };
    }
    match path.split_once('<') {
        None => Before::Scope(path),
        Some((name, rest)) if !rest.contains("::") || rest.rfind('>') > rest.rfind("::") => {
            Before::Scope(name)
        }
        Some(_) => Before::Value,
    }
}
