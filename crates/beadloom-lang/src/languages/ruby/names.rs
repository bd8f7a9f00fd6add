//! How names are written.

/// Whether a constant is written like the name of a class or module: `Ledger`, `A`, and not `MAX_SIZE`.
pub(super) fn is_type(constant: &str) -> bool {
    constant.chars().any(char::is_lowercase) || constant.chars().count() == 1
}

/// The last name of a path of constants, and what is before it, joined by `.`: `A::B::C` is `C` of `A.B`.
pub(super) fn split_path(path: &str) -> (Option<String>, &str) {
    let path = path.trim_start_matches("::");
    match path.rsplit_once("::") {
        Some((before, name)) => {
            // `self.class::X` belongs to what is around.
            let before: Vec<&str> = before
                .split("::")
                .map(str::trim)
                .filter(|part| part.starts_with(char::is_uppercase))
                .collect();
            (Some(before.join(".")).filter(|before| !before.is_empty()), name.trim())
        }
        None => (None, path),
    }
}

/// The file that a constant is expected in: `ActiveRecord.Base` is `active_record/base`, `HTMLPage` is `html_page`.
pub(super) fn underscore(constant: &str) -> String {
    let mut out = String::with_capacity(constant.len() + 4);
    let mut chars = constant.chars().peekable();
    let mut last = '/';
    while let Some(c) = chars.next() {
        match c {
            '.' | ':' => {
                if !out.ends_with('/') {
                    out.push('/');
                }
            }
            c if c.is_uppercase() => {
                let starts_word = last.is_lowercase()
                    || last.is_numeric()
                    || (last.is_uppercase() && chars.peek().is_some_and(|next| next.is_lowercase()));
                if starts_word {
                    out.push('_');
                }
                out.extend(c.to_lowercase());
            }
            c => out.push(c),
        }
        last = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_constants() {
        for (constant, file) in [
            ("ActiveRecord.Base", "active_record/base"),
            ("HTMLPage", "html_page"),
            ("A.SQLite3Adapter", "a/sq_lite3_adapter"),
            ("Foo", "foo"),
        ] {
            assert_eq!(underscore(constant), file);
        }
    }

    #[test]
    fn types_and_values() {
        for (constant, is) in
            [("Ledger", true), ("MAX", false), ("T", true), ("MAX_2", false), ("URI2a", true)]
        {
            assert_eq!(is_type(constant), is, "{constant}");
        }
        assert_eq!(split_path("::A::B::C"), (Some("A.B".to_owned()), "C"));
        assert_eq!(split_path("C"), (None, "C"));
        assert_eq!(split_path("self.class::C"), (None, "C"));
    }
}
