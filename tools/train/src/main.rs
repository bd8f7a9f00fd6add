//! `beadloom-train`: from repositories to a table of static embeddings.
//!
//! ```text
//! repositories ──pairs──▶ pairs of comment and code ──train──▶ table
//! packages ──texts.mjs──▶ lines ──texts──▶ pairs of request and description ──train──▶ table
//! ```

mod comments;
mod commits;
mod corpus;
mod held_out;
mod measure;
mod optimiser;
mod pair_file;
mod pairs;
mod texts;
mod train;
mod vocabulary;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
beadloom-train pairs --list FILE --excluded FILE --repositories DIR --out PAIRS
    Reads the repositories of the list from DIR/<owner>+<name>.git and writes pairs of comment and code.
beadloom-train texts --lines FILE --out PAIRS
    Reads the lines that texts.mjs writes, and writes pairs of what is asked for and what describes it.
beadloom-train train --pairs PAIRS --out TABLE [--terms N] [--dimensions N] [--epochs N] [--batch N]
        [--group N] [--rate X] [--temperature X] [--dropout X] [--seed N] [--start TABLE] [--whole]
    Trains on them and writes the table. --group: pairs of one repository that stand together in a batch, each other's
    hard negatives. --start: terms that this table has begin with its vectors. --whole: trains on the held-out repositories, too; for the last run.
beadloom-train rank --table TABLE --files DIR --list FILE < queries
    For every line of the standard input, the files that FILE lists below DIR by their nearest chunk; for measuring.
";

/// Whatever goes wrong ends the program with one line.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut words = std::env::args().skip(1);
    let command = words.next().unwrap_or_default();
    let options = Options::read(words)?;
    match command.as_str() {
        "pairs" => {
            let list = corpus::repositories(
                &std::fs::read_to_string(options.path("list")?)?,
                &std::fs::read_to_string(options.path("excluded")?)?,
            )?;
            let found = pairs::of_repositories(&list, &options.path("repositories")?)?;
            found.write(&options.path("out")?)
        }
        "texts" => {
            let found = texts::of_lines(&std::fs::read_to_string(options.path("lines")?)?)?;
            eprintln!("{} pairs of {} groups", found.pairs.len(), found.repositories.len());
            found.write(&options.path("out")?)
        }
        "train" => {
            let pairs = pair_file::Pairs::read(&options.path("pairs")?)?;
            let defaults = train::Settings::default();
            let settings = train::Settings {
                terms: options.number("terms", defaults.terms)?,
                dimensions: options.number("dimensions", defaults.dimensions)?,
                epochs: options.number("epochs", defaults.epochs)?,
                batch: options.number("batch", defaults.batch)?,
                group: options.number("group", defaults.group)?,
                rate: options.number("rate", defaults.rate)?,
                temperature: options.number("temperature", defaults.temperature)?,
                dropout: options.number("dropout", defaults.dropout)?,
                seed: options.number("seed", defaults.seed)?,
                start: options.has("start").then(|| options.path("start")).transpose()?,
                whole: options.has("whole"),
            };
            train::train(&pairs, &settings, &options.path("out")?)
        }
        "rank" => measure::rank(&options.path("table")?, &options.path("files")?, &options.path("list")?),
        _ => {
            eprint!("{USAGE}");
            Err(format!("no command `{command}`").into())
        }
    }
}

/// `--name value` and `--name`.
struct Options(BTreeMap<String, String>);

impl Options {
    fn read(words: impl Iterator<Item = String>) -> Result<Self> {
        let mut options = BTreeMap::new();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let name = word.strip_prefix("--").ok_or_else(|| format!("unexpected `{word}`"))?;
            let value = words.next_if(|next| !next.starts_with("--")).unwrap_or_default();
            options.insert(name.to_owned(), value);
        }
        Ok(Self(options))
    }

    fn path(&self, name: &str) -> Result<PathBuf> {
        let value = self.0.get(name).filter(|value| !value.is_empty());
        Ok(Path::new(value.ok_or_else(|| format!("--{name} is missing"))?).to_owned())
    }

    fn number<T: std::str::FromStr>(&self, name: &str, default: T) -> Result<T> {
        let Some(value) = self.0.get(name) else { return Ok(default) };
        value.parse().map_err(|_| format!("--{name} `{value}` is no number").into())
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}
