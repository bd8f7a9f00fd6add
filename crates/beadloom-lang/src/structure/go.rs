//! Declarations and literals of Go that `gofmt -s` and gofumpt shorten.

use tree_sitter::Node;

use super::parts;
use crate::outline::Outline;
use crate::tokens::Edit;

/// The type of a parameter that has a name.
fn type_of(parameter: Node<'_>) -> Option<Node<'_>> {
    let is_named = parameter.kind() == "parameter_declaration" && parameter.named_child_count() > 1;
    parameter.child_by_field_name("type").filter(|_| is_named)
}

impl Outline<'_> {
    pub(super) fn go(&mut self, node: Node<'_>) {
        match node.kind() {
            "parameter_list" => self.grouped_parameters(node),
            "var_declaration" => self.grouped_declaration(node, b"var "),
            "const_declaration" => self.grouped_declaration(node, b"const "),
            "type_declaration" => self.grouped_declaration(node, b"type "),
            "composite_literal" => self.elements(node),
            "range_clause" => self.range(node),
            "statement_list" => self.statements(node),
            _ => {}
        }
    }

    /// `a T, b T` is `a, b T`.
    fn grouped_parameters(&mut self, node: Node<'_>) {
        for pair in
            parts(node).iter().filter(|part| part.is_named()).copied().collect::<Vec<_>>().windows(2).rev()
        {
            let [parameter, next] = pair else { continue };
            if let (Some(of), Some(next)) = (type_of(*parameter), type_of(*next))
                && self.text(of) == self.text(next)
            {
                self.tokens.edit(of.byte_range(), Edit::Mute);
            }
        }
    }

    /// A declaration in parentheses is one without. Each has its keyword, then.
    fn grouped_declaration(&mut self, node: Node<'_>, keyword: &'static [u8]) {
        let mut specs = parts(node);
        if let Some(list) = specs.iter().position(|part| part.kind() == "var_spec_list") {
            let list = specs.remove(list);
            specs.extend(parts(list));
        }
        for part in specs.iter().rev() {
            if !part.is_named() {
                self.tokens.edit(part.byte_range(), Edit::Mute);
                continue;
            }
            let is_short = part.kind() == "var_spec" && part.child_by_field_name("type").is_none();
            let equals = part.children(&mut part.walk()).find(|child| child.kind() == "=");
            match equals.filter(|_| is_short && self.in_function()) {
                Some(equals) => self.tokens.edit(equals.byte_range(), Edit::Write(b":=")),
                None => self.tokens.edit(part.byte_range(), Edit::Prefix(keyword)),
            }
        }
    }

    /// `[]T{T{}}` is `[]T{{}}`, and `[]*T{&T{}}` is, too.
    fn elements(&mut self, node: Node<'_>) {
        let of = node.child_by_field_name("type").and_then(|of| {
            let is_list = matches!(of.kind(), "slice_type" | "array_type" | "implicit_length_array_type");
            of.child_by_field_name(if is_list { "element" } else { "value" })
        });
        let (Some(of), Some(body)) = (of, node.child_by_field_name("body")) else { return };
        let wanted = self.text(of);
        let pointed = wanted.strip_prefix('*');
        let mut cursor = body.walk();
        let elements: Vec<Node<'_>> = body.named_children(&mut cursor).collect();
        for element in elements.iter().rev() {
            let element =
                if element.kind() == "keyed_element" { element.named_child(1) } else { Some(*element) };
            let Some(value) = element.and_then(|element| element.named_child(0)) else { continue };
            let takes =
                value.kind() == "unary_expression" && value.child(0).is_some_and(|sign| sign.kind() == "&");
            let (literal, expected) =
                if takes { (value.named_child(0), pointed) } else { (Some(value), Some(wanted)) };
            let literal = literal.filter(|literal| literal.kind() == "composite_literal");
            let Some(named) = literal.and_then(|literal| literal.child_by_field_name("type")) else {
                continue;
            };
            if expected == Some(self.text(named)) {
                self.tokens.edit(value.start_byte()..named.end_byte(), Edit::Mute);
            }
        }
    }

    /// `for a, _ := range b` is `for a := range b`.
    fn range(&mut self, node: Node<'_>) {
        let Some(left) = node.child_by_field_name("left") else { return };
        if let (Some(comma), Some(blank), 3) = (left.child(1), left.child(2), left.child_count())
            && self.text(blank) == "_"
        {
            self.tokens.edit(comma.start_byte()..blank.end_byte(), Edit::Mute);
        }
    }

    /// The end of a statement may be a line break or a semicolon.
    fn statements(&mut self, node: Node<'_>) {
        for part in parts(node).iter().rev() {
            let edit = if part.is_named() { Edit::Statement } else { Edit::Mute };
            self.tokens.edit(part.byte_range(), edit);
        }
    }
}
