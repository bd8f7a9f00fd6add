//! Masks macros that the grammars of C and C++ would misread: a text of the same length, with blanks in their place.

use std::borrow::Cow;
use std::ops::Range;

use super::scan::{self, Kind, Token};
use super::{conditionals, macros};

/// The text for the grammar.
pub(super) fn screen(text: &str, cpp: bool) -> Cow<'_, str> {
    let tokens = scan::tokens(text);
    let hidden = conditionals::left_out(text, &tokens, cpp);
    let code = code(&tokens, &hidden);
    let macros = macros::left_out(text, &code, cpp);
    let comments = comments_in_macros(text, &tokens);
    if hidden.is_empty() && macros.is_empty() && comments.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for comment in comments {
        if let Some(bytes) = bytes.get_mut(comment) {
            bytes.fill(b' ');
        }
    }
    for (list, ranges) in [(&tokens, hidden), (&code, macros)] {
        for token in ranges.into_iter().flat_map(|range| list.get(range).unwrap_or(&[])) {
            blank(&mut bytes, token);
        }
    }
    // Tokens begin and end with characters.
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Comments within the bodies of macros. To the grammar a macro would end at the first of them; who cuts the body
/// into tokens sees them all the same.
fn comments_in_macros(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    let mut comments = Vec::new();
    let mut defines = false;
    for pair in tokens.windows(2) {
        let [before, after] = pair else { continue };
        if before.kind != Kind::Directive {
            continue;
        }
        let line = before.text(text);
        if let Some(rest) = line.strip_prefix('#') {
            defines = rest.trim_start().starts_with("define");
        }
        if defines && after.kind == Kind::Directive && !after.text(text).starts_with('#') {
            comments.push(before.end as usize..after.start as usize);
        }
    }
    comments
}

/// The tokens of code that are seen.
fn code(tokens: &[Token], hidden: &[Range<usize>]) -> Vec<Token> {
    let mut code = Vec::with_capacity(tokens.len());
    let mut from = 0;
    for range in hidden.iter().cloned().chain(std::iter::once(tokens.len()..tokens.len())) {
        let seen = tokens.get(from..range.start).unwrap_or(&[]);
        code.extend(seen.iter().filter(|token| token.kind != Kind::Directive));
        from = range.end;
    }
    code
}

