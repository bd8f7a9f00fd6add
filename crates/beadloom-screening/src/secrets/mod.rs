//! Secrets: keys, tokens and passwords, with the place of each. One detector for whatever is stored or logged of what people, agents
//! and servers write.
//!
//! - `forms` finds what its form gives away: keys that their `issuers` document, the `places` of passwords in addresses, `commands` and
//!   `calls` of programs;
//! - `stated` finds what a text says is secret: `name = value`, `the password is …`;
//! - `random` finds what nobody wrote by hand, with no word beside it;
//! - `check` is what must hold of a form's value, `found` what all of them find;
//! - `value` tells a value from a placeholder, a word, a number, and a piece of code; `chosen` what people made up from words;
//! - `phrases` tells passwords that are plain words from what describes a password;
//! - `unnamed` finds passwords that nothing but their look and a word in the line give away;
//! - `tables` reads the columns of tables.
//!
//! The time is linear in the length of the text: every pattern is, and what is looked at beside a match is bounded.

mod calls;
mod check;
mod chosen;
mod commands;
mod forms;
mod found;
mod issuers;
mod names;
mod phrases;
mod places;
mod random;
mod stated;
mod tables;
mod unnamed;
mod value;

use std::borrow::Cow;
use std::ops::Range;

pub use found::Secret;

/// What stands in place of a secret.
const HIDDEN: &str = "[redacted]";

/// All secrets of a text, in their order. None overlaps another.
pub fn secrets(text: &str) -> Vec<Secret> {
    if !may_hold(text) {
        return Vec::new();
    }
    let mut all = forms::find(text);
    stated::find(text, &mut |one| {
        all.push(one);
        true
    });
    let mut push = |one| {
        all.push(one);
        true
    };
    random::find(text, &mut push);
    tables::find(text, &mut push);
    all.sort_by_key(|one| (one.range.start, std::cmp::Reverse(one.range.end)));
    let mut apart: Vec<Secret> = Vec::with_capacity(all.len());
    for mut one in all {
        one.range = whole_characters(text, one.range);
        match apart.last_mut() {
            Some(last) if one.range.start < last.range.end => {
                last.range.end = last.range.end.max(one.range.end);
            }
            _ => apart.push(one),
        }
    }
    apart
}

/// What secret a text holds, as the end of a sentence: "it looks like …"; None where there is none.
pub fn secret(text: &str) -> Option<&'static str> {
    if !may_hold(text) {
        return None;
    }
    if let Some(what) = forms::first(text) {
        return Some(what);
    }
    let mut what = None;
    for find in [stated::find, random::find, tables::find] {
        find(text, &mut |one: Secret| {
            what = Some(one.what);
            false
        });
        if what.is_some() {
            break;
        }
    }
    what
}

/// The text with a marker in place of every secret.
pub fn redacted(text: &str) -> Cow<'_, str> {
    replaced(text, HIDDEN)
}

/// The text with a space in place of every secret: for what is cut into words.
pub fn without_secrets(text: &str) -> Cow<'_, str> {
    replaced(text, " ")
}

/// Whether the value of a setting, flag or member of that name is a secret, whatever it looks like.
pub fn is_secret_name(name: &str) -> bool {
    names::is_secret(name)
}

/// Pieces of the words that announce a secret without a digit in it.
const PIECES: &[&str] = &[
    "pas", "pw", "secret", "token", "key", "cred", "auth", "bearer", "cookie", "log", "sign", "user",
    "account", "connect", "senha", "clave", "chave", "llave", "contra", "wacht", "kenn", "schl", "zugang",
    "anmeld", "einlog", "benutz", "usu", "utilis", "parol", "haslo", "losen", "adgang", "sifre", "jeton",
    "geheim", "segredo", "salt", "pepper", "webhook", "sid", "sas", "otp", "seed", "recovery", "mnemonic",
    "wallet", "backup", "-----", "lS0t", "://", "curl", "wget", "http", "mysql", "mariadb", "mycli", " -p",
    " -a", " -w", "echo", "identified", "basic", "{s", "pat", "losung", "mot de", "mdp", "psk", "code",
    "secure", "heslo", "wifi", "root", "admin",
];

/// Letters in a row that are more than a word: a key may have no digit.
const MIN_RUN_BYTES: usize = 18;

/// Whether there is anything that any of the patterns needs: a digit, a letter of another script, a long run, or a piece of one of the
/// words. Most questions have none of it, and the patterns are not even made for them.
fn may_hold(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().any(|b| b.is_ascii_digit() || !b.is_ascii())
        || bytes.split(|b| !b.is_ascii_alphanumeric()).any(|run| run.len() >= MIN_RUN_BYTES)
        || PIECES.iter().any(|piece| {
            let piece = piece.as_bytes();
            bytes.windows(piece.len()).any(|window| window.eq_ignore_ascii_case(piece))
        })
}

fn replaced<'a>(text: &'a str, by: &str) -> Cow<'a, str> {
    let found = secrets(text);
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut rest = String::with_capacity(text.len());
    let mut at = 0;
    for Secret { range, .. } in found {
        rest.push_str(text.get(at..range.start).unwrap_or_default());
        rest.push_str(by);
        at = range.end;
    }
    rest.push_str(text.get(at..).unwrap_or_default());
    Cow::Owned(rest)
}

/// A pattern over bytes may end inside of a character.
fn whole_characters(text: &str, range: Range<usize>) -> Range<usize> {
    let mut range = range.start.min(text.len())..range.end.min(text.len());
    while !text.is_char_boundary(range.start) {
        range.start -= 1;
    }
    while !text.is_char_boundary(range.end) {
        range.end += 1;
    }
    range
}
