//! What a text says is secret: a word for it, what ties the two, and the value – `password: …`, `SECRET_KEY=…`, `the auth token is …`,
//! `<apiKey>…</apiKey>`, `… is the password`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::{Regex, RegexBuilder};

use super::chosen::{is_chosen, is_plain_for};
use super::found::Secret;
use super::names::{self, Kind, Named};
use super::phrases::{self, Lead};
use super::unnamed;
use super::value::{Signs, is_drawn, is_elsewhere, is_filler, is_label, is_password, is_worded};

const WHAT: &str = "a value of a password, token or key";

/// Bytes that are looked at behind a name, and before it.
const MAX_BEHIND_BYTES: usize = 700;
const MAX_BEFORE_BYTES: usize = 200;

/// What ties a name to its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tie {
    /// `=`, `:`, `>`: what follows is the value, if it is one at all.
    Sign,
    /// A sentence: what follows may be a word.
    Sentence,
    /// Nothing but a space.
    Space,
}

/// `name = value` and its kin: quotes that end the name, a type between name and sign, a member `value` behind a member `name`.
const SIGN: &str = concat!(
    r#"(?i)^(?:(?:\[\w{0,12}\])?[\x22'`\])*_\\]{0,4}[ \t]{0,8}(?::[ \t]*[a-z_][a-z0-9_<>\[\]|&., ]{0,40}?[ \t]*=|:=|=>|->|={1,3}|\?=|\+=|:|：|＝)(?:[ \t]{0,2}\*\*|__)?[ \t]{0,8}(?:\[\s{0,40}|\r?\n[ \t]{0,40}-[ \t]{1,4})?"#,
    r#"|[ \t]+by[ \t]+lazy[ \t]*\{[ \t]*|[\x22']?[ \t]*\{[^{}\n]*?\b(?:default|value)[\x22']?[ \t]*[:=][ \t]*|[\\\x22'`]{0,2}(?:\s*[,:])?\s{1,40}[\\\x22'-]{0,3}(?:value|wert)[\\\x22']{0,2}\s{0,4}[:=]\s{0,4}|[\\\x22'`]{1,2}\s*,\s*[\\\x22']{1,2}value[\\\x22']{1,2}\s*[:=]\s*"#,
    r#"|</[\w:]+>\s{0,40}<[\w:]+>\s{0,8}|\\?[\x22']>\s{0,8}|[\x22'`]\s?[,)\]]{1,2}\s?(?:=\s?|,\s?)?|[ \t]{0,8}\|[ \t]{1,20})"#,
);

/// A sentence between name and value.
const SENTENCE: &str = concat!(
    r"(?i)^[\x22'`)*]{0,3}(?:[ \t]+[\x22'`(*]{0,2}[a-z0-9_@/\x80-\xff-](?:[a-z0-9_.@/\x80-\xff-]{0,40}[a-z0-9_@/\x80-\xff-])?[\x22'`)*]{0,2}){0,6}?",
    r"(?:[ \t]+(?:a \S{2,6} chang\S{1,3} en|is|was|are|be|stays|remains|becomes|became|bleibt|reste|sigue siendo|=|c'est|ist|lautet|wurde|heißt|es|est|é|è|är|er|este|era|será|equals|to|auf|jest|to be)|,[ \t]+c'est|[ \t]{0,2}:|：|[ \t]+(?:–|—|-|->|→|=>)|[ \t]+(?:на|это)|\s?(?:это|—))",
    r"(?:[ \t]+(?:noch|immer|weiterhin|toujours|encore|ainda|siempre|now|still|currently|simply|just|set|changed|rotated|to|jetzt|nun|ahora|maintenant|agora|auf|gesetzt|called))*[ \t]*:?[ \t]+[*_]{0,2}",
);

/// Words up to a colon, which may have one of the words above in them.
const COLON: &str = r"^(?:[ \t]+[\x22'`(]{0,2}[a-zA-Z0-9_@/\x80-\xff-][a-zA-Z0-9_.@/\x80-\xff-]{0,40}[\x22'`)]{0,2}){1,6}[ \t]{0,2}:[ \t]+[*_]{0,2}";

