//! A definition where it stands now.

use beadloom_model::SymbolKind;
use beadloom_model::answers::Member;

use crate::enum_members::Facts;

/// A definition where it stands now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Definition {
    /// Row id, where the index has it right.
    pub id: Option<i64>,
    pub path: String,
    pub qualified_name: String,
    pub kind: SymbolKind,
    pub form: String,
    pub signature: String,
    /// 1-based, with decorators.
    pub first: u32,
    /// 1-based, inclusive.
    pub last: u32,
    /// The text of the type around says it.
    pub part: bool,
}

impl Definition {
    pub fn member(&self) -> Member {
        Member { line_start: self.first, line_end: self.last, signature: self.signature.clone() }
    }

    pub fn facts(&self) -> Facts<'_> {
        Facts {
            qualified_name: &self.qualified_name,
            kind: self.kind,
            form: &self.form,
            signature: &self.signature,
            lines: (self.first, self.last),
        }
    }

    pub fn short(&self) -> &str {
        self.qualified_name.rsplit('.').next().unwrap_or_default()
    }

    /// Whether it only announces what is defined elsewhere.
    pub fn announces(&self) -> bool {
        matches!(self.form.as_str(), "declaration" | "prototype" | "forward declaration")
    }
}
