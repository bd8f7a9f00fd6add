//! Spring's annotations as Kotlin writes them.

use tree_sitter::Node;

use super::super::jvm::spring::{Mapping, Marker};
use super::File;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Parts of one path that are added up.
const PARTS: usize = 16;

impl File<'_> {
    /// The routes of a method of `class`.
    pub(super) fn handler(
        &mut self,
        node: Node<'_>,
        class: Option<usize>,
        number: Option<usize>,
        name: &str,
        outline: &mut Outline<'_>,
    ) {
        let annotations = self.mappings(node, outline);
        if !annotations.is_empty() {
            self.spring.method(class, number, name, &annotations, outline);
        }
    }

    /// Spring's annotations on a definition.
    pub(super) fn mappings(&self, node: Node<'_>, outline: &Outline<'_>) -> Vec<(Marker, Mapping)> {
        let kinds = &self.rules.kinds;
        if !self.spring.is_imported() {
            return Vec::new();
        }
        let mut found = self.stray_mappings(outline);
        let modifiers = kinds.modifiers.child(node).into_iter().flat_map(named_children);
        found.extend(self.read_mappings(modifiers, outline));
        found
    }

    fn read_mappings<'n>(
        &self,
        modifiers: impl Iterator<Item = Node<'n>>,
        outline: &Outline<'_>,
    ) -> Vec<(Marker, Mapping)> {
        let kinds = &self.rules.kinds;
        modifiers
            .filter(|of| kinds.annotation.is(*of))
            .filter_map(|annotation| {
                let invocation = kinds.constructor_invocation.child(annotation);
                let of = kinds.user_type.child(invocation.unwrap_or(annotation))?;
                let marker = self.spring.marker(outline.name(Some(of))?)?;
                let mut mapping = Mapping::new(marker, outline.lines.line_of(annotation.start_byte()));
                let arguments = invocation.and_then(|of| kinds.value_arguments.child(of));
                for argument in arguments.into_iter().flat_map(named_children) {
                    if kinds.value_argument.is(argument) {
                        self.argument(argument, &mut mapping, outline);
                    }
                }
                Some((marker, mapping))
            })
            .collect()
    }

    /// `"/a"`, `path = ["/a", "/b"]`, `method = [RequestMethod.GET]`; `arrayOf(…)` for brackets.
    fn argument(&self, argument: Node<'_>, mapping: &mut Mapping, outline: &Outline<'_>) {
        let kinds = &self.rules.kinds;
        let named = self.value(argument);
        let key = match named {
            Some(_) => kinds.identifier.child(argument).map_or("", |key| outline.text(key)),
            None => "value",
        };
        let Some(value) = named.or_else(|| argument.named_child(0)) else { return };
        let mut read = |value: Node<'_>| match key {
            "value" | "path" => mapping.path(self.literal(value, outline)),
            "method" => mapping.method(outline.text(value)),
            _ => {}
        };
        if kinds.collection_literal.is(value) {
            named_children(value).filter(|of| !of.is_extra()).for_each(read);
        } else if let Some(values) = self.array_of(value, outline) {
            let values = named_children(values).filter(|of| kinds.value_argument.is(*of));
            values.filter_map(|of| of.named_child(0)).for_each(read);
        } else {
            read(value);
        }
    }

    fn array_of<'n>(&self, value: Node<'n>, outline: &Outline<'_>) -> Option<Node<'n>> {
        let kinds = &self.rules.kinds;
        let called = kinds.call_expression.is(value)
            && value.named_child(0).is_some_and(|name| outline.text(name) == "arrayOf");
        if called { kinds.value_arguments.child(value) } else { None }
    }

    /// A string that the file shows: a literal, a constant of the file, or a sum of those.
    pub(super) fn literal(&self, value: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut parts = Vec::new();
        let mut rest = vec![value];
        while let Some(value) = rest.pop() {
            if kinds.binary_expression.is(value) && rest.len() < PARTS && parts.len() < PARTS {
                rest.push(fields.right.of(value)?);
                rest.push(fields.left.of(value)?);
            } else if kinds.parenthesized_expression.is(value) && parts.len() < PARTS {
                rest.push(value.named_child(0)?);
            } else if kinds.string_literal.is(value) {
                parts.push(plain_text(outline.text(value))?);
            } else if kinds.identifier.is(value) {
                parts.push(self.texts.get(outline.text(value))?.clone()?);
            } else {
                return None;
            }
        }
        Some(parts.concat())
    }

    /// A `const val` that holds a string.
    pub(super) fn remember_text(&mut self, property: Node<'_>, variable: Node<'_>, outline: &Outline<'_>) {
        let kinds = &self.rules.kinds;
        let constant =
            kinds.modifiers.child(property).is_some_and(|of| kinds.property_modifier.child(of).is_some());
        let Some(name) = outline.name(kinds.identifier.child(variable)).filter(|_| constant) else { return };
        let text = self.value(property).filter(|value| kinds.string_literal.is(*value));
        let text = text.and_then(|value| plain_text(outline.text(value)));
        self.texts
            .entry(name.to_owned())
            .and_modify(|known| *known = known.take().filter(|known| Some(known) == text.as_ref()))
            .or_insert(text);
    }
}

/// The content of a string in which nothing is computed. `\$` is a `$`, as placeholders need it.
fn plain_text(literal: &str) -> Option<String> {
    let content = literal.strip_prefix('"')?.strip_suffix('"')?;
    let plain = content.replace("\\$", "\u{0}");
    (!plain.contains(['\\', '$', '"'])).then(|| plain.replace('\u{0}', "$"))
}
