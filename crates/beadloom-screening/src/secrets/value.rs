//! What a value is: something that somebody keeps secret, or a placeholder, a word, a number, a piece of code.

use std::sync::LazyLock;

use regex::bytes::{Regex, RegexBuilder};

/// Words of placeholders.
const PLACEHOLDERS: &[&str] = &[
    "your", "example", "placeholder", "changeme", "change-me", "change_me", "changeit", "replace", "todo",
    "dummy", "sample", "redacted", "insert", "goes-here", "goes_here", "some-", "some_", "fill-in", "<", ">",
    "foobar", "notreal", "not-real", "my-token", "my_token", "mytoken", "my-key", "my_key", "my-api",
    "my_api", "myapi", "my-password", "my_password", "mypassword", "my-secret", "my_secret", "mysecret",
    "hidden", "masked", "removed", "omitted", "censored", "dein", "ihr-", "tu-", "votre", "seu-",
];

/// Beginnings of what names a value that stands elsewhere.
const ELSEWHERE: &[&str] = &[
    "process.", "os.", "env.", "env(", "env:", "getenv", "config.", "settings.", "secrets.", "self.",
    "this.", "import.meta", "vault:", "file:", "ref:", "arn:", "ssm:", "secret:", "op://", "sha256:",
    "sha1:", "sha512:", "md5:", "sha256-", "sha384-", "sha512-", "sha1-", "urn:", "aws:", "gcp:", "azure:",
    "keyring:", "var.", "local.", "data.", "module.", "context.", "request.", "req.", "options.", "opts.",
    "args.", "params.", "props.", "state.", "user.", "ctx.", "enc[", "enc(", "$", "%(", "{{", "{%", "<", "[",
    "{", "(", "#{", "@", "/", "./", "../", "~/", "\\",
];

/// What stands where a value is described: kinds, labels, states.
const LABELS: &[&str] = &[
    "string", "str", "text", "varchar", "boolean", "bool", "number", "integer", "int", "bytes", "object",
    "null", "none", "nil", "true", "false", "undefined", "required", "optional", "hidden", "visible",
    "password", "passwort", "token", "secret", "key", "value", "input", "include", "omit", "same-origin",
    "bearer", "basic", "header", "query", "cookie", "body", "username", "user", "default", "unset", "empty",
    "invalid", "missing", "wrong", "weak", "strong", "forgot", "current", "confirm", "reset", "enabled",
    "disabled", "readonly", "write", "read", "environment", "generate", "generated", "random", "auto",
    "never", "always", "unknown", "plaintext", "plain", "encrypted", "hashed", "inherit", "credentials",
    "authorization", "authentication", "contents", "enter", "provided", "documentation", "deprecated", "and",
    "the", "used", "valid", "stored", "not", "expired", "kennwort", "contraseña", "senha",
];

/// Technical words with digits in them, numbers with units, versions, dates and times.
const PLAIN: &str = concat!(
    r"(?i)^(?:(?:sha|md|aes|hs|rs|es|ps|oauth|utf|base|argon|pbkdf|rc|tls|tlsv|ssl|http|ipv|ip|ed|rsa|ecdsa|dsa|ec|x|v|s|k|u|fido|web|mp|h|n|cp|iso|rfc|pep|cve|id|gpt|node|python|py|php|java|jdk|java|ecma|es|log4j|i18n|l10n|a11y|win|x86|arm|amd)[-_]?\d{1,5}[a-z]?(?:[-_./][a-z0-9]{1,10}){0,3}",
    r"|[+-]?[\d.,_]+ ?(?:ms|s|sec|secs|seconds?|m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|weeks?|months?|years?|b|bits?|bytes?|kb|mb|gb|tb|kib|mib|gib|k|px|em|rem|%|x|st|nd|rd|th|chars?|characters?|tokens?|usd|eur)?",
    r"|[~^<>=v ]{0,3}\d+(?:\.\d+)+[a-z0-9.+-]{0,20}|\d{4}-\d\d?(?:-\d\d?)?(?:[t ].{0,20})?|\d\d?:\d\d(?::\d\d)?|\d\d?[./]\d\d?[./]\d{2,4}|[a-z]{1,12}\d|0x[0-9a-f]{1,8}|[a-z]+-\d{1,4}|#\d+|2fa|mfa|3des|c3p0|p12|pkcs#?\d+|base64url?|pkcs\d+|(?:scram|hmac|pbkdf2|ssh|ecdh|ecdhe|ecdsa|rsa|aes|x?chacha20|argon2|hkdf|kmac|blake2b?|dhe|salsa20|camellia|aegis)(?:[-_][a-z0-9]{1,10}){1,5})$",
);

