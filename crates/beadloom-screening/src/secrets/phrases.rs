//! What somebody chose to keep secret and made of plain words: `correct-horse-battery`, four words in a row, a quoted word, `root / toor`.
//!
//! Nothing of their look tells them from a sentence. So the text must say that one follows, and no word of it may be one of those that
//! describe passwords.

use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::{Regex, RegexBuilder};

use super::value::{is_elsewhere, is_filler, is_password};

/// How the name of a password leads to what may be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// A sign or a verb: `passphrase:`, `the password is`.
    Stated,
    /// A space: `with the password …`.
    Beside,
}

/// Words in a joined passphrase, and in one with spaces.
const MIN_JOINED_WORDS: usize = 3;
const MIN_SPACED_WORDS: usize = 4;
const MAX_WORDS: usize = 10;

/// Letters of each word of a phrase, and of a word that stands alone.
const MIN_WORD_CHARS: usize = 3;
const MIN_ALONE_CHARS: usize = 6;
const MAX_WORD_CHARS: usize = 14;

/// Words that describe a password or where it is, and words that every sentence has: in English, then in German, French, Spanish,
/// Portuguese, Dutch and Russian.
const PROSE: &str = "\
    about access account address admin after agent all also always and any api app are argument asked auth auto backend base \
    because been before but by can case certificate clear client code column command company config const credential \
    credentials data database date default demand dependent design device different digit disk docker each empty end entry \
    env environment every everywhere exact expired external false field file first flag for form format free from full fully \
    github given global hard has hash have header here host however http https human implementation input instead internal \
    invalid into its just key kubernetes last length less level like line list local log login long longer lower machine \
    made main manager may memory method min missing mode model more must name nested never new next none not now null number \
    object off old once one only open option optional other our out page param parameter pass passphrase passwd password \
    path per plain platform plugin pod policy port private process prod production project prompt proof property protocol \
    proxy public query random read ready real redis reference request reset resource role root safe same script sec secret \
    secrets secure see self sensitive sentence separate sequence server service session set setting shared short should side \
    single size some specific ssh stage staging standard state step still strict string strong style sub such system temp \
    test text than that the their them then there these they this time token too true two type unique unknown until upper \
    upstream url use user username valid value variable vault version via was weak well were what when where which who wide \
    will with within without word words workflow write wrong yaml yet you your zero aber abgelaufen auch auf bei beim das \
    dem den der des die ein eine falsch falsches für gleich hier immer kein leer mit nicht noch nur oder schon sicher \
    ungültig und vom von wird zum zur avec dans est incorrect les mais mot obligatoire par pas passe plus pour que qui \
    requis sans sur une vide clave con contraseña del incorrecta las los obligatoria para por segura sin una vacía vazia com \
    dos não obrigatória senha uma een het niet onjuist van verplicht voor wachtwoord был для если или как нет неверный \
    пароль при пустой уже что это";

/// Ends of words that say what is done to a password, or how it is.
const DESCRIBING: &[&str] = &["ed", "ing", "able", "ible", "ly", "tion", "ment", "ory", "ful", "less"];

/// Who logs in where nobody has chosen a name, what stands between name and password, and a word.
const LOGIN: &str = r"(?i)(?:^|[\s(\x22'`:=])(root|admin|administrator|pi|sa|postgres|ubnt)[\x22'`]?(\s/\s|\s?:\s?|/|,? (?:and |with )?(?:the )?password )[\x22'`]?([a-z]{4,16})[\x22'`]?(?:[\s.,;)]|$)";

/// What a line with a login says.
const ENTERS: &str = r"(?i)\b(?:log(?:ged|ging)?[ -]?(?:in|on|ins|into)|sign(?:ed)?[ -]?in|credentials?|creds|ssh|zugang\w*|anmelde\w*|einlog\w*|identifiants?|acceso|acesso)\b";

/// What stands behind `admin /` in a list of roles, pages and folders.
const ROLES: &str = "\
    anonymous author auditor bin console customer dashboard dev developer editor employee guest guests home index install \
    logout manager managers member members moderator nobody operator owner owners panel permissions profile reader roles \
    settings staff student sudo sudoer superadmin superuser support teacher tester user users viewer viewers visitor wheel \
    writer";

static LOGINS: LazyLock<Option<(Regex, Regex)>> = LazyLock::new(|| {
    let made = |pattern: &str| RegexBuilder::new(pattern).unicode(false).build().ok();
    Some((made(ENTERS)?, made(LOGIN)?))
});

