//! CODEOWNERS: who is asked about which files.

use crate::pattern::PathPattern;

/// Where owners files are looked for, the first that is there counts.
pub const OWNERS_FILES: &[&str] =
    &[".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];

/// Lines beyond this are not read: a path would be compared with all of them.
const MAX_LINES: usize = 5_000;

/// An owners file, read.
#[derive(Debug, Clone, Default)]
pub struct CodeOwners {
    /// In the order of the file; the last that matches counts.
    lines: Vec<(PathPattern, Vec<String>)>,
}

impl CodeOwners {
    /// Reads the file's text. Lines that say nothing that can be read are left out.
    pub fn parse(text: &str) -> Self {
        let lines = text
            .lines()
            .map(|line| line.trim().trim_start_matches('\u{feff}'))
            // `[Section]` belongs to GitLab: its lines count as if it were not there. `!` is not known to either.
            .filter(|line| !line.is_empty() && !line.starts_with(['#', '[', '!', '^']))
            .take(MAX_LINES)
            .filter_map(|line| {
                let (pattern, owners) = parts(line);
                Some((PathPattern::new(&[pattern]).ok()?, owners))
            })
            .collect();
        Self { lines }
    }

    /// The owners of a path, as the file writes them; empty where nobody is named, or nobody on purpose.
    pub fn of(&self, path: &str) -> &[String] {
        let line = self.lines.iter().rev().find(|(pattern, _)| pattern.matches(path));
        line.map_or(&[], |(_, owners)| owners)
    }
}

/// The pattern, in which a space is written `\ `, and the owners up to a comment.
fn parts(line: &str) -> (String, Vec<String>) {
    let mut pattern = String::new();
    let mut characters = line.char_indices();
    let mut end = line.len();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' if line.get(at + 1..).is_some_and(|rest| rest.starts_with(' ')) => {
                pattern.push(' ');
                characters.next();
            }
            c if c.is_whitespace() => {
                end = at;
                break;
            }
            c => pattern.push(c),
        }
    }
    let owners = line.get(end..).unwrap_or("").split_whitespace();
    (pattern, owners.take_while(|word| !word.starts_with('#')).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::CodeOwners;

    #[test]
    fn the_last_line_that_matches_counts() {
        let owners = CodeOwners::parse(
            "# who\n*  @all\n*.js @web  @ui # both\n/docs/ docs@example.org\nsrc/a\\ b/ @space\n/src/free\n[Section]\n!no @x\n[\n",
        );
        for (path, want) in [
            ("README.md", &["@all"][..]),
            ("src/x.js", &["@web", "@ui"]),
            ("docs/x.js", &["docs@example.org"]),
            ("src/docs/x.md", &["@all"]),
            ("src/a b/c.py", &["@space"]),
            ("src/free/a.py", &[]),
        ] {
            assert_eq!(owners.of(path), want, "{path}");
        }
        assert!(CodeOwners::parse("").of("a").is_empty());
    }
}
