//! Which annotation holds for what.

use std::collections::BTreeMap;

use crate::suite::{parse, symbol};
use beadloom_model::Annotations;

fn say(annotations: &Annotations) -> String {
    let pairs = annotations.iter().map(|(key, values)| format!("{key}={}", values.join(",")));
    pairs.collect::<Vec<_>>().join(" ")
}

/// File name, text, the file's annotations, those of each named symbol.
type Case = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const CASES: &[Case] = &[
    (
        "charge.py",
        "# beadloom:domain=billing\nimport auth.tokens\n\n# beadloom:feature=FEAT-7\ndef refund():\n    pass\n\n\ndef charge():\n    pass\n",
        "domain=billing",
        &[("refund", "domain=billing feature=FEAT-7"), ("charge", "domain=billing")],
    ),
    // Two of the file's merge, values sorted and once each; a symbol's own replaces its key only.
    (
        "a.py",
        "# beadloom:domain=b service=s\n# beadloom:domain=a\n# beadloom:domain=b\n\n# beadloom:domain=c\ndef f(): pass\ndef g(): pass\n",
        "domain=a,b service=s",
        &[("f", "domain=c service=s"), ("g", "domain=a,b service=s")],
    ),
    // Right above the first symbol, in the first line: the symbol's.
    ("a.py", "# beadloom:domain=a\ndef f(): pass\ndef g(): pass\n", "", &[("f", "domain=a"), ("g", "")]),
    // A blank line parts it: the file's.
    ("a.py", "# beadloom:domain=a\n\ndef f(): pass\n", "domain=a", &[("f", "domain=a")]),
    // After the first symbol and right above nothing: nobody's. Behind code: nobody's.
    (
        "a.py",
        "def f(): pass\n# beadloom:domain=a\n\ndef g(): pass\nx = 1  # beadloom:domain=b\ndef h(): pass\n# beadloom:domain=c\nx = 2\n",
        "",
        &[("f", ""), ("g", ""), ("h", "")],
    ),
    // Members take from their class, key by key; comments between decorators count.
    (
        "a.py",
        "import x\n# beadloom:domain=a feature=f\nclass A:\n    # beadloom:feature=g\n    @one\n    # beadloom:adr=1\n    @two\n    def m(self):\n        def inner(): pass\n    def n(self): pass\n",
        "",
        &[
            ("A", "domain=a feature=f"),
            ("A.m", "adr=1 domain=a feature=g"),
            ("A.m.inner", "adr=1 domain=a feature=g"),
            ("A.n", "domain=a feature=f"),
        ],
    ),
    // Any comment style, documentation included; above `export` and attributes.
    (
        "a.ts",
        "import x from 'x';\n/**\n * Pays.\n * beadloom:domain=a\n */\nexport const f = () => 1;\n/* beadloom:feature=b */\n@dec\nexport class C {}\n",
        "",
        &[("f", "domain=a"), ("C", "feature=b")],
    ),
    (
        "a.rs",
        "//! beadloom:domain=a\n\nuse x;\n/// Text.\n// beadloom:entity=L\n#[derive(A)]\nstruct L;\nimpl L { fn m(&self) {} }\nimpl T for L { // beadloom:adr=9\n    fn n(&self) {}\n    // beadloom:adr=1\n    fn o(&self) {}\n}\n",
        "domain=a",
        &[
            ("L", "domain=a entity=L"),
            ("L.m", "domain=a entity=L"),
            ("L.n", "domain=a entity=L"),
            ("L.o", "adr=1 domain=a entity=L"),
        ],
    ),
    // The type may come after its methods; a group's comment speaks for its members.
    (
        "a.go",
        "package a\n\n// beadloom:feature=f\nfunc (l *L) M() {}\n\n// beadloom:domain=a\ntype L struct{}\n\n// beadloom:adr=1\nconst (\n\tA = 1\n\t// beadloom:adr=2\n\tB = 2\n)\n",
        "",
        &[("L.M", "domain=a feature=f"), ("L", "domain=a"), ("A", "adr=1"), ("B", "adr=2")],
    ),
    (
        "A.java",
        "// beadloom:domain=a\npackage a;\n\n// beadloom:entity=A\n@X\nclass A {\n  // beadloom:feature=f\n  void m() {}\n}\n",
        "domain=a",
        &[("A", "domain=a entity=A"), ("A.m", "domain=a entity=A feature=f")],
    ),
    (
        "a.kt",
        "// beadloom:domain=a\npackage a\n\n/**\n * Text.\n * beadloom:entity=A\n */\n@X\nclass A {\n  // beadloom:feature=f\n  fun m() {}\n}\n\n// beadloom:adr=1\nfun A.n() {}\n",
        "domain=a",
        &[
            ("A", "domain=a entity=A"),
            ("A.m", "domain=a entity=A feature=f"),
            ("A.n", "adr=1 domain=a entity=A"),
        ],
    ),
    (
        "a.scala",
        "// beadloom:domain=a\npackage a\n\n/**\n * Text.\n * beadloom:entity=A\n */\n@X\nclass A {\n  // beadloom:feature=f\n  def m = 1\n}\n\nextension (a: A)\n  // beadloom:adr=1\n  def n = 1\n",
        "domain=a",
        &[
            ("A", "domain=a entity=A"),
            ("A.m", "domain=a entity=A feature=f"),
            ("A.n", "adr=1 domain=a entity=A"),
        ],
    ),
    (
        "a.swift",
        "// beadloom:domain=a\nimport B\n\n// beadloom:entity=L\n@Wrap\nclass L {\n  /// Text.\n  // beadloom:feature=f\n  func m() {}\n}\nextension L { func n() {} }\n",
        "domain=a",
        &[("L", "domain=a entity=L"), ("L.m", "domain=a entity=L feature=f"), ("L.n", "domain=a entity=L")],
    ),
    (
        "a.hs",
        "-- beadloom:domain=a\nmodule A where\n\n{- beadloom:feature=f -}\n-- | Text.\nf :: Int -> Int\n-- beadloom:adr=1\nf n = g n\n\ng = 1\n",
        "domain=a",
        &[("f", "domain=a feature=f"), ("g", "domain=a")],
    ),
    (
        "a.zig",
        "//! beadloom:domain=a\nconst b = @import(\"b.zig\");\n\n// beadloom:entity=L\nconst L = struct {\n    // beadloom:feature=f\n    fn m() void {}\n};\nfn n() void {}\n",
        "domain=a",
        &[("L", "domain=a entity=L"), ("L.m", "domain=a entity=L feature=f"), ("n", "domain=a")],
    ),
    (
        "a.graphql",
        "# beadloom:domain=a\n\n\"\"\"\nText.\nbeadloom:entity=L\n\"\"\"\ntype L { id: ID }\n\n# beadloom:feature=f\n\"Text.\"\ntype Query { l: L }\n",
        "domain=a",
        &[("L", "domain=a entity=L"), ("Query", "domain=a feature=f"), ("Query.l", "domain=a feature=f")],
    ),
    (
        "a.proto",
        "// beadloom:domain=a\nsyntax = \"proto3\";\n\n// beadloom:entity=L\nmessage L {}\nservice S {\n  /* beadloom:feature=f */\n  rpc m(L) returns (L);\n}\n",
        "domain=a",
        &[("L", "domain=a entity=L"), ("S", "domain=a"), ("S.m", "domain=a feature=f")],
    ),
    (
        "a.rb",
        "# frozen_string_literal: true\n# beadloom:domain=a\n\n# beadloom:entity=L\nclass L\n  # beadloom:feature=f\n  attr_reader :x, :y\n  def m; end\nend\n",
        "domain=a",
        &[("L", "domain=a entity=L"), ("L.x", "domain=a entity=L feature=f"), ("L.m", "domain=a entity=L")],
    ),
    (
        "a.php",
        "<?php\n// beadloom:domain=a\n\nnamespace A;\n\n/**\n * L.\n * beadloom:entity=L\n */\n#[X]\nclass L { # beadloom:adr=9\n  // beadloom:feature=f\n  function m() {}\n}\n",
        "domain=a",
        &[("L", "domain=a entity=L"), ("L.m", "domain=a entity=L feature=f")],
    ),
    (
        "a.ex",
        "# beadloom:domain=a\n\ndefmodule A do\n  @doc \"F.\"\n  # beadloom:feature=f\n  @spec f(x) :: y\n  def f(x), do: x\n  def g, do: 1\nend\n",
        "domain=a",
        &[("A", "domain=a"), ("A.f", "domain=a feature=f"), ("A.g", "domain=a")],
    ),
    (
        "a.lua",
        "-- beadloom:domain=a\nlocal x = 1\n\n--[[ beadloom:entity=M ]]\nlocal M = {}\n-- beadloom:feature=f\nfunction M.f() end\nfunction M.g() end\nreturn M\n",
        "domain=a",
        &[("M", "domain=a entity=M"), ("M.f", "domain=a entity=M feature=f"), ("M.g", "domain=a entity=M")],
    ),
    (
        "a.sh",
        "#!/bin/sh\n# beadloom:domain=a\nset -e\n# beadloom:feature=f\nf() { :; }\ng() { :; }\n",
        "domain=a",
        &[("f", "domain=a feature=f"), ("g", "domain=a")],
    ),
    (
        "a.sql",
        "-- beadloom:domain=a\n\n-- Text.\n-- beadloom:entity=L\nCREATE TABLE l (id int); -- beadloom:adr=1\n/* beadloom:feature=f */\nCREATE VIEW v AS SELECT '-- beadloom:feature=g';\n",
        "domain=a",
        &[("l", "domain=a entity=L"), ("v", "domain=a feature=f")],
    ),
    // Markup has comments of its own; what is in a component takes from it.
    (
        "A.vue",
        "<!-- beadloom:domain=a -->\n\n<!-- beadloom:feature=b -->\n<script setup>\n// beadloom:adr=1\nfunction f() {}\n</script>\n",
        "domain=a",
        &[("A", "domain=a feature=b"), ("A.f", "adr=1 domain=a feature=b")],
    ),
    // No symbols at all: the whole file.
    ("a.js", "import './x';\n// beadloom:domain=a\n", "domain=a", &[]),
    // Not a comment.
    ("a.py", "\"\"\"beadloom:domain=a\"\"\"\nx = '# beadloom:domain=b'\n\ndef f(): pass\n", "", &[("f", "")]),
    // Above the macros that a declaration begins with; what stands alone above it parts them.
    (
        "a.h",
        "// beadloom:domain=a\n\n#include \"b.h\"\n/* beadloom:feature=f */\nAPI int f(void);\n// beadloom:feature=g\n#ifdef X\nint g(void);\n#endif\n/**\n * beadloom:adr=1\n */\nAPI\nint h(void);\n",
        "domain=a",
        &[("f", "domain=a feature=f"), ("g", "domain=a"), ("h", "adr=1 domain=a")],
    ),
    (
        "a.hpp",
        "namespace n {\n// beadloom:domain=a\ntemplate <typename T>\nclass A {\n  // beadloom:feature=f\n  template <typename U> void m();\n  void n();\n};\n}\n",
        "",
        &[("A", "domain=a"), ("A.m", "domain=a feature=f"), ("A.n", "domain=a")],
    ),
    (
        "a.cs",
        "// beadloom:domain=a\n\nusing B;\n\n/// <summary>X.</summary>\n// beadloom:feature=f\n[Attr]\npublic class C\n{\n    [One]\n    // beadloom:adr=1\n    [Two]\n    void M() { }\n    int P { get; } // beadloom:adr=2\n}\n",
        "domain=a",
        &[("C", "domain=a feature=f"), ("C.M", "adr=1 domain=a feature=f"), ("C.P", "domain=a feature=f")],
    ),
];

