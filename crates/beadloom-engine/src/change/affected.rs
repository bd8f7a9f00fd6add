//! What a change reaches: `affected`.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_git::{Revisions, changed_since, contents};
use beadloom_graph::{CodeOwners, OWNERS_FILES};
use beadloom_index::{Sources, read_source};
use beadloom_lang::{Limits, Parser};
use beadloom_model::requests::AffectedRequest;
use beadloom_model::{Code, Error, Result, SymbolFacts};
use beadloom_query as query;
use beadloom_store::Store;

use crate::json::to_json;
use crate::{Call, Engine};

/// Files of which it is looked up which symbols changed; of more, all count.
const MAX_COMPARED_FILES: usize = 1_000;

/// Bytes of an owners file; GitHub reads 3 MB.
const MAX_OWNERS: u64 = 3 << 20;

/// Files below a folder that was named.
const MAX_FOLDER_FILES: usize = 10_000;

impl Engine {
    /// What changed files reach, as JSON.
    ///
    /// # Errors
    /// `bad_revision`, `no_repository`, `not_found` for a file that neither the project nor the base has, `outside_root`,
    /// `no_index`, store errors.
    pub fn affected(&self, options: &AffectedRequest, call: &Call<'_>) -> Result<String> {
        let revisions = Revisions { root: self.root(), cancelled: call.cancelled };
        let base = match (&options.base, options.files.is_empty()) {
            (Some(base), _) => Some(base.clone()),
            (None, true) => Some("HEAD".to_owned()),
            (None, false) => None,
        };
        let commit = base.as_deref().map(|base| revisions.commit(base)).transpose()?;
        self.keep_past(options.refresh, call);
        // A test that is not looked at would not be run: the index is waited for.
        self.answer(crate::rules::whole(options.refresh), call, |store, _, stale| {
            let files = if options.files.is_empty() {
                self.changed(commit.as_deref().unwrap_or("HEAD"), call)?
            } else {
                self.named(store, options, commit.as_deref().unwrap_or("HEAD"), call)?
            };
            let symbols = match &commit {
                Some(commit) => self.changed_symbols(store, &files, commit, call)?,
                None => BTreeMap::new(),
            };
            let request = query::AffectedRequest {
                files,
                symbols,
                base: base.clone(),
                base_commit: commit.clone(),
                owners: self.code_owners(),
                depth: options.depth.get(),
                limit: options.limit.get(),
                stale: stale.clone(),
            };
            let sources = Sources::new(self.root());
            to_json(&query::affected(store, &request, &|path| sources.text(path))?)
        })
    }

    /// Files that differ from a commit.
    fn changed(&self, commit: &str, call: &Call<'_>) -> Result<Vec<String>> {
        let since = changed_since(self.root(), commit, call.cancelled).ok_or_else(|| {
            Error::new(Code::NotReadable, "Git could not compare the revision with the working tree")
        })?;
        let ours = |path: &String| !path.starts_with(".beadloom/beadloom.db");
        Ok(since.changed.into_iter().chain(since.deleted).filter(ours).collect())
    }

    /// The files that somebody named, and those below folders.
    fn named(
        &self,
        store: &Store,
        options: &AffectedRequest,
        commit: &str,
        call: &Call<'_>,
    ) -> Result<Vec<String>> {
        let mut files = BTreeSet::new();
        for given in &options.files {
            let path = given.trim_start_matches("./").trim_end_matches('/');
            if path.starts_with('/') || path.split('/').any(|part| part == "..") {
                return Err(Error::new(Code::OutsideRoot, format!("{given} is outside the project"))
                    .hint("paths are relative to the project's root"));
            }
            let mut full = self.root().join(path);
            let mut meant = None;
            if !full.exists() {
                meant = query::path_meant(store, path)?.filter(|path| self.root().join(path).exists());
                full = meant.as_ref().map_or(full, |path| self.root().join(path));
            }
            let path = meant.as_deref().unwrap_or(path);
            let own = store.links()?.real(path);
            let path = own.as_deref().unwrap_or(path);
            if path.is_empty() || full.is_dir() {
                let folder = if path.is_empty() { String::new() } else { format!("{path}/") };
                files.extend(
                    store.code_files_below(&folder, MAX_FOLDER_FILES)?.into_iter().map(|(_, path)| path),
                );
            } else if full.exists() || self.had(path, commit, call) {
                files.insert(path.to_owned());
            } else {
                return Err(Error::new(Code::NotFound, format!("no such file: {given}")).hint(
                    "name files relative to the project's root; one that is gone has to be in the base",
                ));
            }
        }
        Ok(files.into_iter().collect())
    }

    /// Whether a commit has a file.
    fn had(&self, path: &str, commit: &str, call: &Call<'_>) -> bool {
        !contents(self.root(), &[format!("{commit}:./{path}")], call.cancelled).is_empty()
    }

    /// Symbols that differ between a commit and the files as they are, by file.
    fn changed_symbols(
        &self,
        store: &Store,
        files: &[String],
        commit: &str,
        call: &Call<'_>,
    ) -> Result<BTreeMap<String, BTreeSet<String>>> {
        let mut code: Vec<&String> = Vec::new();
        for path in files.iter().filter(|path| beadloom_lang::detect(path).is_some()).take(MAX_COMPARED_FILES)
        {
            if store.file_id(path)?.is_some() {
                code.push(path);
            }
        }
        let name = |path: &str| format!("{commit}:./{path}");
        let names: Vec<String> = code.iter().map(|path| name(path)).collect();
        let old = contents(self.root(), &names, call.cancelled);
        let sources = Sources::new(self.root());
        let mut parser = Parser::new();
        let mut changed = BTreeMap::new();
        for path in code {
            // A file that is new is new as a whole.
            let Some(bytes) = old.get(&name(path)) else { continue };
            let before = String::from_utf8_lossy(bytes);
            let after = sources.text(path).unwrap_or_default();
            let limits = Limits { cancelled: Some(call.cancelled), ..Limits::default() };
            let before = crate::sync::parse(&mut parser, path, &before, &limits);
            let after = crate::sync::parse(&mut parser, path, &after, &limits);
            changed.insert(path.clone(), different(&before, &after));
        }
        Ok(changed)
    }

    fn code_owners(&self) -> Option<(String, CodeOwners)> {
        OWNERS_FILES.iter().find_map(|path| {
            let file = read_source(self.root(), path, MAX_OWNERS)?;
            Some(((*path).to_owned(), CodeOwners::parse(&file.text)))
        })
    }
}

/// Names of symbols that are there and were not, or were otherwise. Of what is gone, the one that it stood in is other.
fn different(before: &[SymbolFacts], after: &[SymbolFacts]) -> BTreeSet<String> {
    let mut old: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for symbol in before {
        old.entry(&symbol.qualified_name).or_default().push(&symbol.body_hash);
    }
    after
        .iter()
        .filter(|symbol| {
            old.get(symbol.qualified_name.as_str()).is_none_or(|hashes| !hashes.contains(&&symbol.body_hash))
        })
        .map(|symbol| symbol.qualified_name.clone())
        .collect()
}
