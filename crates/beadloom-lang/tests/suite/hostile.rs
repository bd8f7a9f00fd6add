//! Nothing that a file may hold makes the parser panic, hang or grow without bound.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use beadloom_lang::{Limits, Parser, StepBudget, detect};
use beadloom_model::{Code, Level, ParsedFile, Receiver};

const SOURCES: &[(&str, &str)] = &[
    ("a.py", include_str!("../fixtures/shop.py")),
    ("a.tsx", include_str!("../fixtures/web.tsx")),
    ("a.ts", include_str!("../fixtures/web.tsx")),
    ("a.js", include_str!("../fixtures/common.cjs")),
    ("a.vue", include_str!("../fixtures/CartView.vue")),
    ("a.svelte", include_str!("../fixtures/CartView.svelte")),
    ("a.ts", include_str!("../fixtures/routes-express.ts")),
    ("a.ts", include_str!("../fixtures/routes-fastify.ts")),
    ("a.ts", include_str!("../fixtures/routes-nest.ts")),
    ("app/x/route.ts", include_str!("../fixtures/routes-hono.ts")),
    ("a.js", include_str!("../fixtures/routes-koa.js")),
    ("a.go", include_str!("../fixtures/ledger.go")),
    ("a.rs", include_str!("../fixtures/ledger.rs")),
    ("A.java", include_str!("../fixtures/Ledger.java")),
    ("A.java", include_str!("../fixtures/Orders.java")),
    ("A.java", include_str!("../fixtures/UserController.java")),
    ("a.kt", include_str!("../fixtures/shop.kt")),
    ("a.kt", include_str!("../fixtures/UserController.kt")),
    ("a.scala", include_str!("../fixtures/ledger.scala")),
    ("a.scala", include_str!("../fixtures/modern.scala")),
    ("a.rb", include_str!("../fixtures/ledger.rb")),
    ("config/routes/a.rb", include_str!("../fixtures/routes.rb")),
    ("a.php", include_str!("../fixtures/ledger.php")),
    ("routes/api.php", include_str!("../fixtures/routes.php")),
    ("a.ex", include_str!("../fixtures/ledger.ex")),
    ("a.lua", include_str!("../fixtures/ledger.lua")),
    ("a.sh", include_str!("../fixtures/ledger.sh")),
    ("a.c", include_str!("../fixtures/queue.c")),
    ("a.h", include_str!("../fixtures/queue.h")),
    ("a.cpp", include_str!("../fixtures/ledger.cpp")),
    ("b.h", include_str!("../fixtures/ledger.hpp")),
    ("A.cs", include_str!("../fixtures/Ledger.cs")),
    ("AController.cs", include_str!("../fixtures/OrdersController.cs")),
    ("Program.cs", include_str!("../fixtures/Program.cs")),
];

fn parse(parser: &mut Parser, path: &str, text: &str) -> ParsedFile {
    let file = parser.parse(detect(path).unwrap(), path, text, &Limits::default());
    check(path, text, &file);
    file
}

/// What must hold for every file, however broken.
fn check(path: &str, text: &str, file: &ParsedFile) {
    let mut last = 0;
    for symbol in &file.symbols {
        assert!(symbol.line_start >= last && symbol.line_start >= 1, "{path}: order of {symbol:?}");
        assert!(
            symbol.line_end >= symbol.line_start && symbol.line_end <= file.lines,
            "{path}: lines of {symbol:?}"
        );
        assert!(
            symbol.signature.chars().count() <= 400 && !symbol.signature.contains('\n'),
            "{path}: {symbol:?}"
        );
        assert!(!symbol.symbol_name.is_empty() && symbol.qualified_name.ends_with(&symbol.symbol_name));
        last = symbol.line_start;
    }
    for import in &file.imports {
        assert!(
            !import.specifier.is_empty() && import.line >= 1 && import.line <= file.lines,
            "{path}: {import:?}"
        );
    }
    assert!(file.diagnostics.iter().all(|found| {
        matches!(found.code, Code::ParseLimit | Code::TooCostly) && found.level == Level::Warn
    }));
    assert!(file.lines as usize <= text.lines().count() + 1);
}

