//! GraphQL's schema language: types, their fields and what these take.

use beadloom_model::LanguageId;
use beadloom_model::answers::ContractField;

use crate::cursor::Cursor;
use crate::fields::{MAX_FIELDS, member};
use crate::tokens::{Kind, tokens};

/// Tokens of one file.
const MAX_TOKENS: usize = 2_000_000;

/// The type of a value of an enumeration.
pub(crate) const ENUM_VALUE: &str = "enum value";

/// What the files of one schema say together.
#[derive(Debug, Default)]
pub(crate) struct Schema {
    /// In the order in which they were read; fields of the types that operations begin at are those of that type still.
    fields: Vec<ContractField>,
    /// `query`, `mutation` or `subscription`, and the type that it is.
    roots: Vec<(String, String)>,
}

impl Schema {
    /// Reads a file. Says whether it defines anything: documents with operations alone do not.
    pub(crate) fn read(&mut self, text: &str) -> bool {
        let tokens = tokens(text, LanguageId::GraphQl, MAX_TOKENS);
        let before = (self.fields.len(), self.roots.len());
        let mut reader = Reader { cursor: Cursor::new(&tokens) };
        while let Some(token) = reader.cursor.next() {
            if self.fields.len() > MAX_FIELDS {
                break;
            }
            match token.word() {
                Some("type" | "interface" | "input") => self.read_type(&mut reader),
                Some("enum") => self.read_enum(&mut reader),
                Some("schema") => self.read_roots(&mut reader),
                Some("query" | "mutation" | "subscription" | "fragment") => reader.skip_to_block(),
                _ => {}
            }
        }
        before != (self.fields.len(), self.roots.len())
    }

    /// All fields; those of the types that operations begin at as `Query.order`, of no type.
    pub(crate) fn fields(mut self) -> Vec<ContractField> {
        for (usual, operation) in
            [("Query", "query"), ("Mutation", "mutation"), ("Subscription", "subscription")]
        {
            if !self.roots.iter().any(|(named, _)| named == operation) {
                self.roots.push((operation.to_owned(), usual.to_owned()));
            }
        }
        for field in &mut self.fields {
            let is_root = |of: &String| self.roots.iter().any(|(_, r#type)| r#type == of);
            if let Some(of) = field.of.take_if(|of| is_root(of)) {
                field.name = format!("{of}.{}", field.name);
            }
        }
        self.fields
    }

    fn read_type(&mut self, reader: &mut Reader<'_>) {
        let Some(name) = reader.cursor.take_word() else { return };
        if !reader.enter_block() {
            return;
        }
        while let Some(token) = reader.cursor.next() {
            if token.is('}') || self.fields.len() > MAX_FIELDS {
                return;
            }
            let Some(field) = token.word().map(str::to_owned) else { continue };
            let arguments = format!("{name}.{field} arguments");
            let takes = if reader.cursor.sees('(') { self.read_arguments(reader, &arguments) } else { false };
            let Some(text) = reader.take_type() else { continue };
            let required = reader.take_rest(&text);
            let input = takes.then_some(arguments);
            self.fields.push(ContractField { input, required, ..member(name, field, text) });
        }
    }

    fn read_arguments(&mut self, reader: &mut Reader<'_>, of: &str) -> bool {
        reader.cursor.next();
        let mut any = false;
        while let Some(token) = reader.cursor.next() {
            if token.is(')') {
                break;
            }
            let Some(name) = token.word().map(str::to_owned) else { continue };
            let Some(text) = reader.take_type() else { continue };
            let required = reader.take_rest(&text);
            self.fields.push(ContractField { required, ..member(of, name, text) });
            any = true;
        }
        any
    }

    fn read_enum(&mut self, reader: &mut Reader<'_>) {
        let Some(name) = reader.cursor.take_word() else { return };
        if !reader.enter_block() {
            return;
        }
        while let Some(token) = reader.cursor.next() {
            match &token.kind {
                Kind::Sign('}') => return,
                Kind::Sign('@') => reader.skip_directive(),
                Kind::Word(value) => self.fields.push(member(name, value, ENUM_VALUE)),
                _ => {}
            }
        }
    }

    fn read_roots(&mut self, reader: &mut Reader<'_>) {
        if !reader.enter_block() {
            return;
        }
        while let Some(token) = reader.cursor.next() {
            if token.is('}') {
                return;
            }
            let Some(operation) = token.word().map(str::to_owned) else { continue };
            if let Some(text) = reader.take_type() {
                self.roots.push((operation, text));
            }
        }
    }
}

struct Reader<'t> {
    cursor: Cursor<'t>,
}

impl Reader<'_> {
    /// Goes into the `{` of a definition, past interfaces and directives; false where the next definition comes first.
    fn enter_block(&mut self) -> bool {
        while let Some(token) = self.cursor.peek() {
            match &token.kind {
                Kind::Sign('{') => return self.cursor.take('{'),
                Kind::Sign('@') => {
                    self.cursor.skip(1);
                    self.skip_directive();
                }
                Kind::Word(word)
                    if matches!(
                        word.as_str(),
                        "type" | "interface" | "input" | "enum" | "union" | "scalar" | "extend" | "directive"
                    ) =>
                {
                    return false;
                }
                _ => self.cursor.skip(1),
            }
        }
        false
    }

