//! The counts and ids are those of the reference implementation.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking, its helpers too")]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use beadloom_tokens::{Encoding, OpenError, Tokenizer, writer};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tiktoken_rs::CoreBPE;

/// A tokenizer and what it is compared with.
struct Pair {
    ours: Tokenizer,
    reference: CoreBPE,
}

/// Takes a noticeable time to load.
static PAIRS: LazyLock<[Pair; 2]> = LazyLock::new(|| {
    Encoding::ALL.map(|encoding| Pair {
        ours: Tokenizer::open(encoding, committed(encoding)).unwrap(),
        reference: match encoding {
            Encoding::O200kBase => tiktoken_rs::o200k_base().unwrap(),
            Encoding::Cl100kBase => tiktoken_rs::cl100k_base().unwrap(),
        },
    })
});

impl Pair {
    fn check(&self, text: &str) {
        let expected = self.reference.encode_ordinary(text);
        let ids = self.ours.encode(text);
        let name = self.ours.encoding().name();
        if ids != expected {
            let at = ids.iter().zip(&expected).take_while(|(a, b)| a == b).count();
            let before = self.bytes(&expected[..at]).len();
            let near: String = String::from_utf8_lossy(&text.as_bytes()[before..]).chars().take(60).collect();
            panic!("{name}: token {at} at byte {before} of {} bytes: {near:?}", text.len());
        }
        assert_eq!(self.ours.count(text), expected.len(), "{name}: {text:?}");
    }

    fn bytes(&self, ids: &[u32]) -> Vec<u8> {
        self.reference.decode_bytes(ids).unwrap()
    }

    fn tokens(&self) -> Vec<Vec<u8>> {
        (0..self.ours.encoding().tokens()).map(|rank| self.bytes(&[rank as u32])).collect()
    }
}

fn check(text: &str) {
    PAIRS.iter().for_each(|pair| pair.check(text));
}

fn committed(encoding: Encoding) -> Vec<u8> {
    std::fs::read(crate_dir().join("data").join(encoding.file_name())).unwrap()
}

#[test]
fn the_committed_vocabularies_are_what_the_writer_makes() {
    for pair in &*PAIRS {
        let encoding = pair.ours.encoding();
        let written = writer::write(encoding, &pair.tokens()).unwrap();
        assert!(
            written == committed(encoding),
            "{}: run `cargo run -p beadloom-tokens --example write_vocabulary`",
            encoding.name()
        );
    }
}

#[test]
fn only_a_whole_vocabulary_of_the_encoding_opens() {
    let [encoding, other] = [Encoding::Cl100kBase, Encoding::O200kBase];
    let open = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut file = committed(encoding);
        change(&mut file);
        Tokenizer::open(encoding, file).map(|tokenizer| tokenizer.count("hello world"))
    };
    assert_eq!(open(&|_| {}), Ok(2));
    assert_eq!(Tokenizer::open(other, committed(encoding)).map(|_| ()), Err(OpenError::OtherEncoding));
    for len in [0, 1, 7, 8, 20, 43] {
        assert_eq!(open(&|file| file.truncate(len)), Err(OpenError::NotAVocabulary), "{len} bytes");
    }
    for len in [44, 45, 1_000, committed(encoding).len() - 1] {
        assert_eq!(open(&|file| file.truncate(len)), Err(OpenError::Damaged), "{len} bytes");
    }
    assert_eq!(open(&|file| file.push(0)), Err(OpenError::Damaged));
    let mut next = generator();
    for _ in 0..200 {
        let at = next() % committed(encoding).len();
        let bit = 1 << (next() % 8);
        assert!(open(&|file| file[at] ^= bit).is_err(), "bit {bit} of byte {at}");
    }
    // Sizes that say more than there is, or more than a machine can hold.
    for at in 24..36 {
        assert_eq!(open(&|file| file[at] = 0xff), Err(OpenError::Damaged), "size at byte {at}");
    }
}

#[test]
fn every_token_that_is_text_is_encoded_as_the_reference_does() {
    for pair in &*PAIRS {
        let tokens = pair.tokens();
        let texts: Vec<String> = tokens.iter().flat_map(|bytes| String::from_utf8(bytes.clone())).collect();
        assert!(texts.len() * 100 > tokens.len() * 95);
        texts.iter().for_each(|text| pair.check(text));
    }
}

