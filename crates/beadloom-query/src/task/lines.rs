//! What lines of code do, and what of a task they hold: each is looked at once.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::search::words::{Profile, Words};

/// Bytes of a line in which it is seen what the line does.
const MAX_LINE_BYTES: usize = 400;

/// Bytes of a line in which words are looked for.
const MAX_WORDS_BYTES: usize = 1_000;

/// Share of lines that import, from which on lines tell nothing else.
const IMPORTS_SHARE: f64 = 0.7;

const BRANCHES: &[&str] = &[
    "if", "elif", "elsif", "unless", "else", "for", "foreach", "while", "switch", "match", "case", "when",
    "catch", "except", "rescue", "guard", "cond", "until", "loop",
];
const IMPORTS: &[&str] = &[
    "import ", "from ", "using ", "use ", "#include", "package ", "require", "namespace ", "alias ",
    "@import", "open ",
];
const COMMENTS: &[&str] = &["//", "/*", "*", "#", "--", "<!--", "\"\"\"", ";;", "%"];

/// How much of what lines hold, in numbers.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    /// Lines that are not blank.
    pub lines: usize,
    /// Words that branch or repeat.
    pub branches: usize,
    /// Names with a bracket behind.
    pub calls: usize,
    /// Pairs of quotes.
    pub literals: usize,
    /// Lines that import.
    pub imports: usize,
    /// Lines of comments.
    pub comments: usize,
}

/// What lines say.
pub(super) struct Told<'a> {
    pub shape: Shape,
    /// What of the task they hold.
    pub profile: Profile,
    /// The names of definitions in them, outside comments.
    pub names: FxHashSet<&'a str>,
}

/// What a name says wherever it stands.
struct Meaning<'a> {
    /// The words of the task that it holds.
    terms: Box<[u16]>,
    is_branch: bool,
    /// The definition of that name.
    known: Option<&'a str>,
}

/// Names that were met: texts have most of them in common.
struct Meanings<'a> {
    known: FxHashSet<&'a str>,
    /// Places of names in `all`.
    met: FxHashMap<Box<str>, usize>,
    all: Vec<Meaning<'a>>,
}

impl<'a> Meanings<'a> {
    /// Calls `take` with what a name says.
    fn of(&mut self, name: &str, words: &mut Words, take: impl FnOnce(&Meaning<'a>)) {
        let at = match self.met.get(name) {
            Some(at) => *at,
            None => {
                let (terms, known) = (words.terms_of(name), self.known.get(name).copied());
                self.all.push(Meaning { terms, is_branch: BRANCHES.contains(&name), known });
                self.met.insert(name.into(), self.all.len() - 1);
                self.all.len() - 1
            }
        };
        if let Some(meaning) = self.all.get(at) {
            take(meaning);
        }
    }
}

/// Reads lines.
pub(super) struct LineReader<'a> {
    meanings: Meanings<'a>,
    /// The words of the task in every line, line after line, and where those of each end.
    terms: Vec<u16>,
    ends: Vec<usize>,
}

impl<'a> LineReader<'a> {
    /// `known`: names of definitions.
    pub fn new(known: FxHashSet<&'a str>) -> Self {
        let meanings = Meanings { known, met: FxHashMap::default(), all: Vec::new() };
        Self { meanings, terms: Vec::new(), ends: Vec::new() }
    }

    pub fn read(&mut self, text: &[&str], words: &mut Words) -> Told<'a> {
        let Self { meanings, terms, ends } = self;
        let mut shape = Shape::default();
        let mut names = FxHashSet::default();
        terms.clear();
        ends.clear();
        for line in text {
            let whole = cut(line, MAX_WORDS_BYTES);
            let begin = cut(line, MAX_LINE_BYTES);
            let is_code = shape.count(begin);
            let is_short = begin.len() == whole.len();
            beadloom_words::each_name(whole, &mut |name| {
                meanings.of(name, words, |meaning| {
                    terms.extend_from_slice(&meaning.terms);
                    if is_code && is_short {
                        shape.add(meaning, &mut names);
                    }
                });
            });
            if is_code && !is_short {
                beadloom_words::each_name(begin, &mut |name| {
                    meanings.of(name, words, |meaning| shape.add(meaning, &mut names));
                });
            }
            ends.push(terms.len());
        }
        let profile = words.profile(terms, ends);
        Told { shape, profile, names }
    }
}

