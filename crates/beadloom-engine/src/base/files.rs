//! The rows that the index would have had of files at the revision: today's for those that are the same, parsed anew for the
//! others.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use beadloom_lang::{Limits, Parser, detect};
use beadloom_model::{Code, Error, ParsedFile, Result};
use beadloom_store::{FileKind, FileRow};

use super::Base;
use crate::settings::Settings;

/// Files at the revision, with what the others say of them.
pub(super) struct Files {
    /// By path.
    pub(super) rows: Vec<FileRow>,
    /// What changed code says, by path.
    pub(super) parsed: BTreeMap<String, ParsedFile>,
}

impl Base<'_> {
    /// The rows of files: today's for those that are the same, made of Git's objects for the others.
    pub(super) fn rows(&self, now: &[FileRow], settings: &Settings) -> Result<Files> {
        let today = |path: &str| {
            let at = now.binary_search_by(|row| row.path.as_str().cmp(path)).ok()?;
            now.get(at)
        };
        let languages = &settings.config.languages;
        let mut rows = Vec::new();
        let mut open: Vec<String> = Vec::new();
        let mut next = 0_i64;
        for (path, blob) in &self.files {
            match today(path) {
                Some(row) if self.is_unchanged(path) => {
                    rows.push(row.clone());
                    continue;
                }
                // What is there and not in the index is left out on purpose.
                None if self.revisions.root.join(path).exists() => continue,
                _ => {}
            }
            let language = detect(path)
                .map(|language| language.id)
                .filter(|id| languages.is_empty() || languages.iter().any(|one| one == id.as_str()));
            // Rows of today have ids above 0.
            next -= 1;
            let mut row = FileRow { id: next, ..FileRow::other(path.clone()) };
            let is_code = today(path).is_none_or(|row| row.kind == FileKind::Code);
            if let Some(language) = language.filter(|_| is_code && blob.size <= settings.config.max_file_size)
            {
                row.kind = FileKind::Code;
                row.language = Some(language.as_str().to_owned());
                open.push(path.clone());
            }
            rows.push(row);
        }
        let mut parser = Parser::new();
        let mut parsed = BTreeMap::new();
        for (path, text) in self.texts(&open)? {
            if self.revisions.cancelled.load(Ordering::Relaxed) {
                return Err(Error::new(Code::Cancelled, "the work was cancelled"));
            }
            let Some(language) = detect(&path) else { continue };
            let limits = Limits { cancelled: Some(self.revisions.cancelled), ..Limits::default() };
            let file = parser.parse(language, &path, &text, &limits);
            if let Ok(at) = rows.binary_search_by(|row| row.path.as_str().cmp(&path))
                && let Some(row) = rows.get_mut(at)
            {
                row.generated = file.generated;
                row.tests.clone_from(&file.tests);
                row.annotations.clone_from(&file.annotations);
                row.file_annotations.clone_from(&file.file_annotations);
            }
            parsed.insert(path, file);
        }
        Ok(Files { rows, parsed })
    }
}