#[test]
fn edge_cases() {
    const CASES: &[&str] = &[
        "",
        "a",
        " ",
        "\n",
        "\r",
        "hello world",
        "<|endoftext|> <|endofprompt|>",
        // Contractions, also where they are none
        "don't I'm we're they've she'll he'd it's DON'T I'M WE'RE THEY'VE SHE'LL HE'D IT'S",
        "it'sx x'sy 's 't 'l 'lo 'll 'v 've '' ''s a'S b'Ll c'lL d'Re e'vE",
        "it'\u{17f} IT'\u{17f} x'\u{17f}y '\u{17f} a'\u{212a} a\u{2019}s a'",
        "HTTP's HTTP'S Aʰ's ʰ's \u{301}'s A\u{301}'s",
        // Case
        "CamelCase camelCase HTTPServer XMLHttpRequest ABC ABCd aBC ABc iOS McDonald's snake_case SCREAMING_CASE",
        "ǅ ǅx xǅ ǅǅ Aǅb ᾈ ᾈβ ÀÉ Àé éÀ ẞß straße STRASSE",
        "Aʰ AʰB AʰBc ʰA ʰAB ʰABc aʰB ABʰCD ABʰCDʰ ABʰCDʰEF ªA Aª ºB 中A A中 A中B a中B 中a中B中",
        "日本語テキスト 한국어 中文字符 ภาษาไทย हिन्दी العربية עברית ქართული ᲥᲐᲠᲗᲣᲚᲘ Ꭰꭰ",
        // Marks, alone, as prefix and within
        "e\u{301} \u{301} \u{301}a \u{301}A \u{301}AB \u{301}ABc \u{301}\u{301}AB a\u{301}B\u{301}C A\u{301}BC \u{301}ABʰCD",
        "!\u{301} !!\u{301} !\u{301}A !\u{301}a  \u{301}  \u{301}A\n\u{301}x 1\u{301} \u{20dd}A \u{903}A\u{200d}\u{301}",
        // Numbers
        "1 12 123 1234 1234567 12345678901234567890 1a2b 3.14159 1,000,000 0xDEADBEEF ½ Ⅷ ⅧⅧⅧⅧ ٣٤٥٦ 一二三 ①②③④ 1٣½Ⅷ",
        "  1   12 -1 +1 $1 ' 1' a1 1a A1B2",
        // Symbols, slashes, line ends
        "/// // / ///\n//\n/ \n/// comment\n//! doc\r\n/*\n * x\n */ http://a.b/c?d=e&f#g",
        "!\n !\n\n !\r\n/\r\n/ x}\n\n}\n)\n);\n\n\n  foo();\r\n\r\n/\n/a /\na",
        "a.b .a ..a ...a .A ..A .1 (a) ((a)) [\"x\"] {'k': 'v'} -> => :: != <!-- --> ``` ___ ### --- ===",
        "\u{0}\u{1}\u{7f}a \u{0}A\u{80}x\u{feff}BOM \u{fffd} \u{e000} \u{10ffff} \u{378}a \u{ad}x",
        // White space
        "a  b   c    d\te\t\tf \tg\t h",
        "trailing ",
        "trailing  ",
        "trailing\t\n",
        "  leading",
        "\n\n  \n x",
        " \n",
        "\n ",
        "\n  ",
        "\r\n\r\n a\r\n  b\rc\n\rd  \r\n  e",
        "a\u{a0}b\u{a0}\u{a0}c \u{a0}d\u{3000}e\u{2003}\u{2003}f\u{202f}g\u{85}h\u{85}\u{85}i\u{2028}j\u{2029}\u{2029}k\u{1680}l",
        "\u{200b}a \u{180e}b \u{2060}c\u{b}d\u{c}e\u{b}\u{c}\u{1c}f\u{a0}\n\u{a0}\u{3000}\n x \u{a0}!\u{a0}! \u{a0}1",
        "        indented\n    def f(self):\n\t\treturn 1  \n\n\n",
        // A line end within white space, at the end of a text and before it
        "a \n  ",
        "a \n  b",
        "a\n \n \t",
        "!\n \n  ",
        "  \n  x\n\n   y \n ",
        // What is a contraction only in front of letters, or after none
        "'s'S 'ſ 'tis 'twas 'd1 'll' 're! x've'll 'VE'Re \"'m\" ('d) 's\u{301} \u{301}'s !'s ''ll",
        // Emoji
        "👍 👍🏽 👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪🇫🇷 ☺ ☺️ 1️⃣ ❤️a ❤️A 🦀🦀🦀 x🦀y 🦀\n🦀",
    ];
    for text in CASES {
        check(text);
        // The same with something after it, which look-ahead could see.
        for after in [" ", "\n", "x", "X", "\u{301}", "'s", "1", "!"] {
            check(&format!("{text}{after}"));
        }
    }
}

