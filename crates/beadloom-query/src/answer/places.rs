//! Which files and lines an answer names.

use beadloom_model::answers::LinesByPath;

/// Files with lines, of what an answer shows.
#[derive(Debug, Default)]
pub(crate) struct Places(pub LinesByPath);

impl Places {
    /// A file, or lines of it.
    pub fn add(&mut self, path: &str, lines: Option<[u32; 2]>) {
        let known = self.0.entry(path.to_owned()).or_default();
        if let Some(lines) = lines.filter(|lines| !known.contains(lines)) {
            known.push(lines);
        }
    }

    /// Files.
    pub fn files<'a>(&mut self, paths: impl IntoIterator<Item = &'a String>) {
        paths.into_iter().for_each(|path| self.add(path, None));
    }

    /// One line of a file.
    pub fn line(&mut self, path: &str, line: u32) {
        self.add(path, Some([line, line]));
    }
}
