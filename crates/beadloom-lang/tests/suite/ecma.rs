//! TypeScript and JavaScript: what names mean where, and files whose path says what they answer.

use beadloom_model::{ParsedFile, Receiver};

use crate::suite::{parse, symbol};

/// References as `kind receiver.name`, in order.
fn references(file: &ParsedFile) -> Vec<String> {
    let before = |receiver: &Receiver| match receiver {
        Receiver::None => String::new(),
        Receiver::This => "this.".to_owned(),
        Receiver::Super => "super.".to_owned(),
        Receiver::Path(path) => format!("{path}."),
        Receiver::Typed(of) => format!("({of})."),
        Receiver::Value => "?.".to_owned(),
    };
    file.references
        .iter()
        .map(|of| format!("{} {}{}", of.kind.as_str(), before(&of.receiver), of.name))
        .collect()
}

/// File name, statements, local names as `local = theirs`, exports as `exported = local`.
type Names = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const NAMES: &[Names] = &[
    (
        "a.ts",
        "import D, { a, b as c, default as d } from './x'; import * as ns from './y'; import z = require('./z');",
        &["D = default", "c = b", "d = default", "ns = *", "z = *"],
        &[],
    ),
    ("a.ts", "import { 'a-b' as ab, type C as E } from './x';", &["ab = a-b", "E = C"], &[]),
    (
        "a.ts",
        "export { a as b, c, default } from './x'; export * as ns from './y'; export * from './z';",
        &["b = a", "ns = *"],
        &[],
    ),
    (
        "a.ts",
        "export { a as b, c }; export default function f() {} export as namespace N;",
        &[],
        &["b = a", "c = c", "default = f"],
    ),
    ("a.ts", "const a = 1; export default a;", &[], &["default = a"]),
    ("a.ts", "class A {} export = A;", &[], &["default = A"]),
    ("a.ts", "export default class A {}", &[], &["default = A"]),
    ("a.ts", "export default () => 1;", &[], &[]),
    (
        "a.js",
        "const x = require('./x'), {a, b: c, d: e = 1} = require('./y'), f = require('./z').g;",
        &["x = *", "c = b", "e = d", "f = g"],
        &[],
    ),
    (
        "a.js",
        "async function f() { const x = await import('./x'); const { a: b } = await import('./y'); }",
        &["x = *", "b = a"],
        &[],
    ),
    (
        "a.js",
        "module.exports = { a, b: c, d() {}, e: require('./e'), f: require('./f').g };",
        &["e = *", "f = g", "import#0 = *"],
        &["a = a", "b = c"],
    ),
    (
        "a.js",
        "exports.a = b; exports.c = exports.d = e; module.exports.f = function g() {};",
        &[],
        &["a = b", "d = c", "c = e"],
    ),
    ("a.js", "var app = exports = module.exports = {};", &[], &["default = app", "default = app"]),
    ("a.js", "module.exports = require('./x'); exports.y = require('./y');", &["y = *"], &[]),
];

#[test]
fn local_and_exported_names() {
    for (path, text, local, exported) in NAMES {
        let file = parse(path, text);
        let aliases: Vec<String> = file
            .imports
            .iter()
            .flat_map(|import| import.aliases.iter().map(|(local, theirs)| format!("{local} = {theirs}")))
            .collect();
        assert_eq!(aliases, *local, "{text}");
        let exports: Vec<String> =
            file.export_aliases.iter().map(|(exported, local)| format!("{exported} = {local}")).collect();
        assert_eq!(exports, *exported, "{text}");
    }
}

