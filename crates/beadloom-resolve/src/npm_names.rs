//! Names of npm packages, and specifiers that begin with one.

/// Splits a bare specifier into the package's name and the path in it. `None` where it names no package.
pub(super) fn split_specifier(specifier: &str) -> Option<(&str, &str)> {
    let mut slashes = specifier.match_indices('/').map(|(at, _)| at);
    let end =
        if specifier.starts_with('@') { slashes.next().and_then(|_| slashes.next()) } else { slashes.next() };
    let (name, rest) = specifier.split_at(end.unwrap_or(specifier.len()));
    is_name(name).then_some((name, rest.trim_start_matches('/')))
}

/// Whether npm would take this as a package's name.
pub(super) fn is_name(name: &str) -> bool {
    let (scope, base) = match name.strip_prefix('@') {
        Some(scoped) => match scoped.split_once('/') {
            Some((scope, base)) => (Some(scope), base),
            None => return false,
        },
        None => (None, name),
    };
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-')
            && part.bytes().all(|c| c.is_ascii_alphanumeric() || b"._-".contains(&c))
    };
    name.len() <= 214 && scope.is_none_or(is_part) && is_part(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifiers_split_at_the_package() {
        let cases = [
            ("react", Some(("react", ""))),
            ("lodash/fp/get", Some(("lodash", "fp/get"))),
            ("@acme/ui", Some(("@acme/ui", ""))),
            ("@acme/ui/button", Some(("@acme/ui", "button"))),
            ("@/db", None),
            ("~/db", None),
            ("@acme", None),
            ("", None),
            ("..", None),
        ];
        for (specifier, expected) in cases {
            assert_eq!(split_specifier(specifier), expected, "{specifier}");
        }
    }
}
