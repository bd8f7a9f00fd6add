//! Reads the parse tables out of a generated parser, and writes the parser anew with the tables packed.
//!
//! What generators write is regular: `[STATE(7)] = { [sym_block] = ACTIONS(9), … }`. Whatever is not as known stops the
//! build.

use std::collections::HashMap;
use std::fmt::Write;

use crate::Failure;
use crate::pack::{pack, unpack};

/// A table's declaration up to its length, and whether it is in rows of one value for each symbol.
const TABLES: &[(&str, bool)] = &[
    ("static const uint16_t ts_parse_table[", true),
    ("static const uint16_t ts_small_parse_table[", false),
];

/// A parser's source whose tables are zero until `BEADLOOM_UNPACK`, a function's name, was called.
pub fn packed(source: &str) -> Result<String, Failure> {
    let names = symbols(source)?;
    let columns = number(source, "SYMBOL_COUNT")?;
    let rows = number(source, "LARGE_STATE_COUNT")?;

    let mut written = String::with_capacity(source.len() / 4);
    let mut calls = String::new();
    let mut rest = source;
    for (declaration, in_rows) in TABLES {
        let (before, after) = rest.split_once(declaration).ok_or_else(|| format!("no {declaration}"))?;
        let (body, after) = after.split_once("\n};").ok_or("a table without an end")?;
        let (_, body) = body.split_once("= {").ok_or("a table without a beginning")?;
        let mut values = values(body, &names, in_rows.then_some(columns))?;
        if *in_rows {
            values.resize(rows * columns, 0);
        }
        let packed = pack(&values);
        if unpack(&packed) != values {
            return Err("a table that does not unpack".into());
        }
        written.push_str(before);
        let name = declaration.trim_end_matches('[').rsplit(' ').next().unwrap_or_default();
        let length =
            if *in_rows { "[LARGE_STATE_COUNT][SYMBOL_COUNT]" } else { &format!("[{}]", values.len()) };
        write!(written, "static uint16_t {name}{length};\nstatic const uint16_t packed_{name}[] = {{")?;
        for (at, value) in packed.iter().enumerate() {
            write!(written, "{}{value},", if at % 24 == 0 { "\n" } else { "" })?;
        }
        written.push_str("\n};");
        writeln!(calls, "  unpack(packed_{name}, sizeof packed_{name}, (uint16_t *){name});")?;
        rest = after;
    }
    written.push_str(rest);
    write!(written, "\n#include \"unpack.h\"\n\nvoid BEADLOOM_UNPACK(void) {{\n{calls}}}\n")?;
    Ok(written)
}

/// The numbers of the grammar's symbols.
fn symbols(source: &str) -> Result<HashMap<&str, usize>, Failure> {
    let (_, after) = source.split_once("enum ts_symbol_identifiers {").ok_or("no symbols")?;
    let (body, _) = after.split_once('}').ok_or("symbols without an end")?;
    let mut names = HashMap::from([("ts_builtin_sym_end", 0)]);
    for line in body.split(',').map(str::trim).filter(|line| !line.is_empty()) {
        let (name, number) =
            line.split_once(" = ").ok_or_else(|| format!("a symbol without a number: {line}"))?;
        names.insert(name, number.parse()?);
    }
    Ok(names)
}

/// What a macro of the parser stands for.
fn number(source: &str, name: &str) -> Result<usize, Failure> {
    let line =
        source.lines().find_map(|line| line.strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' '));
    Ok(line.ok_or_else(|| format!("no {name}"))?.trim().parse()?)
}

/// The values of an initialiser; in rows of `columns` values, or one after the other.
fn values(body: &str, names: &HashMap<&str, usize>, columns: Option<usize>) -> Result<Vec<u16>, Failure> {
    let mut text = Text { rest: body };
    let mut values = Vec::new();
    let mut at = 0;
    let mut row: Option<usize> = None;
    let mut inside = false;
    while let Some(first) = text.peek() {
        match (first, columns) {
            (b'[', _) => {
                text.skip();
                let index = text.value(names)?;
                text.expect(b']')?;
                text.expect(b'=')?;
                match columns {
                    Some(columns) if inside => at = row.unwrap_or_default() * columns + index,
                    Some(_) => row = Some(index),
                    None => at = index,
                }
            }
            (b'{', Some(_)) if !inside && row.is_some() => {
                text.skip();
                inside = true;
            }
            (b'}', Some(_)) if inside => {
                text.skip();
                inside = false;
            }
            (b',', _) => text.skip(),
            _ => {
                let value = u16::try_from(text.value(names)?)?;
                if values.len() <= at {
                    values.resize(at + 1, 0);
                }
                *values.get_mut(at).ok_or("a value without a place")? = value;
                at += 1;
            }
        }
    }
    Ok(values)
}

/// What is left of a table's text.
struct Text<'t> {
    rest: &'t str,
}

impl<'t> Text<'t> {
    /// The first byte that is no blank.
    fn peek(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_ascii_start();
        self.rest.as_bytes().first().copied()
    }

    /// Goes past the byte that was seen, which is one of punctuation.
    fn skip(&mut self) {
        self.rest = self.rest.get(1..).unwrap_or_default();
    }

    fn expect(&mut self, byte: u8) -> Result<(), Failure> {
        if self.peek() != Some(byte) {
            return Err(format!("no {:?} before {:.40}", char::from(byte), self.rest).into());
        }
        self.skip();
        Ok(())
    }

    fn word(&mut self) -> &'t str {
        self.peek();
        let end = self.rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// A number, a symbol, or a macro that stands for its argument.
    fn value(&mut self, names: &HashMap<&str, usize>) -> Result<usize, Failure> {
        let word = self.word();
        if self.peek() == Some(b'(') {
            if !matches!(word, "STATE" | "ACTIONS") {
                return Err(format!("unknown macro of tables: {word}").into());
            }
            self.skip();
            let value = self.word().parse()?;
            self.expect(b')')?;
            return Ok(value);
        }
        match names.get(word) {
            Some(value) => Ok(*value),
            None => Ok(word.parse().map_err(|_| format!("no value: {word:?} before {:.40}", self.rest))?),
        }
    }
}
