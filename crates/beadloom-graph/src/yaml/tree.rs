//! A YAML document as a tree in which every value knows its place, read within bounds.

use std::fmt;

use beadloom_model::{Code, Diagnostic, Place};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy};
use serde_saphyr::{Error, Location, NonFiniteFloatPolicy, Options, Spanned};

/// How deep lists and maps may nest. Reading recurses once per level.
const MAX_DEPTH: usize = 32;

/// The same for files of others: a schema inside a schema takes two levels.
const MAX_FOREIGN_DEPTH: usize = 64;

/// How many values a file may hold, with those that aliases repeat. Each takes some hundred bytes while it is read.
const MAX_NODES: usize = 1_000_000;

/// How many aliases a file may hold.
const MAX_ALIASES: usize = 10_000;

/// A value with its place.
pub type Node = Spanned<Value>;

/// What stands in a YAML file.
#[derive(Debug, Clone)]
pub enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// `true` or `false`; `yes` and `on` are text.
    Bool(bool),
    /// A number; how it was written stands in the file, see [`Tree::written`].
    Number(Number),
    /// Text.
    Text(String),
    /// In file order.
    List(Vec<Node>),
    /// In file order; no two keys are equal.
    Map(Vec<(Node, Node)>),
}

impl Value {
    /// What it is, in words: `a list`.
    pub fn describe(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

/// A document and the text it was read from.
pub struct Tree<'t> {
    /// The outermost value; null where the file is empty.
    pub root: Node,
    text: &'t str,
}

impl<'t> Tree<'t> {
    /// Reads one document of at most `max_bytes`. `path` names the file in the diagnostic.
    pub fn read(path: &str, text: &'t str, max_bytes: usize) -> Result<Self, Box<Diagnostic>> {
        Self::read_with(path, text, max_bytes, options(MAX_DEPTH, MergeKeyPolicy::Error))
    }

    /// The same for a file that is not the project's own kind of YAML, such as a specification: deeper nesting is
    /// read, and merge keys are.
    pub fn read_foreign(path: &str, text: &'t str, max_bytes: usize) -> Result<Self, Box<Diagnostic>> {
        Self::read_with(path, text, max_bytes, options(MAX_FOREIGN_DEPTH, MergeKeyPolicy::Merge))
    }

    fn read_with(
        path: &str,
        text: &'t str,
        max_bytes: usize,
        options: Options,
    ) -> Result<Self, Box<Diagnostic>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.len() > max_bytes {
            let message = format!("The file has {} bytes, more than {max_bytes}", text.len());
            return Err(Box::new(
                Diagnostic::error(Code::YamlLimit, message)
                    .at(path, 1, 1)
                    .hint("Split it into several files"),
            ));
        }
        match serde_saphyr::from_str_with_options(text, options) {
            Ok(root) => Ok(Self { root, text }),
            Err(error) => Err(Box::new(describe(path, &error))),
        }
    }

    /// A scalar as the file spells it: `0123`, `1.10`. Empty where that is unknown.
    pub fn written(&self, node: &Node) -> &'t str {
        let span = node.defined.span();
        let (Some(start), Some(length)) = (span.byte_offset(), span.byte_len()) else { return "" };
        let (Ok(start), Ok(length)) = (usize::try_from(start), usize::try_from(length)) else { return "" };
        self.text.get(start..start.saturating_add(length)).map_or("", str::trim)
    }
}

/// Where a value stands. For an alias that is where it is used.
pub fn place(node: &Node) -> Place {
    place_of(&node.referenced)
}

fn place_of(location: &Location) -> Place {
    Place {
        line: u32::try_from(location.line()).unwrap_or(0),
        column: u32::try_from(location.column()).unwrap_or(0),
    }
}

fn options(deepest: usize, merging: MergeKeyPolicy) -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: deepest,
            flow_nesting_limit: deepest,
            max_nodes: MAX_NODES,
            max_events: MAX_NODES * 2,
            max_aliases: MAX_ALIASES,
            max_anchors: MAX_ALIASES,
            max_recorded_anchor_events: MAX_NODES,
            max_documents: 2,
            enforce_alias_anchor_ratio: false,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 200_000,
            max_replay_stack_depth: 16,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: merging,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        strict_booleans: true,
        ignore_binary_tag_for_string: true,
        with_snippet: false,
    }
}

