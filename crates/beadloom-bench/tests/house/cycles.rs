//! No two files of a crate need each other, directly or around a corner: each can be read after those that it needs.
//!
//! One file needs another where it imports or names, by a path or after an import, something that the other one defines.
//! Re-exports are followed to the definition, so a `mod.rs` that only declares and passes on is needed by nobody; `mod x;`
//! alone and passing on alone need nothing. Tests within files do not count.
//!
//! Nor do rooms: the modules at the top of a crate, each with all files below it.
//!
//! What the reader does not see: methods, which are called without a path to where they are defined; macros of the crate that
//! are used by their bare name; names that other macros make. A glob counts for each name of the file that it could stand for.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::PathBuf;

use crate::modules::{Crate, Named};

/// Which files a file needs, by what: the name that it takes from there.
type Needs = BTreeMap<String, BTreeMap<String, String>>;

#[test]
fn no_files_of_a_crate_need_each_other() {
    let mut found = Vec::new();
    let mut unread = Vec::new();
    for (name, folder) in crate::crates(&crate::metadata()) {
        let mut files: BTreeSet<PathBuf> = crate::rust_files(&folder.join("src")).into_iter().collect();
        // Modules of tests are not read.
        files.retain(|file| !file.ends_with("tests.rs"));
        let read = |path: &str| fs::read_to_string(folder.join("src").join(path)).ok();
        for root in ["lib.rs", "main.rs"].into_iter().filter(|root| read(root).is_some()) {
            let whole = Crate::read(root, &read);
            whole.files.iter().for_each(|file| _ = files.remove(&folder.join("src").join(file)));
            let needs = needs(&whole);
            found.extend(
                knots(&needs)
                    .iter()
                    .map(|knot| format!("{name}: files need each other: {}", shortest_cycle(&needs, knot))),
            );
        }
        unread.extend(files);
    }
    assert!(unread.is_empty(), "no module says that these are there: {unread:?}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_rooms_of_a_crate_need_each_other() {
    let mut found = Vec::new();
    for (name, folder) in crate::crates(&crate::metadata()) {
        let read = |path: &str| fs::read_to_string(folder.join("src").join(path)).ok();
        let Some(root) = ["lib.rs", "main.rs"].into_iter().find(|root| read(root).is_some()) else {
            continue;
        };
        let rooms = rooms(&needs(&Crate::read(root, &read)));
        for knot in &knots(&rooms) {
            found.push(format!("{name}: rooms need each other: {}", shortest_cycle(&rooms, knot)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What the rooms of a crate need. The root of the crate is none: it declares all and is used by all.
fn rooms(files: &Needs) -> Needs {
    let room = |file: &String| file.split(['/', '.']).next().unwrap_or_default().to_owned();
    let mut rooms = Needs::new();
    for (file, needed) in files {
        for (other, what) in needed {
            let (from, to) = (room(file), room(other));
            if from != to && from != "lib" && to != "lib" {
                let what = format!("{other}, {what}, in {file}");
                rooms.entry(from).or_default().entry(to).or_insert(what);
            }
        }
    }
    rooms
}

/// What the files of a crate need.
fn needs(whole: &Crate) -> Needs {
    let mut needs = Needs::new();
    for (at, module) in whole.modules.iter().enumerate() {
        let file = &whole.files[module.file];
        let mut need = |named: Option<Named>, what: &str| {
            if let Some(Named::Item(of)) = named
                && whole.modules[of].file != module.file
            {
                let other = whole.files[whole.modules[of].file].clone();
                needs.entry(file.clone()).or_default().entry(other).or_insert_with(|| what.to_owned());
            }
        };
        for import in &module.imports {
            if import.name == "*" {
                if let Some(Named::Module(from)) = whole.named(at, &import.path, true) {
                    for word in module.words.iter().filter(|word| !module.items.contains(*word)) {
                        need(whole.named(from, std::slice::from_ref(word), false), word);
                    }
                }
            } else if !import.passed_on || module.words.contains(&import.name) {
                need(whole.named(at, &import.path, false), &import.path.join("::"));
            }
        }
        for path in &module.paths {
            need(whole.named(at, path, false), &path.join("::"));
        }
    }
    needs
}

/// Sets of files that all need each other.
fn knots(needs: &Needs) -> Vec<BTreeSet<String>> {
    let reach: BTreeMap<&String, BTreeSet<&String>> =
        needs.keys().map(|file| (file, reachable(needs, file))).collect();
    let mut knots: Vec<BTreeSet<String>> = Vec::new();
    for (file, reached) in reach.iter().filter(|(file, reached)| reached.contains(*file)) {
        if !knots.iter().any(|knot| knot.contains(*file)) {
            let both =
                reached.iter().filter(|other| reach.get(*other).is_some_and(|back| back.contains(file)));
            knots.push(both.map(|file| (*file).clone()).collect());
        }
    }
    knots
}

fn reachable<'a>(needs: &'a Needs, from: &str) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<&String> = needs.get(from).into_iter().flat_map(BTreeMap::keys).collect();
    while let Some(file) = waiting.pop() {
        if reached.insert(file) {
            waiting.extend(needs.get(file).into_iter().flat_map(BTreeMap::keys));
        }
    }
    reached
}

/// The shortest way from a file of the knot back to itself, as `a.rs -> b.rs (what it needs) -> a.rs (…)`.
fn shortest_cycle(needs: &Needs, knot: &BTreeSet<String>) -> String {
    let ways = knot.iter().filter_map(|start| {
        let mut from: BTreeMap<&String, &String> = BTreeMap::new();
        let mut waiting = VecDeque::from([start]);
        while let Some(file) = waiting.pop_front() {
            for next in needs.get(file).into_iter().flat_map(BTreeMap::keys) {
                if !from.contains_key(next) {
                    from.insert(next, file);
                    waiting.push_back(next);
                }
            }
        }
        let mut way = vec![start];
        loop {
            let before = from.get(way.last()?)?;
            way.push(before);
            if *before == start {
                break;
            }
        }
        way.reverse();
        Some(way)
    });
    let Some(way) = ways.min_by_key(Vec::len) else { return String::new() };
    let mut shown = way[0].clone();
    for pair in way.windows(2) {
        shown += &format!(" -> {} ({})", pair[1], needs[pair[0]][pair[1]]);
    }
    let all: Vec<&str> = knot.iter().map(String::as_str).collect();
    format!("{shown}; in all {}", all.join(", "))
}

#[test]
fn a_cycle_is_found() {
    let cases: &[(&str, Files<'_>, &[&str])] = &[
        (
            "two files",
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "use crate::b::B; pub struct A(B);"),
                ("b.rs", "pub struct B; impl B { fn of(a: crate::a::A) {} }"),
            ],
            &["a.rs -> b.rs (crate::b::B) -> a.rs (crate::a::A); in all a.rs, b.rs"],
        ),
        (
            "a child that uses its parent, which uses the child",
            &[
                ("lib.rs", "mod part;"),
                ("part/mod.rs", "mod child; use self::child::Leaf; pub struct Whole(Leaf);"),
                ("part/child.rs", "pub struct Leaf; fn f(w: &super::Whole) {}"),
            ],
            &[
                "part/child.rs -> part/mod.rs (super::Whole) -> part/child.rs (self::child::Leaf); in all part/child.rs, part/mod.rs",
            ],
        ),
        (
            "through what a parent passes on, under another name, in a tree, by a path behind a module",
            &[
                ("lib.rs", "mod a; mod b; mod c; pub use c::{deep as shallow, Other};"),
                ("a.rs", "use crate::{b, Other as _, shallow}; pub fn f() { shallow(); b::g(); }"),
                ("b.rs", "pub fn g() {}"),
                ("c.rs", "pub struct Other; pub fn deep() { use super::a; let _ = a::f; }"),
            ],
            &["a.rs -> c.rs (crate::Other) -> a.rs (a::f); in all a.rs, c.rs"],
        ),
        (
            "by a glob, and around a corner",
            &[
                ("lib.rs", "mod a; mod b; mod c;"),
                ("a.rs", "use super::b::*; pub struct A; fn f() -> B { B }"),
                ("b.rs", "pub struct B; const C: u8 = crate::c::C;"),
                ("c.rs", "pub const C: u8 = { let _: Option<crate::a::A> = None; 1 };"),
            ],
            &["a.rs -> b.rs (B) -> c.rs (crate::c::C) -> a.rs (crate::a::A); in all a.rs, b.rs, c.rs"],
        ),
        (
            "in what a macro makes, and in a file that lies elsewhere",
            &[
                ("lib.rs", "#[path = \"other.rs\"] mod a; mod b;"),
                ("other.rs", "rows! { pub struct Row { of: crate::b::B, } }"),
                ("b.rs", "pub struct B; type R = crate::a::Row;"),
            ],
            &["b.rs -> other.rs (crate::a::Row) -> b.rs (crate::b::B); in all b.rs, other.rs"],
        ),
    ];
    for (what, files, expected) in cases {
        assert_eq!(cycles(files), *expected, "{what}");
    }
}

#[test]
fn what_is_no_cycle_is_not_found() {
    let cases: &[(&str, Files<'_>)] = &[
        (
            "a parent that declares and passes on alone",
            &[("lib.rs", "mod a; pub use a::A; pub struct B;"), ("a.rs", "pub struct A(crate::B);")],
        ),
        (
            "tests, comments and strings",
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "pub struct A(crate::b::B);"),
                (
                    "b.rs",
                    "pub struct B; // crate::a::A
                     const S: &str = \"crate::a::A\"; const R: &str = r#\"crate::a::A \"quoted\" \"#;
                     /* crate::a::A */ fn f<'a>(c: &'a char) -> bool { *c == '\"' || *c == '\\'' }
                     #[cfg(test)] mod tests { use crate::a::A; } #[cfg(test)] use crate::a::A;",
                ),
            ],
        ),
        (
            "a function with the name of its module, and names of other crates",
            &[
                ("lib.rs", "mod a; mod b; pub use a::a;"),
                ("a.rs", "use std::b::B; pub fn a() { std::b::c(); }"),
                ("b.rs", "use crate::a; fn f() { a(); }"),
            ],
        ),
        ("a module within the file", &[("lib.rs", "mod a { pub struct A(super::B); } struct B(a::A);")]),
    ];
    for (what, files) in cases {
        assert_eq!(cycles(files), Vec::<String>::new(), "{what}");
    }
}

#[test]
fn a_cycle_of_rooms_is_found() {
    let planted = |files: Files<'_>| {
        let read =
            |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned());
        let needs = needs(&Crate::read("lib.rs", &read));
        assert!(knots(&needs).is_empty(), "no files need each other");
        let rooms = rooms(&needs);
        knots(&rooms).iter().map(|knot| shortest_cycle(&rooms, knot)).collect::<Vec<String>>()
    };
    let below = ("b.rs", "use crate::a::leaf::Leaf; pub struct B(Leaf);");
    assert_eq!(
        planted(&[
            ("lib.rs", "mod a; mod b; struct Root(b::B);"),
            ("a/mod.rs", "pub mod leaf; use crate::b::B; pub struct A(B);"),
            ("a/leaf.rs", "pub struct Leaf;"),
            below,
        ]),
        [
            "a -> b (b.rs, crate::b::B, in a/mod.rs) -> a (a/leaf.rs, crate::a::leaf::Leaf, in b.rs); in all a, b"
        ]
    );
    let one_way = [
        ("lib.rs", "mod a; mod b; pub struct Root(b::B);"),
        ("a/mod.rs", "pub mod leaf; pub struct A(leaf::Leaf, crate::Root);"),
        ("a/leaf.rs", "pub struct Leaf;"),
        below,
    ];
    assert_eq!(planted(&one_way), Vec::<String>::new());
}

/// Files of a crate, by path, and what they hold.
type Files<'a> = &'a [(&'a str, &'a str)];

/// The shortest cycle of each knot in a crate of these files.
fn cycles(files: Files<'_>) -> Vec<String> {
    let read = |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned());
    let needs = needs(&Crate::read("lib.rs", &read));
    knots(&needs).iter().map(|knot| shortest_cycle(&needs, knot)).collect()
}
