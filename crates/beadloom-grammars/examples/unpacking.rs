//! How long the first use of each grammar takes, and, given files, whether they parse as fast as with the grammar that
//! is published: `cargo run --release -p beadloom-grammars --example unpacking -- FILE…`.

#![expect(clippy::unwrap_used, reason = "a measurement ends at what it cannot read")]
#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use std::time::{Duration, Instant};

use tree_sitter::{Language, Parser};
use tree_sitter_language::LanguageFn;

const GRAMMARS: &[(&str, LanguageFn, LanguageFn, &str)] = &[
    ("Bash", beadloom_grammars::BASH, tree_sitter_bash::LANGUAGE, "sh"),
    ("C#", beadloom_grammars::C_SHARP, tree_sitter_c_sharp::LANGUAGE, "cs"),
    ("Elixir", beadloom_grammars::ELIXIR, tree_sitter_elixir::LANGUAGE, "ex"),
    ("Haskell", beadloom_grammars::HASKELL, tree_sitter_haskell::LANGUAGE, "hs"),
    ("Kotlin", beadloom_grammars::KOTLIN, tree_sitter_kotlin_ng::LANGUAGE, "kt"),
    ("Ruby", beadloom_grammars::RUBY, tree_sitter_ruby::LANGUAGE, "rb"),
    ("Scala", beadloom_grammars::SCALA, tree_sitter_scala::LANGUAGE, "scala"),
    ("Swift", beadloom_grammars::SWIFT, tree_sitter_swift::LANGUAGE, "swift"),
    ("Zig", beadloom_grammars::ZIG, tree_sitter_zig::LANGUAGE, "zig"),
];

/// Rounds over all files; the middle one counts.
const ROUNDS: usize = 7;

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    for (name, packed, published, ending) in GRAMMARS {
        let start = Instant::now();
        let packed = Language::new(*packed);
        println!("{name}: unpacked in {:.2} ms", milliseconds(start.elapsed()));

        let own = files.iter().filter(|file| file.rsplit_once('.').is_some_and(|(_, own)| own == *ending));
        let texts: Vec<Vec<u8>> = own.map(|file| std::fs::read(file).unwrap()).collect();
        if texts.is_empty() {
            continue;
        }
        let published = Language::new(*published);
        let mut ratios: Vec<f64> =
            (0..ROUNDS).map(|_| parse(&packed, &texts) / parse(&published, &texts)).collect();
        ratios.sort_by(f64::total_cmp);
        let [first, .., last] = ratios[..] else { return };
        let kilobytes = texts.iter().map(Vec::len).sum::<usize>() / 1024;
        println!(
            "  {} files, {kilobytes} KB: {:.2} × the published one's time ({first:.2} to {last:.2})",
            texts.len(),
            ratios[ROUNDS / 2]
        );
    }
}

/// Milliseconds to parse all texts.
fn parse(language: &Language, texts: &[Vec<u8>]) -> f64 {
    let mut parser = Parser::new();
    parser.set_language(language).unwrap();
    let start = Instant::now();
    for text in texts {
        parser.parse(text, None).unwrap();
    }
    milliseconds(start.elapsed())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
