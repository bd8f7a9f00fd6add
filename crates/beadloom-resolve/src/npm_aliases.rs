//! Dependencies that a `package.json` takes from the workspace under a name of its own, or from a folder.

use serde_json::Value;

use super::npm_names::{is_name, split_specifier};
use super::paths;

/// Dependencies of one manifest are read up to this many.
const MAX_DEPENDENCY_ITEMS: usize = 5_000;

/// Where a manifest lists what is installed for it.
const LISTS: &[&str] = &["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/// A dependency that is called otherwise than what it is, or that lies in a folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Alias {
    /// As imports write it.
    pub(super) name: String,
    pub(super) of: Source,
}

/// What a dependency is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A package in this folder.
    Folder(String),
    /// A package of the workspace, whatever its version.
    Workspace(String),
    /// A package of that name, of the workspace if its version is in the range, else of a registry.
    Range { name: String, range: String },
}

/// The aliases of the manifest in `folder`.
pub(super) fn aliases(folder: &str, manifest: &Value) -> Vec<Alias> {
    let lists = LISTS.iter().filter_map(|list| manifest.get(list)?.as_object());
    lists
        .flatten()
        .take(MAX_DEPENDENCY_ITEMS)
        .filter_map(|(name, stated)| {
            let of = source(folder, stated.as_str()?.trim())?;
            is_name(name).then(|| Alias { name: name.clone(), of })
        })
        .collect()
}

fn source(folder: &str, stated: &str) -> Option<Source> {
    let at = |path: &str| paths::resolve(folder, path.trim_end_matches('/')).map(Source::Folder);
    let Some((scheme, rest)) = stated.split_once(':') else {
        return if stated.starts_with("./") || stated.starts_with("../") { at(stated) } else { None };
    };
    match scheme {
        "file" | "link" | "portal" => at(rest),
        "workspace" if rest.starts_with("./") || rest.starts_with("../") => at(rest),
        "workspace" => versioned(rest).map(|(name, _)| Source::Workspace(name.to_owned())),
        "npm" => {
            let (name, range) = versioned(rest).or_else(|| is_name(rest).then_some((rest, "")))?;
            Some(Source::Range { name: name.to_owned(), range: range.to_owned() })
        }
        _ => None,
    }
}

/// `@acme/money@^1.0.0` in its two parts; `None` where there is no name before the range.
fn versioned(text: &str) -> Option<(&str, &str)> {
    let at = text.get(1..)?.find('@')? + 1;
    let (name, range) = text.split_at_checked(at)?;
    let (whole, below) = split_specifier(name)?;
    (below.is_empty() && whole == name).then_some((name, range.trim_start_matches('@')))
}

/// Whether a version may be in a range. Ranges of one comparison are judged; of others, nothing is ruled out.
pub(super) fn may_satisfy(version: &str, range: &str) -> bool {
    let range = range.trim();
    let (sign, wanted) = range.split_at(range.find(|c: char| c.is_ascii_digit()).unwrap_or(range.len()));
    let parts = |text: &str| -> Vec<u64> {
        text.split(['-', '+']).next().unwrap_or("").split('.').map_while(|part| part.parse().ok()).collect()
    };
    let (have, wanted) = (parts(version), parts(wanted));
    if have.is_empty() || wanted.is_empty() || range.contains([' ', '|']) {
        return true;
    }
    // The parts that may not differ: up to the first that is not zero, or all but the last.
    let fixed = match sign.trim() {
        "^" => wanted.iter().position(|part| *part > 0).map_or(wanted.len(), |at| at + 1),
        "~" => wanted.len().min(2),
        "" | "=" | "v" => wanted.len(),
        _ => return true,
    };
    have.len() >= fixed
        && have.iter().zip(&wanted).take(fixed).all(|(have, wanted)| have == wanted)
        && have >= wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_say_where_they_come_from() {
        let named = |name: &str, range: &str| Some(Source::Range { name: name.into(), range: range.into() });
        let folder = |path: &str| Some(Source::Folder(path.into()));
        let cases = [
            ("workspace:@acme/money@*", Some(Source::Workspace("@acme/money".into()))),
            ("workspace:money@^1", Some(Source::Workspace("money".into()))),
            ("workspace:*", None),
            ("workspace:^1.0.0", None),
            ("workspace:../money", folder("packages/money")),
            ("npm:@acme/money@^1.0.0", named("@acme/money", "^1.0.0")),
            ("npm:@acme/money", named("@acme/money", "")),
            ("npm:money", named("money", "")),
            ("file:../money/", folder("packages/money")),
            ("link:./lib", folder("packages/shop/lib")),
            ("portal:../money", folder("packages/money")),
            ("../money", folder("packages/money")),
            ("file:/etc", None),
            ("file:../../../x", None),
            ("git+ssh://x", None),
            ("^1.0.0", None),
            ("npm:", None),
            ("", None),
        ];
        for (stated, expected) in cases {
            assert_eq!(source("packages/shop", stated), expected, "{stated}");
        }
    }

    #[test]
    fn versions_rule_packages_out() {
        for (version, range, expected) in [
            ("1.2.3", "^1.0.0", true),
            ("2.0.0", "^1.0.0", false),
            ("0.3.0", "^0.2.0", false),
            ("0.2.9", "^0.2.1", true),
            ("1.2.3", "~1.2.0", true),
            ("1.3.0", "~1.2.0", false),
            ("1.2.3", "1.2.3", true),
            ("1.2.4", "1.2.3", false),
            ("1.2.4", "1", true),
            ("1.0.0", "^1.5.0", false),
            ("1.2.3", "*", true),
            ("1.2.3", "latest", true),
            ("1.2.3", ">=2 <3", true),
            ("", "^1", true),
        ] {
            assert_eq!(may_satisfy(version, range), expected, "{version} {range}");
        }
    }
}
