//! What belongs to what: edges that the documents and the code bear out, and what a person has to decide.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use beadloom_model::DocKind;

use super::facts::{exists, is_folder, named_without_end};
use super::links::{folder_of, target};
use super::named::Named;
use super::subjects::{Subject, Subjects, is_document};
use super::{Classified, Doubt, ImportFacts, ImportedEdge, ImportedNode, Mentions, mentions};
use crate::Ownership;

/// Types of one name in more places than this are no one thing.
const PLACES: usize = 3;

/// Documents that name a type, at least, for it to be an entity of the project.
const MIN_DOCUMENTS: usize = 2;

/// What was found.
#[derive(Default)]
pub(super) struct Relations {
    /// Nodes that documents name and the code has.
    pub(super) nodes: Vec<ImportedNode>,
    /// Sorted.
    pub(super) edges: Vec<ImportedEdge>,
    /// Sorted.
    pub(super) doubts: Vec<Doubt>,
    /// By a feature's id: what it is part of, and that one's class.
    pub(super) parents: BTreeMap<String, (String, DocKind)>,
}

pub(super) fn find(facts: &ImportFacts, classes: &[Classified], subjects: &Subjects) -> Relations {
    let mut finder = Finder::new(facts, subjects);
    for subject in &subjects.list {
        if matches!(subject.class, DocKind::Feature | DocKind::Adr) {
            finder.parent(subject);
        }
    }
    for subject in &subjects.list {
        finder.mentions(subject);
    }
    for subject in &subjects.list {
        finder.links(subject);
    }
    // A service that any page names is one, also where the page itself makes no node.
    let others = facts
        .documents
        .iter()
        .zip(classes)
        .filter(|(_, class)| matches!(class.class, DocKind::Architecture | DocKind::Other));
    for (document, _) in others {
        for name in mentions(&document.reading).services.keys() {
            finder.named.service(name);
        }
    }
    finder.finish()
}

struct Finder<'a> {
    facts: &'a ImportFacts<'a>,
    subjects: &'a Subjects,
    /// Imported documents that each document links to, with the line.
    outgoing: Vec<Vec<(usize, u32)>>,
    /// Documents that link to a document.
    incoming: HashMap<usize, Vec<usize>>,
    /// Of kept nodes and of what documents tell about.
    owners: Ownership,
    /// Of what bootstrap finds.
    parts: Ownership,
    named: Named<'a>,
    kept: HashSet<&'a str>,
    edges: BTreeSet<ImportedEdge>,
    /// How many documents name a word that is written like a type.
    documents_naming: HashMap<String, usize>,
    /// By src, dst, kind: one doubt each.
    doubts: BTreeMap<(String, String, &'static str), Doubt>,
    parents: BTreeMap<String, (String, DocKind)>,
}

impl<'a> Finder<'a> {
    fn new(facts: &'a ImportFacts<'a>, subjects: &'a Subjects) -> Self {
        let kept = facts.kept.iter().map(|node| (node.ref_id.as_str(), node.source.as_str()));
        let new = subjects.list.iter().map(|subject| (subject.ref_id.as_str(), subject.source.as_str()));
        let parts = facts.parts.iter().map(|part| (part.ref_id.as_str(), part.source.as_str()));
        let outgoing = links_between(facts);
        let mut incoming: HashMap<usize, Vec<usize>> = HashMap::new();
        for (from, links) in outgoing.iter().enumerate() {
            for (to, _) in links {
                incoming.entry(*to).or_default().push(from);
            }
        }
        let mut documents_naming: HashMap<String, usize> = HashMap::new();
        for document in facts.documents {
            for name in mentions(&document.reading).types.into_keys() {
                *documents_naming.entry(name).or_default() += 1;
            }
        }
        Self {
            facts,
            subjects,
            documents_naming,
            outgoing,
            incoming,
            owners: Ownership::new(kept.chain(new)),
            parts: Ownership::new(parts),
            named: Named::new(facts, subjects),
            kept: facts.kept.iter().map(|node| node.ref_id.as_str()).collect(),
            edges: BTreeSet::new(),
            doubts: BTreeMap::new(),
            parents: BTreeMap::new(),
        }
    }

