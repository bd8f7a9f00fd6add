//! What formatters change in a text without changing what it means: quotes, numbers, and which tokens say nothing.

use std::borrow::Cow;

use tree_sitter::Language;

/// By which habits of formatters the tokens of a text are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Style {
    /// Every token counts as it stands.
    #[default]
    Exact,
    /// Commas before a closing bracket say nothing.
    Braces,
    C,
    Ecma,
    Go,
    Kotlin,
    Lua,
    /// The tags of components.
    Markup,
    Php,
    Python,
    Ruby,
    Rust,
    /// As `Braces`, and semicolons stand for the end of a line.
    Lines,
}

impl Style {
    /// Whether expressions are compared by their tree, so that parentheses count only where they make another one.
    pub(crate) fn is_structural(self) -> bool {
        matches!(self, Self::Ecma | Self::Python)
    }

    /// Whether a semicolon outside of parentheses says no more than the end of the line does.
    pub(crate) fn ends_lines(self) -> bool {
        matches!(self, Self::Ecma | Self::Python | Self::Kotlin | Self::Lua | Self::Lines)
    }

    /// Whether the comma before this bracket can be left out. `called`: what stands before the bracket is called, indexed
    /// or declared with it. `single`: it is the only comma, which makes a tuple in some languages.
    pub(crate) fn drops_comma(self, closing: u8, called: bool, single: bool) -> bool {
        match (self, closing) {
            (Self::Exact | Self::Markup, _) => false,
            (Self::C, _) => closing == b'}',
            (Self::Python, b')') => called || !single,
            (Self::Python, b']') => !called || !single,
            (Self::Rust, b')') => called || !single,
            _ => true,
        }
    }

    /// Whether a word before a bracket is none that is called or declared with it.
    pub(crate) fn is_keyword(self, word: &[u8]) -> bool {
        let words: &[&[u8]] = match self {
            Self::Python => &[
                b"and", b"as", b"assert", b"await", b"del", b"elif", b"else", b"for", b"from", b"if", b"in",
                b"is", b"lambda", b"match", b"not", b"or", b"raise", b"return", b"while", b"with", b"yield",
            ],
            Self::Rust => &[
                b"as", b"break", b"else", b"for", b"if", b"in", b"let", b"match", b"move", b"mut", b"ref",
                b"return", b"while",
            ],
            _ => &[],
        };
        words.contains(&word)
    }

    /// Whether a string in single quotes, whose quotes are tokens of their own, means the same in double quotes.
    pub(crate) fn is_same_in_double_quotes(self, string: &str) -> bool {
        matches!(self, Self::Ruby | Self::Php)
            && string.starts_with('\'')
            && self.canonical(string.as_bytes()).starts_with(b"\"")
    }

    /// A token as it counts.
    pub(crate) fn canonical(self, token: &[u8]) -> Cow<'_, [u8]> {
        let (Some(first), Some(last)) = (token.first(), token.last()) else { return Cow::Borrowed(token) };
        if first.is_ascii_digit() || (*first == b'.' && token.get(1).is_some_and(u8::is_ascii_digit)) {
            return self.number(token);
        }
        if !matches!(last, b'"' | b'\'') {
            return Cow::Borrowed(token);
        }
        match self {
            Self::Markup if token == b"'" => Cow::Borrowed(b"\""),
            Self::Ecma | Self::Lua => quoted(token, 0, Escapes::Undone),
            Self::Python => python_string(token),
            Self::Ruby => quoted(token, 0, Escapes::Not(b"\\#")),
            Self::Php => quoted(token, 0, Escapes::Not(b"\\${")),
            _ => Cow::Borrowed(token),
        }
    }

    fn number(self, token: &[u8]) -> Cow<'_, [u8]> {
        if !matches!(self, Self::Ecma | Self::Python | Self::Go) {
            return Cow::Borrowed(token);
        }
        let mut number = token.to_ascii_lowercase();
        if self == Self::Go
            && number.len() > 1
            && number.first() == Some(&b'0')
            && number.iter().all(u8::is_ascii_digit)
        {
            number.insert(1, b'o');
        }
        if self == Self::Python {
            return Cow::Owned(whole_float(number));
        }
        if self == Self::Ecma && !number.iter().any(|byte| matches!(byte, b'x' | b'e' | b'_')) {
            if number.first() == Some(&b'.') {
                number.insert(0, b'0');
            }
            if number.contains(&b'.') {
                while number.last() == Some(&b'0') {
                    number.pop();
                }
                if number.last() == Some(&b'.') {
                    number.pop();
                }
            }
        }
        Cow::Owned(number)
    }
}

