//! Source text as tokens: names, strings, signs. One reader for all languages, because all that is asked of them is which
//! function is called with which text, and what a schema's few words say.

/// A piece of source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// 1-based.
    pub(crate) line: u32,
    pub(crate) kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name, a keyword, a number.
    Word(String),
    /// A string without what would have to be computed; its value.
    Text(String),
    /// A string with something computed in it.
    Computed,
    /// One sign.
    Sign(char),
}

impl Token {
    /// The name, where it is one.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The string's value, where it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is that sign.
    pub(crate) fn is(&self, sign: char) -> bool {
        self.kind == Kind::Sign(sign)
    }
}

/// How a language writes comments and strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Style {
    /// `#` begins a comment.
    pub(crate) hash: bool,
    /// `//` and `/* */` are comments.
    pub(crate) slashes: bool,
    /// `'` stands around text of any length, not around one character.
    pub(crate) single: bool,
    /// Backticks stand around text, over lines.
    pub(crate) backtick: bool,
    /// Three quotes stand around text, over lines.
    pub(crate) triple: bool,
    /// `$name` and `${}` in double quotes are computed.
    pub(crate) dollar: bool,
}

const PLAIN: Style =
    Style { hash: false, slashes: true, single: false, backtick: false, triple: false, dollar: false };

impl Style {
    /// GraphQL's schema language.
    pub(crate) const GRAPHQL: Self = Self { hash: true, slashes: false, triple: true, ..PLAIN };
    /// Protocol buffers.
    pub(crate) const PROTOBUF: Self = Self { single: true, ..PLAIN };

    /// Of a language of code, by its id; None where none of the libraries that are looked for is at home in it.
    pub(crate) fn of(language: &str) -> Option<Self> {
        Some(match language {
            "python" => Self { hash: true, slashes: false, single: true, triple: true, ..PLAIN },
            "javascript" | "typescript" | "vue" | "svelte" => Self { single: true, backtick: true, ..PLAIN },
            "go" => Self { backtick: true, ..PLAIN },
            "rust" | "java" | "csharp" | "cpp" => PLAIN,
            "kotlin" | "scala" => Self { triple: true, dollar: true, ..PLAIN },
            "php" => Self { hash: true, single: true, dollar: true, ..PLAIN },
            "ruby" | "elixir" => Self { hash: true, slashes: false, single: true, ..PLAIN },
            _ => return None,
        })
    }
}

/// The tokens of a text, in one pass; at most `most`, what follows is left out.
pub(crate) fn tokens(text: &str, style: Style, most: usize) -> Vec<Token> {
    let mut reader = Reader { rest: text, line: 1 };
    let mut tokens = Vec::new();
    while tokens.len() < most
        && let Some(token) = reader.next(style)
    {
        tokens.push(token);
    }
    tokens
}

struct Reader<'a> {
    rest: &'a str,
    line: u32,
}

