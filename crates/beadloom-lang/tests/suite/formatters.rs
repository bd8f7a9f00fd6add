//! What formatters do to a text changes no hash; what looks alike and means another thing does.

use crate::suite::parse;
use crate::suite::rewritten::{REWRITTEN, REWRITTEN_MEANING};
use crate::suite::tools::{ByTool, EDITED, FORMATTED};

/// File name, text before, text after. Of a definition of its own, `f`, unless the text has others.
type Edit = (&'static str, &'static str, &'static str);

/// What Prettier, Black, gofmt, rustfmt, ktlint and the like make of a text.
const LAYOUT: &[Edit] = &[
    // Commas after the last of a list.
    (
        "a.ts",
        "function f(m: string, n: number) { return [m, n] }",
        "function f(\n  m: string,\n  n: number,\n) {\n  return [\n    m,\n    n,\n  ];\n}",
    ),
    (
        "a.ts",
        "export const f = <T>(a: T) => g({ a, b: 1 });",
        "export const f = <T,>(\n  a: T,\n) => g({\n  a,\n  b: 1,\n});",
    ),
    ("a.ts", "enum E { A, B }", "enum E {\n  A,\n  B,\n}"),
    (
        "a.py",
        "def f(a, b):\n    return g(a, [b, 1], {a: b})\n",
        "def f(\n    a,\n    b,\n):\n    return g(\n        a,\n        [\n            b,\n            1,\n        ],\n        {\n            a: b,\n        },\n    )\n",
    ),
    ("a.py", "def f(a):\n    return g(a)\n", "def f(\n    a,\n):\n    return g(\n        a,\n    )\n"),
    ("a.py", "def f(a):\n    return (a, 1)\n", "def f(a):\n    return (\n        a,\n        1,\n    )\n"),
    ("a.py", "def f(a):\n    return [a]\n", "def f(a):\n    return [\n        a,\n    ]\n"),
    (
        "a.go",
        "package a\nfunc F(a int) int {\n\tx := []int{1, 2}\n\treturn g(x, a)\n}\n",
        "package a\n\nfunc F(\n\ta int,\n) int {\n\tx := []int{\n\t\t1,\n\t\t2,\n\t}\n\treturn g(\n\t\tx,\n\t\ta,\n\t)\n}\n",
    ),
    (
        "a.rs",
        "fn f(a: u8) -> u8 { g(a, [1, 2], S { b: 1 }) }",
        "fn f(\n    a: u8,\n) -> u8 {\n    g(\n        a,\n        [\n            1,\n            2,\n        ],\n        S {\n            b: 1,\n        },\n    )\n}",
    ),
    (
        "a.rs",
        "fn f<T>(a: T) where T: A { match a { B => {} C => 1 } }",
        "fn f<T>(a: T)\nwhere\n    T: A,\n{\n    match a {\n        B => {},\n        C => 1,\n    }\n}",
    ),
    (
        "a.rs",
        "fn f(a: u8) -> (u8, u8) { (a, vec![1, 2]) }",
        "fn f(a: u8) -> (u8, u8) {\n    (\n        a,\n        vec![\n            1,\n            2,\n        ],\n    )\n}",
    ),
    (
        "a.rs",
        "fn f(a: u8) -> u8 { match a { 1 => g(a), B | C if a > 2 => match a { _ => h(|x| x.y(), |_| if a { 1 } else { 2 }) }, _ => S { a } } }",
        "fn f(a: u8) -> u8 { match a { 1 => { g(a) } B | C if a > 2 => { match a { _ => { h(|x| { x.y() }, |_| { if a { 1 } else { 2 } }) } } } _ => { S { a } } } }",
    ),
    ("a.rs", "fn f() { a.map(|| b.c()); }", "fn f() {\n    a.map(|| {\n        b.c()\n    });\n}"),
    (
        "a.kt",
        "fun f(a: Int, b: Int) = g(a, b)",
        "fun f(\n    a: Int,\n    b: Int,\n) = g(\n    a,\n    b,\n)",
    ),
    (
        "a.kt",
        "enum class E { A, B; fun f() = 1 }",
        "enum class E {\n    A,\n    B,\n    ;\n\n    fun f() = 1\n}",
    ),
    (
        "a.php",
        "<?php function f($a) { return g([$a, 1], $a); }",
        "<?php function f(\n    $a,\n) {\n    return g(\n        [\n            $a,\n            1,\n        ],\n        $a,\n    );\n}",
    ),
    (
        "a.c",
        "int f(void) { int a[] = {1, 2}; return a[0]; }",
        "int f(void) {\n  int a[] = {\n      1,\n      2,\n  };\n  return a[0];\n}",
    ),
    (
        "A.cs",
        "class A { int[] F() { return new[] { 1, 2 }; } }",
        "class A { int[] F() { return new[] { 1, 2, }; } }",
    ),
    (
        "a.rb",
        "def f\n  g(1, [2, 3])\nend\n",
        "def f\n  g(\n    1,\n    [\n      2,\n      3,\n    ],\n  )\nend\n",
    ),
    ("a.lua", "function f() return { 1, 2 } end", "function f()\n  return {\n    1,\n    2,\n  }\nend"),
    ("a.swift", "func f() { g([1, 2]) }", "func f() {\n  g([\n    1,\n    2,\n  ])\n}"),
    // Quotes.
    (
        "a.js",
        "function f() { return g('a', 'b \"c\"', 'it\\'s') }",
        "function f() { return g(\"a\", 'b \"c\"', \"it's\") }",
    ),
    ("a.jsx", "const F = () => <p className='a'>{'b'}</p>", "const F = () => <p className=\"a\">{\"b\"}</p>"),
    (
        "a.py",
        "def f():\n    return g('a', u'b', '''c''', f'd{e}', B'g')\n",
        "def f():\n    return g(\"a\", \"b\", \"\"\"c\"\"\", f\"d{e}\", b\"g\")\n",
    ),
    ("a.py", "def f():\n    return 'it\\'s' + r'\\d'\n", "def f():\n    return \"it's\" + r\"\\d\"\n"),
    ("a.rb", "def f\n  'a'\nend\n", "def f\n  \"a\"\nend\n"),
    ("a.lua", "function f() return 'a' end", "function f() return \"a\" end"),
    ("a.js", "const f = { 'a': 1, 'b-c': 2 }", "const f = { a: 1, \"b-c\": 2 };"),
    ("A.vue", "<template><p a='b'>x</p></template>", "<template>\n  <p a=\"b\">x</p>\n</template>"),
    // Semicolons.
    ("a.js", "function f() { a(); b()\n return c }", "function f() {\n  a();\n  b();\n  return c;\n}"),
    ("a.ts", "interface F { a: string, b(): void }", "interface F {\n  a: string;\n  b(): void;\n}"),
    ("a.ts", "class F { a = 1\n b() { return 1 } }", "class F {\n  a = 1;\n  b() {\n    return 1;\n  }\n}"),
    ("a.ts", "type F = { a: string, b: number }", "type F = {\n  a: string;\n  b: number;\n};"),
    ("a.py", "def f():\n    a();\n    return b;\n", "def f():\n    a()\n    return b\n"),
    ("a.kt", "fun f() { a(); b(); }", "fun f() {\n    a()\n    b()\n}"),
    (
        "a.rs",
        "fn f(a: u8) { if a > 1 { return } g() }",
        "fn f(a: u8) {\n    if a > 1 {\n        return;\n    }\n    g()\n}",
    ),
    ("a.scala", "def f() = { a(); b() }", "def f() = {\n  a()\n  b()\n}"),
    ("a.swift", "func f() { a(); b() }", "func f() {\n  a()\n  b()\n}"),
    // Parentheses.
    ("a.js", "const f = x => x + 1", "const f = (x) => x + 1;"),
    ("a.ts", "const f = async x => { await x }", "const f = async (x) => {\n  await x;\n};"),
    ("a.js", "function f(a, b) { return (a && b) || c }", "function f(a, b) { return a && b || c }"),
    ("a.js", "function f(a, b) { return (a * b) + (c) }", "function f(a, b) { return a * b + c }"),
    (
        "a.js",
        "function f(a) { if ((a)) { return ({ b: (a) }) } }",
        "function f(a) { if (a) { return { b: a } } }",
    ),
    ("a.jsx", "const F = () => <p><b /></p>", "const F = () => (\n  <p>\n    <b />\n  </p>\n);"),
    (
        "a.py",
        "def f(a):\n    if (a):\n        return (a + 1)\n    for (x, y) in a:\n        print((x))\n",
        "def f(a):\n    if a:\n        return a + 1\n    for x, y in a:\n        print(x)\n",
    ),
    ("a.py", "def f(a):\n    return a and b\n", "def f(a):\n    return (\n        a\n        and b\n    )\n"),
    ("a.py", "class F():\n    a = 1\n", "class F:\n    a = 1\n"),
    (
        "a.py",
        "def f():\n    with a() as b, c() as d:\n        pass\n",
        "def f():\n    with (\n        a() as b,\n        c() as d,\n    ):\n        pass\n",
    ),
    ("a.py", "def f(x):\n    (a, b) = c = x\n", "def f(x):\n    a, b = c = x\n"),
    ("a.py", "def f(x):\n    c = (a, b) = x\n", "def f(x):\n    c = a, b = x\n"),
    (
        "a.py",
        "def f(x):\n    (aa, bb) = x\n    for (a, b) in x:\n        del (a, b)\n",
        "def f(x):\n    (\n        aa,\n        bb,\n    ) = x\n    for (\n        a,\n        b,\n    ) in x:\n        del a, b\n",
    ),
    (
        "a.py",
        "def f():\n    from a import (\n        b, c\n    )\n    from .d import e, g\n",
        "def f():\n    from a import b, c\n    from .d import (\n        e,\n        g,\n    )\n",
    ),
    // Documentation in strings.
    (
        "a.py",
        "def f():\n    ''' Says it.  '''\n    return 1\n",
        "def f():\n    \"\"\"Says it.\"\"\"\n    return 1\n",
    ),
    (
        "a.py",
        "def f():\n    '''\n      Says\n      it.\n    '''\n    return 1\n",
        "def f():\n    \"\"\"\n    Says\n    it.\n    \"\"\"\n    return 1\n",
    ),
    // Others.
    ("a.js", "const f = [0XFF, .5, 1.50, 1E3]", "const f = [0xff, 0.5, 1.5, 1e3];"),
    ("a.ts", "type F = 'a' | 'b'", "type F =\n  | \"a\"\n  | \"b\";"),
    (
        "a.ts",
        "function f(a) { return (a as | B[] | C) satisfies D | E }",
        "function f(a) {\n  return (a as\n    B[] | C) satisfies\n    | D\n    | E;\n}",
    ),
    (
        "a.ts",
        "type F = { [K in | 'a' | 'b']: 1 }; function f(a): a is | B | C { return true }",
        "type F = { [K in 'a' | 'b']: 1 }; function f(a): a is B | C { return true }",
    ),
    (
        "a.py",
        "F = 0XAB + .5 + 5. + 1E3 + 5.J + 1.5\ndef f():\n    return .5 + 5. + .5e3\n",
        "F = 0xAB + 0.5 + 5.0 + 1e3 + 5.0j + 1.5\ndef f():\n    return 0.5 + 5.0 + 0.5e3\n",
    ),
    (
        "a.jsx",
        "const F = () => <p>a <b /> c</p>",
        "const F = () => (\n  <p>\n    a{\" \"}\n    <b />{\" \"}\n    c\n  </p>\n);",
    ),
    (
        "a.go",
        "package a\nfunc F() { g(0644, 0, 07, 0x1F) }\n",
        "package a\n\nfunc F() { g(0o644, 0, 0o7, 0x1f) }\n",
    ),
    ("a.kt", "fun f(): Unit { g() }", "fun f() {\n    g()\n}"),
];

/// What looks like it and means another thing.
const MEANING: &[Edit] = &[
    ("a.ts", "function f(a: string) {}", "function f(a: string, b: string) {}"),
    ("a.ts", "function f() { return [a,, b] }", "function f() { return [a, b] }"),
    ("a.js", "const f = [,]", "const f = []"),
    ("a.js", "const f = [a,,]", "const f = [a,]"),
    ("a.py", "def f(a):\n    return (a,)\n", "def f(a):\n    return (a)\n"),
    ("a.py", "def f(a):\n    return a[1,]\n", "def f(a):\n    return a[1]\n"),
    ("a.py", "def f(x):\n    a, (b, c) = x\n", "def f(x):\n    a, b, c = x\n"),
    ("a.py", "def f(x):\n    (a,) = x\n", "def f(x):\n    (a) = x\n"),
    ("a.py", "def f():\n    return .5\n", "def f():\n    return 5.\n"),
    ("a.rs", "fn f(a: u8) { g((a,)) }", "fn f(a: u8) { g((a)) }"),
    ("a.c", "int f(void) { return M(a,); }", "int f(void) { return M(a); }"),
    ("A.cs", "class A { int[,] F() { return null; } }", "class A { int[] F() { return null; } }"),
    ("a.hs", "f = map (,) a\n", "f = map () a\n"),
    ("a.js", "function f() { return 'a' }", "function f() { return 'b' }"),
    ("a.js", "function f() { return 'a\"b' }", "function f() { return \"a'b\" }"),
    ("a.js", "function f() { return '\\\\' }", "function f() { return '' }"),
    ("a.js", "function f() { return `${a}` }", "function f() { return '${a}' }"),
    ("a.py", "def f():\n    return 'a'\n", "def f():\n    return b'a'\n"),
    ("a.py", "def f():\n    return r'\\n'\n", "def f():\n    return '\\n'\n"),
    ("a.py", "def f():\n    return f'{a}'\n", "def f():\n    return '{a}'\n"),
    ("a.rb", "def f\n  'a\\n'\nend\n", "def f\n  \"a\\n\"\nend\n"),
    ("a.rb", "def f\n  '#{a}'\nend\n", "def f\n  \"#{a}\"\nend\n"),
    ("a.php", "<?php function f($a) { return '$a'; }", "<?php function f($a) { return \"$a\"; }"),
    ("a.ex", "defmodule A do\n  def f, do: 'a'\nend\n", "defmodule A do\n  def f, do: \"a\"\nend\n"),
    ("a.c", "int f(void) { return 'a'; }", "int f(void) { return \"a\"; }"),
    ("a.go", "package a\nfunc F() { g('a') }\n", "package a\nfunc F() { g(\"a\") }\n"),
    ("a.js", "function f() { return; a }", "function f() { return a }"),
    ("a.js", "function f() { a; (b) }", "function f() { a(b) }"),
    ("a.js", "function f() { a; [b] }", "function f() { a[b] }"),
    ("a.js", "function f() { while (a); b() }", "function f() { while (a) b() }"),
    ("a.js", "function f() { for (; a;) {} }", "function f() { for (;; a) {} }"),
    ("a.rs", "fn f() { g(); }", "fn f() { g() }"),
    ("A.java", "class A { static int f = 1; }", "class A { final int f = 1; }"),
    ("a.go", "package a\nfunc F() { g(0644) }\n", "package a\nfunc F() { g(644) }\n"),
    ("a.rs", "fn f() { match a { B => { g(); } } }", "fn f() { match a { B => g() } }"),
    ("a.rs", "fn f() { match a { B => { let c = 1; c } } }", "fn f() { match a { B => 1 } }"),
    ("a.rs", "fn f() { a.map(|b| { b.c(); }); }", "fn f() { a.map(|b| b.c()); }"),
    ("a.rs", "fn f() { match a { B => unsafe { c } } }", "fn f() { match a { B => c } }"),
    ("a.rs", "fn f() { match a { B => async { c } } }", "fn f() { match a { B => c } }"),
    ("a.rs", "fn f() { match a { B => { c }, D => e } }", "fn f() { match a { B | D => c } }"),
    ("a.js", "function f() { return (a + b) * c }", "function f() { return a + b * c }"),
    ("a.js", "function f() { return !(a && b) }", "function f() { return !a && b }"),
    ("a.js", "function f() { return (a, b) }", "function f() { return g(a, b) }"),
    ("a.js", "function f() { return g((a, b)) }", "function f() { return g(a, b) }"),
    ("a.js", "function f() { return (a?.b).c }", "function f() { return a?.b.c }"),
    ("a.js", "function f() { return (await a).b }", "function f() { return await a.b }"),
    ("a.js", "function f() { return new (a())() }", "function f() { return new a()() }"),
    ("a.js", "const f = () => ({})", "const f = () => {}"),
    ("a.js", "const f = (a) => a", "const f = (b) => b"),
    ("a.js", "const f = (a = 1) => a", "const f = (a) => a"),
    ("a.js", "function f() { if (a) { b() } }", "function f() { if (!a) { b() } }"),
    ("a.js", "function f() { return a - (b - c) }", "function f() { return a - b - c }"),
    ("a.py", "def f():\n    return (a + b) * c\n", "def f():\n    return a + b * c\n"),
    ("a.py", "def f():\n    return not (a and b)\n", "def f():\n    return not a and b\n"),
    ("a.py", "def f():\n    return (a or b) and c\n", "def f():\n    return a or b and c\n"),
    ("a.py", "def f():\n    return (lambda: a)(b)\n", "def f():\n    return lambda: a(b)\n"),
    ("a.py", "def f():\n    return (-a) ** b\n", "def f():\n    return -a ** b\n"),
    ("a.py", "def f():\n    return a\n    (b)\n", "def f():\n    return a(b)\n"),
    ("a.py", "class F(A):\n    a = 1\n", "class F(B):\n    a = 1\n"),
    (
        "a.py",
        "def f():\n    '''Says it.'''\n    return 1\n",
        "def f():\n    '''Says it not.'''\n    return 1\n",
    ),
    ("a.py", "def f():\n    g('a  b')\n", "def f():\n    g('a b')\n"),
    ("a.go", "package a\nfunc F() { g([]int{1, 2}) }\n", "package a\nfunc F() { g([]int{1, 2, 3}) }\n"),
    ("a.js", "const f = [1.5]", "const f = [15]"),
    ("a.js", "const f = ['0xA']", "const f = ['0xa']"),
    ("a.kt", "fun f(): Int { g() }", "fun f() { g() }"),
    ("a.jsx", "const F = () => <p>{' '}</p>", "const F = () => <p>{'  '}</p>"),
    ("a.ts", "type F = 'a' | 'b'", "type F = 'a' & 'b'"),
];

/// Qualified name and hashes of every definition.
fn hashes(path: &str, text: &str) -> Vec<(String, [Vec<u8>; 2])> {
    let symbols = parse(path, text).symbols;
    assert!(!symbols.is_empty(), "{text}");
    let hash = |symbol: beadloom_model::SymbolFacts| {
        (symbol.qualified_name, [symbol.signature_hash.to_vec(), symbol.body_hash.to_vec()])
    };
    symbols.into_iter().map(hash).collect()
}

#[test]
fn what_formatters_do_changes_no_hash() {
    let differ: Vec<&Edit> = LAYOUT
        .iter()
        .chain(REWRITTEN)
        .filter(|(path, before, after)| hashes(path, before) != hashes(path, after))
        .collect();
    assert!(differ.is_empty(), "{differ:#?}");
}

#[test]
fn what_means_another_thing_changes_a_hash() {
    let alike: Vec<&Edit> = MEANING
        .iter()
        .chain(REWRITTEN_MEANING)
        .filter(|(path, before, after)| hashes(path, before) == hashes(path, after))
        .collect();
    assert!(alike.is_empty(), "{alike:#?}");
}

/// Which of them have other hashes behind the change, or not, as asked; what they are about, each once with its number.
fn having(edits: &'static [ByTool], changed: bool) -> Vec<String> {
    let is_one =
        |(_, path, before, after): &&ByTool| (hashes(path, before) != hashes(path, after)) == changed;
    edits
        .iter()
        .filter(is_one)
        .map(|(what, path, before, after)| format!("{what} {path}\n{before}\n→\n{after}"))
        .collect()
}

#[test]
fn what_tools_write_by_default_changes_no_hash() {
    let differ = having(FORMATTED, true);
    assert!(differ.is_empty(), "{} of {}:\n{}", differ.len(), FORMATTED.len(), differ.join("\n\n"));
}

#[test]
fn small_edits_change_a_hash() {
    let alike = having(EDITED, false);
    assert!(alike.is_empty(), "{} of {}:\n{}", alike.len(), EDITED.len(), alike.join("\n\n"));
}
