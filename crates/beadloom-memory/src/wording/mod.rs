//! Two texts: do they say the same, or the opposite? There is no language model to ask, so only what can be seen counts. A word that
//! one has and the other lacks is nearly always another fact: two texts are one memory only where every word that says something has
//! its counterpart in the other, in an order that keeps who does what to whom. In doubt they are two.
//!
//! - `tokens` cuts a text into what is compared;
//! - `words` knows which words say nothing, which mean the same, and which are opposites;
//! - `forms` knows forms of English words.

mod forms;
mod tokens;
mod words;

use std::collections::BTreeSet;

use crate::Record;
use forms::{is_participle_of, plural_step};
use tokens::{Text, Token, cut};
use words::{are_opposites, is_comparing, is_joining, is_negation, is_unit, may_lead};

/// How near the vectors of two texts are that are shown side by side.
const NEAR: f32 = 0.85;

/// The share of their words that two such texts have in common, as hundredths.
const NEAR_WORDS: usize = 60;

/// How near the vectors of two texts about one node or one piece of code are that contradict each other.
const ABOUT_THE_SAME: f32 = 0.75;

/// What a newer memory is to an older one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// The same text, but for case, spaces and punctuation.
    Same,
    /// Another wording: each word has its counterpart.
    Reworded,
    /// It says otherwise of the same thing, and replaces it.
    Contradicts,
    /// It is much like it, and may be another fact.
    Near,
    /// Something else.
    Other,
}

/// What `new` is to `old`; `cosine` is that of the vectors of their contents.
pub fn likeness(new: &Record, old: &Record, cosine: f32) -> Likeness {
    let (one, two) = (cut(&new.content), cut(&old.content));
    if is_same(&one, &two) {
        return Likeness::Same;
    }
    if is_reworded(&one, &two) || is_reworded(&two, &one) {
        return Likeness::Reworded;
    }
    let is_anchored = new.shares_anchor(old) && cosine >= ABOUT_THE_SAME;
    if contradicts(&one, &two, is_anchored) {
        return Likeness::Contradicts;
    }
    if cosine >= NEAR || in_common(&one, &two) >= NEAR_WORDS { Likeness::Near } else { Likeness::Other }
}

/// Whether two texts are one but for case, spaces and punctuation that says nothing.
pub fn is_same_text(one: &str, two: &str) -> bool {
    is_same(&cut(one), &cut(two))
}

fn is_same(one: &Text, two: &Text) -> bool {
    one.all.len() == two.all.len() && one.all.iter().zip(&two.all).all(|(one, two)| one.is(two))
}

/// Whether `two` says in other words what `one` says. Words of other languages than English have too many forms to be compared.
fn is_reworded(one: &Text, two: &Text) -> bool {
    one.is_english
        && two.is_english
        && (are_counterparts(&one.telling, &two.telling, one, two) || leads(one, two) || is_passive(one, two))
}

/// Whether each word has its counterpart at its place.
fn are_counterparts(one: &[Token], two: &[Token], of: &Text, than: &Text) -> bool {
    if one.len() != two.len() || one.is_empty() {
        return false;
    }
    let mut steps: Vec<(usize, i8)> = Vec::new();
    for (at, (a, b)) in one.iter().zip(two).enumerate() {
        if a.means(b) {
            continue;
        }
        // `host.name`, `Redis` and `v2` have no plural.
        match plural_step(&a.word, &b.word).filter(|_| a.is_word && b.is_word) {
            Some(step) => steps.push((at, step)),
            None => return false,
        }
    }
    // `the key expires` and `keys expire` are one fact, `the table user` and `the table users` are two: where the noun has one more
    // `s`, its verb has one fewer.
    match steps.as_slice() {
        [] => true,
        [(noun, first), (verb, second)] => noun + 1 == *verb && first + second == 0,
        [_] => of.is_plural != than.is_plural && of.is_plural.is_some() && than.is_plural.is_some(),
        _ => false,
    }
}

