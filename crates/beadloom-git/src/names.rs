//! Many paths in little memory.

/// Paths one after the other, sorted.
#[derive(Debug, Default, Hash)]
pub(crate) struct Names {
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Names {
    pub(crate) fn add(&mut self, path: &[u8]) {
        self.bytes.extend_from_slice(path);
        self.ends.push(self.bytes.len());
    }

    fn get(&self, at: usize) -> &[u8] {
        let end = |at: usize| self.ends.get(at).copied().unwrap_or_default();
        let start = at.checked_sub(1).map_or(0, end);
        self.bytes.get(start..end(at)).unwrap_or_default()
    }

    /// Git keeps them sorted; whoever else wrote the list may not have.
    pub(crate) fn sorted(self) -> Self {
        if (1..self.ends.len()).all(|at| self.get(at - 1) <= self.get(at)) {
            return self;
        }
        let mut all: Vec<&[u8]> = (0..self.ends.len()).map(|at| self.get(at)).collect();
        all.sort_unstable();
        let mut sorted = Self::default();
        all.into_iter().for_each(|path| sorted.add(path));
        sorted
    }

    /// The first that is not before `path`.
    fn from(&self, path: &[u8]) -> Option<&[u8]> {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.get(middle) < path {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < self.ends.len()).then(|| self.get(low))
    }

    /// Whether it is a file, or a folder of one.
    pub(crate) fn has(&self, path: &str) -> bool {
        let folder = format!("{path}/");
        self.from(path.as_bytes()) == Some(path.as_bytes())
            || self.from(folder.as_bytes()).is_some_and(|next| next.starts_with(folder.as_bytes()))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All of them, in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map(|at| self.get(at))
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn files_and_the_folders_that_have_them_are_there() {
        let mut names = Names::default();
        for path in ["src/a.py", ".github/workflows/ci.yml", "src.py", "src-old/b.py", "web/x"] {
            names.add(path.as_bytes());
        }
        let names = names.sorted();
        for (path, is_there) in [
            ("src", true),
            ("src/a.py", true),
            ("src.py", true),
            ("src-old", true),
            (".github/workflows", true),
            (".git", false),
            ("sr", false),
            ("src/a", false),
            ("src/a.py/x", false),
            ("web/x", true),
            ("web/y", false),
            ("zoo", false),
            ("", false),
        ] {
            assert_eq!(names.has(path), is_there, "{path}");
        }
        assert!(!Names::default().has("src"));
    }
}
