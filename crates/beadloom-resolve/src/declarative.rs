//! Manifests that are programs (`Package.swift`, `build.zig`): their tokens, for what is stated in literals.

/// A token of a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or keyword, `@` included.
    Word(String),
    /// The content of a string without escapes.
    Text(String),
    /// One character of punctuation.
    Sign(char),
}

/// More tokens than a manifest has.
const TOKENS: usize = 200_000;

/// Cuts a manifest into tokens. Comments (`//`, `/* */`) and white space are dropped; strings with escapes or
/// interpolation, and those over several lines, are no literals and come as empty text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if tokens.len() >= TOKENS {
            break;
        }
        if first.is_whitespace() {
            rest = rest.trim_start();
        } else if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
        } else if let Some(block) = rest.strip_prefix("\"\"\"") {
            tokens.push(Token::Text(String::new()));
            rest = block.split_once("\"\"\"").map_or("", |(_, rest)| rest);
        } else if first == '"' {
            let (content, after) = string(rest);
            tokens.push(Token::Text(content.to_owned()));
            rest = after;
        } else if is_word(first) {
            let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            tokens.push(Token::Word(word.to_owned()));
            rest = after;
        } else {
            tokens.push(Token::Sign(first));
            rest = rest.get(first.len_utf8()..).unwrap_or("");
        }
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '@')
}

/// The content of the string that a text begins with, and what follows it.
fn string(text: &str) -> (&str, &str) {
    let content = text.get(1..).unwrap_or("");
    let mut escaped = false;
    let mut plain = true;
    for (at, c) in content.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => (escaped, plain) = (true, false),
            '"' | '\n' => {
                let known = if plain && c == '"' { content.get(..at) } else { None };
                return (known.unwrap_or(""), content.get(at + 1..).unwrap_or(""));
            }
            _ => {}
        }
    }
    ("", "")
}

/// Where the bracket that opens at `open` closes; the end of the tokens where it does not. Looks at most `reach`
/// tokens ahead, so that many brackets that never close stay cheap.
pub(super) fn closing(tokens: &[Token], open: usize, reach: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open).take(reach) {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

impl Token {
    /// Whether it is that word.
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(known) if known == word)
    }

    /// Whether it is that sign.
    pub(super) fn is_sign(&self, sign: char) -> bool {
        *self == Self::Sign(sign)
    }

    /// A literal that is not empty.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// A word.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_cut_into_tokens() {
        let text = |text: &str| Token::Text(text.to_owned());
        let word = |word: &str| Token::Word(word.to_owned());
        let cases = [
            (
                "a(b: \"c d\") // e",
                vec![word("a"), Token::Sign('('), word("b"), Token::Sign(':'), text("c d"), Token::Sign(')')],
            ),
            ("/* \"a\" */ \"b\\n\" \"c", vec![text(""), text("")]),
            ("\"\"\"\n\"a\"\n\"\"\" x", vec![text(""), word("x")]),
            ("\"a\nb\"", vec![text(""), word("b"), text("")]),
        ];
        for (manifest, expected) in cases {
            assert_eq!(tokens(manifest), expected, "{manifest}");
        }
        for hostile in ["\"", "\"\\", "/*", "\"\"\"", "/", "ä\"ö"] {
            let _ = tokens(hostile);
        }
        assert_eq!(closing(&tokens("(a (b) [c]) d"), 0, 20), 8);
        assert_eq!(closing(&tokens("(a"), 0, 20), 2);
    }
}
