//! Splits the heads of declarations into words, names and types, as far as that goes without knowing any macro.

use super::scan::{Kind, Token};

/// What a part of a head is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A name that is written like a macro: `LUA_API`, `__init`.
    Macro,
    /// Any other name, with what is joined to it by `::`.
    Name,
    /// A type that needs no name: `unsigned long`, `struct node`, `decltype(x)`.
    Type,
}

/// A part of a head: its tokens, and what follows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chunk {
    pub(super) part: Part,
    pub(super) first: usize,
    /// One past its last token.
    pub(super) end: usize,
    /// The brackets right after it, both included, where they may be its arguments or parameters.
    pub(super) call: Option<(usize, usize)>,
    /// The declared name stands in brackets after it: `void (*f)(int)`.
    pub(super) bare: bool,
    /// `*` or `&` stands before it.
    pub(super) after_pointer: bool,
    /// It needs no type before it: constructor, destructor, conversion.
    pub(super) typeless: bool,
}

/// Tokens with the partners of their brackets.
pub(super) struct Tokens<'a> {
    pub(super) text: &'a str,
    pub(super) list: &'a [Token],
    partners: Vec<u32>,
    pub(super) cpp: bool,
}

const NONE: u32 = u32::MAX;

/// Template arguments are followed this many tokens.
const ANGLE: usize = 96;

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str, list: &'a [Token], cpp: bool) -> Self {
        let mut partners = vec![NONE; list.len()];
        let mut open: Vec<(u8, usize)> = Vec::new();
        for (at, token) in list.iter().enumerate() {
            let opener = match token.kind {
                Kind::Sign(sign @ (b'(' | b'[' | b'{')) => {
                    open.push((sign, at));
                    continue;
                }
                Kind::Sign(b')') => b'(',
                Kind::Sign(b']') => b'[',
                Kind::Sign(b'}') => b'{',
                _ => continue,
            };
            // A brace also closes what was left open in it; a bracket closes its like or nothing.
            if opener == b'{' {
                while open.last().is_some_and(|(sign, _)| *sign != b'{') {
                    open.pop();
                }
            }
            if let Some((_, start)) = open.pop_if(|(sign, _)| *sign == opener)
                && let Some(partner) = partners.get_mut(start)
            {
                *partner = at as u32;
            }
        }
        Self { text, list, partners, cpp }
    }

    pub(super) fn get(&self, at: usize) -> Option<&Token> {
        self.list.get(at)
    }

    pub(super) fn word(&self, at: usize) -> Option<&'a str> {
        self.list.get(at).filter(|token| token.kind == Kind::Word).map(|token| token.text(self.text))
    }

    pub(super) fn is(&self, at: usize, sign: u8) -> bool {
        self.list.get(at).is_some_and(|token| token.is(sign))
    }

    /// The bracket that closes the one at `at`.
    pub(super) fn partner(&self, at: usize) -> Option<usize> {
        self.partners.get(at).filter(|partner| **partner != NONE).map(|partner| *partner as usize)
    }

    /// Whether `::` stands at `at`.
    pub(super) fn is_scope(&self, at: usize) -> bool {
        self.is(at, b':') && self.is(at + 1, b':') && self.adjacent(at)
    }

    fn adjacent(&self, at: usize) -> bool {
        match (self.list.get(at), self.list.get(at + 1)) {
            (Some(a), Some(b)) => a.end == b.start,
            _ => false,
        }
    }

    /// One past the `>` that closes the `<` at `at`.
    pub(super) fn angle_end(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut place = at;
        while place < at.saturating_add(ANGLE) {
            match self.list.get(place)?.kind {
                Kind::Sign(b'<') => depth += 1,
                Kind::Sign(b'>') if place > 0 && self.is(place - 1, b'-') && self.adjacent(place - 1) => {}
                Kind::Sign(b'>') => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(place + 1);
                    }
                }
                Kind::Sign(b'(' | b'[') => place = self.partner(place)?,
                Kind::Sign(b';' | b'{' | b'}') => return None,
                _ => {}
            }
            place += 1;
        }
        None
    }

    /// The part of a head that begins with the word at `at`; `None` where no word stands there.
    pub(super) fn chunk(&self, at: usize, after_pointer: bool) -> Option<Chunk> {
        let word = self.word(at)?;
        let mut chunk = Chunk {
            part: Part::Name,
            first: at,
            end: at + 1,
            call: None,
            bare: false,
            after_pointer,
            typeless: false,
        };
        if is_builtin(word) {
            chunk.part = Part::Type;
            while self.word(chunk.end).is_some_and(is_builtin) {
                chunk.end += 1;
            }
        } else if is_elaborated(word) {
            chunk.part = Part::Type;
            if self.word(chunk.end).is_some_and(is_elaborated) {
                chunk.end += 1;
            }
            if self.word(chunk.end).is_some() {
                chunk.end = self.path_end(chunk.end).end;
            }
        } else if is_typeof(word) {
            chunk.part = Part::Type;
            if let Some(close) = self.partner(chunk.end).filter(|_| self.is(chunk.end, b'(')) {
                chunk.end = close + 1;
            }
        } else {
            let path = self.path_end(at);
            chunk.end = path.end;
            chunk.typeless = path.typeless;
            if !path.joined && is_macro(word) {
                chunk.part = Part::Macro;
            }
        }
        if let Some(close) = self.partner(chunk.end).filter(|_| self.is(chunk.end, b'(')) {
            if chunk.part == Part::Type || self.holds_name(chunk.end, close) {
                chunk.bare = true;
            } else {
                chunk.call = Some((chunk.end, close));
            }
        }
        Some(chunk)
    }

    /// Whether brackets hold a declared name, and its parameters follow: `(lua_tothread) (…)`, `(*f)(…)`.
    pub(super) fn holds_name(&self, open: usize, close: usize) -> bool {
        if !self.is(close + 1, b'(') {
            return false;
        }
        let pointer = self.is(open + 1, b'*') || self.is(open + 1, b'^');
        let pointer_after_word = self.word(open + 1).is_some() && self.is(open + 2, b'*');
        let alone = close == open + 2 && self.word(open + 1).is_some();
        pointer || pointer_after_word || alone
    }

    fn path_end(&self, at: usize) -> Path {
        let mut path = Path { end: at + 1, typeless: false, joined: false };
        let mut last = self.word(at).unwrap_or("");
        if last == "operator" {
            self.operator(&mut path);
            return path;
        }
        loop {
            if self.cpp
                && self.is(path.end, b'<')
                && let Some(end) = self.angle_end(path.end)
            {
                path.end = end;
                path.joined = true;
            }
            if !self.is_scope(path.end) {
                return path;
            }
            let mut next = path.end + 2;
            if self.is(next, b'~') {
                next += 1;
                path.typeless = true;
            } else if self.word(next) == Some("template") {
                next += 1;
            }
            let Some(word) = self.word(next) else { return path };
            path.joined = true;
            path.end = next + 1;
            if word == "operator" {
                self.operator(&mut path);
                return path;
            }
            path.typeless |= word == last;
            last = word;
        }
    }

    /// From `operator` to its parameters.
    fn operator(&self, path: &mut Path) {
        path.joined = true;
        if let Some(word) = self.word(path.end) {
            path.typeless = !matches!(word, "new" | "delete" | "co_await");
        }
        if self.is(path.end, b'(') && self.is(path.end + 1, b')') {
            path.end += 2;
        }
        // `operator std::pair<int, char>&` is a long one.
        for _ in 0..64 {
            match self.list.get(path.end).map(|token| token.kind) {
                None | Some(Kind::Sign(b'(' | b';' | b'{' | b'}')) => return,
                Some(_) => path.end += 1,
            }
        }
    }
}

