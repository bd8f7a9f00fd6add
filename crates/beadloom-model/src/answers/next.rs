//! How an answer ends.

use serde::{Deserialize, Serialize};

answers! {
    /// Whether an answer holds all there is, and what to read or ask next.
    #[derive(Default)]
    pub struct Next {
        /// Whether nothing that was asked for is left out, cut, or uncertain.
        pub complete: bool,
        /// The same in words, with the call that has the rest: the last line of the answer as text.
        pub says: String,
        /// Of an answer to a task: which share of the places to change it is expected to name, 0 to 1; left out where nothing says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub expected: Option<f64>,
        /// Lines worth reading next, `path:from-to`, best first, at most three; left out where there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub read: Vec<String>,
    }
}
