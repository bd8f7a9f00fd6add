//! Whether a `.h` is a header of C++.

use super::scan::{self, Kind, Token};

/// Headers show what they are long before this (bytes).
const LOOK: usize = 256 << 10;

/// Whether the text holds what C cannot say. What stands in `#ifdef __cplusplus` says nothing, unless there is
/// nothing else.
pub(super) fn is_cpp(text: &str) -> bool {
    let text = text.get(..text.floor_char_boundary(LOOK)).unwrap_or(text);
    let tokens = scan::tokens(text);
    let mut reader = Reader::default();
    let (mut guarded, mut code) = (false, false);
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == Kind::Directive {
            if reader.directive(token.text(text)) {
                return true;
            }
            continue;
        }
        let inside = reader.guarded > 0;
        code |= !inside;
        if says_cpp(text, &tokens, at) {
            if !inside {
                return true;
            }
            guarded = true;
        }
    }
    guarded && !code
}

#[derive(Default)]
struct Reader {
    /// For each open `#if`: whether what follows is for C++ alone.
    guards: Vec<bool>,
    /// How many of them are.
    guarded: usize,
}

impl Reader {
    fn open(&mut self, guard: bool) {
        self.guards.push(guard);
        self.guarded += usize::from(guard);
    }

    fn close(&mut self) {
        if self.guards.pop().is_some_and(|guard| guard) {
            self.guarded -= 1;
        }
    }

    /// Follows conditions. Whether the directive itself is one of C++.
    fn directive(&mut self, line: &str) -> bool {
        let rest = line.strip_prefix('#').unwrap_or("").trim_start();
        let (name, rest) = rest.split_at(rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len()));
        match name {
            "if" | "ifdef" => self.open(rest.contains("__cplusplus") && !rest.contains('!')),
            "ifndef" => self.open(false),
            "else" => {
                // The other side of `#ifndef __cplusplus` is as good a guard, but rare.
                self.close();
                self.guards.push(false);
            }
            "endif" => self.close(),
            "include" if self.guarded == 0 => return is_standard(rest.trim()),
            _ => {}
        }
        false
    }
}

/// `<vector>`: headers of the standard library of C++ have no ending.
fn is_standard(path: &str) -> bool {
    let name = path.strip_prefix('<').and_then(|path| path.strip_suffix('>'));
    name.is_some_and(|name| {
        !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    })
}

/// Whether a token, with what stands around it, can only be C++.
fn says_cpp(text: &str, tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let next = tokens.get(at + 1);
    let is_next = |sign: u8| next.is_some_and(|next| next.is(sign));
    let next_word = || next.filter(|next| next.kind == Kind::Word).map(|next| next.text(text));
    if token.kind == Kind::Sign(b':') {
        return is_next(b':') && next.is_some_and(|next| next.start == token.end);
    }
    if token.kind != Kind::Word {
        return false;
    }
    let begins = || {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        before.is_none_or(|before| {
            matches!(before.kind, Kind::Sign(b';' | b'{' | b'}' | b':' | b'>') | Kind::Directive)
        })
    };
    match token.text(text) {
        "template" => is_next(b'<'),
        "class" | "namespace" => begins() && (next_word().is_some() || is_next(b'{')),
        "public" | "private" | "protected" => begins() && is_next(b':'),
        "using" | "virtual" | "explicit" | "friend" | "constexpr" => begins() && next_word().is_some(),
        "operator" => next.is_some_and(|next| {
            matches!(next.kind, Kind::Sign(b'=' | b'(' | b'[' | b'<' | b'>' | b'+' | b'-' | b'*' | b'!'))
        }),
        "enum" => next_word() == Some("class"),
        "noexcept" | "override" => {
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            before.is_some_and(|before| before.is(b')') || before.kind == Kind::Word)
                && next.is_some_and(|next| matches!(next.kind, Kind::Sign(b';' | b'{' | b'(')))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_cpp;

    #[test]
    fn headers_are_told_by_what_is_in_them() {
        for (text, want) in [
            ("int f(int a);", false),
            (
                "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif",
                false,
            ),
            ("#ifdef __cplusplus\nnamespace a { class B; }\n#endif\nint f(void);", false),
            ("#pragma once\n#ifdef __cplusplus\nnamespace a { class B; }\n#endif", true),
            ("struct class { int new, private; }; int f(int template, void *this);", false),
            ("// class A;\n/* namespace b { } */\nconst char *s = \"std::string\";", false),
            ("class A;", true),
            ("#include <string.h>\n#include <vector>", true),
            ("#include <string.h>\n#include \"a.h\"", false),
            ("namespace a {\nint f();\n}", true),
            ("template <typename T> T f(T a);", true),
            ("void f(std::string s);", true),
            ("struct A { virtual void f(); };", true),
            ("struct A { A(); private: int b; };", true),
            ("struct a { int private : 3; int b ? c : d; };", false),
            ("inline bool operator==(A a, A b);", true),
            ("constexpr int a = 1;", true),
            ("void f() noexcept;", true),
            ("enum class A { B };", true),
            ("int a = b ? c : d;", false),
            ("", false),
        ] {
            assert_eq!(is_cpp(text), want, "{text}");
        }
    }
}
