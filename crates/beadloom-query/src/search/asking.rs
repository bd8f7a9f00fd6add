//! Whether a task asks, or says what is to be changed.

/// Words that a question begins with.
const ASKING: &[&str] = &["how", "what", "where", "which", "who", "why"];

/// Words that a change begins with, as one that does it says them: `add`, `adds`, `added`, `adding`.
const CHANGING: &str = "\
    add allow avoid bump chang clean correct creat delet deprecat disabl do drop enabl extend fix handl ignor \
    implement improv introduc let make migrat mov port prevent rais refactor remov renam replac return revert rewrit \
    stop support switch turn updat upgrad use writ";

/// Letters that such a word has behind its stem at most.
const MAX_ENDING_LETTERS: usize = 4;

/// Whether a task is a question: then what it is about may be a test.
pub(crate) fn asks(task: &str) -> bool {
    let first = task.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    task.trim_end().ends_with('?') || ASKING.iter().any(|word| first.eq_ignore_ascii_case(word))
}

/// Whether a task says what is to be changed.
pub(crate) fn changes(task: &str) -> bool {
    let first = task.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    let first = first.to_lowercase();
    let is_form =
        |stem: &str| first.strip_prefix(stem).is_some_and(|ending| ending.len() <= MAX_ENDING_LETTERS);
    CHANGING.split(' ').any(is_form)
}
