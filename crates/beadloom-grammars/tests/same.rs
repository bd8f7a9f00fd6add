//! Packed grammars are the grammars that their crates have.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use tree_sitter::{Language, Parser};
use tree_sitter_language::LanguageFn;

/// Name, packed, as published, endings of fixtures.
const GRAMMARS: &[(&str, LanguageFn, LanguageFn, &[&str])] = &[
    ("Bash", beadloom_grammars::BASH, tree_sitter_bash::LANGUAGE, &["sh", "bash"]),
    ("C#", beadloom_grammars::C_SHARP, tree_sitter_c_sharp::LANGUAGE, &["cs"]),
    ("Elixir", beadloom_grammars::ELIXIR, tree_sitter_elixir::LANGUAGE, &["ex", "exs"]),
    ("Haskell", beadloom_grammars::HASKELL, tree_sitter_haskell::LANGUAGE, &["hs"]),
    ("Kotlin", beadloom_grammars::KOTLIN, tree_sitter_kotlin_ng::LANGUAGE, &["kt", "kts"]),
    ("Ruby", beadloom_grammars::RUBY, tree_sitter_ruby::LANGUAGE, &["rb"]),
    ("Scala", beadloom_grammars::SCALA, tree_sitter_scala::LANGUAGE, &["scala"]),
    ("Swift", beadloom_grammars::SWIFT, tree_sitter_swift::LANGUAGE, &["swift"]),
    ("Zig", beadloom_grammars::ZIG, tree_sitter_zig::LANGUAGE, &["zig"]),
];

#[test]
fn every_state_accepts_the_same_and_goes_on_to_the_same() {
    for (name, packed, published, _) in GRAMMARS {
        let (packed, published) = (Language::new(*packed), Language::new(*published));
        assert_eq!(packed.parse_state_count(), published.parse_state_count(), "{name}");
        assert_eq!(packed.node_kind_count(), published.node_kind_count(), "{name}");
        for state in 0..u16::try_from(published.parse_state_count()).unwrap() {
            let accepted = |language: &Language| -> Vec<(u16, u16)> {
                let symbols = language.lookahead_iterator(state).unwrap();
                symbols.map(|symbol| (symbol, language.next_state(state, symbol))).collect()
            };
            assert_eq!(accepted(&packed), accepted(&published), "{name}, state {state}");
        }
    }
}

#[test]
fn fixtures_have_the_same_trees_whole_and_broken() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../beadloom-lang/tests/fixtures");
    let texts: Vec<_> = fs::read_dir(fixtures).unwrap().map(|entry| entry.unwrap().path()).collect();
    for (name, packed, published, endings) in GRAMMARS {
        let own = |path: &&std::path::PathBuf| {
            path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known))
        };
        let mut compared = 0;
        for path in texts.iter().filter(own) {
            let text = fs::read(path).unwrap();
            // Without its beginning, and with every seventh line gone, most of a file is an error to recover from.
            let late = text.get(text.len() / 3..).unwrap().to_vec();
            let lines = text.split_inclusive(|byte| *byte == b'\n').enumerate();
            let holes = lines.filter(|(at, _)| at % 7 != 3).flat_map(|(_, line)| line.to_vec()).collect();
            for text in [text.clone(), late, holes] {
                assert_eq!(tree(*packed, &text), tree(*published, &text), "{name}, {}", path.display());
            }
            compared += 1;
        }
        assert!(compared > 0, "no fixture of {name}");
    }
}

#[test]
fn threads_that_begin_at_once_all_have_the_tables() {
    let trees: Vec<String> = std::thread::scope(|scope| {
        let parse = || tree(beadloom_grammars::KOTLIN, b"fun post(amount: Int) = amount + 1");
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(parse)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let expected = tree(tree_sitter_kotlin_ng::LANGUAGE, b"fun post(amount: Int) = amount + 1");
    assert!(!expected.contains("ERROR"), "{expected}");
    assert!(trees.iter().all(|tree| *tree == expected), "{trees:?}");
}

/// The tree with places, as text.
fn tree(grammar: LanguageFn, text: &[u8]) -> String {
    let mut parser = Parser::new();
    parser.set_language(&Language::new(grammar)).unwrap();
    let tree = parser.parse(text, None).unwrap();
    let mut cursor = tree.walk();
    let mut written = tree.root_node().to_sexp();
    loop {
        let node = cursor.node();
        written.push_str(&format!("\n{} {:?}", node.kind_id(), node.byte_range()));
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return written;
            }
        }
    }
}
