//! What the choice of an answer to a task sees, for training: files and definitions with the values of all features.

use std::io::{BufRead, Write};
use std::path::Path;

use beadloom_embed::StaticModel;
use beadloom_model::requests::{Hints, TextFormat};
use beadloom_query::{DefinitionFeature, Model, RerankFeature, Staleness, TaskRequest};
use beadloom_ranking::RankingModel;
use beadloom_store::{Access, Store};
use serde_json::{Value, json};

/// For each task on stdin, a JSON string in a line, one line of JSON.
pub fn lines(project: &Path, model: &Path) -> Result<String, String> {
    let store =
        Store::open(&project.join(".beadloom/beadloom.db"), Access::Read).map_err(|e| e.to_string())?;
    let bytes = std::fs::read(model).map_err(|e| format!("{}: {e}", model.display()))?;
    let model = StaticModel::parse(bytes).map_err(|e| e.to_string())?;
    let read = |path: &str| std::fs::read_to_string(project.join(path)).ok();
    let names: Vec<&str> = beadloom_query::feature_weights().into_iter().map(|(name, _, _)| name).collect();
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{}",
        json!({ "file": names, "rerank": RerankFeature::NAMES, "definition": DefinitionFeature::NAMES })
    )
    .map_err(|e| e.to_string())?;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let task: String = serde_json::from_str(&line).map_err(|e| e.to_string())?;
        let request = TaskRequest {
            task,
            refs: Vec::new(),
            max_nodes: 0,
            max_chunks: 0,
            budget: 4_000,
            is_brief: false,
            format: TextFormat::Markdown,
            hints: Hints::Commands,
            stale: Staleness::default(),
            counting: Default::default(),
            memories: Vec::new(),
            given: None,
            model: Some(Model::Static(&model)),
            read: &read,
        };
        let begun = std::time::Instant::now();
        let choice =
            store.snapshot(|| beadloom_query::choice(&store, &request)).map_err(|e| e.to_string())?;
        let ms = begun.elapsed().as_secs_f64() * 1e3;
        let short = |values: &[f32]| -> Vec<f64> {
            values.iter().map(|value| (f64::from(*value) * 1e4).round() / 1e4).collect()
        };
        let files: Vec<Value> = choice
            .ranked
            .iter()
            .map(|file| {
                let values: Vec<f32> = file.values.iter().map(|value| *value as f32).collect();
                json!([file.file.path, (file.score * 1e4).round() / 1e4, short(&values), short(&file.among)])
            })
            .collect();
        let candidates: Vec<Value> = choice
            .candidates
            .iter()
            .map(|one| {
                let own: Vec<[u32; 2]> = one.own.iter().map(|span| [span.first, span.last]).collect();
                json!([
                    one.file,
                    one.definition.is_some(),
                    [one.lines.first, one.lines.last],
                    own,
                    short(&one.values)
                ])
            })
            .collect();
        writeln!(out, "{}", json!({ "ms": ms, "files": files, "definitions": candidates }))
            .map_err(|e| e.to_string())?;
    }
    Ok(String::new())
}

/// For each line of stdin, a JSON array of the values of a model's features, the sum that the model makes of it. `model`: its file.
pub fn sums(model: &Path) -> Result<String, String> {
    let bytes = std::fs::read(model).map_err(|e| format!("{}: {e}", model.display()))?;
    let model =
        RankingModel::parse(&bytes).ok_or_else(|| format!("{}: this is no model", model.display()))?;
    let rows: Vec<Vec<f32>> = std::io::stdin()
        .lock()
        .lines()
        .map(|line| serde_json::from_str(&line.map_err(|e| e.to_string())?).map_err(|e| e.to_string()))
        .collect::<Result<_, String>>()?;
    Ok(model.sums(&rows).iter().map(f64::to_string).collect::<Vec<String>>().join("\n"))
}
