//! What languages differ in when a name is looked for, as their facts have it.

use std::sync::LazyLock;

use beadloom_model::LanguageId;
pub use beadloom_model::languages::{
    Ancestry, BareImport, DeclaredPackages, Extensions, GlobalLookup, Import, LanguageFamily, MemberScope,
    NameRules as Rules, Package,
};

/// The rules of a language; of none, those by which no reference leads out of a file.
pub fn rules(language: impl Into<Option<LanguageId>>) -> &'static Rules {
    static OTHER: Rules = Rules::PLAIN;
    language.into().map_or(&OTHER, |language| &language.facts().names)
}

/// Folders that are named after a language, with the slashes around them.
static SOURCE_ROOTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folders = LanguageId::ALL.iter().filter_map(|language| language.facts().layout.source_folder);
    folders.map(|folder| format!("/{folder}/")).collect()
});

/// What names a file's package: its folder, without the source root where the language has those, or the folder of
/// its target. Only compared.
pub fn package_of<'p>(rules: &Rules, path: &'p str) -> &'p str {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if rules.package == Package::Target {
        return target_of(folder);
    }
    if rules.package != Package::SourceFolder {
        return folder;
    }
    SOURCE_ROOTS
        .iter()
        .find_map(|root| {
            // `src/main/java/a/b`: the part below the folder that is named after the language.
            let at = path.rfind(root.as_str())?;
            let is_set = path.get(..at).and_then(|before| before.rsplit('/').nth(1)) == Some("src");
            is_set.then(|| folder.get(at + root.len()..).unwrap_or(""))
        })
        .unwrap_or(folder)
}

/// The folder of a target: the one below `Sources` or `Tests`.
fn target_of(folder: &str) -> &str {
    let mut start = 0;
    for segment in folder.split('/') {
        let end = start + segment.len();
        if matches!(segment, "Sources" | "Tests") {
            let below = folder.get(end + 1..).and_then(|below| below.split('/').next()).unwrap_or("");
            let end = if below.is_empty() { end } else { end + 1 + below.len() };
            return folder.get(..end).unwrap_or(folder);
        }
        start = end + 1;
    }
    folder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_have_a_folder_each() {
        for (path, target) in [
            ("Sources/Billing/Support/Store.swift", "Sources/Billing"),
            ("Packages/Auth/Tests/AuthTests/a.swift", "Packages/Auth/Tests/AuthTests"),
            ("Sources/main.swift", "Sources"),
            ("App/Views/View.swift", "App/Views"),
            ("a.swift", ""),
        ] {
            assert_eq!(package_of(rules(LanguageId::Swift), path), target, "{path}");
        }
    }

    #[test]
    fn every_language_of_the_table_has_rules() {
        for language in LanguageId::ALL {
            assert_ne!(rules(*language).family, LanguageFamily::Other, "{language}");
        }
        assert_eq!(rules(None).family, LanguageFamily::Other);
        assert_eq!(rules(LanguageId::Svelte).family, LanguageFamily::Ecma);
    }

    #[test]
    fn packages_of_source_roots() {
        let java = rules(LanguageId::Java);
        for (path, package) in [
            ("src/main/java/acme/billing/Ledger.java", "acme/billing"),
            ("mod/src/test/java/acme/billing/LedgerTest.java", "acme/billing"),
            ("src/main/java/Main.java", ""),
            ("acme/java/Ledger.java", "acme/java"),
            ("Main.java", ""),
        ] {
            assert_eq!(package_of(java, path), package, "{path}");
        }
        assert_eq!(package_of(rules(LanguageId::Go), "src/main/java/x.go"), "src/main/java");
    }
}
