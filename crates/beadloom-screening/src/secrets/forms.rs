//! What its form gives away: the forms of keys that issuers document (`issuers`), and the places of passwords in addresses, command lines
//! and files of credentials (`places`, `commands`) and in calls of programs (`calls`).

use std::sync::{LazyLock, OnceLock};

use aho_corasick::AhoCorasick;
use regex::bytes::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};

use super::check::Check::{self, Chosen, Drawn, Filled, Form, Password, Phrase, Varied};
use super::check::Gated;
use super::chosen::{is_chosen, is_documented};
use super::found::Secret;
use super::value::{Signs, is_blank, is_drawn, is_password, is_phrase, is_varied, is_worded};
use super::{calls, commands, issuers, places};

/// Those that are looked for at once.
fn always() -> impl Iterator<Item = &'static (&'static str, &'static str, Check)> {
    issuers::FORMS.iter().chain(places::FORMS)
}

/// Those that are looked for where one of their pieces is: they begin with what every text has.
fn gated() -> impl Iterator<Item = &'static Gated> {
    calls::FORMS.iter().chain(commands::FORMS)
}

/// All of them, by the number that `EACH` knows each by.
fn form(at: usize) -> Option<(&'static str, &'static str, Check)> {
    let count = issuers::FORMS.len() + places::FORMS.len();
    match at.checked_sub(count) {
        None => always().nth(at).copied(),
        Some(at) => gated().nth(at).map(|(_, form, what, check)| (*form, *what, *check)),
    }
}

/// The pieces of the gated ones, and of which of these each is.
static GATES: LazyLock<Option<(AhoCorasick, Vec<usize>)>> = LazyLock::new(|| {
    let count = issuers::FORMS.len() + places::FORMS.len();
    let (mut pieces, mut forms) = (Vec::new(), Vec::new());
    for (at, (gates, ..)) in gated().enumerate() {
        for piece in *gates {
            pieces.push(*piece);
            forms.push(count + at);
        }
    }
    Some((AhoCorasick::builder().ascii_case_insensitive(true).build(pieces).ok()?, forms))
});

/// The numbers of the forms that a text may have.
fn candidates(text: &str) -> Vec<usize> {
    let mut all: Vec<usize> =
        ANY.as_ref().map(|any| any.matches(text.as_bytes()).into_iter().collect()).unwrap_or_default();
    if let Some((pieces, forms)) = GATES.as_ref() {
        all.extend(
            pieces.find_overlapping_iter(text).filter_map(|found| forms.get(found.pattern().as_usize())),
        );
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// All patterns at once, for texts that hold none of them.
static ANY: LazyLock<Option<RegexSet>> = LazyLock::new(|| {
    RegexSetBuilder::new(always().map(|(form, ..)| *form))
        .unicode(false)
        .size_limit(64 << 20)
        // What it keeps of its states while it reads: with less it makes them again and again.
        .dfa_size_limit(16 << 20)
        .build()
        .ok()
});

/// Each by itself, made when it is first found: only it says where.
static EACH: LazyLock<Vec<OnceLock<Option<Regex>>>> =
    LazyLock::new(|| (0..always().count() + gated().count()).map(|_| OnceLock::new()).collect());

/// All that is found, form by form.
pub(super) fn find(text: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    each(text, &mut |one| {
        found.push(one);
        true
    });
    found
}

/// What the first one looks like.
pub(super) fn first(text: &str) -> Option<&'static str> {
    let mut what = None;
    each(text, &mut |one| {
        what = Some(one.what);
        false
    });
    what
}

/// `found` says whether to go on.
fn each(text: &str, found: &mut dyn FnMut(Secret) -> bool) {
    for at in candidates(text) {
        let (Some((form, what, check)), Some(place)) = (form(at), EACH.get(at)) else { continue };
        let regex = place.get_or_init(|| RegexBuilder::new(form).unicode(false).build().ok());
        let Some(regex) = regex else { continue };
        for captures in regex.captures_iter(text.as_bytes()) {
            let Some(group) = captures.iter().skip(1).flatten().next() else { continue };
            let value = String::from_utf8_lossy(group.as_bytes());
            // `app:app@`: what everybody tries first, in every tutorial.
            let is_name = text
                .get(..group.start())
                .and_then(|before| before.strip_suffix(':'))
                .and_then(|before| before.strip_suffix(&*value))
                .is_some_and(|before| before.ends_with("//"));
            if !is_name && holds(check, &value) && !found(Secret { range: group.range(), what }) {
                return;
            }
        }
    }
}

fn holds(check: Check, value: &str) -> bool {
    match check {
        Form => !is_documented(value),
        Filled => !is_blank(value) && !names_its_place(value),
        Varied => is_varied(value) && !is_documented(value),
        Drawn => {
            let signs = Signs::of(value);
            is_drawn(value) && signs.upper >= 3 && signs.lower >= 3
        }
        Password => is_password(value) && !is_documented(value),
        Chosen => is_chosen(value) && !is_worded(value),
        Phrase => is_phrase(value),
    }
}

/// Whether it is `…your-key-here`.
fn names_its_place(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    ["your", "placeholder", "change_me", "changeme", "goes-here", "goes_here"]
        .iter()
        .any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_compiles() {
        assert!(ANY.is_some());
        assert!(GATES.is_some());
        for (form, what, _) in (0..EACH.len()).filter_map(form) {
            let made = RegexBuilder::new(form).unicode(false).build();
            assert!(made.is_ok_and(|regex| regex.captures_len() > 1), "{what}: {form}");
        }
    }
}
