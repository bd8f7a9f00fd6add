//! The bundled static model: a data file beside the vocabularies, read once per process.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use beadloom_embed::StaticModel;
use beadloom_files::read_regular;
use beadloom_model::{Code, Error, Result};

use crate::vocabularies::data_folder;

/// The model's file, in the folder of the vocabularies.
const FILE: &str = "code.embedding";

static MODEL: Mutex<Option<Arc<StaticModel>>> = Mutex::new(None);

/// The table for texts of tools, beside it.
const TOOLS_FILE: &str = "tools.embedding";

static TOOLS_MODEL: Mutex<Option<Arc<StaticModel>>> = Mutex::new(None);

/// Where the file is to lie; None where no folder is known.
pub fn bundled_file() -> Option<PathBuf> {
    Some(data_folder()?.join(FILE))
}

/// The file, where it is there.
pub fn path() -> Option<PathBuf> {
    bundled_file().filter(|path| path.is_file())
}

/// The model; None where this installation has none. Takes a millisecond or two, once.
///
/// # Errors
/// `bad_model` where the file is damaged or cannot be read. The next call tries again.
pub fn model() -> Result<Option<Arc<StaticModel>>> {
    read_once(&MODEL, path())
}

/// The table for texts of tools; None where this installation has none.
///
/// # Errors
/// As [`model`].
pub fn tools_model() -> Result<Option<Arc<StaticModel>>> {
    read_once(&TOOLS_MODEL, data_folder().map(|folder| folder.join(TOOLS_FILE)).filter(|path| path.is_file()))
}

fn read_once(
    known: &Mutex<Option<Arc<StaticModel>>>,
    path: Option<PathBuf>,
) -> Result<Option<Arc<StaticModel>>> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    if known.is_none() {
        let Some(path) = path else { return Ok(None) };
        *known = Some(Arc::new(open(&path)?));
    }
    Ok(known.clone())
}

/// More than the table has (bytes).
const MAX_BYTES: u64 = 64 << 20;

fn open(path: &Path) -> Result<StaticModel> {
    let unfit = |what: String| {
        Error::new(Code::BadModel, what)
            .at(path.display().to_string(), 0, 0)
            .hint("reinstall beadloom; in a checkout, run `npm run build`")
    };
    let file = read_regular(path, MAX_BYTES)
        .map_err(|error| unfit("the file cannot be read".to_owned()).caused_by(error))?;
    StaticModel::parse(file).map_err(|error| unfit(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_table_is_an_error_with_its_place() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../beadloom-embed/data").join(FILE);
        assert!(open(&data).unwrap().dimensions() > 0);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let mut bytes = std::fs::read(data).unwrap();
        let at = bytes.len() / 2;
        bytes[at] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        let error = open(&path).unwrap_err();
        assert_eq!((error.code, error.path.as_deref()), (Code::BadModel, path.to_str()));
        assert_eq!(error.message, "the embedding table is damaged: its checksum does not agree");
    }
}
