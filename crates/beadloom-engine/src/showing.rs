//! Source by name and place, from the files as they are now.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use beadloom_index::Sources;
use beadloom_lang::{Limits, Parser, language};
use beadloom_model::requests::{ShowRequest, Whole};
use beadloom_model::{LanguageId, Result};
use beadloom_query::{self as query, FileNow, FilesNow};
use beadloom_store::Store;
use sha2::{Digest, Sha256};

use crate::answers::whole;
use crate::json::to_json;
use crate::{Call, Engine, counting, vocabularies};

impl Engine {
    /// The source that references name, as JSON within a token budget.
    ///
    /// # Errors
    /// `usage` without a reference, `not_found` with suggestions where nothing is found, `budget_too_small`,
    /// `no_vocabulary`, `no_index`, store errors.
    pub fn show(&self, options: &ShowRequest, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, settings, stale| {
            let files = Disk {
                sources: Sources::new(self.root()),
                store,
                parser: RefCell::default(),
                cancelled: call.cancelled,
            };
            let request = query::ShowRequest {
                refs: options.refs.clone(),
                callers: options.callers,
                budget: options.budget.map_or_else(|| whole(settings.config.context.budget), Whole::get),
                files: &files,
                hints: options.hints,
                stale: stale.clone(),
            };
            let counter = vocabularies::counter(counting::counting(&settings.config))?;
            to_json(&query::show(store, &request, &counter)?)
        })
    }
}

/// The files of the project, each compared with what was indexed: one may change between the refresh and the answer.
struct Disk<'a> {
    sources: Sources<'a>,
    store: &'a Store,
    /// Made for the first file that changed.
    parser: RefCell<Option<Parser>>,
    cancelled: &'a AtomicBool,
}

impl FilesNow for Disk<'_> {
    fn read(&self, path: &str) -> Option<FileNow> {
        let (text, hash) = self.sources.text_and(path, |bytes| Sha256::digest(bytes))?;
        let indexed = self.store.file_hash(path).ok().flatten();
        let found = beadloom_lang::detect(path);
        let language_id = match self.store.language_of(path).ok().flatten() {
            Some(known) => Some(known),
            None => found.map(|language| language.id.as_str().to_owned()),
        };
        let is_same = indexed.is_some_and(|indexed| hash.as_slice() == indexed.as_slice());
        let changed = if is_same {
            None
        } else {
            let mut parser = self.parser.borrow_mut();
            let limits = Limits { cancelled: Some(self.cancelled), ..Limits::default() };
            let parsed =
                language_id.as_deref().and_then(LanguageId::parse).and_then(language).map(|language| {
                    parser.get_or_insert_with(Parser::new).parse(language, path, &text, &limits)
                });
            Some(parsed.map(|file| file.symbols).unwrap_or_default())
        };
        Some(FileNow { path: path.to_owned(), language: language_id, text, changed })
    }
}