/// xorshift64*
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound.max(1)
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn truncated_spliced_and_random_text() {
    let mut random = Random(0x5eed);
    let mut parser = Parser::new();
    for (path, source) in SOURCES {
        let bytes = source.as_bytes();
        for round in 0..150 {
            let text = match round % 5 {
                0 => lossy(&bytes[..random.below(bytes.len())]),
                1 => lossy(&bytes[random.below(bytes.len())..]),
                2 => {
                    let other = SOURCES[random.below(SOURCES.len())].1.as_bytes();
                    lossy(
                        &[&bytes[..random.below(bytes.len())], &other[random.below(other.len())..]].concat(),
                    )
                }
                3 => {
                    let mut changed = bytes.to_vec();
                    for _ in 0..=random.below(20) {
                        let at = random.below(changed.len());
                        changed[at] = random.below(256) as u8;
                    }
                    lossy(&changed)
                }
                _ => lossy(&(0..random.below(500)).map(|_| random.below(256) as u8).collect::<Vec<_>>()),
            };
            parse(&mut parser, path, &text);
        }
    }
}

#[test]
fn the_same_text_gives_the_same_facts() {
    let mut parser = Parser::new();
    for (path, source) in SOURCES {
        let first = parse(&mut parser, path, source);
        assert_eq!(first, parse(&mut Parser::new(), path, source));
        // A broken file before it leaves nothing behind.
        parse(&mut parser, path, &source[..source.len() / 3]);
        assert_eq!(first, parse(&mut parser, path, source));
    }
}

#[test]
fn deep_brackets_neither_overflow_nor_hang() {
    let mut parser = Parser::new();
    let paths: BTreeSet<&str> = SOURCES.iter().map(|(path, _)| *path).collect();
    for path in paths {
        for bracket in ["(", "[", "{"] {
            let close = match bracket {
                "(" => ")",
                "[" => "]",
                _ => "}",
            };
            for text in [
                format!("{}{}", bracket.repeat(100_000), close.repeat(100_000)),
                format!("x = {}", bracket.repeat(100_000)),
            ] {
                parse(&mut parser, path, &text);
            }
        }
    }
}

#[test]
fn deep_definitions_are_bounded() {
    let mut parser = Parser::new();
    let python: String = (0..2000).map(|depth| format!("{}def f():\n", " ".repeat(depth))).collect();
    for (path, text) in [
        ("a.py", python),
        ("a.js", "function f(){".repeat(5000)),
        ("a.ts", "namespace a{".repeat(5000)),
        ("a.js", "()=>".repeat(20_000)),
        ("a.rs", "mod a{".repeat(5000)),
        ("a.rs", format!("use {};", "a::{".repeat(5000))),
        ("A.java", "class A{".repeat(5000)),
        ("A.java", format!("class A {{ {}", "Object o = new A() {".repeat(5000))),
        ("a.kt", "class A {\n".repeat(5000)),
        ("a.kt", "fun f() {\n".repeat(5000)),
        ("a.kt", "val a = {".repeat(5000)),
        ("a.c", "struct a{".repeat(5000)),
        ("a.cpp", "namespace a{".repeat(5000)),
        ("a.cpp", "class A{void f(){".repeat(3000)),
        ("a.cpp", "template<class T>".repeat(5000)),
        ("a.scala", "class A {".repeat(5000)),
        ("a.scala", "def f = {".repeat(5000)),
        ("a.scala", (0..2000).map(|depth| format!("{}object A:\n", " ".repeat(depth))).collect()),
        ("A.cs", "class A{".repeat(5000)),
        ("A.cs", "namespace A{".repeat(5000)),
        ("A.cs", format!("class A{{void M(){{{}", "void N(){".repeat(5000))),
        ("a.go", format!("package a\n{}", "func f(){_=func(){".repeat(2000))),
        ("a.rb", "class A\n".repeat(5000)),
        ("a.rb", "def f\n".repeat(5000)),
        ("a.rb", "a { ".repeat(20_000)),
        ("a.php", format!("<?php {}", "function f(){".repeat(5000))),
        ("a.php", format!("<?php {}", "namespace A { class B { function f() { new class {".repeat(2000))),
        ("a.ex", "defmodule A do\n".repeat(5000)),
        ("a.ex", "a(fn x -> ".repeat(5000)),
        ("a.lua", "function f() ".repeat(5000)),
        ("a.lua", format!("t = {}", "{ a = ".repeat(5000))),
        ("a.sh", "f() { ".repeat(5000)),
        ("a.sh", format!("x={}", "\"$(a ".repeat(5000))),
    ] {
        let file = parse(&mut parser, path, &text);
        assert!(file.symbols.len() <= 40, "{path}: {}", file.symbols.len());
    }
}

