//! Passwords that nothing but their look and a word in the same line give away: "decrypt the zip with …", "… (that's the root password)".

use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::{Regex, RegexBuilder};

use super::chosen::is_chosen;
use super::phrases;
use super::value::{Signs, is_drawn};

/// Words of lines that people write passwords in.
const CONTEXT: &str = concat!(
    r"(?i)(?:pass(?:word|wd|wort|phrase|code)|\bpwd?\b|\bpw\b|\bpass\b|\blog(?:ged|ging)?[ -]?(?:in|on)\b|\blogins?\b|sign(?:ed)?[ -]?in|credential|\bcreds?\b|unlock|decrypt|\bprotected\b|wi-?fi|wlan|\badmin|\broot\b|\bbot\b|-bot\b|\bviewer\b|\bdeploy\b|\btester\b|\bguest\b|\bsudo\b|\bssh\s|\bscp\s|\bftp\s|\btelnet\s|svc_\w|",
    r"anmeld|einlog|zugang|kennwort|entsperr|entschl|mot de passe|\bmdp\b|identifiant|connecte|contrase|clave|\busuari|senha|\bentr[ae]\b|",
    r"парол|логин|вход|зайди|войди|密码|密碼|口令|登录|登陆|账号|パスワード|ログイン|비밀번호|wachtwoord|has.?o\b|.ifre|parol[ae]|acces{1,2}|access)",
);

/// A name that everybody has, and a password behind it.
const PAIR: &str = r"(?i)(?:^|[^\w])(?:admin\w{0,8}|root|svc[_-]\w{1,30}|(?:[a-z]{1,12}[_-])?(?:bot|deploy|viewer|tester|operator|jenkins|ansible|backup|guest|runner)(?:[_-]\w{1,20})?)[\x22'`]?(?:\s?(?://?|:|,|\+|，|、)\s?|\s(?:and|with|using|und|mit|et|avec|y|con|e|com|и|с паролем|和|と)\s|\s?(?:和|と)\s?)(?:the |password |pw |passwort |mot de passe |contrase\S{1,3}a |senha )*[\x22'`]?([^\s\x22'`<>,;]{6,60})";

/// What opens something, before a word that is asked for, and behind it.
const OPENS: &str = r"(?i)\b(?:unlock|decrypt|log ?in|sign ?in|authenticate|connect|entsperr\w*|anmelde\w*|d(?:\xc3\xa9|e)verrouill\w*|desbloque\w*)\b[^\n]{0,40}?\s(?:with|using|mit|avec|con|com)\s[\x22'`]?([^\s\x22'`<>,;]{6,60})";
const LOGS_IN: &str = r"(?i)(?:^|[\s\x22'`(])[a-z][a-z0-9_.@-]{1,60}\s?(?:/|,|\xe3\x81\xa8|\xe5\x92\x8c)\s?([^\s\x22'`<>,;/]{6,60})\s?(?:\xe3\x81\xa7|\xe6\x9d\xa5|to |pour |para |um )?\s?(?:\xe3\x83\xad\xe3\x82\xb0\xe3\x82\xa4\xe3\x83\xb3|\xe7\x99\xbb\xe5\xbd\x95|log ?in|sign ?in|se connecter|entrar|acceder)";
const ANSWERS: &str = r"(?i)(?:password|passwort|kennwort|passphrase|\bpw|\bpwd|mot de passe|contrase\S{1,3}a|senha|\xd0\xbf\xd0\xb0\xd1\x80\xd0\xbe\xd0\xbb\xd1\x8c)\b[^\n?]{0,40}\?\s{1,3}(?:a: ?|-> ?|\xe2\x86\x92 ?)?[\x22'`]?([^\s\x22'`<>,;]{6,60})";
const BEHIND: &str = r"(?im)^[\s>*-]{0,6}[\x22'`]?([^\s\x22'`<>,;]{6,60})[\x22'`]?\s(?:<-+|\(|opens|\xe2\x86\x90|\xe2\x80\x93|\xe2\x80\x94|-)\s?[^\n]{0,24}?(?:password|passwort|kennwort|passphrase|\bpw|\bpwd|mot de passe|contrase\S{1,3}a|senha)\b";

