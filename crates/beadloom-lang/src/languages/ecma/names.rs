//! The names of an import or export statement.

/// Names of an import or export statement with the local names that differ: (local, theirs).
#[derive(Default)]
pub(super) struct Names {
    pub(super) names: Vec<String>,
    pub(super) aliases: Vec<(String, String)>,
}

impl Names {
    /// `theirs`, called `ours` here.
    pub(super) fn add(&mut self, theirs: &str, ours: Option<&str>) {
        if let Some(ours) = ours.filter(|ours| *ours != theirs) {
            self.aliases.push((ours.to_owned(), theirs.to_owned()));
        }
        self.names.push(theirs.to_owned());
    }
}
