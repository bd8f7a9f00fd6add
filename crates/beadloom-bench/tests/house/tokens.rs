//! Rust source as words and signs: no comments, no literals but strings.

/// A piece of source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A keyword or a name.
    Word(String),
    /// `::`.
    Separator,
    /// The content of a string.
    Text(String),
    /// Any other sign.
    Sign(char),
}

impl Token {
    /// Whether it is this sign.
    pub fn is(&self, sign: char) -> bool {
        *self == Self::Sign(sign)
    }

    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        if let Self::Word(word) = self { Some(word) } else { None }
    }
}

/// The tokens of a file.
pub fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let c = at(i);
        if c == '/' && at(i + 1) == '/' {
            while i < chars.len() && at(i) != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            let mut depth = 0;
            loop {
                if at(i) == '/' && at(i + 1) == '*' {
                    depth += 1;
                    i += 2;
                } else if at(i) == '*' && at(i + 1) == '/' {
                    depth -= 1;
                    i += 2;
                } else {
                    i += 1;
                }
                if depth == 0 || i >= chars.len() {
                    break;
                }
            }
        } else if c == '"' {
            let mut text = String::new();
            i += 1;
            while i < chars.len() && at(i) != '"' {
                i += usize::from(at(i) == '\\');
                text.push(at(i));
                i += 1;
            }
            found.push(Token::Text(text));
            i += 1;
        } else if c == '\'' {
            if at(i + 1) == '\\' {
                i += 3;
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            } else if at(i + 2) == '\'' {
                i += 3;
            } else {
                // A lifetime.
                i += 1;
                while is_word(at(i)) {
                    i += 1;
                }
            }
        } else if is_word(c) {
            let start = i;
            while is_word(at(i)) {
                i += 1;
            }
            let word: String = chars[start..i].iter().collect();
            let hashes = (i..).take_while(|i| at(*i) == '#').count();
            if matches!(word.as_str(), "r" | "br" | "cr") && at(i + hashes) == '"' {
                let start = i + hashes + 1;
                let closes = |at: &usize| {
                    chars[*at] == '"' && (1..=hashes).all(|hash| chars.get(at + hash) == Some(&'#'))
                };
                let close = (start..chars.len()).find(closes).unwrap_or(chars.len());
                let text = chars[start..close].iter().collect();
                i = close + 1 + hashes;
                found.push(Token::Text(text));
            } else if word == "r" && hashes == 1 {
                // A keyword as a name follows.
                i += 1;
            } else if word == "b" && at(i) == '\'' {
                // A byte: what follows is read as a character.
            } else if !c.is_ascii_digit() {
                found.push(Token::Word(word));
            }
        } else if c == ':' && at(i + 1) == ':' {
            found.push(Token::Separator);
            i += 2;
        } else {
            if !c.is_whitespace() {
                found.push(Token::Sign(c));
            }
            i += 1;
        }
    }
    found
}
