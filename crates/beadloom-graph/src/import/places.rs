//! Where the copies of documents go, by the layout that bootstrap uses too.

use std::collections::{BTreeMap, HashSet};

use beadloom_model::DocKind;

use super::facts::says_the_same;
use super::subjects::{Subject, Subjects};
use super::{Classified, DocumentFact, ImportFacts, KeptNode, Strategy};
use crate::bootstrap::{file_name, id_of};

/// Folders of the layout: what lies in them is in its place.
const LAYOUT: &[&str] = &["domains/", "services/", "features/", "entities/", "decisions/", "_imported/"];

/// Where pages about the whole are in their place: people keep decisions there too.
const WHOLE: &[&str] = &["architecture/", "architecture.md"];

/// What becomes of one document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Where its copy is; `None` where it stays.
    pub(super) copy: Option<String>,
    /// Whether the copy is there already: a file with the same title.
    pub(super) stands: bool,
}

/// A place for each document. `parents`: by a feature's id, what it is part of.
pub(super) fn find(
    facts: &ImportFacts,
    classes: &[Classified],
    subjects: &Subjects,
    parents: &BTreeMap<String, (String, DocKind)>,
) -> Vec<Place> {
    if facts.strategy == Strategy::Map {
        return vec![Place::default(); facts.documents.len()];
    }
    let architecture = classes.iter().filter(|class| class.class == DocKind::Architecture).count();
    let mut taken: HashSet<String> = HashSet::new();
    let each = facts.documents.iter().zip(classes).enumerate();
    each.map(|(index, (document, class))| {
        let subject = subjects.of_document(index);
        let in_place = document.path.strip_prefix(facts.docs_root).is_some_and(|rest| {
            let begins = |folders: &[&str]| folders.iter().any(|folder| rest.starts_with(folder));
            begins(LAYOUT) || (subject.is_none() && begins(WHOLE))
        });
        let named = |doc: &String| *doc == document.path;
        let kept = subject.and_then(|subject| facts.kept.get(subject.kept?));
        if in_place || kept.is_some_and(|node| node.docs.iter().any(named)) {
            return Place::default();
        }
        let wanted = match subject {
            Some(subject) => of_subject(facts, subject, index, document, parents),
            None if class.class == DocKind::Architecture && architecture == 1 => {
                vec![format!("{}architecture.md", facts.docs_root)]
            }
            None if class.class == DocKind::Architecture => {
                vec![format!("{}architecture/{}", facts.docs_root, file_name(&document.path))]
            }
            None => vec![format!("{}_imported/{}", facts.docs_root, inside(facts, &document.path))],
        };
        settle(facts, document, &wanted, kept, &mut taken)
    })
    .collect()
}

fn of_subject(
    facts: &ImportFacts,
    subject: &Subject,
    index: usize,
    document: &DocumentFact,
    parents: &BTreeMap<String, (String, DocKind)>,
) -> Vec<String> {
    let root = facts.docs_root;
    let id = id_of(&subject.ref_id);
    let name = file_name(&document.path);
    let main = subject.documents.first() == Some(&index);
    let part = |class: DocKind| if class == DocKind::Service { "services" } else { "domains" };
    match subject.class {
        DocKind::Adr => {
            let folder = super::links::folder_of(inside(facts, &document.path)).trim_end_matches('/');
            let longer = folder.rsplit('/').next().filter(|folder| !folder.is_empty());
            let mut names = vec![format!("{root}decisions/{name}")];
            names.extend(longer.map(|folder| format!("{root}decisions/{folder}-{name}")));
            names
        }
        DocKind::Feature => {
            let parent = parents.get(&subject.ref_id);
            let folder = match parent {
                Some((parent, class)) => format!("{root}{}/{}/features/", part(*class), id_of(parent)),
                None => format!("{root}features/"),
            };
            match (main, parent) {
                (true, Some(_)) => vec![format!("{folder}{id}.md"), format!("{folder}{id}-{name}")],
                (true, None) => vec![format!("{folder}{id}/README.md"), format!("{folder}{id}/{name}")],
                (false, Some(_)) => vec![format!("{folder}{id}-{name}")],
                (false, None) => vec![format!("{folder}{id}/{name}")],
            }
        }
        class => {
            let folder = format!("{root}{}/{id}/", part(class));
            let own = format!("{folder}{name}");
            if main { vec![format!("{folder}README.md"), own] } else { vec![own] }
        }
    }
}

/// The first name that is free or holds this document already; else one with a number.
fn settle(
    facts: &ImportFacts,
    document: &DocumentFact,
    wanted: &[String],
    kept: Option<&KeptNode>,
    taken: &mut HashSet<String>,
) -> Place {
    let last = wanted.last().map_or("", String::as_str);
    let stem = last.strip_suffix(".md").unwrap_or(last);
    let numbered = (2_u32..).map(|number| format!("{stem}-{number}.md"));
    for path in wanted.iter().cloned().chain(numbered) {
        let folded = path.to_lowercase();
        if taken.contains(&folded) {
            continue;
        }
        let standing = (facts.standing)(&path);
        // A person may have given the copy another title since.
        let named = kept.is_some_and(|node| node.docs.contains(&path));
        let stands = standing.as_ref().is_some_and(|other| named || says_the_same(other, &document.reading));
        if standing.is_none() || stands {
            taken.insert(folded);
            return Place { copy: Some(path), stands };
        }
    }
    Place::default()
}

/// The path inside the imported folder.
fn inside<'a>(facts: &ImportFacts, path: &'a str) -> &'a str {
    path.strip_prefix(facts.folder).unwrap_or(path)
}
