//! Bodies of conditions and loops in C, Java and ECMAScript: with braces and without.

use tree_sitter::Node;

use crate::outline::Outline;

/// What has a body.
const WITH_BODY: &[&str] = &[
    "if_statement", "while_statement", "do_statement", "for_statement", "for_in_statement",
    "enhanced_for_statement", "for_range_loop",
];

/// A body with braces.
const BLOCKS: &[&str] = &["block", "compound_statement", "statement_block"];

impl Outline<'_> {
    pub(super) fn branches(&mut self, node: Node<'_>) {
        let is_else = node.kind() == "else_clause";
        if !is_else && !WITH_BODY.contains(&node.kind()) {
            return;
        }
        let mut bodies: Vec<Node<'_>> = if is_else {
            let last = node.child_count().checked_sub(1).and_then(|last| node.child(last));
            last.into_iter().collect()
        } else {
            let of = |field| node.child_by_field_name(field);
            ["alternative", "body", "consequence"].into_iter().filter_map(of).collect()
        };
        // Nothing is another body than one with nothing in it: a semicolon may stand there by mistake.
        bodies.retain(|body| {
            body.is_named()
                && !matches!(body.kind(), "else_clause" | "empty_statement")
                && self.text(*body) != ";"
        });
        for body in bodies {
            let block = BLOCKS.iter().find(|block| **block == body.kind()).unwrap_or(&"block");
            self.body(body, block);
        }
    }
}
