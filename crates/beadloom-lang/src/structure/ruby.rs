//! What RuboCop writes in one way in Ruby.

use tree_sitter::Node;

use super::{child_of, parts};
use crate::outline::Outline;
use crate::tokens::Edit;

/// Operands of `not` that belong together without it.
const SIMPLE: &[&str] = &["identifier", "instance_variable", "constant", "call"];

impl Outline<'_> {
    pub(super) fn ruby(&mut self, node: Node<'_>) {
        match node.kind() {
            "pair" => self.key(node),
            "method_parameters" if node.named_child_count() > 0 => self.grouped(node),
            "method_parameters" => self.tokens.edit(node.byte_range(), Edit::Mute),
            "begin" | "body_statement" | "block_body" | "then" | "do" | "else" => self.ruby_statements(node),
            "parenthesized_statements" if is_condition(node) => {
                self.tokens.mute_parentheses(&node.byte_range(), false);
            }
            "do_block" => self.braces(node),
            "string_array" => self.list_of_words(node, b"%w["),
            "symbol_array" => self.list_of_words(node, b"%i["),
            "unary" => {
                if let [word, of] = parts(node)[..]
                    && word.kind() == "not"
                    && SIMPLE.contains(&of.kind())
                {
                    self.tokens.edit(word.byte_range(), Edit::Write(b"!"));
                }
            }
            "call" => self.ruby_call(node),
            _ => {}
        }
    }

    /// Where statements begin says what belongs to which.
    fn ruby_statements(&mut self, node: Node<'_>) {
        for part in parts(node).iter().rev().filter(|part| part.is_named()) {
            self.tokens.edit(part.byte_range(), Edit::Statement);
        }
    }

    /// `do … end` is `{ … }`, where it belongs to the same call.
    fn braces(&mut self, node: Node<'_>) {
        let belongs = node.parent().is_some_and(|call| {
            child_of(call, "argument_list").is_none_or(|arguments| self.text(arguments).starts_with('('))
        });
        let of_block = parts(node);
        if let (true, Some(first), Some(last)) = (belongs, of_block.first(), of_block.last())
            && first.kind() == "do"
            && last.kind() == "end"
        {
            self.tokens.edit(last.byte_range(), Edit::Write(b"}"));
            self.tokens.edit(first.byte_range(), Edit::Write(b"{"));
        }
    }

    /// Words in any brackets.
    fn list_of_words(&mut self, node: Node<'_>, opening: &'static [u8]) {
        let of_list = parts(node);
        if let (Some(first), Some(last)) = (of_list.first(), of_list.last())
            && !first.is_named()
            && !last.is_named()
            && first.id() != last.id()
        {
            self.tokens.edit(last.byte_range(), Edit::Write(b"]"));
            self.tokens.edit(first.byte_range(), Edit::Write(opening));
        }
    }

    /// `self.f(a)` is `f(a)`, `A::f` is `A.f`.
    fn ruby_call(&mut self, node: Node<'_>) {
        let [receiver, sign, name, rest @ ..] = &parts(node)[..] else { return };
        let begins_small = self.text(*name).starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
        if name.kind() != "identifier" || !begins_small {
            return;
        }
        let is_given = rest.first().is_some_and(|arguments| {
            arguments.kind() == "argument_list"
                && arguments.named_child_count() > 0
                && self.text(*arguments).starts_with('(')
        });
        if sign.kind() == "::" {
            self.tokens.edit(sign.byte_range(), Edit::Write(b"."));
        } else if receiver.kind() == "self" && sign.kind() == "." && is_given {
            self.tokens.edit(sign.byte_range(), Edit::Mute);
            self.tokens.edit(receiver.byte_range(), Edit::Mute);
        }
    }

    /// `:a => 1` is `a: 1`.
    fn key(&mut self, node: Node<'_>) {
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

/// Whether it is all of a condition.
fn is_condition(node: Node<'_>) -> bool {
    const ASKS: &[&str] = &[
        "if", "unless", "while", "until", "elsif", "if_modifier", "unless_modifier", "while_modifier",
        "until_modifier",
    ];
    let asked = node.parent().filter(|parent| ASKS.contains(&parent.kind()));
    let of = asked.and_then(|parent| parent.child_by_field_name("condition"));
    of.is_some_and(|condition| condition.id() == node.id())
        && node.named_child_count() == 1
        && node.child_count() == 3
}
