//! What a query says about code: its terms, what it names, what it asks for.

use std::collections::HashSet;

use beadloom_words::{Terms, query_words, terms as words_of};

use super::asking;
use super::name::Name;

/// A text with more words is an issue, a trace or a letter rather than a question: its parts do not count alike.
const LONG_TEXT: usize = 60;

/// Terms of a query, at most.
const MAX_TERMS: usize = 160;

/// Characters of a query that are read.
const MAX_TEXT_CHARS: usize = 16_384;

/// Names that are looked up, at most.
const MAX_NAMES: usize = 24;

/// What the parts of a long text are worth.
mod part {
    pub const PROSE: f32 = 0.35;
    pub const CODE_LIKE: f32 = 0.8;
    pub const IN_BACKTICKS: f32 = 1.0;
    pub const TITLE: f32 = 1.6;
}

/// Words that say that tests are wanted.
pub(super) const TEST_WORDS: &[&str] =
    &["test", "tests", "testing", "spec", "specs", "mock", "mocks", "fixture", "fixtures"];

/// Words that say that examples, benchmarks or documentation are wanted.
const SIDE_WORDS: &[&str] =
    &["example", "examples", "sample", "samples", "demo", "benchmark", "benchmarks", "bench", "docs"];

/// A name that the query spells out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The last part.
    pub name: String,
    /// The part before it.
    pub qualifier: Option<String>,
    /// Whether it stands in backticks, or is called.
    pub is_code: bool,
}

/// A query, read.
#[derive(Debug, Clone, Default)]
pub struct CodeQuery {
    /// Different terms with their weight, in the order of appearance.
    pub terms: Vec<(String, f32)>,
    /// How many of them stand in its first line, which is what the rest explains.
    pub title_terms: usize,
    /// Words in lower case, as they stand.
    pub words: HashSet<String>,
    /// All words in lower case, joined.
    pub joined: String,
    /// Names that look like those of code, or the whole query where it is one word.
    pub named: Vec<Named>,
    /// The whole query, where it is one name.
    pub name: Option<Name>,
    /// Paths and ends of paths, in lower case.
    pub paths: Vec<String>,
    /// Whether it is a long text.
    pub is_text: bool,
    /// Whether it says what is to be changed.
    pub changes: bool,
    /// Whether it asks something.
    pub asks: bool,
    /// Whether it asks for tests.
    pub wants_tests: bool,
    /// Whether it asks for examples and the like.
    pub wants_sides: bool,
}

impl CodeQuery {
    /// Reads a query.
    pub fn new(query: &str) -> Self {
        let text = &query[..query.floor_char_boundary(MAX_TEXT_CHARS)];
        let tokens: Vec<Token<'_>> = tokens(text);
        let is_text = tokens.len() > LONG_TEXT;
        let mut read = Self {
            is_text,
            name: Name::of(query),
            changes: asking::changes(text),
            asks: asking::asks(text),
            ..Self::default()
        };
        let mut maker = Terms::default();
        let mut at: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
        for token in &tokens {
            let weight = if is_text { token.weight() } else { 1.0 };
            // A token of stop words alone gives its words only where nothing else does: `query_words` knows.
            for word in query_words(token.text) {
                if tokens.len() > 1 && is_stop(&word) {
                    continue;
                }
                maker.of_text(&word, &mut |term| match at.get(term) {
                    Some(&index) => {
                        if let Some((_, known)) = read.terms.get_mut(index) {
                            *known = known.max(weight);
                        }
                    }
                    None if read.terms.len() < MAX_TERMS => {
                        at.insert(term.to_owned(), read.terms.len());
                        read.terms.push((term.to_owned(), weight));
                    }
                    None => {}
                });
            }
            if token.in_title {
                read.title_terms = read.terms.len();
            }
            if token.is_path() {
                read.paths.push(token.text.trim_matches('/').to_lowercase());
            }
            if (token.is_code_like() || tokens.len() == 1)
                && let Some(named) = named(token)
            {
                let is_same =
                    |known: &&mut Named| known.name == named.name && known.qualifier == named.qualifier;
                if let Some(known) = read.named.iter_mut().find(is_same) {
                    known.is_code |= named.is_code;
                } else if read.named.len() < MAX_NAMES {
                    read.named.push(named);
                }
            }
        }
        if read.terms.is_empty() {
            for word in words_of(text) {
                maker.of_text(&word, &mut |term| {
                    if !read.terms.iter().any(|(known, _)| known == term) && read.terms.len() < MAX_TERMS {
                        read.terms.push((term.to_owned(), 1.0));
                    }
                });
            }
        }
        for token in tokens.iter().take(LONG_TEXT) {
            let lower = token.text.to_lowercase();
            read.joined.extend(lower.chars().filter(|c| c.is_alphanumeric()));
            read.words.insert(lower);
        }
        read.wants_tests = !is_text && TEST_WORDS.iter().any(|word| read.words.contains(*word));
        read.wants_sides = !is_text && SIDE_WORDS.iter().any(|word| read.words.contains(*word));
        read
    }
}

fn is_stop(word: &str) -> bool {
    beadloom_words::is_stop_word(&word.to_lowercase())
}

