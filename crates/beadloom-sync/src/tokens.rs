//! Tokens of code and prose: names, and what is written like them.

/// Bytes of a token that is a part of another one, at least.
const MIN_PART_BYTES: usize = 4;

/// Bytes of any other token, at least.
const MIN_TOKEN_BYTES: usize = 3;

/// What joins names to one token.
const JOINERS: [char; 4] = ['-', '.', ':', '/'];

/// Calls `emit` with every token of a line, in order: a name with what it is joined to (`--dry-run`, `Ledger.post`, `src/app.py`,
/// `max-age`), and behind it its parts.
pub(crate) fn each_token<'t>(line: &'t str, emit: &mut dyn FnMut(&'t str)) {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = token_length(rest, first);
        if length == 0 {
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
            continue;
        }
        let (token, behind) = rest.split_at(length);
        rest = behind;
        if token.len() >= MIN_TOKEN_BYTES {
            emit(token);
        }
        // A file is named with its folders and without them.
        if let Some((_, last)) = token.rsplit_once('/')
            && last.len() >= MIN_TOKEN_BYTES
            && last.contains(JOINERS)
        {
            emit(last);
        }
        if token.contains(JOINERS) {
            let parts = token.split(JOINERS).map(|part| part.trim_start_matches(|c: char| c.is_numeric()));
            parts.filter(|part| part.len() >= MIN_PART_BYTES).for_each(&mut *emit);
        }
    }
}

/// Bytes of the token that a text begins with; 0 where it begins with none.
fn token_length(text: &str, first: char) -> usize {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    if let Some(option) = text.strip_prefix("--") {
        if !option.starts_with(char::is_alphabetic) {
            return 0;
        }
        let end = option.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(option.len());
        return 2 + option.get(..end).unwrap_or_default().trim_end_matches('-').len();
    }
    if !first.is_alphabetic() && first != '_' {
        return 0;
    }
    let mut end = 0;
    loop {
        let rest = text.get(end..).unwrap_or_default();
        end += rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        let behind = text.get(end..).unwrap_or_default();
        let joined = behind.trim_start_matches(JOINERS);
        if joined.len() == behind.len() || !joined.starts_with(is_name) {
            return end;
        }
        end = text.len() - joined.len();
    }
}

/// Whether a token is written as names are, and no word of a sentence.
pub(crate) fn is_name(token: &str) -> bool {
    if token.len() < MIN_PART_BYTES {
        return false;
    }
    let mut chars = token.chars().peekable();
    let starts_upper = token.chars().take(2).all(char::is_uppercase)
        && token.chars().nth(2).is_some_and(|c| c.is_uppercase() || c.is_numeric());
    if starts_upper {
        return true;
    }
    while let Some(c) = chars.next() {
        let Some(&next) = chars.peek() else { return c.is_numeric() };
        if c == '_' || c.is_numeric() || c.is_lowercase() && next.is_uppercase() {
            return true;
        }
        if c.is_lowercase() && JOINERS.contains(&next) {
            let mut behind = chars.clone();
            behind.next();
            if behind.next().is_some_and(char::is_lowercase) {
                return true;
            }
        }
    }
    false
}

/// Whether a token, which is a part of the line, stands behind an odd number of backticks.
pub(crate) fn is_quoted(line: &str, token: &str) -> bool {
    let at = (token.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
    let before = line.get(..at).unwrap_or_default();
    let mut runs = 0;
    let mut last = ' ';
    for c in before.chars() {
        runs += usize::from(c == '`' && last != '`');
        last = c;
    }
    runs % 2 == 1
}

/// Whether a token, which is a part of the line, stands between quotes.
pub(crate) fn is_literal(line: &str, token: &str) -> bool {
    let at = (token.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
    let mut open: Option<char> = None;
    for c in line.get(..at).unwrap_or_default().chars() {
        match open {
            Some(quote) if quote == c => open = None,
            None if matches!(c, '"' | '\'' | '`') => open = Some(c),
            _ => {}
        }
    }
    open.is_some_and(|quote| line.get(at + token.len()..).is_some_and(|behind| behind.contains(quote)))
}

#[cfg(test)]
mod tests {
    use super::{each_token, is_name};

    #[test]
    fn tokens_are_names_with_what_joins_them() {
        for (line, expected) in [
            ("run `beadloom ctx --no-refresh` now", "run beadloom ctx --no-refresh refresh now"),
            (
                "Ledger.post(entry) -> src/app/main.py",
                "Ledger.post Ledger post entry src/app/main.py main.py main",
            ),
            ("a -- b, --, ---x", "--x"),
            ("3rd max-age: 10s. Größe", "max-age Größe"),
            ("", ""),
        ] {
            let mut found = Vec::new();
            each_token(line, &mut |token| found.push(token));
            assert_eq!(found.join(" "), expected, "{line:?}");
        }
    }

    #[test]
    fn names_are_told_from_words() {
        for name in ["read_file", "readFile", "MAX_SIZE", "HTTP2", "max-age", "app.py", "v2beta"] {
            assert!(is_name(name), "{name}");
        }
        for word in ["word", "Word", "the", "I/O", "well-", "API"] {
            assert!(!is_name(word), "{word}");
        }
    }
}
