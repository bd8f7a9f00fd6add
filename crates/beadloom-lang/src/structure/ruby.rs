//! Keys of Ruby's hashes.

use tree_sitter::Node;

use crate::outline::Outline;
use crate::tokens::Edit;

impl Outline<'_> {
    /// `:a => 1` is `a: 1`.
    pub(super) fn ruby(&mut self, node: Node<'_>) {
        let (Some(key), Some(arrow)) = (node.child(0), node.child(1)) else { return };
        let is_word = |name: &str| {
            name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        let is_plain = self.text(key).strip_prefix(':').is_some_and(is_word);
        if node.kind() == "pair" && arrow.kind() == "=>" && is_plain {
            self.tokens.edit(arrow.byte_range(), Edit::Write(b":"));
            self.tokens.edit(key.byte_range(), Edit::Unmarked);
        }
    }
}
