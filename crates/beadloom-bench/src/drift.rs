//! What is seen of the documents of changes, for training: the values of all features, and how likely each has to change.

use std::io::{BufRead, Write};

use beadloom_history::{Commit, Past};
use beadloom_lang::{Limits, Parser, detect};
use beadloom_model::prose::is_document;
use beadloom_sync::drift::{
    Change, ChangedFile, DOCUMENT_FEATURES, DefinitionLines, Reading, Surroundings, judge_documents, sections,
};
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

/// A change, with all documents and the newest commits before it.
#[derive(Deserialize)]
struct Row {
    /// Path, old text and new text of each changed file of code.
    code: Vec<(String, String, String)>,
    /// Path and text.
    documents: Vec<(String, String)>,
    /// Time in seconds and files of each commit.
    commits: Vec<(i64, Vec<String>)>,
}

/// For each change on stdin, one line of JSON: of each document its path, the values and the lines of the sections that are named.
pub fn lines() -> Result<String, String> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", json!(DOCUMENT_FEATURES.as_slice())).map_err(|e| e.to_string())?;
    let mut parser = Parser::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let row: Row = serde_json::from_str(&line).map_err(|e| e.to_string())?;
        let judged = judged(&mut parser, row);
        writeln!(out, "{}", json!(judged)).map_err(|e| e.to_string())?;
    }
    Ok(String::new())
}

fn judged(parser: &mut Parser, mut row: Row) -> Vec<Value> {
    row.documents.retain(|(path, _)| is_document(path));
    let commits = row.commits.into_iter().enumerate().filter_map(|(at, (time, files))| {
        // Equal ones would be one.
        Commit::new(&format!("{at:040x}"), time, "", files)
    });
    let past = Past::of(commits.collect());
    let parsed: Vec<[Vec<(String, u32, u32)>; 2]> = row
        .code
        .iter()
        .map(|(path, old, new)| [old, new].map(|text| definitions(parser, path, text)))
        .collect();
    let files: Vec<ChangedFile<'_>> = row
        .code
        .iter()
        .zip(&parsed)
        .map(|((path, old, new), [before, after])| ChangedFile {
            path,
            old,
            new,
            old_definitions: lent(before),
            new_definitions: lent(after),
        })
        .collect();
    let change = Change::of(&files);
    let paths: Vec<&str> = row.documents.iter().map(|(path, _)| path.as_str()).collect();
    let code: Vec<&str> = row.code.iter().map(|(path, ..)| path.as_str()).collect();
    let readings: Vec<Reading> =
        row.documents.par_iter().map(|(_, text)| Reading::of(&change, text)).collect();
    let documents: Vec<(Surroundings<'_>, Reading)> = paths
        .iter()
        .zip(past.companions(&paths, &code))
        .map(|(path, past)| Surroundings { path, past })
        .zip(readings)
        .collect();
    let (judged, having) = judge_documents(&change, &documents, past.companion_commits());
    documents
        .iter()
        .zip(judged)
        .map(|((of, reading), judged)| {
            let values: Vec<f64> =
                judged.values.iter().map(|value| (f64::from(*value) * 1e4).round() / 1e4).collect();
            let lines: Vec<(u32, u32)> =
                sections(&change, reading, &having).into_iter().map(|section| section.lines).collect();
            json!([of.path, judged.probability, values, lines])
        })
        .collect()
}

fn definitions(parser: &mut Parser, path: &str, text: &str) -> Vec<(String, u32, u32)> {
    let Some(language) = detect(path) else { return Vec::new() };
    let symbols = parser.parse(language, path, text, &Limits::default()).symbols;
    symbols.into_iter().map(|symbol| (symbol.symbol_name, symbol.line_start, symbol.line_end)).collect()
}

fn lent(definitions: &[(String, u32, u32)]) -> Vec<DefinitionLines<'_>> {
    definitions
        .iter()
        .map(|(name, first, last)| DefinitionLines { name, first: *first, last: *last })
        .collect()
}