/// A parser's error as a finding with its place.
fn describe(path: &str, error: &Error) -> Diagnostic {
    let place = error.location().map_or(Place { line: 1, column: 1 }, |location| place_of(&location));
    let (code, message, hint) = match innermost(error) {
        Error::MergeKeyNotAllowed { .. } => (
            Code::YamlMergeKey,
            "A merge key (`<<`) is not read here".to_owned(),
            "Write the keys out, or repeat a whole value with an anchor and an alias",
        ),
        Error::Budget { breach, .. } => (Code::YamlLimit, budget_message(breach), LIMIT_HINT),
        Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => {
            (Code::YamlLimit, "Aliases repeat more than is allowed".to_owned(), LIMIT_HINT)
        }
        Error::RecursiveReferencesRequireWeakTypes { .. } => {
            (Code::YamlLimit, "An alias is inside the value that it repeats".to_owned(), "Remove the circle")
        }
        Error::DuplicateMappingKey { key, .. } => (
            Code::YamlSyntax,
            match key {
                Some(key) => format!("Duplicate key `{}`", shortened(key)),
                None => "Duplicate key".to_owned(),
            },
            "Remove one of the two",
        ),
        Error::MultipleDocuments { .. } => (
            Code::YamlSyntax,
            "A second YAML document starts here".to_owned(),
            "Put it into a file of its own, or remove the `---` between the two",
        ),
        Error::UnknownAnchor { .. } => (
            Code::YamlSyntax,
            "An alias names an anchor that does not exist".to_owned(),
            "Define the anchor (`&name`) before it is used",
        ),
        Error::Eof { .. } => (Code::YamlSyntax, "The file ends too early".to_owned(), SYNTAX_HINT),
        Error::ExternalMessage { msg, .. } | Error::Message { msg, .. } => parser_message(msg),
        // Its text ends with the place, which the finding has anyway.
        other => parser_message(other.to_string().split(" at line ").next().unwrap_or_default()),
    };
    Diagnostic::error(code, message).at(path, place.line, place.column).hint(hint)
}

const TOO_DEEP: &str = "Lists and maps nest deeper than is read";
const LIMIT_HINT: &str = "Split the file, or write it with less nesting and fewer aliases";
const SYNTAX_HINT: &str = "Check indentation, quotes and brackets at that place";
const QUOTE_HINT: &str = "Check that every quote before that place is closed";

fn innermost(error: &Error) -> &Error {
    match error {
        Error::AliasError { error, .. } => innermost(error),
        other => other.without_snippet(),
    }
}

fn budget_message(breach: &serde_saphyr::budget::BudgetBreach) -> String {
    use serde_saphyr::budget::BudgetBreach as Breach;
    match breach {
        Breach::Depth { .. } => TOO_DEEP.to_owned(),
        Breach::Aliases { .. } | Breach::Anchors { .. } => {
            format!("There are more than {MAX_ALIASES} anchors or aliases")
        }
        Breach::Documents { .. } => "There is more than one document in the file".to_owned(),
        _ => "There are more than 1,000,000 values, or too much text".to_owned(),
    }
}

/// The parser reports its own nesting limits as text.
fn parser_message(message: &str) -> (Code, String, &'static str) {
    if message.contains("nesting limit") || message.contains("recursion limit") {
        return (Code::YamlLimit, TOO_DEEP.to_owned(), LIMIT_HINT);
    }
    let hint = if message.contains("quoted scalar") { QUOTE_HINT } else { SYNTAX_HINT };
    (Code::YamlSyntax, sentence(message), hint)
}

/// One line with a capital, without a final period.
fn sentence(message: &str) -> String {
    let line = shortened(message.lines().next().unwrap_or_default().trim().trim_end_matches('.'));
    let mut letters = line.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "The file is not valid YAML".to_owned(),
    }
}

/// At most 120 characters, control characters replaced.
pub fn shortened(text: &str) -> String {
    let mut short: String =
        text.chars().take(120).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(120).is_some() {
        short.push('…');
    }
    short
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        // JSON has no infinity; the parser gives those as text, so this is never lost.
        Ok(Number::from_f64(value).map_or_else(|| Value::Text(value.to_string()), Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Value::Map(map))
    }
}
