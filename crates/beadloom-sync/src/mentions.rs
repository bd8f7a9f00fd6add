//! Which symbols and files a document names in backticks.

use std::collections::HashSet;

/// What stands in backticks in a document, ready to be asked whether it names something.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    /// Names with `.` between their parts.
    names: HashSet<String>,
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
    /// inside another needs its type's name too, or parentheses: `id` is too often just a word.
    pub fn name_symbol(&self, qualified: &str) -> bool {
        if self.names.contains(qualified) {
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
