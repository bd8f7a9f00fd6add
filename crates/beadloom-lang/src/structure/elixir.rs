//! Calls of Elixir.

use tree_sitter::Node;

use crate::outline::Outline;

impl Outline<'_> {
    /// `f a, b` is `f(a, b)`. A name with empty parentheses is a call, and one without may be a variable.
    pub(super) fn elixir(&mut self, node: Node<'_>) {
        if node.kind() == "arguments" && node.named_child_count() > 0 {
            self.grouped(node);
        }
    }
}
