//! Wide and long texts with references and routes are read to their end: no list, chain or row of statements makes
//! the parser look back at all that came before.

use std::time::Duration;

use beadloom_lang::{Limits, Parser, detect};

/// File name, what comes before, what is repeated, how often, what comes after.
type Case = (&'static str, &'static str, &'static str, usize, &'static str);

const CASES: &[Case] = &[
    ("a.py", "x = a", ".b()", 9_000, "\n"),
    ("a.py", "x = a", ".b", 9_000, ".c()\n"),
    ("a.py", "def f():\n", "    x = g(x)\n", 20_000, ""),
    ("a.py", "def f():\n", "    global x\n    x = self.y\n    x.z()\n", 10_000, ""),
    ("a.py", "def f():\n    ", "a, ", 20_000, "b = c\n"),
    ("a.py", "def f(", "a: B, ", 20_000, "c): pass\n"),
    ("a.py", "class A(", "B, ", 20_000, "C): pass\n"),
    ("a.py", "x: ", "A[", 400, "]\n"),
    ("a.py", "x: ", "A | ", 9_000, "B\n"),
    ("a.py", "x = f'", "{a(b)} ", 20_000, "'\n"),
    ("a.py", "x = ", "[a(b) for b in c] + ", 9_000, "d\n"),
    ("a.py", "from flask import Flask\napp = Flask()\n", "@app.route('/x')\ndef f(): g(app)\n", 9_000, ""),
    ("a.py", "from flask import Flask\napp = Flask()\n", "@app.route('/x')\n", 9_000, "def f(): pass\n"),
    ("a.py", "from flask import Blueprint\n", "a = Blueprint('/x')\nf(a, b)\n", 9_000, ""),
    ("a.py", "from flask import Flask\n", "A = '/x'\n@app.get(f'{A}{B}')\ndef f(): pass\n", 9_000, ""),
    ("a.py", "from django.urls import path\nurlpatterns = [", "path('x/', f), ", 9_000, "]\n"),
    (
        "a.py",
        "from django.urls import path, include\nurlpatterns = [",
        "path('x/', include([",
        100,
        "])) ]\n",
    ),
    ("a.py", "from django.urls import path\nx = ", "[path('a', b)] + ", 3_000, "c\n"),
    ("a.go", "package a\nfunc f() { a", ".B()", 9_000, " }\n"),
    ("a.go", "package a\nfunc f() {\n", "\tx := g(x).h\n\tx.Y()\n", 10_000, "}\n"),
    ("a.go", "package a\nfunc f(", "a B, ", 20_000, "c D) {}\n"),
    ("a.go", "package a\nfunc f() {\n\t", "a, ", 20_000, "b := c()\n}\n"),
    ("a.go", "package a\ntype A struct {\n", "\tB\n\tc D\n", 10_000, "}\n"),
    ("a.go", "package a\nfunc f() {\n", "switch v := x.(type) { case A: v.B()\n", 300, ""),
    (
        "a.go",
        "package a\nimport \"github.com/gin-gonic/gin\"\nfunc f() {\nr := gin.New()\n",
        "r.GET(\"/x\", g)\n",
        9_000,
        "}\n",
    ),
    (
        "a.go",
        "package a\nimport \"github.com/gin-gonic/gin\"\nfunc f(r *gin.Engine) {\n",
        "x := r.Group(\"/x\")\ng(x, y, z)\n",
        5_000,
        "}\n",
    ),
    (
        "a.go",
        "package a\nimport \"github.com/go-chi/chi/v5\"\nfunc f(r chi.Router) {\n",
        "r.Route(\"/x\", func(r chi.Router) {\n",
        200,
        "",
    ),
    ("a.rs", "fn f() { a", ".b()", 9_000, "; }\n"),
    ("a.rs", "fn f() { ", "let x = y.z(); x.w(); ", 10_000, "}\n"),
    ("a.rs", "fn f(", "a: B<C>, ", 20_000, ") {}\n"),
    ("a.rs", "trait A: ", "B<C = D> + ", 20_000, "E {}\n"),
    ("a.rs", "fn f() { m!(", "a::b(c.d()), ", 20_000, "e); }\n"),
    ("a.rs", "", "#[a(b)]\n", 20_000, "fn f() {}\n"),
    ("a.rs", "#[derive(", "A, ", 20_000, "B)]\nstruct C;\n"),
    ("a.rs", "struct A(", "B, ", 20_000, "C);\n"),
    ("a.rs", "", "impl A for B { fn c(&self) { self.d.e() } }\n", 9_000, ""),
    ("a.rs", "use axum::Router;\nfn f() -> Router { Router::new()", ".route(\"/x\", get(g))", 5_000, " }\n"),
    (
        "a.rs",
        "use axum::Router;\nfn f() -> Router { Router::new().route(\"/x\", get(a)",
        ".post(b)",
        5_000,
        ") }\n",
    ),
    ("a.rs", "use axum::Router;\nfn f() { x", ".nest(\"/x\", Router::new()", 300, ""),
    ("a.rs", "use actix_web::web;\nfn f(c: &mut web::ServiceConfig) { c", ".service(g)", 5_000, "; }\n"),
];

#[test]
fn wide_texts_are_read_to_their_end() {
    let mut parser = Parser::new();
    for (path, before, unit, times, after) in CASES {
        let text = format!("{before}{}{after}", unit.repeat(*times));
        let limits = Limits { time: Duration::from_secs(30), ..Limits::default() };
        let file = parser.parse(detect(path).unwrap(), path, &text, &limits);
        assert_eq!(file.lines as usize, text.lines().count(), "{path} {before:?} {unit:?}");
        let slow = file.diagnostics.iter().any(|found| found.message.contains("took longer"));
        assert!(!slow, "{path} {before:?} {unit:?}");
    }
}
