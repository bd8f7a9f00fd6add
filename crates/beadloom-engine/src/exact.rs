//! Search for exact text in the files as they are now.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use beadloom_files::{open_found, open_regular, read_open};
use beadloom_index::{decode, is_settled, now_ns, stat_of};
use beadloom_model::prose::is_prose;
use beadloom_model::requests::{ExactRequest, Hints, RefreshMode};
use beadloom_model::{Code, Error, Result};
use beadloom_query::{
    self as query, Content, FilesToSearch, GramCounter, GramQuery, NO_GRAMS, Pattern, Staleness,
};
use beadloom_store::Store;

use crate::json::to_json;
use crate::unindexed::UnindexedFilters;
use crate::{Call, Engine};

/// Files larger than this are not searched, in bytes.
const MAX_FILE_BYTES: u64 = 8 << 20;

/// Lines among which one outside of documents is looked for.
const MAX_WORD_LINES: usize = 200;

impl Engine {
    /// The lines that hold a text, or match a regular expression, as JSON: those that a scan of all files would find.
    ///
    /// # Errors
    /// `usage` for a pattern that is empty, too long or no regular expression, for an unknown kind or language, `no_index`,
    /// `cancelled`, store errors.
    pub fn exact(&self, options: &ExactRequest, call: &Call<'_>) -> Result<String> {
        let pattern = if options.regex {
            Pattern::regex(&options.pattern, options.ignore_case)?
        } else {
            Pattern::exact(&options.pattern, options.ignore_case)?
        };
        // What is said of files has to hold of the files.
        let refresh =
            if options.refresh == RefreshMode::Off { RefreshMode::Compare } else { options.refresh };
        self.answer(refresh, call, |store, settings, stale| {
            let changed = if stale.warning.is_some() || !stale.stale_paths.is_empty() {
                self.changed_paths(store, settings, call)?
            } else {
                Vec::new()
            };
            let files = Disk::new(self.root(), &self.unindexed)?;
            let request = query::ExactRequest {
                pattern: pattern.clone(),
                path: options.path.clone(),
                language: options.lang.clone(),
                kind: options.kind.clone(),
                context: options.context.get(),
                limit: options.limit.get(),
                files: &files,
                changed: &changed,
                cancelled: call.cancelled,
                hints: options.hints,
                stale: stale.clone(),
            };
            to_json(&query::exact(store, &request)?)
        })
    }
}

impl Engine {
    /// Whether a word, of letters, digits and `_`, stands in any file that is no prose, as the files are now; also where that cannot be
    /// known.
    ///
    /// # Errors
    /// `cancelled`, store errors.
    pub(crate) fn stands_in_code(&self, store: &Store, word: &str, call: &Call<'_>) -> Result<bool> {
        let files = Disk::new(self.root(), &self.unindexed)?;
        let request = query::ExactRequest {
            pattern: Pattern::regex(&format!(r"\b{word}\b"), false)?,
            path: None,
            language: None,
            kind: None,
            context: 0,
            limit: MAX_WORD_LINES,
            files: &files,
            changed: &[],
            cancelled: call.cancelled,
            hints: Hints::Commands,
            stale: Staleness::default(),
        };
        let found = query::exact(store, &request)?;
        let named = found.definitions.iter().chain(&found.uses).map(|file| file.path.as_str());
        Ok(found.omitted_files > 0
            || found.tests.is_some_and(|tests| tests.lines > 0)
            || named.into_iter().any(|path| !is_prose(path)))
    }
}

/// The files of the project.
struct Disk<'a> {
    root: &'a Path,
    /// Without links.
    real: PathBuf,
    /// Whether a folder is in the project, by its path.
    inside: RwLock<HashMap<String, bool>>,
    unindexed: &'a UnindexedFilters,
}

impl<'a> Disk<'a> {
    fn new(root: &'a Path, unindexed: &'a UnindexedFilters) -> Result<Self> {
        let real = root.canonicalize().map_err(|error| {
            Error::new(Code::NoProject, format!("{} cannot be read", root.display())).caused_by(error)
        })?;
        Ok(Self { root, real, inside: RwLock::default(), unindexed })
    }

