//! `go.mod` and `go.work`: the lines that say where packages lie.

/// What a `go.mod` or `go.work` says about import paths.
#[derive(Default)]
pub(super) struct GoMod {
    /// The module's path; none in a `go.work`.
    pub(super) module: Option<String>,
    /// Modules that it requires.
    pub(super) requires: Vec<String>,
    /// `replace old => ./local`: the old path and the folder as written. Replacements by other modules count not.
    pub(super) replaces: Vec<(String, String)>,
}

impl GoMod {
    /// Reads line by line. What it does not know it passes over, as `go` does in required modules.
    pub(super) fn parse(text: &str) -> Self {
        let mut parsed = Self::default();
        let mut block = String::new();
        for line in text.lines() {
            let line = line.split("//").next().unwrap_or(line).trim();
            if line == ")" {
                block.clear();
                continue;
            }
            let words = words(line);
            let mut words = words.iter().map(String::as_str);
            let verb = if block.is_empty() { words.next().unwrap_or("") } else { block.as_str() };
            let rest: Vec<&str> = words.collect();
            if block.is_empty() && rest == ["("] {
                block = verb.to_owned();
                continue;
            }
            parsed.line(verb, &rest);
        }
        parsed
    }

    fn line(&mut self, verb: &str, words: &[&str]) {
        match (verb, words) {
            ("module", [path, ..]) => self.module = Some((*path).to_owned()),
            ("require", [path, ..]) => self.requires.push((*path).to_owned()),
            ("replace", [old, "=>", new, ..] | [old, _, "=>", new, ..]) if new.starts_with('.') => {
                self.replaces.push(((*old).to_owned(), (*new).to_owned()));
            }
            _ => {}
        }
    }
}

/// Words between blanks; a word may stand in double or back quotes.
fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(|word| word.trim_matches(['"', '`']).to_owned()).collect()
}