/// Whether a line may have any of them, and those with a password in their first group.
static PATTERNS: LazyLock<Option<(Regex, [Regex; 5])>> = LazyLock::new(|| {
    let made = |pattern: &str| RegexBuilder::new(pattern).unicode(false).build().ok();
    Some((made(CONTEXT)?, [made(PAIR)?, made(OPENS)?, made(ANSWERS)?, made(BEHIND)?, made(LOGS_IN)?]))
});

/// Bytes of a line: what is longer is no note of a person.
const MAX_LINE_BYTES: usize = 400;

/// Bytes of a password in a line.
const MAX_PASSWORD_BYTES: usize = 40;

/// `found` says whether to go on; answers what it said.
pub(super) fn find(text: &str, found: &mut dyn FnMut(Range<usize>) -> bool) -> bool {
    let Some((context, pairs)) = PATTERNS.as_ref() else { return true };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let place = start;
        start += line.len();
        if line.len() > MAX_LINE_BYTES || !context.is_match(line.as_bytes()) {
            continue;
        }
        if !phrases::logins(text, place..start, found) {
            return false;
        }
        for captures in pairs.iter().flat_map(|pair| pair.captures_iter(line.as_bytes())) {
            let Some(value) = captures.get(1) else { continue };
            let word = line.get(value.range()).unwrap_or_default();
            let word = trimmed(word);
            if is_chosen(word)
                && !word.contains(['/', '(', '[', '=', '$', ':'])
                && !word.contains("--")
                && !found(place + value.start()..place + value.start() + word.len())
            {
                return false;
            }
        }
        for word in line.split(|c: char| c.is_whitespace() || ('\u{3000}'..'\u{ff00}').contains(&c)) {
            let at = place + (word.as_ptr() as usize - line.as_ptr() as usize);
            let inner = word.trim_start_matches(['"', '\'', '`', '(', '“', '«', '„', '‘']);
            let at = at + word.len() - inner.len();
            let inner = trimmed(inner);
            if is_strong(inner) && !found(at..at + inner.len()) {
                return false;
            }
        }
    }
    true
}

/// Without what closes a quote, a bracket or a sentence behind it; a sign at the end may be the password's.
fn trimmed(word: &str) -> &str {
    word.trim_end_matches(['"', '\'', '`', ')', '”', '»', '“', '’', '.', ',', ';', ':'])
}

/// Letters, digits and signs as in no word, name, number, address or piece of code.
fn is_strong(word: &str) -> bool {
    const CODE: &[char] = &[
        '/', '(', ')', '[', ']', '{', '}', '<', '>', '=', '\\', '|', ':', ';', ',', '"', '\'', '`', '$', '&',
        '.', '@', '+', '_',
    ];
    if !(7..=MAX_PASSWORD_BYTES).contains(&word.len()) || word.contains(CODE) || !word.is_ascii() {
        return false;
    }
    let signs = Signs::of(word);
    let symbols: Vec<usize> =
        word.match_indices(['!', '#', '%', '?', '*', '^', '~']).map(|(at, _)| at).collect();
    let [first, rest @ ..] = symbols.as_slice() else { return false };
    // `issue#12`, `%20`, `*name2*`, `what2?`: a sign after letters and before digits alone, or around all of it, is none of a password.
    let (before, after) = (word.get(..*first).unwrap_or_default(), word.get(first + 1..).unwrap_or_default());
    let is_reference = word.as_bytes().get(*first) == Some(&b'#')
        && (before.is_empty() || after.bytes().all(|b| b.is_ascii_digit()));
    let is_encoded = word.as_bytes().get(*first) == Some(&b'%')
        && after.len() >= 2
        && after.bytes().take(2).all(|b| b.is_ascii_hexdigit());
    let is_emphasis = before.is_empty();
    let is_question = after.is_empty() && word.ends_with('?');
    rest.len() <= 2
        && signs.digits > 0
        && signs.letters() >= 3
        && !is_reference
        && !is_encoded
        && !is_emphasis
        && !is_question
        && !word.starts_with('-')
        && !(after.is_empty() && is_number_behind(before))
        && (is_chosen(word) || is_drawn(word))
}

/// `python3!`, `HTTP2*`: a word with its number, and a mark behind it.
fn is_number_behind(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
    word.len() - letters.len() > 2 || letters.bytes().all(|b| b.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_patterns_compile() {
        assert!(super::PATTERNS.is_some());
    }
}