static PLAIN_FORM: LazyLock<Option<Regex>> =
    LazyLock::new(|| RegexBuilder::new(PLAIN).unicode(false).build().ok());

/// Whether it is a word of the trade, a number, a version or a time.
pub(super) fn is_plain(value: &str) -> bool {
    PLAIN_FORM.as_ref().is_some_and(|form| form.is_match(value.as_bytes()))
}

/// What a value is made of.
#[derive(Default, Clone, Copy)]
pub(super) struct Signs {
    pub bytes: usize,
    pub lower: usize,
    pub upper: usize,
    pub digits: usize,
    /// Signs that passwords have and words lack.
    pub symbols: usize,
    pub others: usize,
    /// How often letters of one case and digits follow each other.
    pub changes: usize,
}

impl Signs {
    pub(super) fn of(value: &str) -> Self {
        let mut signs = Self { bytes: value.len(), ..Self::default() };
        let mut before = 0;
        for c in value.chars() {
            let class = match c {
                'a'..='z' => 1,
                'A'..='Z' => 2,
                '0'..='9' => 3,
                '!' | '@' | '#' | '$' | '%' | '^' | '&' | '*' | '?' | '~' | '+' | '=' => 4,
                _ => 5,
            };
            match class {
                1 => signs.lower += 1,
                2 => signs.upper += 1,
                3 => signs.digits += 1,
                4 => signs.symbols += 1,
                _ => signs.others += 1,
            }
            if class <= 3 {
                signs.changes += usize::from(before != 0 && before != class);
                before = class;
            }
        }
        signs
    }

    pub(super) fn letters(self) -> usize {
        self.lower + self.upper
    }

    /// Whether it has the digits of what was drawn at random: a long key may have one by chance.
    fn has_drawn_digits(self) -> bool {
        self.digits >= 2 || self.digits == 1 && self.bytes >= 32
    }

    /// Whether letters of both cases alternate more often than the humps of a name do.
    fn alternates(self) -> bool {
        self.upper >= 4 && self.lower >= 4 && self.changes * 5 >= self.bytes * 2
    }

    /// Whether letters and digits alternate as in what was drawn at random.
    pub(super) fn is_drawn(self) -> bool {
        let runs = self.letters() + self.digits;
        self.bytes >= 16
            && self.symbols + self.others <= self.bytes / 6 + 2
            && (self.has_drawn_digits() || self.alternates())
            && self.letters() >= 2
            && self.changes * 6 >= runs
    }
}

/// Whether it was drawn at random: hex digits, base 32, base 64. A word, a name and a path were not.
pub(super) fn is_drawn(value: &str) -> bool {
    let is_piece = |b: u8| {
        b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'_' | b'-' | b'.' | b'~' | b'%' | b':')
    };
    value.bytes().all(is_piece) && Signs::of(value).is_drawn() && !is_filler(value)
}

/// Letters and digits, both: what no word is.
pub(super) fn is_varied(value: &str) -> bool {
    let signs = Signs::of(value);
    let is_word = signs.digits == 0 && !(signs.upper >= 3 && signs.lower >= 3 && signs.changes >= 6);
    !is_word && signs.letters() > 0 && !is_elsewhere(value) && !is_filler(value) && !is_plain(value)
}

/// Whether it may be a password: nobody chooses `<password>`, `$PASSWORD` or `password`.
pub(super) fn is_password(value: &str) -> bool {
    let lower = value.to_lowercase();
    !is_elsewhere(value)
        && !is_filler(value)
        && !LABELS.contains(&lower.as_str())
        && !matches!(
            lower.as_str(),
            "pass" | "passwd" | "pwd" | "passw" | "mypass" | "postgres" | "guest" | "root"
        )
        && value.chars().any(char::is_alphanumeric)
}

