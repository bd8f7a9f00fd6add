//! Strings in several parts, in Java and C.

use tree_sitter::Node;

use super::parts;
use crate::layout::Style;
use crate::outline::Outline;
use crate::tokens::Edit;

impl Outline<'_> {
    /// Literals in a row are one string: formatters break and join them to fit their lines.
    pub(super) fn joined(&mut self, node: Node<'_>) {
        let all = self.text;
        let is_part = |node: Node<'_>| {
            let text = all.get(node.byte_range()).unwrap_or("");
            node.kind() == "string_literal" && text.ends_with('"') && !text.starts_with("\"\"\"")
        };
        if self.tokens.style() == Style::Java {
            let [left, sign, right] = parts(node)[..] else { return };
            if sign.kind() != "+" || !is_part(right) {
                return;
            }
            // `a + "b" + "c"` has its sum on the left.
            let before = match (left.kind(), &parts(left)[..]) {
                ("binary_expression", [_, sign, last]) => Some(*last).filter(|_| sign.kind() == "+"),
                _ => Some(left),
            };
            if before.is_some_and(is_part) {
                self.tokens.edit(right.byte_range(), Edit::Join);
                self.tokens.edit(sign.byte_range(), Edit::Mute);
            }
        } else if node.kind() == "concatenated_string" {
            for pair in parts(node).windows(2).rev() {
                let [before, part] = pair else { continue };
                if is_part(*before) && is_part(*part) && self.text(*part).starts_with('"') {
                    self.tokens.edit(part.byte_range(), Edit::Join);
                }
            }
        }
    }
}
