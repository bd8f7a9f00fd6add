//! Small scanners for manifests that are programs or XML. They find what is stated plainly and nothing else.

/// A value of the direct children of an XML document's root element, by name; the first counts. Linear, keeps
/// no tree, and ignores attributes, comments and what does not close.
pub(super) fn xml_root_child<'a>(text: &'a str, wanted: &str) -> Option<&'a str> {
    let mut depth = 0usize;
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let tag = rest.get(start + 1..)?;
        if let Some(comment) = tag.strip_prefix("!--") {
            rest = comment.get(comment.find("-->")? + 3..)?;
            continue;
        }
        let end = tag.find('>')?;
        let (inside, after) = (tag.get(..end)?, tag.get(end + 1..)?);
        rest = after;
        if inside.starts_with(['?', '!']) || inside.ends_with('/') {
            continue;
        }
        if inside.starts_with('/') {
            depth = depth.saturating_sub(1);
            continue;
        }
        let name = inside.split_whitespace().next().unwrap_or("");
        if depth == 1 && name == wanted {
            let value = after.get(..after.find('<')?)?.trim();
            return (!value.is_empty() && !value.contains("${")).then_some(value);
        }
        depth += 1;
    }
    None
}

/// The text of the first element of this name, wherever it stands.
pub(super) fn xml_anywhere<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let open = format!("<{name}>");
    let after = text.get(text.find(&open)? + open.len()..)?;
    let value = after.get(..after.find('<')?)?.trim();
    (!value.is_empty()).then_some(value)
}

/// The string that a line gives to `key`: `name = "x"`, `name: 'x'`, `:name => "x"`, `spec.name = "x"`. The
/// first such line counts; a computed value gives nothing.
pub(super) fn assigned<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let line = line.trim_start();
        if line.starts_with(['#', '/']) {
            return None;
        }
        let at = line.find(key)?;
        let before = line.get(..at)?.chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let rest = line.get(at + key.len()..)?.trim_start();
        let rest = ["=>", "=", ":"].iter().find_map(|sign| rest.strip_prefix(sign))?.trim_start();
        quoted(rest)
    })
}

/// The string literal with which the text begins.
pub(super) fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| *c == '"' || *c == '\'')?;
    let inside = text.get(1..)?;
    let value = inside.get(..inside.find(quote)?)?.trim();
    (!value.is_empty() && !value.contains("${")).then_some(value)
}

/// The value of `key` in a section of an INI file, on one line.
pub(super) fn ini_value<'a>(text: &'a str, section: &str, key: &str) -> Option<&'a str> {
    let mut inside = false;
    for line in text.lines() {
        let trimmed = line.trim();
        if let Some(name) = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            inside = name.trim() == section;
        } else if inside
            && let Some((name, value)) = trimmed.split_once('=')
            && name.trim() == key
        {
            let value = value.trim();
            return (!value.is_empty() && !value.starts_with("attr:") && !value.starts_with("file:"))
                .then_some(value);
        }
    }
    None
}
