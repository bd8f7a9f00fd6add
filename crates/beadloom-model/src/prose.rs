//! Documents: which files are some, and their sections.

use serde::{Deserialize, Serialize};

use crate::FolderKind;

/// Endings of prose.
const ENDINGS: &[&str] = &["md", "mdx", "markdown", "rst", "adoc", "asciidoc"];

/// Plain text is a document where it lies in a folder of documents, or is called like one.
const PLAIN_NAMES: &[&str] = &["readme", "install", "hacking", "usage", "building", "faq", "todo", "manual"];

/// Names of documents that say what was, what others may do, or who took part: no change makes them untrue.
const ASIDE_NAMES: &[&str] = &[
    "authors", "change", "changelog", "changes", "code-of-conduct", "code_of_conduct", "contributors",
    "copying", "credits", "history", "licence", "license", "maintainers", "news", "notice", "release",
    "release-notes", "release_notes", "releasenotes", "releases", "sponsors",
];

/// Folders of such documents, and of what no person of the project writes.
const ASIDE_FOLDERS: &[&str] = &[
    "adr", "adrs", "blog", "changelog", "changelogs", "changelog.d", "changes", "i18n", "l10n", "locale",
    "locales", "news", "newsfragments", "release-notes", "release_notes", "releases", "rfcs",
    "versioned_docs",
];

/// Whether a path is that of prose of any kind: where a name stands there alone, no code has it.
pub fn is_prose(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    ending.is_some_and(|ending| ending == "txt" || ENDINGS.contains(&ending.as_str()))
}

/// Whether a path is that of a document that describes what is.
pub fn is_document(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let (stem, ending) = (stem.to_lowercase(), ending.to_lowercase());
    let is_plain = ending == "txt"
        && (PLAIN_NAMES.iter().any(|known| stem.starts_with(known))
            || FolderKind::holds(path, &[FolderKind::Documents])
                && stem != "requirements"
                && stem != "cmakelists");
    if !is_plain && !ENDINGS.contains(&ending.as_str()) {
        return false;
    }
    let kinds = [FolderKind::TestData, FolderKind::Vendored, FolderKind::Generated];
    // What is hidden is for programs.
    let is_aside =
        |folder: &str| folder.starts_with('.') || ASIDE_FOLDERS.contains(&folder.to_lowercase().as_str());
    let first = stem.split(['.', ' ']).next().unwrap_or(&stem);
    !ASIDE_NAMES.contains(&first)
        && !first.starts_with("changelog")
        && !FolderKind::holds(path, &kinds)
        && !folders.split('/').any(is_aside)
}

/// Headings that are kept.
const MAX_HEADINGS: usize = 2_000;

/// Signs that underline a heading of reStructuredText, and how many there are at least.
const UNDERLINES: &[char] = &['=', '-', '~', '^', '"', '*', '+', '#', '`', '.', '\''];
const MIN_UNDERLINE: usize = 3;

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1-based: its first line.
    pub line: u32,
    /// Without marks.
    pub text: String,
}

/// The headings of a document, which part it into sections.
#[derive(Debug, Clone, Default)]
pub struct Headings {
    /// In the order of the document.
    pub all: Vec<Heading>,
    /// Lines of the document.
    lines: u32,
}

impl Headings {
    /// Those of Markdown, AsciiDoc and reStructuredText; none of what stands in a block of code.
    pub fn of(lines: &[&str]) -> Self {
        Self { all: headings(lines), lines: u32::try_from(lines.len()).unwrap_or(u32::MAX) }
    }

    /// How many headings begin before a line, or in it.
    pub fn number_at(&self, line: u32) -> usize {
        self.all.partition_point(|heading| heading.line <= line)
    }

    /// The section that a line stands in: its first and last line, and its heading, empty before the first one.
    pub fn section_at(&self, line: u32) -> ((u32, u32), &str) {
        self.section(self.number_at(line))
    }

