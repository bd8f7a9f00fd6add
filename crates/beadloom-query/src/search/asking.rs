//! Whether a task asks, or says what is to be changed.

/// Words that a question begins with.
const ASKING: &[&str] = &["how", "what", "where", "which", "who", "why"];

/// Words that a change begins with, as one that does it says them: `add`, `adds`, `added`, `adding`.
const CHANGING: &str = "\
    add allow avoid bump chang clean correct creat delet deprecat disabl do done drop enabl extend fix handl ignor \
    implement improv introduc let mak migrat mov port prevent rais refactor remov renam replac return revert rewrit \
    stop support switch turn updat upgrad us writ";

/// Further words that a clause about a change begins with. Those that are names of things as often, such as `call` or `set`, are not among
/// them.
const CHANGING_CLAUSES: &str = "\
    adjust alway append attach autom bring cach chang combin consolidat convert deactivat decoupl defin delay display emit enforc \
    ensur exclud expand expos extract filter forc generat get hid includ inlin insert instead integrat keep merg modif normali \
    omit optimi optimis overrid persist pull push recogni reduc register reject reorder repair requir reset resolv restor \
    restrict reus rework separat shorten show simplif skip split standardi strip swap sync tidy transform trigger tweak unif \
    validat wrap";

/// Words that a clause begins with that makes something new: what it names need not be there yet.
const MAKING: &str = "\
    add allow append attach bootstrap creat defin enabl expos extract generat implement insert integrat introduc new port \
    provid separat split support unif";

/// Words that a clause begins with that asks without a question word.
const TELLING: &[&str] =
    &["describe", "explain", "find", "list", "locate", "overview", "trace", "understand"];

/// From so many words on, what neither asks nor says what is to be changed describes a change: questions are shorter.
const MANY_WORDS: usize = 14;

/// What such a word has behind its stem; a last letter may be doubled before the last two.
const ENDINGS: &[&str] = &["", "e", "s", "es", "y", "ies", "ied", "ed", "ing"];

/// Whether a task is a question: then what it is about may be a test.
pub(crate) fn asks(task: &str) -> bool {
    let first = task.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    task.trim_end().ends_with('?') || ASKING.iter().any(|word| first.eq_ignore_ascii_case(word))
}

/// Whether a text that nobody said to be a task is a question: agents write names and notes more often than sentences. What begins like a
/// question is one. Else any clause that says what is to be changed makes it a task; so does its length.
pub(crate) fn is_question(text: &str) -> bool {
    if asks(text) {
        return true;
    }
    let firsts: Vec<String> = clauses(text).filter_map(first_word).collect();
    let is_told = |word: &String| ASKING.contains(&word.as_str()) || TELLING.contains(&word.as_str());
    if firsts.first().is_some_and(is_told) {
        return true;
    }
    let says_change = |word: &String| begins(CHANGING, word) || begins(CHANGING_CLAUSES, word);
    if firsts.iter().any(says_change) {
        return false;
    }
    firsts.iter().any(is_told) || text.split_whitespace().count() < MANY_WORDS
}

/// Whether a task makes something new.
pub(crate) fn makes_new(task: &str) -> bool {
    clauses(task).filter_map(first_word).any(|word| begins(MAKING, &word))
}

/// What stands between marks that end a sentence, a part of it or an item.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let pieces = text.split(['.', ':', ';', ',', '!', '?', '(', ')', '*', '\n', '\u{2013}', '\u{2014}']);
    pieces.flat_map(|piece| piece.split(" - ")).map(str::trim).filter(|piece| !piece.is_empty())
}

fn first_word(text: &str) -> Option<String> {
    text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Whether a word in lower case is a form of one of these.
fn begins(stems: &str, word: &str) -> bool {
    let is_form = |stem: &str| {
        word.strip_prefix(stem).is_some_and(|ending| {
            let single = ending.strip_prefix(|letter| stem.ends_with(letter)).filter(|rest| rest.len() > 1);
            ENDINGS.contains(&ending) || single.is_some_and(|rest| ENDINGS.contains(&rest))
        })
    };
    stems.split_whitespace().any(is_form)
}

/// Whether a task says what is to be changed.
pub(crate) fn changes(task: &str) -> bool {
    first_word(task).is_some_and(|first| begins(CHANGING, &first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_is_new() {
        for (task, expected) in [
            ("Add a `Jitter` policy", true),
            ("deps: introduce Foo", true),
            ("fix frobnicate_widget", false),
            ("frobnicate_widget should send a receipt", false),
        ] {
            assert_eq!(makes_new(task), expected, "{task}");
        }
    }

    #[test]
    fn what_agents_write_asks_or_says_a_change() {
        for (text, expected) in [
            ("X decorator: how is the cache keyed", true),
            ("where does the importer run", true),
            ("explain retry handling", true),
            ("file upload component", true),
            ("session store, cookie, what signs it", true),
            ("Does it close the pool?", true),
            ("Goal deletion: fix parent lookup after delete, add tests for goal deletion", false),
            ("Separate ComplexMethod rule into two; default config; deprecation", false),
            ("core: Call the listeners before the state is persisted. Rename listener methods", false),
            ("API improvements: hide logo in docs UI; always return a user", false),
            ("Repair interval configuration", false),
            ("fix: integrate useBroadcast for email template refresh handling", false),
            (
                "new case class with all info needed about an object to ingest, with its media ID in one place",
                false,
            ),
            ("dropping old sessions", false),
            ("Removes the cache", false),
            ("user model, address book, fixtures, dropdown, docker image", true),
            ("", true),
        ] {
            assert_eq!(is_question(text), expected, "{text}");
        }
    }
}
