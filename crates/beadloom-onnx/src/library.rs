//! Whether a file can be the runtime's library, as far as its first bytes and its size show.
//!
//! The system maps a library and trusts what its headers say: one that was cut off, or is for another processor, ends the process
//! with a signal. Another process finds that out, which loads it first; what is refused here needs none.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use beadloom_model::{Code, Error, Result};

/// How libraries begin: ELF, Mach-O for one processor and for several, PE.
const MAGIC: &[&[u8]] = &[b"\x7fELF", &[0xcf, 0xfa, 0xed, 0xfe], &[0xca, 0xfe, 0xba, 0xbe], b"MZ"];
/// The smallest runtime has several megabytes.
const MIN_BYTES: u64 = 64 * 1024;

const HINT: &str = "install onnxruntime-node next to beadloom (`npm install onnxruntime-node`), or set ORT_DYLIB_PATH to the library of an ONNX runtime 1.17 or newer";

/// What is wrong with the library.
pub(crate) fn invalid_model(path: &Path, what: impl Into<String>) -> Error {
    Error::new(Code::NoRuntime, what).at(path.display().to_string(), 0, 0).hint(HINT)
}

/// Checks that the file looks like a shared library.
///
/// # Errors
/// `no_runtime` where it is missing, cannot be read, or is something else.
pub fn check_library(path: &Path) -> Result<()> {
    let unreadable = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => invalid_model(path, "no such library"),
        _ => invalid_model(path, "the library cannot be read").caused_by(error),
    };
    let metadata = path.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(invalid_model(path, "this is not a file; expected the library of an ONNX runtime"));
    }
    let mut head = Vec::with_capacity(4);
    File::open(path).and_then(|file| file.take(4).read_to_end(&mut head)).map_err(unreadable)?;
    if !MAGIC.iter().any(|magic| head.starts_with(magic)) {
        return Err(invalid_model(path, "this is not a shared library"));
    }
    if metadata.len() < MIN_BYTES {
        return Err(invalid_model(path, "the library is cut off"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libonnxruntime.so");
        let missing = check_library(&file).unwrap_err();
        assert_eq!((missing.code, missing.message.as_str()), (Code::NoRuntime, "no such library"));
        assert_eq!(missing.path.as_deref(), file.to_str());
        assert!(missing.hint.is_some_and(|hint| hint.contains("ORT_DYLIB_PATH")));
        assert_eq!(
            check_library(folder.path()).unwrap_err().message,
            "this is not a file; expected the library of an ONNX runtime"
        );
        std::fs::write(&file, "not a library").unwrap();
        assert_eq!(check_library(&file).unwrap_err().message, "this is not a shared library");
        for magic in MAGIC {
            let head = [*magic, &[0; MIN_BYTES as usize]].concat();
            std::fs::write(&file, &head).unwrap();
            check_library(&file).unwrap();
            std::fs::write(&file, head.get(..1000).unwrap()).unwrap();
            assert_eq!(check_library(&file).unwrap_err().message, "the library is cut off");
        }
    }
}
