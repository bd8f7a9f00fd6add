//! Words, strings and signs of source text.

use beadloom_model::LanguageId;
use beadloom_model::languages::{Lexer, Token, TokenKind};

/// Tokens in a row; strings as `<value>`, `<?>` where it would have to be computed.
fn shown(language: LanguageId, text: &str) -> String {
    let show = |token: Token<'_>| match token.kind {
        TokenKind::Word => token.text.to_owned(),
        TokenKind::Text(text) => format!("<{text}>"),
        TokenKind::Computed => "<?>".to_owned(),
        TokenKind::Sign(sign) => sign.to_string(),
    };
    Lexer::new(text, &language.facts().syntax).map(show).collect::<Vec<_>>().join(" ")
}

#[test]
fn strings_and_comments_are_told_apart() {
    use LanguageId as L;
    let cases: &[(LanguageId, &str, &str)] = &[
        (L::Python, "f(b'x', f'a{b}', r\"y\") # 'z'\n\"\"\"a\nb\"\"\" c", "f ( <x> , <?> , <y> ) <a\nb> c"),
        (L::Python, "'''a''' \"\" \"\"\"\"\"\" 'b\\'c'", "<a> <> <> <b'c>"),
        (L::TypeScript, "q(`a`, `b${c}`) // d\n/* 'e */ 'f'", "q ( <a> , <?> ) <f>"),
        (L::Rust, "fn f<'a>(x: &'a str) { 'b'; '\\n' }", "fn f < <?> a > ( x : & <?> a str ) { <?> ; <?> }"),
        (L::Rust, "/* a /* b */ c */ r#\"d\"e\"# br\"f\\\" \"g\nh\"", "<d\"e> <f\\> <g\nh>"),
        (L::Go, "ch.Publish(\"\", `k\\`)", "ch . Publish ( <> , <k\\> )"),
        (L::Ruby, "x(\"a#{b[\"y\"]}\", 'c') # d", "x ( <?> , <c> )"),
        (L::Kotlin, "f(\"a$b\", \"c\", `in it`, \"\"\"d\ne\"\"\")", "f ( <?> , <c> , in it , <d\ne> )"),
        (L::Kotlin, "\"${a { \"}\" }}\" b", "<?> b"),
        (L::Java, "\"not closed\n x", "<not closed> x"),
        (L::Java, "'\\u0041' 'a' \"\"\"\n a \"b\" \"\"\"\"", "<?> <?> <\n a \"b\" \">"),
        (L::CSharp, "@\"a\"\"\\\" @class $\"{b[\"c\"]}{{\" $\"d\"", "<a\"\\> class <?> <d>"),
        (L::CSharp, "  #if X \"\n\"\"\"\"a\"\"\"b\"\"\"\" c", "<a\"\"\"b> c"),
        (
            L::Php,
            "<p class='x\n<?php $a = 'b\nc'; #[D]\n# e\n?> it's <?= \"$f\" ?>",
            "$ a = <b\nc> ; # [ D ] <?>",
        ),
        (L::Php, "<?php f(<<<X\n 'a\n X, <<<'Y'\nY);", "f ( <?> , <?> ) ;"),
        (L::Haskell, "a {- b {- c -} d -} -- e\n\"f\"", "a <f>"),
        (L::Lua, "--[[ a\n]] b = [[c\nd]] -- e", "b = <c\nd>"),
        (L::Swift, "@main x(\"a\\(b)\") // c", "@main x ( <a(b)> )"),
        (L::Zig, "@import(\"a\") ' ' b\"c\"", "@import ( <a> ) <?> b <c>"),
        (L::GraphQl, "\"\"\" a \" b \"\"\" type # c", "< a \" b > type"),
        (L::Sql, "'it''s' -- a\n/* b */ c", "<it> <s> c"),
    ];
    for (language, text, want) in cases {
        assert_eq!(shown(*language, text), *want, "{language}: {text}");
    }
}

#[test]
fn tokens_know_their_lines() {
    let text = "a /* \n */ b\n\"c\nd\n\n  e";
    let syntax = &LanguageId::Protobuf.facts().syntax;
    let got: Vec<(&str, u32, bool, bool)> = Lexer::new(text, syntax)
        .map(|token| (token.text, token.line, token.at_margin, token.on_new_line))
        .collect();
    let want = [
        ("a", 1, true, true),
        ("b", 2, true, false),
        ("\"c", 3, true, true),
        ("d", 4, true, true),
        ("e", 6, false, true),
    ];
    assert_eq!(got, want);
}

#[test]
fn every_text_ends() {
    let pieces = [
        "{", "\"", "\"\"\"", "'", "@\"", "$\"{", "/*", "*/", "<<<A\n", "é", "`", "#", "--", "[[", "r#\"",
        "\\", "${", "#{", "?>", "a", "\n", "\u{3000}",
    ];
    for language in LanguageId::ALL {
        for a in pieces {
            for b in pieces {
                for c in pieces {
                    let text = format!("<?php {a}{b}{c}");
                    let read = Lexer::new(&text, &language.facts().syntax).count();
                    assert!(read <= text.len(), "{language}: {text}");
                }
            }
        }
    }
}

#[test]
fn work_follows_from_the_length_of_the_text() {
    // What is looked for and never comes must not be looked for again and again.
    for language in LanguageId::ALL {
        for unit in [
            "<?php a ?>", "<?= a ?>", "'\\", "`a ", "@\"", "<<<a ", "r#\"", "/* ", "{- ", "\"\"\" ", "[[",
            "${",
        ] {
            let text = unit.repeat(100_000 / unit.len());
            assert!(Lexer::new(&text, &language.facts().syntax).count() <= text.len(), "{language}: {unit}");
        }
    }
}
