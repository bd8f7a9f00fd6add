//! What a section is for, by the whole words of its heading.

use beadloom_model::Section;

/// First match counts. A phrase matches as consecutive words.
const CLASSES: &[(Section, &[&[&str]])] = &[
    (
        Section::Spec,
        &[&["spec"], &["specification"], &["requirements"], &["description"], &["business", "rules"]],
    ),
    (Section::Invariants, &[&["invariant"], &["invariants"]]),
    (Section::Constraints, &[&["constraint"], &["constraints"], &["limit"], &["limits"]]),
    (Section::Api, &[&["api"], &["endpoint"], &["endpoints"], &["route"], &["routes"]]),
    (Section::Tests, &[&["test"], &["tests"], &["testing"]]),
];

/// The class of a section with that heading.
pub(super) fn of(heading: &str) -> Section {
    let words = words(heading);
    CLASSES
        .iter()
        .find(|(_, phrases)| phrases.iter().any(|phrase| contains(&words, phrase)))
        .map_or(Section::Other, |(section, _)| *section)
}

/// Lower-case words: runs of letters and digits.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn contains(words: &[String], phrase: &[&str]) -> bool {
    words.windows(phrase.len()).any(|window| window.iter().zip(phrase).all(|(word, part)| word == part))
}
