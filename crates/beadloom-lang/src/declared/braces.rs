//! Languages with braces: what stands at the top of a file, or right in a namespace.

use beadloom_model::languages::{Lexer, TokenKind};
use beadloom_model::{Declared, LanguageId};

use super::spaces::Spaces;

/// Tokens between `fun` or `val` and the name: type parameters and what the function extends.
const RECEIVER: usize = 256;

/// Words before the name of what is declared; None for a language that is not read here.
pub(super) fn before_names(language: LanguageId) -> Option<&'static [&'static str]> {
    Some(match language {
        LanguageId::CSharp => &["class", "struct", "interface", "enum", "record", "delegate"],
        LanguageId::Java => &["class", "interface", "enum", "record"],
        LanguageId::Kotlin => &["class", "interface", "object", "typealias", "fun", "val", "var"],
        LanguageId::Scala => &["class", "trait", "object", "enum", "type", "def", "val", "var", "given"],
        LanguageId::Php => &["class", "interface", "trait", "enum", "function", "const"],
        LanguageId::Protobuf => &[],
        _ => return None,
    })
}

/// A word or a sign.
#[derive(Clone, Copy)]
struct Token<'t> {
    text: &'t str,
    is_word: bool,
    at_margin: bool,
    on_new_line: bool,
}

/// The words and signs of a text; strings are passed over.
struct Words<'t> {
    lexer: Lexer<'t>,
    waiting: Option<Token<'t>>,
}

impl<'t> Words<'t> {
    /// The next token, which stays.
    fn peek(&mut self) -> Option<Token<'t>> {
        if self.waiting.is_none() {
            self.waiting = self.read();
        }
        self.waiting
    }

    fn next(&mut self) -> Option<Token<'t>> {
        self.waiting.take().or_else(|| self.read())
    }

    fn read(&mut self) -> Option<Token<'t>> {
        self.lexer.by_ref().find_map(|token| {
            let is_word = match token.kind {
                TokenKind::Word => true,
                TokenKind::Sign(_) => false,
                TokenKind::Text(_) | TokenKind::Computed => return None,
            };
            let (at_margin, on_new_line) = (token.at_margin, token.on_new_line);
            Some(Token { text: token.text, is_word, at_margin, on_new_line })
        })
    }
}

/// A namespace that is open.
struct Open {
    /// In the spaces that were found.
    space: usize,
    /// Braces around what stands right in it.
    depth: usize,
    /// It has braces of its own.
    braced: bool,
}

struct Reader<'t> {
    language: LanguageId,
    before_names: &'static [&'static str],
    words: Words<'t>,
    spaces: Spaces,
    open: Vec<Open>,
    /// Braces, and other brackets, that are open.
    depth: usize,
    brackets: usize,
}

pub(super) fn read(language: LanguageId, before_names: &'static [&'static str], text: &str) -> Vec<Declared> {
    if language == LanguageId::Protobuf {
        return protobuf(text);
    }
    let mut reader = Reader {
        language,
        before_names,
        words: Words { lexer: Lexer::new(text, &language.facts().syntax), waiting: None },
        spaces: Spaces::default(),
        open: Vec::new(),
        depth: 0,
        brackets: 0,
    };
    let top = reader.spaces.open(String::new());
    reader.open.push(Open { space: top, depth: 0, braced: false });
    reader.run();
    // Who only stands around others holds nothing himself.
    reader.spaces.list.retain(|space| !space.names.is_empty());
    reader.spaces.list
}

