//! What code and settings state by name without defining it: variables of the environment, options, keys, tables, events.

use std::collections::BTreeSet;

use memchr::{memchr, memchr_iter, memchr3};

/// Literals of a file that are kept, the first in the order of the alphabet.
const MAX_LITERALS: usize = 500;

/// Bytes of a literal.
const MIN_LITERAL_BYTES: usize = 5;
const MAX_LITERAL_BYTES: usize = 60;

/// Bytes of a line that is read; longer ones are data.
const MAX_LINE_BYTES: usize = 2_000;

/// Endings of files that hold settings.
const SETTINGS: &[&str] = &["cfg", "conf", "env", "ini", "properties", "toml", "yaml", "yml"];

/// Folders of translations: their keys are no settings.
const TRANSLATIONS: &[&str] = &["i18n", "l10n", "lang", "languages", "locale", "locales", "translations"];

/// Endings by which a text with a dot is the name of a file; so is any ending of fewer letters.
const FILES: &[&str] = &["conf", "html", "jpeg", "json", "less", "lock", "scss", "toml", "yaml"];
const MIN_KEY_CHARS: usize = 4;

/// The literals of code, sorted.
pub fn literals_of_code(text: &str) -> Vec<String> {
    let mut found = BTreeSet::new();
    for line in text.lines().filter(|line| line.len() <= MAX_LINE_BYTES) {
        add_quoted(line, &mut found);
        add_variables(line, &mut found);
    }
    kept(&found)
}

/// The names in a file of settings, sorted; none where it is no such file.
pub fn literals_of_settings(path: &str, text: &str) -> Vec<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_settings = name.starts_with(".env")
        || name.rsplit_once('.').is_some_and(|(_, ending)| SETTINGS.contains(&ending));
    if !is_settings || path.split('/').any(|folder| TRANSLATIONS.contains(&folder)) {
        return Vec::new();
    }
    let mut found = BTreeSet::new();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    for line in text.lines().filter(|line| line.len() <= MAX_LINE_BYTES) {
        let tokens = line.split(|c| !is_part(c)).map(|token| token.trim_matches(['.', '-']));
        found.extend(tokens.filter(|token| is_stated(token)));
    }
    kept(&found)
}

fn kept(found: &BTreeSet<&str>) -> Vec<String> {
    found.iter().take(MAX_LITERALS).map(|name| (*name).to_owned()).collect()
}

/// What stands between quotes, where it is all of it.
fn add_quoted<'t>(line: &'t str, found: &mut BTreeSet<&'t str>) {
    let mut rest = line;
    while let Some(at) = memchr3(b'"', b'\'', b'`', rest.as_bytes()) {
        let (quote, behind) = (rest.as_bytes()[at], rest.get(at + 1..).unwrap_or_default());
        let Some(end) = memchr(quote, behind.as_bytes()) else {
            // A text of several lines that begins with a command, or an apostrophe; another quote may begin behind it.
            if fits(behind) && is_command(behind) {
                found.insert(behind);
            }
            rest = behind;
            continue;
        };
        let text = behind.get(..end).unwrap_or_default();
        // A command stands before what it takes: `shop:import {file}`.
        let first = text.split(' ').next().unwrap_or_default();
        if fits(first) && is_command(first) {
            found.insert(first);
        } else if is_stated(text) {
            found.insert(text);
        }
        rest = behind.get(end + 1..).unwrap_or_default();
    }
}

/// Variables of the environment and of the preprocessor, which are given from outside: `process.env.MODE_OF_IT`, `$MODE_OF_IT`,
/// `#ifdef MODE_OF_IT`. Any other name in capitals is a definition's.
fn add_variables<'t>(line: &'t str, found: &mut BTreeSet<&'t str>) {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = line.as_bytes();
    let is_directive = line.trim_start().starts_with('#');
    let mut done = 0;
    for at in memchr_iter(b'_', bytes) {
        if at < done {
            continue;
        }
        let first = bytes[..at].iter().rposition(|byte| !is_part(*byte)).map_or(0, |before| before + 1);
        done = bytes[at..].iter().position(|byte| !is_part(*byte)).map_or(bytes.len(), |length| at + length);
        let before = line.get(..first).unwrap_or_default();
        let is_given = is_directive || ["env.", "$", "${"].iter().any(|mark| before.ends_with(mark));
        if let Some(name) = line.get(first..done).filter(|name| is_given && is_variable(name) && fits(name)) {
            found.insert(name);
        }
    }
}

