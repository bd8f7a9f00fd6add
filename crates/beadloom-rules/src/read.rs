//! `rules.yml`: text in, rules and findings out.

use beadloom_model::CompactSort as _;
use std::collections::HashMap;
use std::sync::LazyLock;

use beadloom_graph::yaml::{Fields, Node, Tree, Value, place, shortened};
use beadloom_model::answers::Severity;
use beadloom_model::{Code, Diagnostic, Place};

use crate::facts::Facts;
use crate::kind::RuleBody;
use crate::kinds::KINDS;
use crate::matcher::{Exemption, Side, Tags};
use crate::reader::{Entry, NameKind, Reader};
use crate::rule::{Rule, Rules};

/// How large a rules file may be, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Rules, tags and exemptions of a rule that are read: each costs a look at every node.
const MAX_ENTRIES: usize = 1_000;

const TOP_KEYS: &[&str] = &["version", "tags", "rules"];
const EXEMPT_KEYS: &[&str] = &["from", "to", "reason", "until"];
/// Of every rule.
const COMMON_KEYS: &[&str] = &["name", "description", "severity", "exempt"];

/// The keys that a rule may have: those of every rule, the kinds, and what stands beside some of them.
static RULE_KEYS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let kinds = KINDS.iter().map(|kind| kind.key);
    let siblings = KINDS.iter().flat_map(|kind| kind.siblings).map(|sibling| sibling.key);
    COMMON_KEYS.iter().copied().chain(kinds).chain(siblings).collect()
});

/// A rules file that is to be read.
#[derive(Debug, Clone, Copy)]
pub struct RulesText<'a> {
    /// Relative to the root; names the file in findings.
    pub path: &'a str,
    /// Its content.
    pub text: &'a str,
    /// The day on which it is read, ISO 8601: exemptions end.
    pub today: &'a str,
}

/// Reads a rules file against the nodes and kinds that there are.
///
/// Every finding is an error with its place, by line and column: unknown keys, ids and kinds, what is missing, a name
/// that is taken, an exemption that is over. A rule with an error in its body is left out, the others are there.
pub fn read_rules(source: &RulesText<'_>, facts: &Facts) -> (Rules, Vec<Diagnostic>) {
    let tree = match Tree::read(source.path, source.text, MAX_BYTES) {
        Ok(tree) => tree,
        Err(finding) => return (Rules::default(), vec![*finding]),
    };
    let mut reader = Reader::new(Fields::new(source.path, &tree), facts);
    let mut rules = Rules::default();
    let mut taken: HashMap<String, Place> = HashMap::new();
    for (name, _, value) in reader.entries(&tree.root, "The rules file", TOP_KEYS) {
        match name {
            "version" => version(&mut reader, value),
            "tags" => rules.tags = tags(&mut reader, value),
            _ => {
                let items = reader.fields.items(value, "rules", "Begin each rule with `- name: …`");
                for item in reader.most(items, "rules", MAX_ENTRIES) {
                    rules.rules.extend(rule(&mut reader, item, source.today, &mut taken));
                }
            }
        }
    }
    for rule in &rules.rules {
        rule.body.verify(&mut reader, &rules.tags);
    }
    let mut diagnostics = reader.fields.diagnostics;
    diagnostics.compact_sort();
    (rules, diagnostics)
}

fn version(reader: &mut Reader<'_, '_>, node: &Node) {
    match &node.value {
        Value::Number(version) if version.as_u64() == Some(1) => {}
        Value::Number(_) => {
            let message = format!("Version {} of the rules is not known", reader.fields.written(node));
            reader.fields.error(place(node), Code::BadValue, message, "This beadloom reads version 1");
        }
        _ => reader.fields.wrong_type(node, "version", "the number 1", ""),
    }
}

fn tags<'t>(reader: &mut Reader<'t, '_>, node: &'t Node) -> Tags {
    let mut tags = Tags::new();
    let entries = reader.fields.entries(node, "tags");
    if let Some((key, _)) = entries.get(MAX_ENTRIES) {
        reader.too_many(key, "tags", MAX_ENTRIES);
    }
    for (key, value) in entries.iter().take(MAX_ENTRIES) {
        let Some(name) = reader.fields.key(key) else { continue };
        if let Some(names) = reader.names(value, &format!("tags.{}", shortened(&name)), NameKind::Nodes) {
            tags.insert(name, names);
        }
    }
    tags
}

fn rule<'t>(
    reader: &mut Reader<'t, '_>,
    node: &'t Node,
    today: &str,
    taken: &mut HashMap<String, Place>,
) -> Option<Rule> {
    let Value::Map(all) = &node.value else {
        reader.fields.wrong_type(node, "rules", "a list of maps", "Begin each rule with `- name: …`");
        return None;
    };
    let before = reader.fields.diagnostics.len();
    let entries = reader.entries(node, "A rule", &RULE_KEYS);
    let mut at = place(node);
    let mut name = None;
    let mut description = None;
    let mut severity = Severity::Error;
    let mut exempt = Vec::new();
    let mut named = false;
    for &(key, _, value) in &entries {
        match key {
            "name" => {
                named = true;
                at = place(value);
                name = reader.rule_name(value);
            }
            "description" => description = reader.fields.text(value, "description"),
            "severity" => severity = read_severity(reader, value),
            "exempt" => {
                for item in reader.fields.items(value, "exempt", "Write a list of {from, to, reason, until}")
                {
                    exempt.extend(exemption(reader, item, today));
                }
            }
            _ => {}
        }
    }
    // A key that is not known may be the one that is missing, and is an error already.
    let all_known = entries.len() == all.len();
    if !named && all_known {
        let hint = "Give it a unique one: `name: no-cycles`";
        reader.fields.error(at, Code::MissingKey, "The rule has no `name`".to_owned(), hint);
    }
    let body = body(reader, at, &entries, all_known);
    let name = name?;
    if let Some(first) = taken.get(&name) {
        let message = format!("The name `{}` is already taken in line {}", shortened(&name), first.line);
        reader.fields.error(at, Code::DuplicateName, message, "Rename one of the two rules");
    } else {
        taken.insert(name.clone(), at);
    }
    let whole = reader.fields.diagnostics.len() == before;
    let body = body.filter(|_| whole)?;
    Some(Rule { name, description, severity, body, exempt, place: at })
}

