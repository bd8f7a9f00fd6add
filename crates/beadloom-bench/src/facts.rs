//! What an index says of imports and references, for comparing.

use std::path::Path;

use beadloom_model::Result;
use beadloom_store::{Access, FileKind, Store};
use serde_json::{Value, json};

/// One JSON object per line: `{fact: "import", file, line, specifier, names, kind, target}`.
pub fn lines(project: &Path) -> std::result::Result<String, String> {
    let collect = || -> Result<Vec<String>> {
        let store = Store::open(&project.join(".beadloom/beadloom.db"), Access::Read)?;
        let mut lines = Vec::new();
        for file in store.state().files()? {
            if file.kind == FileKind::Code && file.skipped.is_none() {
                imports(&store, &file.path, &mut lines)?;
            }
        }
        Ok(lines.iter().map(Value::to_string).collect())
    };
    Ok(collect().map_err(|error| error.to_string())?.join("\n"))
}

fn imports(store: &Store, path: &str, lines: &mut Vec<Value>) -> Result<()> {
    for row in store.state().imports_of(path)? {
        lines.push(json!({
            "fact": "import",
            "file": path,
            "line": row.import.line,
            "specifier": row.import.specifier,
            "names": row.import.names,
            "kind": row.import.kind.as_str(),
            "target": row.target_path,
        }));
    }
    Ok(())
}
