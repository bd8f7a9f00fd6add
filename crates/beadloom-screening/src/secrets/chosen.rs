//! What somebody chose to keep secret, told from words, versions and names of files.

use super::names::Kind;
use super::value::{Signs, is_password, is_plain};

/// Samples that documents of standards and tutorials have, each known to everybody.
const DOCUMENTED: &[&str] = &["QWxhZGRpbjpvcGVuIHNlc2FtZQ=="];

/// Whether it stands in a public document as a sample, or has the alphabet in it.
pub(super) fn is_documented(value: &str) -> bool {
    DOCUMENTED.contains(&value) || value.to_ascii_lowercase().contains("abcdefghijklmnop")
}

/// Letters with a digit, or with a sign inside: people write no words like that.
pub(super) fn is_chosen(value: &str) -> bool {
    let signs = Signs::of(value);
    let inner = value
        .trim_end_matches(['!', '?', '*', '%', '+', '=', '~'])
        .trim_start_matches(['*', '#', '@', '~', '+', '=']);
    let has_sign = inner.contains(['!', '#', '$', '%', '^', '&', '*', '?', '@', '~']);
    let is_mail = value
        .split_once('@')
        .is_some_and(|(_, host)| host.contains('.') && !host.contains(['!', '#', '$', '%', '@']));
    let is_file = value.rsplit_once('.').is_some_and(|(stem, end)| {
        !stem.is_empty()
            && (1..=5).contains(&end.len())
            && end.bytes().all(|b| b.is_ascii_alphanumeric())
            && end.starts_with(|c: char| c.is_ascii_alphabetic())
            && !Signs::of(stem).is_drawn()
            && stem.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b'/'))
    });
    signs.bytes >= 6
        && signs.letters() > 0
        && (signs.digits > 0 || has_sign)
        && !is_mail
        && !is_file
        && is_password(value)
        && !is_plain_for(Kind::Password, value)
        && !value.contains("://")
        && !value.contains("::")
        && !value.contains("()")
        && !(value.contains('/') && !signs.is_drawn() && signs.symbols == 0)
        && !value.contains("&&")
        && !value.contains("||")
}

pub(super) fn is_plain_for(kind: Kind, value: &str) -> bool {
    // `hunter2` has the form of `node2`: after a word for passwords it is one.
    let is_word_and_digit = value.len() >= 6
        && value.trim_end_matches(|c: char| c.is_ascii_digit()).bytes().all(|b| b.is_ascii_alphabetic())
        && !matches!(
            value.to_ascii_lowercase().trim_end_matches(|c: char| c.is_ascii_digit()),
            "oauth"
                | "sha"
                | "base"
                | "argon"
                | "bcrypt"
                | "scrypt"
                | "python"
                | "http"
                | "pbkdf"
                | "blake"
                | "token"
                | "password"
                | "secret"
                | "openid"
                | "socks"
                | "chacha"
                | "value"
                | "param"
                | "string"
        );
    let digits = value.len() >= 6 && value.bytes().all(|b| b.is_ascii_digit());
    is_plain(value) && !(kind == Kind::Password && (is_word_and_digit || digits))
}
