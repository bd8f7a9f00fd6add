//! Links of a project: other names of its files and folders.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Links on the way to one file; a system follows about as many.
const MAX_FOLLOWED_LINKS: usize = 40;

/// The links of a project that lead to files and folders of it. Each file is known by one path, that without links; this leads
/// there from every other.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Links {
    /// Where each leads; both relative to the root, `/`-separated, and what it leads to has no link in it.
    by_path: BTreeMap<String, String>,
}

impl Links {
    /// `links`: each with what it leads to, which is a path without links.
    pub fn new(links: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { by_path: links.into_iter().collect() }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_path.is_empty()
    }

    /// The links, by path, with what each leads to.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.by_path.iter().map(|(link, to)| (link.as_str(), to.as_str()))
    }

    /// The path without links; None where no link is on the way. What follows a link in a pattern stays as it is, and so does a
    /// `/` at the end.
    pub fn real(&self, path: &str) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        let mut real: Option<String> = None;
        // What a link leads to has no links, so each step leaves fewer segments that may be one.
        for _ in 0..MAX_FOLLOWED_LINKS {
            let current = real.as_deref().unwrap_or(path);
            let ends = current.match_indices('/').map(|(at, _)| at).chain([current.len()]);
            let next = ends.into_iter().find_map(|end| {
                let (link, rest) = current.split_at_checked(end)?;
                Some(format!("{}{rest}", self.by_path.get(link)?))
            });
            match next {
                Some(next) => real = Some(next),
                None => return real,
            }
        }
        None
    }
}
