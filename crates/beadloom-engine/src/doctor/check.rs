//! What every check is given, and what it finds.

use std::path::Path;

use beadloom_model::answers::FindingLevel;
use beadloom_model::requests::DoctorRequest;
use beadloom_model::{Diagnostic, Error, Level};
use beadloom_store::Store;

use crate::settings::Settings;
use crate::{Call, Engine};

/// Whom a check looks at.
pub(crate) struct CheckContext<'a> {
    pub(crate) engine: &'a Engine,
    /// None where the index is damaged.
    pub(crate) index: Option<Index<'a>>,
    pub(crate) settings: &'a Settings,
    pub(crate) options: &'a DoctorRequest,
    /// What is wrong with the index.
    pub(crate) damage: Option<&'a Error>,
    pub(crate) call: &'a Call<'a>,
}

/// The index, and what it was found to be wrong with the project's files.
#[derive(Clone, Copy)]
pub(crate) struct Index<'a> {
    pub(crate) store: &'a Store,
    pub(crate) diagnostics: &'a [Diagnostic],
}

impl CheckContext<'_> {
    pub(crate) fn root(&self) -> &Path {
        self.engine.root()
    }
}

/// What a check found, before it has the check's name.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) level: FindingLevel,
    pub(crate) message: String,
    pub(crate) path: Option<String>,
    pub(crate) line: Option<u32>,
    pub(crate) hint: Option<String>,
}

impl Found {
    pub(crate) fn new(level: FindingLevel, message: impl Into<String>) -> Self {
        Self { level, message: message.into(), path: None, line: None, hint: None }
    }

    pub(crate) fn at(mut self, path: impl Into<String>, line: Option<u32>) -> Self {
        self.path = Some(path.into());
        self.line = line;
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl From<&Diagnostic> for Found {
    fn from(diagnostic: &Diagnostic) -> Self {
        Self {
            level: match diagnostic.level {
                Level::Error => FindingLevel::Error,
                Level::Warn => FindingLevel::Warn,
                Level::Info => FindingLevel::Info,
            },
            message: diagnostic.message.clone(),
            path: diagnostic.path.clone(),
            line: diagnostic.line,
            hint: diagnostic.hint.clone(),
        }
    }
}
