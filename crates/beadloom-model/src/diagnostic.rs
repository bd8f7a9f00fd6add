use serde::{Deserialize, Serialize};

use crate::Code;

crate::named! {
    /// How much a diagnostic matters. An `Error` makes `reindex` exit with 1; nothing else does.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Level {
        /// Something could not be read as its author meant it.
        Error = "error",
        /// It could be read, and is probably not what its author wants.
        Warn = "warn",
        /// Worth knowing.
        Info = "info",
    }
}

/// One finding about a file of the project. Reading returns what could be read *and* these.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagnostic {
    /// Relative to the root, `/`-separated.
    pub path: Option<String>,
    /// 1-based.
    pub line: Option<u32>,
    /// 1-based, in characters.
    pub column: Option<u32>,
    /// How much it matters.
    pub level: Level,
    /// Stable; see `docs/errors.md`.
    pub code: Code,
    /// One sentence without a final period.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// A finding without a place; add one with [`Diagnostic::at`].
    pub fn new(level: Level, code: Code, message: impl Into<String>) -> Self {
        Self { path: None, line: None, column: None, level, code, message: message.into(), hint: None }
    }

    /// An error.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Level::Error, code, message)
    }

    /// A warning.
    pub fn warn(code: Code, message: impl Into<String>) -> Self {
        Self::new(Level::Warn, code, message)
    }

    /// Sets the place. Line and column are 1-based; 0 stands for "unknown".
    #[must_use]
    pub fn at(mut self, path: impl Into<String>, line: u32, column: u32) -> Self {
        self.path = Some(path.into());
        self.line = (line > 0).then_some(line);
        self.column = (column > 0).then_some(column);
        self
    }

    /// Sets the hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