    /// Past an operation or fragment with all of its selections.
    fn skip_to_block(&mut self) {
        while self.cursor.peek().is_some_and(|token| !token.is('{')) {
            self.cursor.skip(1);
        }
        self.skip_nested('{', '}');
    }

    /// After `@`: a name and arguments.
    fn skip_directive(&mut self) {
        self.cursor.take_word();
        if self.cursor.sees('(') {
            self.skip_nested('(', ')');
        }
    }

    /// Past what such signs stand around, and all of them inside.
    fn skip_nested(&mut self, open: char, close: char) {
        let mut depth = 0_usize;
        while let Some(token) = self.cursor.next() {
            if token.is(open) {
                depth += 1;
            } else if token.is(close) {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// `: [Order!]!`
    fn take_type(&mut self) -> Option<String> {
        if !self.cursor.take(':') {
            return None;
        }
        let mut text = String::new();
        while let Some(token) = self.cursor.peek() {
            match &token.kind {
                Kind::Sign(sign @ ('[' | ']' | '!')) => text.push(*sign),
                Kind::Word(word)
                    if !text.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ']' || c == '!') =>
                {
                    text.push_str(word);
                }
                _ => break,
            }
            self.cursor.skip(1);
        }
        Some(text)
    }

    /// A default and directives behind a type. Whether the value has to be given.
    fn take_rest(&mut self, text: &str) -> bool {
        let default = self.cursor.take('=');
        if default {
            self.skip_value();
        }
        while self.cursor.take('@') {
            self.skip_directive();
        }
        text.ends_with('!') && !default
    }

    fn skip_value(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.cursor.next() {
            match token.kind {
                Kind::Sign('[' | '{') => depth += 1,
                Kind::Sign(']' | '}') => depth = depth.saturating_sub(1),
                // `-1`, `$name`
                Kind::Sign('-' | '$') => continue,
                _ => {}
            }
            if depth == 0 {
                // `1.5` is two words and a sign.
                while self.cursor.sees('.') {
                    self.cursor.skip(2);
                }
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Schema;
    use crate::fields::{settle, shown};

    #[test]
    fn a_schema_has_roots_types_and_arguments() {
        let mut schema = Schema::default();
        assert!(schema.read(
            r#"
            "a description" schema { query: Root }
            """ type Fake { a: B } """
            type Root implements A & B @key(fields: "id") {
              # a comment: Int
              order(id: ID!, first: Int! = 10, by: [Sort!] = [{a: -1.5}]): Order! @deprecated(reason: "x")
            }
            scalar Date
            union Any = Order | Root
            enum Sort { UP @a DOWN }
            extend type Order { total: Float!, lines: [Line!]! }
            input New { name: String! note: String }
            directive @key(fields: String!) on OBJECT
            "#
        ));
        let mut fields = schema.fields();
        settle(&mut fields);
        let got: Vec<String> = fields
            .iter()
            .map(|field| {
                let must = if field.required { " must" } else { "" };
                format!("{}: {}{must}", shown(field), field.r#type.as_deref().unwrap_or(""))
            })
            .collect();
        assert_eq!(
            got,
            [
                "Root.order: Order! must",
                "New.name: String! must",
                "New.note: String",
                "Order.lines: [Line!]! must",
                "Order.total: Float! must",
                "Root.order arguments.by: [Sort!]",
                "Root.order arguments.first: Int!",
                "Root.order arguments.id: ID! must",
                "Sort.DOWN: enum value",
                "Sort.UP: enum value",
            ]
        );
        assert!(!Schema::default().read("query Q { type { a } } fragment F on X { enum }"));
    }
}
