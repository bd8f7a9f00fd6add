//! Path patterns in the one dialect that there is: that of `.gitignore`.

use std::fmt;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

/// Patterns of which one has to match a path, or a folder that it is in.
#[derive(Debug, Clone)]
pub struct PathPattern {
    globs: GlobSet,
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
    /// in front, say nothing more.
    ///
    /// # Errors
    /// The first text that is no pattern.
    pub fn new<T: AsRef<str>>(texts: &[T]) -> Result<Self, PatternError> {
        let mut globs = GlobSetBuilder::new();
        for text in texts {
            globs.add(glob(text.as_ref())?);
        }
        let globs =
            globs.build().map_err(|cause| PatternError { text: String::new(), cause: cause.to_string() })?;
        Ok(Self { globs })
    }

    /// Whether a path or a folder that it is in matches.
    pub fn matches(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.globs.is_match(path)
            || path
                .match_indices('/')
                .any(|(at, _)| path.get(..at).is_some_and(|folder| self.globs.is_match(folder)))
    }
}

fn glob(text: &str) -> Result<Glob, PatternError> {
    let trimmed = text.trim().trim_end_matches('/');
    let trimmed = trimmed.strip_prefix("./").unwrap_or(trimmed);
    let anchored = trimmed.contains('/');
    let body = trimmed.trim_start_matches('/');
    let glob = if anchored { body.to_owned() } else { format!("**/{body}") };
    GlobBuilder::new(&glob)
        .literal_separator(true)
        .backslash_escape(true)
        .build()
        .map_err(|cause| PatternError { text: text.to_owned(), cause: cause.kind().to_string() })
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
        assert!(!PathPattern::new::<&str>(&[]).unwrap().matches("a"));
    }
}
