//! What the small files of a model folder say: shapes, pooling, prompts.
//!
//! The files are those of the Hugging Face `transformers` and `sentence-transformers` libraries; all but `config.json`
//! may be missing.

use std::path::Path;

use beadloom_model::{Code, Error, Result};
use serde_json::{Map, Value};

use crate::json::{invalid_model, settings, value};
use crate::pooling::Pooling;

/// The most numbers that a vector may have.
pub(crate) const MAX_DIMENSIONS: usize = 4096;
/// Models with more positions are given no longer texts: time grows with the square of the length.
const MAX_TOKENS: usize = 512;
/// What stands before a text is one sentence.
const MAX_PROMPT_BYTES: usize = 1000;

/// How a model wants to be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Numbers per vector.
    pub dimension: usize,
    /// Rows of the table of tokens, where it is said.
    pub vocabulary_size: Option<usize>,
    /// Tokens per text at most, the two around it included.
    pub max_tokens: usize,
    pub pooling: Pooling,
    /// What stands before a query.
    pub query_prompt: String,
    /// What stands before a text that is to be found.
    pub document_prompt: String,
    pub words: WordSettings,
}

/// How text becomes words and tokens. What is `None` is left to the tokenizer's own file, then to the usual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WordSettings {
    pub lowercase: Option<bool>,
    pub strip_accents: Option<bool>,
    pub split_cjk: Option<bool>,
    pub unknown: String,
    pub first: String,
    pub last: String,
    pub padding: String,
}

/// What a family of models is known to want where its folder does not say so.
struct Family {
    /// Part of the model's name.
    name: &'static str,
    pooling: Pooling,
    query: &'static str,
    document: &'static str,
}

/// From the models' own cards.
const FAMILIES: &[Family] = &[
    Family {
        name: "bge-",
        pooling: Pooling::First,
        query: "Represent this sentence for searching relevant passages: ",
        document: "",
    },
    Family {
        name: "arctic-embed",
        pooling: Pooling::First,
        query: "Represent this sentence for searching relevant passages: ",
        document: "",
    },
    Family { name: "e5-", pooling: Pooling::Mean, query: "query: ", document: "passage: " },
];

impl Settings {
    /// Reads all of them.
    ///
    /// # Errors
    /// `no_model` where the folder has no `config.json`; `bad_model` where a file cannot be read or asks for what
    /// is not done here.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let path = folder.join("config.json");
        if !path.exists() {
            return Err(no_model(folder));
        }
        let config = settings(&path)?;
        let tokenizer = settings(&folder.join("tokenizer_config.json"))?;
        let sentence = settings(&folder.join("sentence_bert_config.json"))?;
        check_modules(folder)?;

        // The last two are what some models call it.
        let said = ["hidden_size", "dim", "n_embd"].iter().find_map(|key| config.get(*key));
        let dimension = said.and_then(whole).unwrap_or(0);
        if !(1..=MAX_DIMENSIONS).contains(&dimension) {
            let what = format!("`hidden_size` must be a number from 1 to {MAX_DIMENSIONS}");
            return Err(invalid_model(&path, what));
        }
        let family = family(folder, config.get("_name_or_path").and_then(Value::as_str));
        let pooling = match Pooling::read(folder)? {
            Some(pooling) => pooling,
            None => family.map_or(Pooling::Mean, |family| family.pooling),
        };
        let known = |prompt: fn(&Family) -> &'static str| family.map_or("", prompt).to_owned();
        Ok(Self {
            dimension,
            vocabulary_size: config.get("vocab_size").and_then(whole),
            max_tokens: max_tokens([
                config.get("max_position_embeddings"),
                tokenizer.get("model_max_length"),
                sentence.get("max_seq_length"),
            ]),
            pooling,
            query_prompt: prompt(folder, &["query"])?.unwrap_or_else(|| known(|f| f.query)),
            document_prompt: prompt(folder, &["document", "passage"])?
                .unwrap_or_else(|| known(|f| f.document)),
            words: WordSettings {
                lowercase: flag(&tokenizer, "do_lower_case")
                    .or(flag(&sentence, "do_lower_case").filter(|lower| *lower)),
                strip_accents: flag(&tokenizer, "strip_accents"),
                split_cjk: flag(&tokenizer, "tokenize_chinese_chars"),
                unknown: special(&tokenizer, "unk_token", "[UNK]"),
                first: special(&tokenizer, "cls_token", "[CLS]"),
                last: special(&tokenizer, "sep_token", "[SEP]"),
                padding: special(&tokenizer, "pad_token", "[PAD]"),
            },
        })
    }
}

