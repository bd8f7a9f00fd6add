//! List files of CMake as commands with their arguments.

/// The commands of a list file with their arguments, unquoted.
pub(super) fn commands(text: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = skip_blank(rest);
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            if let Some(open) = after.trim_start().strip_prefix('(').filter(|_| !name.is_empty()) {
                let (arguments, after) = arguments(open);
                rest = after;
                return Some((name, arguments));
            }
            let mut chars = after.chars();
            chars.next()?;
            rest = chars.as_str();
        }
    })
}

fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix('#') {
        rest = comment.find('\n').map_or("", |end| comment.get(end..).unwrap_or("")).trim_start();
    }
    rest
}

/// Arguments up to the bracket that closes a command, and what follows.
fn arguments(text: &str) -> (Vec<&str>, &str) {
    let mut found = Vec::new();
    let mut rest = text;
    let mut depth = 0usize;
    loop {
        rest = skip_blank(rest);
        let mut chars = rest.chars();
        match chars.next() {
            None => return (found, ""),
            Some(')') if depth == 0 => return (found, chars.as_str()),
            Some('(') => {
                depth += 1;
                rest = chars.as_str();
            }
            Some(')') => {
                depth -= 1;
                rest = chars.as_str();
            }
            Some('"') => {
                let quoted = chars.as_str();
                let end = quoted.find('"').unwrap_or(quoted.len());
                found.extend(quoted.get(..end));
                rest = quoted.get(end + 1..).unwrap_or("");
            }
            Some(_) => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '#'))
                    .unwrap_or(rest.len());
                found.extend(rest.get(..end));
                rest = rest.get(end.max(1)..).unwrap_or("");
            }
        }
    }
}
