//! What a document is about, by what is trusted most: front matter and headings, the file's name, its folder, its text.

use beadloom_model::{DocKind, DocumentReading, HTTP_METHODS, Passage, PassageForm};

use crate::bootstrap::Confidence;

/// What a record of a decision consists of, where it has no heading "Decision".
const RECORD: &[&str] = &["status", "context", "consequences"];

/// Headings of one document class in running projects; whole headings.
const FEATURE_HEADINGS: &[&str] = &["acceptance criteria", "user story", "user stories"];
const DOMAIN_HEADINGS: &[&str] = &["ubiquitous language", "bounded context", "domain model", "domain events"];

/// So many requests (`GET /invoices`) make a text the description of an interface.
const REQUESTS: usize = 3;

/// At most so many lines lie between the steps of a scenario.
const STEPS_APART: u32 = 4;

/// A class, and the folder that it comes from, if it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Classified {
    /// `Other` where nothing speaks for another.
    pub class: DocKind,
    /// Bytes of the path up to and with the folder that is named after the class.
    pub folder: Option<usize>,
    /// How far to trust it.
    pub confidence: Confidence,
}

/// The class of a document.
pub fn classify(path: &str, reading: &DocumentReading) -> Classified {
    let found = reading.evidence;
    let by = |class, confidence| Classified { class, folder: None, confidence };
    if let Some(class) = found.front_matter {
        return by(class, Confidence::High);
    }
    // It shows how one is written, and is none.
    if is_template(path) {
        return by(DocKind::Other, Confidence::Medium);
    }
    if let Some(class) = found.title {
        return by(class, Confidence::High);
    }
    if found.decides || is_record(reading) {
        return by(DocKind::Adr, Confidence::High);
    }
    // An RFC may have a chapter "API": the name says more than headings that many documents have.
    if let Some(class) = found.file_name {
        return by(class, Confidence::High);
    }
    let folder = found.folder.filter(|folder| folder.kind != DocKind::Other);
    if let Some(class) = found.headings.or_else(|| telling_headings(reading)) {
        // "API" stands in features and services alike: the folder, then the name decide.
        let class = match class {
            DocKind::Service => match folder.map(|folder| folder.kind) {
                Some(kind @ (DocKind::Feature | DocKind::Service)) => kind,
                _ if names_service(path, reading) => DocKind::Service,
                _ => DocKind::Feature,
            },
            class => class,
        };
        let folder = folder.filter(|folder| folder.kind == class).map(|folder| folder.length);
        return Classified { class, folder, confidence: Confidence::Medium };
    }
    if let Some(evidence) = found.folder {
        // What stands beside the folders of the parts, as an overview of them, is no part.
        let rest = path.get(evidence.length..).unwrap_or_default();
        return if evidence.kind == DocKind::Other || is_index(rest) {
            by(DocKind::Other, Confidence::Medium)
        } else {
            let folder = Some(evidence.length);
            Classified { class: evidence.kind, folder, confidence: Confidence::Medium }
        };
    }
    by(by_text(path, reading).unwrap_or(DocKind::Other), Confidence::Low)
}

/// Whether a file name is that of a folder's first page.
pub(super) fn is_index(name: &str) -> bool {
    let name = name.to_lowercase();
    matches!(
        name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem),
        "readme" | "index" | "home" | "_index"
    )
}

fn headings(reading: &DocumentReading) -> impl Iterator<Item = String> {
    reading.passages.iter().filter(|passage| passage.form == PassageForm::Heading).map(|passage| {
        let words = passage.text.split(|c: char| !c.is_alphanumeric());
        let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        words.join(" ")
    })
}

fn is_record(reading: &DocumentReading) -> bool {
    let headings: Vec<String> = headings(reading).collect();
    RECORD.iter().all(|wanted| headings.iter().any(|heading| heading == wanted))
}

fn telling_headings(reading: &DocumentReading) -> Option<DocKind> {
    headings(reading).find_map(|heading| {
        if FEATURE_HEADINGS.contains(&heading.as_str()) {
            Some(DocKind::Feature)
        } else if DOMAIN_HEADINGS.contains(&heading.as_str()) {
            Some(DocKind::Domain)
        } else {
            None
        }
    })
}

fn names_service(path: &str, reading: &DocumentReading) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let title = reading.title.as_deref().unwrap_or_default().to_lowercase();
    let ends = |text: &str, word: &str| {
        text.strip_suffix(word).is_some_and(|rest| rest.ends_with(['-', '_', ' ', '.']))
    };
    ["service", "api"].iter().any(|word| ends(stem, word) || ends(&title, word) || stem == *word)
}

/// A story (`As a … I want …`) or scenario tells a feature; many requests tell a service.
fn by_text(path: &str, reading: &DocumentReading) -> Option<DocKind> {
    let texts = || reading.passages.iter().filter(|passage| passage.form == PassageForm::Text);
    let story = texts().filter(|passage| passage.opens).any(|passage| {
        let text = passage.text.to_lowercase();
        (text.starts_with("as a ") || text.starts_with("as an ")) && text.contains(" want")
    });
    if story || has_scenario(texts()) {
        return Some(DocKind::Feature);
    }
    // Listed, not mentioned on the way.
    let requests = reading.passages.iter().filter(|passage| passage.opens).filter(|passage| {
        let mut words = passage.text.split_whitespace();
        words.next().is_some_and(|word| HTTP_METHODS.contains(&word))
            && words.next().is_some_and(|path| path.starts_with('/'))
    });
    (requests.take(REQUESTS).count() == REQUESTS)
        .then(|| if names_service(path, reading) { DocKind::Service } else { DocKind::Feature })
}

/// `Given …`, `When …`, `Then …`, close to each other: far apart they are words like others.
fn has_scenario<'a>(texts: impl Iterator<Item = &'a Passage>) -> bool {
    let mut seen: Option<(&str, u32)> = None;
    for passage in texts.filter(|passage| passage.opens) {
        let word = passage.text.split_whitespace().next().unwrap_or_default();
        let near = |word| {
            seen.is_some_and(|(last, line)| last == word && passage.line.saturating_sub(line) <= STEPS_APART)
        };
        match word {
            "Given" => seen = Some(("Given", passage.line)),
            "When" if near("Given") => seen = Some(("When", passage.line)),
            "Then" if near("When") => return true,
            _ => {}
        }
    }
    false
}

fn is_template(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    stem.split(|c: char| !c.is_alphanumeric()).any(|word| word == "template")
}
