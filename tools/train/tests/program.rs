//! The whole program on small repositories: what is read of them, and that the same input gives the same table.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use beadloom_embed::StaticModel;

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A repository with documented functions, a file of an excluded name, a test, and a commit that changes a function.
fn repository(folder: &Path, name: &str) -> String {
    let work = folder.join(name);
    fs::create_dir_all(work.join("src/secretlib")).unwrap();
    fs::create_dir_all(work.join("tests")).unwrap();
    let function = |what: &str, body: &str| {
        format!(
            "/// Opens the {what} connection pool of {name} when first asked.\npub fn open_{what}() {{\n    {body}\n}}\n\n"
        )
    };
    let whats = ["primary", "replica", "reporting", "archive"];
    let text =
        |body: &str| whats.map(|what| function(what, &format!("{body}({what}, limit_{name});"))).concat();
    fs::write(work.join("src/pool.rs"), text("connect")).unwrap();
    fs::write(work.join("src/secretlib/hidden.rs"), "/// Opens the hidden treasury of somebody else.\nfn treasury(gold: u8, silver: u8) { open(gold, silver, copper) }\n").unwrap();
    fs::write(work.join("tests/pool.rs"), "/// Verifies the untouchable behaviour of pools.\nfn untouchable(first: u8, second: u8) { verify(first, second, third) }\n").unwrap();
    git(&work, &["init", "-q"]);
    git(&work, &["add", "."]);
    git(&work, &["commit", "-q", "-m", "Begin"]);
    fs::write(work.join("src/pool.rs"), text("reconnect")).unwrap();
    git(
        &work,
        &["commit", "-q", "-a", "-m", "fix(pool): resurrect broken sockets before lending them (#12)"],
    );
    git(folder, &["clone", "-q", "--bare", name, &format!("owner+{name}.git")]);
    git(&work, &["rev-parse", "HEAD"])
}

fn program(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_beadloom-train")).args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn repositories_become_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let names = ["alpha", "bravo", "delta", "gamma"];
    let list: String =
        names.map(|name| format!("owner/{name}\t{}\tMIT\n", repository(folder, name))).concat();
    fs::write(folder.join("list"), format!("# a comment\n{list}")).unwrap();
    fs::write(folder.join("excluded"), "# left out\nsecretlib\n").unwrap();
    let pairs =
        ["pairs", "--list", "list", "--excluded", "excluded", "--repositories", ".", "--out", "found"];
    let output = program(folder, &pairs);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let train = |out: &str| {
        let options = ["--pairs", "found", "--out", out, "--batch", "4", "--dimensions", "64", "--whole"];
        let output = program(folder, &[&["train"], &options[..]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read(folder.join(out)).unwrap()
    };
    let table = train("one");
    assert_eq!(table, train("two"));
    let model = StaticModel::parse(table).unwrap();
    assert_eq!(model.dimensions(), 64);
    for (term, expected) in [
        ("connect", true),   // of a comment
        ("reconnect", true), // of code
        ("resurrect", true), // of a commit's subject
        ("treasuri", false), // of an excluded directory
        ("untouch", false),  // of a test
        ("alpha", false),    // of one repository alone
    ] {
        assert_eq!(model.id(term).is_some(), expected, "{term}");
    }
}

#[test]
fn what_is_excluded_is_no_repository_of_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("list"), "owner/SecretLib\t0123\tMIT\n").unwrap();
    fs::write(folder.join("excluded"), "secretlib\n").unwrap();
    let pairs =
        ["pairs", "--list", "list", "--excluded", "excluded", "--repositories", ".", "--out", "found"];
    let output = program(folder, &pairs);
    assert!(!output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: owner/SecretLib is excluded\n");
}
