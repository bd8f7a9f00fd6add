//! Artifacts: what `export` wrote, read again. They come from other repositories and are believed in nothing.

use beadloom_model::answers::{ANSWER_VERSION, ExportAnswer};
use beadloom_model::{Code, Error, Result};
use serde_json::Value;

use crate::fields::MAX_FIELDS;

/// Sides of contracts of one repository: hundreds are many.
const MAX_CONTRACTS: usize = 20_000;

/// What an artifact says it is.
pub const FORMAT: &str = "beadloom-artifact";

/// Reads an artifact. `path` names it in errors.
///
/// # Errors
/// `bad_artifact` with the place: it is no JSON, no artifact, of another version, or something in it is not as it has to be.
pub fn read_artifact(path: &str, text: &str) -> Result<ExportAnswer> {
    let bad = |message: String| Error::new(Code::BadArtifact, message).at(path, 0, 0);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read: Result<ExportAnswer, serde_json::Error> = serde_json::from_str(text);
    let (version, format) = match &read {
        Ok(artifact) => (Some(u64::from(artifact.version)), Some(artifact.format.clone())),
        Err(_) => match serde_json::from_str::<Value>(text) {
            Ok(value) => (
                value.get("version").and_then(Value::as_u64),
                value.get("format").and_then(Value::as_str).map(str::to_owned),
            ),
            Err(error) => return Err(damaged(path, &error)),
        },
    };
    if format.as_deref() != Some(FORMAT) {
        return Err(bad("it is not an artifact".to_owned()).hint("write one with `beadloom export -o FILE`"));
    }
    if version != Some(u64::from(ANSWER_VERSION)) {
        let version = version.map_or("no version".to_owned(), |version| format!("version {version}"));
        return Err(bad(format!("it is of {version}, and this beadloom reads version {ANSWER_VERSION}"))
            .hint("export it again, or update beadloom"));
    }
    let artifact = read.map_err(|error| damaged(path, &error))?;
    if artifact.repo.is_empty()
        || artifact.repo.contains([':', '@'])
        || artifact.repo.contains(char::is_whitespace)
    {
        return Err(bad(format!("{:?} cannot be the name of a repository", artifact.repo))
            .hint("set `repo` in its .beadloom/config.yml, then export it again"));
    }
    if artifact.contracts.len() > MAX_CONTRACTS {
        return Err(bad(format!("it has more than {MAX_CONTRACTS} contracts")));
    }
    if let Some(one) = artifact.contracts.iter().find(|one| one.fields.len() > MAX_FIELDS) {
        return Err(bad(format!("the contract {:?} has more than {MAX_FIELDS} fields", one.name)));
    }
    Ok(artifact)
}

fn damaged(path: &str, error: &serde_json::Error) -> Error {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    let place = |number: usize| u32::try_from(number).unwrap_or(0);
    Error::new(Code::BadArtifact, format!("it is damaged: {message}"))
        .at(path, place(error.line()), place(error.column()))
        .hint("export it again")
}
