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
        /// Lines worth reading next, `path:from-to`, best first, at most three; left out where there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub read: Vec<String>,
    }
}
