use beadloom_model::CompactSort as _;
use std::ops::RangeInclusive;

use beadloom_model::{Code, Diagnostic, Section};
use globset::GlobBuilder;

use super::Config;
use super::settings::{Kind, SETTINGS, Setting, grouped};
use crate::suggest::did_you_mean;
use crate::yaml::{Fields, Node, Tree, Value, place, shortened};

/// How large `config.yml` may be, in bytes.
const MAX_BYTES: usize = 1 << 20;

const SECTIONS: &[Section] =
    &[Section::Spec, Section::Invariants, Section::Constraints, Section::Api, Section::Tests, Section::Other];

/// Reads `config.yml`. `path` names the file in findings, which come by line and column.
///
/// A setting that is wrong keeps its default and is an error; an unknown key is a warning. A file that does not
/// parse is one error and leaves all defaults.
pub fn read_config(path: &str, text: &str) -> (Config, Vec<Diagnostic>) {
    let mut config = Config::default();
    let tree = match Tree::read(path, text, MAX_BYTES) {
        Ok(tree) => tree,
        Err(finding) => return (config, vec![*finding]),
    };
    let mut fields = Fields::new(path, &tree);
    for (key, value) in fields.entries(&tree.root, "config.yml") {
        let Some(name) = fields.key(key) else { continue };
        if let Some(setting) = SETTINGS.iter().find(|setting| setting.key == name) {
            apply(&mut fields, setting, value, &mut config);
        } else if is_section(&name) {
            read_section(&mut fields, &name, value, &mut config);
        } else {
            unknown_key(&mut fields, key, "", &name);
        }
    }
    let mut diagnostics = fields.diagnostics;
    diagnostics.compact_sort();
    (config, diagnostics)
}

fn is_section(name: &str) -> bool {
    SETTINGS.iter().any(|setting| setting.key.split_once('.').is_some_and(|(section, _)| section == name))
}

fn read_section<'t>(fields: &mut Fields<'t>, section: &str, node: &'t Node, config: &mut Config) {
    for (key, value) in fields.entries(node, section) {
        let Some(name) = fields.key(key) else { continue };
        let full = format!("{section}.{name}");
        match SETTINGS.iter().find(|setting| setting.key == full) {
            Some(setting) => apply(fields, setting, value, config),
            None => unknown_key(fields, key, section, &name),
        }
    }
}

/// Warns, and offers a key of the same section, else the same name in another section.
fn unknown_key(fields: &mut Fields<'_>, key: &Node, section: &str, name: &str) {
    let mut beside: Vec<&str> = Vec::new();
    for setting in SETTINGS {
        match (setting.key.split_once('.'), section) {
            (Some((of, rest)), section) if of == section => beside.push(rest),
            (Some((of, _)), "") if !beside.contains(&of) => beside.push(of),
            (None, "") => beside.push(setting.key),
            _ => {}
        }
    }
    let elsewhere = || {
        let setting = SETTINGS.iter().find(|setting| setting.key.rsplit('.').next() == Some(name))?;
        Some(format!("Did you mean: {}?", setting.key))
    };
    let hint = elsewhere()
        .or_else(|| did_you_mean(name, beside.iter().copied()))
        .unwrap_or_else(|| format!("Known keys: {}", beside.join(", ")));
    let full = if section.is_empty() { shortened(name) } else { shortened(&format!("{section}.{name}")) };
    let message = format!("The setting `{full}` is not known");
    fields.warn(place(key), Code::UnknownKey, message, &hint);
}

fn apply<'t>(fields: &mut Fields<'t>, setting: &Setting, node: &'t Node, config: &mut Config) {
    if matches!(node.value, Value::Null) {
        return;
    }
    let key = setting.key;
    match &setting.kind {
        Kind::Whole(range, field) => {
            if let Some(value) = whole(fields, node, key, range) {
                *field(config) = value;
            }
        }
        Kind::Number(range, field) => {
            if let Some(value) = number(fields, node, key, range) {
                *field(config) = value;
            }
        }
        Kind::Flag(field) => match node.value {
            Value::Bool(value) => *field(config) = value,
            _ => fields.wrong_type(node, key, "true or false", ""),
        },
        Kind::Choice(names, set) => {
            if let Some(value) = fields.text(node, key) {
                match names.iter().find(|name| **name == value) {
                    Some(name) => set(config, name),
                    None => bad_choice(fields, node, key, &value, names),
                }
            }
        }
        Kind::Text(set) => {
            if let Some(value) = word(fields, node, key) {
                set(config, value);
            }
        }
        Kind::Words(field) => {
            if let Some(values) = list(fields, node, key, word) {
                *field(config) = values;
            }
        }
        Kind::Patterns(field) => {
            if let Some(values) = list(fields, node, key, pattern) {
                *field(config) = values;
            }
        }
        Kind::Folder(field) => {
            if let Some(value) = folder(fields, node, key) {
                *field(config) = value;
            }
        }
        Kind::Folders(field) => match list(fields, node, key, folder) {
            Some(values) if values.is_empty() => {
                let message = format!("`{key}` must name a folder");
                fields.error(place(node), Code::BadValue, message, "Write `[.]` for the whole project");
            }
            Some(values) => *field(config) = values,
            None => {}
        },
        Kind::Sections(field) => {
            if let Some(values) = list(fields, node, key, section) {
                *field(config) = values;
            }
        }
    }
}

