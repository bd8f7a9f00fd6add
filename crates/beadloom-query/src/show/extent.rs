//! Where a definition begins for a reader: at the comment that documents it.

use beadloom_model::LanguageId;
use beadloom_model::languages::Syntax;

use super::FileNow;

/// Lines of a comment above a definition, at most.
const MAX_COMMENT_LINES: u32 = 200;

/// The first line of the comment that ends right above a line, else that line.
pub(super) fn documented(file: &FileNow, first: u32) -> u32 {
    let language = file.language.as_deref().and_then(LanguageId::parse);
    let syntax = language.map_or(&Syntax::PLAIN, |language| &language.facts().syntax);
    let from = first.saturating_sub(MAX_COMMENT_LINES).max(1);
    let above = file.lines(from, first.saturating_sub(1));
    let mut begin = first;
    let mut in_block = false;
    for (line, at) in above.iter().rev().zip((from..first).rev()) {
        let line = line.trim();
        if in_block || closes(line, syntax) {
            begin = at;
            in_block = !opens(line, syntax);
        } else if is_comment(line, syntax) {
            begin = at;
        } else {
            break;
        }
    }
    // A block whose beginning is out of sight says nothing about where the comment begins.
    if in_block { first } else { begin }
}

fn is_comment(line: &str, syntax: &Syntax) -> bool {
    let begins = |mark: &&str| line.starts_with(*mark);
    // A directive of an interpreter documents nothing.
    syntax.line_comments.iter().any(begins)
        && !syntax.not_comments.iter().any(begins)
        && !line.starts_with("#!")
}

/// Whether a comment of several lines, or a string that documents, ends at the end of a line.
fn closes(line: &str, syntax: &Syntax) -> bool {
    syntax.block_comments.iter().any(|(_, close)| line.ends_with(close))
        || stands_before(syntax).any(|(_, close)| line == close)
}

/// Whether it begins in a line.
fn opens(line: &str, syntax: &Syntax) -> bool {
    syntax.block_comments.iter().any(|(open, _)| line.contains(open))
        || stands_before(syntax).any(|(open, _)| line.ends_with(open))
}

/// Strings that document what follows them; others stand within what they document.
fn stands_before(syntax: &Syntax) -> impl Iterator<Item = (&'static str, &'static str)> {
    syntax.documentation.iter().copied().filter(|(open, _)| open.starts_with('@'))
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
