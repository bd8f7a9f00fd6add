//! Links to files and headings of the project.

use beadloom_model::answers::ClaimKind;

use crate::anchors::{Anchors, anchors, plain};
use crate::document::{Document, is_markdown};
use crate::findings::Audit;
use crate::project::{Project, joined};
use crate::scope;
use crate::sites::Builder;

/// What a page of a site may be called in its source.
const PAGES: &[&str] =
    &[".md", ".mdx", ".markdown", ".rst", ".html", "/index.md", "/index.mdx", "/README.md", "/_index.md"];

/// Endings of what pages are made of.
const SOURCES: &[&str] =
    &["md", "mdx", "markdown", "rst", "ipynb", "png", "jpg", "jpeg", "gif", "svg", "webp", "avif"];

pub(crate) fn check(document: &Document, project: &Project<'_>, audit: &mut Audit) {
    let own = anchors(&document.text);
    let site = project.site_of(&document.path);
    for link in &document.reading.links {
        let destination = link.destination.trim();
        if let Some(anchor) = destination.strip_prefix('#') {
            // There a label of any page is meant.
            if site != Some(Builder::Sphinx) {
                let claim = AnchorClaim { line: link.line, said: destination, anchor, path: None };
                check_anchor(document, audit, &claim, own.as_ref(), site.is_none());
            }
            continue;
        }
        let Some(target) = local(destination) else { continue };
        let (path, anchor) = target.split_once('#').map_or((target, None), |(path, at)| (path, Some(at)));
        let path = path.split('?').next().unwrap_or(path);
        let path = decoded(path);
        if path.is_empty() || is_filled_in(&path) {
            continue;
        }
        match find(document, project, site, &path) {
            Found::Elsewhere => {}
            Found::There(there) => {
                audit.compared(ClaimKind::Link);
                if let Some(anchor) = anchor.filter(|_| is_markdown(&there))
                    && let Some(text) = project.text(&there)
                {
                    let claim =
                        AnchorClaim { line: link.line, said: destination, anchor, path: Some(&there) };
                    check_anchor(document, audit, &claim, anchors(&text).as_ref(), site.is_none());
                }
            }
            Found::Missing(meant) => {
                audit.compared(ClaimKind::Link);
                let message = format!("the link leads to {meant}, which does not exist");
                audit.wrong(
                    document,
                    ClaimKind::Link,
                    link.line,
                    destination,
                    message,
                    project.nearest(&meant),
                );
            }
        }
    }
}

enum Found {
    /// Nobody can say from here.
    Elsewhere,
    There(String),
    Missing(String),
}

/// The destination as a path of the project; None where it leads to the net, or a page builder makes it.
fn local(destination: &str) -> Option<&str> {
    let scheme = destination.split(['/', '?', '#']).next().unwrap_or_default().contains(':');
    let made = ["{", "}", "<", ">", "$", "%7B", "\\", "*"];
    let elsewhere = scheme || destination.starts_with(['/', '@', '~']) || destination.starts_with("mailto");
    (!elsewhere && !made.iter().any(|mark| destination.contains(mark))).then_some(destination)
}

/// Whether a link is a place to be filled in.
fn is_filled_in(path: &str) -> bool {
    let lower = path.to_lowercase();
    let whole = ["url", "link", "...", "todo", "xxx", "placeholder"];
    let starts = ["your-", "your_", "example."];
    let stands_for = |part: &str| whole.contains(&part) || starts.iter().any(|start| part.starts_with(start));
    !path.contains(['/', '.']) || lower.contains("path/to") || lower.split('/').any(stands_for)
}

