//! From documents that people wrote to nodes of the graph.
//!
//! [`plan`] is a pure function: documents as the Markdown parser read them, the paths and parts of the project, and the
//! graph that is kept go in; classes, nodes, edges, what a person has to look at, and the texts of copies come out.
//! Nothing that is kept changes: a document that belongs to a kept node is told about, not written into it.

mod class;
mod facts;
mod ids;
mod imported;
mod links;
mod mentions;
mod named;
mod places;
mod relations;
mod subjects;

use beadloom_model::CompactSort as _;
use std::collections::BTreeMap;

use beadloom_model::{DocKind, DocumentReading};

use crate::bootstrap::{Confidence, capitalised, sentence};

pub use class::{Classified, classify};
pub use facts::{DocumentFact, ImportFacts, KeptNode, Strategy, TypeFact};
pub use imported::{Doubt, Import, Imported, ImportedEdge, ImportedNode, Unnamed};
pub use links::{Rewritten, Target, rewrite, target};
pub use mentions::{Mentions, mentions};

use facts::{exists, named_without_end};
use subjects::Subject;

/// Classifies documents and makes nodes and edges of what they say.
pub fn plan(facts: &ImportFacts) -> Import {
    let classes: Vec<Classified> =
        facts.documents.iter().map(|document| classify(&document.path, &document.reading)).collect();
    let subjects = subjects::find(facts, &classes);
    let found = relations::find(facts, &classes, &subjects);
    let places = places::find(facts, &classes, &subjects, &found.parents);
    let mut import = Import {
        documents: documents(facts, &classes, &subjects, &places),
        nodes: found.nodes,
        edges: found.edges,
        doubts: found.doubts,
        unnamed: unnamed(facts, &subjects, &places),
    };
    for subject in subjects.list.iter().filter(|subject| subject.kept.is_none()) {
        import.nodes.push(node(facts, &classes, subject, &places));
    }
    import.nodes.compact_sort_by(|a, b| a.ref_id.cmp(&b.ref_id));
    import
}

fn node(
    facts: &ImportFacts,
    classes: &[Classified],
    subject: &Subject,
    places: &[places::Place],
) -> ImportedNode {
    let docs = subject.documents.iter().filter_map(|&index| place_of(facts, places, index)).collect();
    let main = subject.documents.first().copied();
    ImportedNode {
        ref_id: subject.ref_id.clone(),
        kind: subject.class.as_str().to_owned(),
        summary: main
            .and_then(|main| facts.documents.get(main))
            .map_or_else(String::new, |document| summary(subject.class, &subject.ref_id, &document.reading)),
        source: subject.source.clone(),
        docs,
        confidence: main.and_then(|main| classes.get(main)).map_or(Confidence::Low, |class| class.confidence),
    }
}

/// Of a decision what was decided; of others what the first paragraph says, else the title.
fn summary(class: DocKind, ref_id: &str, reading: &DocumentReading) -> String {
    let title = reading.title.as_deref().map(ids::without_number).filter(|title| !title.is_empty());
    let said = reading.introduction.as_deref().and_then(sentence);
    let found = if class == DocKind::Adr {
        title.map(str::to_owned).or(said)
    } else {
        said.or_else(|| title.map(str::to_owned))
    };
    let found = found.unwrap_or_else(|| format!("{} {ref_id}", capitalised(class.as_str())));
    found.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn place_of(facts: &ImportFacts, places: &[places::Place], index: usize) -> Option<String> {
    let document = facts.documents.get(index)?;
    let copy = places.get(index).and_then(|place| place.copy.clone());
    Some(copy.unwrap_or_else(|| document.path.clone()))
}

fn unnamed(facts: &ImportFacts, subjects: &subjects::Subjects, places: &[places::Place]) -> Vec<Unnamed> {
    let mut found = Vec::new();
    for subject in &subjects.list {
        let Some(kept) = subject.kept.and_then(|kept| facts.kept.get(kept)) else { continue };
        for &index in &subject.documents {
            let original = facts.documents.get(index).map(|document| document.path.as_str());
            let Some(path) = place_of(facts, places, index) else { continue };
            let named = kept.docs.iter().any(|doc| *doc == path || Some(doc.as_str()) == original);
            if !named {
                found.push(Unnamed { ref_id: kept.ref_id.clone(), docs: kept.docs.clone(), path });
            }
        }
    }
    found.compact_sort();
    found
}

fn documents(
    facts: &ImportFacts,
    classes: &[Classified],
    subjects: &subjects::Subjects,
    places: &[places::Place],
) -> Vec<Imported> {
    let copies: BTreeMap<&str, &str> = facts
        .documents
        .iter()
        .zip(places)
        .filter_map(|(document, place)| Some((document.path.as_str(), place.copy.as_deref()?)))
        .collect();
    let moved = |path: &str| -> Option<String> {
        let found = copies.get(path).copied();
        found.or_else(|| copies.get(named_without_end(facts, path)?.as_str()).copied()).map(str::to_owned)
    };
    let each = facts.documents.iter().zip(classes).zip(places).enumerate();
    each.map(|(index, ((document, class), place))| {
        let DocumentFact { path, text, reading } = document;
        let written = place.copy.as_deref().map(|to| rewrite(text, &reading.links, path, to, &moved));
        let links_changed = written.as_ref().map_or(0, |written| written.changed);
        Imported {
            path: path.clone(),
            class: class.class,
            ref_id: subjects.of_document(index).map(|subject| subject.ref_id.clone()),
            copy: place.copy.clone(),
            text: written.map(|written| written.text).filter(|_| !place.stands),
            links_changed,
            links_broken: broken(facts, document),
        }
    })
    .collect()
}

fn broken(facts: &ImportFacts, document: &DocumentFact) -> u32 {
    let targets = document.reading.links.iter().filter_map(|link| target(&document.path, &link.destination));
    let broken = targets.filter(|target| {
        let path = target.path.as_str();
        // Above the project nothing is known.
        !(path.is_empty() || path.starts_with("..") || exists(facts.files, path))
            && named_without_end(facts, path).is_none()
    });
    u32::try_from(broken.count()).unwrap_or(u32::MAX)
}
