//! What the grammar must not be given.

use std::borrow::Cow;

/// The text with other characters of the same length where its own would end the process: after `{` and `..`, and
/// the digits behind them, the grammar asks C's `isdigit` of every character, which looks it up in a table of 256.
pub(super) fn readable(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut made = String::with_capacity(text.len());
    let (mut asks, mut last) = (false, '\0');
    for character in text.chars() {
        match character.len_utf8() {
            length if asks && character > '\u{ff}' => made.push_str(match length {
                2 => "é",
                3 => "éx",
                _ => "éé",
            }),
            _ => made.push(character),
        }
        asks = match character {
            '{' => true,
            '.' => last == '.',
            digit => asks && digit.is_ascii_digit(),
        };
        last = character;
    }
    if made == text { Cow::Borrowed(text) } else { Cow::Owned(made) }
}

#[cfg(test)]
mod tests {
    use super::readable;

    /// From outside nothing is to be seen: whether the grammar ends the process depends on what lies behind its table.
    #[test]
    fn nothing_wide_stands_where_the_grammar_looks_it_up() {
        for (text, given) in [
            ("{🧵,b}", "{éé,b}"),
            ("{12界..3}", "{12éx..3}"),
            ("{1..ſ} {1..22ſ}", "{1..é} {1..22é}"),
            ("${é} {a界} 1界 .界 { 界", "${é} {a界} 1界 .界 { 界"),
        ] {
            assert_eq!(readable(text), given);
            assert_eq!(text.len(), given.len(), "{text}");
        }
    }
}
