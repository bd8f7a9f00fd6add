//! Prints the table of languages as JSON lines, for `scripts/languages.mjs`.

use std::io::Write as _;

use beadloom_lang::languages;

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for language in languages() {
        let line = serde_json::json!({
            "id": language.id,
            "name": language.name,
            "extensions": language.extensions,
            "file_names": language.file_names,
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}