/// A number of Python, in lower case, with digits on both sides of its point.
fn whole_float(mut number: Vec<u8>) -> Vec<u8> {
    let Some(point) = number.iter().position(|byte| *byte == b'.') else { return number };
    if !number.get(point + 1).is_some_and(u8::is_ascii_digit) {
        number.insert(point + 1, b'0');
    }
    if point == 0 {
        number.insert(0, b'0');
    }
    number
}

/// What a backslash means to who compares quotes.
#[derive(Clone, Copy)]
enum Escapes {
    /// A quote behind it is that quote.
    Undone,
    /// Nothing, as in raw strings: a text with quotes in it stays as it is.
    Kept,
    /// With one of these bytes in it, the two kinds of string differ.
    Not(&'static [u8]),
}

/// A string in double quotes. `prefix`: bytes before its first quote.
fn quoted(token: &[u8], prefix: usize, escapes: Escapes) -> Cow<'_, [u8]> {
    let same = Cow::Borrowed(token);
    let Some((before, text)) = token.split_at_checked(prefix) else { return same };
    let Some(quote) = text.first().copied().filter(|quote| matches!(quote, b'"' | b'\'')) else {
        return same;
    };
    let triple = text.len() >= 6 && text.starts_with(&[quote; 3]) && text.ends_with(&[quote; 3]);
    let width = if triple { 3 } else { 1 };
    let inner = text.get(width..text.len().saturating_sub(width)).filter(|_| text.len() >= width * 2);
    let Some(inner) = inner.filter(|_| text.ends_with(&[quote])) else { return same };
    let has_quote = || inner.iter().any(|byte| matches!(byte, b'"' | b'\''));
    let differs = match escapes {
        Escapes::Undone => false,
        Escapes::Kept => has_quote(),
        Escapes::Not(bytes) => has_quote() || inner.iter().any(|byte| bytes.contains(byte)),
    };
    if differs {
        return same;
    }
    let mut canonical = before.to_ascii_lowercase();
    canonical.extend(std::iter::repeat_n(b'"', width));
    match escapes {
        Escapes::Undone => unescape_quotes(inner, &mut canonical),
        Escapes::Kept | Escapes::Not(_) => canonical.extend_from_slice(inner),
    }
    canonical.extend(std::iter::repeat_n(b'"', width));
    Cow::Owned(canonical)
}

/// Appends a text with quotes as they are without the backslash before them.
pub(crate) fn unescape_quotes(text: &[u8], to: &mut Vec<u8>) {
    let mut rest = text.iter();
    while let Some(byte) = rest.next() {
        if *byte != b'\\' {
            to.push(*byte);
            continue;
        }
        match rest.next() {
            Some(quote @ (b'"' | b'\'')) => to.push(*quote),
            Some(other) => to.extend([b'\\', *other]),
            None => to.push(b'\\'),
        }
    }
}

/// Whether a prefix of a Python string says that backslashes mean nothing.
pub(crate) fn is_raw(prefix: &[u8]) -> bool {
    prefix.iter().any(|byte| matches!(byte, b'r' | b'R'))
}

/// The letters before a string's first quote.
pub(crate) fn string_prefix(token: &[u8]) -> &[u8] {
    let letters = token.iter().take(3).take_while(|byte| byte.is_ascii_alphabetic()).count();
    token.get(..letters).unwrap_or(&[])
}

