//! Names of ASCII letters, digits and ties, which nearly all names are: the same words as for any name, from slices of
//! the name, without a list of its characters.

/// Words are cut here, in characters: longer ones are data, not names.
pub(crate) const MAX_WORD_CHARS: usize = 64;

/// Calls `emit` with every word of a name: wholes before their parts. `name`: ASCII alone.
pub fn words_of_name(name: &str, emit: &mut dyn FnMut(&str)) {
    let emit: &mut dyn FnMut(&str) = &mut |word| match crate::forms::plain(word) {
        Some(plain) => emit(&plain),
        None => emit(word),
    };
    let bytes = name.as_bytes();
    let mut at = 0;
    while let Some(from) = next(bytes, at, u8::is_ascii_alphanumeric) {
        // One tie between two runs holds them together; two do not.
        let mut ties = 0;
        let mut end = run_end(bytes, from);
        while bytes.get(end).copied().is_some_and(is_tie)
            && bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric)
        {
            ties += 1;
            end = run_end(bytes, end + 1);
        }
        emit_tied(name.get(from..end).unwrap_or(""), ties, emit);
        at = end;
    }
}

/// Calls `emit` with every longest run of characters that may belong to one name. `text`: ASCII alone.
pub fn each_name(text: &str, emit: &mut dyn FnMut(&str)) {
    let bytes = text.as_bytes();
    let belongs = |byte: &u8| BELONGS.get(usize::from(*byte)) == Some(&true);
    let mut at = 0;
    while let Some(from) = next(bytes, at, belongs) {
        at = next(bytes, from, |byte| !belongs(byte)).unwrap_or(bytes.len());
        emit(text.get(from..at).unwrap_or(""));
    }
}

/// By byte, whether it may belong to a name.
const BELONGS: [bool; 256] = {
    let mut belongs = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        belongs[byte] = (byte as u8).is_ascii_alphanumeric() || is_tie(byte as u8);
        byte += 1;
    }
    belongs
};

const fn is_tie(byte: u8) -> bool {
    matches!(byte, b'_' | b'-')
}

/// The first place from `at` on whose byte is such a one.
fn next(bytes: &[u8], at: usize, is: impl Fn(&u8) -> bool) -> Option<usize> {
    Some(at + bytes.get(at..)?.iter().position(is)?)
}

/// Where the letters and digits from `from` on end.
fn run_end(bytes: &[u8], from: usize) -> usize {
    next(bytes, from, |byte| !byte.is_ascii_alphanumeric()).unwrap_or(bytes.len())
}

/// Runs of letters and digits with `ties` between them.
fn emit_tied(name: &str, ties: usize, emit: &mut dyn FnMut(&str)) {
    if ties == 0 {
        emit_piece(name, true, emit);
        return;
    }
    if name.len() - ties <= MAX_WORD_CHARS {
        let mut whole = String::with_capacity(MAX_WORD_CHARS);
        whole.extend(name.split(['_', '-']));
        emit(&whole);
    }
    for piece in name.split(['_', '-']) {
        emit_piece(piece, piece.len() > 1, emit);
    }
}

/// A run of letters and digits: whole if `whole`, and its humps if it has several.
fn emit_piece(piece: &str, whole: bool, emit: &mut dyn FnMut(&str)) {
    if whole {
        emit(cut(piece));
    }
    let bytes = piece.as_bytes();
    let mut start = 0;
    let mut hump = |from: usize, to: usize| {
        let hump = piece.get(from..to).unwrap_or("");
        if hump.len() > 1 {
            emit(cut(hump));
        }
    };
    for (before, two) in bytes.windows(2).enumerate() {
        let [a, b] = two else { continue };
        let breaks = if a.is_ascii_digit() || b.is_ascii_digit() {
            a.is_ascii_digit() != b.is_ascii_digit()
        } else {
            // The last capital of a run begins the next hump: HTTPHeader is HTTP and Header.
            b.is_ascii_uppercase()
                && (a.is_ascii_lowercase() || bytes.get(before + 2).is_some_and(u8::is_ascii_lowercase))
        };
        if breaks {
            hump(start, before + 1);
            start = before + 1;
        }
    }
    if start > 0 {
        hump(start, piece.len());
    }
}

fn cut(word: &str) -> &str {
    word.get(..MAX_WORD_CHARS).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    fn all(each: impl Fn(&mut dyn FnMut(&str))) -> Vec<String> {
        let mut found = Vec::new();
        each(&mut |one| found.push(one.to_owned()));
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn words_are_those_of_any_name(text in "([a-cA-C]{0,4}[01]{0,2}[-_ .]{0,2}){0,8}|[a-zA-Z0-9_]{50,140}") {
            prop_assert_eq!(
                all(|emit| super::words_of_name(&text, emit)),
                all(|emit| crate::words_of_any_name(&text, emit))
            );
            prop_assert_eq!(all(|emit| super::each_name(&text, emit)), all(|emit| crate::each_name_of_any(&text, emit)));
        }
    }
}
