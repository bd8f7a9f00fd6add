//! The names that folders and files go by, and what they say about their content.

use beadloom_model::languages::{LanguageFacts, Weight};
use beadloom_model::{FolderKind, LanguageId};

use crate::test_paths::is_test_file;

/// Extensions of code in languages that the index does not parse: a folder of it is a part all the same.
const OTHER_CODE: &[&str] = &[
    "astro", "clj", "cljc", "cljs", "cu", "dart", "elm", "erl", "f90", "fs", "groovy", "hrl", "jl", "m",
    "ml", "mli", "mm", "nim", "pl", "pm", "pyx", "r", "sol", "v",
];

/// Scripts in such languages.
const OTHER_AUXILIARY: &[&str] = &["bat", "fish", "ps1"];

/// Dropped wherever they stand, beside test data and what others wrote.
const NEVER_KEPT: &[&str] =
    &["__test__", "__tests__", "benches", "bower_components", "examples", "pods", "tests", "testsuite"];

/// Dropped at the root, beside a manifest and in a source set, beside tests, examples, benchmarks and documents. Deeper they
/// are often parts: `django/test`.
const NOT_KEPT_BESIDE: &[&str] = &[
    "ci", "cypress", "deps", "fuzz", "hack", "integration-tests", "integration_tests", "perf", "playground",
    "playgrounds", "script", "scripts", "site", "tool", "tools", "website",
];

/// Holders of parts, never parts themselves.
const CONTAINERS: &[&str] = &[
    "app", "apps", "crates", "lib", "libs", "main", "modules", "packages", "pkg", "projects", "source",
    "sources", "src",
];

/// Folders whose files count for the part around them.
const NO_PART: &[&str] = &[
    "asset", "assets", "lang", "locale", "locales", "public", "resources", "static", "static_src", "stubs",
    "templates", "translations", "wwwroot",
];

/// Stems of files that stand for the folder around them.
const INDEX_STEMS: &[&str] =
    &["__init__", "__main__", "doc", "index", "init", "lib", "main", "mod", "package-info", "module-info"];

/// Stems that tell nothing about the part, so they name no group of files.
const HELPER_STEMS: &[&str] = &[
    "_utils", "base", "common", "compat", "config", "const", "constants", "consts", "debug", "defs", "enums",
    "error", "errors", "exception", "exceptions", "global", "globals", "helper", "helpers", "internal",
    "log", "logging", "macros", "misc", "prelude", "settings", "shared", "test", "testing", "tests", "type",
    "types", "typing", "util", "utilities", "utils", "version",
];

/// Folders that are the way in from outside.
const INTERFACE_LAYERS: &[&str] =
    &["api", "bin", "cli", "cmd", "graphql", "grpc", "http", "rest", "rpc", "server", "web"];

/// Stems under which programs start.
const ENTRY_STEMS: &[&str] =
    &["__main__", "app", "asgi", "cli", "index", "main", "manage", "program", "run", "server", "wsgi"];

/// Files that set a project up and belong to no part.
const SETUP_FILES: &[&str] = &[
    "build.rs", "conftest.py", "fabfile.py", "gruntfile.js", "gulpfile.js", "mix.exs", "noxfile.py",
    "package.swift", "setup.py", "build.zig", "jakefile.js",
];

/// The language of a file by an ending that counts for parts.
fn counted(path: &str) -> Option<&'static LanguageFacts> {
    let extension = extension(path);
    let facts = LanguageId::of_extension(extension)?.facts();
    facts.counted_extensions().any(|counted| counted.eq_ignore_ascii_case(extension)).then_some(facts)
}

fn weighs(path: &str, weight: Weight) -> bool {
    counted(path).is_some_and(|facts| facts.layout.weight == weight)
}

fn holds(list: &[&str], name: &str) -> bool {
    // Every list is short and in lower case.
    list.iter().any(|item| item.eq_ignore_ascii_case(name))
}

/// In whatever letters it is written.
fn is_kind(name: &str, kinds: &[FolderKind]) -> bool {
    FolderKind::is_one(&name.to_ascii_lowercase(), kinds)
}

/// The last segment of a path; the whole of it where it has no folder.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// The folder of a path, without a `/` at its end; empty at the root.
pub(super) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A file's name without its last extension.
pub(super) fn stem(path: &str) -> &str {
    let name = file_name(path);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// A file's last extension, as written; empty where it has none.
pub(super) fn extension(path: &str) -> &str {
    match file_name(path).rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => extension,
        _ => "",
    }
}

/// Whether the extension is one of source code.
pub(super) fn is_code(path: &str) -> bool {
    holds(OTHER_CODE, extension(path)) || weighs(path, Weight::Code)
}

