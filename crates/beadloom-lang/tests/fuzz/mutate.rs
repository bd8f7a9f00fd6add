//! From a fixture to something that no fixture is.

use crate::fuzz::corpus::Corpus;
use crate::fuzz::random::Random;

/// No text grows beyond this but the giant ones (bytes).
const USUAL: usize = 64 << 10;
/// The giant ones (bytes).
const GIANT: usize = 1 << 20;

/// What opens, closes, quotes, escapes, or begins a comment in one language or another.
const SIGNS: &[&str] = &[
    "(", ")", "[", "]", "{", "}", "<", ">", "\"", "'", "`", "\"\"\"", "'''", "\\", "\\\n", "/*", "*/", "//",
    "#", "--", "--[[", "]]", "[==[", "{-", "-}", "<!--", "-->", "<?php", "?>", "<script>", "</script>",
    "<script lang=\"ts\">", "${", "#{", "$(", "$((", "@", "@[", "#[", "#!", "#!/", "<<EOF\n", "<<~X\n",
    "\nEOF\n", "<<<'X'\n", "%w[", "%{", "~S\"", "=", "=>", "->", "::", ":", ";", ",", ".", "..", "...", "?",
    "?.", "!", "&", "|", "||", "*", "**", "^", "~", "%", "\\u{", "r#\"", "\"#", "r\"", "f\"", "{{", "}}",
    "__DATA__\n", "__END__\n", "=begin\n", "\n=end\n", "#if 0\n", "\n#endif\n", "#define X ",
    "beadloom:domain=", "// beadloom:feature=a b=c\n", "# beadloom:domain=x\n",
];

/// Characters that text handling stumbles over: ends of lines that are none, marks, wide ones, invisible ones.
const CHARACTERS: &[&str] = &[
    "\0", "\u{1}", "\t", "\r", "\r\n", "\n\r", "\u{b}", "\u{c}", "\u{1b}[2J", "\u{7f}", "\u{85}", "\u{a0}",
    "\u{ad}", "\u{300}", "\u{feff}", "\u{200b}", "\u{200d}", "\u{2028}", "\u{2029}", "\u{202e}", "\u{3000}",
    "\u{fffd}", "é", "ß", "ſ", "İ", "界", "𝒳", "🧵", "👩‍👩‍👧", "\u{e0001}", "\u{10ffff}", "ﬁ", "٣", "Ⅷ",
];

/// A text to be read as the language at `of`.
pub fn text(corpus: &Corpus, of: usize, random: &mut Random) -> String {
    let most = if random.once_in(250) { GIANT } else { USUAL };
    let mut text = match random.below(12) {
        0 => random_bytes(random),
        1 => random_words(corpus, of, random),
        2 => corpus.any_text(random).to_owned(),
        _ => corpus.text(of, random).to_owned(),
    };
    for _ in 0..random.below(5) {
        text = change(corpus, of, random, &text, most);
        cut(&mut text, most);
    }
    text
}

fn change(corpus: &Corpus, of: usize, random: &mut Random, text: &str, most: usize) -> String {
    match random.below(16) {
        0 => lossy(&text.as_bytes()[..random.below(text.len() + 1)]),
        1 => lossy(&text.as_bytes()[random.below(text.len() + 1)..]),
        2 => splice(text, corpus.text(of, random), random),
        3 => splice(text, corpus.any_text(random), random),
        4 => within_lines(text, random, |lines, random| lines.repeat(1 + random.below(200))),
        5 => nest(text, random, most),
        6 => flip_bytes(text, random),
        7 => insert(text, random, |random| (*random.pick(CHARACTERS)).to_owned()),
        8 => insert(text, random, |random| (*random.pick(SIGNS)).to_owned()),
        9 => insert(text, random, |random| corpus.word(of, random).to_owned()),
        10 => deep(text, corpus, of, random, most),
        11 => one_line(text, random, most),
        12 => other_ends_of_lines(text, random),
        13 => within_lines(text, random, |_, _| String::new()),
        14 => exchange_words(corpus, of, text, random),
        _ => indent(text, random),
    }
}

/// The beginning of one and the end of the other.
fn splice(a: &str, b: &str, random: &mut Random) -> String {
    let from = random.below(b.len() + 1);
    let to = if random.once_in(2) {
        // What is left of a definition goes on with the whole of another file.
        0
    } else {
        from
    };
    lossy(&[&a.as_bytes()[..random.below(a.len() + 1)], &b.as_bytes()[to..]].concat())
}

