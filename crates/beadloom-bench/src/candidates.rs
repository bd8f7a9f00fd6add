//! What the ranking of code sees: candidates with the values of all features, and the weights.

use std::io::{BufRead, Write};
use std::path::Path;

use beadloom_embed::StaticModel;
use beadloom_query::Model;
use beadloom_store::{Access, Store};
use serde_json::{Map, Value, json};

/// For each query on stdin – one per line, as text, or as a JSON string – one line of JSON: the candidates, best first.
pub fn lines(project: &Path, model: Option<&Path>) -> Result<String, String> {
    let store =
        Store::open(&project.join(".beadloom/beadloom.db"), Access::Read).map_err(|e| e.to_string())?;
    let model = match model {
        Some(file) => {
            let bytes = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
            Some(StaticModel::parse(bytes).map_err(|e| e.to_string())?)
        }
        None => None,
    };
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let query = match serde_json::from_str::<Value>(&line) {
            Ok(Value::String(query)) => query,
            _ => line,
        };
        let candidates = beadloom_query::code_candidates(&store, &query, model.as_ref().map(Model::Static))
            .map_err(|e| e.to_string())?;
        let rows: Vec<Value> = candidates
            .into_iter()
            .map(|candidate| {
                let features: Map<String, Value> = candidate
                    .features
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), json!(value)))
                    .collect();
                json!({
                    "path": candidate.path,
                    "line_start": candidate.lines.map(|lines| lines.0),
                    "line_end": candidate.lines.map(|lines| lines.1),
                    "features": features,
                    "score": candidate.score,
                })
            })
            .collect();
        writeln!(out, "{}", json!({ "query": query, "candidates": rows })).map_err(|e| e.to_string())?;
    }
    Ok(String::new())
}

/// Every feature with its weight; `in_text`: for long texts.
pub fn weights(in_text: bool) -> String {
    let weights: Map<String, Value> = beadloom_query::feature_weights()
        .into_iter()
        .map(|(name, weight, of_text)| (name.to_owned(), json!(if in_text { of_text } else { weight })))
        .collect();
    Value::Object(weights).to_string()
}
