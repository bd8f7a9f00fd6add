//! The absences that `docs/ARCHITECTURE.md` states: which crate may depend on which, and what each must not do.
//!
//! Every check is a function over data, run once over the workspace and once over planted offences, so that a
//! check that finds nothing is known to be able to find something.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "house/bounds.rs"]
mod bounds;
#[path = "house/cycles.rs"]
mod cycles;
#[path = "house/lengths.rs"]
mod lengths;
#[path = "house/modules.rs"]
mod modules;
#[path = "house/tokens.rs"]
mod tokens;
#[path = "house/untested.rs"]
mod untested;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use beadloom_model::LanguageId;
use serde_json::Value;

/// Each crate and the crates of the workspace that it may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("beadloom-model", &[]),
    ("beadloom-files", &[]),
    ("beadloom-words", &[]),
    ("beadloom-ranking", &[]),
    ("beadloom-grammars", &[]),
    ("beadloom-lexical", &["model", "words"]),
    ("beadloom-embed", &["words"]),
    ("beadloom-history", &["model", "words"]),
    ("beadloom-screening", &[]),
    ("beadloom-memory", &["model", "words", "embed", "screening"]),
    ("beadloom-gateway", &["model", "words", "embed", "screening"]),
    ("beadloom-tokens", &["model"]),
    ("beadloom-lang", &["model", "grammars"]),
    ("beadloom-conventions", &["model"]),
    ("beadloom-graph", &["model"]),
    ("beadloom-rules", &["model", "graph"]),
    ("beadloom-federation", &["model", "graph"]),
    ("beadloom-sync", &["model", "words", "history", "ranking"]),
    ("beadloom-store", &["model", "words", "files", "history", "lexical", "embed"]),
    ("beadloom-git", &["model", "files"]),
    ("beadloom-onnx", &["model"]),
    ("beadloom-resolve", &["model", "lang"]),
    (
        "beadloom-index",
        &[
            "model", "conventions", "files", "git", "words", "lang", "resolve", "graph", "lexical", "embed",
            "sync", "store",
        ],
    ),
    (
        "beadloom-query",
        &[
            "model", "conventions", "words", "tokens", "graph", "history", "lexical", "embed", "ranking",
            "store",
        ],
    ),
    (
        "beadloom-engine",
        &[
            "model", "tokens", "embed", "lang", "graph", "rules", "federation", "sync", "conventions",
            "store", "git", "history", "screening", "memory-core", "receipts", "local", "audit", "onnx",
            "resolve", "index", "query", "files",
        ],
    ),
    ("beadloom-receipts", &["model", "files", "query", "screening"]),
    ("beadloom-memory-files", &["model", "embed", "files", "git", "local", "memory", "store"]),
    ("beadloom-memory-core", &["model", "embed", "git", "local", "memory", "memory-files", "query", "store"]),
    ("beadloom-local", &["model", "files", "embed", "tokens", "onnx", "store"]),
    ("beadloom-gateway-core", &["model", "screening", "gateway", "onnx", "store", "local"]),
    ("beadloom-audit", &["model", "lang", "graph", "git", "lexical", "store", "index"]),
    ("beadloom-napi", &["model", "local", "gateway-core", "engine"]),
    (
        "beadloom-bench",
        &["model", "embed", "lang", "history", "ranking", "sync", "store", "index", "query", "engine"],
    ),
];

/// What source code must not hold, and where it may.
struct Absence {
    /// As the failure names it.
    what: &'static str,
    /// Substrings that give it away, matched outside comments.
    signs: &'static [&'static str],
    /// Crates whose `src/` is searched; all when empty.
    within: &'static [&'static str],
    /// Crates that are exempt.
    except: &'static [&'static str],
}

