//! Which documents are about which nodes: found in what they say, and declared in graph files and documents.

use std::collections::BTreeSet;

use beadloom_index::is_test_document;
use beadloom_model::answers::{
    ANSWER_VERSION, DocsLinksAnswer, DocumentLink, LinkEvidence, LinkSection, NameAt,
};
use beadloom_model::prose::is_document;
use beadloom_model::requests::DocsLinksRequest;
use beadloom_model::{Result, counted};
use beadloom_store::DerivedLink;

use crate::json::to_json;
use crate::{Call, Engine};

impl Engine {
    /// Which documents are about which nodes, as JSON.
    ///
    /// # Errors
    /// `not_found` for a node or document that is none, `cancelled`, store errors.
    pub fn docs_links(&self, options: &DocsLinksRequest, call: &Call<'_>) -> Result<String> {
        self.answer(crate::rules::whole(options.refresh), call, |store, _, stale| {
            let rows = store.state().files()?;
            let mut all: Vec<DocumentLink> = store.derived_links()?.into_iter().map(shown).collect();
            let drafts = store.state().drafts()?;
            for declared in store.node_documents()?.into_iter().filter(|one| !drafts.contains(&one.path)) {
                match all.iter_mut().find(|link| {
                    link.section.is_none() && link.doc_path == declared.path && link.ref_id == declared.ref_id
                }) {
                    Some(link) => link.declared = true,
                    None => all.push(DocumentLink {
                        doc_path: declared.path,
                        ref_id: declared.ref_id,
                        declared: true,
                        score: None,
                        section: None,
                        evidence: LinkEvidence { place: false, title: false, names: Vec::new() },
                    }),
                }
            }
            all.sort_by(|a, b| {
                (&a.doc_path, a.section.is_some())
                    .cmp(&(&b.doc_path, b.section.is_some()))
                    .then(b.declared.cmp(&a.declared))
                    .then_with(|| b.score.unwrap_or(1.0).total_cmp(&a.score.unwrap_or(1.0)))
                    .then_with(|| a.ref_id.cmp(&b.ref_id))
            });
            let asked = options.reference.as_deref();
            if let Some(asked) = asked {
                if store.node(asked)?.is_none() && !rows.iter().any(|row| row.path == asked) {
                    return Err(beadloom_query::unknown_node(store, asked)?);
                }
                all.retain(|link| link.ref_id == asked || link.doc_path == asked);
            }
            let linked: BTreeSet<&str> = all.iter().map(|link| link.doc_path.as_str()).collect();
            let read = store.documents_read()?;
            let all_documents = rows.iter().filter(|row| is_document(&row.path)).count();
            let unread = all_documents.saturating_sub(read.len()) as u64;
            let unlinked: Vec<String> = read
                .into_iter()
                .filter(|path| asked.is_none() && !drafts.contains(path) && !is_test_document(path))
                .filter(|path| !linked.contains(path.as_str()))
                .collect();
            // Of what cannot be read it is unknown what it is about.
            let unread = (unread > 0 && asked.is_none())
                .then(|| format!("{} not read", counted(unread, "document was", "documents were")));
            to_json(&DocsLinksAnswer {
                version: ANSWER_VERSION,
                links: all,
                unlinked,
                warning: stale.warning.clone().or(unread),
                stale_paths: stale.shown_paths(),
            })
        })
    }
}

fn shown(link: DerivedLink) -> DocumentLink {
    DocumentLink {
        doc_path: link.path,
        ref_id: link.ref_id,
        declared: false,
        score: Some((link.score * 100.0).round() / 100.0),
        section: link.section.map(|(line_start, line_end, heading)| LinkSection {
            line_start,
            line_end,
            heading,
        }),
        evidence: LinkEvidence {
            place: link.place,
            title: link.title,
            names: link.names.into_iter().map(|(name, line)| NameAt { name, line }).collect(),
        },
    }
}
