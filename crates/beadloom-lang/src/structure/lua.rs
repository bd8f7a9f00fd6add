//! Calls and conditions of Lua.

use tree_sitter::Node;

use super::parts;
use crate::outline::Outline;
use crate::tokens::Edit;

impl Outline<'_> {
    pub(super) fn lua(&mut self, node: Node<'_>) {
        match node.kind() {
            "arguments" => self.only_argument(node),
            "parenthesized_expression" if self.is_condition(node) => {
                self.tokens.mute_parentheses(&node.byte_range(), false);
            }
            _ => {}
        }
    }

    /// `f"a"` is `f("a")`, `f{}` is `f({})`.
    fn only_argument(&mut self, node: Node<'_>) {
        let [only] = parts(node).into_iter().filter(Node::is_named).collect::<Vec<_>>()[..] else { return };
        if matches!(only.kind(), "string" | "table_constructor") {
            self.grouped(node);
        }
    }

    /// Whether it is all of a condition. Elsewhere parentheses leave one of several values.
    fn is_condition(&self, node: Node<'_>) -> bool {
        let rest = self.text.get(node.end_byte()..).unwrap_or("").trim_start();
        let is_word = |word: &str| {
            rest.strip_prefix(word)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        ["if", "elseif"].iter().any(|word| self.tokens.ends_with(word.as_bytes())) && is_word("then")
            || self.tokens.ends_with(b"while") && is_word("do")
            || self.tokens.ends_with(b"until")
                && node.parent().is_some_and(|parent| {
                    parent.kind() == "repeat_statement" && parent.end_byte() == node.end_byte()
                })
    }

    /// What may stand in parentheses or not counts by where it begins and ends.
    pub(super) fn grouped(&mut self, node: Node<'_>) {
        let (start, end) = (node.start_byte(), node.end_byte());
        if end > start + 1 && self.text(node).starts_with('(') && self.text(node).ends_with(')') {
            self.tokens.edit(end - 1..end, Edit::Mute);
            self.tokens.edit(start..start + 1, Edit::Mute);
        }
        self.tokens.edit(start..end, Edit::Body);
    }
}
