//! Which files and lines an answer names.

use std::collections::HashSet;
use std::path::{Component, Path};

use beadloom_model::answers::LinesByPath;
use serde_json::Value;

/// Files of an answer that are kept, and places in one of them.
const MAX_FILES: usize = 100;
const MAX_FILE_LINES: usize = 40;

/// Bytes of a path; a longer one is none that an answer would print.
const MAX_PATH_BYTES: usize = 400;

/// How deep an answer is looked into.
const MAX_DEPTH: usize = 12;

/// Under these keys stands no place that the answer shows.
const NOT_NAMED: &[&str] = &["stale_paths", "warning", "etag", "text", "snippet", "content", "candidates"];

/// Files with lines, bounded.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub named: LinesByPath,
    /// Files beyond the bound.
    pub more: u64,
}

impl Places {
    /// What an answer in JSON names: its objects with a path, and texts of the form `path:line`.
    pub fn of_json(answer: &Value) -> Self {
        let mut places = Self::default();
        places.value(answer, MAX_DEPTH);
        places
    }

    /// What a text says that it names.
    pub fn of_lines(named: &LinesByPath) -> Self {
        let mut places = Self::default();
        for (path, lines) in named {
            places.add(path, None);
            lines.iter().for_each(|lines| places.add(path, Some(*lines)));
        }
        places
    }

    /// Those of which a text has the path, with the lines whose numbers it has.
    pub fn within(mut self, text: &str) -> Self {
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        let numbers: HashSet<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
        self.named.retain(|path, _| text.contains(path.as_str()));
        for lines in self.named.values_mut() {
            lines.retain(|[first, _]| numbers.contains(first));
        }
        self
    }

    fn value(&mut self, value: &Value, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.value(item, depth)),
            Value::String(text) => match place_of(text) {
                Some((path, lines)) => self.add(path, Some(lines)),
                None if is_path(text) && text.contains('/') => self.add(text, None),
                None => {}
            },
            Value::Object(fields) => {
                let path = ["path", "file_path", "doc_path"]
                    .iter()
                    .find_map(|key| fields.get(*key).and_then(Value::as_str))
                    .filter(|path| is_path(path));
                if let Some(path) = path {
                    let whole = |key: &str| {
                        fields.get(key).and_then(Value::as_u64).and_then(|line| u32::try_from(line).ok())
                    };
                    let first = whole("line_start").or_else(|| whole("line"));
                    match first {
                        Some(first) => self.add(path, Some([first, whole("line_end").unwrap_or(first)])),
                        None => self.add(path, None),
                    }
                    // `lines` of `search --exact`: their numbers stand in objects without a path.
                    for line in fields.get("lines").and_then(Value::as_array).into_iter().flatten() {
                        let line = line.get("line").and_then(Value::as_u64);
                        if let Some(line) = line.and_then(|line| u32::try_from(line).ok()) {
                            self.add(path, Some([line, line]));
                        }
                    }
                }
                for (key, field) in fields {
                    let is_own = matches!(key.as_str(), "path" | "file_path" | "doc_path" | "name" | "ref");
                    if !is_own && !NOT_NAMED.contains(&key.as_str()) {
                        self.value(field, depth);
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn add(&mut self, path: &str, lines: Option<[u32; 2]>) {
        if !self.named.contains_key(path) && self.named.len() >= MAX_FILES {
            self.more += 1;
            return;
        }
        let known = self.named.entry(path.to_owned()).or_default();
        if let Some([first, last]) = lines
            && known.len() < MAX_FILE_LINES
            && !known.contains(&[first, last])
        {
            known.push([first, last]);
        }
    }
}

/// `12` or `12-30`.
fn lines_of(text: &str) -> Option<[u32; 2]> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let [first, last]: [u32; 2] = [first.parse().ok()?, last.parse().ok()?];
    (first > 0 && first <= last).then_some([first, last])
}

/// `src/a.ts:12-30`
fn place_of(text: &str) -> Option<(&str, [u32; 2])> {
    let (path, lines) = text.trim_end_matches(':').rsplit_once(':')?;
    let lines = lines_of(lines)?;
    is_path(path).then_some((path, lines))
}

/// Whether it may be the path of a file of the project.
fn is_path(text: &str) -> bool {
    let name = text.rsplit('/').next().unwrap_or_default();
    (1..=MAX_PATH_BYTES).contains(&text.len())
        && !name.is_empty()
        && (text.contains('/') || name.trim_start_matches('.').contains('.'))
        && !text.contains("://")
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "<>|\"'`*?:(){}".contains(c))
        && Path::new(text).components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn named(places: &Places) -> Vec<String> {
        places.named.iter().map(|(path, lines)| format!("{path} {lines:?}")).collect()
    }

    #[test]
    fn places_of_answers_in_json() {
        let answer = json!({
            "hits": [
                {"path": "src/a.ts", "line_start": 3, "line_end": 9, "snippet": "see other/x.ts:4"},
                {"path": "src/a.ts", "line": 20, "places": ["src/b.ts:7"], "at": "src/c.ts:1"},
            ],
            "definitions": [{"path": "src/d.ts", "lines": [{"line": 5, "text": "x"}, {"line": 8, "text": "y"}]}],
            "code": [{"file_path": "e.py"}, {"path": "src/api/"}, {"path": null}, {"path": "../out.ts"}],
            "tests": ["test/f.ts", "no path"],
            "stale_paths": ["src/z.ts"], "warning": "look at src/y.ts:2",
        });
        let places = Places::of_json(&answer);
        assert_eq!(
            named(&places),
            [
                "e.py []", "src/a.ts [[3, 9], [20, 20]]", "src/b.ts [[7, 7]]", "src/c.ts [[1, 1]]",
                "src/d.ts [[5, 5], [8, 8]]", "test/f.ts []",
            ]
        );
        let many: Vec<Value> = (0..250).map(|n| json!({"path": format!("f{n}.py"), "line": n + 1})).collect();
        let places = Places::of_json(&Value::Array(many));
        assert_eq!((places.named.len(), places.more), (MAX_FILES, 150));
    }
}