const ABSENCES: &[Absence] = &[
    Absence {
        what: "SQL outside beadloom-store",
        signs: &[
            "rusqlite", "\"SELECT ", "\"INSERT ", "\"UPDATE ", "\"DELETE FROM", "\"CREATE TABLE",
            "\"PRAGMA ", "\"WITH RECURSIVE",
        ],
        within: &[],
        except: &["beadloom-store"],
    },
    Absence {
        what: "a calendar outside `time` of beadloom-model",
        signs: &["146_097", "146097"],
        within: &[],
        except: &["beadloom-model"],
    },
    Absence {
        what: "a list of folders outside `folders.rs` of beadloom-model",
        signs: &["\"__mocks__\"", "\"vendored\"", "\"testdata\""],
        within: &[],
        except: &["beadloom-model"],
    },
    Absence {
        what: "BM25 outside `bm25.rs` of beadloom-words",
        signs: &["1.0 - b + b * ", "1.0 - B + B * "],
        within: &[],
        except: &["beadloom-words"],
    },
    Absence {
        what: "N-API outside beadloom-napi",
        signs: &["napi::", "napi_derive", "#[napi"],
        within: &[],
        except: &["beadloom-napi"],
    },
    Absence {
        // beadloom-onnx lists the models in the user's cache, beadloom-files what killed processes left and what a
        // cache folder holds.
        what: "tree walking outside beadloom-index",
        signs: &["ignore::", "read_dir", "walkdir", "jwalk", "glob::glob"],
        within: &[],
        except: &["beadloom-index", "beadloom-onnx", "beadloom-files"],
    },
    Absence {
        // The index and what lies beside it is SQLite's and beadloom-store's. What is trained is written for those who train.
        what: "writing outside beadloom-files",
        signs: &[
            "fs::write", "fs::rename", "fs::copy", "fs::hard_link", "fs::remove_file", "fs::remove_dir",
            "fs::remove_dir_all", "fs::create_dir", "fs::create_dir_all", "fs::set_permissions",
            "File::create", "File::create_new", "File::options", "OpenOptions", "DirBuilder", "symlink(",
        ],
        within: &[],
        except: &["beadloom-files", "beadloom-store"],
    },
    Absence {
        what: "I/O in a crate that does none",
        signs: &[
            "std::fs", "fs::", "File::open", "std::net", "TcpStream", "UdpSocket", "std::process",
            "Command::new", "std::env", "env::var", "println!", "eprintln!", "stdin()", "stdout()",
            "SystemTime::now",
        ],
        within: &[
            "beadloom-model", "beadloom-words", "beadloom-lexical", "beadloom-embed", "beadloom-history",
            "beadloom-screening", "beadloom-memory", "beadloom-gateway", "beadloom-tokens",
            "beadloom-grammars", "beadloom-lang", "beadloom-conventions", "beadloom-resolve",
            "beadloom-graph", "beadloom-rules", "beadloom-federation", "beadloom-sync",
        ],
        except: &[],
    },
    Absence {
        // Data of the root package, such as vocabularies, would be in every platform's addon. Trees have a hundred kilobytes.
        what: "a file in the addon",
        signs: &["include_bytes!"],
        within: &[],
        except: &["beadloom-query", "beadloom-sync"],
    },
    Absence {
        // A grammar is a C function, and so are what gives memory back and what bounds a parse.
        what: "unsafe code",
        signs: &["expect(unsafe_code", "allow(unsafe_code"],
        within: &[],
        except: &["beadloom-grammars", "beadloom-index", "beadloom-lang"],
    },
    Absence {
        // `open_regular` and `read_regular` in beadloom-files open what projects have: a pipe would be waited for, a device
        // read without end.
        what: "a file that is opened whatever it is",
        signs: &["File::open", "fs::read(", "fs::read_to_string"],
        within: &[
            "beadloom-index", "beadloom-local", "beadloom-audit", "beadloom-receipts",
            "beadloom-memory-files", "beadloom-memory-core", "beadloom-gateway-core", "beadloom-engine",
            "beadloom-query", "beadloom-git", "beadloom-napi",
        ],
        except: &[],
    },
    Absence {
        // Elsewhere it would run what a repository names.
        what: "Git outside beadloom-git",
        signs: &["new(\"git\")", "\"git.exe\""],
        within: &[],
        except: &["beadloom-git"],
    },
    Absence {
        what: "network",
        signs: &["std::net", "TcpStream", "TcpListener", "UdpSocket", "reqwest", "ureq::", "hyper::"],
        within: &[],
        except: &[],
    },
];

/// Where the ids of languages and the endings of their files stand: what needs no tree, and how each is read.
const LANGUAGE_TABLES: &[&str] = &["beadloom-model/src/languages/", "beadloom-lang/src/languages/"];

