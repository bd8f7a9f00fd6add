//! Prints the tables of languages and of other formats as JSON lines, for `scripts/languages.mjs`.

use std::io::Write as _;

use beadloom_lang::{formats, languages, left_out};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for language in languages() {
        let facts = language.id.facts();
        let line = serde_json::json!({
            "id": facts.id,
            "name": facts.name,
            "extensions": facts.extensions,
            "file_names": facts.file_names,
        });
        writeln!(out, "{line}")?;
    }
    for format in formats() {
        let line = serde_json::json!({
            "format": format.id,
            "extensions": format.extensions,
            "file_names": format.file_names,
            "is_data": format.is_data,
        });
        writeln!(out, "{line}")?;
    }
    for group in left_out() {
        let line = serde_json::json!({
            "left_out": group.what,
            "extensions": group.extensions,
            "file_names": group.file_names,
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}