/// Line breaks stay, so that what needs them – a directive above – ends where it did.
fn blank(bytes: &mut [u8], token: &Token) {
    for byte in bytes.get_mut(token.start as usize..token.end as usize).unwrap_or(&mut []) {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a grammar sees, on one line.
    fn seen(text: &str, cpp: bool) -> String {
        let screened = screen(text, cpp);
        assert_eq!(screened.len(), text.len());
        screened.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn macros_in_declarations_of_c() {
        for (text, want) in [
            ("LUA_API int f(void);", "int f(void);"),
            ("LUA_API lua_State *f(int a);", "lua_State *f(int a);"),
            ("LUA_API void (f) (int a);", "void (f) (int a);"),
            ("LUA_API lua_Integer (f) (int a);", "lua_Integer (f) (int a);"),
            ("API const char *const f(void) ATTR(1, 2);", "const char *const f(void) ;"),
            ("API int (*f)(int a) ATTR;", "int (*f)(int a) ;"),
            (
                "API const thing * (*f)(int a) ATTR; API thing *(g) (int a);",
                "const thing * (*f)(int a) ; thing *(g) (int a);",
            ),
            ("#define A(x) \\\n  f(x); /* y\n z */ \\\n  g(x)\nint a;", "#define A(x) \\ f(x); g(x) int a;"),
            ("static STATIC thing *f(int a);", "static thing *f(int a);"),
            ("int ZEXPORT f(int a) { return A(a); }", "int f(int a) { return A(a); }"),
            ("DWORD WINAPI f(LPVOID p) { }", "WINAPI f(LPVOID p) { }"),
            ("PUBLIC(const char *) f(void);", "PUBLIC f(void);"),
            ("PRINTF(1, 2) void f(const char *a);", "void f(const char *a);"),
            ("FILE *a; DWORD b; BOOL c = 1, d; FILE e(void);", ""),
            ("int MAX; int MAX(int a); unsigned long MAX = 1; foo BAR; foo BAR(int a);", ""),
            ("static const DWORD MAX = 3; FOO *BAR(void);", ""),
            (
                "int f(UNUSED int a, FILE *b UNUSED, FILE *c, const BYTE d);",
                "int f( int a, FILE *b , FILE *c, const BYTE d);",
            ),
            ("extern int f (int a) __THROW __nonnull ((1));", "extern int f (int a) ;"),
            ("static int __init f(void) { }", "static int f(void) { }"),
            ("__u32 a; static __u32 __f(int a); extern int __f(int a);", ""),
            ("struct PACKED a { int b; } ATTR c; struct d e;", "struct a { int b; } c; struct d e;"),
            ("typedef struct { int a; } POINT, *LPPOINT; typedef unsigned UINT;", ""),
            ("struct DIR { int a; }; struct DIR *f(void); union U { struct FOO a; };", ""),
            ("struct a { int b PACKED; FOO(x) int c; };", "struct a { int b ; int c; };"),
            ("typedef int (WINAPI *F)(int a);", "typedef int ( *F)(int a);"),
            ("int a __attribute__((unused)) = 1; __declspec(dllexport) int b;", "int a = 1; int b;"),
            ("BEGIN_DECLS\nint f(void);\nEND_DECLS", "int f(void);"),
            ("DEFINE(a)\nDEFINE(b)\nint f(void);", "int f(void);"),
            ("MODULE(\"GPL\"); TEST(a, b) { FOO int c; }", ""),
            (
                "int f(void) { FOR(a, b) { g(POINT { 1 }); } TRY { } else FOR(c) { } H(a); }",
                "int f(void) { { g(POINT { 1 }); } { } else { } H(a); }",
            ),
            ("TEST_CASE(\"a\", \"[b]\") { }", "TEST_CASE( ) { }"),
            (
                "noinline int f(int a); cold thing_t g(void); my_int h(my_int a);",
                "int f(int a); thing_t g(void); my_int h(my_int a);",
            ),
            ("int f(a, b) char *a; FILE *b; { return 1; }", ""),
            ("int a[] = { FOO BAR }; enum { FOO BAR, X };", ""),
            ("tree_gen(a, b,\n c)\nstatic int f(void) { } f(a) ATTR { }", "static int f(void) { } f(a) { }"),
            (
                "struct a { int private : 3; API int class; }; API int namespace, using; API int f(void);",
                "struct a { int private : 3; int class; }; int namespace, using; int f(void);",
            ),
            ("static av_cold int f(void) { }", "static int f(void) { }"),
        ] {
            let want = if want.is_empty() {
                text.split_whitespace().collect::<Vec<_>>().join(" ")
            } else {
                want.to_owned()
            };
            assert_eq!(seen(text, false), want, "{text}");
        }
    }

    #[test]
    fn macros_in_declarations_of_cpp() {
        for (text, want) in [
            (
                "class API Foo : public Bar { Q_OBJECT public: Foo(); };",
                "class Foo : public Bar { public: Foo(); };",
            ),
            ("class CAPABILITY(\"m\") Foo final { };", "class Foo final { };"),
            ("class API_ Foo<int> : Bar { };", "class Foo<int> : Bar { };"),
            (
                "struct Foo { INLINE Foo(int a) : b{a} { } API ~Foo(); FOO int c; };",
                "struct Foo { Foo(int a) : b{a} { } ~Foo(); int c; };",
            ),
            (
                "API Foo::Foo() { } API Foo Bar::baz() { } BOOL Foo::f() { }",
                "Foo::Foo() { } Foo Bar::baz() { } BOOL Foo::f() { }",
            ),
            (
                "FMT_BEGIN\nnamespace a API { API template <typename T> CX auto f() -> T; }\nFMT_END",
                "namespace a { template <typename T> auto f() -> T; }",
            ),
            ("Mutex a GUARDED_BY(b); void f() EXCLUDES(a) { }", "Mutex a ; void f() { }"),
            (
                "BOOL operator==(A b); CX operator bool() const; A& operator=(A b) NOEXCEPT;",
                "BOOL operator==(A b); operator bool() const; A& operator=(A b) ;",
            ),
            (
                "class A { DISALLOW(A); Q_SIGNALS: void f(); public Q_SLOTS: void g(); };",
                "class A { DISALLOW(A); void f(); public : void g(); };",
            ),
            (
                "template <typename T> requires C<T> && (sizeof(T) > 1) API T f(T a);",
                "template <typename T> requires C<T> && (sizeof(T) > 1) T f(T a);",
            ),
            ("template <class T> requires requires(T a) { a.b(); } void f(T a) { }", ""),
            (
                "std::vector<std::pair<A, B>> API f(); a::b<c> d; using X = FOO BAR;",
                "std::vector<std::pair<A, B>> f(); a::b<c> d; using X = FOO BAR;",
            ),
            ("int f() const noexcept override; int g() && final; auto h() -> decltype(a);", ""),
            (
                "export module a.b; import c; export int f(); template class A<int>; extern template class B<int>; int import = 1;",
                "; ; int f(); ; ; int import = 1;",
            ),
            (
                "template <typename T, ENABLE_IF(sizeof(T) > 1)> int f(T a); template <IF(1), int N> int g();",
                "template <typename T > int f(T a); template < int N> int g();",
            ),
            (
                "void f() { if (unsigned(a) < unsigned(b)) { unsigned(c); unsigned (*d)(int); } }",
                "void f() { if ( (a) < unsigned(b)) { unsigned(c); unsigned (*d)(int); } }",
            ),
            ("TEST_F(Foo, Bar) { } BENCHMARK(f)->Arg(1);", ""),
            (
                "extern \"C\" { API int f(); } extern \"C\" API int g();",
                "extern \"C\" { int f(); } extern \"C\" int g();",
            ),
            ("#if A\nclass B : C {\n#else\nclass B {\n#endif\nint a;\n};", "class B : C { int a; };"),
        ] {
            let want = if want.is_empty() {
                text.split_whitespace().collect::<Vec<_>>().join(" ")
            } else {
                want.to_owned()
            };
            assert_eq!(seen(text, true), want, "{text}");
        }
    }
}