/// Languages without spaces.
const JOINED: &str = r"^(?:改成了?|改为|换成了?|变成了?|设为|設为|を|是|为|為|は|が|이|가|는|은|：|:)(?:[ \t]|　)*(?:「|『|“)?";

/// Words between name and value in languages that say no "is".
const BARE: &str = r"^(?:[ \t]+[\x80-\xff][\x80-\xff-]*){1,4}[ \t]+";

const SPACE: &str = r"(?i)^[\x22'`]?[ \t]+(?:of |for )?";

struct Ties {
    sign: Regex,
    sentence: Regex,
    colon: Regex,
    joined: Regex,
    space: Regex,
    bare: Regex,
    login: Regex,
}

static TIES: LazyLock<Option<Ties>> = LazyLock::new(|| {
    let made = |pattern: &str| RegexBuilder::new(pattern).unicode(false).build().ok();
    Some(Ties {
        sign: made(SIGN)?,
        sentence: made(SENTENCE)?,
        colon: made(COLON)?,
        joined: made(JOINED)?,
        space: made(SPACE)?,
        bare: made(BARE)?,
        login: made(LOGIN)?,
    })
});

/// A name and a password beside each other, behind a word for entering.
const LOGIN: &str = concat!(
    r"(?i)(?:\b(?:log(?:ged)?[ -]?in|sign[ -]?in|login|logins|credentials?|creds|accounts?|anmelde(?:n|daten|ung)?|zugang(?:sdaten)?|einloggen|user(?:name)?|benutzer|usuario|utilisateur|connect\w{0,2}|zugriff|entrar|wi-?fi|wlan|ssid|identifiants?|acceso|compte|cuenta|conta|konto|inlog\w*)\b|",
    r"acc(?:è|é)s\b|usu(?:á|Á)rio\b|логин|Логин|войти|Войти|вход|Вход|учётк|учетк|доступ|Доступ|账号|帐号|用户名|アカウント|ログイン)[^\n]{0,60}?",
    r"(?:[\s(\x22'`:=]|：)([a-z][a-z0-9_.@-]{1,60})[\x22'`]?(?: ?//? ?| ?: ?| \| |, ?(?:and |und |et |y |e |и )?(?:password |pw |pass )?| and | und | et | y | e | и | avec | mit | con | com | with (?:password |pw )?|;\s*|，|、)[\x22'`]?([^\s\x22'`<>]{5,100})",
);

/// `found` says whether to go on.
pub(super) fn find(text: &str, found: &mut dyn FnMut(Secret) -> bool) {
    let Some(ties) = TIES.as_ref() else { return };
    let mut goes_on = true;
    names::each(text, &mut |named| {
        if let Some(range) = value_of(text, &named, ties) {
            goes_on = found(Secret { range, what: WHAT });
        }
        goes_on
    });
    if goes_on {
        goes_on = unnamed::find(text, &mut |range| found(Secret { range, what: WHAT }));
    }
    if goes_on {
        for captures in ties.login.captures_iter(text.as_bytes()) {
            let Some(value) = captures.get(2) else { continue };
            let range = trimmed(text, value.range());
            let word = text.get(range.clone()).unwrap_or_default();
            if is_chosen(word)
                && !word.contains(['/', '('])
                && !word.contains("--")
                && !found(Secret { range, what: WHAT })
            {
                return;
            }
        }
    }
}

