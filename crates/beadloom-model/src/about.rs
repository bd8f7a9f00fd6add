//! What a part of an answer is about.

use serde::{Deserialize, Serialize};

/// What a part of an answer is about, by which receipts count what was sent. The types of hits are names of it, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum About {
    /// Parts and how they fit.
    #[serde(alias = "node")]
    Graph,
    /// Text that people wrote.
    #[serde(alias = "doc")]
    Documents,
    /// Code, and who uses it.
    Code,
    /// What commits did.
    History,
    /// What an answer says of itself.
    Frame,
}
