//! Types: the names in them, and the type that they give to what they stand at.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Pointers, brackets and the like around what is looked for.
const WRAPPERS: usize = 10;
/// Types and traits that every file knows, and that say nothing about a project.
fn is_prelude(name: &str) -> bool {
    matches!(
        name,
        "Self"
            | "Option"
            | "String"
            | "Result"
            | "Vec"
            | "Box"
            | "Send"
            | "Sync"
            | "Sized"
            | "Copy"
            | "Clone"
            | "Fn"
            | "FnMut"
            | "FnOnce"
    )
}

/// Names joined by `::` or `.`, as paths and receivers are written. White space is allowed where the language
/// allows it.
pub(super) fn is_path(text: &str) -> bool {
    const MAX_NAME_BYTES: usize = 200;
    let mut bytes = text.bytes();
    text.len() <= MAX_NAME_BYTES
        && bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_' || first >= 0x80)
        && bytes.all(|byte| {
            byte.is_ascii_alphanumeric()
                || matches!(byte, b'_' | b':' | b'.' | b' ' | b'\n' | b'\t' | b'\r')
                || byte >= 0x80
        })
}

/// A type as a reference names it: what stands before the name, the name, its place.
type TypePath<'t> = (Before<'t>, &'t str, usize);

impl File<'_> {
    // What is seen to already

    /// Types that begin at these places, ascending, are not reported again. They come before those that were
    /// claimed earlier.
    pub(super) fn claim(&mut self, places: Vec<usize>) {
        let first = places.first().copied().unwrap_or(0);
        while self.claims.last().is_some_and(|claim| *claim <= first) {
            self.claims.pop();
        }
        self.claims.extend(places.into_iter().rev());
    }

    fn is_claimed(&mut self, at: usize) -> bool {
        while self.claims.last().is_some_and(|claim| *claim < at) {
            self.claims.pop();
        }
        self.claims.last() == Some(&at) && self.claims.pop().is_some()
    }

    // References

    pub(super) fn type_name(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if !self.is_claimed(node.start_byte()) && !is_prelude(outline.text(node)) {
            outline.reference(ReferenceKind::Type, Some(node), Before::Nothing);
        }
    }

    /// `path::Name`
    pub(super) fn scoped_type(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let claimed = self.is_claimed(node.start_byte());
        let Some(name) = self.rules.fields.name.of(node) else { return };
        self.claims.push(name.start_byte());
        if !claimed && let Some((path, name, at)) = self.type_path(node, outline) {
            outline.reference_to(ReferenceKind::Type, name, path, at);
        }
    }

    /// Where the name begins that a type or bound is claimed by; `None` for lifetimes, functions and the like.
    pub(super) fn base(&self, of: Node<'_>) -> Option<usize> {
        self.plain(of).map(|of| of.start_byte())
    }

    /// The name or path in a type, without references, type arguments and bounds' modifiers.
    fn plain<'n>(&self, of: Node<'n>) -> Option<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = of;
        for _ in 0..WRAPPERS {
            if kinds.type_identifier.is(of) || kinds.scoped_type_identifier.is(of) {
                return Some(of);
            }
            of = if kinds.generic_type.is(of) || kinds.reference_type.is(of) {
                fields.r#type.of(of)?
            } else if kinds.dynamic_type.is(of) || kinds.abstract_type.is(of) {
                fields.r#trait.of(of)?
            } else if kinds.higher_ranked_trait_bound.is(of) {
                fields.r#type.of(of)?
            } else if kinds.bounded_type.is(of) {
                of.named_child(0)?
            } else {
                return None;
            };
        }
        None
    }

    /// A type's or bound's name as a reference; `None` for `T::Item`, `Self::Item::Error`, `<T as Trait>::Item`.
    pub(super) fn type_path<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Option<TypePath<'t>> {
        let of = self.plain(of)?;
        let text = outline.text(of);
        let Some((path, name)) = text.rsplit_once("::") else {
            return (!is_prelude(text)).then_some((Before::Nothing, text, of.start_byte()));
        };
        let (path, name) = (path.trim_end(), name.trim_start());
        if !is_path(path) || path.starts_with("Self:") || outline.is_type_parameter(path) {
            return None;
        }
        let before = if path == "Self" { Before::This } else { Before::Scope(path) };
        Some((before, name, of.end_byte() - name.len()))
    }

    // What types give

    /// The type or trait around, as `Self` names it.
    pub(super) fn enter_type(&mut self, node: Node<'_>, name: Node<'_>) {
        self.leave_types(node.start_byte());
        // More of them in each other are nobody's code.
        if self.types.len() < 64 {
            self.types.push((node.end_byte(), name.byte_range()));
        }
    }

    fn leave_types(&mut self, at: usize) {
        while self.types.last().is_some_and(|(end, _)| *end <= at) {
            self.types.pop();
        }
    }

    /// What `Self` stands for.
    pub(super) fn own_name<'t>(&mut self, at: usize, outline: &Outline<'t>) -> Option<&'t str> {
        self.leave_types(at);
        let (_, name) = self.types.last()?;
        outline.text.get(name.clone()).filter(|name| is_path(name))
    }

    /// A type as names are bound to it: without references and type arguments. What wraps a value so that its
    /// methods are called as before, or is unwrapped at once, stands for what it holds.
    pub(super) fn bound_type<'t>(&mut self, of: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = of;
        for _ in 0..WRAPPERS {
            if kinds.generic_type.is(of) {
                let base = fields.r#type.of(of)?;
                let name = outline.text(base);
                if matches!(
                    name.rsplit("::").next().unwrap_or(name).trim(),
                    "Box"
                        | "Arc"
                        | "Rc"
                        | "Option"
                        | "Result"
                        | "Pin"
                        | "Cow"
                        | "Ref"
                        | "RefMut"
                        | "MutexGuard"
                ) {
                    let arguments = fields.type_arguments.of(of)?;
                    of = named_children(arguments).find(|argument| !kinds.lifetime.is(*argument))?;
                } else {
                    of = base;
                }
            } else if kinds.pointer_type.is(of) {
                of = fields.r#type.of(of)?;
            } else {
                let plain = self.plain(of)?;
                if plain.id() != of.id() {
                    // Below a reference there may be a wrapper.
                    let inner = fields.r#type.of(of).filter(|_| kinds.reference_type.is(of));
                    of = inner.unwrap_or(plain);
                    continue;
                }
                let text = outline.text(of);
                return match text {
                    "Self" => self.own_name(of.start_byte(), outline),
                    _ => Some(text).filter(|text| is_path(text) && !text.starts_with("Self:")),
                };
            }
        }
        None
    }
}