struct Path {
    end: usize,
    typeless: bool,
    joined: bool,
}

/// Whether a name is written like those of macros: in capitals, or reserved.
pub(super) fn is_macro(word: &str) -> bool {
    if word.starts_with("__") {
        return word.len() > 2;
    }
    word.len() > 1
        && word.bytes().any(|byte| byte.is_ascii_uppercase())
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

fn is_builtin(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "bool"
            | "char"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "signed"
            | "unsigned"
            | "auto"
            | "wchar_t"
            | "char8_t"
            | "char16_t"
            | "char32_t"
            | "_Bool"
            | "_Complex"
            | "__int128"
            | "__int128_t"
            | "__uint128_t"
            | "__int64"
            | "__int32"
            | "__signed__"
            | "__auto_type"
    )
}

/// Keywords that a type's name follows.
pub(super) fn is_elaborated(word: &str) -> bool {
    matches!(word, "struct" | "class" | "union" | "enum" | "typename")
}

fn is_typeof(word: &str) -> bool {
    matches!(word, "decltype" | "typeof" | "__typeof__" | "__typeof" | "_Atomic")
}

/// Words of a declaration that say neither type nor name.
pub(super) fn is_specifier(word: &str) -> bool {
    matches!(
        word,
        "static"
            | "extern"
            | "inline"
            | "const"
            | "volatile"
            | "constexpr"
            | "consteval"
            | "constinit"
            | "virtual"
            | "typedef"
            | "friend"
            | "mutable"
            | "register"
            | "thread_local"
            | "_Thread_local"
            | "_Noreturn"
            | "restrict"
            | "_Alignas"
            | "alignas"
            | "noexcept"
            | "throw"
            | "try"
            | "explicit"
            | "__cdecl"
            | "__stdcall"
            | "__fastcall"
            | "__thiscall"
            | "__vectorcall"
            | "__clrcall"
            | "__restrict__"
            | "__restrict"
            | "__inline"
            | "__inline__"
            | "__forceinline"
            | "__thread"
            | "__volatile__"
            | "__const"
    )
}

/// Words that are an attribute with the brackets after them.
pub(super) fn is_attribute(word: &str) -> bool {
    matches!(
        word,
        "__attribute__"
            | "__attribute"
            | "__declspec"
            | "__asm__"
            | "__asm"
            | "asm"
            | "_Pragma"
            | "__pragma"
            | "__extension__"
    )
}
