//! What the words of a document name: types, services, paths.

use std::collections::BTreeMap;

use beadloom_model::{DocumentReading, PassageForm};

/// The longest word that is looked at, in bytes.
const MAX_WORD_BYTES: usize = 300;

/// Everything that a document might name, each once with the line of its first mention.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mentions {
    /// Names in camel case; words with one capital only where they stand as a name: in code or inside a sentence.
    pub types: BTreeMap<String, u32>,
    /// `*-service` and `*-api`, in lower case.
    pub services: BTreeMap<String, u32>,
    /// What is written like a path: with `/` in it, or as code with a dot.
    pub paths: BTreeMap<String, u32>,
}

/// Reads the passages of a document.
pub fn mentions(reading: &DocumentReading) -> Mentions {
    let mut found = Mentions::default();
    for passage in &reading.passages {
        let code = passage.form == PassageForm::Code;
        // In a heading words are often written large.
        let mut begins = passage.opens || passage.form == PassageForm::Heading;
        for word in passage.text.split(|c: char| c.is_whitespace() || "()[]{}<>,;\"'`*=|!".contains(c)) {
            if word.is_empty() || word.len() > MAX_WORD_BYTES {
                continue;
            }
            let ends = word.ends_with(['.', ':', '?']);
            let bare = word.trim_end_matches(['.', ':', '?', '/']).trim_start_matches("./");
            let line = passage.line;
            let path = word.trim_end_matches(['.', ':', '?']).trim_start_matches("./");
            let in_words = path.contains('/') && !path.contains("://");
            if in_words || (code && path.contains('.')) {
                found.paths.entry(without_line(path).to_owned()).or_insert(line);
            }
            for name in bare.split(['.', ':', '/', '#']).filter(|name| !name.is_empty()) {
                if is_type_name(name, code || !begins) {
                    found.types.entry(name.to_owned()).or_insert(line);
                }
            }
            let service = bare.rsplit('/').next().unwrap_or(bare).to_lowercase();
            if is_service_name(&service) {
                found.services.entry(service).or_insert(line);
            }
            begins = ends || passage.form == PassageForm::Heading;
        }
    }
    found
}

/// `src/a.py:12`, `src/a.py#L12` → `src/a.py`
fn without_line(path: &str) -> &str {
    let path = path.split_once('#').map_or(path, |(path, _)| path);
    match path.rsplit_once(':') {
        Some((path, line)) if line.bytes().all(|b| b.is_ascii_digit() || b == b'-') => path,
        _ => path,
    }
}

/// Letters and digits, a capital first, then small letters too. `stands_as_name`: whether one capital is enough.
fn is_type_name(name: &str, stands_as_name: bool) -> bool {
    let mut letters = name.chars();
    if !letters.next().is_some_and(char::is_uppercase)
        || !name.chars().all(|c| c.is_alphanumeric() || c == '_')
    {
        return false;
    }
    let small = name.chars().any(char::is_lowercase);
    let humps = letters.filter(|c| c.is_uppercase()).count();
    small && name.len() > 2 && (humps > 0 || stands_as_name)
}

fn is_service_name(name: &str) -> bool {
    ["-service", "-api"].iter().any(|end| name.strip_suffix(end).is_some_and(|rest| !rest.is_empty()))
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}
