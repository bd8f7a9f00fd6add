//! How long functions are.

/// Lines of code that a function may have: blank lines and comments do not count.
pub const MAX_LINES: usize = 80;

/// Functions of a file that are longer, with the line they begin at and how many lines they have. `lines`: as many of the
/// file are looked at.
pub fn long_functions(text: &str, lines: usize) -> Vec<(usize, String, usize)> {
    let lines: Vec<&str> = text.lines().take(lines).collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = function(line) else { continue };
        let margin = &line[..line.len() - line.trim_start().len()];
        // As rustfmt writes it: the body opens at the end of a line, and closes below the first word.
        let Some(opens) = (at..lines.len()).find(|at| lines[*at].ends_with(['{', ';', '}'])) else {
            continue;
        };
        if !lines[opens].ends_with('{') {
            continue;
        }
        let closes = |line: &&&str| line.strip_prefix(margin) == Some("}");
        let body = lines[opens + 1..].iter().take_while(|line| !closes(line));
        let is_code = |line: &&&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
        let count = body.filter(is_code).count();
        if count > MAX_LINES {
            found.push((at + 1, name.to_owned(), count));
        }
    }
    found
}

/// The name of the function that a line begins.
fn function(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("fn ")?;
    let words = before.trim_start();
    let is_head = words.split_whitespace().all(|word| {
        word.starts_with("pub")
            || matches!(word, "const" | "async" | "unsafe" | "extern" | "\"C\"" | "default")
            || word.ends_with(')')
    });
    let end = after.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    (is_head && end > 0).then(|| &after[..end])
}

#[test]
fn a_long_function_is_found() {
    let of = |head: &str, margin: &str, count: usize| {
        let body = format!("{margin}    work();\n{margin}    // why\n\n").repeat(count);
        format!("{margin}{head} {{\n{body}{margin}}}\n")
    };
    for (text, expected) in [
        (of("fn a()", "", MAX_LINES), 0),
        (of("fn a()", "", MAX_LINES + 1), 1),
        (of("pub(crate) const fn a<T>(x: T) -> T", "    ", MAX_LINES + 1), 1),
        (of("fn a(\n    x: u8,\n)", "", MAX_LINES + 1), 1),
        (of("impl A", "", MAX_LINES + 1), 0),
        (format!("{}{}", of("fn a()", "", 50), of("fn b()", "", 50)), 0),
        ("trait A {\n    fn a(&self);\n}\n".to_owned(), 0),
    ] {
        assert_eq!(long_functions(&text, usize::MAX).len(), expected, "{text}");
    }
}
