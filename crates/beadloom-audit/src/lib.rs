//! What documents say that is not so: `docs audit`.
//!
//! A finding that a reader would wave away costs the trust in all others. So a claim is compared only where it is certain
//! that it is about this project as it is now: what speaks of other times, of other projects, or of files that the reader is
//! to make, is passed over.

mod anchors;
mod cancelled;
mod commands;
mod counts;
mod document;
mod findings;
mod links;
mod manifests;
mod node_scripts;
mod paths;
mod project;
mod scope;
mod sites;
mod symbols;
mod versions;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_index::read_text;
use beadloom_model::answers::{AuditFinding, ClaimKind};
use beadloom_model::{CompactSort as _, Result};
use beadloom_store::{FileKind, Store};

use cancelled::check_cancelled;
use document::Document;
use findings::Audit;
use project::Project;
pub use sites::publisher_of;

/// Larger documents are not written by hand, in bytes.
const MAX_DOCUMENT_BYTES: u64 = 1 << 20;

/// What was found.
pub struct Audited {
    /// By path and line, each once.
    pub findings: Vec<AuditFinding>,
    /// Claims that were compared.
    pub checked: BTreeMap<ClaimKind, u64>,
    /// Documents that were read.
    pub documents: u64,
    /// Documents that speak of something else.
    pub left_out: u64,
}

/// Compares what the documents of a project say with what the index has. `max_bytes`: larger files were not indexed. `only`: the one
/// document that is looked at; None: all.
///
/// # Errors
/// `cancelled`, store errors.
pub fn audit(
    root: &Path,
    store: &Store,
    max_bytes: u64,
    only: Option<&str>,
    cancelled: &AtomicBool,
) -> Result<Audited> {
    let rows = store.state().files()?;
    let project = Project::new(root, &rows, store.links()?);
    let mut audit = Audit::default();
    let mut unknown = symbols::Unknown::default();
    let (mut documents, mut left_out) = (0, 0);
    let is_meant = |path: &str| document::is_markdown(path) && only.is_none_or(|only| only == path);
    for row in rows.iter().filter(|row| is_meant(&row.path)) {
        check_cancelled(cancelled)?;
        if row.generated || scope::is_left_out(&row.path) {
            left_out += 1;
            continue;
        }
        let Ok(text) = read_text(root, &row.path, max_bytes.min(MAX_DOCUMENT_BYTES)) else { continue };
        let Some(document) = Document::read(&row.path, text) else {
            left_out += 1;
            continue;
        };
        documents += 1;
        links::check(&document, &project, &mut audit);
        paths::check(&document, &project, &mut audit);
        commands::check(&document, &project, &mut audit);
        versions::check(&document, &project, &mut audit);
        counts::check(&document, &project, &mut audit);
        unknown.gather(&document, store)?;
    }
    // A name may stand anywhere in the code: all of it is read, once, and only where names are unknown.
    let code = rows.iter().filter(|row| row.kind != FileKind::Doc && !document::is_markdown(&row.path));
    unknown.settle(root, store, code, cancelled, &mut audit)?;
    let Audit { mut findings, checked } = audit;
    findings
        .compact_sort_by(|a, b| (&a.path, a.line, a.kind, &a.said).cmp(&(&b.path, b.line, b.kind, &b.said)));
    findings.dedup();
    Ok(Audited { findings, checked, documents, left_out })
}
