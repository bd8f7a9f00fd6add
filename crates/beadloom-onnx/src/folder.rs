//! The folder of a model: what is there, and whether it fits together.

use beadloom_model::CompactSort as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use beadloom_model::{Code, Error, Result};
use sha2::{Digest, Sha256};

use crate::json::{invalid_model, read};
use crate::outline::check_outline;
use crate::settings::Settings;
use crate::wordpiece::Tokenizer;

/// What ONNX files can be at most: their format counts bytes in 31 bits.
const MAX_MODEL_BYTES: u64 = (1 << 31) - 1;

/// Where the ONNX file may be, the best first. The later ones are quantised.
const MODEL_FILES: &[&str] = &[
    "model.onnx", "onnx/model.onnx", "model_optimized.onnx", "onnx/model_optimized.onnx",
    "model_quantized.onnx", "onnx/model_quantized.onnx", "onnx/model_int8.onnx", "onnx/model_uint8.onnx",
];

/// The first of [`MODEL_FILES`] that is quantised.
const QUANTISED_FROM: usize = 4;

/// A model's folder, read but for the ONNX file.
#[derive(Debug)]
pub struct ModelFolder {
    pub(crate) path: PathBuf,
    pub(crate) settings: Settings,
    pub(crate) tokenizer: Tokenizer,
    model: PathBuf,
    quantised: bool,
    bytes: u64,
}

impl ModelFolder {
    /// Reads settings and tokenizer, and looks for the ONNX file. Takes a few milliseconds.
    ///
    /// # Errors
    /// `no_model` where the folder is no model's; `bad_model` where a file is missing or damaged, or the vocabulary
    /// does not fit the model.
    pub fn read(folder: &Path) -> Result<Self> {
        let (settings, tokenizer) = read_words(folder)?;
        let there = |(index, name): (usize, &&str)| {
            let path = folder.join(name);
            let metadata = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
            Some((path, index >= QUANTISED_FROM, metadata.len()))
        };
        let Some((model, quantised, bytes)) = MODEL_FILES.iter().enumerate().find_map(there) else {
            let what = "the model's ONNX file is missing: there is neither model.onnx nor onnx/model.onnx";
            return Err(invalid_model(folder, what));
        };
        check_outline(&model)?;
        Ok(Self { path: folder.to_owned(), settings, tokenizer, model, quantised, bytes })
    }

    /// The same checks without the ONNX file, for a download that is not complete yet.
    ///
    /// # Errors
    /// As [`ModelFolder::read`].
    pub fn check_words(folder: &Path) -> Result<()> {
        read_words(folder).map(drop)
    }

    /// The folder, as given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Numbers per vector, as the settings say.
    pub fn dimension(&self) -> usize {
        self.settings.dimension
    }

    /// Bytes of the ONNX file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The ONNX file.
    pub fn model_file(&self) -> &Path {
        &self.model
    }

    /// Whether the file with the best numbers is missing, and one with coarser ones is used.
    pub fn quantised(&self) -> bool {
        self.quantised
    }

    /// The bytes of the ONNX file.
    pub(crate) fn read_model(&self) -> Result<Vec<u8>> {
        read(&self.model, MAX_MODEL_BYTES)?.ok_or_else(|| invalid_model(&self.model, "the file has gone"))
    }

    /// Tells vectors of this model from those of any other: a hash of the ONNX file's bytes, of the tokenizer's, and
    /// of how they are used.
    pub(crate) fn fingerprint(&self, model: &[u8]) -> String {
        let mut hash = Sha256::new();
        hash.update(b"beadloom-onnx 1\0");
        hash.update(Sha256::digest(model));
        hash.update(self.tokenizer.hash());
        let Settings { max_tokens, pooling, query_prompt, document_prompt, .. } = &self.settings;
        let rules = self.tokenizer.rules();
        hash.update(format!("{max_tokens}\0{pooling:?}\0{query_prompt}\0{document_prompt}\0{rules}"));
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

fn read_words(folder: &Path) -> Result<(Settings, Tokenizer)> {
    let settings = Settings::read(folder)?;
    let tokenizer = Tokenizer::read(folder, &settings.words)?;
    check_vocabulary(folder, &settings, &tokenizer)?;
    Ok((settings, tokenizer))
}

/// A token that the model's table has no row for would be an error in the middle of some text; a vocabulary that is
/// much smaller belongs to another model, whose rows mean something else. Tables are often a few rows longer.
fn check_vocabulary(folder: &Path, settings: &Settings, tokenizer: &Tokenizer) -> Result<()> {
    let Some(rows) = settings.vocabulary_size else { return Ok(()) };
    let tokens = tokenizer.size();
    if tokens <= rows && tokens >= rows - rows / 10 {
        return Ok(());
    }
    let what = format!("the vocabulary does not fit the model: it has {tokens} tokens, the model {rows}");
    Err(invalid_model(folder, what))
}

/// The folders in a folder, by name; none where it cannot be read. More than a thousand are not looked for.
pub fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().take(1000).flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.compact_sort();
    folders
}

/// What tells one content of a folder or library from the next without reading it: names, sizes and times of change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp(String);

impl Stamp {
    /// As text, the same in each process.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The stamp of a model's folder and of the runtime's library.
///
/// # Errors
/// `bad_model` where the times of the files cannot be read.
pub fn stamp(folder: &Path, library: &Path) -> Result<Stamp> {
    let words = [
        "config.json",
        "tokenizer.json",
        "vocab.txt",
        "tokenizer_config.json",
        "sentence_bert_config.json",
        "config_sentence_transformers.json",
        "modules.json",
        "1_Pooling/config.json",
    ];
    let files = words.iter().chain(MODEL_FILES).map(|name| folder.join(name));
    let mut text = String::new();
    for path in files.chain([library.to_owned()]) {
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        let changed = metadata
            .modified()
            .and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).map_err(std::io::Error::other))
            .map_err(|error| {
                Error::new(Code::BadModel, "the file's time of change cannot be read")
                    .at(path.display().to_string(), 0, 0)
                    .caused_by(error)
            })?;
        text.push_str(&format!("{}\0{}\0{}\n", path.display(), metadata.len(), changed.as_nanos()));
    }
    Ok(Stamp(text))
}