fn value_of(text: &str, named: &Named, ties: &Ties) -> Option<Range<usize>> {
    let end = boundary(text, named.end.saturating_add(MAX_BEHIND_BYTES));
    let behind = text.get(named.end..end)?;
    let name = text.get(named.start..named.end)?;
    let at = |tie: &Regex| tie.find(behind.as_bytes()).map(|one| named.end + one.end());
    let is_element =
        behind.starts_with('>') && text.get(..named.start).is_some_and(|before| before.ends_with(['<', ':']));
    if is_element && let Some(range) = accepted(text, named.end + 1, end, name, named.kind, Tie::Sign) {
        return Some(range);
    }
    let mut ways = vec![
        (&ties.sign, Tie::Sign),
        (&ties.sentence, Tie::Sentence),
        (&ties.joined, Tie::Sentence),
        (&ties.colon, Tie::Sentence),
    ];
    let is_flag = name.starts_with('-');
    ways.push((&ties.space, if is_flag { Tie::Sign } else { Tie::Space }));
    if named.kind == Kind::Password {
        ways.push((&ties.bare, Tie::Space));
    }
    let is_joined = name.chars().next_back().is_some_and(|c| c >= '\u{3000}');
    let ways = ways.into_iter().map(|(regex, tie)| (at(regex), tie));
    for (from, tie) in ways.chain(is_joined.then_some((Some(named.end), Tie::Space))) {
        let Some(from) = from else { continue };
        let gap = text.get(named.end..from).unwrap_or_default();
        // A comparison, and a colon behind which a sentence goes on, say no value.
        let tie = if tie == Tie::Sign && gap.contains('|') { Tie::Sentence } else { tie };
        if let Some(range) = accepted(text, from, end, name, named.kind, tie) {
            return Some(range);
        }
        let lead = if tie == Tie::Space { Lead::Beside } else { Lead::Stated };
        if named.kind == Kind::Password
            && let Some(range) = phrases::at(text, from, end, name, lead)
        {
            return Some(range);
        }
    }
    before(text, named)
}

/// `… is the password`.
fn before(text: &str, named: &Named) -> Option<Range<usize>> {
    if named.kind == Kind::Vague {
        return None;
    }
    let from =
        (named.start.saturating_sub(MAX_BEFORE_BYTES)..=named.start).find(|at| text.is_char_boundary(*at))?;
    let line = text.get(from..named.start)?.rsplit('\n').next()?;
    let start = named.start - line.len();
    let words: Vec<(usize, &str)> = split(line).collect();
    let copula = words.iter().rposition(|(_, word)| {
        matches!(*word, "is" | "as" | "ist" | "als" | "es" | "est" | "comme" | "como" | "é")
    })?;
    if words.len() - copula > 5
        || words.get(copula + 1..)?.iter().any(|(_, word)| word.ends_with(['.', ',', ';', ':']))
    {
        return None;
    }
    // `… works as the password`.
    let last = words
        .get(..copula)?
        .iter()
        .rposition(|(_, word)| !matches!(*word, "works" | "serves" | "used" | "set" | "is" | "acts"))?;
    let (at, word) = words.get(last)?;
    let range = trimmed(text, start + at..start + at + word.len());
    let value = text.get(range.clone())?;
    let is = match named.kind {
        Kind::Password => is_chosen(value) && Signs::of(value).digits > 0 && !value.contains('/'),
        _ => is_drawn(value),
    };
    is.then_some(range)
}

/// Words with their places.
fn split(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// The value that begins there, if it is one.
fn accepted(text: &str, from: usize, end: usize, name: &str, kind: Kind, tie: Tie) -> Option<Range<usize>> {
    let rest = text.get(from..end)?;
    // Letters in front of a string: `b"…"`, `f'…'`.
    let prefix = usize::from(
        rest.len() > 2
            && rest.starts_with(['b', 'r', 'u', 'B', 'R', 'U', '@', 'L'])
            && rest.get(1..2).is_some_and(|c| matches!(c, "\"" | "'")),
    );
    let escaped = usize::from(rest.get(prefix..).is_some_and(|rest| rest.starts_with("\\\"")));
    let open = prefix + escaped;
    let quote = rest.get(open..)?.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
    let (start, stop, is_quoted) = match quote {
        Some(quote) => {
            let inner = rest.get(open + 1..)?;
            let length = inner.find([quote, '\n'])?;
            let length = length
                - usize::from(escaped == 1 && inner.get(..length).is_some_and(|one| one.ends_with('\\')));
            (from + open + 1, from + open + 1 + length, true)
        }
        None => {
            let length = rest
                .find(|c: char| {
                    c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '」' | '』' | '”' | '。' | '，')
                })
                .unwrap_or(rest.len());
            (from, from + length, false)
        }
    };
    let range = if is_quoted {
        start..stop
    } else {
        trimmed(text, cut_query(text, start..cut_letters(text, start..stop, kind)))
    };
    let value = text.get(range.clone())?;
    let after = text.get(range.end..end).unwrap_or_default();
    let line = text.get(..range.start)?.rsplit('\n').next().unwrap_or_default();
    let is = !value.is_empty()
        && !is_elsewhere(value)
        && !is_filler(value)
        && (!is_plain_for(kind, value) || is_pin(name, value))
        && !is_code(value, after, is_quoted, line)
        && match kind {
            Kind::Password => is_password_of(name, value, tie, is_quoted, after),
            Kind::Key => {
                is_key_of(name, value, tie, is_quoted)
                    || tie == Tie::Sign && is_agreed(name) && is_chosen(value) && !is_resource(value)
            }
            Kind::Vague => {
                let value = value.strip_prefix("base64:").unwrap_or(value);
                tie != Tie::Space && is_drawn(value) && !value.contains(':') && value.len() >= 20
            }
        };
    is.then_some(range)
}