fn whole(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|value| usize::try_from(value).ok())
}

fn flag(object: &Map<String, Value>, key: &str) -> Option<bool> {
    object.get(key).and_then(Value::as_bool)
}

fn no_model(folder: &Path) -> Error {
    let what = if folder.is_dir() {
        "the folder contains no model: config.json is missing"
    } else {
        "no such folder"
    };
    Error::new(Code::NoModel, what).at(folder.display().to_string(), 0, 0).hint(
        "`beadloom model pull NAME` fetches a model; `search.model` takes its name, or a folder with config.json, a tokenizer and model.onnx",
    )
}

fn family(folder: &Path, given: Option<&str>) -> Option<&'static Family> {
    let own = folder.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let given = given.unwrap_or_default().to_lowercase();
    FAMILIES.iter().find(|family| own.contains(family.name) || given.contains(family.name))
}

/// The least of the limits that the files name, within reason.
fn max_tokens(limits: [Option<&Value>; 3]) -> usize {
    // Where there is no limit, files hold 1e30.
    let limits = limits.into_iter().flatten().filter_map(whole).filter(|&limit| limit > 0);
    limits.min().unwrap_or(MAX_TOKENS).clamp(3, MAX_TOKENS)
}

/// Special tokens are text, or objects with a `content`.
fn special(object: &Map<String, Value>, key: &str, usual: &str) -> String {
    let value = object.get(key);
    let text = value.and_then(|value| value.get("content").unwrap_or(value).as_str());
    text.unwrap_or(usual).to_owned()
}

fn prompt(folder: &Path, names: &[&str]) -> Result<Option<String>> {
    let path = folder.join("config_sentence_transformers.json");
    let config = settings(&path)?;
    let prompts = config.get("prompts");
    let found = names.iter().find_map(|name| prompts?.get(*name)?.as_str());
    if found.is_some_and(|prompt| prompt.len() > MAX_PROMPT_BYTES) {
        return Err(invalid_model(&path, format!("a prompt is longer than {MAX_PROMPT_BYTES} bytes")));
    }
    Ok(found.map(str::to_owned))
}

