//! Import statements, one case per form.

use crate::suite::parse;

/// File name, statement, what it gives: `kind specifier name,name [local]`.
const CASES: &[(&str, &str, &[&str])] = &[
    ("a.py", "import a.b, c as d", &["import a.b ", "import c "]),
    ("a.py", "import a . b", &["import a.b "]),
    ("a.py", "from ...x.y import (a as b,\n  c)", &["import ...x.y a,c"]),
    ("a.py", "from . import a", &["import . a"]),
    ("a.py", "from .. import *", &["import .. *"]),
    ("a.py", "def f():\n    import json", &["import json  local"]),
    ("a.py", "class A:\n    import json", &["import json "]),
    (
        "a.py",
        "if typing.TYPE_CHECKING:\n    from a import B\nelse:\n    import c",
        &["type a B", "import c "],
    ),
    (
        "a.py",
        "import typing as t\nif t.TYPE_CHECKING:\n    from a import B\nimport c",
        &["import typing ", "type a B", "import c "],
    ),
    (
        "a.py",
        "from typing import TYPE_CHECKING as TC\nif TC:\n    from a import B\nif TD:\n    import c",
        &["import typing TYPE_CHECKING", "type a B", "import c "],
    ),
    (
        "a.py",
        "MYPY = False\nif MYPY:\n    from a import B\nif not TYPE_CHECKING:\n    import c\nelse:\n    import d",
        &["type a B", "import c ", "type d "],
    ),
    (
        "a.py",
        "if (TYPE_CHECKING and x):\n    import b\nif TYPE_CHECKING or x:\n    import c",
        &["type b ", "import c "],
    ),
    ("a.py", "m = importlib.import_module('.a.b', package=__name__)", &["dynamic .a.b "]),
    ("a.py", "__import__('a')\nimport_module(name)\nx.import_modules('a')", &["dynamic a "]),
    ("a.ts", "import a, {b as c, default as d} from './x'", &["import ./x default,b"]),
    ("a.ts", "import a, * as b from './x'", &["import ./x default,*"]),
    (
        "a.ts",
        "import type {A} from './x'; import {type B} from './y'; import {type C, d} from './z'",
        &["type ./x A", "type ./y B", "import ./z C,d"],
    ),
    (
        "a.ts",
        "export * as ns from './x'; export {} from './y'; export {a}",
        &["re_export ./x *", "re_export ./y "],
    ),
    ("a.ts", "import x = require('./x'); import y = A.B;", &["import ./x *"]),
    (
        "a.ts",
        "async function f() { const {a} = await import('./x'); await import(`./y`); await import(`./${z}`) }",
        &["dynamic ./x a local", "dynamic ./y * local"],
    ),
    ("a.js", "import './x'; import {} from './y'", &["import ./x ", "import ./y "]),
    (
        "a.js",
        "const {a, b: c, d = 1} = require('./x'), e = require('./y').f",
        &["import ./x a,b,d", "import ./y f"],
    ),
    (
        "a.js",
        "f(require('./x')); require(x); a.require('./y'); if (a) { require('./z') }",
        &["import ./x *", "import ./z "],
    ),
    ("a.js", "const f = () => { const x = require('./x') }", &["import ./x * local"]),
    ("a.js", "import a from './x' with {type: 'json'}", &["import ./x default"]),
    (
        "a.js",
        "module.exports = require('./x'); exports.y = require('./y').z",
        &["re_export ./x *", "re_export ./y z,*"],
    ),
    (
        "A.vue",
        "<script>import './x'</script><script setup lang='ts'>import type {A} from './y'</script><script src='./z.ts'/>",
        &["import ./x ", "type ./y A"],
    ),
    (
        "A.svelte",
        "<script context='module'>import a from './x'</script><script>function f() { import('./y') }</script>",
        &["import ./x default", "dynamic ./y * local"],
    ),
    (
        "a.go",
        "package a\nimport \"fmt\"\nimport (\n\tx \"a/b\"\n\t. `c`\n\t_ \"d\"\n)",
        &["import fmt ", "import a/b ", "import c *", "import d _"],
    ),
    (
        "a.rs",
        "use a::{b::{c, d as e}, f::*, self as g};",
        &["import a::b::c c", "import a::b::d d", "import a::f::* *", "import a a"],
    ),
    (
        "a.rs",
        "use ::a::b; pub use super::c; pub(crate) use self::d as e;",
        &["import a::b b", "re_export super::c c", "re_export self::d d"],
    ),
    ("a.rs", "use {a, b::c}; extern crate d as e;", &["import a a", "import b::c c", "import d "]),
    (
        "a.rs",
        "mod a; pub mod b { mod c; mod d { #[path = \"x.rs\"] mod e; } } mod f;",
        &["module a ", "module b::c ", "module b::d::e x.rs", "module f "],
    ),
    (
        "a.rs",
        "use a::{b, self as f}; use D::*; use ::a::g; use d::h; mod a { pub mod b {} use b::c; use a::i; } enum D {} mod d;",
        &[
            "import self::a::b b", "import self::a a", "import self::D::* *", "import a::g g",
            "import d::h h", "import self::b::c c", "import a::i i", "module d ",
        ],
    ),
    ("a.rs", "#[path = \"x.rs\"]\n// why\n#[cfg(a)]\nmod a;\nmod b;", &["module a x.rs", "module b "]),
    ("a.rs", "fn f() { use a::b; }", &["import a::b b local"]),
    (
        "A.java",
        "import a.b.C; import a . b . *; import static a.B.c; import static a.B.*; class A {}",
        &["import a.b.C ", "import a.b.* *", "import a.B c", "import a.B *"],
    ),
    (
        "a.kt",
        "package x\nimport a.b.C\nimport a . b . *\nimport a.b.f as g;\nimport a.`in`.D",
        &["import a.b.C C", "import a.b.* *", "import a.b.f f", "import a.in.D D"],
    ),
    ("a.kts", "import a.B\nB().run()", &["import a.B B"]),
    (
        "a.scala",
        "package x\nimport a.b.C, d.E\nimport a.b.{F, G => H, I => _, J as K, *}\nimport C.l\nimport a . m._\nexport n.o",
        &[
            "import a.b.C C", "import d.E E", "import a.b.F F", "import a.b.G G", "import a.b.J J",
            "import a.b.* *", "import a.b.C.l l", "import a.m.* *", "re_export n.o o",
        ],
    ),
    (
        "a.scala",
        "import a.given\nimport a.{given B, given C[D], _}\nimport e as f\nimport _root_.g.H\nimport `type`.I",
        &[
            "import a.* given", "import a.* given", "import a.* given", "import a.* *", "import e e",
            "import _root_.g.H H", "import type.I I",
        ],
    ),
    ("a.sc", "def f(x: A) = {\n  import b.C\n  import x._\n  import x.d\n}", &["import b.C C local"]),
    (
        "a.swift",
        "import A\nimport struct B.C\nimport D.E\n@testable import F\n@_exported import G\npublic import H\nlet s = \"import X\"",
        &["import A *", "import B C", "import D.E *", "import F *", "re_export G *", "re_export H *"],
    ),
    (
        "a.hs",
        "module A (module B, module X) where\nimport B\nimport C (D, E (..), F (g, H), (+), i)\nimport qualified J as K\nimport L hiding (m)\nimport N as X\nimport O.P qualified\nf = \"import Q\"",
        &[
            "re_export B *", "import C D,E,E.*,F,g,H,+,i", "import J ", "import L *", "re_export N *",
            "import O.P ",
        ],
    ),
    (
        "a.zig",
        "const a = @import(\"a.zig\");\nconst b = a.b;\npub const c = @import(\"c.zig\").d.e;\nconst f = g.h;\npub usingnamespace @import(\"i.zig\");\ntest { _ = @import(\"j.zig\"); }\nfn k() void { const l = @import(\"l\"); l.x(@import(\"m.zig\")); }\nconst n = \"@import(o)\";",
        &[
            "import a.zig ", "import a.zig b", "re_export c.zig d.e", "re_export i.zig *",
            "import j.zig  local", "import l  local", "import m.zig  local",
        ],
    ),
    (
        "a.proto",
        "import \"a/b.proto\"; import public 'c.proto'; import weak \"d.proto\"; // import \"e.proto\";",
        &["import a/b.proto *", "re_export c.proto *", "import d.proto *"],
    ),
    (
        "a.rb",
        "require 'a/b'\nrequire_relative 'c'\nrequire_relative '../d'\nload 'e.rb'\nautoload :F, 'f/g'",
        &["import a/b *", "import ./c *", "import ../d *", "import e.rb *", "import f/g F"],
    ),
    (
        "a.rb",
        "require File.expand_path('../x', __FILE__)\nrequire File.join(__dir__, 'y', 'z')\nrequire File.dirname(__FILE__) + '/w'\nrequire name\nrequire \"#{x}/y\"",
        &["import ./x *", "import ./y/z *", "import ./w *"],
    ),
    (
        "a.rb",
        "module ActiveShop\n  autoload :HTMLPage\n  autoload_under 'jobs' do\n    autoload :Nightly\n  end\nend\ndef f; require 'late'; end\nx.require 'no'",
        &[
            "import active_shop/html_page HTMLPage",
            "import active_shop/jobs/nightly Nightly",
            "import late * local",
        ],
    ),
    (
        "a.php",
        "<?php use A\\B\\C; use A\\{D as E, F}; use function A\\g; use const A\\H, A\\I; use J;",
        &[
            "import A\\B\\C ", "import A\\D ", "import A\\F ", "import A g", "import A H", "import A I",
            "import J ",
        ],
    ),
    (
        "a.php",
        "<?php require_once __DIR__ . '/a.php'; include 'b/c.php'; require(dirname(__DIR__) . '/d.php'); include $e; include dirname(__FILE__, 2) . \"/f.php\";",
        &["import ./a.php *", "import b/c.php *", "import ../d.php *", "import ../f.php *"],
    ),
    (
        "a.php",
        "<?php namespace N; new \\A\\B(); function f(\\A\\B $x): \\C\\D {} throw new \\Exception();",
        &["import A\\B ", "import C\\D  local"],
    ),
    (
        "a.ex",
        "alias A.B\nalias A.{C, D.E}\nalias F, as: G\nimport H, only: [i: 1]\nimport J\nrequire K\nuse L, x: 1\nM.N.f()\nO.p()",
        &[
            "import A.B ", "import A.C ", "import A.D.E ", "import F ", "import H i", "import J *",
            "import K ", "import L ", "import L *", "import M.N ",
        ],
    ),
    (
        "a.ex",
        "defmodule A do\n  alias __MODULE__.B\n  alias X.Y\n  def f, do: Y.Z.g()\n  def g(m), do: m.h()\nend",
        &["import A.B ", "import X.Y ", "import X.Y.Z  local"],
    ),
    (
        "a.lua",
        "local a = require('b.c')\nlocal d, e = require 'f', require \"g\".h\nrequire [[i]]\nlocal ok, j = pcall(require, 'k')\ndofile('l.lua')\nrequire(m)\nx.require('n')",
        &["import b.c ", "import f ", "import g h", "import i ", "import k ", "import ./l.lua *"],
    ),
    (
        "a.sh",
        "source ./a.sh\n. \"$(dirname \"$0\")/b.sh\"\nsource \"${BASH_SOURCE%/*}/../c.sh\"\nD=$(dirname \"$0\")\n. $D/d.sh\n. \"$X/e.sh\"\nf() { source g.sh; }\necho source h.sh",
        &["import ./a.sh *", "import ./b.sh *", "import ../c.sh *", "import ./d.sh *", "import g.sh * local"],
    ),
    (
        "a.sql",
        "\\i a/b.sql\n\\ir 'c.sql'\n\\set x\nSELECT '\\i d.sql';\n-- \\i e.sql\n\\. f.sql\n",
        &["import a/b.sql ", "import c.sql ", "import f.sql "],
    ),
    (
        "a.c",
        "#include \"a/b.h\"\n# include <sys/types.h> // x\n#include MACRO\n#if 0\n#include \"c.h\"\n#endif\n/* #include \"d.h\" */",
        &["import a/b.h *", "import <sys/types.h> *"],
    ),
    (
        "a.h",
        "#ifdef __cplusplus\n#include \"a.hpp\"\n#else\n#include \"b.h\"\n#endif\n#ifdef X\n#include \"c.h\"\n#else\n#include \"d.h\"\n#endif",
        &["import b.h *", "import c.h *", "import d.h *"],
    ),
    (
        "a.cpp",
        "#include <vector>\n#include \"../a.hpp\"\nconst char* s = \"#include <x>\";\nvoid f() {\n#include \"b.inc\"\n}",
        &["import <vector> *", "import ../a.hpp *", "import b.inc * local"],
    ),
    (
        "a.cs",
        "using A.B; using static A.B.C; using D = A.B.E; using global::F; global using G;\nusing (var x = y) { }\nclass H { void M() { using var z = y; } } // using I;",
        &["import A.B *", "import A.B.C C.*", "import A.B.E E", "import F *", "re_export G *"],
    ),
    ("a.cs", "namespace N { using A; class B { } }\n#if X\nusing C;\n#endif", &["import A *", "import C *"]),
];

#[test]
fn imports_are_read() {
    for (path, text, want) in CASES {
        let got: Vec<String> = parse(path, text)
            .imports
            .iter()
            .map(|of| {
                let local = if of.local { " local" } else { "" };
                format!("{} {} {}{local}", of.kind.as_str(), of.specifier, of.names.join(","))
            })
            .collect();
        assert_eq!(got, *want, "{text}");
    }
}

#[test]
fn imports_have_their_lines() {
    let file = parse("a.go", "package a\n\nimport (\n\t\"fmt\"\n\n\t\"os\"\n)\n");
    assert_eq!(file.imports.iter().map(|of| of.line).collect::<Vec<_>>(), [4, 6]);
}
