//! Where a definition begins for a reader: at the comment that documents it.

use super::FileNow;

/// Lines of a comment above a definition, at most.
const MAX_ABOVE: u32 = 200;

/// Languages in which a line that begins with `#` is a comment.
const HASH: &[&str] = &["bash", "elixir", "graphql", "php", "python", "ruby", "toml", "yaml"];

/// Languages in which a line that begins with `--` is one.
const DASHES: &[&str] = &["haskell", "lua", "sql"];

/// The first line of the comment that ends right above a line, else that line.
pub(super) fn documented(file: &FileNow, first: u32) -> u32 {
    let language = file.language.as_deref().unwrap_or("");
    let from = first.saturating_sub(MAX_ABOVE).max(1);
    let above = file.lines(from, first.saturating_sub(1));
    let mut begin = first;
    let mut in_block = false;
    for (line, at) in above.iter().rev().zip((from..first).rev()) {
        let line = line.trim();
        if in_block || closes(line, language) {
            begin = at;
            in_block = !opens(line, language);
        } else if is_comment(line, language) {
            begin = at;
        } else {
            break;
        }
    }
    // A block whose beginning is out of sight says nothing about where the comment begins.
    if in_block { first } else { begin }
}

fn is_comment(line: &str, language: &str) -> bool {
    let marked = |mark: &str, languages: &[&str]| line.starts_with(mark) && languages.contains(&language);
    let slashes =
        line.starts_with("//") && !HASH.contains(&language) || language == "php" && line.starts_with("//");
    // A directive of an interpreter documents nothing.
    slashes || (marked("#", HASH) && !line.starts_with("#!")) || marked("--", DASHES)
}

/// Whether a block comment ends at the end of a line.
fn closes(line: &str, language: &str) -> bool {
    !HASH.contains(&language) && line.ends_with("*/")
        || language == "php" && line.ends_with("*/")
        || language == "haskell" && line.ends_with("-}")
        || language == "elixir" && line == "\"\"\""
}

/// Whether it begins in a line.
fn opens(line: &str, language: &str) -> bool {
    match language {
        "haskell" => line.contains("{-"),
        "elixir" => line.starts_with('@') && line.ends_with("\"\"\""),
        _ => line.contains("/*"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_right_above_belongs_to_the_definition() {
        for (language, text, first, begin) in [
            ("rust", "use a;\n\n/// One.\n// Two.\nfn x() {}", 5, 3),
            ("rust", "/// One.\n\nfn x() {}", 3, 3),
            ("typescript", "let a = 1; /* b */\n/**\n * Doc.\n */\nfunction x() {}", 5, 1),
            ("typescript", "let a = 1;\n/**\n * Doc.\n */\nfunction x() {}", 5, 2),
            ("typescript", "a */\nfunction x() {}", 2, 2),
            ("python", "import a\n# One\n# Two\ndef x():\n    pass", 4, 2),
            ("python", "#!/usr/bin/env python\ndef x():\n    pass", 2, 2),
            ("c", "#define A 1\nint x(void) {}", 2, 2),
            ("cpp", "#if 1\n// Doc\nint x() {}", 3, 2),
            ("elixir", "  @doc \"\"\"\n  Doc.\n  \"\"\"\n  def x do\n  end", 4, 1),
            ("lua", "-- Doc\nfunction x() end", 2, 1),
            ("haskell", "{- Doc\n-}\nx = 1", 3, 1),
            ("go", "// X does.\nfunc X() {}", 2, 1),
            ("go", "func X() {}", 1, 1),
        ] {
            let file = FileNow {
                path: String::new(),
                language: Some(language.to_owned()),
                text: text.to_owned(),
                changed: None,
            };
            assert_eq!(documented(&file, first), begin, "{language}: {text}");
        }
    }
}