    fn main_path(&self, subject: &Subject) -> &'a str {
        let main = subject.documents.first().and_then(|&main| self.facts.documents.get(main));
        main.map_or("", |document| document.path.as_str())
    }

    /// A feature's domain or service: by what its front matter says, by the folder it lies in, by links.
    fn parent(&mut self, subject: &Subject) {
        let path = self.main_path(subject);
        let found = self
            .stated_parent(subject)
            .or_else(|| self.parent_around(subject))
            .or_else(|| if subject.class == DocKind::Feature { self.linked_parent(subject) } else { None });
        match found {
            Some((id, class)) => {
                if subject.class == DocKind::Feature {
                    self.parents.insert(subject.ref_id.clone(), (id.clone(), class));
                }
                self.edge(subject, &id, "part_of", path, 1);
            }
            None if subject.class == DocKind::Feature => {
                let several = self.linked_parts(subject);
                let reason = if several.is_empty() {
                    "no domain or service is named that it could be part of".to_owned()
                } else {
                    format!("it could be part of {}", several.join(" or "))
                };
                self.doubt(&subject.ref_id, "", "part_of", path, 1, reason);
            }
            None => {}
        }
    }

    fn stated_parent(&self, subject: &Subject) -> Option<(String, DocKind)> {
        let metadata = &self.facts.documents.get(*subject.documents.first()?)?.reading.metadata;
        [("domain", DocKind::Domain), ("service", DocKind::Service)].into_iter().find_map(|(key, class)| {
            let name = metadata.get(key)?.as_str()?.trim();
            let of_subject = self.subjects.parts().find(|part| part.ref_id.eq_ignore_ascii_case(name));
            let kept = || {
                let found = self.facts.kept.iter().find(|node| node.ref_id.eq_ignore_ascii_case(name))?;
                Some((found.ref_id.clone(), class))
            };
            of_subject.map(|part| (part.ref_id.clone(), part.class)).or_else(kept)
        })
    }

    /// The innermost folder around a document that belongs to a domain or service, or has its name.
    fn parent_around(&self, subject: &Subject) -> Option<(String, DocKind)> {
        let path = self.main_path(subject);
        let mut folder = folder_of(path);
        if subject.folder.as_deref() == Some(folder) {
            folder = folder_of(folder.trim_end_matches('/'));
        }
        while !folder.is_empty() && folder.len() >= self.facts.folder.len() {
            let name = folder.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            let found = self.subjects.parts().find(|part| {
                part.folder.as_deref() == Some(folder)
                    || part.ref_id.eq_ignore_ascii_case(name)
                    || (super::class::is_index(self.main_path(part).rsplit('/').next().unwrap_or_default())
                        && folder_of(self.main_path(part)) == folder)
            });
            if let Some(part) = found {
                return Some((part.ref_id.clone(), part.class));
            }
            folder = folder_of(folder.trim_end_matches('/'));
        }
        None
    }

    fn linked_parent(&self, subject: &Subject) -> Option<(String, DocKind)> {
        let linked = self.linked_parts(subject);
        let [only] = linked.as_slice() else { return None };
        self.subjects.parts().find(|part| part.ref_id == *only).map(|part| (part.ref_id.clone(), part.class))
    }

    /// Domains that a feature links to or that link to it; services where there is no domain.
    fn linked_parts(&self, subject: &Subject) -> Vec<String> {
        let linked = self.targets(subject).map(|(index, _)| index);
        let linking =
            subject.documents.iter().flat_map(|index| self.incoming.get(index).into_iter().flatten());
        let found: BTreeSet<(bool, &str)> = linked
            .chain(linking.copied())
            .filter_map(|index| self.subjects.of_document(index))
            .filter(|one| matches!(one.class, DocKind::Domain | DocKind::Service))
            .map(|part| (part.class == DocKind::Service, part.ref_id.as_str()))
            .collect();
        let first = found.first().map(|(service, _)| *service);
        found
            .into_iter()
            .filter(|(service, _)| Some(*service) == first)
            .map(|(_, id)| id.to_owned())
            .collect()
    }

    /// Imported documents that a subject's documents link to, with the line.
    fn targets<'s>(&'s self, subject: &'s Subject) -> impl Iterator<Item = (usize, u32)> + 's {
        subject.documents.iter().filter_map(|index| self.outgoing.get(*index)).flatten().copied()
    }

    /// Types, services and paths that a subject's documents name.
    fn mentions(&mut self, subject: &Subject) {
        for &index in &subject.documents {
            let Some(document) = self.facts.documents.get(index) else { continue };
            let Mentions { types, services, mut paths } = mentions(&document.reading);
            for (name, line) in types {
                self.type_named(subject, &name, &document.path, line);
            }
            for (name, line) in services {
                if let Some(id) = self.named.service(&name) {
                    let kind = if subject.class == DocKind::Adr { "touches_code" } else { "uses" };
                    self.edge(subject, &id, kind, &document.path, line);
                }
            }
            for link in &document.reading.links {
                if let Some(target) = target(&document.path, &link.destination) {
                    paths.entry(target.path).or_insert(link.line);
                }
            }
            for (path, line) in paths {
                self.path_named(subject, &path, &document.path, line);
            }
        }
    }

    fn type_named(&mut self, subject: &Subject, name: &str, path: &str, line: u32) {
        // What one document names is code that it speaks of; what several name is a word of the project.
        let is_known = self.facts.kept.iter().any(|node| node.ref_id == name && node.kind == "entity");
        if !is_known
            && self.documents_naming.get(name).copied().unwrap_or(0) < MIN_DOCUMENTS
            && let [only] = (self.facts.types)(name).as_slice()
        {
            self.path_named(subject, &only.path, path, line);
            return;
        }
        if let Some(id) = self.named.entity(name) {
            self.edge(subject, &id, "touches_entity", path, line);
        } else if let count @ 2..=PLACES = (self.facts.types)(name).len() {
            let reason = format!("{count} types have that name");
            self.doubt(&subject.ref_id, name, "touches_entity", path, line, reason);
        }
    }

    /// A path of the code that a document names.
    fn path_named(&mut self, subject: &Subject, path: &str, document: &str, line: u32) {
        let Some(path) = self.code_path(path, document) else { return };
        let owner = self.owners.owner(&path).map(str::to_owned).or_else(|| {
            let part = self.parts.owner(&path)?;
            let part = self.facts.parts.iter().find(|one| one.ref_id == part)?;
            Some(self.named.use_part(part, None))
        });
        match owner {
            Some(owner) if owner == subject.ref_id => {}
            Some(owner) => self.edge(subject, &owner, "touches_code", document, line),
            // A manifest or a page at the root is no part of anything.
            None if !path.contains('/') => {}
            None => {
                let reason = "no node owns that path".to_owned();
                self.doubt(&subject.ref_id, &path, "touches_code", document, line, reason);
            }
        }
    }

    /// The path as the index has it, a folder with `/` at its end; `None` where there is no code.
    fn code_path(&self, path: &str, document: &str) -> Option<String> {
        let near = target(document, path)?.path;
        let from_root = target("", path)?.path;
        let found = [from_root, near].into_iter().find(|path| {
            !path.trim_end_matches('/').is_empty() && exists(self.facts.files, path.trim_end_matches('/'))
        })?;
        let bare = found.trim_end_matches('/');
        let path = if is_folder(self.facts.files, bare) { format!("{bare}/") } else { bare.to_owned() };
        (!is_document(self.facts, &path)).then_some(path)
    }

    /// Links between documents of nodes that nothing else connects.
    fn links(&mut self, subject: &Subject) {
        let targets: Vec<(usize, u32)> = self.targets(subject).collect();
        let path = self.main_path(subject);
        for (index, line) in targets {
            let Some(other) = self.subjects.of_document(index) else { continue };
            let records = subject.class == DocKind::Adr && other.class == DocKind::Adr;
            if other.ref_id == subject.ref_id || records || self.are_connected(&subject.ref_id, &other.ref_id)
            {
                continue;
            }
            match (subject.class, other.class) {
                (DocKind::Adr, _) if !other.source.is_empty() => {
                    self.edge(subject, &other.ref_id, "touches_code", path, line);
                }
                (DocKind::Feature, DocKind::Service) => self.edge(subject, &other.ref_id, "uses", path, line),
                _ => {
                    let reason = "a link does not say what they have to do with each other".to_owned();
                    self.doubt(&subject.ref_id, &other.ref_id, "depends_on", path, line, reason);
                }
            }
        }
    }

    fn are_connected(&self, a: &str, b: &str) -> bool {
        let kept = |a: &str, b: &str| self.facts.kept_edges.contains(&(a.to_owned(), b.to_owned()));
        let new = |src: &str, dst: &str| {
            ["part_of", "uses", "touches_code"].iter().any(|kind| {
                self.edges.contains(&ImportedEdge { src: src.to_owned(), dst: dst.to_owned(), kind })
            }) || self.doubts.contains_key(&(src.to_owned(), dst.to_owned(), "depends_on"))
        };
        kept(a, b) || kept(b, a) || new(a, b) || new(b, a)
    }

    fn edge(&mut self, subject: &Subject, dst: &str, kind: &'static str, path: &str, line: u32) {
        let src = subject.ref_id.as_str();
        if src == dst || self.facts.kept_edges.contains(&(src.to_owned(), dst.to_owned())) {
            return;
        }
        if self.kept.contains(src) && self.kept.contains(dst) {
            let reason = "both nodes are yours, and the graph does not connect them".to_owned();
            self.doubt(src, dst, kind, path, line, reason);
            return;
        }
        // What is part of a service need not be said to use it.
        let part = ImportedEdge { src: src.to_owned(), dst: dst.to_owned(), kind: "part_of" };
        if kind == "uses" && self.edges.contains(&part) {
            return;
        }
        self.edges.insert(ImportedEdge { src: src.to_owned(), dst: dst.to_owned(), kind });
    }

    fn doubt(&mut self, src: &str, dst: &str, kind: &'static str, path: &str, line: u32, reason: String) {
        self.doubts.entry((src.to_owned(), dst.to_owned(), kind)).or_insert_with(|| Doubt {
            path: path.to_owned(),
            line,
            src: src.to_owned(),
            dst: dst.to_owned(),
            kind,
            reason,
        });
    }

    fn finish(self) -> Relations {
        let mut doubts: Vec<Doubt> = self.doubts.into_values().collect();
        doubts.compact_sort();
        Relations {
            nodes: self.named.nodes,
            edges: self.edges.into_iter().collect(),
            doubts,
            parents: self.parents,
        }
    }
}

/// The imported documents that each document links to, with the line.
fn links_between(facts: &ImportFacts) -> Vec<Vec<(usize, u32)>> {
    let places: HashMap<&str, usize> =
        facts.documents.iter().enumerate().map(|(at, one)| (one.path.as_str(), at)).collect();
    let of = |path: &str| {
        let whole = places.get(path).copied();
        whole.or_else(|| places.get(named_without_end(facts, path)?.as_str()).copied())
    };
    let each = facts.documents.iter();
    each.map(|document| {
        let links = document.reading.links.iter();
        links
            .filter_map(|link| Some((of(&target(&document.path, &link.destination)?.path)?, link.line)))
            .collect()
    })
    .collect()
}