/// File name, text, references.
const REFERENCES: &[(&str, &str, &[&str])] = &[
    (
        "a.ts",
        "f(); a.b.g(); a?.h(); a!.i(); new C(); new ns.D(); tag`x`; (f as any)();",
        &["call f", "call a.b.g", "call a.h", "call a.i", "call C", "call ns.D", "call tag"],
    ),
    // What a function binds is its own.
    (
        "a.ts",
        "function f(a, { b, c: [d] }, ...e) { a(); b(); c(); d(); e(); a.x(); }",
        &["call c", "call ?.x"],
    ),
    (
        "a.ts",
        "const f = (a: A, b?: B | null, c = new C()) => { a.x(); b?.x(); c.x(); };",
        &["call (A).x", "type A", "type B", "call C", "call (B).x", "call (C).x"],
    ),
    (
        "a.ts",
        "try {} catch (e) { e.x(); }\nfunction f() { for (const a of b) { a(); } try {} catch ({ c }) { c(); } }",
        &["call e.x"],
    ),
    // Variables show their types by what they are made of.
    (
        "a.ts",
        "function f() { const a = new A(), b: B = x, c = make(), d = await load(), e = [], g = `s`, h = y as H; a.m(); b.m(); c.m(); d.m(); e.m(); g.m(); h.m(); }",
        &[
            "call A", "type B", "call make", "call load", "type H", "call (A).m", "call (B).m",
            "call (make).m", "call (load).m", "call (Array).m", "call (string).m", "call (H).m",
        ],
    ),
    ("a.ts", "const a = make(); a.m(); a();", &["call make", "call (make).m", "call a"]),
    (
        "a.ts",
        "new A().m(); make().m(); make().m().n(); (x as A).m();",
        &["call (A).m", "call A", "call (make).m", "call make", "call ?.n", "type A"],
    ),
    // Functions of the file say what they give.
    (
        "a.ts",
        "function make(): A {} async function load(): Promise<B> {} make().m(); function f() { const b = await load(); b.m(); }",
        &["type A", "type B", "type Promise", "call (A).m", "call make", "call load", "call (B).m"],
    ),
    // Fields.
    (
        "a.ts",
        "class A { private b: B; c = new C(); #d: D[]; get e(): E { return x } constructor(readonly f: F, g: G) { this.b.m(); this.c.m(); this.#d.m(); this.e.m(); this.f.m(); this.g.m(); } }",
        &[
            "type B", "call C", "type D", "type E", "type F", "type G", "call (B).m", "call (C).m",
            "call (Array).m", "call (E).m", "call (F).m", "call ?.m",
        ],
    ),
    (
        "a.js",
        "function A() { this.b = new B(); }\nA.prototype.m = function () { this.b.n(); this.o(); };",
        &["call B", "call (B).n", "call this.o"],
    ),
    // Types.
    (
        "a.ts",
        "class A<T extends B> extends C<D> implements E, ns.F { m(x: T): T { return x as G<H>; } }",
        &["type B", "inherit C", "type D", "inherit E", "inherit ns.F", "type G", "type H"],
    ),
    ("a.js", "class A extends ns.B {}\nclass C extends mixin(D) {}", &["inherit ns.B", "call mixin"]),
    (
        "a.ts",
        "interface A extends B, C<D> { e: E; f(g: G): void }",
        &["inherit B", "inherit C", "type D", "type E", "type G"],
    ),
    (
        "a.ts",
        "type A<T> = T extends Array<infer U> ? U : { [K in keyof T]: K } | ns.B; let f: <V>(v: V) => V;",
        &["type Array", "type ns.B"],
    ),
    (
        "a.ts",
        "if (a instanceof A || a instanceof ns.B) f<C>();",
        &["type A", "type ns.B", "call f", "type C"],
    ),
    (
        "a.ts",
        "@A @b.C() class D { @E(F) g; @H m(@I() p) {} }",
        &["call A", "call b.C", "call E", "call H", "call I"],
    ),
    (
        "a.ts",
        "class A extends B { constructor() { super(); super.m(); this.n(); } }",
        &["inherit B", "call super.constructor", "call super.m", "call this.n"],
    ),
    // Components.
    (
        "a.tsx",
        "const A = ({ C }) => <B x={f()}><ns.D/><div/><C/><>{g()}</></B>;",
        &["call B", "call f", "call ns.D", "call g"],
    ),
    // Only calls and types: nothing that is read, passed on or said in text.
    ("a.ts", "const a = b; f(c, d.e); // g()\nconst s = 'h()' + `i() ${j()}`;", &["call f", "call j"]),
    ("a.js", "require('./x'); import('./y'); const z = require('z')();", &["call import#2.default"]),
];

#[test]
fn calls_and_types() {
    for (path, text, want) in REFERENCES {
        let (mut got, mut want) = (references(&parse(path, text)), want.to_vec());
        got.retain(|reference| !reference.starts_with("value "));
        // Of one place the outer comes before the inner; that is no matter here.
        got.sort();
        want.sort_unstable();
        assert_eq!(got, want, "{text}");
    }
}

