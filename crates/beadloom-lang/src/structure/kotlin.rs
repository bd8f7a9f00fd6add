//! Branches and functions of Kotlin, with braces and without.

use tree_sitter::Node;

use super::parts;
use crate::outline::Outline;
use crate::tokens::Edit;

impl Outline<'_> {
    pub(super) fn kotlin(&mut self, node: Node<'_>) {
        match node.kind() {
            "function_body" => self.expression_body(node),
            "when_entry" => self.bodies(node, &["->"]),
            "if_expression" | "while_statement" | "for_statement" => self.bodies(node, &[")", "else"]),
            _ => {}
        }
    }

    /// `: T { return a }` is `: T = a`. Without a type, the one with braces gives nothing back.
    fn expression_body(&mut self, node: Node<'_>) {
        if self.tokens.ends_with(b")") {
            return;
        }
        let Some(block) = node.child(0).filter(|block| block.kind() == "block") else { return };
        let [_, only, _] = parts(block)[..] else { return };
        let [keyword, _] = parts(only)[..] else { return };
        if only.kind() != "return_expression" || keyword.kind() != "return" {
            return;
        }
        self.tokens.edit(block.end_byte() - 1..block.end_byte(), Edit::Mute);
        self.tokens.edit(keyword.byte_range(), Edit::Write(b"="));
        self.tokens.edit(block.start_byte()..block.start_byte() + 1, Edit::Mute);
    }

    /// What follows these words of a statement is a body, in braces or not.
    fn bodies(&mut self, node: Node<'_>, words: &[&str]) {
        for pair in parts(node).windows(2).rev() {
            let [word, body] = pair else { continue };
            if words.contains(&word.kind()) && body.is_named() {
                self.body(*body, "block");
            }
        }
    }

    /// A body counts by where it begins and ends. `block`: the kind that has braces.
    pub(super) fn body(&mut self, body: Node<'_>, block: &str) {
        let (start, end) = (body.start_byte(), body.end_byte());
        if body.kind() == block && end > start + 1 {
            self.tokens.edit(end - 1..end, Edit::Mute);
            self.tokens.edit(start..start + 1, Edit::Mute);
        }
        self.tokens.edit(start..end, Edit::Body);
    }
}