/// Whether it is a piece of a program: a call, a member, a variable at the end of a statement.
fn is_code(value: &str, after: &str, is_quoted: bool, line: &str) -> bool {
    if is_quoted {
        return value.contains("${") || value.contains("%s") || value.starts_with('{');
    }
    let is_name = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    let parts: Vec<&str> = value.split(['.', ':']).filter(|part| !part.is_empty()).collect();
    let is_member = parts.len() > 1 && parts.iter().all(|part| is_name(part) && !Signs::of(part).is_drawn());
    let is_call = after.starts_with(['(', '['])
        || value.contains('(') && value.contains([')', '"'])
        || value.contains("(") && !Signs::of(value).is_drawn() && value.ends_with('(');
    let begins = line.trim_start();
    let is_statement = [
        "let ", "const ", "var ", "return ", "if ", "if(", "self.", "this.", "val ", "auto ", "final ",
        "pub ", "fn ", "def ", "func ",
    ]
    .iter()
    .any(|word| begins.starts_with(word))
        || (after.starts_with([';', ')', '}']) || after.starts_with(',') && line.contains('('))
            && is_name(value);
    is_member || is_call || is_statement && is_name(value) && !Signs::of(value).is_drawn()
}

/// Whether people may have chosen what has that name: programs make keys and tokens.
fn is_agreed(name: &str) -> bool {
    let name = name.to_lowercase();
    ["secret", "cred", "geheim", "секрет"].iter().any(|word| name.contains(word))
}

/// Whether it may be the name of what keeps the secret: `db-creds-prod1`.
fn is_resource(value: &str) -> bool {
    let signs = Signs::of(value);
    value.contains(['-', '_', '.']) && signs.upper == 0 && signs.symbols == 0
}

fn is_env(name: &str) -> bool {
    name.bytes().any(|b| b.is_ascii_uppercase()) && !name.bytes().any(|b| b.is_ascii_lowercase())
}

fn is_password_of(name: &str, value: &str, tie: Tie, is_quoted: bool, after: &str) -> bool {
    let signs = Signs::of(value);
    if value.contains(char::is_whitespace) {
        let is_passphrase =
            name.to_ascii_lowercase().contains("phrase") && value.split_whitespace().count() >= 3;
        return tie == Tie::Sign && is_quoted && is_passphrase
            || is_quoted
                && signs.digits > 0
                && signs.symbols > 0
                && signs.bytes < 40
                && value.split_whitespace().count() <= 2;
    }
    if is_pin(name, value) {
        return true;
    }
    let is_word = signs.digits == 0 && (signs.symbols == 0 || !value.is_ascii());
    match tie {
        Tie::Sign if !is_password(value) => false,
        Tie::Sign if !is_word => {
            signs.bytes >= 4
                && (is_quoted
                    || is_chosen(value)
                    || signs.letters() == 0 && (signs.bytes >= 6 || name.starts_with("PIN"))
                    || is_env(name))
        }
        // In another script, what a label of a page says.
        Tie::Sign if is_quoted => {
            signs.bytes >= 5 && value.is_ascii() && !value.starts_with(char::is_uppercase)
        }
        // What stands in for a variable.
        Tie::Sign if value.starts_with('-') => false,
        // All letters: in a file of settings, alone on its line.
        Tie::Sign => {
            let ends = after.trim_start_matches([' ', '\t']).is_empty()
                || after.trim_start_matches([' ', '\t']).starts_with(['\n', '#', '&']);
            let is_flag = name.starts_with("--");
            value.is_ascii()
                && (is_env(name) && signs.bytes >= 5
                    || is_flag && signs.bytes >= 6
                    || ends
                        && signs.bytes >= 8
                        && signs.upper == 0
                        && !value.contains(['-', '.', '/', ':'])
                        && signs.bytes >= 12)
        }
        Tie::Sentence => is_chosen(value),
        Tie::Space if is_quoted => is_chosen(value),
        Tie::Space => is_chosen(value) && signs.letters() >= 3 && !value.contains(['/', '=', ':']),
    }
}

