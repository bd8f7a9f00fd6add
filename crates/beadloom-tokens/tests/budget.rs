//! What `truncate` and `fits` promise, against every prefix tried one by one.

#![expect(clippy::unwrap_used, reason = "a test reports by panicking, its helpers too")]

use std::path::Path;
use std::sync::LazyLock;

use beadloom_tokens::{CachedCounter, Calibration, Counter, Encoding, Tokenizer};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

static TOKENIZERS: LazyLock<[Tokenizer; 2]> = LazyLock::new(|| {
    Encoding::ALL.map(|encoding| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(encoding.file_name());
        Tokenizer::open(encoding, std::fs::read(path).unwrap()).unwrap()
    })
});

/// How well a text may end at byte `at`: 3 at a line end, 2 at a word, 1 at a character.
fn quality(text: &str, at: usize) -> u8 {
    let (before, after) = text.split_at(at);
    let line = before.ends_with('\n')
        || after.starts_with("\r\n")
        || after.starts_with('\n') && !before.ends_with('\r');
    let word = after.starts_with(char::is_whitespace) && !before.ends_with(char::is_whitespace);
    if line {
        3
    } else if word {
        2
    } else {
        1
    }
}

/// The definition of `truncate`, word for word.
fn best_prefix<'a>(tokenizer: &Tokenizer, text: &'a str, max_tokens: usize) -> &'a str {
    let count = |text| tokenizer.count(text);
    if count(text) <= max_tokens {
        return text;
    }
    let ends = (1..text.len()).filter(|&at| text.is_char_boundary(at) && count(&text[..at]) <= max_tokens);
    &text[..ends.max_by_key(|&at| (quality(text, at), at)).unwrap_or(0)]
}

#[test]
fn cuts_where_a_reader_would() {
    let cases = [
        // text, budget, what remains with either encoding
        ("", 0, ""),
        ("", 5, ""),
        ("hello", 0, ""),
        ("hello world", 2, "hello world"),
        ("hello world", 1, "hello"),
        ("one two three", 2, "one two"),
        ("one\ntwo\nthree\n", 4, "one\ntwo\n"),
        ("one\ntwo\nthree\n", 5, "one\ntwo\nthree"),
        ("one\ntwo\nthree four five", 6, "one\ntwo\n"),
        ("one\r\ntwo", 1, "one"),
        ("one\r\ntwo", 2, "one\r\n"),
        ("ends   \n\n\nhere", 1, "ends"),
        ("!\n/word and more", 4, "!\n"),
    ];
    let other = [
        // What remains differs.
        [("日本語テキストです", 2, "日本語"), ("👨‍👩‍👧‍👦", 1, ""), ("👍🏽👍🏽", 1, "👍")],
        [("日本語テキストです", 2, "日本"), ("👨‍👩‍👧‍👦", 3, "👨"), ("👍🏽👍🏽", 4, "👍")],
    ];
    for (tokenizer, other) in TOKENIZERS.iter().zip(other) {
        for (text, max_tokens, expected) in cases.into_iter().chain(other) {
            let what = format!("{}: {text:?} within {max_tokens}", tokenizer.encoding().name());
            assert_eq!(tokenizer.truncate(text, max_tokens), expected, "{what}");
            assert_eq!(
                tokenizer.truncate(text, max_tokens),
                best_prefix(tokenizer, text, max_tokens),
                "{what}"
            );
        }
    }
}

#[test]
fn short_texts_are_cut_at_the_best_place() {
    let texts = prop_oneof![
        "[a-c A\\n]{0,40}",
        "[a-z'é中🦀 ]{0,24}",
        "[\\s/!A1a]{0,30}",
        "[a/!\n ]{0,30}",
        "(\\PC|\\n){0,24}",
        "([a-z]{1,12}[ .,;\n]{1,3}){0,8}",
    ];
    run(2_000, &(texts, 0..14_usize), |(text, max_tokens)| {
        for tokenizer in &*TOKENIZERS {
            let cut = tokenizer.truncate(&text, max_tokens);
            prop_assert_eq!(cut, best_prefix(tokenizer, &text, max_tokens), "{:?}", tokenizer.encoding());
        }
        Ok(())
    });
}

