//! What the parts of an answer are about.

use serde::{Deserialize, Serialize};

/// What a part of an answer is about, by which receipts count what was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum About {
    /// Parts and how they fit.
    Graph,
    /// Text that people wrote.
    Documents,
    /// Code, and who uses it.
    Code,
    /// What commits did.
    History,
    /// What an answer says of itself.
    Frame,
}
