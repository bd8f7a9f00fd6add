//! What languages differ in when a name is looked for. A language that is not in the table has neither references
//! that lead out of a file nor imports that bind names.

use beadloom_resolve::Projects;

/// Languages whose definitions see each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LanguageFamily {
    /// Bash.
    Bash,
    /// C and C++.
    C,
    /// C#.
    CSharp,
    /// TypeScript and JavaScript, and what is written in them.
    Ecma,
    /// Elixir.
    Elixir,
    /// Go.
    Go,
    /// GraphQL.
    GraphQl,
    /// Haskell.
    Haskell,
    /// Java, Kotlin, Scala.
    Jvm,
    /// Lua.
    Lua,
    /// A language that has no rules here.
    Other,
    /// PHP.
    Php,
    /// Protocol buffers.
    Protobuf,
    /// Python.
    Python,
    /// Ruby.
    Ruby,
    /// Rust.
    Rust,
    /// SQL.
    Sql,
    /// Swift.
    Swift,
    /// Zig.
    Zig,
}

/// Files that see each other's top-level definitions without an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Package {
    /// None: every name is imported.
    File,
    /// Those of the same folder.
    Folder,
    /// Those of the same folder below a source root: `src/main/java/a/b` and `src/test/java/a/b`.
    SourceFolder,
    /// Those of the same target, in whatever folder below its own: `Sources/Billing`.
    Target,
}

/// What an import says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Import {
    /// A module, and the names that are taken from it.
    Names(BareImport),
    /// A path whose last name is what is taken. The separators of the path.
    Path(&'static [char]),
}

/// What a module brings in when no name is taken from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BareImport {
    /// Nothing: it is only run.
    Nothing,
    /// Itself, under its whole dotted name.
    Dotted,
    /// Itself, under the last part of its path.
    LastPart,
    /// All that it defines.
    Contents,
    /// All that it defines, and what its own imports bring in.
    AllContents,
}

/// Where a name may be found that neither the file, its package nor its imports explain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GlobalLookup {
    /// Nowhere.
    No,
    /// Anywhere, if it is the name of a type or module.
    Types,
    /// Anywhere, if it is the whole name of a type or module.
    TopTypes,
    /// Anywhere.
    All,
    /// Anywhere, if it is a macro.
    Macros,
}

/// Where members of a type may stand besides the file that defines it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberScope {
    /// Nowhere.
    File,
    /// In the same folder.
    Folder,
    /// In the same folder, where each file may define a part of the type, and as [`MemberScope::Anywhere`].
    Parts,
    /// Anywhere that does not define a type of that name itself.
    Anywhere,
}

/// Members that files add to types of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extensions {
    /// None that a name says.
    None,
    /// Where the file sees them: imported, or of its package.
    Seen,
    /// Anywhere.
    Anywhere,
}

/// How names are looked for in a language.
#[derive(Debug)]
pub struct Rules {
    /// Whose definitions count.
    pub family: LanguageFamily,
    /// Whose definitions need no import.
    pub package: Package,
    /// What an import binds.
    pub import: Import,
    /// Where else a name may be found.
    pub open: GlobalLookup,
    /// Where members of a type may stand.
    pub members: MemberScope,
    /// Members that are added to types of others.
    pub extensions: Extensions,
    /// In a type's members, a bare name may be another member, also an inherited one.
    pub implicit_this: bool,
    /// Modules are known by their full names everywhere.
    pub global_modules: bool,
    /// Wherever a type or module is named again, it is added to; what it holds is there by name inside it.
    pub open_types: bool,
    /// What is written with a capital is a constant: of what is around it, of what that inherits from, or at the top;
    /// the file that is called like it is loaded for it.
    pub autoloads: bool,
    /// Every value has a type that is written down or inferred from what is: a type that nobody in the project
    /// defines is no type of the project.
    pub typed: bool,
    /// A name that nothing in the file explains and that stands before a dot is the language's own.
    pub unknown_heads_are_outside: bool,
    /// Namespaces that hold a whole file are no part of its names: what stands before a name may be one of them,
    /// unless it is one of these, which are the language's own.
    pub hidden_namespaces: Option<&'static [&'static str]>,
    /// What is in projects that the file's own one does not use is not meant.
    pub projects: Option<Projects>,
    /// Paths that are written out lead where an import of them would, with this between the names.
    pub written_paths: Option<&'static str>,
}