/// A run of characters between spaces, without the punctuation around it.
#[derive(Debug, Clone, Copy)]
struct Token<'q> {
    text: &'q str,
    in_title: bool,
    in_backticks: bool,
    begins_sentence: bool,
}

impl Token<'_> {
    fn weight(&self) -> f32 {
        if self.in_title {
            part::TITLE
        } else if self.in_backticks {
            part::IN_BACKTICKS
        } else if self.is_code_like() {
            part::CODE_LIKE
        } else {
            part::PROSE
        }
    }

    /// Whether people write so only of code.
    fn is_code_like(&self) -> bool {
        let text = self.text;
        let inner = |mark: &str| text.trim_matches(|c: char| !c.is_alphanumeric()).contains(mark);
        let mut chars = text.chars();
        let first_upper = chars.next().is_some_and(char::is_uppercase);
        let rest = chars.as_str();
        self.in_backticks
            || inner("_")
            || inner("::")
            || inner(".")
            || inner("->")
            || text.ends_with("()")
            || text.starts_with('_')
            || (rest.chars().any(char::is_uppercase) && rest.chars().any(char::is_lowercase))
            || (first_upper && !self.begins_sentence && rest.chars().nth(1).is_some())
    }

    fn is_path(&self) -> bool {
        let text = self.text;
        let Some((_, file)) = text.rsplit_once('/') else {
            return text.rsplit_once('.').is_some_and(|(stem, extension)| {
                !stem.is_empty() && !stem.contains(['(', ':']) && super::understand::is_extension(extension)
            });
        };
        !text.contains("://") && !file.contains(' ')
    }
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        let mut in_backticks = false;
        let mut begins_sentence = true;
        for (index, piece) in line.split('`').enumerate() {
            if index > 0 {
                in_backticks = !in_backticks;
            }
            for raw in piece.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '\'')) {
                let word =
                    raw.trim_matches(|c: char| !c.is_alphanumeric() && c != '_' && c != '(' && c != ')');
                let word = if word.ends_with("()") { word } else { word.trim_matches(['(', ')']) };
                if !word.chars().any(char::is_alphanumeric) {
                    continue;
                }
                found.push(Token {
                    text: word,
                    in_title: number == 0,
                    in_backticks: in_backticks && !fenced,
                    begins_sentence,
                });
                begins_sentence = raw.ends_with(['.', '?', '!', ':']);
            }
        }
    }
    found
}

/// `post` of `Ledger`, in `Ledger.post`, `Ledger::post()` and `Ledger#post`.
fn named(token: &Token<'_>) -> Option<Named> {
    let text = token.text.trim_end_matches("()");
    let is_code = token.in_backticks || text.len() < token.text.len();
    let mut parts = text
        .rsplit(['.', '#', ':', '>'])
        .map(|part| part.trim_matches(|c: char| !c.is_alphanumeric() && c != '_'));
    let name = parts.next().filter(|name| name.chars().nth(1).is_some())?;
    let qualifier = parts.find(|part| !part.is_empty());
    Some(Named { name: name.to_owned(), qualifier: qualifier.map(str::to_owned), is_code })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_words() {
        for (query, names) in [
            ("Ledger", &["Ledger"][..]),
            ("where does Ledger.post write", &["Ledger/post"]),
            ("Where are retries decided", &[]),
            ("how does parse_http_header work", &["parse_http_header"]),
            ("fix `retry` in the HttpClient", &["retry", "HttpClient"]),
            ("call foo() twice", &["foo"]),
            ("a::b::Cd", &["b/Cd"]),
        ] {
            let read = CodeQuery::new(query);
            let found: Vec<String> = read
                .named
                .iter()
                .map(|named| match &named.qualifier {
                    Some(qualifier) => format!("{qualifier}/{}", named.name),
                    None => named.name.clone(),
                })
                .collect();
            assert_eq!(found, names, "{query}");
        }
    }

    #[test]
    fn terms_are_stems_without_stop_words() {
        for (query, terms) in [
            ("where are retries decided", "retri decid"),
            ("the", "the"),
            ("parseHTTPHeader", "parsehttphead pars http header"),
            ("*", ""),
        ] {
            let read = CodeQuery::new(query);
            let found: Vec<&str> = read.terms.iter().map(|(term, _)| term.as_str()).collect();
            assert_eq!(found.join(" "), terms, "{query}");
        }
    }

    #[test]
    fn parts_of_a_long_text_differ_in_weight() {
        let text = format!(
            "Ledger loses entries\n\n{}\nsee `post_entry` in src/billing/ledger.py",
            "prose goes on ".repeat(30)
        );
        let read = CodeQuery::new(&text);
        let weight =
            |term: &str| read.terms.iter().find(|(known, _)| known == term).map(|(_, weight)| *weight);
        assert!(read.is_text);
        assert_eq!(weight("ledger"), Some(1.6));
        assert_eq!(weight("postentri"), Some(1.0));
        assert_eq!(weight("prose"), Some(0.35));
        assert_eq!(read.paths, ["src/billing/ledger.py"]);
    }
}