#[test]
fn every_character_is_classified_as_in_the_reference() {
    // Unicode assigns nothing in these planes but for private use: every 257th character stands for those around it.
    let is_plain = |c: char| matches!(u32::from(c) >> 16, 4..=13 | 15..);
    let mut text = String::new();
    for c in ('\0'..=char::MAX).filter(|c| !is_plain(*c) || u32::from(*c) % 257 == 0) {
        // Between cases, after a space, doubled before a word, after a number: what each class does differs.
        text.extend(['A', c, 'b', ' ', c, c, 'B', '1', c, '\n', '\'', c, '!', c, '\n']);
        if text.len() > 1 << 16 {
            check(&text);
            text.clear();
        }
    }
    check(&text);
}

#[test]
fn long_runs() {
    const UNITS: &[&str] = &[
        "a", "A", "ab", "aB", "Ab", " ", "\n", "\t", " \n", "0", "17", "=", "/", "-\n/", "\u{301}", "中",
        "🦀", "é", "ʰA", "\u{301}A", "\u{a0}", "\r\n", "the", " the", "'s", "\0",
    ];
    for unit in UNITS {
        for times in [2, 3, 7, 31, 32, 33, 63, 64, 65, 66, 127, 128, 129, 500, 4_000] {
            check(&unit.repeat(times));
            check(&format!("x {}y", unit.repeat(times)));
        }
    }
}

#[test]
fn long_pieces_of_mixed_letters() {
    // One piece each, of many windows: letters that merge little, that merge much, and whole tokens.
    let mut next = generator();
    let mut texts = Vec::new();
    for alphabet in ["ab", "aeinrst", "abcdefghijklmnopqrstuvwxyz", "éèaа中文"] {
        let letters: Vec<char> = alphabet.chars().collect();
        texts.push((0..40_000).map(|_| letters[next() % letters.len()]).collect::<String>());
    }
    let words = ["the", "tion", "internation", "al", "s", "ly", "counter", "part", "ization", "e"];
    texts.push((0..20_000).map(|_| words[next() % words.len()]).collect());
    texts.push((0..40_000).map(|_| ["=", "-", "*", "/", "=="][next() % 5]).collect());
    texts.push((0..20_000).map(|_| [" ", "\t", "    ", "\u{a0}"][next() % 4]).collect());
    for unit in ["a", "ab", "abc", "=", " ", "the", "\u{301}", "中"] {
        texts.push(unit.repeat(30_000));
    }
    for text in texts {
        check(&text);
        check(&text[text.ceil_char_boundary(1)..]);
    }
}

#[test]
fn a_million_of_the_same_ends() {
    // The reference is slow or gives up here; a million is a multiple of what was compared above.
    let mixed: String =
        (0_u32..1_000_000).map(|i| char::from(b'a' + (i.wrapping_mul(i) >> 7) as u8 % 26)).collect();
    let expected = [
        [("a", 125_000), (" ", 7_813), ("1", 333_334), ("\n", 62_500), ("=", 15_625)],
        [("a", 125_000), (" ", 7_813), ("1", 333_334), ("\n", 31_250), ("=", 15_625)],
    ];
    for (pair, counts) in PAIRS.iter().zip(expected) {
        for (unit, tokens) in counts {
            let name = pair.ours.encoding().name();
            assert_eq!(pair.ours.count(&unit.repeat(1_000_000)), tokens, "{name}: {unit:?}");
        }
        let ids = pair.ours.encode(&mixed);
        assert_eq!(ids.len(), pair.ours.count(&mixed));
        assert!(pair.bytes(&ids) == mixed.as_bytes());
    }
}