impl<'a> Reader<'a> {
    /// Takes so many bytes, which end at the border of a character.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        let lines = taken.bytes().filter(|byte| *byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        taken
    }

    fn take_to(&mut self, end: &str) -> &'a str {
        let length = self.rest.find(end).map_or(self.rest.len(), |at| at + end.len());
        self.take(length)
    }

    fn next(&mut self, style: Style) -> Option<Token> {
        loop {
            let first = self.rest.chars().next()?;
            if first.is_whitespace() {
                self.take(first.len_utf8());
            } else if (style.slashes && self.rest.starts_with("//")) || (style.hash && first == '#') {
                self.take_to("\n");
            } else if style.slashes && self.rest.starts_with("/*") {
                self.take(2);
                self.take_to("*/");
            } else {
                let line = self.line;
                return Some(Token { line, kind: self.kind(first, style) });
            }
        }
    }

    fn kind(&mut self, first: char, style: Style) -> Kind {
        if first.is_alphanumeric() || first == '_' {
            return self.word(style);
        }
        for triple in ["\"\"\"", "'''"] {
            if style.triple && self.rest.starts_with(triple) {
                self.take(3);
                let text = self.take_to(triple);
                return Kind::Text(text.strip_suffix(triple).unwrap_or(text).to_owned());
            }
        }
        match first {
            '"' => self.string('"', style.dollar),
            '\'' if style.single => self.string('\'', false),
            '\'' => {
                self.character();
                Kind::Computed
            }
            '`' if style.backtick => self.template(),
            other => {
                self.take(other.len_utf8());
                Kind::Sign(other)
            }
        }
    }

    /// A name; the letters before a string (`f"…"`) belong to the string.
    fn word(&mut self, style: Style) -> Kind {
        let length = self.rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(self.rest.len());
        let word = self.take(length);
        let quoted = self.rest.starts_with('"') || (style.single && self.rest.starts_with('\''));
        if !quoted || word.len() > 2 {
            return Kind::Word(word.to_owned());
        }
        let string = self.rest.chars().next().map_or(Kind::Computed, |first| self.kind(first, style));
        match string {
            Kind::Text(text) if !(word.contains(['f', 'F']) && text.contains('{')) => Kind::Text(text),
            _ => Kind::Computed,
        }
    }

    /// A string on one line; one that is not closed ends with the line.
    fn string(&mut self, quote: char, dollar: bool) -> Kind {
        self.take(1);
        let mut value = String::new();
        let mut computed = false;
        while let Some(next) = self.rest.chars().next() {
            if next == '\n' {
                break;
            }
            self.take(next.len_utf8());
            if next == quote {
                break;
            }
            if next == '\\' {
                let escaped = self.rest.chars().next().unwrap_or('\\');
                self.take(escaped.len_utf8());
                value.push(escaped);
                continue;
            }
            computed |=
                dollar && next == '$' && self.rest.starts_with(|c: char| c == '{' || c.is_alphabetic());
            computed |= next == '#' && self.rest.starts_with('{');
            value.push(next);
        }
        if computed { Kind::Computed } else { Kind::Text(value) }
    }

    /// Backticks, over lines.
    fn template(&mut self) -> Kind {
        self.take(1);
        let mut value = String::new();
        let mut computed = false;
        while let Some(next) = self.rest.chars().next() {
            self.take(next.len_utf8());
            match next {
                '`' => break,
                '\\' => {
                    let escaped = self.rest.chars().next().map_or(0, char::len_utf8);
                    self.take(escaped);
                }
                '$' if self.rest.starts_with('{') => computed = true,
                other => value.push(other),
            }
        }
        if computed { Kind::Computed } else { Kind::Text(value) }
    }

    /// `'a'`, `'\n'`; a lone quote, such as that of a lifetime.
    fn character(&mut self) {
        self.take(1);
        let mut ahead = self.rest.chars();
        let length = match (ahead.next(), ahead.next(), ahead.next()) {
            (Some('\\'), Some(escaped), Some('\'')) => 2 + escaped.len_utf8(),
            (Some(one), Some('\''), _) => one.len_utf8() + 1,
            _ => 0,
        };
        self.take(length);
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Style, tokens};

    #[test]
    fn strings_and_comments_are_told_apart() {
        let show = |text: &str, language: &str| -> String {
            let style = Style::of(language).unwrap();
            let show = |token: super::Token| match token.kind {
                Kind::Word(word) => word,
                Kind::Text(text) => format!("<{text}>"),
                Kind::Computed => "<?>".to_owned(),
                Kind::Sign(sign) => sign.to_string(),
            };
            tokens(text, style, 100).into_iter().map(show).collect::<Vec<_>>().join(" ")
        };
        for (language, text, want) in [
            (
                "python",
                "f(b'x', f'a{b}', r\"y\") # 'z'\n\"\"\"a\nb\"\"\" c",
                "f ( <x> , <?> , <y> ) <a\nb> c",
            ),
            ("typescript", "q(`a`, `b${c}`) // d\n/* 'e */ 'f'", "q ( <a> , <?> ) <f>"),
            (
                "rust",
                "fn f<'a>(x: &'a str) { 'b'; '\\n' }",
                "fn f < <?> a > ( x : & <?> a str ) { <?> ; <?> }",
            ),
            ("go", "ch.Publish(\"\", `k`)", "ch . Publish ( <> , <k> )"),
            ("ruby", "x(\"a#{b}\", 'c') # d", "x ( <?> , <c> )"),
            ("kotlin", "f(\"a$b\", \"c\")", "f ( <?> , <c> )"),
            ("java", "\"not closed\n x", "<not closed> x"),
        ] {
            assert_eq!(show(text, language), want, "{language}");
        }
    }

    #[test]
    fn lines_are_counted_and_tokens_bounded() {
        let read = tokens("a\n/* \n */ b\n\"c\" d", Style::PROTOBUF, 3);
        let lines: Vec<u32> = read.iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 3, 4]);
        assert!(tokens("'", Style::PROTOBUF, 9).len() == 1);
    }
}