#[test]
fn long_texts_never_exceed_the_budget() {
    let texts =
        ("(\\PC|\\s|[a-zA-Z/=\u{301}]){0,6}", "(\\PC|\\s|[a-zA-Z/=]){1,3}", 0..400_usize, "\\PC{0,20}")
            .prop_map(|(before, unit, times, after)| format!("{before}{}{after}", unit.repeat(times)));
    run(1_500, &(texts, 0..300_usize), |(text, max_tokens)| {
        for tokenizer in &*TOKENIZERS {
            let cut = tokenizer.truncate(&text, max_tokens);
            let fits = tokenizer.fits(&text, max_tokens);
            prop_assert!(text.starts_with(cut));
            prop_assert!(tokenizer.count(cut) <= max_tokens);
            prop_assert_eq!(fits, tokenizer.count(&text) <= max_tokens);
            prop_assert_eq!(fits, cut.len() == text.len());
        }
        Ok(())
    });
}

#[test]
fn unbroken_runs_fill_their_budget() {
    // Cuts inside a long piece may miss a few characters of the optimum, not whole tokens.
    for unit in ["a", "qz", "=", "中文", "🦀", "\u{301}", " "] {
        let text = unit.repeat(20_000);
        for (tokenizer, max_tokens) in TOKENIZERS.iter().flat_map(|t| [1, 10, 100].map(|max| (t, max))) {
            let tokens = tokenizer.count(tokenizer.truncate(&text, max_tokens));
            assert!(tokens <= max_tokens && tokens + 1 >= max_tokens, "{unit:?} within {max_tokens}");
        }
    }
}

#[test]
fn hostile_texts_end() {
    for unit in ["a", " ", "\n", "\n/", "!\n/", "\u{301}", "🦀", "ʰA", " \n", "= \n"] {
        let text = unit.repeat(1_000_000);
        for (tokenizer, max_tokens) in TOKENIZERS.iter().flat_map(|t| [0, 1, 1_000].map(|max| (t, max))) {
            let tokens = tokenizer.count(tokenizer.truncate(&text, max_tokens));
            let fits = tokenizer.fits(&text, max_tokens);
            assert!(tokens <= max_tokens && !fits, "{unit:?} within {max_tokens}");
        }
    }
}

fn run<S: Strategy>(
    cases: u32,
    strategy: &S,
    test: impl Fn(S::Value) -> Result<(), proptest::test_runner::TestCaseError>,
) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[11; 32]);
    TestRunner::new_with_rng(config, rng).run(strategy, test).unwrap();
}

#[test]
fn lines_that_are_known_count_as_they_do_in_the_text() {
    // What pieces can share with a line end: white space, symbols before it, slashes after it; and with the end of a key.
    let parts = prop::sample::select(vec![
        "\n", "\n", "\r", "\r\n", " ", "    ", "\t", "/", "//", "/// ", ");", "= ", "a", "let", "Name", "12",
        "é", "中", "\u{301}", "\u{a0}", "\u{2028}", "\u{b}", "'s", "\u{0}", "\":", "\"", ",", "{\"",
        "line_end\":",
    ]);
    let texts = prop::collection::vec(prop::collection::vec(parts, 0..24), 1..6);
    for per_thousand in [1_000, 1_170] {
        for tokenizer in &*TOKENIZERS {
            run(2_000, &texts, |texts| {
                let counter = Counter::new(tokenizer, Calibration::per_thousand(per_thousand));
                let cached = CachedCounter::new(counter);
                for text in texts.iter().map(|parts| parts.concat()) {
                    prop_assert_eq!(cached.count(&text), counter.count(&text), "{:?}", text);
                    prop_assert_eq!(cached.count(&text), counter.count(&text), "again: {:?}", text);
                }
                Ok(())
            });
        }
    }
}

#[test]
fn calibrated_counts_are_rounded_up() {
    for (per_thousand, counted, tokens, shown) in [
        (1_000, 8_000, 8_000, "1"),
        (1_250, 8_000, 10_000, "1.25"),
        (1_001, 1, 2, "1.001"),
        (1_100, 0, 0, "1.1"),
        (850, 7, 6, "0.85"),
        (0, 1_000, 1, "0.001"),
        (2_000, usize::MAX, usize::MAX, "2"),
    ] {
        let calibration = Calibration::per_thousand(per_thousand);
        assert_eq!((calibration.tokens(counted), calibration.to_string().as_str()), (tokens, shown));
    }
    assert_eq!(Calibration::default(), Calibration::per_thousand(1_000));
}
