use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use beadloom_model::{Code, Result};
use beadloom_onnx::{Role, Transformer};

use crate::model::{DIMENSION, Model};

fn library() -> PathBuf {
    PathBuf::from(std::env::var_os("ORT_DYLIB_PATH").expect("ORT_DYLIB_PATH names the library of a runtime"))
}

fn open(model: &Model) -> Result<Transformer> {
    let folder = tempfile::tempdir().unwrap();
    model.write(folder.path());
    Transformer::open(folder.path(), &library(), 2)
}

fn embed(transformer: &Transformer, texts: &[&str]) -> Vec<Vec<f32>> {
    transformer.embed(Role::Document, texts, &AtomicBool::new(false)).unwrap()
}

fn assert_near(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
    }
}

#[test]
#[ignore = "needs a runtime in ORT_DYLIB_PATH"]
fn vectors_are_those_of_the_model() {
    for inputs in [vec!["input_ids"], vec!["input_ids", "attention_mask", "token_type_ids"]] {
        let model = Model { inputs, ..Model::default() };
        let transformer = open(&model).unwrap();
        assert_eq!(transformer.dimension(), DIMENSION);
        let found = embed(&transformer, &["parser", "Read tokens, READ file", "", "http"]);
        for (vector, ids) in
            found.iter().zip([&[2, 4, 5, 3][..], &[2, 8, 6, 7, 1, 8, 9, 3], &[2, 3], &[2, 11, 3]])
        {
            assert_near(vector, &model.expected(ids));
        }
    }
}

#[test]
#[ignore = "needs a runtime in ORT_DYLIB_PATH"]
fn batches_change_nothing_and_keep_the_order() {
    let model = Model::default();
    let transformer = open(&model).unwrap();
    let words = ["parse", "token", "file", "http"].repeat(5);
    let texts: Vec<String> = (0..100).map(|index| words[index % 7..][..index % 13].join(" ")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let together = embed(&transformer, &texts);
    for (text, vector) in texts.iter().zip(&together) {
        assert_near(vector, &embed(&transformer, &[text])[0]);
    }
    assert!(embed(&transformer, &[]).is_empty());
}

#[test]
#[ignore = "needs a runtime in ORT_DYLIB_PATH"]
fn a_prompt_stands_before_queries_only() {
    let folder = tempfile::tempdir().unwrap();
    let model = Model::default();
    model.write(folder.path());
    let prompts = r#"{"prompts": {"query": "read "}}"#;
    fs::write(folder.path().join("config_sentence_transformers.json"), prompts).unwrap();
    let transformer = Transformer::open(folder.path(), &library(), 2).unwrap();
    let never = AtomicBool::new(false);
    assert_near(
        &transformer.embed(Role::Query, &["file"], &never).unwrap()[0],
        &model.expected(&[2, 8, 9, 3]),
    );
    assert_near(
        &transformer.embed(Role::Document, &["file"], &never).unwrap()[0],
        &model.expected(&[2, 9, 3]),
    );
}

#[test]
#[ignore = "needs a runtime in ORT_DYLIB_PATH"]
fn the_fingerprint_follows_the_content() {
    let one = open(&Model::default()).unwrap();
    assert_eq!(one.fingerprint().len(), 64);
    assert_eq!(one.fingerprint(), open(&Model::default()).unwrap().fingerprint());
    let other = open(&Model { inputs: vec!["input_ids"], ..Model::default() }).unwrap();
    assert_ne!(one.fingerprint(), other.fingerprint());
}

#[test]
#[ignore = "needs a runtime in ORT_DYLIB_PATH"]
fn a_model_that_is_wrong_is_an_error() {
    let usual = Model::default;
    for (model, expected) in [
        (Model { weight: Some(f32::NAN), ..usual() }, "a vector without direction"),
        (Model { weight: Some(0.0), ..usual() }, "a vector without direction"),
        (Model { dimension: 16, ..usual() }, "gives 16 numbers per vector, config.json says 8"),
        (Model { rows: 4, ..usual() }, "could not be run"),
        (Model { inputs: vec!["input_ids", "pixels"], ..usual() }, "wants an input \"pixels\""),
    ] {
        let error = match open(&model) {
            Err(error) => error,
            // A table that is too small shows with the first token that it has no row for.
            Ok(transformer) => {
                transformer.embed(Role::Document, &["http"], &AtomicBool::new(false)).unwrap_err()
            }
        };
        assert_eq!(error.code, Code::BadModel);
        assert!(error.message.contains(expected), "{}", error.message);
        assert!(error.path.is_some_and(|path| path.ends_with("model.onnx")));
    }
}

#[test]
#[ignore = "needs a runtime in ORT_DYLIB_PATH"]
fn damaged_bytes_of_a_model_are_errors() {
    let whole = Model::default().bytes();
    let folder = tempfile::tempdir().unwrap();
    Model::default().write(folder.path());
    for length in (0..whole.len()).step_by(37) {
        fs::write(folder.path().join("onnx/model.onnx"), &whole[..length]).unwrap();
        let error = Transformer::open(folder.path(), &library(), 2).err().unwrap();
        assert_eq!(error.code, Code::BadModel, "{length}");
    }
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..200 {
        let mut flipped = whole.clone();
        let at = random.usize(..flipped.len());
        flipped[at] ^= 1 << random.u8(..8);
        fs::write(folder.path().join("onnx/model.onnx"), &flipped).unwrap();
        // A flipped weight may well go unnoticed.
        if let Err(error) = Transformer::open(folder.path(), &library(), 2) {
            assert_eq!(error.code, Code::BadModel);
        }
    }
}

#[test]
#[ignore = "needs a runtime in ORT_DYLIB_PATH"]
fn embedding_can_be_stopped() {
    let transformer = open(&Model::default()).unwrap();
    let error = transformer.embed(Role::Document, &["file"], &AtomicBool::new(true)).unwrap_err();
    assert_eq!(error.code, Code::Cancelled);
    // And it goes on afterwards.
    assert_eq!(embed(&transformer, &["file"]).len(), 1);
}
