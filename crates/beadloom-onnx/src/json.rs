//! Files of a model folder, read within bounds.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use beadloom_model::{Code, Error, Result};
use serde_json::{Map, Value};

/// Settings of a model are a few kilobytes.
pub(crate) const MAX_SETTINGS: u64 = 4 << 20;

pub(crate) const UNEXPECTED_FORMAT: &str = "the file does not have the expected format";

const HINT: &str =
    "download the model again with `beadloom model pull NAME`, or set `search.model` to another folder";

/// What is wrong with a file of a model.
pub(crate) fn invalid_model(path: &Path, what: impl Into<String>) -> Error {
    Error::new(Code::BadModel, what).at(path.display().to_string(), 0, 0).hint(HINT)
}

/// The file's bytes; `None` if the file does not exist.
///
/// # Errors
/// `bad_model` where it cannot be read, is no file, is larger than `limit` bytes, or only stands for a file that
/// a version control system keeps elsewhere.
pub(crate) fn read(path: &Path, limit: u64) -> Result<Option<Vec<u8>>> {
    let unreadable = |error: std::io::Error| invalid_model(path, "the file cannot be read").caused_by(error);
    let metadata = match path.metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error)),
    };
    // To open a pipe would mean to wait for whoever writes into it.
    if !metadata.is_file() {
        return Err(invalid_model(path, "this is not a file"));
    }
    let file = File::open(path).map_err(unreadable)?;
    if metadata.len() > limit {
        return Err(invalid_model(path, format!("the file is larger than {limit} bytes")));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    // A file may grow while it is read.
    file.take(limit).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.starts_with(b"version https://git-lfs") {
        return Err(invalid_model(path, "this is a pointer of Git LFS, not the file itself"));
    }
    Ok(Some(bytes))
}

/// The keys of a JSON object; none if the file does not exist.
///
/// Plain values, not types of our own: five small files would bring a parser each into the addon.
pub(crate) fn settings(path: &Path) -> Result<Map<String, Value>> {
    match value(path)? {
        None => Ok(Map::new()),
        Some(Value::Object(object)) => Ok(object),
        Some(_) => Err(invalid_model(path, UNEXPECTED_FORMAT)),
    }
}

/// Any JSON; `None` if the file does not exist.
pub(crate) fn value(path: &Path) -> Result<Option<Value>> {
    read(path, MAX_SETTINGS)?.map(|bytes| parse(path, &bytes)).transpose()
}

/// JSON out of bytes; an error names its line and column.
pub(crate) fn parse(path: &Path, bytes: &[u8]) -> Result<Value> {
    serde_json::from_slice(bytes).map_err(|error| {
        let line = u32::try_from(error.line()).unwrap_or(0);
        let column = u32::try_from(error.column()).unwrap_or(0);
        Error::new(Code::BadModel, "the file is not valid JSON")
            .at(path.display().to_string(), line, column)
            .hint(HINT)
            .caused_by(error)
    })
}
