//! Prints the table of conventions as JSON lines, for `scripts/languages.mjs`.

use std::io::Write as _;

use beadloom_conventions::{Files, TABLE};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for row in TABLE {
        let files: Vec<String> = match row.files {
            Files::Code(languages) => languages.iter().map(|one| one.facts().name.to_owned()).collect(),
            Files::Settings => vec!["settings of Python".to_owned()],
            Files::Text(endings) => endings.iter().map(|one| format!("`.{one}`")).collect(),
        };
        let line = serde_json::json!({
            "framework": row.framework,
            "imports": row.imports,
            "files": files,
            "rule": row.rule.said(),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}
