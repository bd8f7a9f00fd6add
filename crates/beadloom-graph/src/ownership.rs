//! Which node owns a file: the one with the longest source that covers it.

use std::collections::HashMap;

use crate::paths::ROOT;

/// The sources of all nodes, ready for questions. A question costs one look-up per folder of the path.
#[derive(Debug, Clone, Default)]
pub struct Ownership {
    /// By source without its last `/`; the root is `""`.
    sources: HashMap<String, Claims>,
}

/// Who names a source, each list by ref_id.
#[derive(Debug, Clone, Default)]
struct Claims {
    /// Of the path itself: the source was written without a `/` at its end.
    itself: Vec<String>,
    /// Of everything below, and of the folder.
    below: Vec<String>,
}

impl Ownership {
    /// From ref_ids and their sources in normal form ([`crate::paths::normalise`]).
    ///
    /// `src/auth/` covers what is below that folder, `src/auth` also a file of that name, `./` everything; an
    /// empty source covers nothing.
    pub fn new<'a>(sources: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut map: HashMap<String, Claims> = HashMap::new();
        for (ref_id, source) in sources {
            if source.is_empty() {
                continue;
            }
            let folder = source.ends_with('/') || source == ".";
            let claims = map.entry(without_slash(source).to_owned()).or_default();
            claims.below.push(ref_id.to_owned());
            if !folder {
                claims.itself.push(ref_id.to_owned());
            }
        }
        for claims in map.values_mut() {
            for ids in [&mut claims.itself, &mut claims.below] {
                ids.sort_unstable();
                ids.dedup();
            }
        }
        Self { sources: map }
    }

    /// The node that owns a file, or a folder written with a `/` at its end. Of several nodes with the same
    /// source, the first by ref_id.
    pub fn owner(&self, path: &str) -> Option<&str> {
        self.owners(path).first().map(String::as_str)
    }

    /// All nodes with the longest source that covers the path, by ref_id.
    pub fn owners(&self, path: &str) -> &[String] {
        let folder = path.is_empty() || path.ends_with('/') || path == ".";
        let mut prefix = without_slash(path);
        if let Some(claims) = self.sources.get(prefix) {
            let ids = if folder { &claims.below } else { &claims.itself };
            if !ids.is_empty() {
                return ids;
            }
        }
        while !prefix.is_empty() {
            prefix = prefix.rsplit_once('/').map_or("", |(parent, _)| parent);
            if let Some(claims) = self.sources.get(prefix) {
                return &claims.below;
            }
        }
        &[]
    }

    /// The sources that may cover a path: what has none of these need not be looked at for its owner.
    pub fn sources_covering(path: &str) -> Vec<String> {
        let mut sources: Vec<String> = ["", "/", ".", ROOT].map(str::to_owned).into();
        let mut prefix = without_slash(path);
        while !prefix.is_empty() {
            sources.push(prefix.to_owned());
            sources.push(format!("{prefix}/"));
            prefix = prefix.rsplit_once('/').map_or("", |(parent, _)| parent);
        }
        sources
    }

    /// Whether no node has a source.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }
}

fn without_slash(path: &str) -> &str {
    if path == "." || path == ROOT {
        return "";
    }
    path.strip_suffix('/').unwrap_or(path)
}
