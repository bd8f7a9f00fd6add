//! Patterns of paths, as bundlers have them: `*`, `?`, `**`, `{a,b}`.

use super::files::ProjectFiles;
use super::paths;

/// Files that one pattern leads to.
const MAX_FILES_ITEMS: usize = 500;
/// Steps that matching one path may take: patterns are the project's, and may be made to take for ever.
const MAX_STEPS_ITEMS: usize = 4096;
/// What the alternatives of one pattern may be taken apart to.
const MAX_ALTERNATIVES_ITEMS: usize = 64;

/// The files that a pattern means which the file `from` has: beside it, or below a folder around it. `aliases`: folders that a
/// name stands for.
pub(super) fn files_of<'f>(
    pattern: &str,
    from: &str,
    aliases: &[(&str, &[&str])],
    files: &'f ProjectFiles,
) -> Vec<&'f str> {
    let around: Vec<&str> = paths::ancestors(paths::parent(from)).collect();
    let below = |folders: &[&str]| -> Vec<String> {
        around.iter().flat_map(|root| folders.iter().map(|folder| paths::join(root, folder))).collect()
    };
    let (roots, written) = if pattern.starts_with('.') {
        (vec![paths::parent(from).to_owned()], pattern)
    } else if let Some(rest) = pattern.strip_prefix('/') {
        (below(&[""]), rest)
    } else {
        let named = aliases
            .iter()
            .find_map(|(alias, folders)| Some((folders, pattern.strip_prefix(alias)?.strip_prefix('/')?)));
        match named {
            Some((folders, rest)) => (below(folders), rest),
            None => return Vec::new(),
        }
    };
    let fixed = written.split(['*', '{', '?']).next().and_then(|fixed| fixed.rsplit_once('/'));
    let fixed = fixed.map_or("", |(folder, _)| folder);
    for root in roots {
        let (Some(folder), Some(pattern)) = (paths::resolve(&root, fixed), paths::resolve(&root, written))
        else {
            continue;
        };
        if !files.has_folder(&folder) {
            continue;
        }
        let patterns = alternatives(&pattern);
        let fits = |path: &&str| *path != from && patterns.iter().any(|pattern| matches(pattern, path));
        return files.below(&folder).filter(fits).take(MAX_FILES_ITEMS).collect();
    }
    Vec::new()
}

/// A pattern without its alternatives, each of which is one.
pub(super) fn alternatives(pattern: &str) -> Vec<String> {
    let mut open = vec![pattern.to_owned()];
    let mut done = Vec::new();
    while let Some(pattern) = open.pop() {
        let parts = pattern.split_once('{').and_then(|(before, rest)| {
            let (inner, after) = rest.split_once('}')?;
            Some((before.to_owned(), inner.to_owned(), after.to_owned()))
        });
        match parts {
            Some((before, inner, after)) if open.len() + done.len() < MAX_ALTERNATIVES_ITEMS => {
                open.extend(inner.split(',').map(|one| format!("{before}{one}{after}")));
            }
            _ => done.push(pattern),
        }
    }
    done.sort_unstable();
    done.dedup();
    done
}

/// Whether a path is one of a pattern's.
pub(super) fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    let mut steps = 0;
    let (mut at, mut on) = (0, 0);
    // Where to go on if what follows the last `**` does not fit.
    let mut again: Option<(usize, usize)> = None;
    loop {
        steps += 1;
        if steps > MAX_STEPS_ITEMS {
            return false;
        }
        match (pattern.get(at), path.get(on)) {
            (None, None) => return true,
            (Some(&"**"), _) => {
                again = Some((at + 1, on));
                at += 1;
            }
            (Some(part), Some(name)) if segment(part, name) => {
                at += 1;
                on += 1;
            }
            _ => match again {
                Some((after, from)) if from < path.len() => {
                    again = Some((after, from + 1));
                    (at, on) = (after, from + 1);
                }
                _ => return false,
            },
        }
    }
}

/// Whether a name is one of a pattern's without `/`.
fn segment(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut at, mut on) = (0, 0);
    let mut again: Option<(usize, usize)> = None;
    loop {
        match (pattern.get(at), name.get(on)) {
            (None, None) => return true,
            (Some(b'*'), _) => {
                again = Some((at + 1, on));
                at += 1;
            }
            (Some(b'?'), Some(_)) => {
                at += 1;
                on += 1;
            }
            (Some(one), Some(other)) if one == other => {
                at += 1;
                on += 1;
            }
            _ => match again {
                Some((after, from)) if from < name.len() => {
                    again = Some((after, from + 1));
                    (at, on) = (after, from + 1);
                }
                _ => return false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_a_pattern() {
        for (pattern, path, expected) in [
            ("pages/*.vue", "pages/a.vue", true),
            ("pages/*.vue", "pages/b/a.vue", false),
            ("pages/**/*.vue", "pages/a.vue", true),
            ("pages/**/*.vue", "pages/b/c/a.vue", true),
            ("pages/**/*.vue", "pages/b/c/a.ts", false),
            ("**/x/*.t?", "a/x/b/x/c.ts", true),
            ("a/**", "a/b/c", true),
            ("*", "", true),
            ("a*b*c", "aXbYc", true),
            ("a*b*c", "aXbY", false),
        ] {
            let found = alternatives(pattern).iter().any(|pattern| matches(pattern, path));
            assert_eq!(found, expected, "{pattern} {path}");
        }
        assert_eq!(alternatives("{a,b}/*.{ts,js}"), ["a/*.js", "a/*.ts", "b/*.js", "b/*.ts"]);
    }

    #[test]
    fn hostile_patterns_end() {
        assert!(!matches(&format!("{}b", "**/a/".repeat(300)), &"a/".repeat(2000)));
        assert!(!segment(&"*a".repeat(60), &"a".repeat(200).replace('a', "b")));
        assert!(alternatives(&"{a,b}".repeat(40)).len() <= 2 * MAX_ALTERNATIVES_ITEMS);
    }
}
