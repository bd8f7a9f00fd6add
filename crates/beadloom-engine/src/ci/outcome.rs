//! What came of a step.

use beadloom_model::answers::CiFinding;
use beadloom_model::{Error, Level};

/// What came of a step.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) findings: Vec<CiFinding>,
    pub(super) known: u64,
    /// There was nothing to look at.
    pub(super) empty: bool,
    pub(super) checked: String,
    pub(super) unchecked: Vec<String>,
}

impl Outcome {
    /// A step that could not be run to its end.
    pub(super) fn failed(error: &Error) -> Self {
        let finding = CiFinding {
            step: String::new(),
            code: error.code.as_str().to_owned(),
            rule: None,
            level: Level::Error,
            message: error.message.clone(),
            path: error.path.clone(),
            line: error.line,
            column: error.column,
            hint: error.hint.clone(),
        };
        Self {
            findings: vec![finding],
            checked: "it could not be run to its end".to_owned(),
            ..Self::default()
        }
    }
}
