//! Secrets: keys, tokens and passwords, by the forms that their issuers document and by the words before a value.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};

/// Forms of keys and tokens that their issuers document, and words before a value.
const SECRETS: &[(&str, &str)] = &[
    (r"-----BEGIN [A-Z ]*PRIVATE KEY", "a private key"),
    (r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b", "an access key of AWS"),
    (r"\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{20,}", "a token of GitHub"),
    (r"\bglpat-[A-Za-z0-9_-]{18,}", "a token of GitLab"),
    (r"\bxox[abeprs]-[A-Za-z0-9-]{10,}", "a token of Slack"),
    (r"\bsk-[A-Za-z0-9_-]{20,}", "an API key"),
    (r"\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}", "a key of Stripe"),
    (r"\bAIza[A-Za-z0-9_-]{30,}", "an API key of Google"),
    (r"\bnpm_[A-Za-z0-9]{30,}", "a token of npm"),
    (r"\bpypi-[A-Za-z0-9_-]{30,}", "a token of PyPI"),
    (r"\bhf_[A-Za-z0-9]{30,}", "a token of Hugging Face"),
    (r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}", "a key of SendGrid"),
    (r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*", "a JSON web token"),
    (r"(?i)\b[a-z][a-z0-9+.-]*://[^\s/:@<>{}$*]+:[^\s/@<>{}$*]{3,}@", "an address with a password in it"),
    (r"(?i)\bbearer\s+[a-z0-9._~+/-]{20,}", "a bearer token"),
];

static SECRET_FORMS: LazyLock<Option<RegexSet>> =
    LazyLock::new(|| RegexSet::new(SECRETS.iter().map(|(form, _)| *form)).ok());

/// What secret a text holds, as the end of a sentence: "it looks like …"; None where there is none.
pub fn secret(text: &str) -> Option<&'static str> {
    let matched = SECRET_FORMS.as_ref()?.matches(text).iter().next();
    matched.and_then(|at| SECRETS.get(at)).map(|(_, what)| *what).or_else(|| value(text)).or_else(|| {
        let is_piece = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '=');
        text.split(|c| !is_piece(c)).any(is_random).then_some("a random key")
    })
}

/// A word for something secret, and what is said to be its value.
static VALUES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)\b[a-z0-9_-]*(?:password|passwd|pwd|passphrase|secret|token|api[_ -]?key|access[_ -]?key|private[_ -]?key|credential)s?["'`]?\s*(?:=|:|\bis\b)\s*["'`]?([^\s"'`,;]+)"#,
    )
    .ok()
});

/// A value has a digit or a sign that no word has; a variable, a path and a call are none.
fn value(text: &str) -> Option<&'static str> {
    let is_value = |value: &str| {
        let value = value.trim_end_matches(['.', ')', ']']);
        value.len() >= 8
            && value.contains(|c: char| c.is_ascii_digit() || "!@#%^&*".contains(c))
            && !value.contains(['$', '<', '{', '(', '/', '*', ':'])
            && !value
                .split('.')
                .all(|part| part.starts_with(|c: char| c.is_ascii_alphabetic()) && value.contains('.'))
    };
    let found = VALUES
        .as_ref()?
        .captures_iter(text)
        .any(|one| one.get(1).is_some_and(|value| is_value(value.as_str())));
    found.then_some("a value of a password, token or key")
}

/// The shortest run that is taken for a key.
const SHORTEST_KEY: usize = 24;

/// Whether letters of both cases and digits alternate as they do in what was drawn at random, and never in names. Hashes in hex
/// digits, as commits have them, alternate too, but have letters of one case.
fn is_random(run: &str) -> bool {
    if run.len() < SHORTEST_KEY {
        return false;
    }
    let class = |b: u8| match b {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    let mut counts = [0_usize; 4];
    let mut changes = 0;
    let mut before = None;
    for class in run.bytes().map(class) {
        if let Some(count) = counts.get_mut(class) {
            *count += 1;
        }
        changes += usize::from(before.is_some_and(|one| one != class));
        before = Some(class);
    }
    let [lower, upper, digits, _] = counts;
    lower >= 3 && upper >= 3 && digits >= 2 && changes * 5 >= run.len() * 2
}