fn fits(text: &str) -> bool {
    (MIN_LITERAL_BYTES..=MAX_LITERAL_BYTES).contains(&text.len())
}

/// Whether a text is written as names are that documents state.
fn is_stated(text: &str) -> bool {
    fits(text) && text.is_ascii() && (is_variable(text) || is_option(text) || is_key(text) || is_table(text))
}

/// `STRIPE_SECRET_KEY`.
pub(crate) fn is_variable(text: &str) -> bool {
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    text.starts_with(|c: char| c.is_ascii_uppercase()) && text.contains('_') && text.split('_').all(is_part)
}

/// `--dry-run`.
pub(crate) fn is_option(text: &str) -> bool {
    text.strip_prefix("--").is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    })
}

/// `invoice.paid`, `cache.redis.max_size`.
fn is_key(text: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.len() > 1
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
    };
    text.rsplit_once('.').is_some_and(|(before, last)| {
        let is_file = FILES.contains(&last) || last.len() < MIN_KEY_CHARS && !before.contains('.');
        !is_file && text.split('.').all(is_part)
    })
}

/// `shop:import`, `shop:orders:import-old`.
fn is_command(text: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.len() > 1
            && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-'))
    };
    text.contains(':') && text.split(':').all(is_part)
}

/// `invoice_lines`.
fn is_table(text: &str) -> bool {
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.contains('_') && text.split('_').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::{literals_of_code, literals_of_settings};

    #[test]
    fn code_states_what_documents_may_name() {
        for (code, expected) in [
            ("key = os.environ['STRIPE_SECRET_KEY']", "STRIPE_SECRET_KEY"),
            ("const key = process.env.STRIPE_SECRET_KEY ?? ''", "STRIPE_SECRET_KEY"),
            ("#if MODE_OF_IT > 1 && defined(OTHER_MODE)", "MODE_OF_IT OTHER_MODE"),
            ("limit = MAX_SIZE + $HOME_DIR + ${DATA_DIR}", "DATA_DIR HOME_DIR"),
            (r#"bus.publish("invoice.paid", { id })"#, "invoice.paid"),
            (r#"create_table "invoice_lines", id: :uuid"#, "invoice_lines"),
            (r#"arg("--dry-run", "-n")"#, "--dry-run"),
            (
                r#"$signature = 'shop:orders:import {file} {--force}'; "a::b" "http://x" "on:""#,
                "shop:orders:import",
            ),
            ("$signature = 'shop:scan\n    {folder}';", "shop:scan"),
            (r#"it's open("data/notes.txt") or "package.json""#, ""),
            (r#"say("not all of_it is a name")"#, ""),
            ("a__b = _X + X_ + MAX + my_name", ""),
            ("größe_ = \"ÄB_C\" 'unclosed", ""),
        ] {
            assert_eq!(literals_of_code(code).join(" "), expected, "{code}");
        }
    }

    #[test]
    fn settings_are_read_by_their_ending() {
        let text = "# invoice_lines\nSTRIPE_SECRET_KEY=abc\nspring.datasource.max-size: 3\n";
        let all = ["STRIPE_SECRET_KEY", "invoice_lines", "spring.datasource.max-size"];
        for (path, expected) in [
            (".env.example", &all[..]),
            ("conf/app.properties", &all[..]),
            ("notes.txt", &[]),
            ("locales/en.yml", &[]),
        ] {
            assert_eq!(literals_of_settings(path, text), expected, "{path}");
        }
    }
}
