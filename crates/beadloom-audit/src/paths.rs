//! Paths in backticks.

use beadloom_model::answers::ClaimKind;

use crate::document::Document;
use crate::findings::Audit;
use crate::project::{Project, joined};
use crate::scope;

pub(crate) fn check(document: &Document, project: &Project<'_>, audit: &mut Audit) {
    for span in document.spans() {
        let Some(path) = path_of(&span.text) else { continue };
        match judge(document, project, path) {
            Verdict::Unknown => {}
            Verdict::There => audit.compared(ClaimKind::Path),
            Verdict::Missing(meant) => {
                if document.speaks_of_another(span.line) {
                    continue;
                }
                audit.compared(ClaimKind::Path);
                let nearest = project.nearest(&meant);
                let message = format!("{meant} does not exist");
                audit.wrong(document, ClaimKind::Path, span.line, &span.text, message, nearest);
            }
        }
    }
}

/// The path that a span is, without a line behind it; None where it is something else.
fn path_of(span: &str) -> Option<&str> {
    let span = span.trim();
    let span = span.split_once('#').map_or(span, |(path, _)| path);
    let span = match span.split_once(':') {
        Some((path, line))
            if line.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b':')) =>
        {
            path
        }
        _ => span,
    };
    let path = span.strip_prefix("./").unwrap_or(span);
    let bare = path.trim_end_matches('/');
    let is_path = bare.contains('/')
        && !path.starts_with(['/', '-', '.', '@', '~'])
        && !path.contains("//")
        && !path.contains("..")
        && path.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+'));
    (is_path && !bare.split('/').any(stands_for_another)).then_some(path)
}

/// Whether a part of a path is there to be replaced.
fn stands_for_another(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).to_lowercase();
    let named = [
        "foo", "bar", "baz", "qux", "example", "examples", "my", "myapp", "name", "xxx", "path", "some",
        "your", "file", "filename", "mymodule", "mypackage", "myproject", "hello", "world", "test",
        "yourproject", "x", "y", "n", "dir", "folder",
    ];
    named.contains(&stem.as_str())
        || ["my-", "my_", "your-", "your_", "some-", "some_", "example-", "example_", "new-", "new_"]
            .iter()
            .any(|start| stem.starts_with(start))
        || part.chars().all(|c| c.is_ascii_uppercase() || c == '_') && part.len() > 1
        || stem.contains("xxx")
}

enum Verdict {
    /// Nothing says that a place of this project is meant.
    Unknown,
    There,
    Missing(String),
}

fn judge(document: &Document, project: &Project<'_>, path: &str) -> Verdict {
    let folder = document.folder.as_str();
    // A path is read from the root, from the document, or from any folder between.
    let mut bases = vec![folder];
    bases.extend(folder.match_indices('/').map(|(at, _)| folder.get(..at).unwrap_or_default()).rev());
    bases.push("");
    for base in &bases {
        let Some(whole) = joined(base, path) else { continue };
        if project.exists(&whole) {
            return Verdict::There;
        }
    }
    if project.ends_with(path) {
        return Verdict::There;
    }
    let bare = path.trim_end_matches('/');
    let Some((above, name)) = bare.rsplit_once('/') else { return Verdict::Unknown };
    let Some((stem, ending)) = name.rsplit_once('.') else { return Verdict::Unknown };
    // Only what has the ending of a file of the project can be one of its files.
    if stem.is_empty() || path.ends_with('/') || !project.has_ending(ending) {
        return Verdict::Unknown;
    }
    for base in bases {
        let (Some(whole), Some(parent)) = (joined(base, bare), joined(base, above)) else { continue };
        if project.is_ignored(&whole) || scope::is_left_out(&whole) {
            return Verdict::Unknown;
        }
        let beside = project.is_folder(&parent)
            && project
                .files_in(&parent)
                .iter()
                .filter(|file| file.ends_with(&format!(".{ending}")))
                .nth(1)
                .is_some();
        // Its folder is there with others of its sort; or its first folder is, and the one file of that name lies elsewhere.
        let first = joined(base, above.split('/').next().unwrap_or(above)).unwrap_or_default();
        let moved = project.is_folder(&first)
            && matches!(project.named(name), [_])
            && !matches!(
                stem,
                "index" | "main" | "mod" | "lib" | "README" | "__init__" | "package" | "config"
            );
        if beside || moved {
            return Verdict::Missing(whole);
        }
    }
    Verdict::Unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_are_paths() {
        for (span, path) in [
            ("src/a.rs", Some("src/a.rs")),
            ("./src/a.rs:12", Some("src/a.rs")),
            ("src/a.rs#L3", Some("src/a.rs")),
            ("src/billing/", Some("src/billing/")),
            ("a.rs", None),
            ("/etc/passwd", None),
            ("../a/b.rs", None),
            ("src/*.rs", None),
            ("src/<name>/a.rs", None),
            ("https://a.example/b", None),
            ("path/to/a.rs", None),
            ("src/my_app/a.py", None),
            ("src/foo.py", None),
            ("cat src/a.rs", None),
            ("@scope/pkg/a.js", None),
            ("src/NAME/a.py", None),
        ] {
            assert_eq!(path_of(span), path, "{span}");
        }
    }
}
