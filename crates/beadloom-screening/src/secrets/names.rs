//! Words for what is secret, in names of settings and in sentences, in several languages.

use std::sync::LazyLock;

use regex::bytes::{Regex, RegexBuilder};

/// What a word says of the value that follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// People choose it: it may be short, and made of words.
    Password,
    /// A program made it.
    Key,
    /// It may be anything: only what looks drawn at random counts.
    Vague,
}

/// A group for each kind, the first that matches counts.
const WORDS: &str = concat!(
    r"(?i)(pass(?:word|wd|wort|w|phrase|code)|\bpwd|_pwd|pwd\b|pw\b|\bpswd|\bpsw\b|(?-i:[a-z0-9]P(?:ass|w|wd)\b)|\bmdp\b|_mdp\b|\bmdp_|passord|kodeord|salasana|\bheslo|jelsz(?:ó|o)|m(?:ậ|a)t kh(?:ẩ|a)u|kata sandi|\bpsk\b|_psk\b|wpa_?psk|pre-?shared[ -]key|kennwort|losungswort|contrase(?:ñ|Ñ|n)a|\bclave\b|\bclave_|_clave\b|\bclaves? wi-?fi|mot[ _-]de[ _-]passe|motdepasse|\bsenha|_senha\b|palavra[ -]passe|wachtwoord|",
    r"has(?:ł|l)o\b|l(?:ö|o)senord|adgangskode|(?:ş|s)ifre\b|\bparol[ae]?\b|пароль|Пароль|ПАРОЛЬ|пароля|паролем|паролю|пароли\b|비번|密码|密碼|口令|パスワード|暗証番号|合言葉|비밀번호|암호|\bpass\b|[a-z0-9]_pass\b|\b(?:require|db|user|admin|root|smtp|mail|ftp|ssh|ldap|sql|http|proxy|master|store|key|become|sudo|auth|conn|app|svc|redis|pg|my)pass\b|\blogin[ _]pass\b|(?:unlock|access|entry|door|gate|alarm|safe|backup|recovery|pairing|scratch|emergency|entsperr|zugangs|t(?:ü|ue)r)[ _-]?codes?\b|(?:wi-?fi|wlan|wireless|hotspot)[ _-]?(?:key|schl(?:ü|ue)ssel|code)\b|(?:key|code|cl(?:é|e)) (?:du )?wi-?fi|(?-i:\bPIN\b)(?:[ -]?code|-Nummer)?|code d'acc(?:è|e)s|c(?:ó|o)digo de (?:acceso|acesso|desbloqueo|desbloqueio)|код (?:доступа|от двери|разблокировки)|解锁码|门禁码)|",
    r"(secret|token|jeton|api[ _.-]{0,2}key|\bapikey|(?:access|private|secret|signing|encryption|master|account|storage|shared|licen[cs]e|auth|service|deploy|webhook|app|application|integration|routing|write|hmac|jwt|admin|consumer|ingest|subscription|client|session|crypt|crypto|data)[ _-]?key(?:s\b|\b|[^a-z])|",
    r"credential|\bcreds\b|\bcommunity[ _-]string\b|unseal[ _-]key|[a-z]_?passcode\b|authorization|\bbearer|api[ _-]?schl(?:ü|ue)ssel|zugangsschl(?:ü|ue)ssel|geheimnis|secreto|segredo|секрет|Секрет|токен|Токен|令牌|密钥|密鑰|秘钥|トークン|シークレット|api ?キー|[a-z]_pat\b|\bcle[ _]api|clé[ _](?:api|d'api|secr)|clave[ _](?:api|secreta)|chave[ _](?:api|secreta|de api)|(?:t?otp|2fa|mfa)[ _-]?(?:seed|secret|key)|totp|session[ _-]?id|\bsas\b)|",
    r"([a-z0-9]_hmac\b|[a-z0-9]_key\b|[a-z0-9]-key\b|[a-z0-9]Key\b|\bkey\b|\bauth\b|_auth\b|\bpat\b|cookie|webhook|\bsalt\b|_salt\b|pepper\b|\bsid\b|connection[ _-]?string|schl(?:ü|ue)ssel|ключ|Ключ|\bclé\b|\bllave\b|\bchave\b|キー)",
);

static NAMES: LazyLock<Option<Regex>> =
    LazyLock::new(|| RegexBuilder::new(WORDS).unicode(false).size_limit(16 << 20).build().ok());

/// Bytes of a name on either side of the word in it.
const MAX_NAME_BYTES: usize = 48;

/// What follows the word in names of what is no secret itself: its kind, its place, its life, its rules.
const ABOUT: &[&str] = &[
    "type", "types", "name", "names", "id", "ids", "url", "uri", "urls", "endpoint", "path", "file", "files",
    "dir", "folder", "field", "fields", "header", "headers", "length", "len", "size", "count", "counts",
    "limit", "limits", "min", "max", "ttl", "expiry", "expires", "expiration", "expire", "lifetime", "age",
    "hash", "hashes", "hasher", "digest", "encryption", "algorithm", "algo", "policy", "rule", "rules",
    "provider", "manager", "store", "storage", "ref", "reference", "arn", "vault", "version", "label",
    "hint", "placeholder", "prompt", "env", "var", "variable", "format", "regex", "pattern", "prefix",
    "suffix", "required", "enabled", "disabled", "auth", "based", "reset", "input", "param", "params",
    "parameter", "column", "budget", "usage", "rate", "bucket", "index", "position", "kind", "class",
    "error", "errors", "message", "valid", "validator", "validation", "strength", "helper", "service",
    "factory", "scope", "scopes", "issuer", "source", "location", "rotation", "mode", "date", "time", "at",
    "on", "in", "created", "updated", "stream", "tokens", "price", "cost", "fingerprint", "thumbprint",
    "counter", "window", "list", "map", "set", "pair", "pairs", "value_from", "mount", "mounts", "volume",
    "sha", "checksum", "status", "state", "section", "ring", "agent", "command", "cmd", "prefixes", "family",
    "symbology", "lookup", "not", "match", "mismatch", "matches",
];