impl Shape {
    /// Counts what a line does, but for its names. Returns whether these count: not in a comment.
    fn count(&mut self, line: &str) -> bool {
        let trimmed = line.trim_start();
        if trimmed.is_empty() {
            return false;
        }
        self.lines += 1;
        if is_comment(trimmed) {
            self.comments += 1;
            return false;
        }
        self.imports += usize::from(begins_with(trimmed, IMPORTS));
        let mut before = b' ';
        let mut quotes = 0;
        for byte in line.bytes() {
            match byte {
                b'(' => self.calls += usize::from(before.is_ascii_alphanumeric() || before == b'_'),
                b'"' | b'\'' | b'`' => quotes += 1,
                _ => {}
            }
            before = byte;
        }
        self.literals += quotes / 2;
        true
    }

    /// Counts a name.
    fn add<'a>(&mut self, name: &Meaning<'a>, names: &mut FxHashSet<&'a str>) {
        if name.is_branch {
            self.branches += 1;
        } else if let Some(known) = name.known {
            names.insert(known);
        }
    }
}

fn cut(line: &str, most: usize) -> &str {
    &line[..line.floor_char_boundary(most)]
}

/// Whether a line begins with one of these. Most lines begin with another letter.
fn begins_with(line: &str, marks: &[&str]) -> bool {
    let first = line.as_bytes().first();
    marks.iter().any(|mark| mark.as_bytes().first() == first && line.starts_with(mark))
}

/// Whether a line, from its first letter on, is one of a comment.
pub(super) fn is_comment(line: &str) -> bool {
    begins_with(line, COMMENTS)
}

/// Whether nothing but comments and brackets stands in lines. `#include` and `#[test]` say something.
pub(super) fn are_silent(text: &[&str]) -> bool {
    let says = |line: &str| {
        let is_marked = line
            .strip_prefix('#')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '['));
        line.contains(char::is_alphanumeric) && (is_marked || !is_comment(line))
    };
    !text.iter().any(|line| says(line.trim()))
}

/// Whether hardly anything but statements that import stands in lines, however many lines each has.
pub(super) fn are_imports(text: &[&str]) -> bool {
    let (mut imports, mut all) = (0u32, 0u32);
    // What ends the statement that goes on.
    let mut until: Option<char> = None;
    for line in text.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        if until.is_none() && is_comment(line) && !line.starts_with("#include") {
            continue;
        }
        all += 1;
        match until {
            Some(end) => {
                imports += 1;
                if line.contains(end) {
                    until = None;
                }
            }
            None if begins_with(line, IMPORTS) => {
                imports += 1;
                let open = [('{', '}'), ('(', ')')]
                    .into_iter()
                    .find(|(open, close)| line.contains(*open) && !line.contains(*close));
                until = open.map(|(_, close)| close);
            }
            None => {}
        }
    }
    all > 0 && f64::from(imports) >= IMPORTS_SHARE * f64::from(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_of_many_lines_are_imports() {
        for (text, is_it) in [
            ("import os\nfrom a import (\n    b,\n    c,\n)", true),
            ("import {\n  A,\n  B,\n} from 'x';\nimport y from 'y';", true),
            ("// what it is\n#include <a.h>\n#include \"b.h\"", true),
            ("use std::fs;\nuse crate::{\n    a,\n};\nstatic A: u8 = 1;", true),
            ("import os\nA = 1\nB = 2", false),
            ("export default Page;", false),
            ("", false),
        ] {
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(are_imports(&lines), is_it, "{text}");
        }
    }

    #[test]
    fn licences_and_closing_lines_say_nothing() {
        for (text, is_it) in [
            ("/*\n * Copyright\n */", true),
            ("# All rights\n\n# reserved", true),
            ("    }\n}", true),
            ("#define SIZE 3", false),
            ("// why\nstart();", false),
        ] {
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(are_silent(&lines), is_it, "{text}");
        }
    }

    #[test]
    fn what_lines_do_is_counted() {
        let mut shape = Shape::default();
        for line in ["use a::b;", "", "// call(x)", "  foo(bar('x'), \"y\") + (1)", "# if"] {
            shape.count(line);
        }
        let expected = Shape { lines: 4, branches: 0, calls: 2, literals: 2, imports: 1, comments: 2 };
        assert_eq!(shape, expected);
    }
}
