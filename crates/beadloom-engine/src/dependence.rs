//! What depends on what, from the graph down to symbols, brought up to date first.

use beadloom_model::answers::{Certainty, UseKind};
use beadloom_model::{Code, Error, Result};
use beadloom_query as query;

use crate::answers::{to_json, whole};
use crate::{Call, Engine, Refresh, counting, vocabularies};

/// Of [`Engine::why`].
#[derive(Debug, Clone)]
pub struct WhyOptions {
    /// A node's id, a path or a symbol's name.
    pub reference: String,
    /// Steps that are followed; 3 where it is not given.
    pub depth: Option<usize>,
    /// Entries of each list at most; 30 where it is not given.
    pub limit: Option<usize>,
    /// List what it needs, not what needs it.
    pub reverse: bool,
    /// Freshness.
    pub refresh: Refresh,
}

/// Of [`Engine::refs`].
#[derive(Debug, Clone)]
pub struct RefsOptions {
    /// A symbol's name.
    pub symbol: String,
    /// `call`, `type`, `inherit` or `override`; all where it is not given.
    pub kind: Option<String>,
    /// The least certainty: `exact`, `unique` or `ambiguous`, which is the default.
    pub confidence: Option<String>,
    /// Entries of each list at most; 100 where it is not given.
    pub limit: Option<usize>,
    /// Freshness.
    pub refresh: Refresh,
}

/// Of [`Engine::related`].
#[derive(Debug, Clone)]
pub struct RelatedOptions {
    /// Relative to the root.
    pub path: String,
    /// Entries of each list at most; 30 where it is not given.
    pub limit: Option<usize>,
    /// Freshness.
    pub refresh: Refresh,
}

/// Of [`Engine::signatures`].
#[derive(Debug, Clone)]
pub struct SignaturesOptions {
    /// Relative to the root; at least one.
    pub paths: Vec<String>,
    /// Tokens of the answer at most; from the settings where it is not given.
    pub budget: Option<usize>,
    /// Freshness.
    pub refresh: Refresh,
}

impl Engine {
    /// What a reference needs and what needs it, as JSON.
    ///
    /// # Errors
    /// `usage` for an empty reference, `not_found` with suggestions, `no_index`, store errors.
    pub fn why(&self, options: &WhyOptions, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, _, stale| {
            let request = query::WhyRequest {
                reference: options.reference.clone(),
                depth: options.depth.unwrap_or(3),
                limit: options.limit.unwrap_or(30),
                reverse: options.reverse,
                stale: stale.clone(),
            };
            to_json(&query::why(store, &request)?)
        })
    }

    /// The places that refer to a symbol, as JSON.
    ///
    /// # Errors
    /// `usage` for an empty name, an unknown kind or certainty, `not_found` with suggestions, `no_index`, store errors.
    pub fn refs(&self, options: &RefsOptions, call: &Call<'_>) -> Result<String> {
        let kind = match options.kind.as_deref() {
            None => None,
            Some("call") => Some(UseKind::Call),
            Some("type") => Some(UseKind::Type),
            Some("inherit") => Some(UseKind::Inherit),
            Some("override") => Some(UseKind::Override),
            Some(other) => return Err(unknown("kind of reference", other, "call, type, inherit, override")),
        };
        let confidence = match options.confidence.as_deref() {
            None | Some("ambiguous") => Certainty::Ambiguous,
            Some("unique") => Certainty::Unique,
            Some("exact") => Certainty::Exact,
            Some(other) => return Err(unknown("confidence", other, "exact, unique, ambiguous")),
        };
        self.answer(options.refresh, call, |store, _, stale| {
            let request = query::RefsRequest {
                symbol: options.symbol.clone(),
                kind,
                confidence,
                limit: options.limit.unwrap_or(100),
                stale: stale.clone(),
            };
            to_json(&query::refs(store, &request)?)
        })
    }

    /// The files that have to do with a file, as JSON.
    ///
    /// # Errors
    /// `usage` for an empty path, `outside_root`, `not_found` with suggestions, `no_index`, store errors.
    pub fn related(&self, options: &RelatedOptions, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, _, stale| {
            let request = query::RelatedRequest {
                path: options.path.clone(),
                limit: options.limit.unwrap_or(30),
                stale: stale.clone(),
            };
            to_json(&query::related(store, &request)?)
        })
    }

    /// The outlines of files, as JSON within a token budget.
    ///
    /// # Errors
    /// `usage` without a path, `outside_root`, `not_found` with suggestions, `budget_too_small`, `no_vocabulary`,
    /// `no_index`, store errors.
    pub fn signatures(&self, options: &SignaturesOptions, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, settings, stale| {
            let request = query::SignaturesRequest {
                paths: options.paths.clone(),
                budget: options.budget.unwrap_or_else(|| whole(settings.config.context.budget)),
                stale: stale.clone(),
            };
            let counter = vocabularies::counter(counting::counting(&settings.config))?;
            to_json(&query::signatures(store, &request, &counter)?)
        })
    }
}

fn unknown(what: &str, given: &str, known: &str) -> Error {
    Error::new(Code::Usage, format!("{given:?} is not a {what}")).hint(format!("one of: {known}"))
}