const NONE: Rules = Rules {
    family: LanguageFamily::Other,
    package: Package::File,
    import: Import::Names(BareImport::Nothing),
    open: GlobalLookup::No,
    members: MemberScope::File,
    extensions: Extensions::None,
    implicit_this: false,
    global_modules: false,
    open_types: false,
    autoloads: false,
    typed: false,
    unknown_heads_are_outside: false,
    hidden_namespaces: None,
    projects: None,
    written_paths: None,
};

const ECMA: Rules = Rules { family: LanguageFamily::Ecma, unknown_heads_are_outside: true, ..NONE };

const JVM: Rules = Rules {
    family: LanguageFamily::Jvm,
    package: Package::SourceFolder,
    import: Import::Path(&['.']),
    implicit_this: true,
    typed: true,
    ..NONE
};

const C: Rules = Rules {
    family: LanguageFamily::C,
    import: Import::Names(BareImport::AllContents),
    open: GlobalLookup::All,
    members: MemberScope::Anywhere,
    implicit_this: true,
    hidden_namespaces: Some(&["std"]),
    typed: true,
    ..NONE
};

/// Rules by id of the language table.
static TABLE: &[(&str, Rules)] = &[
    ("bash", Rules { family: LanguageFamily::Bash, import: Import::Names(BareImport::AllContents), ..NONE }),
    // A header of C++ may be a file of C by its name.
    ("c", C),
    ("cpp", C),
    (
        "csharp",
        Rules {
            family: LanguageFamily::CSharp,
            package: Package::Folder,
            import: Import::Names(BareImport::Contents),
            open: GlobalLookup::Types,
            members: MemberScope::Parts,
            extensions: Extensions::Anywhere,
            implicit_this: true,
            typed: true,
            hidden_namespaces: Some(&["System", "Microsoft"]),
            projects: Some(Projects::CSharp),
            ..NONE
        },
    ),
    (
        "elixir",
        Rules {
            family: LanguageFamily::Elixir,
            import: Import::Path(&['.']),
            open: GlobalLookup::TopTypes,
            members: MemberScope::Anywhere,
            implicit_this: true,
            global_modules: true,
            unknown_heads_are_outside: true,
            ..NONE
        },
    ),
    (
        "go",
        Rules {
            family: LanguageFamily::Go,
            package: Package::Folder,
            import: Import::Names(BareImport::LastPart),
            members: MemberScope::Folder,
            typed: true,
            ..NONE
        },
    ),
    (
        "graphql",
        Rules {
            family: LanguageFamily::GraphQl,
            open: GlobalLookup::All,
            members: MemberScope::Anywhere,
            typed: true,
            ..NONE
        },
    ),
    (
        "haskell",
        Rules {
            family: LanguageFamily::Haskell,
            import: Import::Names(BareImport::Contents),
            typed: true,
            ..NONE
        },
    ),
    ("java", JVM),
    ("javascript", ECMA),
    ("kotlin", Rules { open: GlobalLookup::Types, extensions: Extensions::Seen, ..JVM }),
    ("lua", Rules { family: LanguageFamily::Lua, open: GlobalLookup::All, ..NONE }),
    (
        "php",
        Rules {
            family: LanguageFamily::Php,
            package: Package::Folder,
            import: Import::Path(&['\\']),
            open: GlobalLookup::All,
            written_paths: Some("\\"),
            ..NONE
        },
    ),
    (
        "protobuf",
        Rules {
            family: LanguageFamily::Protobuf,
            package: Package::Folder,
            import: Import::Names(BareImport::AllContents),
            implicit_this: true,
            typed: true,
            ..NONE
        },
    ),
    ("python", Rules { family: LanguageFamily::Python, import: Import::Names(BareImport::Dotted), ..NONE }),
    (
        "ruby",
        Rules {
            family: LanguageFamily::Ruby,
            import: Import::Names(BareImport::AllContents),
            open: GlobalLookup::All,
            members: MemberScope::Anywhere,
            implicit_this: true,
            global_modules: true,
            open_types: true,
            autoloads: true,
            ..NONE
        },
    ),
    (
        "rust",
        Rules {
            family: LanguageFamily::Rust,
            import: Import::Path(&[':']),
            open: GlobalLookup::Macros,
            members: MemberScope::Anywhere,
            extensions: Extensions::Anywhere,
            typed: true,
            written_paths: Some("::"),
            ..NONE
        },
    ),
    ("scala", Rules { open: GlobalLookup::Types, extensions: Extensions::Seen, ..JVM }),
    (
        "sql",
        Rules {
            family: LanguageFamily::Sql,
            open: GlobalLookup::All,
            members: MemberScope::Anywhere,
            typed: true,
            ..NONE
        },
    ),
    ("svelte", ECMA),
    (
        "swift",
        Rules {
            family: LanguageFamily::Swift,
            package: Package::Target,
            import: Import::Names(BareImport::Contents),
            open: GlobalLookup::All,
            members: MemberScope::Anywhere,
            extensions: Extensions::Anywhere,
            implicit_this: true,
            typed: true,
            ..NONE
        },
    ),
    ("typescript", ECMA),
    ("vue", ECMA),
    ("zig", Rules { family: LanguageFamily::Zig, implicit_this: true, typed: true, ..NONE }),
];