    fn is_inside(&self, folder: &str) -> bool {
        if let Some(known) = self.inside.read().unwrap_or_else(PoisonError::into_inner).get(folder) {
            return *known;
        }
        // A folder of a folder that is inside is inside too, unless it is a link: then where it leads has to be looked up.
        let full = self.root.join(folder);
        let is_plain = match folder.rsplit_once('/') {
            _ if folder.is_empty() => true,
            Some((parent, _)) => self.is_inside(parent),
            None => true,
        } && (folder.is_empty() || full.symlink_metadata().is_ok_and(|found| found.is_dir()));
        let is_inside = is_plain || full.canonicalize().is_ok_and(|folder| folder.starts_with(&self.real));
        self.inside.write().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned(), is_inside);
        is_inside
    }

    fn content(
        &self,
        path: &str,
        unknown: Option<&GramQuery>,
        bytes: &mut Vec<u8>,
    ) -> std::io::Result<Content> {
        let full = self.root.join(path);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let found = full.symlink_metadata()?;
        let is_link = found.is_symlink();
        // Nothing is read of what is known not to fit, so it does not matter where it lies.
        if let Some(needs) = unknown.filter(|_| found.is_file())
            && let Some(content) = self.unindexed.rules_out(path, stat_of(&found), needs)
        {
            return Ok(content);
        }
        let leads_out = is_link && !full.canonicalize()?.starts_with(&self.real);
        if leads_out || !self.is_inside(folder) {
            return Ok(Content::Gone);
        }
        let (file, metadata) = if is_link { open_regular(&full) } else { open_found(&full, found) }?;
        if metadata.len() > MAX_FILE_BYTES {
            return Ok(Content::Large);
        }
        let stat = stat_of(&metadata);
        read_open(&file, &metadata, MAX_FILE_BYTES + 1, bytes)?;
        let content = text_of(path, bytes);
        // What was written just now may be written again without another stat. A filter costs more than the search.
        if unknown.is_some() && is_settled(stat, now_ns()) && !self.unindexed.knows(path, stat) {
            let filter = match &content {
                Content::Text => Some(GramCounter::default().filter(bytes)),
                Content::Binary => Some(NO_GRAMS.to_vec()),
                _ => None,
            };
            if let Some(filter) = filter {
                self.unindexed.keep(path, stat, filter);
            }
        }
        Ok(content)
    }
}

/// Text as it is searched: as it is indexed and shown. What is no text is searched byte by byte.
fn text_of(path: &str, bytes: &mut Vec<u8>) -> Content {
    const UTF8_MARK: &[u8] = &[0xef, 0xbb, 0xbf];
    const UTF16_MARKS: [&[u8]; 2] = [&[0xff, 0xfe], &[0xfe, 0xff]];
    const SNIFFED_BYTES: usize = 8_192;
    if UTF16_MARKS.iter().any(|mark| bytes.starts_with(mark))
        && let Ok(text) = decode(path, bytes.clone())
    {
        *bytes = text.into_bytes();
        return Content::Text;
    }
    if bytes.get(..SNIFFED_BYTES).unwrap_or(bytes).contains(&0) {
        return Content::Binary;
    }
    if bytes.starts_with(UTF8_MARK) {
        bytes.drain(..UTF8_MARK.len());
    }
    if std::str::from_utf8(bytes).is_err()
        && let Ok(text) = decode(path, bytes.clone())
    {
        *bytes = text.into_bytes();
    }
    Content::Text
}

impl FilesToSearch for Disk<'_> {
    fn read(&self, path: &str, unknown: Option<&GramQuery>, bytes: &mut Vec<u8>) -> Content {
        self.content(path, unknown, bytes).unwrap_or_else(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory => Content::Gone,
            _ => Content::Unreadable,
        })
    }

    fn is_secret(&self, path: &str) -> bool {
        beadloom_lang::is_secret(path)
    }

    fn is_binary(&self, path: &str) -> bool {
        beadloom_lang::is_binary_name(path)
    }
}
