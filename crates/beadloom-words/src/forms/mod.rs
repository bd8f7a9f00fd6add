//! The form of a word by which its other forms are found: plural, cases, articles and particles that are written onto it. Each word has
//! one, so that a text has as many words as before.
//!
//! English is left to [`crate::Terms`]. A word of ASCII letters loses only what no English word ends with (`latin.rs`); letters of other
//! scripts, and marks of Latin ones, say what language it may be.

mod cyrillic;
mod hindi;
mod korean;
mod latin;
mod semitic;

use std::borrow::Cow;
use std::cell::RefCell;

use rust_stemmers::{Algorithm, Stemmer};

pub(crate) use latin::plain;

/// Shorter words have no ending to lose, in characters.
const MIN_STEMMED_CHARS: usize = 4;

/// The words of other scripts than Latin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Arabic,
    Cyrillic,
    Devanagari,
    Greek,
    Hangul,
    Hebrew,
    Latin,
}

impl Script {
    fn of(c: char) -> Option<Self> {
        Some(match c {
            'a'..='z' | 'A'..='Z' => Self::Latin,
            '\u{370}'..='\u{3ff}' => Self::Greek,
            '\u{400}'..='\u{45f}' | '\u{490}'..='\u{491}' => Self::Cyrillic,
            '\u{5d0}'..='\u{5ea}' => Self::Hebrew,
            '\u{620}'..='\u{64a}' | '\u{66e}'..='\u{6d3}' => Self::Arabic,
            '\u{900}'..='\u{97f}' => Self::Devanagari,
            '가'..='힣' => Self::Hangul,
            _ => return None,
        })
    }
}

thread_local! {
    static GREEK: RefCell<Stemmer> = RefCell::new(Stemmer::create(Algorithm::Greek));
}

/// What a name says of the language of its words, before its letters are made plain.
#[derive(Clone, Copy, Default)]
pub(crate) struct Marks(latin::Marks);

impl Marks {
    pub(crate) fn of(name: &str) -> Self {
        Self(latin::Marks::of(name))
    }
}

/// The form of a word by which it is found, if it is another one. `word`: of plain letters, as [`crate::fold::letters`] makes them.
pub(crate) fn word(word: &str, marks: Marks) -> Option<Cow<'_, str>> {
    let script = Script::of(word.chars().next()?)?;
    if script == Script::Latin {
        return latin::word(word, marks.0);
    }
    if !word.chars().all(|c| Script::of(c) == Some(script)) {
        return None;
    }
    match script {
        Script::Hangul => korean::noun(word).map(Cow::Borrowed),
        Script::Arabic => semitic::arabic(word).map(Cow::Borrowed),
        Script::Hebrew => semitic::hebrew(word).map(Cow::Borrowed),
        Script::Devanagari => hindi::stem(word).map(Cow::Borrowed),
        Script::Cyrillic | Script::Greek => {
            let small = word.to_lowercase();
            if small.chars().count() < MIN_STEMMED_CHARS {
                return None;
            }
            Some(Cow::Owned(match script {
                Script::Greek => greek(&small),
                _ => cyrillic::stem(&small),
            }))
        }
        Script::Latin => None,
    }
}

/// Plurals of Greek that the stemmer cuts elsewhere than the singular, and that singular.
const GREEK_PLURALS: &[(&str, &str)] = &[("σεισ", "ση"), ("ξεισ", "ξη"), ("ψεισ", "ψη"), ("ιεσ", "ια")];

fn greek(small: &str) -> String {
    // The lower case of a capital at the end may be the final letter.
    let mut plain = small.replace('ς', "σ");
    if let Some((plural, singular)) = GREEK_PLURALS.iter().find(|(plural, _)| plain.ends_with(plural)) {
        plain.truncate(plain.len() - plural.len());
        plain.push_str(singular);
    }
    GREEK.with_borrow(|stemmer| stemmer.stem(&plain).into_owned())
}
