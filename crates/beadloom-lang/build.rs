//! Compiles `src/arena/arena.c` against the sources of the parser's library, whose own types it looks into, and hashes the
//! sources of this crate and the facts of languages: an index that other sources made is parsed anew.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Which files are in a language, and how what they declare is found, follows from its facts.
    let sources = ["../beadloom-model/src/languages", "src"];
    for folder in sources {
        println!("cargo:rerun-if-changed={folder}");
    }
    println!("cargo:rustc-env=BEADLOOM_LANG_SOURCES={:016x}", hash_of_sources(&sources)?);
    // As the library's own build tells those that depend on it.
    let include = PathBuf::from(env::var("DEP_TREE_SITTER_INCLUDE")?);
    let source = include.parent().ok_or("the library's headers stand in no folder")?.join("src");
    cc::Build::new()
        .std("c11")
        .define("_DEFAULT_SOURCE", None)
        .define("_DARWIN_C_SOURCE", None)
        .include(&include)
        .include(&source)
        .file("src/arena/arena.c")
        // What every allocation of a parse goes through.
        .opt_level(2)
        .try_compile("beadloom-arena")?;
    Ok(())
}

/// FNV-1a over the names and lines of all files but tests, in the order of their paths.
fn hash_of_sources(roots: &[&str]) -> io::Result<u64> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = roots.iter().map(PathBuf::from).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name != "tests.rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for file in files {
        // The same number on every system: names with slashes, lines without carriage returns.
        let name = file.to_string_lossy().replace('\\', "/");
        let text = fs::read(&file)?;
        name.bytes().chain([0]).chain(text.into_iter().filter(|byte| *byte != b'\r')).for_each(&mut add);
    }
    Ok(hash)
}
