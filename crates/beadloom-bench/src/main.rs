//! The limits that beadloom is measured against. `bench/run.mjs` drives it:
//!
//! - `beadloom-bench files PROJECT` prints the code files of a project's index, one per line.
//! - `beadloom-bench facts PROJECT` prints the imports and references of a project's index, one JSON object per line;
//!   `bench/accuracy` compares them with what others say.
//! - `beadloom-bench conventions PROJECT` prints the links of frameworks' conventions, one JSON object per line; samples for
//!   `docs/internals/ACCURACY.md` are drawn from them.
//! - `beadloom-bench parse PROJECT LIST` reads and parses the files that LIST names, with as many threads as
//!   beadloom uses, and does nothing else. That is the least any full reindex can take.
//! - `beadloom-bench candidates --root PROJECT [--model FILE] < QUERIES` prints what the ranking of code sees, `beadloom-bench weights
//!   [--text]` the weights of its features; `bench/eval` measures and fits with them.
//! - `beadloom-bench selection PROJECT MODEL < TASKS` prints what the choice of an answer to a task sees; `npm run train -- selection` learns
//!   from it. `beadloom-bench sums MODEL < ROWS` prints what a model that was learned says of rows of values.
//! - `beadloom-bench drift < CHANGES` prints what is seen of each document of a change; `npm run train -- documents` learns from it.
//! - `beadloom-bench links PROJECT` prints what is seen of each document of a project's index and the parts that it may be about; `npm run
//!   train -- links` learns from it.
//! - `beadloom-bench pairs FILE COUNT` says how long a gateway that learned COUNT pairs takes to drop all but the best when it starts.

mod candidates;
mod conventions;
mod drift;
mod facts;
mod links;
mod pairs;
mod selection;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use beadloom_lang::{Parser, detect};
use beadloom_store::{Access, FileKind, Store};
use rayon::prelude::*;
use serde_json::json;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["files", project] => files(Path::new(project)),
        ["facts", project] => facts::lines(Path::new(project)),
        ["conventions", project] => conventions::lines(Path::new(project)),
        ["parse", project, list] => parse(Path::new(project), Path::new(list)),
        ["candidates", "--root", project] => candidates::lines(Path::new(project), None),
        ["candidates", "--root", project, "--model", model] => {
            candidates::lines(Path::new(project), Some(Path::new(model)))
        }
        ["selection", project, model] => selection::lines(Path::new(project), Path::new(model)),
        ["drift"] => drift::lines(),
        ["links", project] => links::lines(Path::new(project)),
        ["sums", model] => selection::sums(Path::new(model)),
        ["pairs", file, count] => match count.parse() {
            Ok(count) => pairs::pruned(Path::new(file), count),
            Err(_) => Err(format!("invalid number of pairs: {count}")),
        },
        ["weights"] => Ok(candidates::weights(false)),
        ["weights", "--text"] => Ok(candidates::weights(true)),
        _ => Err("usage: beadloom-bench files PROJECT | facts PROJECT | conventions PROJECT | parse PROJECT LIST | \
                  candidates --root PROJECT [--model FILE] | selection PROJECT MODEL | drift | links PROJECT | sums MODEL | weights [--text] | pairs FILE COUNT"
            .to_owned()),
    };
    // A pipe that closes early is no failure of the measurement.
    match outcome.map(|text| writeln!(std::io::stdout(), "{text}")) {
        Ok(_) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Paths of the code files that the index holds with content, sorted, one per line.
fn files(project: &Path) -> Result<String, String> {
    let store =
        Store::open(&project.join(".beadloom/beadloom.db"), Access::Read).map_err(|e| e.to_string())?;
    let rows = store.state().files().map_err(|e| e.to_string())?;
    let mut paths: Vec<String> = rows
        .into_iter()
        .filter(|row| row.kind == FileKind::Code && row.skipped.is_none())
        .map(|row| row.path)
        .collect();
    paths.sort();
    Ok(paths.join("\n"))
}

/// Reads and parses; the counts as JSON, so that a run that failed to parse is seen to have failed.
fn parse(project: &Path, list: &Path) -> Result<String, String> {
    let list = fs::read_to_string(list).map_err(|e| format!("{}: {e}", list.display()))?;
    let paths: Vec<&str> = list.lines().filter(|line| !line.is_empty()).collect();
    let (bytes, trees) =
        paths.par_iter().map_init(Parser::default, |parser, path| parse_one(parser, project, path)).reduce(
            || (0, 0),
            |(bytes, trees), (more_bytes, more_trees)| (bytes + more_bytes, trees + more_trees),
        );
    let counts = json!({
        "files": paths.len(),
        "bytes": bytes,
        "trees": trees,
        "threads": rayon::current_num_threads(),
    });
    Ok(counts.to_string())
}

/// Bytes read and trees made of one file: a file that went away or has no language counts as neither.
fn parse_one(parser: &mut Parser, project: &Path, path: &str) -> (u64, u64) {
    let (Some(language), Ok(content)) = (detect(path), fs::read(project.join(path))) else {
        return (0, 0);
    };
    let bytes = content.len() as u64;
    // A copy only where a byte is not UTF-8.
    let text = String::from_utf8_lossy(&content);
    (bytes, u64::from(parser.parse_only(language, path, &text)))
}