/// Digits that open a door, a card or an account.
fn is_pin(name: &str, value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    (name.contains("PIN") || name.to_ascii_lowercase().contains("code"))
        && (4..=12).contains(&value.len())
        && digits >= 4
        && value.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'#' | b'*' | b'-'))
}

fn is_key_of(name: &str, value: &str, tie: Tie, is_quoted: bool) -> bool {
    let signs = Signs::of(value);
    if value.contains(char::is_whitespace) {
        return false;
    }
    let is_path = value.contains('/') && !signs.is_drawn();
    let is_mixed = !is_worded(value)
        && signs.digits >= 1
        && signs.letters() >= 1
        && signs.bytes >= 8
        && !is_path
        && !value.contains("::")
        && !value.contains("//");
    let is_letters =
        signs.digits == 0 && signs.upper >= 4 && signs.lower >= 4 && signs.changes >= 8 && signs.bytes >= 16;
    match tie {
        Tie::Sign if value.contains(':') => is_drawn(value),
        Tie::Sign if is_drawn(value) || is_letters => true,
        Tie::Sign if is_env(name) => {
            signs.bytes >= 8
                && !is_path
                && !is_label(value)
                && value.is_ascii()
                && signs.letters() != 0
                && (is_quoted || !is_env(value) || signs.digits > 0)
                && !value.contains(['(', '.'])
        }
        Tie::Sign => {
            is_mixed
                && (signs.digits >= 2 || signs.symbols > 0 || signs.bytes >= 12)
                && !value.contains(['.', '(', '['])
        }
        Tie::Sentence => {
            is_drawn(value)
                || is_mixed
                    && signs.digits >= 2
                    && !value.contains(['.', '/', ':', '('])
                    && signs.changes >= 2
        }
        Tie::Space => is_drawn(value) && !value.contains(['/', ':', '.']),
    }
}

/// Without what ends a sentence or a bracket around it.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let value = text.get(range.clone()).unwrap_or_default();
    let value = value.trim_end_matches(['.', ',', ';', ':', '…', '*', '_', '\\']);
    let value = if value.contains('(') { value } else { value.trim_end_matches(')') };
    let value = if value.contains('{') { value } else { value.trim_end_matches('}') };
    let value = if value.contains('[') { value } else { value.trim_end_matches(']') };
    let value = value.trim_end_matches(['.', ',', ';']);
    range.start..range.start + value.len()
}

/// In an address the next parameter begins behind `&`, in a list of settings behind `;` or `,`.
fn cut_query(text: &str, range: Range<usize>) -> Range<usize> {
    let value = text.get(range.clone()).unwrap_or_default();
    let is_parameter = |rest: &str| {
        rest.find(['=', ':']).is_some_and(|at| {
            at > 0
                && rest.get(..at).is_some_and(|name| {
                    name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b' '))
                })
        })
    };
    let ends = value.char_indices().find(|(at, c)| {
        let rest = value.get(at + 1..).unwrap_or_default();
        matches!(c, '&' | ';' | ',') && (is_parameter(rest) || rest.is_empty())
    });
    range.start..range.start + ends.map_or(value.len(), |(at, _)| at)
}

/// A program's key ends before a letter that is none of ASCII, a password before a script that is written without spaces.
fn cut_letters(text: &str, range: Range<usize>, kind: Kind) -> usize {
    let value = text.get(range.clone()).unwrap_or_default();
    let ends = |c: char| if kind == Kind::Password { c >= '\u{3000}' } else { !c.is_ascii() };
    range.start + value.find(ends).unwrap_or(value.len())
}

/// The last boundary of characters up to there.
fn boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_tie_compiles() {
        assert!(super::TIES.is_some());
    }
}
