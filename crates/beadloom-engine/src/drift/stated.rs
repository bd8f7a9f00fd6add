//! Names that nobody writes by chance: a document that has one means what the code means by it.

/// Whether a literal is what documents state: an option, a route, a variable of the environment, a key of several names, a file.
pub(super) fn is_stated(text: &str) -> bool {
    let is_variable = || {
        text.contains('_') && text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    };
    let is_key = || {
        let mut names = text.split('.');
        let is_name = |name: &str| name.len() > 1 && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        text.matches('.').count() > 1 && names.all(is_name)
    };
    let is_route = || text.matches('/').count() > 0 && !text.contains('.') && !text.contains(':');
    // A name of a file that nobody writes by chance.
    let is_file = || {
        text.rsplit_once('.').is_some_and(|(stem, ending)| {
            let is_ending = (2..=5).contains(&ending.len()) && ending.chars().all(|c| c.is_ascii_lowercase());
            is_ending && stem.contains(['-', '_']) && !stem.contains(['/', ':'])
        })
    };
    text.starts_with("--") || is_variable() || is_key() || is_route() || is_file()
}

/// Whether a name has several words, so that nobody writes it by chance.
pub(super) fn is_compound(text: &str) -> bool {
    let has_hump =
        || text.chars().zip(text.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    text.trim_matches('_').contains('_') || has_hump()
}
