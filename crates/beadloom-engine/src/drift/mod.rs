//! Sections of documents that a change makes untrue: `sync-check --base`, and what `ci --base` says of them. It needs no graph and no lock.

mod code;
mod found;
mod stated;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::{
    ANSWER_VERSION, DriftCertainty, DriftChange, DriftedSection, SyncCheckAnswer, SyncSummary,
};
use beadloom_model::requests::SyncCheckRequest;
use beadloom_model::{Code, Error, Result, counted};
use beadloom_query::places_of_word;
use beadloom_store::Store;
use beadloom_sync::drift::{Change, ChangedFile, Judged, Reading, Surroundings, claims, judge_documents};

use crate::base::Base;
use crate::json::to_json;
use crate::prose::documents as documents_of;
use crate::rules::whole;
use crate::settings::Settings;
use crate::sync::call_check;
use crate::{Call, Engine};
use code::{ChangedCode, changed_signatures, gone_definitions, lent};
use found::{Here, Known, missing_of_lists};
use stated::{is_compound, is_stated};

/// Documents that are only possible and are listed.
const MAX_POSSIBLE_DOCUMENTS: usize = 2;

/// Pieces of code that still have a word, at most, for it to be a reason.
const MAX_WORD_PLACES: u32 = 2;

/// The same for a name that the project defines.
const MAX_NAME_PLACES: u32 = 60;

/// Names that are looked for in all files before they are said to be gone.
const MAX_GONE_NAMES: usize = 40;

/// What came of a comparison.
#[derive(Default)]
pub(crate) struct Drifted {
    /// Certain ones first, then by probability.
    pub(crate) sections: Vec<DriftedSection>,
    /// Documents that were not read, because they are too many or cannot be read.
    pub(crate) unread: u64,
}

impl Engine {
    pub(crate) fn drift(
        &self,
        revision: &str,
        options: &SyncCheckRequest,
        call: &Call<'_>,
    ) -> Result<String> {
        if options.reference.is_some() || options.since.is_some() || asks_pairs(options) {
            return Err(Error::new(
                Code::Usage,
                "a base goes with no node, no other revision and no staged content",
            )
            .hint("leave out --ref, --since and --staged"));
        }
        // A revision that does not exist is said before anything is indexed.
        let commit = Base::commit(self.root(), revision, call)?;
        self.keep_past(options.refresh, call);
        self.answer(whole(options.refresh), call, |store, settings, stale| {
            let base = Base::read(self.root(), commit.clone(), settings, call)?;
            let Drifted { sections, unread } =
                self.drifted(store, settings, &base, options.certainty, call)?;
            let unread = (unread > 0)
                .then(|| format!("{} not read", counted(unread, "document was", "documents were")));
            to_json(&SyncCheckAnswer {
                version: ANSWER_VERSION,
                summary: SyncSummary { ok: 0, stale: 0, untracked: 0 },
                pairs: Vec::new(),
                sections,
                warning: stale.warning.clone().or(unread),
                stale_paths: stale.shown_paths(),
            })
        })
    }

