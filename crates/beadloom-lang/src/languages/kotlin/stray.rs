//! Annotations that the grammar takes for an expression before the declaration that they belong to: `@Table("x")` in
//! brackets, behind a comment, at the top of a file.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::super::jvm::spring::{Mapping, Marker};
use super::{File, bare};
use crate::definition::Definition;
use crate::outline::Outline;
use crate::references::Before;

/// Annotations in a row.
const ROW: usize = 16;

impl File<'_> {
    /// An annotated expression, which may be no expression.
    pub(super) fn annotated(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if node.start_byte() >= self.stray.end {
            if !self.is_stray(node) {
                return;
            }
            if !outline.decorate(node) {
                self.stray.names.clear();
                self.stray.mappings.clear();
            }
            self.stray.end = node.end_byte();
        }
        let kinds = &self.rules.kinds;
        if let Some(annotation) = kinds.annotation.child(node)
            && self.spring.is_imported()
            && let Some(name) = kinds.user_type.child(annotation)
            && let Some(marker) = outline.name(Some(name)).and_then(|name| self.spring.marker(name))
        {
            let mut mapping = Mapping::new(marker, outline.lines.line_of(annotation.start_byte()));
            let value =
                kinds.parenthesized_expression.child(node).and_then(|brackets| brackets.named_child(0));
            if let Some(value) = value {
                mapping.path(self.literal(value, outline));
            }
            self.stray.mappings.push((marker, mapping));
        }
    }

    /// Whether nothing is annotated but what would be the last annotation's arguments.
    fn is_stray(&self, node: Node<'_>) -> bool {
        let kinds = &self.rules.kinds;
        let mut at = node;
        for _ in 0..ROW {
            let Some(inner) = at.named_child((at.named_child_count() as u32).saturating_sub(1)) else {
                break;
            };
            if kinds.parenthesized_expression.is(inner) {
                return true;
            }
            if !kinds.annotated_expression.is(inner) {
                break;
            }
            at = inner;
        }
        false
    }

    /// The name of an annotation, if it waits for its declaration.
    pub(super) fn awaits(&mut self, name: Node<'_>) -> bool {
        let waits = name.start_byte() < self.stray.end;
        if waits {
            self.stray.names.push(name.byte_range());
        }
        waits
    }

    /// Spring's annotations before the next declaration.
    pub(super) fn stray_mappings(&self, outline: &Outline<'_>) -> Vec<(Marker, Mapping)> {
        if outline.decorated_from().is_some() { self.stray.mappings.clone() } else { Vec::new() }
    }

    /// Records a definition, with the annotations that wait for it.
    pub(super) fn define(&mut self, definition: Definition, outline: &mut Outline<'_>) -> Option<usize> {
        let Some(from) = outline.decorated_from() else { return outline.define(definition) };
        let number = outline.define(definition.outer(from));
        for name in std::mem::take(&mut self.stray.names) {
            if let Some(text) = outline.text.get(name.clone()) {
                outline.reference_to(ReferenceKind::Call, bare(text), Before::Nothing, name.start);
            }
        }
        number
    }
}
