//! A document that is about a part of the project, as it was found.

/// A link that was found.
#[derive(Debug, Clone)]
pub(crate) struct FoundLink {
    /// Of the document.
    pub(crate) path: String,
    /// What it is about.
    pub(crate) ref_id: String,
    /// How sure that is, up to 1.
    pub(crate) score: f64,
    /// First and last line and heading; None where the document as a whole is about it.
    pub(crate) section: Option<(u32, u32, String)>,
    /// It lies in a folder of the node.
    pub(crate) place: bool,
    /// It is called like the node.
    pub(crate) title: bool,
    /// Names of the node with the lines that have them first.
    pub(crate) names: Vec<(String, u32)>,
}
