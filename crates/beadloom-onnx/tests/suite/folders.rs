use std::fs;

use beadloom_model::Code;
use beadloom_onnx::{ModelFolder, Transformer, stamp};

use crate::model::{DIMENSION, Model, TOKENS};

#[test]
fn a_folder_is_read_without_a_runtime() {
    let folder = tempfile::tempdir().unwrap();
    Model::default().write(folder.path());
    let read = ModelFolder::read(folder.path()).unwrap();
    assert_eq!(read.dimension(), DIMENSION);
    assert_eq!(read.bytes(), fs::metadata(folder.path().join("onnx/model.onnx")).unwrap().len());
    assert!(!read.quantised());
    fs::rename(folder.path().join("onnx/model.onnx"), folder.path().join("onnx/model_quantized.onnx"))
        .unwrap();
    assert!(ModelFolder::read(folder.path()).unwrap().quantised());
}

#[test]
fn a_vocabulary_must_fit_the_model() {
    let more = TOKENS.iter().copied().chain(["another"]).collect::<Vec<_>>();
    let fewer = &TOKENS[..TOKENS.len() - 3];
    for (tokens, expected) in [
        (&more[..], "the vocabulary does not fit the model: it has 13 tokens, the model 12"),
        (fewer, "the vocabulary does not fit the model: it has 9 tokens, the model 12"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        Model::default().write(folder.path());
        fs::write(folder.path().join("vocab.txt"), tokens.join("\n")).unwrap();
        let error = ModelFolder::read(folder.path()).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (Code::BadModel, expected));
    }
}

#[test]
fn what_is_missing_is_said() {
    let folder = tempfile::tempdir().unwrap();
    Model::default().write(folder.path());
    fs::remove_file(folder.path().join("onnx/model.onnx")).unwrap();
    let error = ModelFolder::read(folder.path()).unwrap_err();
    assert_eq!(error.code, Code::BadModel);
    assert!(error.message.contains("ONNX file is missing"), "{}", error.message);
    assert!(ModelFolder::check_words(folder.path()).is_ok());
    fs::remove_file(folder.path().join("vocab.txt")).unwrap();
    assert!(ModelFolder::check_words(folder.path()).unwrap_err().message.contains("tokenizer is missing"));
    let error = ModelFolder::read(&folder.path().join("nowhere")).unwrap_err();
    assert_eq!((error.code, error.message.as_str()), (Code::NoModel, "no such folder"));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    Model::default().write(folder.path());
    for name in ["vocab.txt", "config.json"] {
        let path = folder.path().join(name);
        fs::remove_file(&path).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let error = ModelFolder::read(folder.path()).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (Code::BadModel, "this is not a file"));
    }
}

#[test]
fn a_library_that_is_none_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    Model::default().write(folder.path());
    let library = folder.path().join("libonnxruntime.so");
    fs::write(&library, "no library").unwrap();
    let error = Transformer::open(folder.path(), &library, 2).err().unwrap();
    assert_eq!((error.code, error.path.as_deref()), (Code::NoRuntime, library.to_str()));
}

#[test]
fn a_stamp_changes_with_the_files() {
    let folder = tempfile::tempdir().unwrap();
    Model::default().write(folder.path());
    let library = folder.path().join("libonnxruntime.so");
    let of = || stamp(folder.path(), &library).unwrap();
    let before = of();
    assert_eq!(before, of());
    fs::write(&library, "no library").unwrap();
    let with_library = of();
    assert_ne!(before, with_library);
    fs::write(folder.path().join("vocab.txt"), "other").unwrap();
    assert_ne!(with_library, of());
}
