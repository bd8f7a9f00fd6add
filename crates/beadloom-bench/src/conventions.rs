//! What an index says of frameworks' conventions, for judging.

use std::path::Path;

use beadloom_store::{Access, Store};
use serde_json::json;

/// One JSON object per link: `{file, line, from, target, to, confidence, reason}`.
pub fn lines(project: &Path) -> Result<String, String> {
    let links = Store::open(&project.join(".beadloom/beadloom.db"), Access::Read)
        .and_then(|store| beadloom_query::convention_links(&store))
        .map_err(|error| error.to_string())?;
    let lines: Vec<String> = links
        .into_iter()
        .map(|link| {
            json!({
                "file": link.file,
                "line": link.line,
                "from": link.from,
                "target": link.target,
                "to": link.to,
                "confidence": link.confidence,
                "reason": link.reason,
            })
            .to_string()
        })
        .collect();
    Ok(lines.join("\n"))
}