/// The phrase or the quoted word that begins at `from`, behind the name of a password.
pub(super) fn at(text: &str, from: usize, end: usize, name: &str, lead: Lead) -> Option<Range<usize>> {
    let rest = text.get(from..end)?;
    let rest = rest.split('\n').next()?;
    let opening = rest.chars().next()?;
    let closing = match opening {
        '"' | '\'' | '`' => Some(opening),
        '“' => Some('”'),
        '„' => Some('“'),
        '«' => Some('»'),
        _ => None,
    };
    if let Some(closing) = closing {
        let start = opening.len_utf8();
        let inner = rest.get(start..)?;
        let inner = inner.get(..inner.find(closing)?)?;
        let is = is_joined(inner)
            || is_spaced(inner)
            || lead == Lead::Stated
                && is_word(inner, MIN_ALONE_CHARS)
                && is_password(inner)
                && !is_code(inner);
        return is.then_some(from + start..from + start + inner.len());
    }
    let word = rest.split(char::is_whitespace).next()?.trim_end_matches(['.', ',', ';', ':', ')', '!']);
    if is_joined(word) {
        return Some(from..from + word.len());
    }
    // A password with spaces is quoted, a passphrase need not be.
    if lead != Lead::Stated || !name.to_lowercase().contains("phrase") {
        return None;
    }
    let phrase = rest.split(['.', ',', ';', '(', ')', '"', ':']).next()?.trim_end();
    is_spaced(phrase).then(|| from..from + phrase.len())
}

/// Logins of a name that every system has and a plain word: `root / toor`. `found` says whether to go on; answers what it said.
pub(super) fn logins(text: &str, line: Range<usize>, found: &mut dyn FnMut(Range<usize>) -> bool) -> bool {
    let Some((enters, login)) = LOGINS.as_ref() else { return true };
    let Some(content) = text.get(line.clone()) else { return true };
    let enters = enters.is_match(content.as_bytes());
    for captures in login.captures_iter(content.as_bytes()) {
        // A line of its own is a note.
        let is_all = captures.get(0).is_some_and(|one| one.as_bytes() == content.trim_end().as_bytes());
        if !enters && !is_all {
            continue;
        }
        let (Some(user), Some(tie), Some(value)) = (captures.get(1), captures.get(2), captures.get(3)) else {
            continue;
        };
        let of = |range: Range<usize>| content.get(range).unwrap_or_default().to_lowercase();
        let (user, tie, word) = (of(user.range()), of(tie.range()), of(value.range()));
        let is_role = is_in(ROLES, &word) || is_in(PROSE, &word) && word != user;
        // `admin: see below` begins a sentence.
        let is_sentence = tie.contains(": ");
        if !is_role
            && !is_sentence
            && !is_described(&word)
            && (word == user || !is_filler(&word))
            && !found(line.start + value.start()..line.start + value.end())
        {
            return false;
        }
    }
    true
}

/// Words with one sign between them.
fn is_joined(value: &str) -> bool {
    ['-', '_', '.'].iter().any(|sign| {
        let words: Vec<&str> = value.split(*sign).collect();
        (MIN_JOINED_WORDS..=MAX_WORDS).contains(&words.len()) && are_words(&words, value)
    })
}

/// Words with a space between them.
fn is_spaced(value: &str) -> bool {
    let words: Vec<&str> = value.split(' ').collect();
    (MIN_SPACED_WORDS..=MAX_WORDS).contains(&words.len()) && are_words(&words, value)
}

fn are_words(words: &[&str], value: &str) -> bool {
    let distinct =
        words.iter().enumerate().all(|(at, word)| !words.iter().take(at).any(|before| before == word));
    // An adverb among four words is as likely as any other word; two of such forms make a sentence.
    let described = words.iter().filter(|word| is_described(&word.to_lowercase())).count();
    distinct
        && described * MIN_SPACED_WORDS <= words.len()
        && words.iter().all(|word| is_plain_word(word, MIN_WORD_CHARS))
        && !is_elsewhere(value)
        && !is_filler(value)
}

/// Letters of one case behind the first, and no word that describes.
fn is_word(word: &str, least: usize) -> bool {
    is_plain_word(word, least) && !is_described(&word.to_lowercase())
}

fn is_plain_word(word: &str, least: usize) -> bool {
    let lower = word.to_lowercase();
    (least..=MAX_WORD_CHARS).contains(&word.chars().count())
        && word.chars().all(char::is_alphabetic)
        && !word.chars().skip(1).any(char::is_uppercase)
        && !is_in(PROSE, &lower)
        && !is_filler(&lower)
}

/// Whether a list of words with spaces between them has that one.
fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

fn is_described(lower: &str) -> bool {
    DESCRIBING.iter().any(|end| lower.len() > end.len() + 2 && lower.ends_with(end))
}

/// Whether it is more likely the name of a field or a state than a word.
fn is_code(word: &str) -> bool {
    let lower = word.to_lowercase();
    lower.contains("pass") || matches!(lower.as_str(), "correct" | "richtig")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_patterns_compile() {
        assert!(super::LOGINS.is_some());
    }
}
