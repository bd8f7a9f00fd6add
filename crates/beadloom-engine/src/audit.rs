//! `docs audit`.

use std::collections::BTreeMap;

use beadloom_audit::{Audited, audit};
use beadloom_model::Result;
use beadloom_model::answers::{ANSWER_VERSION, AuditSummary, ClaimKind, DocsAuditAnswer};
use beadloom_model::requests::DocsAuditRequest;

use crate::condition::Condition;
use crate::json::to_json;
use crate::{Call, Engine};

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
            let Audited { findings: all, checked, documents, left_out } =
                audit(self.root(), store, settings.config.max_file_size, None, call.cancelled)?;
            let mut findings: BTreeMap<ClaimKind, u64> = BTreeMap::new();
            for one in &all {
                *findings.entry(one.kind).or_default() += 1;
            }
            let count = all.len() as u64;
            let figure = |name: &str| match FIGURES.iter().find(|(known, _)| *known == name) {
                Some((_, Some(kind))) => findings.get(kind).copied().unwrap_or(0),
                _ => count,
            };
            to_json(&DocsAuditAnswer {
                version: ANSWER_VERSION,
                condition: options.fail_if.clone(),
                condition_holds: condition.as_ref().map(|condition| condition.holds(&figure)),
                findings: all,
                summary: AuditSummary { documents, left_out, checked, findings },
                warning: stale.warning.clone(),
                stale_paths: stale.shown_paths(),
            })
        })
    }
}
