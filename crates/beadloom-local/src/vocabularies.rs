//! The vocabularies that tokens are counted with: files beside the addon, each read once per process, when it is first
//! needed.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use beadloom_files::read_regular;
use beadloom_model::{Code, Error, Result};
use beadloom_tokens::{Counter, Counting, Encoding, Tokenizer};

/// The folder of the files, once somebody said it.
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

static O200K_BASE: Shared = Shared::new();
static CL100K_BASE: Shared = Shared::new();

/// A tokenizer that is opened at most once.
struct Shared {
    tokenizer: OnceLock<Tokenizer>,
    /// Held while the file is read: a second thread waits for the first instead of reading too.
    opening: Mutex<()>,
}

impl Shared {
    const fn new() -> Self {
        Self { tokenizer: OnceLock::new(), opening: Mutex::new(()) }
    }
}

/// Says where the vocabulary files are. They are not looked at yet; one that was read already stays.
pub fn set_data_folder(folder: impl Into<PathBuf>) {
    *FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.into());
}

/// The folder that was said.
pub fn data_folder() -> Option<PathBuf> {
    FOLDER.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The tokens of a text in `o200k_base`.
///
/// # Errors
/// `no_vocabulary`.
pub fn count_tokens(text: &str) -> Result<u64> {
    Ok(tokenizer(Encoding::O200kBase)?.count(text) as u64)
}

/// What counts so.
///
/// # Errors
/// `no_vocabulary` where the encoding's file is missing, cannot be read or is damaged. The next call tries again.
pub fn counter(counting: Counting) -> Result<Counter<'static>> {
    Ok(Counter::new(tokenizer(counting.encoding)?, counting.calibration))
}

fn tokenizer(encoding: Encoding) -> Result<&'static Tokenizer> {
    let shared = match encoding {
        Encoding::O200kBase => &O200K_BASE,
        Encoding::Cl100kBase => &CL100K_BASE,
    };
    if let Some(tokenizer) = shared.tokenizer.get() {
        return Ok(tokenizer);
    }
    let _opening = shared.opening.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(tokenizer) = shared.tokenizer.get() {
        return Ok(tokenizer);
    }
    let opened = open(data_folder().as_deref(), encoding)?;
    Ok(shared.tokenizer.get_or_init(|| opened))
}

/// More than any vocabulary has (bytes).
const MAX_BYTES: u64 = 64 << 20;

fn open(folder: Option<&Path>, encoding: Encoding) -> Result<Tokenizer> {
    let unfit = |what: String| {
        Error::new(Code::NoVocabulary, what).hint("reinstall beadloom; in a checkout, run `npm run build`")
    };
    let name = encoding.name();
    let Some(folder) = folder else {
        return Err(unfit(format!("the location of the vocabulary {name} is unknown")));
    };
    let path = folder.join(encoding.file_name());
    let file = read_regular(&path, MAX_BYTES).map_err(|error| {
        let what = match error.kind() {
            std::io::ErrorKind::NotFound => "is missing",
            _ => "cannot be read",
        };
        unfit(format!("the vocabulary {} {what}", path.display())).caused_by(error)
    })?;
    Tokenizer::open(encoding, file)
        .map_err(|error| unfit(format!("the vocabulary {} {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../beadloom-tokens/data");
        let whole = std::fs::read(data.join(Encoding::Cl100kBase.file_name())).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(Encoding::Cl100kBase.file_name());
        let outcome = || match open(Some(folder.path()), Encoding::Cl100kBase) {
            Ok(tokenizer) => format!("{} tokens", tokenizer.count("hello world")),
            Err(error) => {
                assert_eq!(error.code, Code::NoVocabulary);
                assert!(error.hint.is_some_and(|hint| hint.contains("reinstall beadloom")));
                let (_, what) = error.message.split_once(".vocabulary ").unwrap();
                what.to_owned()
            }
        };
        assert_eq!(outcome(), "is missing");
        std::fs::create_dir(&path).unwrap();
        assert_eq!(outcome(), "cannot be read");
        std::fs::remove_dir(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[700_000] ^= 1;
        for (bytes, expected) in [
            (&whole[..], "2 tokens"),
            (&whole[..whole.len() - 1], "is damaged"),
            (&flipped, "is damaged"),
            (&[], "is not a vocabulary of this version"),
            (b"version https://example.org/large-file/v1", "is not a vocabulary of this version"),
        ] {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(outcome(), expected);
        }
        let error = open(None, Encoding::O200kBase).unwrap_err();
        assert_eq!(error.message, "the location of the vocabulary o200k_base is unknown");
    }
}
