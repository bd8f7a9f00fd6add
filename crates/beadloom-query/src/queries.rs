//! Requests that are answered from the index, the files as they were indexed, and a few settings.

use beadloom_model::Result;
use beadloom_model::requests::RefreshMode;
use beadloom_store::Store;
use beadloom_tokens::Counter;
use serde_json::{Map, Value};

use crate::{ReadText, Staleness};

/// What answers are made from.
pub struct QueryInput<'a> {
    /// The index, brought up to date as the request wants it.
    pub store: &'a Store,
    /// How far it is behind.
    pub stale: &'a Staleness,
    /// The text of a file, if it is as the index knows it.
    pub read: ReadText<'a>,
    /// Tokens of an answer where the request does not say: the setting `context.budget`.
    pub budget: usize,
    /// Counts tokens as the settings say.
    pub counter: &'a dyn Fn() -> Result<Counter<'static>>,
}

/// Answers, as JSON.
pub(crate) type AnswerJson = Box<dyn FnOnce(&QueryInput<'_>) -> Result<String>>;

/// A request that was read.
pub struct Query {
    /// How the index is brought up to date first.
    pub refresh: RefreshMode,
    pub(crate) answer: AnswerJson,
}

impl Query {
    /// The answer as JSON.
    ///
    /// # Errors
    /// Those of the function that answers it.
    pub fn answer(self, given: &QueryInput<'_>) -> Result<String> {
        (self.answer)(given)
    }
}

/// Reads a request.
pub type ReadQuery = fn(Map<String, Value>) -> Result<Query>;

/// Declares them: each with the function that answers it.
macro_rules! queries {
    ($($request:ident => $answer:expr,)+) => {
        /// What reads the request of that name, with `usage` for one that does not read; None where its answer needs more than is in
        /// [`QueryInput`].
        pub fn query(name: &str) -> Option<queries::ReadQuery> {
            use beadloom_model::requests::{self, Request as _};

            fn made<R: 'static, A: serde::Serialize + 'static>(
                request: R,
                refresh: requests::RefreshMode,
                answer: fn(&QueryInput<'_>, &R) -> beadloom_model::Result<A>,
            ) -> Query {
                Query { refresh, answer: Box::new(move |given| answer::json::json(&answer(given, &request)?)) }
            }
            let read: queries::ReadQuery = match name {
                $(requests::$request::NAME => |object| {
                    let request = requests::$request::read(object)?;
                    let refresh = request.refresh;
                    Ok(made(request, refresh, $answer))
                },)+
                _ => return None,
            };
            Some(read)
        }
    };
}