fn whole(fields: &mut Fields<'_>, node: &Node, key: &str, range: &RangeInclusive<u64>) -> Option<u64> {
    let Value::Number(number) = &node.value else {
        fields.wrong_type(node, key, "a whole number", "");
        return None;
    };
    let value = number.as_u64();
    if let Some(value) = value
        && range.contains(&value)
    {
        return Some(value);
    }
    let written = shortened(fields.written(node));
    let message = if range.start() == range.end() {
        format!("`{key}` must be {}, not {written}", range.start())
    } else {
        let (least, most) = (grouped(*range.start()), grouped(*range.end()));
        format!("`{key}` must be a whole number from {least} to {most}, not {written}")
    };
    fields.error(place(node), Code::BadValue, message, "");
    None
}

fn number(fields: &mut Fields<'_>, node: &Node, key: &str, range: &RangeInclusive<f64>) -> Option<f64> {
    let Value::Number(number) = &node.value else {
        fields.wrong_type(node, key, "a number", "");
        return None;
    };
    if let Some(value) = number.as_f64()
        && range.contains(&value)
    {
        return Some(value);
    }
    let written = shortened(fields.written(node));
    let message =
        format!("`{key}` must be a number from {} to {}, not {written}", range.start(), range.end());
    fields.error(place(node), Code::BadValue, message, "");
    None
}

fn bad_choice(fields: &mut Fields<'_>, node: &Node, key: &str, value: &str, names: &[&str]) {
    let message = format!("`{key}` cannot be \"{}\"", shortened(value));
    let choices = format!("Choose from: {}", names.join(", "));
    let hint = did_you_mean(value, names.iter().copied()).unwrap_or(choices);
    fields.error(place(node), Code::BadValue, message, &hint);
}

/// A list, or one value that stands for a list of one. `None` only where it is neither; wrong items are left out.
fn list<'t, T>(
    fields: &mut Fields<'t>,
    node: &'t Node,
    key: &str,
    read: fn(&mut Fields<'t>, &'t Node, &str) -> Option<T>,
) -> Option<Vec<T>> {
    match &node.value {
        Value::List(items) => {
            let mut values = Vec::with_capacity(items.len());
            for item in items {
                if matches!(item.value, Value::Null) {
                    fields.wrong_type(item, key, "a list without empty items", "");
                }
                values.extend(read(fields, item, key));
            }
            Some(values)
        }
        Value::Text(_) => read(fields, node, key).map(|value| vec![value]),
        _ => {
            fields.wrong_type(node, key, "a list", "");
            None
        }
    }
}

fn word(fields: &mut Fields<'_>, node: &Node, key: &str) -> Option<String> {
    let text = fields.text(node, key)?;
    if text.trim().is_empty() || text.chars().any(char::is_control) {
        let message = format!("`{key}` must not be empty or contain control characters");
        fields.error(place(node), Code::BadValue, message, "");
        return None;
    }
    Some(text)
}

/// A line of `.gitignore`.
fn pattern(fields: &mut Fields<'_>, node: &Node, key: &str) -> Option<String> {
    let text = word(fields, node, key)?;
    let glob = text.trim_start_matches('!').trim_matches('/');
    match GlobBuilder::new(glob).literal_separator(true).backslash_escape(true).build() {
        Ok(_) => Some(text),
        Err(error) => {
            let message = format!("`{key}`: \"{}\" is not a pattern: {}", shortened(&text), error.kind());
            fields.error(place(node), Code::BadValue, message, "Use the syntax of .gitignore");
            None
        }
    }
}

fn folder(fields: &mut Fields<'_>, node: &Node, key: &str) -> Option<String> {
    let mut path = fields.path(node, key)?;
    if path.is_empty() {
        let message = format!("`{key}` must not be empty");
        fields.error(place(node), Code::BadValue, message, "Write `.` for the whole project");
        return None;
    }
    if !path.ends_with('/') {
        path.push('/');
    }
    Some(path)
}

fn section(fields: &mut Fields<'_>, node: &Node, key: &str) -> Option<Section> {
    let text = fields.text(node, key)?;
    let found = SECTIONS.iter().copied().find(|section| section.as_str() == text);
    if found.is_none() {
        let names: Vec<&str> = SECTIONS.iter().map(|section| section.as_str()).collect();
        bad_choice(fields, node, key, &text, &names);
    }
    found
}
