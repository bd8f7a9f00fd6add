//! What claims come to, gathered over all documents.

use std::collections::BTreeMap;

use beadloom_model::answers::{AuditFinding, ClaimKind};

use crate::document::Document;

/// Findings of one document and kind; more of them have one cause, and the first show it.
const MAX_DOCUMENT_FINDINGS: usize = 100;

/// What is found, and how much was looked at.
#[derive(Debug, Default)]
pub(crate) struct Audit {
    pub(crate) findings: Vec<AuditFinding>,
    pub(crate) checked: BTreeMap<ClaimKind, u64>,
}

impl Audit {
    /// A claim could be compared.
    pub(crate) fn compared(&mut self, kind: ClaimKind) {
        *self.checked.entry(kind).or_default() += 1;
    }

    /// A claim that was compared is not so.
    pub(crate) fn wrong(
        &mut self,
        document: &Document,
        kind: ClaimKind,
        line: u32,
        said: &str,
        message: String,
        nearest: Option<String>,
    ) {
        let of_it = self.findings.iter().rev().take_while(|one| one.path == document.path);
        if of_it.filter(|one| one.kind == kind).count() < MAX_DOCUMENT_FINDINGS {
            let said = said.chars().take(200).collect();
            let path = document.path.clone();
            self.findings.push(AuditFinding { kind, path, line, said, message, nearest });
        }
    }
}
