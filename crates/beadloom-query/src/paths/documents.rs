//! Ways that begin in a document: a line that names a definition, and what that reaches.

use beadloom_model::Result;
use beadloom_model::answers::{Certainty, Way, WayEnd, WayStep};
use beadloom_model::prose::is_document;
use beadloom_store::{Store, SymbolRow};

use super::endpoints::End;

/// Ways that are shown.
const MAX_WAYS: usize = 3;

/// A definition that a document names: none of another is called so.
struct Named {
    row: SymbolRow,
    /// Row id of its file.
    file: i64,
    /// The first line that has it.
    line: u32,
}

/// What a document names, if the end is one, as the beginning of ways.
pub(super) struct Names {
    path: String,
    named: Vec<Named>,
}

impl Names {
    /// None where the end is no document, or names nothing.
    pub(super) fn of(store: &Store, end: &End) -> Result<Option<Self>> {
        let path = &end.shown.name;
        if end.shown.kind != "file" || !is_document(path) {
            return Ok(None);
        }
        let mut named = Vec::new();
        for mention in store.mentions_in(path)? {
            let [only] = &store.state().listed_definitions(&mention.name, 2)?[..] else { continue };
            let rows = store.symbols_by_id(&[only.id])?;
            let line = mention.lines.first().copied().unwrap_or(1);
            named.extend(rows.into_iter().map(|row| Named { row, file: only.file_id, line }));
        }
        Ok((!named.is_empty()).then(|| Self { path: path.clone(), named }))
    }

    /// What is named, as an end of ways.
    pub(super) fn end(&self, document: &End) -> End {
        let shown = WayEnd { place: None, ..document.shown.clone() };
        let symbols = self.named.iter().map(|one| one.row.id).collect();
        End { shown, symbols, files: Default::default(), is_files: false }
    }

    /// The lines that name something of the other end.
    pub(super) fn direct(&self, other: &End) -> Vec<Way> {
        let is_meant = |one: &&Named| {
            other.symbols.contains(&one.row.id) || other.is_files && other.files.contains(&one.file)
        };
        let ways = self.named.iter().filter(is_meant).take(MAX_WAYS);
        ways.map(|one| Way { confidence: Certainty::Unique, steps: vec![self.step(one)] }).collect()
    }

    /// Ways that begin with what is named, each behind the line that names it.
    pub(super) fn before(&self, ways: Vec<Way>) -> Vec<Way> {
        let with_line = |mut way: Way| {
            let first = way.steps.first()?;
            let of_first =
                |one: &&Named| one.row.qualified_name == first.from && one.row.file_path == first.path;
            let step = self.step(self.named.iter().find(of_first)?);
            way.steps.insert(0, step);
            way.confidence = way.confidence.max(Certainty::Unique);
            Some(way)
        };
        ways.into_iter().filter_map(with_line).collect()
    }

    fn step(&self, Named { row, line, .. }: &Named) -> WayStep {
        WayStep {
            path: self.path.clone(),
            line: *line,
            text: None,
            from: self.path.clone(),
            to: row.qualified_name.clone(),
            at: format!("{}:{}", row.file_path, row.line_start),
            kind: "names".to_owned(),
            confidence: Certainty::Unique,
        }
    }
}
