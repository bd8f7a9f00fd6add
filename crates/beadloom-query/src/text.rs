//! Text of a repository on its way to a reader.

/// Stands for a character that would act on a terminal instead of being shown.
pub(crate) const SHOWN_INSTEAD: char = '\u{fffd}';

/// Whether a character acts on a terminal or on the order of the text around it.
pub(crate) fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// On one line, white space single, without characters that act.
pub(crate) fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().map(|c| if acts(c) { SHOWN_INSTEAD } else { c }));
    }
    out
}

/// Several such texts, with commas between them.
pub(crate) fn lined(texts: &[String]) -> String {
    texts.iter().map(|text| line(text)).collect::<Vec<_>>().join(", ")
}

/// With its lines and tabs, without other characters that act.
pub(crate) fn block(text: &str) -> String {
    text.replace("\r\n", "\n")
        .chars()
        .map(|c| if acts(c) && c != '\n' && c != '\t' { SHOWN_INSTEAD } else { c })
        .collect()
}

/// At most `most` characters, cut behind a word and marked with `…`; whole where it fits.
pub(crate) fn cut_at_word(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    let Some((room, _)) = most.checked_sub(1).and_then(|n| text.char_indices().nth(n)) else {
        return String::new();
    };
    let head = &text[..room];
    let whole = head.trim_end();
    // The cut falls between two words, or else goes back to the last space.
    let kept = if whole.len() < head.len() || text[room..end].starts_with(char::is_whitespace) {
        whole
    } else {
        head.rfind(char::is_whitespace).map_or(head, |at| head[..at].trim_end())
    };
    format!("{kept}…")
}

/// At most `most` characters, marked with `…` where there were more.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

/// `a, b`, or `a, b and 4 more` where there are more.
pub(crate) fn and_more(shown: &[String], all: usize) -> String {
    match all.saturating_sub(shown.len()) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Whether a character is one of a name.
#[inline]
pub(crate) fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether nothing of a name stands before or behind so many bytes.
pub(crate) fn is_whole(text: &str, at: usize, length: usize) -> bool {
    let [before, behind] = around(text, at, length);
    !before.is_some_and(is_of_name) && !behind.is_some_and(is_of_name)
}

/// What stands before and behind so many bytes.
pub(crate) fn around(text: &str, at: usize, length: usize) -> [Option<char>; 2] {
    let before = text.get(..at).and_then(|head| head.chars().next_back());
    [before, text.get(at + length..).and_then(|rest| rest.chars().next())]
}

/// Whether one of these words, which stand between spaces, is the word.
pub(crate) fn has_word(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Markdown with its last code fence closed, so that what follows is no code.
pub(crate) fn closed_fences(markdown: &str) -> String {
    let mut open: Option<(char, usize)> = None;
    for text in markdown.lines() {
        let indent = text.len() - text.trim_start_matches(' ').len();
        let text = text.trim_start_matches(' ');
        let Some(mark) = text.chars().next().filter(|c| matches!(c, '`' | '~')) else { continue };
        let run = text.chars().take_while(|c| *c == mark).count();
        let rest = &text[run..];
        if run < 3 || indent > 3 {
            continue;
        }
        open = match open {
            None if mark == '`' && rest.contains('`') => None,
            None => Some((mark, run)),
            Some((with, length)) if with == mark && run >= length && rest.trim().is_empty() => None,
            other => other,
        };
    }
    match open {
        None => markdown.to_owned(),
        Some((mark, length)) => format!("{}\n{}", markdown.trim_end(), mark.to_string().repeat(length)),
    }
}

/// A fence that the text does not hold.
pub(crate) fn fence(content: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for c in content.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat((longest + 1).max(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_fall_behind_words() {
        for (text, most, cut) in [
            ("one two three", 20, "one two three"),
            ("one two three", 13, "one two three"),
            ("one two three", 12, "one two…"),
            ("one two three", 8, "one two…"),
            ("one two three", 7, "one…"),
            ("one two three", 3, "on…"),
            ("one two three", 1, "…"),
            ("one two three", 0, ""),
            ("ééé ééé", 5, "ééé…"),
            ("", 0, ""),
        ] {
            assert_eq!(cut_at_word(text, most), cut, "{text:?} at {most}");
            assert!(cut_at_word(text, most).chars().count() <= most.max(text.chars().count().min(most)));
        }
    }

    #[test]
    fn what_acts_on_a_terminal_is_shown_instead() {
        assert_eq!(line("a\u{1b}[31m\n b\tc\u{202e}"), "a\u{fffd}[31m b c\u{fffd}");
        assert_eq!(line("a\u{61c}\u{200e}\u{200f}\u{2066}"), "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}");
        assert_eq!(block("a\u{2028}b\u{85}c\u{c}"), "a\u{fffd}b\u{fffd}c\u{fffd}");
        assert_eq!(block("a\r\n\tb\u{9b}\r"), "a\n\tb\u{fffd}\u{fffd}");
    }

    #[test]
    fn an_open_fence_is_closed() {
        for (text, closed) in [
            ("```rust\nfn x() {}\n```", "```rust\nfn x() {}\n```"),
            ("```rust\nfn x() {}", "```rust\nfn x() {}\n```"),
            ("~~~~\n~~~\n```", "~~~~\n~~~\n```\n~~~~"),
            ("`x` and ``` in text", "`x` and ``` in text"),
            ("    ```\ntext", "    ```\ntext"),
            ("```a`b", "```a`b"),
        ] {
            assert_eq!(closed_fences(text), closed, "{text:?}");
        }
    }

    #[test]
    fn a_fence_is_longer_than_any_in_the_text() {
        for (text, expected) in [("a", "```"), ("``", "```"), ("```\nx\n```", "````"), ("`````", "``````")] {
            assert_eq!(fence(text), expected);
        }
    }
}
