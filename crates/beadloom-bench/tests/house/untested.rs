//! A crate that is compiled without a program of tests has none in its sources: they would never run.

use std::fs;
use std::path::Path;

use crate::{crates, metadata, rust_files};

fn has_tests(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| line.starts_with("#[test]") || line.starts_with("proptest!"))
}

#[test]
fn tests_in_sources_are_run() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let mut without = 0;
    for (package, (name, folder)) in packages.iter().zip(crates(&metadata)) {
        let sources = folder.join("src");
        let targets = package["targets"].as_array().unwrap().iter();
        let mut own =
            targets.filter(|target| Path::new(target["src_path"].as_str().unwrap()).starts_with(&sources));
        if own.all(|target| target["test"] == true) {
            continue;
        }
        without += 1;
        for file in rust_files(&sources) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(!has_tests(&text), "{} has tests, and {name} says `test = false`", file.display());
        }
    }
    assert!(without > 1, "`test` of targets is no longer told");
    assert!(has_tests("mod tests {\n    #[test]\n    fn f() {}\n}\n"));
}