/// Files outside that may name some of them, and why it is something else, or must be there. A resolver whose file is called
/// after a language may name that language's endings: its imports leave them out.
const LANGUAGE_WORDS: &[(&str, &[&str], &str)] = &[
    (
        "beadloom-audit/src/document.rs",
        &["bash", "sh", "zsh"],
        "what blocks of code in documents are marked with",
    ),
    ("beadloom-audit/src/manifests.rs", &["go", "python", "rust"], "tools whose version a manifest asks for"),
    ("beadloom-audit/src/versions.rs", &["go", "python", "rust"], "the same tools in prose"),
    ("beadloom-local/src/probe.rs", &["sh"], "a program"),
    ("beadloom-conventions/src/names.rs", &["sh"], "an ending of words"),
    ("beadloom-conventions/src/table.rs", &["graphql"], "packages"),
    ("beadloom-memory/src/english.rs", &["go"], "a verb"),
    ("beadloom-memory/src/wording/forms.rs", &["sh"], "an ending of words"),
    ("beadloom-memory/src/wording/words.rs", &["go"], "a verb"),
    ("beadloom-query/src/conventions/pages.rs", &["rb"], "where Rails looks for mailers"),
    ("beadloom-query/src/task/spelt.rs", &["js"], "names of products"),
    ("beadloom-screening/src/secrets/chosen.rs", &["python"], "words before a number that is no secret"),
    ("beadloom-graph/src/bootstrap/words.rs", &["graphql", "js", "ts"], "names of folders"),
    ("beadloom-graph/src/bootstrap/formats.rs", &["gemspec"], "a manifest"),
    ("beadloom-graph/src/yaml/contracts.rs", &["graphql", "protobuf"], "protocols"),
    ("beadloom-model/src/answers/federation.rs", &["graphql", "protobuf"], "protocols"),
    ("beadloom-history/src/message.rs", &["cc"], "who reads a commit"),
    (
        "beadloom-index/src/references/files.rs",
        &["py"],
        "a file is a module by this ending alone, a stub is none",
    ),
    ("beadloom-index/src/references/keys.rs", &["gemspec"], "a manifest"),
    ("beadloom-query/src/projects.rs", &["gemspec"], "a manifest"),
    ("beadloom-index/src/routes/targets.rs", &["py"], "a module's path, from its file's"),
    ("beadloom-query/src/search/code/features.rs", &["pyi"], "a stub, which only declares"),
    ("beadloom-query/src/search/rank.rs", &["rs"], "an ending of words"),
    (
        "beadloom-resolve/src/jvm.rs",
        &["java", "kt", "scala", "ru"],
        "classes by the endings of three languages; a country",
    ),
    ("beadloom-resolve/src/manifest.rs", &["gemspec", "rockspec"], "manifests"),
    ("beadloom-resolve/src/c.rs", &["inc"], "a folder, and what is included"),
    ("beadloom-resolve/src/csharp.rs", &["proto"], "what a project makes types of"),
    (
        "beadloom-resolve/src/project_fs.rs",
        &["cjs", "cts", "js", "jsx", "mjs", "mts", "svelte", "ts", "tsx", "vue"],
        "what compilers make of what, in this order",
    ),
    ("beadloom-resolve/src/protobuf.rs", &["protobuf"], "names of folders"),
];

/// Functions that may be longer than others: one match over what a language can write.
const LONG_FUNCTIONS: &[(&str, &str)] = &[("beadloom-lang/src/languages/php/laravel/mod.rs", "call")];

