//! Elixir: `defmodule`, which may stand in another one.

use beadloom_model::Declared;

use super::spaces::Spaces;

/// What makes a module of a name.
const WORDS: &[&str] = &["defmodule", "defprotocol"];

/// Modules by their full names; what they hold is imported as a whole.
pub(super) fn read(text: &str) -> Vec<Declared> {
    let mut spaces = Spaces::default();
    // Modules around, each with the indentation of its line.
    let mut around: Vec<(usize, String)> = Vec::new();
    let mut heredoc: Option<&str> = None;
    for line in text.lines() {
        let trimmed = line.trim_start();
        if let Some(quotes) = heredoc {
            if trimmed.starts_with(quotes) {
                heredoc = None;
            }
            continue;
        }
        for quotes in ["\"\"\"", "'''"] {
            if line.matches(quotes).count() % 2 == 1 {
                heredoc = Some(quotes);
            }
        }
        let Some((word, rest)) = trimmed.split_once(' ') else { continue };
        if !WORDS.contains(&word) {
            continue;
        }
        let name = rest.trim_start().split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_'))).next();
        let Some(name) = name.filter(|name| name.starts_with(char::is_uppercase)) else { continue };
        let indent = line.len() - trimmed.len();
        around.retain(|(outer, _)| *outer < indent);
        let name = match around.last() {
            Some((_, outer)) => format!("{outer}.{name}"),
            None => name.to_owned(),
        };
        spaces.open(name.clone());
        around.push((indent, name));
    }
    spaces.list
}
