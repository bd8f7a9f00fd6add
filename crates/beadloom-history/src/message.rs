//! Messages of commits: what is kept of them.

use std::collections::BTreeMap;

use beadloom_words::{Terms, is_stop_word};

/// Characters of a subject.
const SUBJECT: usize = 160;

/// Bytes of a message that are read; a subject and what explains it stand in the first of them.
const READ: usize = 16 << 10;

/// Different terms of a message that are kept, the first ones.
const MAX_TERMS: usize = 200;

/// What a line begins with that says who, not what. Any other word that ends in `-by` does too.
const TRAILERS: &[&str] = &[
    "author", "bug-url", "cc", "change-id", "committer", "from", "git-svn-id", "kubernetes-commit", "link",
    "original-commit", "to",
];

/// What names of people follow, up to the end of the sentence.
const CREDITS: &[&str] = &[
    "authored by ", "based on a patch by ", "contributed by ", "credits to ", "courtesy of ", "found by ",
    "h/t ", "initial patch by ", "kudos to ", "patch by ", "patch from ", "props to ", "reported by ",
    "reviewed by ", "suggested by ", "thank you ", "thanks ", "thx ", "written by ",
];

/// A message without trailers, addresses, names of accounts and control characters; `\n` between its lines.
pub fn cleaned(message: &str) -> String {
    let message = &message[..message.floor_char_boundary(READ)];
    let mut out = String::with_capacity(message.len());
    for line in message.split(['\n', '\r']) {
        let line = line.trim();
        if is_trailer(line) {
            continue;
        }
        let begin = out.len();
        for word in uncredited(line).split(|c: char| c.is_whitespace() || c.is_control()) {
            if word.is_empty() || is_personal(word) {
                continue;
            }
            if out.len() > begin {
                out.push(' ');
            }
            out.extend(word.chars().filter(|c| !is_invisible(*c)));
        }
        out.push('\n');
    }
    let end = out.trim_end().len();
    out.truncate(end);
    out
}

/// The first line of a cleaned message that says something.
pub fn subject(cleaned: &str) -> String {
    let first = cleaned.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    match first.char_indices().nth(SUBJECT) {
        Some((end, _)) => format!("{}…", first.get(..end).unwrap_or(first).trim_end()),
        None => first.to_owned(),
    }
}

/// The terms of a cleaned message with how often it holds each, at most four times, ascending; each in one number.
pub(crate) fn terms(cleaned: &str) -> Vec<u32> {
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    let mut maker = Terms::default();
    for word in cleaned.split_whitespace() {
        if word.contains("://") || is_stop_word(&word.to_lowercase()) {
            continue;
        }
        maker.of_text(word, &mut |term| {
            let hash = term_hash(term);
            if counts.len() < MAX_TERMS || counts.contains_key(&hash) {
                *counts.entry(hash).or_default() += 1;
            }
        });
    }
    counts.into_iter().map(|(hash, count)| hash | (count.min(4) - 1)).collect()
}

/// A term in 30 bits, the lowest two of the number free. FNV-1a, folded.
pub fn term_hash(term: &str) -> u32 {
    let hash = term.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    ((hash ^ (hash >> 32)) as u32) & !3
}

fn is_trailer(line: &str) -> bool {
    let Some((key, _)) = line.split_once(':') else { return false };
    let key = key.trim_end().to_ascii_lowercase();
    if key.is_empty() || key.len() > 40 || key.contains(char::is_whitespace) {
        return false;
    }
    key.ends_with("-by") || TRAILERS.contains(&key.as_str())
}

/// A line without the sentences that thank somebody.
fn uncredited(line: &str) -> String {
    let lower = line.to_ascii_lowercase();
    let mut out = String::with_capacity(line.len());
    let mut at = 0;
    let begins = |at: usize| {
        let is_word = lower.get(..at).is_none_or(|before| !before.ends_with(char::is_alphanumeric));
        is_word && lower.get(at..).is_some_and(|rest| CREDITS.iter().any(|credit| rest.starts_with(credit)))
    };

    for (here, c) in line.char_indices() {
        if here < at {
            continue;
        }
        if c.is_ascii_alphabetic() && begins(here) {
            let rest = line.get(here..).unwrap_or("");
            // A full stop in the middle of a name is one of initials: `J. Doe`.
            let end = rest.find(['(', ')', ';', ',']).unwrap_or(rest.len());
            let stop = rest.match_indices(". ").map(|(stop, _)| stop).find(|stop| {
                let before = rest.get(..*stop).unwrap_or("");
                before.len() - before.rfind(' ').map_or(0, |space| space + 1) > 2
            });
            at = here + end.min(stop.unwrap_or(end));
            continue;
        }
        out.push(c);
    }
    out
}

/// Whether a word is an address or the name of an account.
fn is_personal(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '@');
    match bare.split_once('@') {
        // A decorator or a scoped package is named like an account: `@app/core` and `@cached()` say something.
        Some(("", account)) => {
            !account.is_empty()
                && !account.contains(['/', '('])
                && account.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
                && !word.contains(['`', '('])
        }
        Some((_, domain)) => domain.contains('.') || word.starts_with('<'),
        None => false,
    }
}

/// Characters that change how the text around them is shown.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_carry_how_often_they_stand_there() {
        let found = terms("round the rounding of rounded taxes");
        let of =
            |term: &str| found.iter().find(|found| **found & !3 == term_hash(term)).map(|found| found & 3);
        assert_eq!((of("round"), of("tax"), of("the")), (Some(2), Some(0), None));
    }
}
