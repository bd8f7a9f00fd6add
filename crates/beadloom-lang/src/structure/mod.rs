//! What the structure of a text says about its tokens: which ones only lay it out, and which ones a formatter would write
//! another way.

mod branches;
mod c;
mod elixir;
mod go;
mod kotlin;
mod lua;
mod php;
mod ruby;
mod swift;

use tree_sitter::Node;

use crate::layout::Style;
use crate::outline::Outline;
use crate::shapes::Shape;
use crate::tokens::Edit;

/// The first child of that kind.
fn child_of<'n>(node: Node<'n>, kind: &str) -> Option<Node<'n>> {
    node.children(&mut node.walk()).find(|child| child.kind() == kind)
}

/// The children of a node without comments.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    node.children(&mut node.walk()).filter(|child| !child.is_extra()).collect()
}

impl Outline<'_> {
    /// A node begins whose kind matters to who compares texts by their structure.
    pub(crate) fn shape(&mut self, shape: Shape, node: Node<'_>) {
        let style = self.tokens.style();
        match shape {
            _ if style == Style::Exact => return,
            Shape::Content => self.tokens.literal(node.end_byte()),
            Shape::Quoted if style.is_same_in_double_quotes(self.text(node)) => {
                self.tokens.requote(&node.byte_range());
            }
            Shape::Modifiers => self.tokens.modifiers(node.end_byte()),
            _ => {}
        }
        match style {
            Style::Rust if shape == Shape::Block => self.block(node),
            Style::C | Style::Java if shape == Shape::Operand => self.joined(node),
            Style::C | Style::Java => self.branches(node),
            Style::Swift => self.swift(node),
            Style::Elixir => self.elixir(node),
            Style::Lua => self.lua(node),
            Style::Kotlin if matches!(shape, Shape::Variant | Shape::Statement) => self.kotlin(node),
            Style::Php if matches!(shape, Shape::Variant | Shape::Statement | Shape::Parentheses) => {
                self.php(node)
            }
            Style::Go if shape == Shape::Variant => self.go(node),
            Style::Ruby => self.ruby(node),
            Style::Ecma if shape == Shape::Variant && node.kind() == "new_expression" => {
                self.without_arguments(node);
            }
            Style::Ecma if shape == Shape::Variant => self.branches(node),
            Style::Ecma | Style::Python => self.structural(shape, node),
            _ => {}
        }
    }

    fn structural(&mut self, shape: Shape, node: Node<'_>) {
        let style = self.tokens.style();
        match shape {
            Shape::Statement if node.kind() == "empty_statement" && self.is_stray(node) => {}
            Shape::Statement if style == Style::Ecma => {
                if matches!(node.kind(), "property_signature" | "method_signature" | "index_signature") {
                    self.tokens.mute_separator();
                }
                self.tokens.begin_statement(node.start_byte());
                self.branches(node);
            }
            Shape::Statement if node.kind() == "expression_statement" => {
                let string =
                    node.child(0).filter(|child| child.kind() == "string" && node.child_count() == 1);
                if let Some(string) = string {
                    self.tokens.prose(string.start_byte());
                }
            }
            // A sign before the first alternative makes no union.
            Shape::Operand
                if matches!(node.kind(), "union_type" | "intersection_type")
                    && node.named_child_count() == 1 => {}
            Shape::Operand if node.kind() == "concatenated_string" && self.joins_strings(node) => {}
            Shape::Operand => self.tokens.begin_operand(node.start_byte()),
            Shape::Parentheses if !self.cuts_chain(node) => {
                self.tokens.mute_parentheses(&node.byte_range(), false)
            }
            Shape::Enclosed if style == Style::Python => self.enclosed(node),
            _ => {}
        }
    }

    /// Whether a semicolon stands where a statement has ended already, and is not all that follows a condition.
    fn is_stray(&self, node: Node<'_>) -> bool {
        let before = self.text.get(..node.start_byte()).unwrap_or("").trim_end();
        before.is_empty() || before.ends_with([';', '{', '}'])
    }

    /// `new A()` is `new A`.
    fn without_arguments(&mut self, node: Node<'_>) {
        let arguments = child_of(node, "arguments").filter(|arguments| arguments.child_count() == 2);
        if let Some(arguments) = arguments {
            self.tokens.edit(arguments.byte_range(), Edit::Mute);
        }
    }

    /// Plain strings of Python in a row are one.
    fn joins_strings(&mut self, node: Node<'_>) -> bool {
        let parts = parts(node);
        let is_plain = |part: &Node<'_>| {
            let text = self.text(*part);
            let triple = text.starts_with("\"\"\"") || text.starts_with("'''");
            part.kind() == "string" && text.starts_with(['"', '\'']) && !triple
        };
        if !parts.iter().all(is_plain) {
            return false;
        }
        for part in parts.iter().skip(1).rev() {
            self.tokens.edit(part.byte_range(), Edit::Join);
        }
        true
    }

    /// Braces of Rust: those around the one expression of an arm or a closure come and go with the width of the line, and with
    /// them the comma behind.
    fn block(&mut self, node: Node<'_>) {
        if node.kind() == "match_block" {
            return self.tokens.begin_arms(node.start_byte());
        }
        let is_body = [b"=>".as_slice(), b"|", b"||"].iter().any(|before| self.tokens.ends_with(before));
        if !is_body || node.named_child_count() != 1 {
            return;
        }
        let Some(only) = node.named_child(0) else { return };
        let kind = only.kind();
        let last = only.child(only.child_count().saturating_sub(1));
        let ends = kind == "expression_statement" && last.is_some_and(|last| last.kind() == ";");
        let defines = ["_item", "_declaration", "_definition"].iter().any(|ending| kind.ends_with(ending));
        if !ends && !defines && kind != "empty_statement" {
            self.tokens.mute_parentheses(&node.byte_range(), false);
        }
    }

    /// What stands in parentheses in Python where it may stand without.
    fn enclosed(&mut self, node: Node<'_>) {
        let is = |child: &Node<'_>, kind: &str| child.kind() == kind;
        if node.kind() == "import_from_statement" {
            // `from`, the module, `import`, then the parenthesis.
            let open = node.child(3).filter(|child| is(child, "("));
            let close = node.child(node.child_count().saturating_sub(1)).filter(|child| is(child, ")"));
            if let (Some(open), Some(close)) = (open, close) {
                self.tokens.mute_parentheses(&(open.start_byte()..close.end_byte()), true);
            }
            return;
        }
        if !node.child(0).is_some_and(|child| is(&child, "(")) {
            return;
        }
        let with = node.kind() == "with_clause" || self.tokens.ends_with(b"with");
        let after = || self.text.get(node.end_byte()..).unwrap_or("").trim_start();
        // All of a target: `a, (b, c) = d` has other parts.
        let is_part = || self.tokens.ends_with(b",") || self.tokens.ends_with(b"*");
        let is_target = || node.kind() == "tuple_pattern" && after().starts_with('=') && !is_part();
        // All that a statement gives: `a = (b, c)`.
        let gives = || {
            let rest = self.text.get(node.end_byte()..).unwrap_or("").trim_start_matches([' ', '\t', '\r']);
            let given = self.tokens.ends_with(b"=") || self.tokens.ends_with(b"return");
            let ends = rest.is_empty() || rest.starts_with(['\n', '#', ';']);
            node.kind() == "tuple"
                && node.named_child_count() > 0
                && given
                && ends
                && !self.tokens.is_bracketed()
        };
        if with || gives() || self.tokens.ends_with(b"for") || self.tokens.ends_with(b"del") || is_target() {
            // The comma of a tuple of one makes it one.
            let comma = with || node.named_child_count() > 1;
            self.tokens.mute_parentheses(&node.byte_range(), comma);
        }
    }

    /// Whether the parentheses end a chain that may be cut short: `(a?.b).c`.
    fn cuts_chain(&self, node: Node<'_>) -> bool {
        const MAX_CHAIN_BYTES: usize = 4096;
        let after = self.text.get(node.end_byte()..).unwrap_or("").trim_start();
        if !after.starts_with(['.', '[', '(', '!', '`']) && !after.starts_with("?.") {
            return false;
        }
        let inside = self.text(node);
        inside.len() > MAX_CHAIN_BYTES || inside.contains("?.")
    }
}