#[test]
fn one_line_of_five_megabytes() {
    let mut parser = Parser::new();
    for (path, unit) in [
        ("a.py", "x = 1; "),
        ("a.js", "var a=1,b=2; "),
        ("a.ts", "/* a */ "),
        ("a.go", "var x = 1; "),
        ("a.rs", "fn f() {} "),
        ("A.java", "class A {} "),
        ("a.kt", "class A; "),
        ("a.c", "A B int c; "),
        ("a.cpp", "a<b<c "),
        ("A.cs", "class A { } "),
        ("a.h", "struct a {} b; "),
        ("a.scala", "class A; "),
        ("a.rb", "x = 1; "),
        ("a.php", "<?php $x = 1; ?>"),
        ("a.ex", "x = 1; "),
        ("a.lua", "x = 1; "),
        ("a.sh", "x=1; "),
    ] {
        let text = unit.repeat(5_000_000 / unit.len());
        let limits = Limits { time: Duration::from_millis(300), ..Limits::default() };
        let file = parser.parse(detect(path).unwrap(), path, &text, &limits);
        check(path, &text, &file);
    }
}

#[test]
fn many_of_everything_stays_linear() {
    let mut parser = Parser::new();
    for (path, text) in [
        // One block of comments above many definitions that begin at one place.
        ("a.ts", format!("{}const {}z = 1;", "// beadloom:domain=a\n".repeat(5000), "a = 1, ".repeat(5000))),
        ("a.go", format!("package a\n{}const (\n{})\n", "// x\n".repeat(5000), "\tA = 1\n".repeat(5000))),
        // Definitions that share one declaration.
        ("A.java", format!("class A {{ static final int {}z = 1; }}", "a = 1, ".repeat(20_000))),
        // Long chains, long lists of bases, parameters and annotations.
        (
            "A.java",
            format!("class A {{ void f() {{ a{}{}; }} }}", ".b".repeat(10_000), ".c()".repeat(10_000)),
        ),
        ("A.java", format!("class A implements {}B {{}}", "a.B<C>, ".repeat(20_000))),
        ("A.java", format!("class A {{ void f({}int a) {{}} }}", "B a, ".repeat(20_000))),
        (
            "A.java",
            format!(
                "import org.springframework.web.bind.annotation.*; @RestController class A {{ @GetMapping({{{}\"/\"}}) void f() {{}} }}",
                "\"/a\", ".repeat(20_000)
            ),
        ),
        (
            "A.java",
            format!(
                "import org.springframework.web.bind.annotation.*; @RestController class A {{ @GetMapping({}\"/\") void f() {{}} }}",
                "\"/a\" + ".repeat(20_000)
            ),
        ),
        ("a.kt", format!("fun f() {{ a{}{} }}", ".b".repeat(10_000), ".c()".repeat(10_000))),
        ("a.kt", format!("class A : {}B", "a.B<C>(), ".repeat(20_000))),
        ("a.kt", format!("class A({}val a: Int)", "val a: B, ".repeat(20_000))),
        ("a.kt", format!("fun f() {{\n{}}}", "val a = b(c)\n".repeat(20_000))),
        ("a.kt", format!("val a = \"{}\"", "$b ${c.d()} ".repeat(20_000))),
        ("a.kt", format!("class A {}", "where private ".repeat(20_000))),
        ("a.scala", format!("object A {{ a{}{} }}", ".b".repeat(10_000), ".c()".repeat(10_000))),
        ("a.scala", format!("class A extends {}B", "a.B[C] with ".repeat(20_000))),
        ("a.scala", format!("class A({}val a: Int)", "val a: B, ".repeat(20_000))),
        ("a.scala", format!("import a.{{{}b}}", "c => d, ".repeat(20_000))),
        ("a.scala", format!("import {}c", "a.b, ".repeat(20_000))),
        ("a.scala", format!("val a = s\"{}\"", "$b ${c.d()} ".repeat(20_000))),
        ("a.scala", format!("val {}b = 1", "a, ".repeat(20_000))),
        ("a.go", format!("package a\nconst {}Z = 1\n", "A, ".repeat(20_000))),
        ("a.c", format!("int {}z = 1;", "a = 1, ".repeat(20_000))),
        ("a.c", format!("typedef int {}z;", "a, ".repeat(20_000))),
        ("a.c", "#if A\n".repeat(20_000) + &"#endif\n".repeat(20_000)),
        ("a.c", format!("#if A\n{}#endif\n", "#else\n".repeat(100_000))),
        ("a.h", "#if A\n".repeat(20_000) + &"a ".repeat(60_000)),
        ("a.cpp", "class a : ".repeat(50_000)),
        ("a.cpp", "import a.".repeat(50_000)),
        ("a.cpp", format!("class A {{ {} a {} }};", "B ".repeat(50_000), ": ".repeat(50_000))),
        (
            "a.cpp",
            format!("{}{}{}", "class A{".repeat(2_000), "};".repeat(2_000), "int f(){} ".repeat(20_000)),
        ),
        ("a.c", "#if A\n{\n#else\n(\n#endif\n".repeat(10_000)),
        ("a.cpp", format!("{}int a;", "API ".repeat(50_000))),
        ("a.cpp", format!("int f({});", "UNUSED int a, ".repeat(20_000))),
        ("a.cpp", format!("class A : {}B {{}};", "public B, ".repeat(20_000))),
        ("a.cpp", format!("{}f();", "a::".repeat(20_000))),
        ("a.cpp", format!("using a = {}b;", "c<".repeat(20_000))),
        ("A.cs", format!("class A {{ const int {}z = 1; }}", "a = 1, ".repeat(20_000))),
        ("A.cs", format!("class A : {}B {{ }}", "B, ".repeat(20_000))),
        ("A.cs", format!("class A {{ {} }}", "int a; ".repeat(20_000))),
        ("A.cs", format!("{}class A {{ }}", "[B]\n".repeat(20_000))),
        ("A.cs", format!("var a = b{};", ".MapGroup(\"/c\")".repeat(10_000))),
        ("A.cs", format!("var a = WebApplication.Create(); {}", "a.MapGet(\"/b\", C); ".repeat(10_000))),
        (
            "A.cs",
            format!(
                "[ApiController] class A {{ {} }}",
                "[HttpGet(\"b\")] public void B() { } ".repeat(5_000)
            ),
        ),
        ("a.h", format!("#define A {}", "f(a) \\\n /* b */ ".repeat(20_000))),
        ("a.c", format!("void f(void) {{ {} }}", "EACH(a, b) { } ".repeat(20_000))),
        ("a.c", format!("void f(void) {{ EACH({}a) {{ }} }}", "(a) ".repeat(20_000))),
        ("a.cpp", format!("A<{}B> a;", "A, ".repeat(20_000))),
        ("a.hs", format!("a = '\\n' \"{}", "\\\"".repeat(20_000))),
        ("a.hs", format!("data A = A {{ {}z :: Int }}", "a :: Int, ".repeat(10_000))),
        ("a.rs", format!("mod a {{}} {}", "use a::b; ".repeat(20_000))),
        ("a.py", "# beadloom:domain=a\n".repeat(20_000)),
        ("a.py", format!("{}def f(): pass\n", "@a\n".repeat(20_000))),
        ("a.rs", format!("{}fn f() {{}}", "#[a]\n".repeat(20_000))),
        ("a.js", format!("export {{ {} }};", "a, ".repeat(20_000))),
        ("a.rs", format!("use a::{{{}}};", "b, ".repeat(20_000))),
        ("a.py", format!("x = {}1\n", "1 + ".repeat(20_000))),
        ("a.js", format!("/** {} */ function f() {{}}", "word ".repeat(50_000))),
        ("a.py", format!("def {}(): pass", "a".repeat(100_000))),
        ("a.rb", format!("class A\n{}end", "  attr_reader :a\n  private :a\n".repeat(10_000))),
        (
            "a.rb",
            format!(
                "class A; attr_reader {}:b; private {}:b; end",
                ":a, ".repeat(10_000),
                ":a, ".repeat(10_000)
            ),
        ),
        ("a.rb", format!("x = {}1", "a.b(1).".repeat(10_000))),
        (
            "config/routes/a.rb",
            format!(
                "concern :a do\n{}end\nconcern :b do\n{}end\nconcern :c do\n{}end\n{}",
                "get 'x'\n".repeat(500),
                "concerns :a\n".repeat(500),
                "concerns :b\n".repeat(500),
                "resources :d, concerns: :c\n".repeat(500)
            ),
        ),
        ("config/routes/a.rb", "namespace :a do\n".repeat(2_000)),
        ("a.php", format!("<?php {}", "use A\\B as C;\n".repeat(10_000))),
        ("routes/a.php", format!("<?php Route::get('/x', 'y'){};", "->name('x')".repeat(5_000))),
        ("routes/a.php", format!("<?php {}", "Route::prefix('a')->group(function () {".repeat(2_000))),
        ("a.php", format!("<?php class A {{ const {}Z = 1; }}", "A = 1, ".repeat(10_000))),
        ("a.ex", format!("defmodule A do\n{}end", "  def f(1), do: 1\n".repeat(10_000))),
        ("a.ex", format!("alias A.{{{}B}}", "C, ".repeat(10_000))),
        ("a.ex", format!("x = {}1", "a |> ".repeat(10_000))),
        ("a.lua", format!("local M = {{}}\n{}return M", "function M.f() end\n".repeat(10_000))),
        ("a.lua", format!("local M = {{ {} }}\nreturn M", "f = function() end, ".repeat(10_000))),
        ("a.lua", format!("local {}z = 1", "a, ".repeat(10_000))),
        ("a.lua", "return M\n".repeat(10_000)),
        ("a.sh", format!("readonly {}", "A=1 ".repeat(10_000))),
        ("a.sh", format!("a {}", "| b ".repeat(10_000))),
    ] {
        parse(&mut parser, path, &text);
    }
}

