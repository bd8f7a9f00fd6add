//! A text as what is compared: its words in their order, without punctuation that says nothing.

use super::words::{is_copula, is_english, is_function_word, is_negation, is_silent, meaning, number};

/// A text.
#[derive(Debug, Default)]
pub(super) struct Text {
    /// All of it.
    pub all: Vec<Token>,
    /// Without the words that say nothing, where it is English; else all of it.
    pub telling: Vec<Token>,
    pub is_english: bool,
    /// Whether those do it who write.
    pub begins_with_we: bool,
    /// Whether it says `are` or `is`; None where it says neither, or both.
    pub is_plural: Option<bool>,
}

/// A word, a number, a name, a path, a sign.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// As written, without punctuation around it.
    pub text: String,
    /// In lower case; a number in digits.
    pub word: String,
    /// Whether it is letters alone: not `host07`, `db-eu-1`, `userId`, `.env` or `10.0.0.1`, which are what they are to the letter.
    pub is_word: bool,
    /// Marked as a name: to the letter, or capitalised where no sentence begins.
    pub is_name: bool,
    pub after_comma: bool,
    pub after_copula: bool,
}

impl Token {
    /// Whether it is the same word.
    pub fn is(&self, other: &Self) -> bool {
        if !self.is_word || !other.is_word {
            return self.text == other.text;
        }
        // `US` is no `us`.
        let is_short_name = |one: &Self, two: &Self| {
            is_function_word(&two.text) && one.text.len() > 1 && one.text.chars().all(char::is_uppercase)
        };
        self.word == other.word && !is_short_name(self, other) && !is_short_name(other, self)
    }

    /// Whether it says the same.
    pub fn means(&self, other: &Self) -> bool {
        self.is(other)
            || self.is_word
                && other.is_word
                && meaning(&self.word).is_some_and(|one| meaning(&other.word) == Some(one))
            || self.is_number() && other.is_number() && self.word == other.word
    }

    pub fn is_number(&self) -> bool {
        !self.word.is_empty()
            && self.word.bytes().all(|b| b.is_ascii_digit() || b == b'.')
            && !self.word.starts_with('.')
            && self.word.bytes().filter(|b| *b == b'.').count() <= 1
    }

    /// Of `30s` and `5%` the unit.
    pub fn unit(&self) -> Option<&str> {
        let unit = self.word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let is_unit = matches!(
            unit,
            "ms" | "s" | "m" | "min" | "h" | "d" | "%" | "kb" | "mb" | "gb" | "tb" | "kib" | "mib" | "gib"
        );
        (unit.len() < self.word.len() && is_unit).then_some(unit)
    }
}

/// Signs around a word that say nothing.
const OPENING: &[char] = &['"', '\'', '`', '(', '[', '{', '“', '”', '„', '‘', '’', '«', '»', '¿', '¡'];
const CLOSING: &[char] =
    &['"', '\'', '`', ')', ']', '}', '“', '”', '‘', '’', '«', '»', '.', ',', ';', ':', '!', '…'];

const ENDING: &[char] = &['"', '\'', '`', '.', ',', ';', ':', '!', '…'];

/// Cuts a text.
pub(super) fn cut(text: &str) -> Text {
    let mut cut = Text::default();
    let (mut begins, mut comma) = (true, false);
    for raw in text.split_whitespace() {
        if matches!(raw, "-" | "–" | "—" | "•") {
            comma = true;
            continue;
        }
        let opened = raw.trim_start_matches(OPENING);
        let is_question = opened.trim_end_matches(CLOSING).ends_with('?');
        // `f(x)` keeps its bracket.
        let closers = if opened.contains(['(', '[', '{']) { ENDING } else { CLOSING };
        let word = opened.trim_end_matches(|c| closers.contains(&c) || c == '?');
        if word.is_empty() {
            continue;
        }
        push(&mut cut.all, word, begins, comma);
        if is_question {
            push(&mut cut.all, "?", false, false);
        }
        comma = raw.ends_with([',', ';', ':']);
        begins = raw.ends_with(['.', '!', '?', ':']);
    }
    cut.is_english = is_english(cut.all.iter().map(|token| token.word.as_str()));
    cut.begins_with_we = cut.all.first().is_some_and(|first| first.word == "we");
    cut.telling = if cut.is_english { telling(&cut.all) } else { cut.all.clone() };
    let says = |word: &str| cut.all.iter().any(|token| token.word == word);
    cut.is_plural = match (says("are"), says("is")) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    };
    cut
}

fn push(all: &mut Vec<Token>, word: &str, begins: bool, after_comma: bool) {
    // `don't` is `do not`.
    let lower = word.to_lowercase().replace('’', "'");
    let parts: Vec<&str> = match lower.as_str() {
        "can't" | "cannot" => vec!["can", "not"],
        "won't" => vec!["will", "not"],
        "it's" => vec!["it", "is"],
        "we're" => vec!["we", "are"],
        _ => lower.strip_suffix("n't").map_or_else(Vec::new, |verb| vec![verb, "not"]),
    };
    for (at, part) in parts.iter().enumerate() {
        all.push(token(part, begins && at == 0, after_comma && at == 0, all.last()));
    }
    if parts.is_empty() {
        all.push(token(word, begins, after_comma, all.last()));
    }
}

fn token(word: &str, begins: bool, after_comma: bool, before: Option<&Token>) -> Token {
    let is_letters = word.chars().all(char::is_alphabetic);
    let mut rest = word.chars().skip(1);
    let is_upper = word.chars().all(char::is_uppercase);
    let is_word = is_letters && (is_upper || rest.all(|c| !c.is_uppercase()));
    let lower = word.to_lowercase();
    Token {
        word: number(&lower).map_or(lower, str::to_owned),
        text: word.to_owned(),
        is_word,
        is_name: !is_word || word.starts_with(char::is_uppercase) && !begins,
        after_comma,
        after_copula: before.is_some_and(|before| {
            is_copula(&before.word)
                || before.after_copula && matches!(before.word.as_str(), "not" | "never" | "always" | "only")
        }),
    }
}

/// Without what says nothing in English.
fn telling(all: &[Token]) -> Vec<Token> {
    let words: Vec<&str> = all.iter().map(|token| token.word.as_str()).collect();
    let mut at = match words.as_slice() {
        ["note" | "remember", "that", ..] | ["please", "note", ..] => 2,
        ["please" | "note" | "fyi", ..] => 1,
        _ => 0,
    };
    let mut kept: Vec<Token> = Vec::with_capacity(all.len());
    let mut comma = false;
    let is_negated = words.iter().any(|word| is_negation(word));
    while let Some(token) = all.get(at) {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let here = token.word.as_str();
        comma |= token.after_comma;
        at += 1;
        // `have to` is `must`, and `need not` is not `must not`.
        if matches!(here, "has" | "have" | "needs" | "need") && next == "to" && !is_negated {
            at += 1;
            kept.push(Token {
                word: "must".to_owned(),
                text: "must".to_owned(),
                after_comma: comma,
                ..token.clone()
            });
        } else if here == "always" && !is_negated {
            // What holds, holds always.
            continue;
        } else if here == "there" && is_copula(next)
            || here == "then" && token.after_comma
            || here == "do" && next == "not"
            || here == "does" && next == "not"
            || is_silent(here) && token.is_word && !token.is_name && !(here.len() == 1 && next.is_empty())
        {
            continue;
        } else {
            kept.push(Token { after_comma: comma, ..token.clone() });
        }
        comma = false;
    }
    kept
}