fn python_string(token: &[u8]) -> Cow<'_, [u8]> {
    let prefix = string_prefix(token);
    let quotes = token.get(prefix.len()..).unwrap_or(&[]);
    // The beginning or the end of a string in which expressions stand.
    if !quotes.is_empty()
        && quotes.len() <= 3
        && quotes.len() != 2
        && quotes.iter().all(|byte| matches!(byte, b'"' | b'\''))
    {
        let mut canonical = prefix.to_ascii_lowercase();
        canonical.extend(quotes.iter().map(|_| b'"'));
        return Cow::Owned(canonical);
    }
    let escapes = if is_raw(prefix) { Escapes::Kept } else { Escapes::Undone };
    let canonical = quoted(token, prefix.len(), escapes);
    match canonical.strip_prefix(b"u") {
        Some(plain) => Cow::Owned(plain.to_vec()),
        None => canonical,
    }
}

/// Whether a string may be written as a name where it is a key.
pub(crate) fn is_plain_key(token: &[u8]) -> bool {
    let inner = token.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(&[]);
    inner.first().is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$'))
        && inner.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
}

/// What a kind of node is to who compares by structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Other,
    /// Ends with its line or a semicolon.
    Statement,
    /// Made of several expressions: which ones is seen by where it begins.
    Operand,
    /// Parentheses around one expression.
    Parentheses,
    /// A tuple, a list of resources or of imported names: its parentheses may be left out in some places.
    Enclosed,
    /// Braces: around one expression they may be left out in some places.
    Block,
    /// A string whose quotes are tokens of their own.
    Quoted,
    /// Text of a string beside the expressions in it.
    Content,
}

/// The shape of every kind of node, by kind id.
pub(crate) fn shapes(language: &Language) -> Vec<Shape> {
    let shape = |id: usize| {
        let id = u16::try_from(id).unwrap_or(0);
        if language.node_kind_is_named(id) {
            shape_of(language.node_kind_for_id(id).unwrap_or(""))
        } else {
            Shape::Other
        }
    };
    (0..language.node_kind_count()).map(shape).collect()
}

fn shape_of(kind: &str) -> Shape {
    match kind {
        "string_content"
        | "string_fragment"
        | "string_text"
        | "string_literal_content"
        | "interpolation_text"
        | "line_str_text"
        | "multi_line_str_text"
        | "heredoc_content"
        | "heredoc_body"
        | "regex_pattern"
        | "escape_sequence" => Shape::Content,
        "string" => Shape::Quoted,
        "block" | "match_block" => Shape::Block,
        "parenthesized_expression" => Shape::Parentheses,
        "tuple" | "tuple_pattern" | "with_clause" | "import_from_statement" => Shape::Enclosed,
        "binary_expression"
        | "binary_operator"
        | "boolean_operator"
        | "comparison_operator"
        | "ternary_expression"
        | "conditional_expression"
        | "assignment_expression"
        | "augmented_assignment_expression"
        | "update_expression"
        | "call_expression"
        | "call"
        | "member_expression"
        | "attribute"
        | "subscript_expression"
        | "subscript"
        | "sequence_expression"
        | "as_expression"
        | "satisfies_expression"
        | "non_null_expression"
        | "arrow_function"
        | "function_expression"
        | "generator_function"
        | "class"
        | "object"
        | "lambda"
        | "named_expression"
        | "generator_expression"
        | "concatenated_string"
        | "instantiation_expression" => Shape::Operand,
        "expression_statement"
        | "variable_declaration"
        | "lexical_declaration"
        | "return_statement"
        | "throw_statement"
        | "break_statement"
        | "continue_statement"
        | "debugger_statement"
        | "if_statement"
        | "for_statement"
        | "for_in_statement"
        | "while_statement"
        | "do_statement"
        | "switch_statement"
        | "try_statement"
        | "labeled_statement"
        | "empty_statement"
        | "import_statement"
        | "export_statement"
        | "function_declaration"
        | "generator_function_declaration"
        | "class_declaration"
        | "abstract_class_declaration"
        | "interface_declaration"
        | "enum_declaration"
        | "type_alias_declaration"
        | "ambient_declaration"
        | "internal_module"
        | "module"
        | "function_signature"
        | "method_definition"
        | "field_definition"
        | "public_field_definition"
        | "class_static_block"
        | "method_signature"
        | "abstract_method_signature"
        | "property_signature"
        | "index_signature"
        | "call_signature"
        | "construct_signature" => Shape::Statement,
        _ => Shape::Other,
    }
}
