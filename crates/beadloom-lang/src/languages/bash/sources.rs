//! What `source` reads: the path that is meant by an expression of the shell.
//!
//! A path is literal, or below a folder that is told from where the script itself lies; the latter is given with
//! `./` or `../` in front.

use std::collections::HashMap;

/// Substitutions within substitutions that are followed.
const DEPTH: usize = 6;

/// The path of the file that is read, or `None` where only running the script would tell.
pub(super) fn path(argument: &str, folders: &HashMap<String, String>) -> Option<String> {
    let text = argument.trim();
    let bare = unquoted(text);
    if !bare.contains(['$', '`', '*', '<']) {
        // `lib.sh` alone is looked for on the path, then here.
        return (!bare.is_empty() && !bare.starts_with('~')).then_some(bare);
    }
    let (folder, rest) = split(text, folders, 0)?;
    let rest = unquoted(rest);
    let rest = rest.strip_prefix('/')?;
    (!rest.is_empty() && !rest.contains(['$', '`', '*'])).then(|| below(&folder, rest))
}

/// The folder that an expression names, seen from the script's own: `.`, `..`, `../lib`.
pub(super) fn folder(expression: &str, folders: &HashMap<String, String>) -> Option<String> {
    folder_at(expression.trim(), folders, 0)
}

fn folder_at(expression: &str, folders: &HashMap<String, String>, depth: usize) -> Option<String> {
    let (folder, rest) = split(expression, folders, depth)?;
    let rest = unquoted(rest);
    match rest.trim_end_matches('/') {
        "" => Some(folder),
        rest => {
            let rest = rest.strip_prefix('/')?;
            (!rest.contains(['$', '`', '*'])).then(|| joined(&folder, rest))
        }
    }
}

/// A folder at the beginning of an expression, and what follows it.
fn split<'e>(
    expression: &'e str,
    folders: &HashMap<String, String>,
    depth: usize,
) -> Option<(String, &'e str)> {
    if depth > DEPTH {
        return None;
    }
    let expression = expression.trim_start_matches(['"', '\'']);
    if let Some(rest) = expression.strip_prefix("$(") {
        let end = closing(rest, '(', ')')?;
        let (command, rest) = (rest.get(..end)?, rest.get(end + 1..)?);
        return Some((of_command(command.trim(), folders, depth + 1)?, rest));
    }
    if let Some(rest) = expression.strip_prefix("${") {
        let end = closing(rest, '{', '}')?;
        let (inside, rest) = (rest.get(..end)?, rest.get(end + 1..)?);
        // `${BASH_SOURCE%/*}`, `${BASH_SOURCE[0]%/*}`; zsh's `${0:h}`, `${0:A:h}`, `${${(%):-%x}:A:h}`.
        let of_script = inside.strip_suffix("%/*").is_some_and(|of| is_script(&format!("${{{of}}}")))
            || (inside.ends_with(":h") && (inside.starts_with("0:") || inside.contains("%x")));
        if of_script {
            return Some((".".to_owned(), rest));
        }
        return folders.get(inside).map(|folder| (folder.clone(), rest));
    }
    let rest = expression.strip_prefix('$')?;
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    folders.get(name).map(|folder| (folder.clone(), rest))
}

/// The folder that a command prints: `dirname "$0"`, `cd "$(dirname "$0")/.." && pwd`.
fn of_command(command: &str, folders: &HashMap<String, String>, depth: usize) -> Option<String> {
    if let Some(of) = command.strip_prefix("dirname ") {
        let of = of.trim().trim_start_matches("-- ").trim();
        let bare = of.trim_matches('"');
        if is_script(bare) || is_resolved_script(bare) {
            return Some(".".to_owned());
        }
        return folder_at(of, folders, depth).map(|folder| joined(&folder, ".."));
    }
    let rest = command.strip_prefix("cd ")?;
    let (of, then) = rest.split_once("&&").or_else(|| rest.split_once(';'))?;
    if !then.trim().starts_with("pwd") {
        return None;
    }
    let of = of.trim().trim_start_matches("-P ").trim_start_matches("-- ");
    let of = of.split(" >").next().unwrap_or(of).trim();
    folder_at(of, folders, depth)
}