/// Whether it names a value that stands elsewhere.
pub(super) fn is_elsewhere(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let is_named = ELSEWHERE.iter().any(|start| lower.starts_with(start));
    // A password may begin like that, a name does not go on like this.
    let is_signed = value.len() >= 8 && value.starts_with(['@', '#', '$', '(', '[']) && {
        let signs = Signs::of(value);
        signs.digits > 0 && signs.letters() > 0 && signs.symbols > 1 && !value.ends_with([')', ']', '}', '>'])
    };
    is_named
        && !is_signed
        && !(value.starts_with('/')
            && Signs::of(value).is_drawn()
            && value.matches('/').count() <= 3
            && (value.len() >= 32 || value.len() >= 20 && Signs::of(value).alternates()))
        || value.strip_prefix('!').is_some_and(|tag| tag.bytes().all(|b| b.is_ascii_alphabetic()))
        || value.contains("${")
        || value.contains("{{")
        || value.contains("$(")
        || value.contains("<%")
        || value.contains("%s")
        || value.contains("%%")
        || value.contains("://")
        || lower.starts_with('%') && lower.ends_with('%')
}

/// Whether it only shows where a value would stand.
pub(super) fn is_filler(value: &str) -> bool {
    // `required|min:8`: rules of a form.
    let is_rule = value.split_once('|').is_some_and(|(first, _)| is_label(first));
    if is_blank(value) || is_label(value) || is_rule {
        return true;
    }
    let lower = value.to_lowercase();
    let signs = Signs::of(value);
    // What is long and drawn at random may have such a word by chance, or by the hand of an issuer: `…EXAMPLEKEY`.
    let is_drawn =
        value.len() >= 16 && signs.has_drawn_digits() && signs.changes * 5 >= signs.letters() + signs.digits;
    !is_drawn && PLACEHOLDERS.iter().any(|word| lower.contains(word))
}

/// Whether it is one sign repeated, or has signs that stand for others.
pub(super) fn is_blank(value: &str) -> bool {
    let value = value.trim_matches(|c: char| matches!(c, '"' | '\'' | '`'));
    let lower = value.to_lowercase();
    let mut kinds: Vec<char> = lower.chars().filter(|c| !matches!(c, '-' | '_' | '.' | ' ')).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() <= 2
        || lower.contains("xxxx")
        || lower.contains("***")
        || lower.contains("...")
        || lower.contains('…')
        || lower.contains("•••")
    {
        return true;
    }
    lower.contains("xxx") && Signs::of(value).changes < 8
}

/// Whether it is made of words, with numbers between them: `shop-postgresql-16`.
pub(super) fn is_worded(value: &str) -> bool {
    let pieces: Vec<&str> = value.split(['-', '_', '.']).collect();
    let is_word = |piece: &&str| {
        let rest = piece.trim_start_matches(char::is_alphabetic);
        let letters = piece.len() - rest.len();
        rest.is_empty() && letters >= 2
            || rest.len() <= 4 && rest.bytes().all(|b| b.is_ascii_digit()) && letters <= 1
    };
    pieces.len() > 1 && pieces.iter().all(is_word)
}

/// Whether it is a word for a kind, a label or a state.
pub(super) fn is_label(value: &str) -> bool {
    LABELS.contains(&value.to_lowercase().as_str())
}

/// Words that sentences have and phrases of wallets lack.
const SENTENCE: &[&str] = &[
    "and", "are", "but", "for", "from", "has", "have", "into", "must", "not", "our", "should", "than",
    "that", "the", "their", "then", "there", "they", "this", "was", "were", "when", "which", "with", "your",
    "words", "phrase", "seed",
];

/// Twelve to twenty-four words, a multiple of three, none of them such as every sentence has.
pub(super) fn is_phrase(value: &str) -> bool {
    let words: Vec<String> =
        value.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    (12..=24).contains(&words.len()) && !words.iter().any(|word| SENTENCE.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_forms_of_plain_words_compile() {
        assert!(super::PLAIN_FORM.is_some());
    }
}
