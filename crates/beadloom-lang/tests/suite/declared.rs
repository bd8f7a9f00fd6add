//! What files declare: namespaces, packages and modules with the names right in them.

use beadloom_lang::{declared, declares_names};
use beadloom_model::LanguageId;

/// `space: name name`, a line each.
fn shown(language: &str, text: &str) -> String {
    let lines: Vec<String> = declared(LanguageId::parse(language).unwrap(), text)
        .iter()
        .map(|one| format!("{}: {}", one.name, one.names.join(" ")).trim_end().to_owned())
        .collect();
    lines.join("\n")
}

#[test]
fn what_stands_at_the_top_is_declared() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "csharp",
            "using System;\nnamespace Shop.Core;\n[Flags(typeof(int))]\npublic partial class Ledger<T> where T : class { class Inner {} string s = $\"{{{a[\"x\"]}}}\"; }\npublic record struct Money(int Cents);\ninternal delegate Task<int> Handler(string text);\nenum Kind { A }\n",
            "Shop.Core: Ledger Money Handler Kind",
        ),
        (
            "csharp",
            "namespace A { namespace B { class X { } } interface Y { } }\nnamespace C.D\n{\n#if X\n    class Z { var t = @\"a\"\"{\"; char c = '{'; }\n#endif\n}\nclass Top { }\n",
            ": Top\nA: Y\nA.B: X\nC.D: Z",
        ),
        (
            "csharp",
            "var builder = Run(\"{\");\n// class Not { }\n/* class Nor { } */ class Program { }",
            ": Program",
        ),
        ("csharp", "var s = \"\"\"\n class No { \"\"\";\nclass Yes { }", ": Yes"),
        (
            "java",
            "/* package no; */\npackage com.shop;\nimport a.class_;\n@Ann(x = A.class)\npublic final class Ledger { class Inner { } }\ninterface Store { }\nrecord Row(int a) { }\n@interface Marked { }\n",
            "com.shop: Ledger Store Row Marked",
        ),
        (
            "kotlin",
            "@file:JvmName(\"Texts\")\npackage com.shop\n\nimport a.b\n\nclass Ledger(val a: Int) { fun inner() {} }\ndata class Row(val a: Int)\nfun interface Handler { fun handle() }\nfun <T : Any> List<Map<String, T>>.second(): T = this[1]\nval String?.slug: String get() = \"${this!!.map { \"x\" }}\"\nconst val MAX = 3\ntypealias Names = List<String>\nfun `in quotes`() = Unit\nval (a, b) = 1 to 2\nobject Single\nprivate val cache by lazy { 1 }\n",
            "com.shop: Ledger Row Handler second slug MAX Names in quotes Single cache",
        ),
        (
            "scala",
            "package com.shop\npackage store\n\nimport a.{B, C => D}\n\ncase class Row(a: Int) { def inner = 1 }\nobject Row:\n  def apply = 1\n  class In\nsealed trait Store\ntype Names = List[String]\nval x = 'a\nenum Kind:\n  case A\n",
            "com.shop.store: Row Store Names x Kind",
        ),
        (
            "scala",
            "package com\n\npackage object shop extends Types {\n  def round(a: Int) = { val b = a; b }\n  implicit class Rich(a: Int)\n}\npackage a { class X; package b { class Y } }\n",
            "com.shop: round Rich\ncom.a: X\ncom.a.b: Y",
        ),
        (
            "php",
            "<h1>class No</h1>\n<?php\nnamespace App\\Models;\n\nuse function App\\format;\nuse App\\Base;\n\n# class Nor\n#[Entity]\nfinal class User extends Base {\n  const A = User::class;\n  function inner() { return new class { }; }\n}\nfunction helper(array $a) { return <<<TXT\n class Not {\n TXT; }\nconst LIMIT = 'it\\'s {';\ninterface Named {}\n",
            "App.Models: User helper LIMIT Named",
        ),
        ("php", "<?php namespace A { class X {} } namespace { function y() {} } ?> class No", ": y\nA: X"),
        (
            "elixir",
            "defmodule Shop.Ledger do\n  @doc \"\"\"\n  defmodule Not do\n  \"\"\"\n  defmodule Row do\n    defstruct [:a]\n  end\n\n  defmodule Store do\n  end\nend\n\ndefmodule Shop.Other do\nend\ndefprotocol Shop.Size do\nend\n",
            "Shop.Ledger:\nShop.Ledger.Row:\nShop.Ledger.Store:\nShop.Other:\nShop.Size:",
        ),
        (
            "protobuf",
            "syntax = \"proto3\";\noption csharp_namespace = \"Shop.Grpc\";\npackage shop;\n",
            "Shop.Grpc:",
        ),
        ("python", "class A: pass\n", ""),
        ("java", "", ""),
        ("csharp", "}}} namespace ( { \" \u{feff}' @ $\" { \n é", ""),
    ];
    let mut wrong = String::new();
    for (language, text, expected) in cases {
        let found = shown(language, text);
        if found != *expected {
            wrong.push_str(&format!("{language}: {text}\n  expected\n{expected}\n  found\n{found}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn broken_text_ends() {
    let pieces = [
        "{", "\"", "\"\"\"", "'", "@\"", "$\"{", "/*", "<<<A\n", "é", "`", "namespace ", "class ",
        "package ", "fun <", "#",
    ];
    for language in LanguageId::ALL.iter().copied().filter(|language| declares_names(*language)) {
        for a in pieces {
            for b in pieces {
                for c in pieces {
                    let text = format!("<?php {a}{b}{c}");
                    drop(declared(language, &text));
                }
            }
        }
    }
}