impl Reader<'_> {
    fn run(&mut self) {
        let mut before = "";
        while let Some(token) = self.words.next() {
            match token.text {
                "{" => self.depth += 1,
                "}" => self.close(),
                "(" | "[" => self.brackets += 1,
                ")" | "]" => self.brackets = self.brackets.saturating_sub(1),
                _ if token.is_word && self.is_top(token) => self.word(token, before),
                _ => {}
            }
            before = token.text;
        }
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        // Brackets that were not closed are of the block that ends.
        self.brackets = 0;
        while self.open.len() > 1
            && self.open.last().is_some_and(|open| open.braced && open.depth > self.depth)
        {
            self.open.pop();
        }
    }

    /// Whether a token stands right in the innermost namespace.
    fn is_top(&self, token: Token<'_>) -> bool {
        let Some(open) = self.open.last() else { return false };
        self.brackets == 0
            && open.depth == self.depth
            // Indentation alone may say that something is inside.
            && (self.language != LanguageId::Scala || open.braced || token.at_margin)
    }

    fn word(&mut self, token: Token<'_>, before: &str) {
        let language = self.language;
        match (language, token.text) {
            (LanguageId::CSharp | LanguageId::Php, "namespace") => return self.namespace(),
            (LanguageId::Java | LanguageId::Kotlin, "package") => {
                let name = self.path(".");
                return self.rename(name);
            }
            (LanguageId::Scala, "package") => return self.scala_package(),
            _ => {}
        }
        if !self.before_names.contains(&token.text) || matches!(before, "." | ":" | "use" | "new" | "import")
        {
            return;
        }
        let name = match (language, token.text) {
            (LanguageId::Kotlin, "fun" | "val" | "var") => self.receiver(),
            (LanguageId::CSharp, "delegate") => self.before_bracket(),
            _ => self.plain_name(),
        };
        if let (Some(name), Some(open)) = (name, self.open.last()) {
            let space = open.space;
            self.spaces.add(space, &name);
        }
    }

    /// The name that comes next; `record struct Money` has a second word before it.
    fn plain_name(&mut self) -> Option<String> {
        loop {
            let token = self.words.peek().filter(|token| token.is_word)?;
            if self.before_names.contains(&token.text) || matches!(token.text, "inline" | "opaque") {
                // `fun interface`, `record struct`, `case object` come here again.
                if matches!(token.text, "class" | "struct" | "interface" | "object") {
                    self.words.next();
                    continue;
                }
                return None;
            }
            if matches!(token.text, "extends" | "implements" | "where" | "with") {
                return None;
            }
            self.words.next();
            return Some(token.text.to_owned());
        }
    }

    /// `delegate Task<int> Handler(string text)`: the last name before the bracket.
    fn before_bracket(&mut self) -> Option<String> {
        let (mut last, mut angles) = (None, 0_usize);
        for _ in 0..RECEIVER {
            let token = self.words.peek()?;
            match token.text {
                "(" | ";" | "{" if angles == 0 => return last,
                "<" => angles += 1,
                ">" => angles = angles.saturating_sub(1),
                text if token.is_word && angles == 0 => last = Some(text.to_owned()),
                _ => {}
            }
            self.words.next();
        }
        None
    }

    /// `fun <T> List<T>.second(): T`: the last name before the parameters, the type or the value.
    fn receiver(&mut self) -> Option<String> {
        let (mut last, mut angles, mut brackets) = (None, 0_usize, 0_usize);
        for count in 0..RECEIVER {
            let token = self.words.peek()?;
            let nested = angles + brackets > 0;
            match token.text {
                // `fun interface Handler` comes again as an interface.
                "interface" if count == 0 => return None,
                "(" if !nested && last.is_some() => return last,
                ":" | "=" | "{" | "}" if !nested => return last,
                "by" | "get" | "set" if !nested && last.is_some() => return last,
                "<" => angles += 1,
                ">" => angles = angles.saturating_sub(1),
                "(" => brackets += 1,
                ")" => brackets = brackets.saturating_sub(1),
                text if token.is_word && !nested => {
                    if token.on_new_line && last.is_some() {
                        return last;
                    }
                    last = Some(text.to_owned());
                }
                _ => {}
            }
            self.words.next();
        }
        None
    }

    /// Names joined by a sign, on one line.
    fn path(&mut self, sign: &str) -> String {
        let mut path = String::new();
        let mut wants_name = true;
        while let Some(token) = self.words.peek() {
            let fits = if wants_name { token.is_word } else { token.text == sign };
            if !fits || (token.on_new_line && !path.is_empty()) {
                break;
            }
            if wants_name {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(token.text);
            }
            wants_name = !wants_name;
            self.words.next();
        }
        path
    }

    fn namespace(&mut self) {
        let sign = if self.language == LanguageId::Php { "\\" } else { "." };
        let name = self.path(sign);
        match self.words.peek().map(|token| token.text) {
            Some("{") => self.open_braced(name),
            _ if name.is_empty() => {}
            _ => self.rename(name),
        }
    }

    /// Everything from here on stands in that space.
    fn rename(&mut self, name: String) {
        if !name.is_empty() {
            let space = self.spaces.open(name);
            self.open.truncate(1);
            if let Some(open) = self.open.last_mut() {
                open.space = space;
            }
        }
    }

    fn open_braced(&mut self, name: String) {
        self.words.next();
        self.depth += 1;
        let outer = self.open.last().and_then(|open| self.spaces.list.get(open.space));
        let name = match outer {
            Some(outer) if !outer.name.is_empty() && !name.is_empty() => format!("{}.{name}", outer.name),
            _ => name,
        };
        let space = self.spaces.open(name);
        self.open.push(Open { space, depth: self.depth, braced: true });
    }

    /// `package a.b`, of which several in a row add up, `package a {`, `package object a`.
    fn scala_package(&mut self) {
        let is_object = self.words.peek().is_some_and(|token| token.text == "object");
        if is_object {
            self.words.next();
        }
        let name = self.path(".");
        if name.is_empty() {
            return;
        }
        let is_braced = self.words.peek().is_some_and(|token| token.text == "{");
        if is_braced {
            return self.open_braced(name);
        }
        let around = self.open.last().and_then(|open| self.spaces.list.get(open.space));
        let around = around.map(|space| space.name.clone()).unwrap_or_default();
        let name = if around.is_empty() { name } else { format!("{around}.{name}") };
        if is_object {
            // `package object shop extends Types { … }`
            let space = self.spaces.open(name);
            for _ in 0..RECEIVER {
                match self.words.peek().map(|token| token.text) {
                    Some("{") => {
                        self.words.next();
                        self.depth += 1;
                        self.open.push(Open { space, depth: self.depth, braced: true });
                        return;
                    }
                    Some("}" | ":") | None => return,
                    Some(_) => drop(self.words.next()),
                }
            }
            return;
        }
        self.rename(name);
    }
}

/// The namespace of what is made of a file for C#.
fn protobuf(text: &str) -> Vec<Declared> {
    let stated = text.lines().find_map(|line| {
        let rest = line.trim_start().strip_prefix("option")?.trim_start().strip_prefix("csharp_namespace")?;
        let value = rest.trim_start().strip_prefix('=')?.trim_start();
        value.strip_prefix('"')?.split('"').next()
    });
    stated.map(|name| vec![Declared { name: name.to_owned(), names: Vec::new() }]).unwrap_or_default()
}