#[test]
fn limits_are_reported_and_leave_the_parser_usable() {
    let (path, source) = SOURCES[0];
    let language = detect(path).unwrap();
    let mut parser = Parser::new();
    let cancelled = AtomicBool::new(true);
    let large = source.repeat(200);
    for limits in [
        Limits { time: Duration::ZERO, ..Limits::default() },
        Limits { cancelled: Some(&cancelled), ..Limits::default() },
        Limits { depth: 3, ..Limits::default() },
    ] {
        let file = parser.parse(language, path, &large, &limits);
        assert_eq!(file.diagnostics.len(), 1, "{limits:?}");
        assert_eq!(file.diagnostics[0].code, Code::ParseLimit);
        assert_eq!(file.lines as usize, large.lines().count());
    }
    assert!(parser.parse(language, path, source, &Limits::default()).diagnostics.is_empty());
}

#[test]
fn errors_from_one_end_to_the_other_end_early() {
    // The grammar library keeps two readings of each of these, and would look at all combinations at the end.
    let trouble = "t;{-}innermost;{-}".repeat(4000);
    let looks = StepBudget::new(1_000_000);
    let limits = Limits { looks: Some(&looks), ..Limits::default() };
    let text = format!("fn f() {{}}\n{trouble}\nfn g() {{}}\n");
    let file = Parser::new().parse(detect("a.rs").unwrap(), "a.rs", &text, &limits);
    check("a.rs", &text, &file);
    // What comes before it counts.
    assert_eq!(file.symbols.iter().map(|symbol| symbol.symbol_name.as_str()).collect::<Vec<_>>(), ["f"]);
    assert!(file.diagnostics[0].message.contains("too many syntax errors"), "{:?}", file.diagnostics);
    assert!(looks.made() < 1000, "{}", looks.made());
}

