//! Projects in memory, as the planner is told about them.

use std::collections::BTreeMap;

use beadloom_graph::bootstrap::{
    FileFact, ImportFact, Plan, PlannedEdge, PlannedNode, ProjectFacts, is_input, plan,
};

/// A project to plan.
#[derive(Debug, Clone, Default)]
pub struct Project {
    pub name: String,
    pub files: Vec<FileFact>,
    pub texts: BTreeMap<String, String>,
    pub imports: Vec<(String, String, bool)>,
    pub implementations: Vec<(String, String)>,
    pub scopes: Vec<String>,
}

impl Project {
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Files of 50 lines.
    pub fn files(mut self, paths: &[&str]) -> Self {
        for path in paths {
            self = self.file(path, 50);
        }
        self
    }

    pub fn file(mut self, path: &str, lines: u32) -> Self {
        self.files.push(FileFact { path: path.to_owned(), lines, ..FileFact::default() });
        self
    }

    /// A file with text that the planner may read.
    pub fn text(mut self, path: &str, text: &str) -> Self {
        self.texts.insert(path.to_owned(), text.to_owned());
        self.file(path, 1)
    }

    /// A file with a head comment.
    pub fn described(mut self, path: &str, summary: &str) -> Self {
        self = self.file(path, 50);
        if let Some(file) = self.files.last_mut() {
            file.summary = Some(summary.to_owned());
        }
        self
    }

    /// A file that runs.
    pub fn program(mut self, path: &str) -> Self {
        self = self.file(path, 50);
        if let Some(file) = self.files.last_mut() {
            file.entry_point = true;
        }
        self
    }

    /// A file that declares routes.
    pub fn routing(mut self, path: &str, routes: u32) -> Self {
        self = self.file(path, 50);
        if let Some(file) = self.files.last_mut() {
            file.routes = routes;
        }
        self
    }

    /// A file whose subject is a type that documents name.
    pub fn entity(mut self, path: &str, name: &str) -> Self {
        self = self.file(path, 50);
        if let Some(file) = self.files.last_mut() {
            file.entity = Some(name.to_owned());
        }
        self
    }

    pub fn import(mut self, from: &str, to: &str) -> Self {
        self.imports.push((from.to_owned(), to.to_owned(), false));
        self
    }

    pub fn weak_import(mut self, from: &str, to: &str) -> Self {
        self.imports.push((from.to_owned(), to.to_owned(), true));
        self
    }

    /// A type of the first file implements an interface of the second.
    pub fn implements(mut self, from: &str, to: &str) -> Self {
        self.implementations.push((from.to_owned(), to.to_owned()));
        self
    }

    pub fn scope(mut self, folder: &str) -> Self {
        self.scopes.push(folder.to_owned());
        self
    }

    pub fn plan(&self) -> Plan {
        let at: BTreeMap<&str, u32> =
            (0u32..).zip(&self.files).map(|(index, file)| (file.path.as_str(), index)).collect();
        let imports: Vec<ImportFact> = self
            .imports
            .iter()
            .map(|(from, to, weak)| ImportFact {
                from: at[from.as_str()],
                to: at[to.as_str()],
                weak: *weak,
                statement: None,
            })
            .collect();
        let implementations: Vec<(u32, u32)> =
            self.implementations.iter().map(|(from, to)| (at[from.as_str()], at[to.as_str()])).collect();
        let read = |path: &str| {
            assert!(is_input(path), "{path} is read but not tracked");
            self.texts.get(path).cloned()
        };
        plan(&ProjectFacts {
            name: &self.name,
            files: &self.files,
            imports: &imports,
            implementations: &implementations,
            read: &read,
            scopes: &self.scopes,
        })
    }
}

/// `id kind source`, one line a node.
pub fn nodes(plan: &Plan) -> Vec<String> {
    plan.nodes.iter().map(|node| format!("{} {} {}", node.ref_id, node.kind, node.source)).collect()
}

/// `src kind dst count`, one line an edge; containment without a count.
pub fn edges(plan: &Plan) -> Vec<String> {
    let mut all: Vec<&PlannedEdge> = plan.edges.iter().chain(&plan.dependences).collect();
    all.sort_by(|a, b| (&a.src, &a.dst, &a.kind).cmp(&(&b.src, &b.dst, &b.kind)));
    all.into_iter()
        .map(|edge| match edge.count {
            0 => format!("{} {} {}", edge.src, edge.kind, edge.dst),
            count => format!("{} {} {} {count}", edge.src, edge.kind, edge.dst),
        })
        .collect()
}

#[expect(clippy::panic, reason = "a test's helper; says which node")]
pub fn node<'p>(plan: &'p Plan, id: &str) -> &'p PlannedNode {
    plan.nodes.iter().find(|node| node.ref_id == id).unwrap_or_else(|| panic!("no {id} in {:?}", nodes(plan)))
}
