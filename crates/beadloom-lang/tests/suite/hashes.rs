//! What changes the two hashes of a symbol, and what does not.

use crate::{parse, symbol};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Nothing,
    Body,
    Both,
}
use Change::{Body, Both, Nothing};

/// File name, symbol, text before, text after, what that changes.
type Case = (&'static str, &'static str, &'static str, &'static str, Change);

const CASES: &[Case] = &[
    // Comments, blank lines, indentation width, broken lines.
    (
        "a.py",
        "f",
        "def f(a, b):\n    return a + b\n",
        "# x\n\ndef f( a,\n       b):  # y\n\n        # z\n        return a  +  b\n",
        Nothing,
    ),
    ("a.py", "f", "def f():\n  if a:\n    b\n  c\n", "def f():\n\tif a:\n\t\tb # x\n\n\tc\n", Nothing),
    ("a.py", "f", "def f():\n    return a\n", "def f():\n    return \\\n        a\n", Nothing),
    ("a.py", "f", "def f():\n    return 1\n", "def f():\n    return 2\n", Body),
    ("a.py", "f", "def f(a):\n    return 1\n", "def f(b):\n    return 1\n", Both),
    ("a.py", "f", "def f():\n    return 'a b'\n", "def f():\n    return 'a  b'\n", Body),
    // An interpolated expression is code, the text around it is not.
    ("a.py", "f", "def f():\n    return f'{ a }b'\n", "def f():\n    return f'{a}b'\n", Nothing),
    ("a.py", "f", "def f():\n    return f'{a} b'\n", "def f():\n    return f'{a}  b'\n", Body),
    ("a.py", "f", "def f():\n    return f' {a}{b}'\n", "def f():\n    return f'{a} {b}'\n", Body),
    ("a.py", "f", "def f():\n    return f'{a:>5}'\n", "def f():\n    return f'{a: >5}'\n", Body),
    ("a.py", "f", "def f():\n    return f'{a=}'\n", "def f():\n    return f'{a = }'\n", Body),
    ("a.py", "f", "def f():\n    return f'{a}'\n", "def f():\n    return '{a}'\n", Body),
    ("a.py", "f", "@a\ndef f():\n    return 1\n", "@b\ndef f():\n    return 1\n", Body),
    // Which block a statement is in.
    (
        "a.py",
        "f",
        "def f():\n    if a:\n        b\n    c\n",
        "def f():\n    if a:\n        b\n        c\n",
        Body,
    ),
    (
        "a.py",
        "f",
        "def f():\n    if a:\n        if b:\n            c\n        d\n",
        "def f():\n    if a:\n        if b:\n            c\n    d\n",
        Body,
    ),
    // What is around a definition is not its own.
    (
        "a.py",
        "A.g",
        "class A:\n    def f(self):\n        pass\n    def g(self):\n        pass\n",
        "class A:\n    def g(self):\n        pass\n",
        Nothing,
    ),
    (
        "a.py",
        "A.f",
        "class A:\n    def f(self):\n        pass\n",
        "class A:\n    def f(self):\n        pass\n    x = 1\ny = 2\n",
        Nothing,
    ),
    (
        "a.py",
        "A",
        "class A:\n    def f(self):\n        pass\n",
        "class A:\n    def f(self):\n        return 1\n",
        Body,
    ),
    ("a.py", "A", "class A(B):\n    x = 1\n", "class A(C):\n    x = 1\n", Both),
    ("a.py", "MAX", "MAX = 1\n", "MAX = 2\n", Body),
    ("a.py", "f", "def f():\n    return ab\n", "def f():\n    return a.b\n", Body),
    (
        "a.ts",
        "f",
        "function f(a: string) { return 1 }",
        "function f(\n  a: string /* x */\n)\n{\n  // y\n  return 1 }",
        Nothing,
    ),
    ("a.ts", "f", "const f = (a: A) => { return 1; };", "const f = (a: A) => { return 2; };", Body),
    ("a.ts", "f", "const f = (a: A) => 1;", "const f = (a: B) => 1;", Both),
    ("a.ts", "f", "function f() { return `a${b}c` }", "function f() { return `a${b}  c` }", Body),
    ("a.tsx", "F", "const F = () => <p>a b <i/></p>;", "const F = () => (<p>\n  a\n  b <i/>\n</p>);", Body),
    (
        "a.tsx",
        "F",
        "const F = () => <p>a b <i/></p>;",
        "const F = () => <p>\n  a\n  b\n  <i/>\n</p>;",
        Nothing,
    ),
    (
        "a.js",
        "C.m",
        "class C { m(a) { return 1 } }",
        "class C {\n  // x\n  m(a)\n  { return 1 } n() {} }",
        Nothing,
    ),
    ("a.js", "C.m", "class C { m(a) { return 1 } }", "class C { m(b) { return 1 } }", Both),
    ("a.js", "f", "function f() { return /a b/ }", "function f() { return /a  b/ }", Body),
    (
        "a.go",
        "F",
        "package a\nfunc F(a int) int {\n\treturn 1\n}\n",
        "package a\n\n// F.\nfunc F(a int) int {\n\n\t// x\n\treturn 1\n}\n",
        Nothing,
    ),
    ("a.go", "F", "package a\nfunc F() int { return 1 }\n", "package a\nfunc F() int { return 2 }\n", Body),
    ("a.go", "F", "package a\nfunc F(a int) {}\n", "package a\nfunc F(b int) {}\n", Both),
    (
        "a.rs",
        "f",
        "fn f(a: u8) -> u8 { 1 }",
        "/// X.\nfn f(\n    a: u8\n) -> u8 {\n    // y\n    1\n}",
        Nothing,
    ),
    ("a.rs", "f", "fn f() -> u8 { 1 }", "fn f() -> u8 { 2 }", Body),
    ("a.rs", "f", "fn f() { m!(a => b) }", "fn f() { m!(a -> b) }", Body),
    ("a.rs", "f", "fn f(a: u8) {}", "fn f(a: u16) {}", Both),
    ("a.rs", "f", "fn f() {}", "#[inline]\nfn f() {}", Body),
    (
        "A.java",
        "A.m",
        "class A { int m(int a) { return 1; } }",
        "class A {\n  /** X. */\n  int m(int a)\n  {\n    return 1; // y\n  }\n}",
        Nothing,
    ),
    ("A.java", "A.m", "class A { int m() { return 1; } }", "class A { int m() { return 2; } }", Body),
    (
        "A.java",
        "A.m",
        "class A { int m(int a) { return 1; } }",
        "class A { int m(int b) { return 1; } }",
        Both,
    ),
    ("A.java", "A.m", "class A { @X int m() { return 1; } }", "class A { @Y int m() { return 1; } }", Body),
    (
        "a.kt",
        "A.m",
        "class A {\n    fun m(a: Int): Int { return a.b(1) }\n}",
        "class A {\n\n  /** X. */\n  fun m(\n    a: Int\n  ): Int\n  {\n    // y\n    return a.b(1) /* z */\n  }\n}",
        Nothing,
    ),
    ("a.kt", "f", "fun f(): Int = 1", "fun f(): Int = 2", Body),
    ("a.kt", "f", "fun f(a: Int) {}", "fun f(b: Int) {}", Both),
    ("a.kt", "f", "fun f() = \"a $b c\"", "fun f() = \"a $b  c\"", Body),
    ("a.kt", "f", "fun f() = \"$a $b\"", "fun f() = \"$a$b\"", Body),
    ("a.kt", "f", "fun f() = \"\"\"a\n  b\"\"\"", "fun f() = \"\"\"a\n b\"\"\"", Body),
    ("a.kt", "f", "fun f() {}", "@X\nfun f() {}", Body),
    ("a.kt", "A", "class A { val b = 1 }", "class A {\n    val b = 1\n}", Nothing),
    ("a.kt", "A", "data class A(val a: Int)", "data class A(val b: Int)", Both),
    ("a.kt", "X", "const val X = 1", "const val X = 2", Body),
    (
        "a.swift",
        "A.f",
        "class A { func f(a: Int) -> Int { return 1 } }",
        "class A {\n  /// X.\n  func f(\n    a: Int\n  ) -> Int\n  {\n    // y\n    return 1\n  }\n}",
        Nothing,
    ),
    ("a.swift", "f", "func f() { g(1) }", "func f() { g(2) }", Body),
    ("a.swift", "f", "func f(a: Int) {}", "func f(b: Int) {}", Both),
    ("a.swift", "f", "func f() { g(\"a \\(b)\") }", "func f() { g(\"a  \\(b)\") }", Body),
    ("a.swift", "f", "func f() {}", "@inlinable func f() {}", Body),
    ("a.swift", "K.a", "enum K { case a; case b }", "enum K {\n  case a // x\n  case b\n}", Nothing),
    (
        "a.hs",
        "f",
        "f :: Int -> Int\nf n = g n\n",
        "-- | X.\nf ::\n  Int ->\n  Int\n\n-- y\nf   n =\n  g n -- z\n",
        Nothing,
    ),
    ("a.hs", "f", "f :: Int -> Int\nf n = 1\n", "f :: Int -> Int\nf n = 2\n", Body),
    ("a.hs", "f", "f :: Int -> Int\nf n = 1\n", "f :: Int -> Bool\nf n = 1\n", Both),
    ("a.hs", "f", "f a = a\n", "f b = b\n", Both),
    ("a.hs", "f", "f = do\n  a b\n  c\n", "f = do\n  a b\n    c\n", Body),
    (
        "a.hs",
        "f",
        "f = do\n  a\n  when b $ do\n    c\n  d\n",
        "f = do\n  a\n  when b $ do\n    c\n    d\n",
        Body,
    ),
    ("a.hs", "f", "f = do\n  a b\n  c\n", "f = do\n    a b\n\n    -- x\n    c\n", Nothing),
    ("a.hs", "f", "f = case a of\n  B -> c\n  D -> e\n", "f = case a of\n    B -> c\n    D -> e\n", Nothing),
    ("a.hs", "f", "f 0 = 1\nf n = 2\ng = 3\n", "f 0 = 1\n\nf n = 2\n\ng = 4\n", Nothing),
    (
        "a.zig",
        "A.f",
        "const A = struct { fn f(a: u8) u8 { return 1; } };",
        "const A = struct {\n    /// X.\n    fn f(a: u8) u8 {\n        // y\n        return 1;\n    }\n};",
        Nothing,
    ),
    ("a.zig", "f", "fn f() u8 { return 1; }", "fn f() u8 { return 2; }", Body),
    ("a.zig", "f", "fn f(a: u8) void {}", "fn f(b: u8) void {}", Both),
    ("a.zig", "f", "fn f() void { g(\"a b\"); }", "fn f() void { g(\"a  b\"); }", Body),
    (
        "a.graphql",
        "A",
        "type A { b(c: Int, d: Int): E }",
        "# x\n\"\"\"Doc.\"\"\"\ntype A {\n  \"y\"\n  b(\n    c: Int\n    d: Int\n  ): E\n}",
        Nothing,
    ),
    ("a.graphql", "A", "type A { b: C }", "type A { b: D }", Body),
    ("a.graphql", "Query.b", "type Query { b(c: Int): D }", "type Query { b(e: Int): D }", Both),
    ("a.graphql", "q", "query q { a(b: \"c d\") }", "query q { a(b: \"c  d\") }", Body),
    ("a.proto", "A", "message A { int32 b = 1; }", "// x\nmessage A\n{\n  int32 b = 1; /* y */\n}", Nothing),
    ("a.proto", "A", "message A { int32 b = 1; }", "message A { int32 b = 2; }", Body),
    ("a.proto", "S.b", "service S { rpc b(C) returns (D); }", "service S { rpc b(E) returns (D); }", Both),
    (
        "a.rb",
        "f",
        "def f(a, b)\n  c a\n  [b]; d\nend\n",
        "# x\n\ndef f( a,\n       b)  # y\n\n    c   a\n    [b]\n    d\nend\n",
        Nothing,
    ),
    ("a.rb", "f", "def f\n  a [1]\nend\n", "def f\n  a\n  [1]\nend\n", Body),
    ("a.rb", "f", "def f\n  a -1\nend\n", "def f\n  a - 1\nend\n", Body),
    ("a.rb", "f", "def f\n  \"a #{b}  c\"\nend\n", "def f\n  \"a #{b} c\"\nend\n", Body),
    ("a.rb", "f", "def f(a)\n  1\nend\n", "def f(b)\n  1\nend\n", Both),
    ("a.rb", "f", "def f = 1\n", "def f = 2\n", Body),
    ("a.rb", "X", "X = <<~T\n  a\nT\n", "X = <<~T\n  b\nT\n", Body),
    ("a.rb", "A", "class A < B; end\n", "class A < C; end\n", Both),
    (
        "a.php",
        "A.f",
        "<?php class A { function f(int $a) { return 1; } }",
        "<?php\n# x\nclass A\n{\n    /** X. */\n    function f(int $a)\n    {\n        return 1; // y\n    }\n}",
        Nothing,
    ),
    ("a.php", "f", "<?php function f() { return 'a b'; }", "<?php function f() { return 'a  b'; }", Body),
    (
        "a.php",
        "f",
        "<?php function f() { return \"$a  $b\"; }",
        "<?php function f() { return \"$a $b\"; }",
        Body,
    ),
    ("a.php", "f", "<?php function f($a) {}", "<?php function f($b) {}", Both),
    ("a.php", "f", "<?php function f() {}", "<?php #[A] function f() {}", Body),
    (
        "a.ex",
        "A.f",
        "defmodule A do\n  def f(a, b: c) do\n    g a\n    [a]\n  end\nend\n",
        "defmodule A do\n\n  # x\n  def f( a,\n         b:\n           c ) do\n\n    g   a # y\n    [ a ]\n  end\nend\n",
        Nothing,
    ),
    (
        "a.ex",
        "A.f",
        "defmodule A do\n  def f(a), do: g [a]\nend\n",
        "defmodule A do\n  def f(a), do: (g; [a])\nend\n",
        Body,
    ),
    (
        "a.ex",
        "A.f",
        "defmodule A do\n  def f, do: ~s(a b)\nend",
        "defmodule A do\n  def f, do: ~s(a  b)\nend",
        Body,
    ),
    ("a.ex", "A.f", "defmodule A do\n  def f(a), do: 1\nend", "defmodule A do\n  def f(b), do: 1\nend", Both),
    (
        "a.ex",
        "A.f",
        "defmodule A do\n  def f(1), do: 1\n  def f(2), do: 2\nend",
        "defmodule A do\n  def f(1), do: 1\n  def f(2), do: 3\nend",
        Body,
    ),
    (
        "a.lua",
        "f",
        "function f(a, b) return a; end",
        "-- x\nfunction f(\n  a,\n  b\n)\n  -- y\n\n  return a\nend",
        Nothing,
    ),
    ("a.lua", "f", "function f() return [[a b]] end", "function f() return [[a  b]] end", Body),
    ("a.lua", "f", "function f(a) end", "function f(b) end", Both),
    ("a.lua", "M.f", "M.f = function(a) return 1 end", "M.f = function(a) return 2 end", Body),
    (
        "a.sh",
        "f",
        "f() { a b; c; if d; then e; fi; }",
        "# x\nf()\n{\n  a \\\n    b # y\n\n  c\n  if d\n  then e\n  fi\n}",
        Nothing,
    ),
    ("a.sh", "f", "f() {\n  a b\n}", "f() {\n  a\n  b\n}", Body),
    ("a.sh", "f", "f() { a \"$b  $c\"; }", "f() { a \"$b $c\"; }", Body),
    ("a.sh", "X", "readonly X=1", "readonly X=2", Body),
    (
        "a.sql",
        "f",
        "CREATE FUNCTION f(a int) RETURNS int AS $$ BEGIN IF a = 1 THEN PERFORM g(); END IF; END $$ LANGUAGE plpgsql;",
        "-- x\nCREATE FUNCTION f(\n  a int\n) RETURNS int AS $$\nBEGIN\n  -- y\n  IF a=1 THEN\n    PERFORM g( );\n  END IF;\nEND\n$$ LANGUAGE plpgsql\n;",
        Nothing,
    ),
    ("a.sql", "t", "CREATE TABLE t (a int DEFAULT 1)", "CREATE TABLE t (a int DEFAULT 2)", Body),
    ("a.sql", "t", "CREATE TABLE t (a text DEFAULT 'b c')", "CREATE TABLE t (a text DEFAULT 'b  c')", Body),
    ("a.sql", "f", "CREATE FUNCTION f(a int) RETURN 1", "CREATE FUNCTION f(b int) RETURN 1", Both),
    ("a.sql", "t", "CREATE TABLE t (a int); CREATE TABLE u (b int);", "CREATE TABLE t (a int)", Nothing),
];

#[test]
fn hashes_follow_meaning() {
    for (path, name, before, after, want) in CASES {
        let (old_file, new_file) = (parse(path, before), parse(path, after));
        let (old, new) = (symbol(&old_file, name), symbol(&new_file, name));
        let got = match (old.signature_hash == new.signature_hash, old.body_hash == new.body_hash) {
            (true, true) => Nothing,
            (true, false) => Body,
            (false, false) => Both,
            (false, true) => panic!("the signature is part of the body: {after}"),
        };
        assert_eq!(got, *want, "{name} in {path}:\n{before}\n---\n{after}");
    }
}

#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    for (path, text) in [
        ("a.py", "class A:\n    def f(self):\n        if a:\n            b\n        c\n"),
        ("a.rs", "/// X.\nfn f() {\n    1;\n}\n"),
    ] {
        let plain = parse(path, text);
        for other in [text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
            assert_eq!(parse(path, &other), plain, "{other:?}");
        }
    }
}
