//! Which files and lines an answer names.

use beadloom_model::answers::{Bundle, LinesByPath};

/// Files with lines, of what an answer shows.
#[derive(Debug, Default)]
pub(crate) struct Places(LinesByPath);

impl Places {
    /// A file, or lines of it.
    pub fn add(&mut self, path: &str, lines: Option<[u32; 2]>) {
        let known = self.0.entry(path.to_owned()).or_default();
        if let Some(lines) = lines.filter(|lines| !known.contains(lines)) {
            known.push(lines);
        }
    }

    /// Files that are named.
    pub fn files<'a>(mut self, paths: impl IntoIterator<Item = &'a String>) -> LinesByPath {
        paths.into_iter().for_each(|path| self.add(path, None));
        self.0
    }

    fn line(&mut self, path: &str, line: u32) {
        self.add(path, Some([line, line]));
    }
}

/// What the Markdown of a bundle names.
pub(crate) fn of_bundle(bundle: &Bundle) -> LinesByPath {
    let mut places = Places::default();
    for piece in bundle.code.iter().flatten() {
        places.add(&piece.path, Some([piece.line_start, piece.line_end]));
    }
    for one in &bundle.code_symbols {
        let path = &one.symbol.file_path;
        places.add(path, Some([one.symbol.line_start, one.symbol.line_end]));
        one.lines.iter().for_each(|line| places.line(path, *line));
    }
    for used in bundle.used_by.iter().chain(&bundle.uses) {
        places.add(&used.path, None);
        used.lines.iter().for_each(|line| places.line(&used.path, *line));
    }
    for step in bundle.ways.iter().flat_map(|way| &way.steps) {
        places.line(&step.path, step.line);
    }
    for route in &bundle.routes {
        places.line(&route.file_path, route.line);
    }
    for chunk in &bundle.text_chunks {
        places.line(&chunk.doc_path, chunk.line_start);
    }
    let together = bundle.changed_together.iter().flatten().map(|one| &one.path);
    let stale = &bundle.sync_status.stale_docs;
    places.files(bundle.other_files.iter().chain(&bundle.tests).chain(together).chain(stale))
}