    /// The sections that the change since a base makes untrue, as far as that is so certain; None: as the settings say.
    ///
    /// # Errors
    /// `not_readable`, `cancelled`, store errors.
    pub(crate) fn drifted(
        &self,
        store: &Store,
        settings: &Settings,
        base: &Base<'_>,
        certainty: Option<DriftCertainty>,
        call: &Call<'_>,
    ) -> Result<Drifted> {
        let rows = store.state().files()?;
        let differing = base.differing();
        let code = self.changed_code(&rows, settings, base, &differing, call)?;
        if code.is_empty() {
            return Ok(Drifted::default());
        }
        let files: Vec<ChangedFile<'_>> = code.iter().map(lent).collect();
        let change = Change::of(&files);
        let read = |_: &str, text: String| {
            let reading = Reading::of(&change, &text);
            (text, reading)
        };
        let documents = self.each_document(&rows, settings, &read, call)?;
        let unread = documents_of(&rows).count().saturating_sub(documents.len()) as u64;
        let known = self.certain(store, &code, &change, &documents, call)?;
        let past = store.past()?;
        let (mut owned, mut texts, mut readings) = (Vec::new(), Vec::new(), Vec::new());
        for (path, (text, reading)) in documents {
            owned.push(path);
            texts.push(text);
            readings.push(reading);
        }
        let paths: Vec<&str> = owned.iter().map(String::as_str).collect();
        let of_code: Vec<&str> = code.iter().map(|file| file.path.as_str()).collect();
        let edited: Vec<String> =
            owned.iter().filter(|path| differing.contains(path.as_str())).cloned().collect();
        let before = base.texts(&edited)?;
        let around: Vec<(Surroundings<'_>, Reading)> = paths
            .iter()
            .zip(past.companions(&paths, &of_code))
            .map(|(path, past)| Surroundings { path, past })
            .zip(readings)
            .collect();
        let (judged, having) = judge_documents(&change, &around, past.companion_commits());
        let readings: Vec<&Reading> = around.iter().map(|(_, reading)| reading).collect();
        let missing = missing_of_lists(&change, &readings);
        let signatures = changed_signatures(&code);
        let meanings = Meanings { store, known: RefCell::default(), words: RefCell::default() };
        let mut found: Vec<DriftedSection> = Vec::new();
        let mut possible: Vec<(f64, Vec<DriftedSection>)> = Vec::new();
        let rows = around.iter().zip(judged).zip(&texts).zip(&missing);
        for ((((of, reading), Judged { probability, .. }), text), missing) in rows {
            let here = Here {
                path: of.path,
                text,
                reading,
                change: &change,
                code: &code,
                known: &known,
                claims: &claims(&change, &signatures, reading, text, &mut |name| meanings.count(name) < 2),
                is_own: &|name| meanings.is_own(name),
                is_rare_word: &|word| meanings.is_rare_word(word),
                probability,
                missing,
                is_companion: of.past.together > 0,
            };
            // Whoever changed a document with the code has looked at it, and what was written with the change is about what it did.
            if differing.contains(of.path) {
                let before = before.get(of.path).map_or("", String::as_str);
                found.extend(here.certain(&before.lines().collect()));
                continue;
            }
            let own = here.of_unchanged(&having);
            if own.iter().any(|section| section.certainty != DriftCertainty::Possible) {
                found.extend(own);
            } else if !own.is_empty() {
                possible.push((probability, own));
            }
        }
        possible.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.extend(possible.into_iter().take(MAX_POSSIBLE_DOCUMENTS).flat_map(|(_, own)| own));
        found.sort_by(|a, b| {
            (a.certainty.cmp(&b.certainty))
                .then(b.probability.total_cmp(&a.probability))
                .then_with(|| a.doc_path.cmp(&b.doc_path))
        });
        let least = certainty.unwrap_or(settings.config.sync.certainty);
        found.retain(|section| section.certainty <= least);
        Ok(Drifted { sections: found, unread })
    }

    /// What documents name that is gone, or is called or lies otherwise: definitions that the change took away and that stand nowhere any
    /// more, and paths of files.
    fn certain(
        &self,
        store: &Store,
        code: &[ChangedCode],
        change: &Change,
        documents: &[(String, (String, Reading))],
        call: &Call<'_>,
    ) -> Result<Known> {
        let named: BTreeSet<u32> = documents
            .iter()
            .flat_map(|(_, (_, reading))| reading.terms.iter().map(|(term, _)| *term))
            .collect();
        let mut gone = gone_definitions(code);
        let mut known = Known::new();
        let mut asked = 0;
        for term in named {
            let (text, Some(used)) = (change.text(term), change.term_use(term)) else { continue };
            if used.is_path && text.contains('/') {
                let file = code.iter().find(|file| file.path == text);
                match file.map(|file| file.now.as_deref()) {
                    Some(None) => known.insert(term, (DriftChange::Removed, None)),
                    Some(Some(now)) if now != text => {
                        known.insert(term, (DriftChange::Moved, Some(now.to_owned())))
                    }
                    _ => None,
                };
            } else if used.is_gone()
                && used.is_name
                && asked < MAX_GONE_NAMES
                && let Some(now) = gone.remove(text)
            {
                asked += 1;
                call_check(call)?;
                if store.places_named(text, 1)?.is_empty() && !self.stands_in_code(store, text, call)? {
                    let became = if now.is_some() { DriftChange::Renamed } else { DriftChange::Removed };
                    known.insert(term, (became, now));
                }
            } else if used.is_gone()
                && (used.is_literal && is_stated(text) || used.was_assigned && is_compound(text))
                && asked < MAX_GONE_NAMES
            {
                asked += 1;
                call_check(call)?;
                if store.places_named(text, 1)?.is_empty() && !self.stands_in_code(store, text, call)? {
                    known.insert(term, (DriftChange::Removed, None));
                }
            }
        }
        Ok(known)
    }
}

/// How many definitions are called so.
struct Meanings<'s> {
    store: &'s Store,
    known: RefCell<BTreeMap<String, usize>>,
    /// Words, and whether they are rare.
    words: RefCell<BTreeMap<String, bool>>,
}

impl Meanings<'_> {
    /// None, one, or more, which is two. Where that cannot be looked up, the name says nothing certain.
    fn count(&self, name: &str) -> usize {
        if let Some(known) = self.known.borrow().get(name) {
            return *known;
        }
        let count = self.store.places_named(name, 2).map_or(2, |places| places.len());
        self.known.borrow_mut().insert(name.to_owned(), count);
        count
    }

    /// Whether the project defines a name, and does not use it everywhere: what a framework of its own is called stands in every change.
    fn is_own(&self, name: &str) -> bool {
        self.count(name) > 0 && places_of_word(self.store, name).is_ok_and(|count| count <= MAX_NAME_PLACES)
    }

    /// Whether few places of the project have a word: `label` or `https` are no reason to look at a document.
    fn is_rare_word(&self, word: &str) -> bool {
        if let Some(known) = self.words.borrow().get(word) {
            return *known;
        }
        let is_rare = places_of_word(self.store, word).is_ok_and(|count| count <= MAX_WORD_PLACES);
        self.words.borrow_mut().insert(word.to_owned(), is_rare);
        is_rare
    }
}

/// Whether only pairs can be meant.
fn asks_pairs(options: &SyncCheckRequest) -> bool {
    options.staged || options.next_commit
}