/// Some neighbouring lines become something else.
fn within_lines(text: &str, random: &mut Random, change: impl FnOnce(&str, &mut Random) -> String) -> String {
    let (from, to) = some_lines(text, random);
    let changed = change(&text[from..to], random);
    format!("{}{changed}{}", &text[..from], &text[to..])
}

fn some_lines(text: &str, random: &mut Random) -> (usize, usize) {
    let mut starts: Vec<usize> = vec![0];
    starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    let first = random.below(starts.len());
    let last = (first + 1 + random.below(12)).min(starts.len());
    (starts[first], starts.get(last).copied().unwrap_or(text.len()))
}

/// Lines within themselves, many levels deep.
fn nest(text: &str, random: &mut Random, most: usize) -> String {
    let (from, to) = some_lines(text, random);
    let lines = &text[from..to];
    let middle = floor(lines, random.below(lines.len() + 1));
    let times = (1 + random.below(400)).min(most / lines.len().max(1));
    let (before, after) = lines.split_at(middle);
    format!("{}{}{}{}", &text[..from], before.repeat(times), after.repeat(times), &text[to..])
}

/// One short thing, thousands of times: brackets, words, what ends a statement.
fn deep(text: &str, corpus: &Corpus, of: usize, random: &mut Random, most: usize) -> String {
    let unit: String = (0..=random.below(3))
        .map(|_| if random.once_in(2) { *random.pick(SIGNS) } else { corpus.word(of, random) })
        .collect::<Vec<_>>()
        .join(if random.once_in(2) { " " } else { "" });
    let times = random.below(20_000).min(most / unit.len().max(1));
    let at = floor(text, random.below(text.len() + 1));
    format!("{}{}{}", &text[..at], unit.repeat(times), &text[at..])
}

/// The whole on one line, over and over.
fn one_line(text: &str, random: &mut Random, most: usize) -> String {
    let line = text.replace(['\n', '\r'], if random.once_in(2) { " " } else { "" });
    let times = if random.once_in(4) { most / line.len().max(1) } else { 1 };
    line.repeat(times.clamp(1, 2000))
}

fn flip_bytes(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(20) {
        let at = random.below(bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            *byte = random_byte(random);
        }
    }
    lossy(&bytes)
}

fn insert(text: &str, random: &mut Random, what: impl Fn(&mut Random) -> String) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(12) {
        let at = floor(&text, random.below(text.len() + 1));
        text.insert_str(at, &what(random));
    }
    text
}

fn exchange_words(corpus: &Corpus, of: usize, text: &str, random: &mut Random) -> String {
    let often = 2 + random.below(40);
    let word = |word: &str, random: &mut Random| {
        if random.once_in(often) { corpus.word(of, random).to_owned() } else { word.to_owned() }
    };
    text.split_inclusive(char::is_whitespace)
        .map(|piece| {
            let kept = piece.trim_end();
            word(kept, random) + &piece[kept.len()..]
        })
        .collect()
}

fn other_ends_of_lines(text: &str, random: &mut Random) -> String {
    let end = *random.pick(&["\r\n", "\r", "\n\n", "\u{2028}", "\n\u{feff}", " \\\n", "\u{c}\n"]);
    text.replace('\n', end)
}

fn indent(text: &str, random: &mut Random) -> String {
    text.split_inclusive('\n')
        .map(|line| match random.below(6) {
            0 => format!("    {line}"),
            1 => format!("\t{line}"),
            2 => line.trim_start_matches([' ', '\t']).to_owned(),
            _ => line.to_owned(),
        })
        .collect()
}

fn random_bytes(random: &mut Random) -> String {
    let bytes: Vec<u8> = (0..random.below(2000)).map(|_| random_byte(random)).collect();
    lossy(&bytes)
}

fn random_byte(random: &mut Random) -> u8 {
    u8::try_from(random.below(256)).unwrap_or(0)
}

fn random_words(corpus: &Corpus, of: usize, random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.below(600) {
        let word = match random.below(6) {
            0 => *random.pick(SIGNS),
            1 => *random.pick(CHARACTERS),
            _ => corpus.word(of, random),
        };
        text.push_str(word);
        let gap = *random.pick(&[" ", " ", " ", "\n", "", "\n    "]);
        text.push_str(gap);
    }
    text
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The nearest place at or before `at` where a character begins.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn cut(text: &mut String, most: usize) {
    text.truncate(floor(text, most));
}