/// `In staging, logs go to S3` and `logs go to S3 in staging`: what leads one ends the other.
fn leads(one: &Text, two: &Text) -> bool {
    let words = &one.telling;
    let Some(first) = words.first() else { return false };
    let is_negated = words.iter().any(|word| is_negation(&word.word));
    if words.len() != two.telling.len() || !may_lead(&first.word, is_negated) {
        return false;
    }
    let Some(at) = words.iter().position(|word| word.after_comma) else { return false };
    // Of two sentences it would end only the second.
    let rest = words.get(at..).unwrap_or_default();
    if rest.iter().skip(1).any(|word| word.after_comma || matches!(word.word.as_str(), "and" | "or" | "but"))
    {
        return false;
    }
    let turned: Vec<Token> = words.iter().skip(at).chain(words.iter().take(at)).cloned().collect();
    turned.iter().zip(&two.telling).all(|(a, b)| a.means(b))
}

/// `We store backups on host07` and `backups are stored on host07`: nobody else but those who write does it.
fn is_passive(one: &Text, two: &Text) -> bool {
    let (active, passive) = (&one.telling, &two.telling);
    if !one.begins_with_we || active.len() != passive.len() {
        return false;
    }
    let modal = active.iter().take_while(|word| words::is_modal(&word.word)).count();
    let Some(verb) = active.get(modal).filter(|verb| verb.is_word) else { return false };
    let Some(at) =
        passive.iter().position(|word| word.after_copula && is_participle_of(&word.word, &verb.word))
    else {
        return false;
    };
    let Some(object) = at.checked_sub(modal).filter(|object| *object > 0) else { return false };
    let before = active.iter().skip(modal + 1).take(object).chain(active.iter().take(modal));
    let all = before.chain([verb]).chain(active.iter().skip(modal + 1 + object));
    all.zip(passive.iter().enumerate()).all(|(a, (place, b))| place == at || a.means(b))
}

/// Whether both say something of one thing that cannot hold together: a negation, one of two opposites behind `is`, or another
/// quantity. What tells things apart – a name, a number without a unit, a word before a noun – makes two facts.
fn contradicts(one: &Text, two: &Text, is_anchored: bool) -> bool {
    let (new, old) = (&one.telling, &two.telling);
    let same_before = new.iter().zip(old).take_while(|(a, b)| a.means(b)).count();
    let rest = new.len().min(old.len()) - same_before;
    let same_after =
        new.iter().rev().zip(old.iter().rev()).take(rest).take_while(|(a, b)| a.means(b)).count();
    let changed = |of: &[Token]| of.get(same_before..of.len() - same_after).unwrap_or_default().to_vec();
    let (come, gone) = (changed(new), changed(old));
    let is_joined = new.iter().chain(old).any(|word| is_joining(&word.word));
    let is_compared =
        same_before.checked_sub(1).and_then(|at| new.get(at)).is_some_and(|word| is_comparing(&word.word));
    let next = new.len().checked_sub(same_after).and_then(|at| new.get(at));
    match (come.as_slice(), gone.as_slice()) {
        ([word], []) | ([], [word]) => is_negation(&word.word) && !is_joined && new.len().min(old.len()) >= 2,
        ([a], [b]) if a.is_number() && b.is_number() => {
            !is_compared && next.is_some_and(|next| is_unit(&next.word))
        }
        ([a], [b]) if a.unit().is_some() && a.unit() == b.unit() => !is_compared,
        ([a], [b]) if are_opposites(&a.word, &b.word) => !is_joined && a.after_copula && b.after_copula,
        // About one node or one piece of code, one name stands at the end where another stood. Names that are counted through
        // are names of two things.
        (come @ [_, ..], gone @ [_, ..]) => {
            let is_name = |word: &Token| word.is_name && !word.text.bytes().any(|b| b.is_ascii_digit());
            is_anchored
                && same_after == 0
                && same_before >= 2
                && come.len().max(gone.len()) <= 3
                && come.iter().all(is_name)
                && gone.iter().all(is_name)
        }
        _ => false,
    }
}

/// Of the words of both the share that both have, in hundredths.
fn in_common(one: &Text, two: &Text) -> usize {
    let words = |text: &Text| text.telling.iter().map(|token| token.word.clone()).collect::<BTreeSet<_>>();
    let (one, two) = (words(one), words(two));
    one.intersection(&two).count() * 100 / one.union(&two).count().max(1)
}
