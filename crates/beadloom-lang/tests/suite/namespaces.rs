//! Namespaces of C++ around a file: its names are the same however they are written.

use beadloom_model::SymbolKind;

use crate::suite::parse;

/// What is defined, and which texts define exactly that.
const SAME: &[(&[&str], &[&str])] = &[
    (
        &["f", "L", "L.m"],
        &[
            "void f() {} struct L { void m() {} };",
            "namespace a { void f() {} struct L { void m() {} }; }",
            "namespace a::b { void f() {} struct L { void m() {} }; }",
            "namespace a { namespace b { void f() {} struct L { void m() {} }; } }",
            "namespace a { inline namespace b { void f() {} struct L { void m() {} }; } }",
            "namespace a::inline b { void f() {} struct L { void m() {} }; }",
            "inline namespace a { namespace b { void f() {} struct L { void m() {} }; } }",
            "namespace { void f() {} struct L { void m() {} }; }",
            "namespace a { namespace { void f() {} struct L { void m() {} }; } }",
            "namespace { namespace a { void f() {} struct L { void m() {} }; } }",
            "namespace a::b { namespace { void f() {} } } namespace a { namespace b { struct L { void m() {} }; } }",
            "namespace c = d::e; namespace a::b { void f() {} namespace g = c; struct L { void m() {} }; }",
        ],
    ),
    (
        &["b", "b.f", "c", "c.g"],
        &[
            "namespace a::b { void f() {} } namespace a::c { void g() {} }",
            "namespace a { namespace b { void f() {} } } namespace a { namespace c { void g() {} } }",
            "namespace a { namespace b { void f() {} } namespace c { void g() {} } }",
            "namespace a { namespace b { void f() {} } } namespace a::c { void g() {} }",
            "namespace a { inline namespace v1 { namespace b { void f() {} } } namespace c { void g() {} } }",
            "namespace a::inline v1::b { void f() {} } namespace a::c { void g() {} }",
        ],
    ),
    (
        &["f", "b", "b.g"],
        &[
            "namespace a { void f() {} } namespace a::b { void g() {} }",
            "namespace a { void f() {} namespace b { void g() {} } }",
            "namespace a { inline namespace v { void f() {} } namespace b { void g() {} } }",
            "namespace a { namespace { void f() {} } } namespace a { void g1(); } namespace a::b { void g() {} }",
        ],
    ),
    (
        &["a.b", "a.b.L", "a.b.L.m"],
        &[
            "namespace a::b { struct L { void m(); }; } void a::b::L::m() {}",
            "namespace a { namespace b { struct L { void m(); }; } } void a::b::L::m() {}",
        ],
    ),
    (
        &["a.b", "a.b.f", "g"],
        &["namespace a::b { void f() {} } void g() {}", "void g() {} namespace a::b { void f() {} }"],
    ),
];

fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = parse("a.cpp", text)
        .symbols
        .into_iter()
        .map(|symbol| symbol.qualified_name)
        .filter(|name| name != "g1" && name != "a")
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn names_are_the_same_however_namespaces_are_written() {
    for (expected, texts) in SAME {
        let mut expected: Vec<String> = expected.iter().map(|name| (*name).to_owned()).collect();
        expected.sort();
        for text in *texts {
            assert_eq!(names(text), expected, "{text}");
        }
    }
}

#[test]
fn what_is_defined_outside_of_its_namespace_is_no_method() {
    for text in [
        "namespace a::b { void f(); } void a::b::f() {}",
        "namespace a { namespace b { void f(); } } void a::b::f() {}",
        "namespace a { namespace b { void f(); } void b::f() {} }",
        "namespace a { inline namespace b { void f(); } } void a::f() {}",
    ] {
        let file = parse("a.cpp", text);
        assert!(
            file.symbols.iter().all(|symbol| symbol.kind != SymbolKind::Method),
            "{text}: {:?}",
            file.symbols
        );
    }
}
