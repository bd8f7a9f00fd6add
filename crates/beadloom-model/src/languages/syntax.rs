//! How languages write comments and strings.

/// How a language writes what is no code. [`Lexer`](super::Lexer) reads by it.
#[derive(Debug)]
pub struct Syntax {
    /// Begin a comment that ends with its line.
    pub line_comments: &'static [&'static str],
    /// What begins like such a comment and is none: an attribute of PHP.
    pub not_comments: &'static [&'static str],
    /// Begin and end of a comment.
    pub block_comments: &'static [(&'static str, &'static str)],
    /// Comments stand within comments.
    pub nested_comments: bool,
    /// Begin and end of a string that documents what it stands in or before.
    pub documentation: &'static [(&'static str, &'static str)],
    /// A `#` that begins a line is for the compiler, to the end of the line.
    pub directives: bool,
    /// Forms of strings; a longer opening before its beginning.
    pub strings: &'static [StringForm],
    /// `'` stands around one character, or alone.
    pub characters: bool,
    /// One letter or two right before a string belong to it: `b"…"`.
    pub prefixes: bool,
    /// `r#"…"#`, with any number of `#`.
    pub raw_strings: bool,
    /// `$` and `@` before a string: code between braces in it, quotes doubled. `@` before a name is no part of it. Three quotes
    /// or more end with as many.
    pub marked_strings: bool,
    /// `<<<NAME`, up to a line of the name.
    pub heredocs: bool,
    /// Letters before a string that make it one with code between braces.
    pub formats: &'static [char],
    /// Names stand between backticks, too.
    pub quoted_names: bool,
    /// Signs that are parts of names.
    pub name_signs: &'static [char],
    /// What code begins after, in a text that is none by itself; empty where all is code.
    pub code_begins: &'static [&'static str],
    /// What such code ends at.
    pub code_ends: &'static str,
}

/// A form of strings.
#[derive(Debug, PartialEq, Eq)]
pub struct StringForm {
    /// What begins it.
    pub open: &'static str,
    /// What ends it.
    pub close: &'static str,
    /// It goes on over lines. Any other is read to the end of its line at most, so that one quote too many costs a line.
    pub lines: bool,
    /// A backslash takes away the meaning of what follows.
    pub escapes: bool,
    /// What begins code within: `#{`, `${`, or `$` for a name as well.
    pub code: &'static str,
}

const LINE: StringForm = StringForm { open: "\"", close: "\"", lines: false, escapes: true, code: "" };

impl StringForm {
    /// `"…"` on one line.
    pub const DOUBLE: Self = LINE;
    /// `'…'` on one line.
    pub const SINGLE: Self = Self { open: "'", close: "'", ..LINE };
    /// `"""…"""`, over lines.
    pub const LONG: Self = Self { open: "\"\"\"", close: "\"\"\"", lines: true, escapes: false, code: "" };
    /// `'''…'''`, over lines.
    pub const LONG_SINGLE: Self = Self { open: "'''", close: "'''", ..Self::LONG };
}

impl Syntax {
    /// `//`, `/* */`, `"…"`.
    pub const PLAIN: Self = Self {
        line_comments: &["//"],
        not_comments: &[],
        block_comments: &[("/*", "*/")],
        nested_comments: false,
        documentation: &[],
        directives: false,
        strings: &[StringForm::DOUBLE],
        characters: true,
        prefixes: true,
        raw_strings: false,
        marked_strings: false,
        heredocs: false,
        formats: &[],
        quoted_names: false,
        name_signs: &[],
        code_begins: &[],
        code_ends: "",
    };

    /// `#` comments, `"…"` and `'…'`.
    pub const HASH: Self = Self {
        line_comments: &["#"],
        block_comments: &[],
        strings: &[StringForm::DOUBLE, StringForm::SINGLE],
        characters: false,
        ..Self::PLAIN
    };
}
