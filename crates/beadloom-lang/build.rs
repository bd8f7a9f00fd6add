//! Compiles `src/arena/arena.c` against the sources of the parser's library, whose own types it looks into.

use std::env;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=src/arena/arena.c");
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