#[test]
fn limits_are_looked_at_all_the_time() {
    // A step of the grammar library may take milliseconds here: a hundred of them must not pass without a look.
    let text = "-}".repeat(20_000);
    let looks = StepBudget::new(3);
    let limits = Limits { looks: Some(&looks), ..Limits::default() };
    let file = Parser::new().parse(detect("a.go").unwrap(), "a.go", &text, &limits);
    assert_eq!((looks.made(), file.diagnostics.len()), (4, 1));
    for (path, text) in [("a.py", "x = 1\n".repeat(10_000)), ("a.ts", "const x = 1;\n".repeat(10_000))] {
        let looks = StepBudget::new(u64::MAX);
        let limits = Limits { looks: Some(&looks), ..Limits::default() };
        let file = Parser::new().parse(detect(path).unwrap(), path, &text, &limits);
        assert!(file.diagnostics.is_empty() && looks.made() > 300, "{path}: {} looks", looks.made());
    }
}

#[test]
fn nothing_is_a_file_too() {
    for language in beadloom_lang::languages() {
        let path =
            language.id.facts().extensions.first().map_or_else(String::new, |ending| format!("a.{ending}"));
        for (text, lines) in [("", 0), ("\n", 1), (" ", 1), ("\u{feff}", 0), ("\0", 1), ("\r\n\r\n", 2)] {
            let file = Parser::new().parse(language, &path, text, &Limits::default());
            assert_eq!(file.lines, lines, "{path}: {text:?}");
            check(&path, text, &file);
        }
    }
}

