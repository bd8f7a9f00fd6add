//! Which symbols and files a document names in backticks.

use std::collections::{HashMap, HashSet};

/// What stands in backticks in a document, ready to be asked whether it names something.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    /// Names with `.` between their parts.
    names: HashSet<String>,
    /// Names of several parts, by the last of them.
    by_last: HashMap<String, Vec<String>>,
    /// Names that stood before parentheses: there even a method without its type is meant.
    called: HashSet<String>,
    /// As written, without a line behind it.
    paths: HashSet<String>,
}

impl Mentions {
    /// `spans`: what the document has in backticks, as written.
    pub fn new<'a>(spans: impl IntoIterator<Item = &'a str>) -> Self {
        let mut mentions = Self::default();
        for span in spans {
            let span = span.trim();
            let (name, called) = match span.split_once('(') {
                Some((name, _)) => (name.trim_end(), true),
                None => (span, false),
            };
            if is_name(name) {
                let name = name.replace("::", ".").replace('#', ".");
                if called {
                    mentions.called.insert(name.clone());
                }
                if let Some((_, last)) = name.rsplit_once('.') {
                    mentions.by_last.entry(last.to_owned()).or_default().push(name.clone());
                }
                mentions.names.insert(name);
            }
            if !called && !span.contains(char::is_whitespace) {
                let path = span.trim_start_matches("./");
                let path = match path.rsplit_once(':') {
                    Some((path, line)) if line.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') => {
                        path
                    }
                    _ => path,
                };
                if path.contains(['.', '/']) {
                    mentions.paths.insert(path.to_owned());
                }
            }
        }
        mentions
    }

    /// Whether nothing stands in backticks.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.paths.is_empty()
    }

    /// Whether a symbol is named: by its qualified name or the end of it (`Ledger.post` for `books.Ledger.post`). One
    /// inside another needs its type's name too, or parentheses: `id` is too often just a word. In front may stand what the
    /// path of its file has: `shop.books.Ledger` in `shop/books.py`.
    pub fn name_symbol(&self, qualified: &str, path: &str) -> bool {
        if self.names.contains(qualified) || self.name_from_module(qualified, path) {
            return true;
        }
        let Some((_, short)) = qualified.rsplit_once('.') else { return false };
        if self.called.contains(short) {
            return true;
        }
        let mut rest = qualified;
        while let Some((_, tail)) = rest.split_once('.') {
            if tail.contains('.') && self.names.contains(tail) {
                return true;
            }
            rest = tail;
        }
        false
    }

    fn name_from_module(&self, qualified: &str, path: &str) -> bool {
        let last = qualified.rsplit_once('.').map_or(qualified, |(_, last)| last);
        let Some(names) = self.by_last.get(last) else { return false };
        let is_part = |part: &str| {
            path.split('/').any(|step| {
                let stem = step.split_once('.').map_or(step, |(stem, _)| stem);
                stem == part || stem.trim_start_matches('_') == part
            })
        };
        names.iter().any(|name| {
            let module = name.strip_suffix(qualified).and_then(|module| module.strip_suffix('.'));
            module.is_some_and(|module| module.split('.').all(is_part))
        })
    }

    /// Whether a name stands there with parentheses.
    pub fn call(&self, name: &str) -> bool {
        self.called.contains(name)
    }

    /// Whether a file is named: by its path, or the end of it.
    pub fn name_file(&self, path: &str) -> bool {
        if self.paths.is_empty() {
            return false;
        }
        let mut rest = path;
        loop {
            if self.paths.contains(rest) {
                return true;
            }
            match rest.split_once('/') {
                Some((_, tail)) => rest = tail,
                None => return false,
            }
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 400
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '#' | '$' | '?' | '!'))
}