/// The rules of a language by its id.
pub fn rules(language: &str) -> &'static Rules {
    static OTHER: Rules = NONE;
    match TABLE.binary_search_by(|(id, _)| (*id).cmp(language)) {
        Ok(at) => TABLE.get(at).map_or(&OTHER, |(_, rules)| rules),
        Err(_) => &OTHER,
    }
}

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
    for root in ["/java/", "/kotlin/", "/scala/"] {
        // `src/main/java/a/b`: the part below the folder that is named after the language.
        if let Some(at) = path.rfind(root)
            && path.get(..at).and_then(|before| before.rsplit('/').nth(1)) == Some("src")
        {
            return folder.get(at + root.len()..).unwrap_or("");
        }
    }
    folder
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
            assert_eq!(package_of(rules("swift"), path), target, "{path}");
        }
    }

    #[test]
    fn every_language_of_the_table_has_rules() {
        assert!(TABLE.is_sorted_by(|a, b| a.0 < b.0));
        for language in beadloom_lang::languages() {
            assert_ne!(rules(language.id).family, LanguageFamily::Other, "{}", language.id);
        }
        assert_eq!(rules("nothing").family, LanguageFamily::Other);
        assert_eq!(rules("svelte").family, LanguageFamily::Ecma);
    }

    #[test]
    fn families_are_those_of_the_model() {
        for (a, of_a) in TABLE {
            for (b, of_b) in TABLE {
                let same = beadloom_model::language_family(a) == beadloom_model::language_family(b);
                assert_eq!(of_a.family == of_b.family, same, "{a} {b}");
            }
        }
    }

    #[test]
    fn packages_of_source_roots() {
        let java = rules("java");
        for (path, package) in [
            ("src/main/java/acme/billing/Ledger.java", "acme/billing"),
            ("mod/src/test/java/acme/billing/LedgerTest.java", "acme/billing"),
            ("src/main/java/Main.java", ""),
            ("acme/java/Ledger.java", "acme/java"),
            ("Main.java", ""),
        ] {
            assert_eq!(package_of(java, path), package, "{path}");
        }
        assert_eq!(package_of(rules("go"), "src/main/java/x.go"), "src/main/java");
    }
}
