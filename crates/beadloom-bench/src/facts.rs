//! What an index says of imports and references, for comparing.

use std::collections::HashMap;
use std::path::Path;

use beadloom_model::{ReferenceKind, Result};
use beadloom_store::{Access, FileKind, FileRow, Store, SymbolRow};
use serde_json::{Value, json};

/// One JSON object per line: `{fact: "import", file, line, specifier, names, kind, target}`, and for each place of a
/// call `{fact: "call", file, line, name, receiver, confidence, targets: [{file, line_start, line_end, name}]}`, and
/// `{fact: "symbol", file, line_start, line_end, name}` for what a reference may mean. What names something without calling
/// it – a type, a base – is as a call is, with `fact: "use"`; what reads it or passes it on, with `fact: "value"`.
pub fn lines(project: &Path) -> std::result::Result<String, String> {
    let collect = || -> Result<Vec<String>> {
        let store = Store::open(&project.join(".beadloom/beadloom.db"), Access::Read)?;
        let mut files = store.state().files()?;
        files.retain(|file| file.kind == FileKind::Code && file.skipped.is_none());
        let mut symbols = Symbols::default();
        let mut lines = Vec::new();
        for file in &files {
            for symbol in store.symbols_of_file(&file.path, usize::MAX)? {
                lines.push(json!({
                    "fact": "symbol",
                    "file": symbol.file_path,
                    "line_start": symbol.line_start,
                    "line_end": symbol.line_end,
                    "name": symbol.qualified_name,
                }));
                symbols.add(symbol);
            }
        }
        for file in &files {
            imports(&store, &file.path, &mut lines)?;
            references(&store, file, &symbols, &mut lines)?;
        }
        Ok(lines.iter().map(Value::to_string).collect())
    };
    Ok(collect().map_err(|error| error.to_string())?.join("\n"))
}

/// Symbols by row id, and by what they are called where.
#[derive(Default)]
struct Symbols {
    names: HashMap<i64, (String, String)>,
    rows: HashMap<(String, String), Vec<SymbolRow>>,
}

impl Symbols {
    fn add(&mut self, symbol: SymbolRow) {
        let name = (symbol.file_path.clone(), symbol.qualified_name.clone());
        self.names.insert(symbol.id, name.clone());
        self.rows.entry(name).or_default().push(symbol);
    }

    /// All that a file defines under the qualified name of a symbol: a reference means one of them.
    fn overloads(&self, id: i64) -> &[SymbolRow] {
        self.names.get(&id).and_then(|name| self.rows.get(name)).map_or(&[], Vec::as_slice)
    }
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

fn references(store: &Store, file: &FileRow, symbols: &Symbols, lines: &mut Vec<Value>) -> Result<()> {
    for row in store.references_of_file(file.id)? {
        let fact = match row.kind {
            ReferenceKind::Call => "call",
            ReferenceKind::Value => "value",
            ReferenceKind::Type | ReferenceKind::Inherit => "use",
        };
        let targets: Vec<Value> = row
            .targets
            .iter()
            .flat_map(|id| symbols.overloads(*id))
            .map(|symbol| {
                json!({
                    "file": symbol.file_path,
                    "line_start": symbol.line_start,
                    "line_end": symbol.line_end,
                    "name": symbol.qualified_name,
                })
            })
            .collect();
        for line in &row.lines {
            lines.push(json!({
                "fact": fact,
                "file": file.path,
                "line": line,
                "name": row.name,
                "receiver": format!("{:?}", row.receiver),
                "confidence": row.confidence.as_str(),
                "targets": targets,
            }));
        }
    }
    Ok(())
}