#[test]
fn names_hold_something_and_no_control_characters() {
    for (path, text) in [
        ("a.rb", "i\u{85}\nx.i\u{85}y\n"),
        ("a.rs", "use s::{:};"),
        ("a.py", "from a import (,)"),
        ("a.scala", "do:1@e s.\nf)e\ne"),
        ("a.sql", "CREATE TABLE [d\u{85}].m (a int);"),
        ("a.php", "<?php\nuse Illuminate\\Support\\Facades\\Route;\nRoute::put('/x', '');\n"),
        ("a.mts", "import { Hono } from 'hono';\nnew Hono().on('\u{fb01}', '', r);"),
        ("a.cjs", "const Router = require('@koa/router');\nd = Router().prefix('\u{2}');"),
    ] {
        let file = parse(&mut Parser::new(), path, text);
        let mut names: Vec<&str> = file.symbols.iter().map(|found| found.qualified_name.as_str()).collect();
        names.extend(file.imports.iter().flat_map(|found| &found.names).map(String::as_str));
        names.extend(file.routing.routes.iter().filter_map(|found| found.handler.as_deref()));
        assert!(
            file.routing.routes.iter().all(|found| found.method.is_ascii()),
            "{path}: {:?}",
            file.routing
        );
        let prefixes = file.routing.routers.iter().map(|found| found.prefix.as_str());
        names.extend(prefixes.filter(|prefix| !prefix.is_empty()));
        for found in &file.references {
            names.push(&found.name);
            if let Receiver::Path(path) | Receiver::Typed(path) = &found.receiver {
                names.push(path);
            }
        }
        let are_plain = names.iter().all(|name| !name.is_empty() && !name.contains(char::is_control));
        assert!(are_plain, "{path}: {names:?}");
    }
}

/// The grammar's scanner looks characters up in a table of 256 there.
#[test]
fn any_character_may_follow_a_brace_of_bash() {
    for character in ['é', 'ſ', '界', '\u{1d4b3}', '\u{10ffff}'] {
        let c = character;
        let text =
            format!("a() {{\n  echo {{{c},b}} {{1{c}..2}} {{1..{c}}} {{1..22{c}}}\n}}\nb() {{ :; }}\n");
        let file = parse(&mut Parser::new(), "a.sh", &text);
        let symbols: Vec<_> =
            file.symbols.iter().map(|found| (found.symbol_name.as_str(), found.line_start)).collect();
        assert_eq!(symbols, [("a", 1), ("b", 4)], "{text}");
    }
}

/// The grammar's scanner goes from each character to the end of the text: no clock has to end that.
#[test]
fn what_is_never_closed_is_given_up() {
    for (begin, filler) in [
        ("{`$\u{1}", "LineItem"),
        ("<p>{#if a", "LineItem"),
        ("<p a={`", "LineItem"),
        ("{#snippet a(", "LineItem"),
        ("{`$\u{1}", "界界"),
        ("{`$\u{1}", "a𝒳"),
    ] {
        let text = begin.to_owned() + &filler.repeat(20_000);
        let limits = Limits { time: Duration::from_secs(3600), ..Limits::default() };
        let language = detect("a.svelte").unwrap();
        let file = Parser::new().parse(language, "a.svelte", &text, &limits);
        assert_eq!(file.diagnostics[0].code, Code::TooCostly, "{begin}");
    }
}