#[test]
fn source_and_prose_of_this_repository() {
    let root = crate_dir().join("../..");
    let mut bytes = 0;
    for folder in ["crates", "docs", "src", "__test__"] {
        // The reference takes a second for a megabyte.
        for path in text_files(&root.join(folder)).into_iter().step_by(4) {
            // Other tests may be writing nearby; a file that vanished is none of ours.
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            check(&text);
            check(&text.replace('\n', "\r\n"));
            bytes += text.len();
        }
    }
    assert!(bytes > 20_000, "only {bytes} bytes were found");
}

/// The words and snippets that the random texts are made of: the parts of code, prose and trouble.
const FRAGMENTS: &[&str] = &[
    "the", "The", "THE", " and", "counter", "getUserById", "HTTPServer", "_private", "self", "::", "->", "(",
    ")", " {\n", "}\n\n", ";\n", "    ", "\t", "  ", "\n", "\r\n", " ", ".", ", ", "'s", "'LL", "'", "\"",
    "/", "//", "/// ", "#", "0", "42", "1999", "3.14", "é", "É", "ß", "ǅ", "ʰ", "\u{301}", "\u{20dd}",
    "中文", "日本", "한", "🦀", "👨‍👩‍👧", "\u{a0}", "\u{3000}", "\u{85}", "\u{17f}", "½", "Ⅷ", "٣", "\u{0}",
    "\u{feff}", "İ", "ﬁ", "x", "Q", "zzz",
];

#[test]
fn megabytes_of_generated_text() {
    let mut next = generator();
    // Fragments of code and prose; printable ASCII; any characters; bytes made text.
    let mut fragments = String::new();
    while fragments.len() < 1 << 20 {
        fragments.push_str(FRAGMENTS[next() % FRAGMENTS.len()]);
    }
    check(&fragments);
    let ascii: String = (0..1 << 20).map(|_| char::from(b' ' + (next() % 95) as u8)).collect();
    check(&ascii);
    let any: String = (0..1 << 18).filter_map(|_| char::from_u32((next() % 0x11_0000) as u32)).collect();
    check(&any);
    let low: String = (0..1 << 18).filter_map(|_| char::from_u32((next() % 0x3000) as u32)).collect();
    check(&low);
    let bytes: Vec<u8> = (0..1 << 19).map(|_| next() as u8).collect();
    check(&String::from_utf8_lossy(&bytes));
    // Words of random letters are mostly merged, not found whole.
    let words: String = (0..1 << 19)
        .map(|_| if next() < 1 << 28 { ' ' } else { char::from(b'a' + (next() % 26) as u8) })
        .collect();
    check(&words);
}

#[test]
fn random_texts() {
    let texts = prop_oneof![
        ".*",
        "\\PC{0,80}",
        "[ -~\\n\\t]{0,120}",
        "[a-zA-Z' \u{301}ʰǅ]{0,40}",
        "[\\s/!A1a]{0,40}",
        vec(any::<u8>(), 0..120).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        vec(proptest::sample::select(FRAGMENTS), 0..40).prop_map(|parts| parts.concat()),
    ];
    let config = Config { cases: 4_000, failure_persistence: None, ..Config::default() };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    TestRunner::new_with_rng(config, rng)
        .run(&texts, |text| {
            for Pair { ours, reference } in &*PAIRS {
                prop_assert_eq!(ours.encode(&text), reference.encode_ordinary(&text));
                prop_assert_eq!(ours.count(&text), reference.count_ordinary(&text));
            }
            Ok(())
        })
        .unwrap();
}

/// The same numbers below 2^31 on every run (a linear congruential generator with Knuth's constants).
fn generator() -> impl FnMut() -> usize {
    let mut state = 0x0123_4567_89ab_cdef_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    }
}

fn crate_dir() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sources and documents under `folder`, sorted; nothing if the folder does not exist.
fn text_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() && path.file_name().is_none_or(|name| name != "node_modules") {
            files.extend(text_files(&path));
        } else if matches!(
            extension,
            Some("rs" | "md" | "ts" | "sql" | "toml" | "json" | "py" | "go" | "java" | "yml")
        ) {
            files.push(path);
        }
    }
    files
}