#[test]
fn objects_and_factories_have_members() {
    let file = parse(
        "a.ts",
        "export const api = { list() {}, nested: { get: async () => 1 } } as const;\n\
         export const use = define('x', { actions: { load() {} }, other: { save() {} } });\n\
         export function make() { const inner = { a() {} }; return { b: () => 1, c() { function d() {} } }; }\n\
         export const short = () => ({ e() {} });\n\
         f({ g() {} });\n\
         export default { fetch() {} };\n",
    );
    let names: Vec<&str> = file.symbols.iter().map(|symbol| symbol.qualified_name.as_str()).collect();
    let want = [
        "api", "api.list", "api.nested.get", "use", "use.load", "use.other.save", "make", "make.inner.a",
        "make.b", "make.c", "make.c.d", "short", "short.e", "default", "default.fetch",
    ];
    assert_eq!(names, want);
    assert!(symbol(&file, "api.nested.get").exported && !symbol(&file, "make.b").exported);
}

#[test]
fn syntax_that_the_grammar_does_not_know() {
    let file = parse(
        "a.ts",
        "export type * from './x';\n\
         interface Make {\n  <A>(a: A): B<A>\n  <C>(c: C): D<C>\n}\n\
         class E<in F, out G> { static accessor h = 1; i() {} }\n\
         type J = `a \\` b`;\n\
         export const k = () => 1;\n",
    );
    let names: Vec<&str> = file.symbols.iter().map(|symbol| symbol.qualified_name.as_str()).collect();
    assert_eq!(names, ["Make", "E", "E.h", "E.i", "J", "k"]);
    assert_eq!(symbol(&file, "k").line_start, 8);
    assert_eq!(file.imports.len(), 1);
    // The file's own words count, not what stood in for them.
    let other = parse("a.ts", "class E<in F, in G> { static accessor h = 1; i() {} }");
    assert_eq!(symbol(&file, "E").signature, "class E<in F, out G>");
    assert_ne!(symbol(&file, "E").signature_hash, symbol(&other, "E").signature_hash);
}

/// Path, text, routes as `line METHOD path handler`.
const PAGES: &[(&str, &str, &[&str])] = &[
    (
        "app/api/users/[id]/route.ts",
        "import x from 'x';\nexport async function GET() {}\nexport const PUT = async () => {};\nexport function helper() {}\nfunction POST() {}\n",
        &["2 GET /api/users/[id] GET", "3 PUT /api/users/[id] PUT"],
    ),
    (
        "src/app/(auth)/auth/[...all]/route.js",
        "export const { GET, POST } = handlers;",
        &["1 GET /auth/[...all] GET", "1 POST /auth/[...all] POST"],
    ),
    (
        "app/a/route.ts",
        "const handler = f();\nexport { handler as GET, handler as POST };",
        &["2 GET /a handler", "2 POST /a handler"],
    ),
    ("app/a/route.ts", "export { GET, PATCH as PUT } from './b';", &["1 GET /a GET", "1 PUT /a PATCH"]),
    ("app/page.tsx", "export default function Home() { return <p/>; }", &["1 GET / Home"]),
    ("apps/web/app/docs/page.tsx", "const Docs = () => <p/>;\nexport default Docs;", &["2 GET /docs Docs"]),
    ("app/docs/page.tsx", "export const metadata = {};", &[]),
    ("app/docs/layout.tsx", "export default function Layout() {}", &[]),
    (
        "pages/api/users/index.ts",
        "export default async function handler(req, res) {}",
        &["1 ANY /api/users handler"],
    ),
    ("src/pages/blog/[slug].jsx", "export default () => <p/>;", &["1 GET /blog/[slug] default"]),
    ("src/pages/Home.tsx", "export default function Home() {}", &[]),
    ("pages/_app.tsx", "export default function App() {}", &[]),
    ("lib/route.ts", "export function GET() {}", &[]),
    ("app/users/route.ts", "// export function GET() {}\nconst s = 'export function GET() {}';", &[]),
];

#[test]
fn files_that_their_paths_make_routes() {
    for (path, text, want) in PAGES {
        let file = parse(path, text);
        let got: Vec<String> = file
            .routing
            .routes
            .iter()
            .map(|of| {
                format!("{} {} {} {}", of.line, of.method, of.path, of.handler.as_deref().unwrap_or("-"))
            })
            .collect();
        assert_eq!(got, *want, "{path}: {text}");
        assert!(file.routing.routes.iter().all(|of| of.framework == "nextjs"));
    }
    let kind = |path: &str, text: &str, name: &str| symbol(&parse(path, text), name).kind.as_str();
    assert_eq!(kind("app/a/route.ts", "export const GET = () => 1;", "GET"), "route");
    assert_eq!(kind("pages/api/a.ts", "export default function a() {}", "a"), "route");
    assert_eq!(kind("app/page.tsx", "export default function Home() { return <p/>; }", "Home"), "component");
}