#[test]
fn functions_are_short() {
    let (mut found, mut excused) = (Vec::new(), Vec::new());
    for file in crates(&metadata()).iter().flat_map(|(_, folder)| rust_files(&folder.join("src"))) {
        let text = fs::read_to_string(&file).unwrap();
        let path = file.to_str().unwrap().replace('\\', "/");
        for (line, name, count) in lengths::long_functions(&text, product_lines(&text)) {
            let known = LONG_FUNCTIONS.iter().find(|(file, long)| path.ends_with(file) && *long == name);
            match known {
                Some(known) => excused.push(*known),
                None => found.push(format!("{path}:{line}: `{name}` has {count} lines of code")),
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    let unused: Vec<_> = LONG_FUNCTIONS.iter().filter(|known| !excused.contains(known)).collect();
    assert!(unused.is_empty(), "exceptions without an occasion: {unused:?}");
}

#[test]
fn languages_are_named_in_their_tables_alone() {
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().parent().unwrap();
    let mut folders: Vec<PathBuf> =
        crates(&metadata()).into_iter().map(|(_, folder)| folder.join("src")).collect();
    folders.push(root.join("tools/train/src"));
    let mut unused: BTreeSet<(&str, &str)> = LANGUAGE_WORDS
        .iter()
        .flat_map(|(file, words, _)| words.iter().map(move |word| (*file, *word)))
        .collect();
    for file in folders.iter().flat_map(|folder| rust_files(folder)) {
        let text = fs::read_to_string(&file).unwrap();
        let path = file.to_str().unwrap().replace('\\', "/");
        let (offences, excused) = language_words(&path, &text);
        found.extend(offences);
        unused.retain(|known| !excused.contains(known));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(unused.is_empty(), "exceptions without an occasion: {unused:?}");
}

#[test]
fn a_language_named_elsewhere_is_found() {
    let planted = [
        ("crates/beadloom-query/src/planted.rs", "if language == \"python\" {", true),
        ("crates/beadloom-engine/src/planted.rs", "matches!(ending, \"tsx\" | \"md\")", true),
        ("crates/beadloom-graph/src/planted.rs", "path.ends_with(\".go\")", true),
        ("crates/beadloom-resolve/src/lib.rs", "\"kotlin\" => self.kotlin(),", true),
        ("crates/beadloom-resolve/src/go.rs", "path.ends_with(\".py\")", true),
        ("tools/train/src/planted.rs", "\"haskell\" => DASHES,", true),
        ("crates/beadloom-audit/src/document.rs", "\"zsh\" | \"ruby\"", true),
        ("crates/beadloom-audit/src/document.rs", "\"zsh\"", false),
        ("crates/beadloom-model/src/languages/go.rs", "id: \"go\",", false),
        ("crates/beadloom-lang/src/languages/vue.rs", "lang: \"ts\"", false),
        ("crates/beadloom-resolve/src/python_roots.rs", "\".py\"", false),
        ("crates/beadloom-query/src/planted.rs", "// as \"python\" does", false),
        ("crates/beadloom-query/src/planted.rs", "let text = \"python is a language\";", false),
        ("crates/beadloom-query/src/planted.rs", "language == LanguageId::Go", false),
    ];
    for (path, line, is_offence) in planted {
        let (found, _) = language_words(path, &format!("fn f() {{\n    {line}\n}}\n"));
        assert_eq!(found.len(), usize::from(is_offence), "`{line}` in {path}: {found:?}");
        assert!(found.iter().all(|offence| offence.contains(&format!("{path}:2"))), "{found:?}");
    }
}

#[test]
fn arrows_between_crates_run_one_way() {
    let found = forbidden_arrows(&arrows_of(&metadata()));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_forbidden_arrow_is_found() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("beadloom-lang", "beadloom-store", &["beadloom-lang must not depend on beadloom-store"]),
        ("beadloom-store", "beadloom-query", &["beadloom-store must not depend on beadloom-query"]),
        ("beadloom-query", "beadloom-index", &["beadloom-query must not depend on beadloom-index"]),
        ("beadloom-index", "beadloom-query", &["beadloom-index must not depend on beadloom-query"]),
        ("beadloom-model", "beadloom-tokens", &["beadloom-model must not depend on beadloom-tokens"]),
        ("beadloom-cloud", "beadloom-model", &["beadloom-cloud has no row in ARROWS"]),
        ("beadloom-index", "beadloom-store", &[]),
    ];
    for (from, to, expected) in cases {
        let arrows = BTreeMap::from([(from.to_string(), BTreeSet::from([to.to_string()]))]);
        assert_eq!(forbidden_arrows(&arrows), *expected, "{from} -> {to}");
    }
    // Dependencies for tests and builds count as well.
    let planted = serde_json::json!({"packages": [{"name": "beadloom-store", "dependencies": [
        {"name": "rusqlite", "kind": null}, {"name": "beadloom-engine", "kind": "dev"}]}]});
    assert_eq!(forbidden_arrows(&arrows_of(&planted)), ["beadloom-store must not depend on beadloom-engine"]);
}

#[test]
fn nothing_stands_outside_its_crate() {
    let mut found = Vec::new();
    for (name, folder) in crates(&metadata()) {
        for file in rust_files(&folder.join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            found.extend(offences(&name, &file.display().to_string(), &text));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_absence_can_be_broken() {
    let cases = [
        ("beadloom-query", "let rows = db.prepare(\"SELECT 1\");", "SQL outside beadloom-store"),
        ("beadloom-engine", "use rusqlite::Connection;", "SQL outside beadloom-store"),
        ("beadloom-engine", "Command::new(\"git\")", "Git outside beadloom-git"),
        ("beadloom-index", "run(\"DELETE FROM nodes\")", "SQL outside beadloom-store"),
        ("beadloom-engine", "#[napi]", "N-API outside beadloom-napi"),
        ("beadloom-query", "use napi::bindgen_prelude::*;", "N-API outside beadloom-napi"),
        (
            "beadloom-engine",
            "for entry in std::fs::read_dir(root)? {}",
            "tree walking outside beadloom-index",
        ),
        ("beadloom-napi", "ignore::WalkBuilder::new(root)", "tree walking outside beadloom-index"),
        ("beadloom-lang", "let text = std::fs::read(path)?;", "I/O in a crate that does none"),
        ("beadloom-graph", "use std::fs;", "I/O in a crate that does none"),
        ("beadloom-tokens", "std::process::exit(1)", "I/O in a crate that does none"),
        ("beadloom-model", "println!(\"hello\");", "I/O in a crate that does none"),
        (
            "beadloom-engine",
            "let text = std::fs::read_to_string(path)?;",
            "a file that is opened whatever it is",
        ),
        ("beadloom-index", "let file = File::open(path)?;", "a file that is opened whatever it is"),
        ("beadloom-engine", "std::net::TcpStream::connect(a)", "network"),
        ("beadloom-tokens", "static TABLE: &[u8] = include_bytes!(\"../data/a\");", "a file in the addon"),
        ("beadloom-engine", "std::fs::write(path, text)?;", "writing outside beadloom-files"),
        ("beadloom-engine", "fs::rename(temporary, place)", "writing outside beadloom-files"),
        ("beadloom-query", "let file = File::create(&path)?;", "writing outside beadloom-files"),
        ("beadloom-index", "OpenOptions::new().append(true)", "writing outside beadloom-files"),
        ("beadloom-napi", "std::fs::remove_dir_all(folder)", "writing outside beadloom-files"),
        ("beadloom-napi", "#[expect(unsafe_code, reason = \"fast\")]", "unsafe code"),
    ];
    for (name, line, expected) in cases {
        let found = offences(name, "src/planted.rs", &format!("fn f() {{\n    {line}\n}}\n"));
        assert!(
            found.iter().any(|offence| offence.contains(expected) && offence.contains("src/planted.rs:2")),
            "`{line}` in {name}: {found:?}"
        );
    }
    let innocent = [
        ("beadloom-store", "use rusqlite::Connection; // \"SELECT 1\""),
        ("beadloom-napi", "#[napi]"),
        ("beadloom-index", "ignore::WalkBuilder::new(root)"),
        ("beadloom-query", "// like \"SELECT \" in SQL, through std::net"),
        ("beadloom-lang", "/// Text in; nothing of std::fs here."),
        ("beadloom-lang", "let kind = \"select_statement\";"),
        ("beadloom-engine", "self.read_directory_summary()"),
        ("beadloom-lang", "#[cfg(test)]\nmod tests {\n    fn f() { std::fs::read(path); }\n}"),
    ];
    for (name, line) in innocent {
        assert_eq!(offences(name, "src/innocent.rs", line), Vec::<String>::new(), "`{line}` in {name}");
    }
}

#[test]
fn every_dependency_is_listed_once() {
    let metadata = metadata();
    for (name, folder) in crates(&metadata) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let found = own_versions(&manifest);
        assert!(found.is_empty(), "{name} names versions of its own: {found:?}; use the workspace's");
    }
    assert_eq!(
        own_versions("[dependencies]\nserde = \"1\"\nregex = { version = \"1\" }\ntoml.workspace = true\n"),
        ["serde = \"1\"", "regex = { version = \"1\" }"]
    );
}

/// Arrows that no row of [`ARROWS`] allows.
fn forbidden_arrows(arrows: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut found = Vec::new();
    for (from, targets) in arrows {
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| name == from) else {
            found.push(format!("{from} has no row in ARROWS"));
            continue;
        };
        let forbidden = targets
            .iter()
            .filter(|target| !allowed.iter().any(|short| target.strip_prefix("beadloom-") == Some(short)));
        found.extend(forbidden.map(|target| format!("{from} must not depend on {target}")));
    }
    found
}

/// What each crate of the workspace depends on in the workspace, of any kind.
fn arrows_of(metadata: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let packages = metadata["packages"].as_array().unwrap();
    packages
        .iter()
        .map(|package| {
            let targets = package["dependencies"].as_array().unwrap().iter();
            let targets = targets.filter_map(|dependency| dependency["name"].as_str());
            let own = targets.filter(|name| name.starts_with("beadloom-")).map(str::to_owned).collect();
            (package["name"].as_str().unwrap().to_owned(), own)
        })
        .collect()
}

/// Lines of a file that break an absence, as `path:line: what`.
fn offences(name: &str, path: &str, text: &str) -> Vec<String> {
    let concerned = ABSENCES
        .iter()
        .filter(|absence| absence.within.is_empty() || absence.within.contains(&name))
        .filter(|absence| !absence.except.contains(&name));
    let mut found = Vec::new();
    for absence in concerned {
        for (number, line) in text.lines().take(product_lines(text)).enumerate() {
            let code = without_comment(line);
            if let Some(sign) = absence.signs.iter().find(|sign| holds_sign(code, sign)) {
                found.push(format!("{path}:{}: {} (`{sign}`)", number + 1, absence.what));
            }
        }
    }
    found
}

/// Literals of a file that are the id of a language or an ending of its files, with a dot or without: as `path:line: what`
/// those that may not be there, and which of [`LANGUAGE_WORDS`] are. One letter may be anything.
fn language_words(path: &str, text: &str) -> (Vec<String>, Vec<(&'static str, &'static str)>) {
    let (mut found, mut excused) = (Vec::new(), Vec::new());
    let is_tests = path.ends_with("/tests.rs");
    if is_tests || LANGUAGE_TABLES.iter().any(|folder| path.contains(folder)) {
        return (found, excused);
    }
    let file = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".rs");
    let resolver = LanguageId::parse(file.split('_').next().unwrap_or(file))
        .filter(|_| path.contains("beadloom-resolve/src/"));
    for (number, line) in text.lines().take(product_lines(text)).enumerate() {
        // Every second piece stands between quotes.
        for literal in without_comment(line).split('"').skip(1).step_by(2) {
            let word = literal.strip_prefix('.').unwrap_or(literal);
            let languages = LanguageId::ALL.iter().filter(|language| {
                let facts = language.facts();
                word.len() > 1 && (facts.id == word || facts.extensions.contains(&word))
            });
            let languages: Vec<LanguageId> = languages.copied().collect();
            let own = resolver.is_some_and(|own| languages.iter().any(|one| one.family() == own.family()));
            let known = LANGUAGE_WORDS.iter().find(|(file, _, _)| path.ends_with(file));
            let known =
                known.and_then(|(file, words, _)| Some((*file, *words.iter().find(|one| **one == word)?)));
            match known {
                _ if languages.is_empty() => {}
                Some(known) => excused.push(known),
                None if own => {}
                None => found.push(format!("{path}:{}: a language's `{word}` outside its table", number + 1)),
            }
        }
    }
    (found, excused)
}

/// How many lines come before the file's module of tests, which may read fixtures.
fn product_lines(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let begins =
        |pair: &[&str]| pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod ") && pair[1].ends_with('{');
    lines.windows(2).position(begins).unwrap_or(lines.len())
}

/// Whether the line has the sign, not as the tail of a longer word (`read_dir` is not in `spread_dir`).
fn holds_sign(code: &str, sign: &str) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(sign).any(|(at, _)| {
        let before = code[..at].chars().next_back().is_some_and(part_of_word);
        let after = code[at + sign.len()..].chars().next().is_some_and(part_of_word);
        let open_start = sign.starts_with(part_of_word) && before;
        let open_end = sign.ends_with(part_of_word) && after;
        !open_start && !open_end
    })
}

/// The part of a line before `//`; one inside a string ends it too, which only makes the check milder.
fn without_comment(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

/// Dependency lines that name a version instead of `workspace = true`.
fn own_versions(manifest: &str) -> Vec<&str> {
    let mut in_dependencies = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            in_dependencies = line.ends_with("dependencies]");
        } else if in_dependencies && line.contains('=') && !line.contains("workspace = true") {
            found.push(line);
        }
    }
    found
}

fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let run = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).unwrap()
}

/// Name and folder of each crate.
fn crates(metadata: &Value) -> Vec<(String, PathBuf)> {
    let packages = metadata["packages"].as_array().unwrap();
    packages
        .iter()
        .map(|package| {
            let manifest = Path::new(package["manifest_path"].as_str().unwrap());
            (package["name"].as_str().unwrap().to_owned(), manifest.parent().unwrap().to_owned())
        })
        .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}
