//! Bounds are called `MAX_…` and end with their unit, so that a reader need not look up whether a length is in bytes or characters.

use std::fs;
use std::path::{Path, PathBuf};

/// Words that a bound's name does not begin with.
const FORMER: &[&str] = &["MOST", "LONGEST", "LARGEST", "DEEPEST", "WIDEST"];
/// Ends of names: `BYTES`, `CHARS`, `MS`, `DEPTH`, or the plural of what is counted.
const UNITS: &[&str] = &["S", "_DEPTH", "_WIDTH", "_CHILDREN"];

#[test]
fn bounds_are_named_with_their_unit() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().parent().unwrap();
    let mut folders = vec![root.join("src")];
    folders.extend(fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src")));
    let mut found = Vec::new();
    for file in folders.iter().flat_map(|folder| sources(folder)) {
        let path = file.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        let text = fs::read_to_string(&file).unwrap();
        found.extend(unnamed(&text).into_iter().map(|(line, name)| format!("{path}:{line}: {name}")));
    }
    assert!(
        found.is_empty(),
        "bounds are called MAX_…_BYTES, _CHARS, _ITEMS and the like:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_bound_without_a_unit_is_found() {
    for (line, is_offence) in [
        ("const MOST: usize = 8 << 20;", true),
        ("pub const LONGEST_NAME: usize = 64;", true),
        ("const MAX_LABEL: usize = 80;", true),
        ("export const MAX_URL = 500;", true),
        ("static MAX_DEEP: u32 = 8;", true),
        ("const MAX_LABEL_CHARS: usize = 80;", false),
        ("export const MAX_TOOLS = 20;", false),
        ("const MAX_DEPTH: usize = 8;", false),
        ("pub struct Whole<const MIN: u64, const MAX: u64>(u64);", false),
        ("// const MOST: usize = 8;", false),
    ] {
        assert_eq!(unnamed(line).len(), usize::from(is_offence), "{line}");
    }
}

/// Bounds that a file declares without a unit in their name: line and name.
fn unnamed(text: &str) -> Vec<(usize, &str)> {
    let declared = |line: &str| {
        let line = line.trim_start();
        let line = ["export ", "pub(crate) ", "pub(super) ", "pub "]
            .iter()
            .find_map(|prefix| line.strip_prefix(prefix))
            .unwrap_or(line);
        line.strip_prefix("const ").or_else(|| line.strip_prefix("static ")).map(str::len)
    };
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let Some(rest) = declared(line) else { continue };
        let rest = &line[line.len() - rest..];
        let name = &rest[..rest
            .find(|letter: char| letter != '_' && !letter.is_ascii_alphanumeric())
            .unwrap_or(rest.len())];
        let begins =
            |word: &str| name.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'));
        let is_former = FORMER.iter().any(|word| begins(word));
        if is_former || begins("MAX") && !UNITS.iter().any(|unit| name.ends_with(unit)) {
            found.push((number + 1, name));
        }
    }
    found
}

/// Sources in Rust and TypeScript below a folder, in order.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "ts") {
            files.push(path);
        }
    }
    files.sort();
    files
}