/// Path, text, symbols as `name kind first-last`.
const COMPONENTS: &[(&str, &str, &[&str])] = &[
    ("Card.vue", "<template><p/></template>\n\n<style>a {}</style>\n", &["Card component 1-3"]),
    (
        "ui/Card/index.vue",
        "<script setup>\nconst a = 1\nfunction f() {}\n</script>",
        &["Card component 1-4", "Card.a constant 2-2", "Card.f function 3-3"],
    ),
    (
        "Card.vue",
        "<script>\nexport function f() {}\nexport default { methods: { m() {} } }\n</script>",
        &["Card component 1-4", "f function 2-2", "Card.m method 3-3"],
    ),
    (
        "Card.vue",
        "<script lang='ts'>\nexport default defineComponent({ setup(): void { const g = () => 1 } })\n</script>",
        &["Card component 1-3", "Card.setup method 2-2", "Card.setup.g function 2-2"],
    ),
    (
        "Card.vue",
        "<script lang=\"tsx\">\nconst Inner = () => <b/>\n</script>",
        &["Card component 1-3", "Inner component 2-2"],
    ),
    (
        "card.svelte",
        "<script module>\nexport const a = 1;\n</script>\n<script lang=\"ts\">\nlet b: B = $state(1);\n</script>\n<p>{b}</p>",
        &["card component 1-7", "a constant 2-2", "card.b constant 5-5"],
    ),
    ("card.svelte", "<p>Only markup</p>", &["card component 1-1"]),
    ("card.svelte", "<script type=\"application/json\">{\"a\": 1}</script>", &["card component 1-1"]),
    ("card.vue", "", &[]),
];

#[test]
fn files_that_are_components() {
    for (path, text, want) in COMPONENTS {
        let file = parse(path, text);
        let got: Vec<String> = file
            .symbols
            .iter()
            .map(|of| format!("{} {} {}-{}", of.qualified_name, of.kind.as_str(), of.line_start, of.line_end))
            .collect();
        assert_eq!(got, *want, "{path}: {text}");
    }
}

#[test]
fn components_show_what_they_are_given() {
    for (path, text, want) in [
        (
            "A.vue",
            "<script setup lang='ts'>\nimport x from 'x'\nconst p = withDefaults(defineProps<{ a: string }>(), {})\n</script>",
            "const p = withDefaults(defineProps<{ a: string }>(), {})",
        ),
        (
            "A.svelte",
            "<p>{a}</p>\n<script>\nlet { a,\n b = 1 } = $props();\n</script>",
            "let { a, b = 1 } = $props()",
        ),
        (
            "A.svelte",
            "<script>\nimport x from 'x';\nexport let a;\nexport let b = 1;\nlet c;\n</script>",
            "export let a; export let b = 1",
        ),
        ("A.vue", "<script>\nimport { defineProps } from 'vue'\nexport default {}\n</script>", "component"),
    ] {
        let file = parse(path, text);
        assert_eq!(symbol(&file, "A").signature, want, "{text}");
    }
    let before = parse("A.svelte", "<script>\nexport let a;\n</script>\n<p>x</p>");
    let after = parse("A.svelte", "<script>\nexport let b;\n</script>\n<p>x</p>");
    assert_ne!(symbol(&before, "A").signature_hash, symbol(&after, "A").signature_hash);
}

#[test]
fn tags_of_imported_components_are_calls() {
    for (path, text, want) in [
        (
            "A.vue",
            "<script setup>\nimport BigCard from './b'\nimport * as ui from './ui'\n</script>\n<template><big-card/><BigCard/><ui.Row/><Other/><div/></template>",
            &["call BigCard", "call ui.Row", "call ::.Other"][..],
        ),
        (
            "A.svelte",
            "<script>\nimport Card, { Row as Line } from './b';\n</script>\n{#if x}<Card/>{/if}<Line/><Row/><!-- <Card/> -->",
            &["call Card", "call Line"],
        ),
    ] {
        assert_eq!(references(&parse(path, text)), want, "{text}");
    }
}
