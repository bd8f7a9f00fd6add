//! Path patterns in the one dialect that there is: that of `.gitignore`.

use std::fmt;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

/// Patterns of which one has to match a path, or a folder that it is in.
#[derive(Debug, Clone)]
pub struct PathPattern {
    globs: GlobSet,
    /// Of each glob, whether it takes out what earlier ones match; empty where none does.
    takes_out: Vec<bool>,
}

/// A text that is no pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// The text, or empty where all together are too large.
    pub text: String,
    /// What is wrong with it.
    pub cause: String,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cause)
    }
}

impl std::error::Error for PatternError {}

impl PathPattern {
    /// Several patterns; without any, nothing matches.
    ///
    /// Without a `/` inside, a pattern matches a name at any depth, else from the root. A `/` at either end, and `./`
    /// in front, say nothing more. A `!` in front takes out what patterns before it match: of all that match a path or a
    /// folder that it is in, the last one counts. `\!` is the character.
    ///
    /// # Errors
    /// The first text that is no pattern.
    pub fn new<T: AsRef<str>>(texts: &[T]) -> Result<Self, PatternError> {
        let mut globs = GlobSetBuilder::new();
        let mut takes_out = Vec::with_capacity(texts.len());
        for text in texts {
            let text = text.as_ref();
            let taken = text.trim_start().strip_prefix('!');
            globs.add(glob(taken.unwrap_or(text), text)?);
            takes_out.push(taken.is_some());
        }
        if !takes_out.contains(&true) {
            takes_out = Vec::new();
        }
        let globs =
            globs.build().map_err(|cause| PatternError { text: String::new(), cause: cause.to_string() })?;
        Ok(Self { globs, takes_out })
    }

    /// Whether a path or a folder that it is in matches.
    pub fn matches(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        if !self.takes_out.is_empty() {
            return self.last_match(path).is_some_and(|at| self.takes_out.get(at) == Some(&false));
        }
        self.globs.is_match(path)
            || path
                .match_indices('/')
                .any(|(at, _)| path.get(..at).is_some_and(|folder| self.globs.is_match(folder)))
    }

    /// Which is the last of the globs that match a path or a folder that it is in.
    fn last_match(&self, path: &str) -> Option<usize> {
        let mut last = self.globs.matches(path).into_iter().max();
        for (at, _) in path.match_indices('/') {
            if let Some(folder) = path.get(..at) {
                last = last.max(self.globs.matches(folder).into_iter().max());
            }
        }
        last
    }
}

/// `written`: the whole text, for the error.
fn glob(text: &str, written: &str) -> Result<Glob, PatternError> {
    let trimmed = text.trim().trim_end_matches('/');
    let trimmed = trimmed.strip_prefix("./").unwrap_or(trimmed);
    let anchored = trimmed.contains('/');
    let body = trimmed.trim_start_matches('/');
    let glob = if anchored { body.to_owned() } else { format!("**/{body}") };
    GlobBuilder::new(&glob)
        .literal_separator(true)
        .backslash_escape(true)
        .build()
        .map_err(|cause| PatternError { text: written.to_owned(), cause: cause.kind().to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_those_of_gitignore() {
        for (glob, path, kept) in [
            ("*.py", "src/billing/charge.py", true),
            ("*.py", "src/billing/charge.rs", false),
            ("billing", "src/billing/charge.py", true),
            ("src/billing/", "src/billing/charge.py", true),
            ("src/billing/", "src/billing/", true),
            ("./src", "src/billing/charge.py", true),
            ("/src/*.py", "src/billing/charge.py", false),
            ("src/**/*.py", "src/billing/charge.py", true),
            ("bill", "src/billing/charge.py", false),
            ("auth/", "src/billing/auth.py", false),
        ] {
            assert_eq!(PathPattern::new(&[glob]).unwrap().matches(path), kept, "{glob} on {path}");
        }
        assert_eq!(PathPattern::new(&["a["]).unwrap_err().text, "a[");
        assert_eq!(PathPattern::new(&["a", "!a["]).unwrap_err().text, "!a[");
        assert!(!PathPattern::new::<&str>(&[]).unwrap().matches("a"));
    }

    #[test]
    fn what_is_taken_out_does_not_match() {
        for (globs, path, kept) in [
            (&["src/", "!src/yaml/"][..], "src/api/index.ts", true),
            (&["src/", "!src/yaml/"], "src/yaml/graph.ts", false),
            (&["src/", "!src/yaml/"], "src/yaml/", false),
            (&["src/**/*.ts", "!src/yaml/**"], "src/yaml/deep/graph.ts", false),
            (&["!src/yaml/", "src/"], "src/yaml/graph.ts", true),
            (&["src/", "!src/yaml/", "graph.ts"], "src/yaml/graph.ts", true),
            (&["yaml", "!src/yaml/"], "yaml", true),
            (&["!src/yaml/"], "src/api/index.ts", false),
            (&["\\!odd"], "src/!odd/a.ts", true),
        ] {
            assert_eq!(PathPattern::new(globs).unwrap().matches(path), kept, "{globs:?} on {path}");
        }
    }
}