fn find(document: &Document, project: &Project<'_>, site: Option<Builder>, path: &str) -> Found {
    let Some(meant) = joined(&document.folder, path) else { return Found::Elsewhere };
    if project.exists(&meant) {
        return Found::There(meant);
    }
    // Builders of sites take a page for a folder, leave out its ending, or begin elsewhere.
    let stem = document.path.rsplit_once('.').map_or(document.path.as_str(), |(stem, _)| stem);
    let as_folder = joined(stem, path);
    for base in [Some(meant.clone()), as_folder].into_iter().flatten() {
        let bare = base.strip_suffix(".html").unwrap_or(&base);
        let mut names = vec![base.clone()];
        names.extend(PAGES.iter().map(|page| format!("{bare}{page}")));
        if let Some(there) = names.into_iter().find(|name| project.exists(name)) {
            return Found::There(there);
        }
    }
    let name = meant.rsplit('/').next().unwrap_or(&meant);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    // Without an ending it may be a route of a site; a README is shown where it lies.
    let certain = match ending {
        Some("html" | "htm") => false,
        Some(ending) => ending.len() <= 8 && ending.chars().all(|c| c.is_ascii_alphanumeric()),
        None => is_shown_in_place(&document.path),
    };
    // A site may be put together from several folders: there the same end of the path is enough.
    let assembled = !is_shown_in_place(&document.path)
        && project.ends_with(path.trim_start_matches("./").trim_start_matches("../"));
    if !certain
        || assembled
        || site.is_some() && is_made(project, &meant)
        || project.is_ignored(&meant)
        || scope::is_left_out(&meant) && !is_markdown(&meant)
    {
        return Found::Elsewhere;
    }
    Found::Missing(meant)
}

/// Whether a builder of sites may make a file: all that is neither the source of a page nor a picture (`llms.txt`,
/// `a.html.md`, a symbol that Sphinx looks up), and pages of folders that are not there.
fn is_made(project: &Project<'_>, path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    !SOURCES.contains(&ending) || name.contains(".html.") || !project.is_folder(folder)
}

/// Whether a document is read where it lies, and is no page of a site.
fn is_shown_in_place(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    !path.contains('/')
        || (stem.len() > 3 && stem.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c == '-'))
}

fn decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let hex = tail.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match hex.filter(|_| *first == b'%').and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| path.to_owned())
}

/// An anchor that a link names.
struct AnchorClaim<'a> {
    line: u32,
    /// As the link has it.
    said: &'a str,
    anchor: &'a str,
    /// The document that it leads to; None: its own.
    path: Option<&'a str>,
}

fn check_anchor(
    document: &Document,
    audit: &mut Audit,
    claim: &AnchorClaim<'_>,
    there: Option<&Anchors>,
    on_forge: bool,
) {
    let Some(there) = there else { return };
    let AnchorClaim { line, said, anchor, path } = *claim;
    let decoded = decoded(anchor);
    let wanted = plain(&decoded);
    // Beginnings of pages, lines of code, texts to be highlighted.
    if wanted.is_empty()
        || wanted == "top"
        || anchor.starts_with([':', '/', '!', '~', '{'])
        || anchor.contains("=")
    {
        return;
    }
    audit.compared(ClaimKind::Anchor);
    if there.has(&decoded, on_forge) {
        return;
    }
    let place = path.unwrap_or("the document");
    let message = format!("{place} has no heading #{anchor}");
    audit.wrong(document, ClaimKind::Anchor, line, said, message, there.nearest(&wanted));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_elsewhere_is_no_claim() {
        for elsewhere in [
            "https://a.example", "mailto:a@b", "/guide/x", "{{ url }}", "<x>", "tel:1", "~/.config/x",
            "$HOME/x", "vscode://x",
        ] {
            assert!(local(elsewhere).is_none(), "{elsewhere}");
        }
        assert_eq!(local("../a/b.md#x"), Some("../a/b.md#x"));
        assert!(is_filled_in("path/to/x.md") && is_filled_in("url") && !is_filled_in("docs/urls.md"));
        assert_eq!(decoded("a%20b%2"), "a b%2");
        assert_eq!(decoded("%ff"), "%ff");
        assert!(is_shown_in_place("README.md") && is_shown_in_place("docs/CONTRIBUTING.md"));
        assert!(is_shown_in_place("notes.md") && !is_shown_in_place("docs/guide.md"));
    }
}