/// `$(readlink -f "$0")`, `$(realpath "$0")`
fn is_resolved_script(text: &str) -> bool {
    let Some(command) = text.strip_prefix("$(").and_then(|text| text.strip_suffix(')')) else { return false };
    let mut words = command.split_whitespace();
    let command = words.next().unwrap_or("");
    let last = words.next_back().unwrap_or("").trim_matches('"');
    matches!(command, "readlink" | "realpath" | "greadlink" | "grealpath") && is_script(last)
}

/// Whether an expression names the script itself.
fn is_script(text: &str) -> bool {
    matches!(
        text,
        "$0" | "${0}"
            | "$BASH_SOURCE"
            | "${BASH_SOURCE}"
            | "${BASH_SOURCE[0]}"
            | "${BASH_SOURCE[0]:-$0}"
            | "${BASH_SOURCE:-$0}"
            | "${(%):-%x}"
            | "${(%):-%N}"
    )
}

/// Where the bracket is closed that is open before `text`.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut open_ones = 1usize;
    for (at, c) in text.char_indices() {
        if c == open {
            open_ones += 1;
        } else if c == close {
            open_ones -= 1;
            if open_ones == 0 {
                return Some(at);
            }
        }
    }
    None
}

fn unquoted(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '"' | '\'')).collect()
}

fn joined(folder: &str, rest: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| *part != "." && !part.is_empty()).collect();
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

fn below(folder: &str, rest: &str) -> String {
    let path = joined(folder, rest);
    if path.starts_with("..") { path } else { format!("./{path}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_scripts_read() {
        let folders =
            HashMap::from([("DIR".to_owned(), ".".to_owned()), ("ROOT".to_owned(), "..".to_owned())]);
        for (argument, want) in [
            ("./lib.sh", Some("./lib.sh")),
            ("'lib/log.sh'", Some("lib/log.sh")),
            ("/etc/profile", Some("/etc/profile")),
            (r#""$(dirname "$0")/x.sh""#, Some("./x.sh")),
            (r#"$(dirname $0)/../x.sh"#, Some("../x.sh")),
            (r#""$(dirname "${BASH_SOURCE[0]}")"/lib/x.sh"#, Some("./lib/x.sh")),
            (r#""$(dirname -- "$0")/x.sh""#, Some("./x.sh")),
            (r#""$(dirname "$(dirname "$0")")/x.sh""#, Some("../x.sh")),
            (r#""$(dirname "$(readlink -f "$0")")/x.sh""#, Some("./x.sh")),
            (r#""$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/x.sh""#, Some("../x.sh")),
            (r#""$(cd "$(dirname "$0")" >/dev/null 2>&1 && pwd -P)/x.sh""#, Some("./x.sh")),
            (r#""${BASH_SOURCE%/*}/x.sh""#, Some("./x.sh")),
            (r#""${BASH_SOURCE[0]%/*}/x.sh""#, Some("./x.sh")),
            ("${0:A:h}/x.zsh", Some("./x.zsh")),
            (r#""$DIR/x.sh""#, Some("./x.sh")),
            (r#""${ROOT}/lib/x.sh""#, Some("../lib/x.sh")),
            (r#""$HOME/x.sh""#, None),
            ("~/x.sh", None),
            ("$1", None),
            (r#""$DIR/$1.sh""#, None),
            ("<(kubectl completion bash)", None),
            (r#""$(git rev-parse --show-toplevel)/x.sh""#, None),
            (r#""$(dirname "$0"x.sh"#, None),
        ] {
            assert_eq!(path(argument, &folders).as_deref(), want, "{argument}");
        }
    }

    #[test]
    fn folders_that_variables_hold() {
        let none = HashMap::new();
        for (value, want) in [
            (r#""$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)""#, Some(".")),
            (r#"$(dirname "$0")/lib"#, Some("lib")),
            (r#""$(cd -P "$(dirname "$0")/../.." && pwd)""#, Some("../..")),
            ("${0:h}", Some(".")),
            ("/usr/lib", None),
            ("$(pwd)", None),
        ] {
            assert_eq!(folder(value, &none).as_deref(), want, "{value}");
        }
        assert!(folder(&"$(dirname ".repeat(50), &none).is_none());
    }
}