/// Whether the extension is one of scripts and queries.
pub(super) fn is_auxiliary(path: &str) -> bool {
    holds(OTHER_AUXILIARY, extension(path)) || weighs(path, Weight::Auxiliary)
}

/// Whether nothing in a folder of this name is a part of the product, wherever it stands.
pub(super) fn never_kept(name: &str) -> bool {
    (name.starts_with('.') && name.len() > 1)
        || holds(NEVER_KEPT, name)
        || is_kind(name, &[FolderKind::TestData, FolderKind::Vendored])
}

/// Whether a folder is called like a project of nothing but migrations: `MySqlMigrations`, `db-migrations`. One that is
/// called so and nothing else may be what runs them.
pub(super) fn is_migrations_project(name: &str) -> bool {
    let last = name.get(name.len().saturating_sub("migrations".len())..).unwrap_or("");
    last.len() < name.len() && last.eq_ignore_ascii_case("migrations")
}

/// Whether a folder of this name beside a manifest (or in a source set) is no part of the product.
pub(super) fn not_kept_beside(name: &str) -> bool {
    holds(NOT_KEPT_BESIDE, name)
        || is_kind(
            name,
            &[FolderKind::Tests, FolderKind::Examples, FolderKind::Benchmarks, FolderKind::Documents],
        )
        || ["tests-", "tests_", "examples-", "examples_", "bench-", "benches-"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
}

/// Whether a folder of this name holds parts and is none.
pub(super) fn is_container(name: &str) -> bool {
    holds(CONTAINERS, name)
}

/// Whether a folder is named after a language that has one in each source set; `scala-2.13` is one, too.
pub(super) fn is_source_folder(name: &str) -> bool {
    let mut folders = LanguageId::ALL.iter().filter_map(|language| language.facts().layout.source_folder);
    let is_version =
        |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    folders.any(|folder| name.strip_prefix(folder).is_some_and(is_version))
}

/// Whether a folder of this name may begin a package's reversed domain: `com/example/shop`.
pub(super) fn is_domain(name: &str) -> bool {
    holds(&["com", "org", "net", "io", "dev", "edu", "gov"], name)
}

/// Whether a folder of this name holds tools.
pub(super) fn is_tools(name: &str) -> bool {
    holds(&["tool", "tools"], name)
}

/// Whether a folder of this name holds what everything else needs, which has little in common.
pub(super) fn is_core(name: &str) -> bool {
    holds(&["core", "internal", "kernel"], name)
}

/// Whether files in a folder of this name count for the part around it.
pub(super) fn is_no_part(name: &str) -> bool {
    holds(NO_PART, name)
}

/// Whether a folder of this name, among the resources of an application, holds the code that runs in browsers.
pub(super) fn is_scripts(name: &str) -> bool {
    holds(&["javascripts", "js", "scripts", "ts"], name)
}

/// Whether a file of this stem stands for the folder around it.
pub(super) fn is_index(stem: &str) -> bool {
    holds(INDEX_STEMS, stem)
}

/// Whether a file of this stem is too general to name a part.
pub(super) fn is_helper(stem: &str) -> bool {
    holds(HELPER_STEMS, stem)
}

/// Whether a folder of this name is a way in from outside.
pub(super) fn is_interface_layer(name: &str) -> bool {
    holds(INTERFACE_LAYERS, name)
}

/// Whether programs start in files of this stem.
pub(super) fn is_entry(stem: &str) -> bool {
    holds(ENTRY_STEMS, stem)
}

/// Whether the file only sets the project up.
pub(super) fn is_setup(path: &str) -> bool {
    let name = file_name(path);
    holds(SETUP_FILES, name) || stem(name).ends_with(".config") || stem(name).ends_with(".setup")
}

/// Whether the file's language has one class a file.
pub(super) fn is_class_per_file(path: &str) -> bool {
    extension(path).eq_ignore_ascii_case("groovy")
        || counted(path).is_some_and(|facts| facts.layout.class_per_file)
}

/// Whether the file tests, measures or shows something, by its name.
pub(super) fn is_test(path: &str) -> bool {
    is_test_file(file_name(path)) || [".stories", ".bench"].iter().any(|end| stem(path).ends_with(end))
}

/// A name for comparing: letters and digits in lower case.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The first word of a stem, in lower case, where the stem has more than one or is that word:
/// `cluster_slot_stats` and `clusterSlots` both begin with `cluster`.
pub(super) fn first_word(stem: &str) -> String {
    let mut word = String::new();
    let mut previous_lower = false;
    for c in stem.trim_start_matches(['_', '.', '-']).chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && previous_lower) {
            break;
        }
        previous_lower = c.is_lowercase() || c.is_ascii_digit();
        word.extend(c.to_lowercase());
    }
    word
}
