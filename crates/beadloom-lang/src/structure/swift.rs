//! What swift-format writes in one way.

use tree_sitter::Node;

use super::{child_of, parts};
use crate::outline::Outline;
use crate::tokens::Edit;

impl Outline<'_> {
    pub(super) fn swift(&mut self, node: Node<'_>) {
        match node.kind() {
            "tuple_expression" if self.is_whole_condition(node) => {
                self.tokens.mute_parentheses(&node.byte_range(), false);
            }
            "user_type" => self.long_type(node),
            "computed_property" => self.only_getter(node),
            "call_suffix" => self.only_closure(node),
            _ => {}
        }
    }

    /// Parentheses around all of what `if`, `while`, `guard` and `switch` ask.
    fn is_whole_condition(&self, node: Node<'_>) -> bool {
        let asks = |word: &&str| self.tokens.ends_with(word.as_bytes());
        let after = self.text.get(node.end_byte()..).unwrap_or("").trim_start();
        let is_single = node.named_child_count() == 1 && node.child_count() == 3;
        let ends =
            if self.tokens.ends_with(b"guard") { after.starts_with("else") } else { after.starts_with('{') };
        is_single && ends && ["if", "while", "guard", "switch"].iter().any(asks)
    }

    /// `Array<A>` is `[A]`, `Dictionary<A, B>` is `[A: B]`, `Optional<A>` is `A?`.
    fn long_type(&mut self, node: Node<'_>) {
        let [name, arguments] = parts(node)[..] else { return };
        let given = parts(arguments);
        let is_plain = |of: &Node<'_>| matches!(of.kind(), "user_type" | "array_type" | "dictionary_type");
        let (opening, closing) = match (self.text(name), &given[..]) {
            ("Array", [_, _, _]) | ("Dictionary", [_, _, _, _, _]) => (Edit::Write(b"["), Edit::Write(b"]")),
            ("Optional", [_, of, _]) if is_plain(of) => (Edit::Mute, Edit::Write(b"?")),
            _ => return,
        };
        let (Some(open), Some(close)) = (given.first(), given.last()) else { return };
        if open.kind() != "<" || close.kind() != ">" {
            return;
        }
        self.tokens.edit(close.byte_range(), closing);
        if let [_, _, comma, _, _] = given[..] {
            self.tokens.edit(comma.byte_range(), Edit::Write(b":"));
        }
        self.tokens.edit(open.byte_range(), opening);
        self.tokens.edit(name.byte_range(), Edit::Mute);
    }

    /// `{ get { a } }` is `{ a }`.
    fn only_getter(&mut self, node: Node<'_>) {
        let [_, getter, _] = parts(node)[..] else { return };
        if getter.kind() != "computed_getter" {
            return;
        }
        let of_getter = parts(getter);
        let [word, open, .., close] = &of_getter[..] else { return };
        if word.kind() == "getter_specifier"
            && self.text(*word) == "get"
            && open.kind() == "{"
            && close.kind() == "}"
        {
            self.tokens.edit(close.byte_range(), Edit::Mute);
            self.tokens.edit(open.byte_range(), Edit::Mute);
            self.tokens.edit(word.byte_range(), Edit::Mute);
        }
    }

    /// `a() { b }` is `a { b }`.
    fn only_closure(&mut self, node: Node<'_>) {
        let arguments =
            child_of(node, "value_arguments").filter(|arguments| arguments.named_child_count() == 0);
        if let (Some(arguments), Some(_)) = (arguments, child_of(node, "lambda_literal"))
            && self.text(arguments).starts_with('(')
        {
            self.tokens.edit(arguments.byte_range(), Edit::Mute);
        }
    }
}
