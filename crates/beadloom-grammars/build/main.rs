//! Compiles grammars from the sources that their crates bring, with packed tables.

mod pack;
mod sources;
mod tables;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

/// What a step says that cannot go on.
type Failure = Box<dyn std::error::Error + Send + Sync>;

struct Grammar {
    /// The crate that has it.
    package: &'static str,
    /// As its C function is called, after `tree_sitter_`.
    name: &'static str,
    /// As C compilers have it: `s` where the code is a good deal smaller so, of languages that are seldom most of a
    /// repository.
    optimised: &'static str,
}

/// Languages that are seldom most of a repository and have large tables.
const GRAMMARS: &[Grammar] = &[
    Grammar { package: "tree-sitter-c-sharp", name: "c_sharp", optimised: "3" },
    Grammar { package: "tree-sitter-scala", name: "scala", optimised: "s" },
    Grammar { package: "tree-sitter-haskell", name: "haskell", optimised: "s" },
    Grammar { package: "tree-sitter-swift", name: "swift", optimised: "3" },
    Grammar { package: "tree-sitter-kotlin-ng", name: "kotlin", optimised: "3" },
    Grammar { package: "tree-sitter-ruby", name: "ruby", optimised: "3" },
    Grammar { package: "tree-sitter-elixir", name: "elixir", optimised: "3" },
    Grammar { package: "tree-sitter-bash", name: "bash", optimised: "s" },
    Grammar { package: "tree-sitter-zig", name: "zig", optimised: "s" },
];

fn main() -> Result<(), Failure> {
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=../../Cargo.lock");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let folders = sources::folders(&GRAMMARS.iter().map(|grammar| grammar.package).collect::<Vec<_>>())?;
    let work = Mutex::new(GRAMMARS.iter().zip(folders));
    let workers =
        env::var("NUM_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(1).min(GRAMMARS.len());
    let next = || work.lock().map(|mut work| work.next()).ok().flatten();
    let compile_some = || -> Result<(), Failure> {
        while let Some((grammar, folder)) = next() {
            compile(grammar, &folder, &out).map_err(|error| format!("{}: {error}", grammar.package))?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(compile_some)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Err("a worker panicked".into())))
    })
}

fn compile(grammar: &Grammar, folder: &Path, out: &Path) -> Result<(), Failure> {
    let source = folder.join("src");
    let parser = source.join("parser.c");
    let scanner = source.join("scanner.c");
    println!("cargo:rerun-if-changed={}", parser.display());
    let packed = out.join(format!("{}.c", grammar.name));
    fs::write(&packed, tables::packed(&fs::read_to_string(&parser)?)?)?;

    let mut build = cc::Build::new();
    build.std("c11").include(&source).include("build").file(packed);
    if scanner.exists() {
        println!("cargo:rerun-if-changed={}", scanner.display());
        build.file(scanner);
    }
    if env::var("CARGO_CFG_TARGET_ENV")? == "msvc" {
        build.flag("-utf-8");
    }
    // A name of our own, so that tests can have the grammar's crate beside it.
    build.define(&format!("tree_sitter_{}", grammar.name), &*format!("beadloom_{}", grammar.name));
    build.define("BEADLOOM_UNPACK", &*format!("beadloom_unpack_{}", grammar.name));
    build.opt_level_str(grammar.optimised).warnings(false);
    build.try_compile(&format!("beadloom-grammar-{}", grammar.name))?;
    Ok(())
}