/// What precedes `key` in names of what everybody may know.
const PUBLIC: &[&str] = &[
    "public", "primary", "foreign", "cache", "sort", "partition", "object", "composite", "unique",
    "idempotency", "hash", "group", "map", "query", "row", "index", "dedup", "content", "publishable",
    "etag", "i18n", "translation", "locale", "host", "ssh", "pub", "s3", "turbo", "merge", "lookup", "join",
    "sharding", "shard", "routing_key_name", "csrf_cookie", "site", "next", "page", "cursor", "pagination",
    "continuation", "page_token", "lock", "commit", "node", "react",
];

/// What precedes words that are counted: `max_tokens`, `completion_tokens`.
const COUNTED: &[&str] = &[
    "max", "min", "num", "count", "total", "used", "prompt", "completion", "output", "per", "no", "has",
    "is", "use", "reset", "forgot", "hide", "show", "toggle", "missing", "invalid", "wrong", "enter",
    "retype", "repeat", "remember",
];

/// A word for a secret in a text, with the whole name that it stands in.
pub(super) struct Named {
    pub kind: Kind,
    /// Where the name begins and ends.
    pub start: usize,
    pub end: usize,
}

/// The names of a text that announce a secret, in their order.
pub(super) fn each(text: &str, found: &mut dyn FnMut(Named) -> bool) {
    let Some(names) = NAMES.as_ref() else { return };
    let bytes = text.as_bytes();
    for captures in names.captures_iter(bytes) {
        let (Some(whole), kind) = (captures.get(0), kind_of(&captures)) else { continue };
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
        let before =
            bytes.get(whole.start().saturating_sub(MAX_NAME_BYTES)..whole.start()).unwrap_or_default();
        let start = whole.start() - before.iter().rev().take_while(|b| is_part(b)).count();
        let after = bytes.get(whole.end()..).unwrap_or_default();
        // Scripts without spaces: what follows is no part of the name.
        let is_joined = text
            .get(..whole.end())
            .and_then(|name| name.chars().next_back())
            .is_some_and(|c| c >= '\u{3000}');
        let rest = after.iter().take(MAX_NAME_BYTES).take_while(|b| is_part(b) && !is_joined).count();
        let mut end = whole.end() + rest;
        // A character of the pattern may be the first one behind the name.
        if bytes.get(end - 1).is_some_and(|b| !is_part(b) && b.is_ascii()) {
            end -= 1;
        }
        let name = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        if is_about(name(whole.end().min(end), end)) || is_public(name(start, end)) {
            continue;
        }
        if !found(Named { kind, start, end }) {
            return;
        }
    }
}

fn kind_of(captures: &regex::bytes::Captures<'_>) -> Kind {
    if captures.get(1).is_some() {
        Kind::Password
    } else if captures.get(2).is_some() {
        Kind::Key
    } else {
        Kind::Vague
    }
}

/// Whether the rest of a name says that it is about the secret: `token_url`, `passwordField`, `secretKeyRef`.
fn is_about(rest: &str) -> bool {
    let words = humps(rest);
    words.iter().any(|word| ABOUT.contains(&word.as_str()))
        // `tokenizer`, `secretary`, `passworder`: another word altogether.
        || rest.starts_with(|c: char| c.is_ascii_lowercase()) && !matches!(rest, "s" | "es" | "key" | "keys" | "n" | "en" | "base" | "et" | "em" | "u" | "er" | "in" | "si" | "ler")
}

/// Whether everybody may know what has that name.
fn is_public(name: &str) -> bool {
    let words = humps(name);
    if words.len() > 1 && words.first().is_some_and(|first| COUNTED.contains(&first.as_str())) {
        return true;
    }
    let is_key = words.iter().any(|word| matches!(word.as_str(), "key" | "keys" | "token" | "cookie"));
    is_key && words.iter().any(|word| PUBLIC.contains(&word.as_str()))
}

/// The parts of a name, in lower case.
fn humps(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        let is_new = !c.is_alphanumeric() || c.is_uppercase() && was_lower;
        was_lower = c.is_lowercase() || c.is_ascii_digit();
        if is_new {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Names that are whole words, where the value of a member is looked at by nothing but its name.
pub(super) fn is_secret(name: &str) -> bool {
    let name = name.trim_start_matches('-').trim_end_matches([':', '=']);
    let mut is = false;
    each(name, &mut |one| {
        is = one.kind != Kind::Vague || {
            let words = humps(name);
            words.last().is_some_and(|last| matches!(last.as_str(), "key" | "auth" | "pat" | "cookie"))
                && (words.len() > 1 || name.len() != 3)
        };
        !is
    });
    is
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_words_compile() {
        assert!(super::NAMES.is_some());
    }
}
