//! What formatters write in another way, and what only looks like it.

/// File name, text before, text after.
type Edit = (&'static str, &'static str, &'static str);

/// What google-java-format, ktlint, gofumpt, clang-format, RuboCop and PHP's formatters make of a text.
pub(super) const REWRITTEN: &[Edit] = &[
    // Strings in parts.
    (
        "A.java",
        "class A { String f() { return \"ab cd\"; } }",
        "class A { String f() { return \"ab\" + \" cd\"; } }",
    ),
    (
        "A.java",
        "class A { String f(int x) { return x + \"ab \" + \"cd\" + x + \"\\n\"; } }",
        "class A { String f(int x) { return x + \"ab\" + \" c\" // why\n + \"d\" + x + \"\\n\"; } }",
    ),
    (
        "A.java",
        "class A { String f = \"\" + \"a\" + \"b\" + \"c\" + \"d\" + \"e\" + \"f\" + \"g\" + \"h\" + \"i\" + \"j\"; }",
        "class A { String f = \"abcdefghij\"; }",
    ),
    (
        "A.java",
        "class A { String f() { return \"\"\"\n  a\n    b\n  \"\"\"; } }",
        "class A {\n  String f() {\n    return \"\"\"\n        a\n          b\n        \"\"\";\n  }\n}",
    ),
    (
        "a.c",
        "int f(void) { return g(\"ab cd\"); }",
        "int f(void) {\n  return g(\"ab \"\n           \"cd\");\n}",
    ),
    ("a.cpp", "int f() { return g(L\"ab\" \"cd\" X \"e\"); }", "int f() { return g(L\"abcd\" X \"e\"); }"),
    (
        "a.py",
        "def f():\n    return g('a' 'b', \"c\" 'd')\n",
        "def f():\n    return g(\n        \"ab\",\n        \"c\"\n        \"d\",\n    )\n",
    ),
    (
        "a.kt",
        "fun f() = g(\"\"\"\n  a $b\n    c\n  \"\"\".trimIndent())",
        "fun f() =\n    g(\n        \"\"\"\n        a $b\n          c\n        \"\"\".trimIndent(),\n    )",
    ),
    // The order of modifiers, and those that need not be said.
    ("A.java", "class A { private final static int f = 1; }", "class A { private static final int f = 1; }"),
    (
        "A.java",
        "interface A { default public @X int f() { return 1; } }",
        "interface A { public default @X int f() { return 1; } }",
    ),
    ("a.kt", "inline private fun f() {}", "private inline fun f() {}"),
    ("A.cs", "class A { static public int F() => 1; }", "class A { public static int F() => 1; }"),
    (
        "a.php",
        "<?php class A { static public function f() {} }",
        "<?php class A { public static function f() {} }",
    ),
    (
        "a.php",
        "<?php class A { var $a; function f() {} static $b; }",
        "<?php class A { public $a; public function f() {} public static $b; }",
    ),
    // Semicolons after what has ended.
    ("A.java", "class A { int f() { return 1;; }; }", "class A { int f() { return 1; } }"),
    ("a.js", "function f() { if (a) { b() }; return c;; }", "function f() { if (a) { b(); } return c; }"),
    // Braces.
    (
        "a.kt",
        "fun f() { if (a) b() else if (c) d() else { e() } }",
        "fun f() {\n    if (a) {\n        b()\n    } else if (c) {\n        d()\n    } else {\n        e()\n    }\n}",
    ),
    (
        "a.kt",
        "fun f() = when (a) { 1 -> b\n else -> g(c) }",
        "fun f() =\n    when (a) {\n        1 -> {\n            b\n        }\n\n        else -> {\n            g(c)\n        }\n    }",
    ),
    (
        "a.kt",
        "fun f() { for (a in b) c(a)\n while (d) e() }",
        "fun f() { for (a in b) { c(a) }\n while (d) { e() } }",
    ),
    ("a.kt", "fun f(a: Int): Int { return a + 1 }", "fun f(a: Int): Int = a + 1"),
    (
        "a.php",
        "<?php function f($a) { if ($a) b(); elseif ($c) d(); else e(); foreach ($a as $b) c($b); }",
        "<?php function f($a) { if ($a) { b(); } elseif ($c) { d(); } else { e(); } foreach ($a as $b) { c($b); } }",
    ),
    // Creating.
    (
        "a.js",
        "function f() { return [new Date, (new Date).a, new B.C] }",
        "function f() { return [new Date(), new Date().a, new B.C()] }",
    ),
    (
        "a.php",
        "<?php function f() { return (new A)->b(new C); }",
        "<?php function f() { return (new A())->b(new C()); }",
    ),
    (
        "a.php",
        "<?php function f($a = array(1, 2)) { return array(); }",
        "<?php function f($a = [1, 2]) { return []; }",
    ),
    ("a.php", "<?php class A { use B, C; }", "<?php class A { use B; use C; }"),
    // Go.
    (
        "a.go",
        "package a\nfunc F(a int, b int, c, d string) (e int, f int) { return }\n",
        "package a\nfunc F(a, b int, c string, d string) (e, f int) { return }\n",
    ),
    (
        "a.go",
        "package a\nvar (\n\tA = 1\n)\nconst (\n\tB = 1\n)\ntype (\n\tC struct{}\n)\n",
        "package a\nvar A = 1\nconst B = 1\ntype C struct{}\n",
    ),
    (
        "a.go",
        "package a\nfunc F() { var a = 1; var (\n\tb int = 2\n); g(a); h(b) }\n",
        "package a\nfunc F() {\n\ta := 1\n\tvar b int = 2\n\tg(a)\n\th(b)\n}\n",
    ),
    (
        "a.go",
        "package a\nfunc F() { return []*T{&T{1}, &T{A: []B{B{2}}}}, map[string]T{\"a\": T{}} }\n",
        "package a\nfunc F() { return []*T{{1}, {A: []B{{2}}}}, map[string]T{\"a\": {}} }\n",
    ),
    (
        "a.go",
        "package a\nfunc F() { for i, _ := range a { g(i) } }\n",
        "package a\nfunc F() { for i := range a { g(i) } }\n",
    ),
    // Types in parentheses.
    ("a.ts", "type F = Array<(A | B)> & (C)", "type F = Array<A | B> & C;"),
    ("a.ts", "type F = A | (B & C); type G = A & (| B | C)", "type F = A | B & C; type G = A & (B | C)"),
    (
        "a.py",
        "def f(a: (b[c, d.e] | None) = 1) -> (b[c]):\n    pass\n",
        "def f(a: b[c, d.e] | None = 1) -> b[c]:\n    pass\n",
    ),
    (
        "a.py",
        "class F:\n    A = 'b', 'c'\n    D = 'e',\n    def f(self):\n        return 'b', g(a=('c', 1))\n",
        "class F:\n    A = (\n        \"b\",\n        \"c\",\n    )\n    D = (\"e\",)\n    def f(self):\n        return (\"b\", g(a=(\"c\", 1)))\n",
    ),
    // Others.
    ("a.c", "int f(int a) { return (enum b)-1 + a -1; }", "int f(int a) { return (enum b) - 1 + a - 1; }"),
    ("a.h", "#  define F 4\n", "#define F 4\n"),
    ("a.js", "const f = { '2': a, '1': b }", "const f = { 2: a, 1: b };"),
    (
        "a.rb",
        "def f\n  g({ :a => 1 }, '#b', :c_d => 2)\nend\n",
        "def f\n  g({ a: 1 }, \"#b\", c_d: 2)\nend\n",
    ),
];

/// What looks like it and means another thing.
pub(super) const REWRITTEN_MEANING: &[Edit] = &[
    ("a.py", "def f():\n    return g(a=(b,))\n", "def f():\n    return g(a=b,)\n"),
    ("a.py", "def f():\n    a = (b,)\n", "def f():\n    a = (b)\n"),
    ("a.py", "def f():\n    a = (b, c), d\n", "def f():\n    a = b, c, d\n"),
    (
        "A.java",
        "class A { int f() { return (\"ab\").length(); } }",
        "class A { int f() { return \"a\" + \"b\".length(); } }",
    ),
    (
        "A.java",
        "class A { int f() { return \"ab\".length(); } }",
        "class A { int f() { return \"a\" + \"b\".length(); } }",
    ),
    (
        "A.java",
        "class A { String f() { return \"a\" + \"b\"; } }",
        "class A { String f() { return \"a\" + \"c\"; } }",
    ),
    (
        "A.java",
        "class A { String f() { return \"a\" + \"b\"; } }",
        "class A { String f() { return \"a\", \"b\"; } }",
    ),
    (
        "A.java",
        "class A { String f() { return \"a\" + \"b\"; } }",
        "class A { String f() { return \"b\" + \"a\"; } }",
    ),
    (
        "A.java",
        "class A { String f() { return \"\\1\" + \"2\"; } }",
        "class A { String f() { return \"\\12\"; } }",
    ),
    (
        "A.java",
        "class A { String f() { return \"a\" + b + \"c\"; } }",
        "class A { String f() { return \"a\" + \"c\" + b; } }",
    ),
    (
        "A.java",
        "class A { String f() { return x - (\"a\" + 1) + \"b\"; } }",
        "class A { String f() { return x - (\"a\" + 1 + \"b\"); } }",
    ),
    (
        "A.java",
        "class A { String f = \"\"\"\n  a\n  b\n  \"\"\"; }",
        "class A { String f = \"\"\"\n  a\n    b\n  \"\"\"; }",
    ),
    (
        "A.java",
        "class A { String f = \"\"\"\n  a\n  \"\"\"; }",
        "class A { String f = \"\"\"\n    a\n  \"\"\"; }",
    ),
    ("a.c", "int f(void) { return g(\"\\x1\" \"2\"); }", "int f(void) { return g(\"\\x12\"); }"),
    ("a.c", "int f(void) { return g(\"a\", \"b\"); }", "int f(void) { return g(\"a\" \"b\"); }"),
    ("a.c", "int f(void) { return g(L\"a\"); }", "int f(void) { return g(\"a\"); }"),
    ("a.py", "def f():\n    return ['a', 'b']\n", "def f():\n    return ['a' 'b']\n"),
    ("a.py", "def f():\n    return r'\\a' 'b'\n", "def f():\n    return '\\ab'\n"),
    ("a.py", "def f():\n    return b'a' b'b'\n", "def f():\n    return 'a' 'b'\n"),
    (
        "a.kt",
        "fun f() = \"\"\"\n  a\n  b\n\"\"\".trimIndent()",
        "fun f() = \"\"\"\n  a\n    b\n\"\"\".trimIndent()",
    ),
    ("a.kt", "fun f() = \"\"\"\n  a\n\"\"\"", "fun f() = \"\"\"\n    a\n\"\"\""),
    ("A.java", "class A { private static int f = 1; }", "class A { private final int f = 1; }"),
    ("A.java", "class A { private static int f = 1; }", "class A { static int f = 1; }"),
    ("a.php", "<?php class A { private function f() {} }", "<?php class A { public function f() {} }"),
    (
        "a.php",
        "<?php class A { function __construct(public $f) {} }",
        "<?php class A { function __construct($f) {} }",
    ),
    ("A.java", "class A { void f() { while (a); { b(); } } }", "class A { void f() { while (a) { b(); } } }"),
    ("A.java", "class A { void f() { for (;;) { a(); } } }", "class A { void f() { for (;a();) { } } }"),
    ("a.js", "function f() { while (a); { b() } }", "function f() { while (a) { b() } }"),
    ("a.js", "function f() { if (a) {} else; b() }", "function f() { if (a) {} else b() }"),
    ("a.kt", "fun f() { if (a) { b(); c() } }", "fun f() { if (a) b(); c() }"),
    ("a.kt", "fun f() { if (a) { if (b) c() } else d() }", "fun f() { if (a) if (b) c() else d() }"),
    ("a.kt", "fun f() { if (a) { { b() } } }", "fun f() { if (a) { b() } }"),
    ("a.kt", "fun f() { while (a) { b() }\n c() }", "fun f() { while (a) { b()\n c() } }"),
    ("a.kt", "fun f(): Int { g(); return 1 }", "fun f(): Int = 1"),
    ("a.kt", "fun f() { return g() }", "fun f() = g()"),
    ("a.kt", "fun f(): () -> Int { return { 1 } }", "fun f(): () -> Int { return 1 }"),
    ("a.php", "<?php function f() { if ($a) { b(); c(); } }", "<?php function f() { if ($a) b(); c(); }"),
    (
        "a.php",
        "<?php function f() { if ($a) { if ($b) c(); } else d(); }",
        "<?php function f() { if ($a) if ($b) c(); else d(); }",
    ),
    ("a.js", "function f() { return new A().b }", "function f() { return new A.b }"),
    ("a.js", "function f() { return new (a())() }", "function f() { return new a()() }"),
    ("a.js", "function f() { return new A(b) }", "function f() { return new A() }"),
    ("a.js", "function f() { return new A }", "function f() { return A }"),
    ("a.php", "<?php function f() { return new $a()->b; }", "<?php function f() { return new $a->b; }"),
    ("a.php", "<?php function f() { return array(1); }", "<?php function f() { return $array[1]; }"),
    ("a.php", "<?php class A { use B { c as d; } }", "<?php class A { use B; }"),
    ("a.go", "package a\nfunc F(a int, b string) {}\n", "package a\nfunc F(a, b string) {}\n"),
    ("a.go", "package a\nfunc F(int, b) {}\n", "package a\nfunc F(b) {}\n"),
    ("a.go", "package a\nfunc F(a int, b int) {}\n", "package a\nfunc F(b int, a int) {}\n"),
    ("a.go", "package a\nvar A = 1\n", "package a\nconst A = 1\n"),
    ("a.go", "package a\nfunc F() { var a = 1; g(a) }\n", "package a\nfunc F() { a = 1; g(a) }\n"),
    ("a.go", "package a\nfunc F() { var a int64 = 1; g(a) }\n", "package a\nfunc F() { a := 1; g(a) }\n"),
    ("a.go", "package a\nfunc F() { const a = 1; g(a) }\n", "package a\nfunc F() { a := 1; g(a) }\n"),
    ("a.go", "package a\nfunc F() { return []T{&T{}} }\n", "package a\nfunc F() { return []T{T{}} }\n"),
    ("a.go", "package a\nfunc F() { return []T{U{}} }\n", "package a\nfunc F() { return []T{{}} }\n"),
    (
        "a.go",
        "package a\nfunc F() { for _, a := range b { g(a) } }\n",
        "package a\nfunc F() { for a := range b { g(a) } }\n",
    ),
    ("a.go", "package a\nfunc F() {\n\treturn\n\tg()\n}\n", "package a\nfunc F() {\n\treturn g()\n}\n"),
    (
        "a.go",
        "package a\nfunc F() { if a := b; c { d() } }\n",
        "package a\nfunc F() { a := b; if c { d() } }\n",
    ),
    ("a.ts", "type F = (A | B)[]", "type F = A | B[]"),
    ("a.ts", "type F = (A | B) & C", "type F = A | B & C"),
    ("a.ts", "type F = (() => A) | B", "type F = () => A | B"),
    ("a.ts", "type F = (keyof A)[]", "type F = keyof A[]"),
    ("a.ts", "type F = (typeof a)[]", "type F = typeof a[0]"),
    ("a.ts", "type F = (new () => A)[]", "type F = new () => A[]"),
    ("a.ts", "type F = (A extends B ? C : D)[]", "type F = A extends B ? C : D[]"),
    ("a.c", "int f(int a) { return a - 1; }", "int f(int a) { return a + 1; }"),
    ("a.c", "int f(int a) { return g(a, -1); }", "int f(int a) { return g(a - 1); }"),
    ("a.js", "const f = { '01': a }", "const f = { 01: a }"),
    ("a.rb", "def f\n  g('a' => 1)\nend\n", "def f\n  g(a: 1)\nend\n"),
    ("a.rb", "def f\n  g(:a => 1)\nend\n", "def f\n  g(a => 1)\nend\n"),
    ("a.rb", "def f\n  '#@a'\nend\n", "def f\n  \"#@a\"\nend\n"),
];
