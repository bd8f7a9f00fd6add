//! Counts near the folders that they count: "the twelve crates under `crates/`".

use beadloom_model::answers::ClaimKind;
use beadloom_model::{Passage, PassageForm};

use crate::document::Document;
use crate::findings::Audit;
use crate::project::{Project, joined};
use crate::scope;

const WORDS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
];

pub(crate) fn check(document: &Document, project: &Project<'_>, audit: &mut Audit) {
    let passages = &document.reading.passages;
    for (at, passage) in passages.iter().enumerate() {
        if passage.form != PassageForm::Code || !passage.text.ends_with('/') {
            continue;
        }
        let Some(folder) =
            joined("", &passage.text).filter(|folder| !folder.is_empty() && project.is_folder(folder))
        else {
            continue;
        };
        let beside = [at.checked_sub(1), Some(at + 1)];
        let near = beside.into_iter().flatten().filter_map(|at| passages.get(at));
        for text in near.filter(|one| one.form == PassageForm::Text && one.line == passage.line) {
            claims(document, project, audit, &folder, passage, text);
        }
    }
}

fn claims(
    document: &Document,
    project: &Project<'_>,
    audit: &mut Audit,
    folder: &str,
    named: &Passage,
    text: &Passage,
) {
    let lower = text.text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let last = folder.rsplit('/').next().unwrap_or(folder);
    for pair in words.windows(2) {
        let [number, noun] = pair else { continue };
        let Some(said) = number_of(number) else { continue };
        // What is counted is called like the folder, or is what folders hold.
        let folders = project.folders_in(folder).len();
        let counted = match *noun {
            noun if noun == last && noun.ends_with('s') => folders,
            "packages" | "crates" | "folders" | "directories" | "subfolders" | "subdirectories"
            | "modules" => folders,
            _ => continue,
        };
        let hedged = [
            "about", "some", "over", "more", "almost", "around", "nearly", "first", "other", "these", "of",
            "least", "than",
        ];
        let at = words.iter().position(|word| word == number).unwrap_or(0);
        if at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| hedged.contains(word))
            || counted == 0
        {
            continue;
        }
        if scope::is_elsewhere(&document.sentence(named.line)) {
            continue;
        }
        audit.compared(ClaimKind::Count);
        if said != counted {
            let message = format!("{folder}/ holds {counted}");
            let quoted = format!("{number} {noun}");
            audit.wrong(
                document,
                ClaimKind::Count,
                text.line,
                &quoted,
                message,
                Some(format!("{counted} {noun}")),
            );
        }
    }
}

fn number_of(word: &str) -> Option<usize> {
    let digits = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    if digits { word.parse().ok() } else { WORDS.iter().position(|one| *one == word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_figures_or_words() {
        for (word, number) in
            [("12", Some(12)), ("twelve", Some(12)), ("v12", None), ("20261", None), ("many", None)]
        {
            assert_eq!(number_of(word), number, "{word}");
        }
    }
}
