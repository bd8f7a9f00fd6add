//! What a Haskell file calls: heads of applications, operands of operators that apply or compose, actions.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::outline::Outline;
use crate::references::Before;

/// Operators that apply or compose what stands to their left, to their right.
const APPLYING: &[(&str, bool, bool)] = &[
    ("$", true, false),
    ("$!", true, false),
    ("&", false, true),
    ("&&&", true, true),
    ("***", true, true),
    ("*>", true, true),
    (".", true, true),
    ("<$", false, true),
    ("<$>", true, true),
    ("<&>", true, true),
    ("<*", true, true),
    ("<*>", true, true),
    ("<=<", true, true),
    ("<|>", true, true),
    ("=<<", true, true),
    (">=>", true, true),
    (">>", true, true),
    (">>=", true, true),
    (">>>", true, true),
];

/// Names of the prelude that nobody defines again.
const BUILT_IN: &[&str] = &[
    "False", "Just", "Left", "Nothing", "Right", "True", "const", "error", "flip", "fromIntegral", "fst",
    "id", "not", "otherwise", "pure", "return", "seq", "show", "snd", "undefined",
];

impl File<'_> {
    /// The variables of the pattern of an alternative, a generator or a binding are bound.
    pub(super) fn expect_pattern(&mut self, node: Node<'_>) {
        if let Some(pattern) = self.rules.fields.pattern.of(node) {
            self.pattern = pattern.byte_range();
        }
    }

    /// A name in the place of a call: applied, composed, run as a statement.
    pub(super) fn used_bare(&mut self, node: Option<Node<'_>>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(node) = node else { return };
        if kinds.variable.is(node) {
            if BUILT_IN.binary_search(&outline.text(node)).is_err() {
                outline.reference(ReferenceKind::Call, Some(node), Before::Nothing);
            }
        } else if kinds.qualified.is(node)
            && let (Some(module), Some(name)) = (fields.module.of(node), fields.id.of(node))
            && kinds.variable.is(name)
        {
            let before = Before::Path(outline.text(module));
            outline.reference(ReferenceKind::Call, Some(name), before);
        }
    }

    pub(super) fn infix(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if self.pattern.contains(&node.start_byte()) {
            return;
        }
        let Some(operator) = fields.operator.of(node) else { return };
        if kinds.infix_id.is(operator) {
            return self.used_bare(operator.named_child(0), outline);
        }
        let text = outline.text(operator);
        if let Ok(at) = APPLYING.binary_search_by(|(known, ..)| known.cmp(&text))
            && let Some((_, left, right)) = APPLYING.get(at)
        {
            if *left {
                self.used_bare(fields.left_operand.of(node), outline);
            }
            if *right {
                self.used_bare(fields.right_operand.of(node), outline);
            }
        }
    }

    /// A constructor: applied or not, it makes a value, unless it takes one apart.
    pub(super) fn value(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let at = node.start_byte();
        if at < self.quiet || at == self.named || self.pattern.contains(&at) {
            return;
        }
        if BUILT_IN.binary_search(&outline.text(node)).is_err() {
            outline.reference(ReferenceKind::Call, Some(node), Before::Nothing);
        }
    }

    /// `Map.Map`, `Map.Bin`; functions are seen where they are applied.
    pub(super) fn qualified(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let (Some(module), Some(name)) = (fields.module.of(node), fields.id.of(node)) else { return };
        if self.named == name.start_byte() || node.start_byte() < self.quiet {
            return;
        }
        let before = Before::Path(outline.text(module));
        if kinds.name.is(name) {
            self.refer_to_type(name, before, outline);
        } else if kinds.constructor.is(name) && !self.pattern.contains(&node.start_byte()) {
            outline.reference(ReferenceKind::Call, Some(name), before);
        }
        self.named = name.start_byte();
    }
}
