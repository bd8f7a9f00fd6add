//! What documents say that is not so: `docs audit`.
//!
//! A finding that a reader would wave away costs the trust in all others. So a claim is compared only where it is certain
//! that it is about this project as it is now: what speaks of other times, of other projects, or of files that the reader is
//! to make, is passed over.

mod anchors;
mod commands;
mod counts;
mod document;
mod findings;
mod links;
mod manifests;
mod paths;
mod project;
mod scope;
mod symbols;
mod versions;

use beadloom_model::CompactSort as _;
use beadloom_model::requests::DocsAuditRequest;
use std::collections::BTreeMap;

use beadloom_index::read_text;
use beadloom_model::Result;
use beadloom_model::answers::{ANSWER_VERSION, AuditSummary, ClaimKind, DocsAuditAnswer};
use beadloom_store::{FileKind, Store};

use crate::condition::Condition;
use crate::json::to_json;
use crate::sync::call_check;
use crate::{Call, Engine};
use document::Document;
use findings::Audit;
use project::Project;

/// Larger documents are not written by hand, in bytes.
const MAX_DOCUMENT_BYTES: u64 = 1 << 20;

/// What a condition may name: all findings, and those of each kind.
const FIGURES: &[(&str, Option<ClaimKind>)] = &[
    ("findings", None),
    ("links", Some(ClaimKind::Link)),
    ("anchors", Some(ClaimKind::Anchor)),
    ("paths", Some(ClaimKind::Path)),
    ("symbols", Some(ClaimKind::Symbol)),
    ("commands", Some(ClaimKind::Command)),
    ("versions", Some(ClaimKind::Version)),
    ("counts", Some(ClaimKind::Count)),
];

impl Engine {
    /// What documents say about paths, links, symbols, commands, versions and counts that is not so, as JSON.
    ///
    /// # Errors
    /// `usage` for a condition that is none, `cancelled`, `no_index`, store errors.
    pub fn audit_documents(&self, options: &DocsAuditRequest, call: &Call<'_>) -> Result<String> {
        let names: Vec<&str> = FIGURES.iter().map(|(name, _)| *name).collect();
        let condition = options.fail_if.as_deref().map(|text| Condition::parse(text, &names)).transpose()?;
        self.answer(crate::rules::whole(options.refresh), call, |store, settings, stale| {
            let (mut audit, documents, left_out) = self.audit(store, &settings.config, call)?;
            audit.findings.compact_sort_by(|a, b| {
                (&a.path, a.line, a.kind, &a.said).cmp(&(&b.path, b.line, b.kind, &b.said))
            });
            audit.findings.dedup();
            let mut findings: BTreeMap<ClaimKind, u64> = BTreeMap::new();
            for one in &audit.findings {
                *findings.entry(one.kind).or_default() += 1;
            }
            let all = audit.findings.len() as u64;
            let figure = |name: &str| match FIGURES.iter().find(|(known, _)| *known == name) {
                Some((_, Some(kind))) => findings.get(kind).copied().unwrap_or(0),
                _ => all,
            };
            to_json(&DocsAuditAnswer {
                version: ANSWER_VERSION,
                condition: options.fail_if.clone(),
                condition_holds: condition.as_ref().map(|condition| condition.holds(&figure)),
                findings: audit.findings,
                summary: AuditSummary { documents, left_out, checked: audit.checked, findings },
                warning: stale.warning.clone(),
                stale_paths: stale.shown_paths(),
            })
        })
    }

    fn audit(
        &self,
        store: &Store,
        config: &beadloom_graph::Config,
        call: &Call<'_>,
    ) -> Result<(Audit, u64, u64)> {
        let rows = store.state().files()?;
        let project = Project::new(self.root(), &rows, store.links()?);
        let mut audit = Audit::default();
        let mut unknown = symbols::Unknown::default();
        let (mut read, mut left_out) = (0, 0);
        for row in rows.iter().filter(|row| document::is_markdown(&row.path)) {
            call_check(call)?;
            if row.generated || scope::is_left_out(&row.path) {
                left_out += 1;
                continue;
            }
            let most = config.max_file_size.min(MAX_DOCUMENT_BYTES);
            let Ok(text) = read_text(self.root(), &row.path, most) else { continue };
            let Some(document) = Document::read(&row.path, text) else {
                left_out += 1;
                continue;
            };
            read += 1;
            links::check(&document, &project, &mut audit);
            paths::check(&document, &project, &mut audit);
            commands::check(&document, &project, &mut audit);
            versions::check(&document, &project, &mut audit);
            counts::check(&document, &project, &mut audit);
            unknown.gather(&document, store)?;
        }
        // A name may stand anywhere in the code: all of it is read, once, and only where names are unknown.
        let code = rows.iter().filter(|row| row.kind != FileKind::Doc && !document::is_markdown(&row.path));
        unknown.settle(self.root(), code, call, &mut audit)?;
        Ok((audit, read, left_out))
    }
}
