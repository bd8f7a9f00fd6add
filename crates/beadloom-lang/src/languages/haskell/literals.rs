//! Character literals with escapes, which the grammar reads on to any later quote: `'\n'` is given to it as a
//! string of the same length.

use std::borrow::Cow;

/// The text with those literals as strings; every other byte stands in its place.
pub(super) fn readable(text: &str) -> Cow<'_, str> {
    if !text.contains("'\\") {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut changed = bytes.to_vec();
    let mut at = 0;
    // What stands before decides whether a quote is part of a name (`x'`).
    let mut in_name = false;
    while let Some(byte) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or(&[]);
        let length = match byte {
            b'-' if rest.starts_with(b"--") && !in_operator(bytes, at) => line(rest),
            b'{' if rest.starts_with(b"{-") => block(rest),
            b'"' => string(rest),
            b'\'' if !in_name => {
                let length = escaped(rest);
                if length > 0
                    && let Some(literal) = changed.get_mut(at..at + length)
                {
                    literal.fill(b'x');
                    if let [first, .., last] = literal {
                        (*first, *last) = (b'"', b'"');
                    }
                }
                // `'"'` is no string.
                if length == 0 && rest.starts_with(b"'\"'") { 3 } else { length.max(1) }
            }
            _ => 1,
        };
        in_name = length == 1 && (is_name(*byte) || (*byte == b'\'' && in_name));
        at += length;
    }
    String::from_utf8(changed).map_or(Cow::Borrowed(text), Cow::Owned)
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Whether dashes are part of an operator: `-->` and `|--` begin no comment.
fn in_operator(bytes: &[u8], at: usize) -> bool {
    /// No operator has more dashes.
    const MAX_BYTES: usize = 64;
    let is_symbol = |byte: &u8| b"!#$%&*+./<=>?@\\^|~:".contains(byte);
    let dashes =
        bytes.get(at..).unwrap_or(&[]).iter().take(MAX_BYTES).take_while(|byte| **byte == b'-').count();
    at.checked_sub(1).and_then(|before| bytes.get(before)).is_some_and(is_symbol)
        || bytes.get(at + dashes).is_some_and(is_symbol)
}

fn line(rest: &[u8]) -> usize {
    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
}

/// A block comment with those inside it.
fn block(rest: &[u8]) -> usize {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(two) = rest.get(at..at + 2) {
        match two {
            b"{-" => {
                depth += 1;
                at += 2;
            }
            b"-}" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    rest.len()
}

/// One that is not closed is passed over to the end of its line: looking at what it may hold again would take time
/// that grows with the square of the line.
fn string(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match byte {
            // Between two backslashes a string goes on in the next line.
            b'\\' => at += 2,
            b'"' => return at + 1,
            b'\n' => return at,
            _ => at += 1,
        }
    }
    rest.len()
}

/// The length of a literal like `'\n'`, `'\''`, `'\x1f'`, `'\DEL'`; 0 where there is none.
fn escaped(rest: &[u8]) -> usize {
    const MAX_BYTES: usize = 12;
    if !rest.starts_with(b"'\\") {
        return 0;
    }
    // The character after the backslash may be a quote itself.
    let tail = rest.get(3..rest.len().min(MAX_BYTES)).unwrap_or(&[]);
    let length = tail
        .iter()
        .position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'^' | b'@' | b'[' | b']' | b'_'));
    match length {
        Some(inner) if tail.get(inner) == Some(&b'\'') => inner + 4,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_characters_become_strings_of_the_same_length() {
        for (text, want) in [
            (r"f = '\n' : x' '\''", r#"f = "xx" : x' "xx""#),
            (r"f = '\x1f' '\DEL' '\^A'", r#"f = "xxxx" "xxxx" "xxx""#),
            (r#"f = "'\n'" '\n'"#, r#"f = "'\n'" "xx""#),
            ("-- '\\n'\nf = '\\t'", "-- '\\n'\nf = \"xx\""),
            (r"{- {- '\n' -} '\n' -} '\n'", r#"{- {- '\n' -} '\n' -} "xx""#),
            (r#"f = '"' '\n' '"'"#, r#"f = '"' "xx" '"'"#),
            (r"a --> '\n'", r#"a --> "xx""#),
            (r"f = 'a' '\", r"f = 'a' '\"),
            (r"f = '\n", r"f = '\n"),
            ("f = \" '\\n'\ng = '\\n'", "f = \" '\\n'\ng = \"xx\""),
            ("f = 'ä' '\\n'", "f = 'ä' \"xx\""),
        ] {
            assert_eq!(readable(text), want, "{text}");
        }
    }
}