    /// The section behind so many headings.
    pub fn section(&self, number: usize) -> ((u32, u32), &str) {
        let heading = number.checked_sub(1).and_then(|at| self.all.get(at));
        let last = self.all.get(number).map_or(self.lines, |next| next.line.saturating_sub(1));
        let first = heading.map_or(1, |heading| heading.line);
        ((first, last.max(first)), heading.map_or("", |heading| heading.text.as_str()))
    }
}

/// The names and the headings of a document. The index keeps it as JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentNames {
    /// The text of the first heading, or the title of its front matter; empty where there is none.
    pub title: String,
    /// Lines of the document.
    pub lines: u32,
    /// Line, 1-based, and text.
    pub headings: Vec<(u32, String)>,
    /// What may be a name or a path, and the first lines that have it, 1-based, in the order of the document.
    pub names: Vec<(String, Vec<u32>)>,
    /// The words that it has most and how often, the most frequent first.
    #[serde(default)]
    pub words: Vec<(String, u32)>,
}

impl DocumentNames {
    /// Its headings.
    pub fn headings(&self) -> Headings {
        let all = self.headings.iter().map(|(line, text)| Heading { line: *line, text: text.clone() });
        Headings { all: all.collect(), lines: self.lines }
    }
}

fn headings(lines: &[&str]) -> Vec<Heading> {
    let mut found: Vec<Heading> = Vec::new();
    let mut fence: Option<&str> = None;
    for (at, line) in lines.iter().enumerate() {
        if found.len() == MAX_HEADINGS {
            break;
        }
        let start = line.trim_start();
        let above = at.checked_sub(1).and_then(|above| lines.get(above)).copied().unwrap_or_default();
        let is_title = fence.is_none() && is_fence_like_underline(line, above);
        let mark = ["```", "~~~", "----"].into_iter().find(|mark| !is_title && start.starts_with(mark));
        match (fence, mark) {
            (Some(open), Some(mark)) if open == mark => {
                fence = None;
                continue;
            }
            (None, Some(mark)) if mark != "----" => fence = Some(mark),
            _ => {}
        }
        if fence.is_some() {
            continue;
        }
        let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
        if let Some(text) = marked(line) {
            found.push(Heading { line: number, text: text.to_owned() });
        } else if is_underline(line, above) && found.last().is_none_or(|last| last.line + 1 < number) {
            found.push(Heading { line: number - 1, text: above.trim().to_owned() });
        }
    }
    found
}

/// `## Text` and `== Text`.
fn marked(line: &str) -> Option<&str> {
    let sign = line.chars().next().filter(|sign| matches!(sign, '#' | '='))?;
    let text = line.trim_start_matches(sign);
    let depth = line.len() - text.len();
    let is_heading = depth <= 6 && text.starts_with(' ') && (sign == '#' || depth > 1 || text.len() > 1);
    let text = text.trim().trim_end_matches(sign).trim_end();
    (is_heading && !text.is_empty()).then_some(text)
}

/// Whether a line is the underline of a title in reStructuredText that is made of the signs of a fence in Markdown: a longer one than a
/// fence has, below a line that it is as long as.
pub fn is_fence_like_underline(line: &str, above: &str) -> bool {
    const FENCE_CHARS: usize = 3;
    let line = line.trim_end();
    line.len() > FENCE_CHARS
        && line.starts_with(['`', '~'])
        && line.chars().count() >= above.trim_end().chars().count()
        && is_underline(line, above)
}

/// Whether a line underlines the one above.
fn is_underline(line: &str, above: &str) -> bool {
    let line = line.trim_end();
    let Some(sign) = line.chars().next().filter(|sign| UNDERLINES.contains(sign)) else { return false };
    let above = above.trim_end();
    line.len() >= MIN_UNDERLINE
        && line.chars().all(|c| c == sign)
        && above.starts_with(|c: char| !c.is_whitespace())
        && above.chars().any(char::is_alphanumeric)
        && line.chars().count() + 2 >= above.chars().count()
        && !above.starts_with(['|', '-', '*', '>'])
}