#[test]
fn annotations_hold_for_files_and_symbols() {
    for (path, text, file_wide, symbols) in CASES {
        let file = parse(path, text);
        assert_eq!(say(&file.file_annotations), *file_wide, "{text}");
        for (name, want) in *symbols {
            assert_eq!(say(&symbol(&file, name).annotations), *want, "{name} in\n{text}");
        }
    }
}

#[test]
fn every_annotation_is_listed_with_its_line() {
    let text =
        "# beadloom:domain=a\n\ndef f(): pass\n\n# beadloom:adr=1 feature=x\n\nx = 1  # beadloom:entity=E\n";
    let listed: Vec<_> =
        parse("a.py", text).annotations.into_iter().map(|of| (of.line, of.key, of.value)).collect();
    let want = [(1, "domain", "a"), (5, "adr", "1"), (5, "feature", "x"), (7, "entity", "E")];
    assert_eq!(listed, want.map(|(line, key, value)| (line, key.to_owned(), value.to_owned())));
    let windows = parse("a.py", &text.replace('\n', "\r\n"));
    assert_eq!(windows.annotations.iter().map(|of| of.line).collect::<Vec<_>>(), [1, 5, 5, 7]);
    assert_eq!(windows.file_annotations, BTreeMap::from([("domain".to_owned(), vec!["a".to_owned()])]));
}