/// A model may name steps behind the transformer that its ONNX file does not hold.
fn check_modules(folder: &Path) -> Result<()> {
    const DONE: [&str; 3] = ["Transformer", "Pooling", "Normalize"];
    let path = folder.join("modules.json");
    let modules = value(&path)?.unwrap_or_default();
    for module in modules.as_array().into_iter().flatten() {
        let kind = module.get("type").and_then(Value::as_str).unwrap_or_default();
        let name = kind.rsplit('.').next().unwrap_or_default();
        if !DONE.contains(&name) {
            let name: String = name.chars().take(60).collect();
            return Err(invalid_model(
                &path,
                format!("the model needs a step {name:?}, which is not done here"),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        folder
    }

    #[test]
    fn a_bare_folder_has_the_usual() {
        let read = Settings::read(folder(&[("config.json", r#"{"hidden_size": 384}"#)]).path()).unwrap();
        assert_eq!((read.dimension, read.vocabulary_size, read.max_tokens), (384, None, 512));
        assert_eq!((read.pooling, read.query_prompt.as_str()), (Pooling::Mean, ""));
        assert_eq!((read.words.first.as_str(), read.words.lowercase), ("[CLS]", None));
    }

    #[test]
    fn every_file_has_its_say() {
        let read = Settings::read(
            folder(&[
                (
                    "config.json",
                    r#"{"hidden_size": 8, "vocab_size": 30, "max_position_embeddings": 512,
                        "_name_or_path": "BAAI/bge-small-en-v1.5"}"#,
                ),
                (
                    "tokenizer_config.json",
                    r#"{"do_lower_case": false, "model_max_length": 1e30, "cls_token": {"content": "<s>"},
                        "sep_token": "</s>"}"#,
                ),
                ("sentence_bert_config.json", r#"{"max_seq_length": 128}"#),
                ("config_sentence_transformers.json", r#"{"prompts": {"query": "find: ", "passage": null}}"#),
                ("modules.json", r#"[{"type": "sentence_transformers.models.Transformer"}]"#),
                (
                    "1_Pooling/config.json",
                    r#"{"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": false}"#,
                ),
            ])
            .path(),
        )
        .unwrap();
        assert_eq!((read.vocabulary_size, read.max_tokens, read.pooling), (Some(30), 128, Pooling::Mean));
        assert_eq!((read.query_prompt.as_str(), read.document_prompt.as_str()), ("find: ", ""));
        assert_eq!((read.words.first.as_str(), read.words.last.as_str()), ("<s>", "</s>"));
        assert_eq!(read.words.lowercase, Some(false));
    }

    #[test]
    fn a_family_is_known_by_its_name() {
        let name = |name: &str| format!(r#"{{"hidden_size": 8, "_name_or_path": "{name}"}}"#);
        for (given, pooling, query) in [
            (
                "BAAI/bge-small-en-v1.5",
                Pooling::First,
                "Represent this sentence for searching relevant passages: ",
            ),
            ("intfloat/e5-small-v2", Pooling::Mean, "query: "),
            ("sentence-transformers/all-MiniLM-L6-v2", Pooling::Mean, ""),
        ] {
            let read = Settings::read(folder(&[("config.json", &name(given))]).path()).unwrap();
            assert_eq!((read.pooling, read.query_prompt.as_str()), (pooling, query), "{given}");
        }
    }

    #[test]
    fn what_does_not_fit_is_said_with_its_place() {
        let whole = ("config.json", r#"{"hidden_size": 8}"#);
        type Case<'a> = (&'a [(&'a str, &'a str)], Code, &'a str, &'a str);
        let cases: [Case<'_>; 9] = [
            (&[], Code::NoModel, "", "the folder contains no model: config.json is missing"),
            (&[("config.json", "{")], Code::BadModel, "config.json", "the file is not valid JSON"),
            (
                &[("config.json", r#"{"hidden_size": "8"}"#)],
                Code::BadModel,
                "config.json",
                "`hidden_size` must be a number from 1 to 4096",
            ),
            (
                &[("config.json", r#"{"hidden_size": 1000000}"#)],
                Code::BadModel,
                "config.json",
                "`hidden_size` must be a number from 1 to 4096",
            ),
            (
                &[("config.json", "{}")],
                Code::BadModel,
                "config.json",
                "`hidden_size` must be a number from 1 to 4096",
            ),
            (
                &[("config.json", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n")],
                Code::BadModel,
                "config.json",
                "this is a pointer of Git LFS, not the file itself",
            ),
            (
                &[whole, ("modules.json", r#"[{"type": "sentence_transformers.models.Dense"}]"#)],
                Code::BadModel,
                "modules.json",
                "the model needs a step \"Dense\", which is not done here",
            ),
            (
                &[whole, ("1_Pooling/config.json", r#"{"pooling_mode_max_tokens": true}"#)],
                Code::BadModel,
                "1_Pooling/config.json",
                "the model pools by `pooling_mode_max_tokens`, which is not done here",
            ),
            (
                &[whole, ("tokenizer_config.json", "[]")],
                Code::BadModel,
                "tokenizer_config.json",
                "the file does not have the expected format",
            ),
        ];
        for (files, code, place, message) in cases {
            let made = folder(files);
            let error = Settings::read(made.path()).unwrap_err();
            assert_eq!((error.code, error.message.as_str()), (code, message));
            let expected = if place.is_empty() { made.path().to_owned() } else { made.path().join(place) };
            assert_eq!(error.path.as_deref(), expected.to_str());
            assert!(error.hint.is_some());
        }
    }
}
