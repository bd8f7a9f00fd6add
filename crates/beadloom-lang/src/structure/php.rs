//! What formatters of PHP write in one way.

use tree_sitter::Node;

use super::child_of;
use crate::outline::Outline;
use crate::tokens::Edit;

impl Outline<'_> {
    pub(super) fn php(&mut self, node: Node<'_>) {
        match node.kind() {
            "object_creation_expression" => {
                let after = self.text.get(node.end_byte()..).unwrap_or("").trim_start();
                if !after.starts_with(['-', '?', ':', '[', '(']) {
                    self.without_arguments(node);
                }
            }
            "array_creation_expression" | "list_literal" => self.array(node),
            "cast_type" => self.cast(node),
            "parenthesized_expression" => self.returned(node),
            "use_declaration" => self.traits(node),
            "method_declaration" | "property_declaration" => self.public_member(node),
            "else_if_clause" => {
                if let Some(word) = node.child(0).filter(|word| word.kind() == "elseif") {
                    self.tokens.edit(word.byte_range(), Edit::Write(b"else\0if"));
                }
                if let Some(body) = node.child_by_field_name("body") {
                    self.branch(body);
                }
            }
            "if_statement" | "for_statement" | "foreach_statement" | "while_statement" => {
                if let Some(body) = node.child_by_field_name("body") {
                    self.branch(body);
                }
            }
            "else_clause" => {
                if let Some(body) =
                    node.child_by_field_name("body").filter(|body| body.kind() != "if_statement")
                {
                    self.branch(body);
                }
            }
            _ => {}
        }
    }

    fn branch(&mut self, body: Node<'_>) {
        let kind = body.kind();
        // The grammar gives the `else` after two conditions to the first of them.
        let is_open =
            matches!(kind, "if_statement" | "for_statement" | "foreach_statement" | "while_statement");
        if body.is_named() && !is_open && !matches!(kind, "colon_block" | "empty_statement") {
            self.body(body, "compound_statement");
        }
    }

    /// `(integer)` is `(int)`.
    fn cast(&mut self, node: Node<'_>) {
        let written: &'static [u8] = match self.text(node).to_ascii_lowercase().as_str() {
            "integer" | "int" => b"int",
            "boolean" | "bool" => b"bool",
            "double" | "real" | "float" => b"float",
            "binary" | "string" => b"string",
            "array" => b"array",
            "object" => b"object",
            _ => return,
        };
        self.tokens.edit(node.byte_range(), Edit::Write(written));
    }

    /// `return (a);` is `return a;`.
    fn returned(&mut self, node: Node<'_>) {
        let after = self.text.get(node.end_byte()..).unwrap_or("").trim_start();
        let gives = self.tokens.ends_with(b"return") || self.tokens.ends_with(b"echo");
        if gives && after.starts_with(';') {
            self.tokens.mute_parentheses(&node.byte_range(), false);
        }
    }

    /// `array(1)` is `[1]`, `list($a)` is `[$a]`.
    fn array(&mut self, node: Node<'_>) {
        let (Some(word), Some(open)) = (node.child(0), node.child(1)) else { return };
        if matches!(word.kind(), "array" | "list") && open.kind() == "(" && node.end_byte() > open.end_byte()
        {
            self.tokens.edit(node.end_byte() - 1..node.end_byte(), Edit::Write(b"]"));
            self.tokens.edit(open.byte_range(), Edit::Write(b"["));
            self.tokens.edit(word.byte_range(), Edit::Mute);
        }
    }

    /// `use A, B;` is `use A; use B;`.
    fn traits(&mut self, node: Node<'_>) {
        if child_of(node, "use_list").is_some() {
            return;
        }
        let mut cursor = node.walk();
        let commas: Vec<Node<'_>> = node.children(&mut cursor).filter(|child| child.kind() == ",").collect();
        for comma in commas.iter().rev() {
            self.tokens.edit(comma.byte_range(), Edit::Write(b";\0use"));
        }
    }

    /// A member is public where nothing else is said.
    fn public_member(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let mut words = node.children(&mut cursor).take_while(|child| child.kind() != "function");
        let public = words.find(|child| {
            let is_modifier = matches!(child.kind(), "visibility_modifier" | "var_modifier" | "var");
            is_modifier && matches!(self.text(*child), "public" | "var")
        });
        if let Some(public) = public {
            self.tokens.edit(public.byte_range(), Edit::Mute);
        }
    }
}