/// The one body of a rule; findings where there is none or more than one. `all_known`: whether the rule has no other keys.
fn body<'t>(
    reader: &mut Reader<'t, '_>,
    at: Place,
    entries: &[Entry<'t>],
    all_known: bool,
) -> Option<Box<dyn RuleBody>> {
    let kind_of = |key: &str| KINDS.iter().find(|kind| kind.key == key);
    let mut bodies = entries.iter().filter_map(|(name, key, value)| Some((kind_of(name)?, *key, *value)));
    let first = bodies.next();
    if let (Some((first, ..)), Some((second, key, _))) = (first, bodies.next()) {
        let message = format!("The rule has `{}` and `{}`", first.key, second.key);
        reader.fields.error(place(key), Code::BadValue, message, "Make two rules of it");
        return None;
    }
    let Some((kind, _, value)) = first else {
        if !all_known {
            return None;
        }
        let keys: Vec<&str> = KINDS.iter().map(|kind| kind.key).collect();
        let hint = format!("Give it one of: {}", keys.join(", "));
        reader.fields.error(at, Code::MissingKey, "The rule demands nothing".to_owned(), &hint);
        return None;
    };
    for other in KINDS.iter().filter(|other| other.key != kind.key) {
        for sibling in other.siblings {
            for (_, at, _) in entries.iter().filter(|(key, ..)| *key == sibling.key) {
                let message = format!(
                    "The key `{}` belongs to `{}`, and this is a rule of `{}`",
                    sibling.key, other.key, kind.key
                );
                reader.fields.error(place(at), Code::UnknownKey, message, sibling.elsewhere);
            }
        }
    }
    (kind.read)(reader, value, entries)
}

fn read_severity(reader: &mut Reader<'_, '_>, node: &Node) -> Severity {
    match reader.fields.text(node, "severity").as_deref() {
        Some("error") | None => Severity::Error,
        Some("warn") => Severity::Warn,
        Some(other) => {
            let message = format!("\"{}\" is not a severity", shortened(other));
            reader.fields.error(place(node), Code::BadValue, message, "One of: error, warn");
            Severity::Error
        }
    }
}

fn exemption<'t>(reader: &mut Reader<'t, '_>, node: &'t Node, today: &str) -> Option<Exemption> {
    let entries = reader.entries(node, "An exemption", EXEMPT_KEYS);
    if entries.is_empty() {
        return None;
    }
    let mut made = Exemption { from: None, to: None, reason: String::new(), until: None };
    for &(key, _, value) in &entries {
        match key {
            "from" => made.from = reader.names(value, "from", NameKind::Nodes).map(|names| Side { names }),
            "to" => made.to = reader.names(value, "to", NameKind::Nodes).map(|names| Side { names }),
            "reason" => made.reason = reader.fields.text(value, "reason").unwrap_or_default(),
            _ => made.until = until(reader, value, today),
        }
    }
    if !entries.iter().any(|(key, ..)| matches!(*key, "from" | "to")) {
        let message = "The exemption says neither `from` nor `to`".to_owned();
        let hint = "Name the exempt id, or a pattern such as src/legacy/**";
        reader.fields.error(place(node), Code::MissingKey, message, hint);
    }
    if made.reason.trim().is_empty() {
        let message = "The exemption has no `reason`".to_owned();
        let hint = "Give the reason for the exemption";
        reader.fields.error(place(node), Code::MissingKey, message, hint);
    }
    Some(made)
}

/// The last day of an exemption; one that is over is an error, so that nobody forgets it.
fn until(reader: &mut Reader<'_, '_>, node: &Node, today: &str) -> Option<String> {
    let text = reader.fields.name(node, "until")?;
    if !is_date(&text) {
        let message = format!("\"{}\" is not a date", shortened(&text));
        reader.fields.error(place(node), Code::BadValue, message, "Write it as 2031-12-31");
        return None;
    }
    if text.as_str() < today {
        let message = format!("The exemption ended on {text}");
        let hint = "Correct the exempt code and remove the exemption, or set a later date";
        reader.fields.error(place(node), Code::ExpiredExemption, message, hint);
    }
    Some(text)
}

/// `2031-12-31`
fn is_date(text: &str) -> bool {
    let number = |range: std::ops::Range<usize>| -> Option<u32> {
        let digits = text.get(range)?;
        if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
    };
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(5..7), number(8..10)) else {
        return false;
    };
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    text.len() == 10
        && text.get(4..5) == Some("-")
        && text.get(7..8) == Some("-")
        && (1..=days).contains(&day)
}
