//! All links of a project, for comparing with what its files say.

use beadloom_model::Result;
use beadloom_store::{FileKind, Store};

use super::links::ConventionLink;
use super::project::Conventions;

/// A link by a convention, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedLink {
    /// The file that needs the other.
    pub file: String,
    /// 1-based, in that file.
    pub line: u32,
    /// The qualified name of the definition there; None for the file itself.
    pub from: Option<String>,
    /// The file that is needed.
    pub target: String,
    /// The qualified name of the definition there; None for the file itself.
    pub to: Option<String>,
    /// `unique` or `ambiguous`.
    pub confidence: &'static str,
    /// What links the two, with the framework.
    pub reason: String,
}

/// Every link by a convention from every file, in the order of paths and lines. The other side of a link is left out.
///
/// # Errors
/// Store errors.
pub fn convention_links(store: &Store) -> Result<Vec<ListedLink>> {
    let mut conventions = Conventions::new(store);
    let mut files = store.state().files()?;
    files.retain(|file| file.kind != FileKind::Graph && file.skipped.is_none());
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let mut listed = Vec::new();
    for file in files {
        for link in conventions.links_from(file.id)?.iter().filter(|link| !link.is_reverse) {
            listed.push(conventions.listed(&file.path, link)?);
        }
    }
    Ok(listed)
}

impl Conventions<'_> {
    fn listed(&mut self, file: &str, link: &ConventionLink) -> Result<ListedLink> {
        Ok(ListedLink {
            file: file.to_owned(),
            line: link.line,
            from: self.name_of(link.user_file, link.user)?,
            target: self.path(link.used_file)?.to_string(),
            to: self.name_of(link.used_file, link.used)?,
            confidence: link.confidence.as_str(),
            reason: link.reason.to_string(),
        })
    }

    fn name_of(&mut self, file: i64, symbol: Option<i64>) -> Result<Option<String>> {
        let symbols = self.facts.symbols(file)?;
        let row = symbols.iter().find(|row| Some(row.id) == symbol);
        Ok(row.map(|row| row.qualified_name.clone()))
    }
}
