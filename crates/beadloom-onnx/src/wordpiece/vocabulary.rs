//! The vocabulary, and cutting a word into its pieces.

use std::path::Path;

use beadloom_model::Result;
use rustc_hash::FxHashMap;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::words::MAX_WORD_CHARS;
use crate::json::{UNEXPECTED_FORMAT, invalid_model, parse, read};
use crate::settings::WordSettings;

/// The largest vocabularies of this kind have 500,000 tokens and take 10 MB.
const MAX_FILE_BYTES: u64 = 24 << 20;
const MAX_TOKENS: usize = 1_000_000;

/// Tokens and their ids.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    ids: FxHashMap<Box<str>, u32>,
    /// Before a piece that is not a word's first: `##`.
    prefix: String,
    max_word: usize,
    /// Bytes of the longest token.
    longest: usize,
    /// One more than the highest id.
    size: usize,
    unknown: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) padding: u32,
    pub(super) hash: [u8; 32],
}

/// What `tokenizer.json` says of words; `None` where it says nothing.
#[derive(Debug, Default)]
pub(super) struct OwnRules {
    pub lowercase: Option<bool>,
    pub strip_accents: Option<bool>,
    pub split_cjk: Option<bool>,
}

/// A vocabulary as its file has it.
#[derive(Default)]
struct WordPiece {
    vocab: FxHashMap<Box<str>, u32>,
    prefix: Option<String>,
    max_word: Option<usize>,
    unknown: Option<String>,
}

impl Vocabulary {
    pub(super) fn read(folder: &Path, settings: &WordSettings) -> Result<(Self, OwnRules)> {
        let path = folder.join("tokenizer.json");
        if let Some(bytes) = read(&path, MAX_FILE_BYTES)? {
            let (own, file) = of_json(&path, &bytes)?;
            let unknown = file.unknown.as_deref().unwrap_or(&settings.unknown).to_owned();
            let made = Self::of(&path, file, &unknown, settings, &bytes)?;
            return Ok((made, own));
        }
        let path = folder.join("vocab.txt");
        let Some(bytes) = read(&path, MAX_FILE_BYTES)? else {
            return Err(invalid_model(
                folder,
                "the tokenizer is missing: there is neither tokenizer.json nor vocab.txt",
            ));
        };
        let file = of_lines(&path, &bytes)?;
        let made = Self::of(&path, file, &settings.unknown, settings, &bytes)?;
        Ok((made, OwnRules::default()))
    }

    fn of(
        path: &Path,
        file: WordPiece,
        unknown: &str,
        settings: &WordSettings,
        bytes: &[u8],
    ) -> Result<Self> {
        let ids = file.vocab;
        let id = |token: &str| {
            let shown: String = token.chars().take(40).collect();
            ids.get(token)
                .copied()
                .ok_or_else(|| invalid_model(path, format!("the vocabulary has no token {shown:?}")))
        };
        let (unknown, first) = (id(unknown)?, id(&settings.first)?);
        let (last, padding) = (id(&settings.last)?, id(&settings.padding)?);
        let size = ids.values().max().map_or(0, |highest| *highest as usize + 1);
        if size > MAX_TOKENS {
            return Err(invalid_model(path, format!("the vocabulary has more than {MAX_TOKENS} tokens")));
        }
        let prefix = file.prefix.unwrap_or_else(|| "##".to_owned());
        Ok(Self {
            longest: ids.keys().map(|token| token.len()).max().unwrap_or(0),
            prefix,
            max_word: file.max_word.unwrap_or(MAX_WORD_CHARS).min(MAX_WORD_CHARS),
            size,
            unknown,
            first,
            last,
            padding,
            hash: Sha256::digest(bytes).into(),
            ids,
        })
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Appends the ids of a word's pieces: the longest that fits first, then on behind it. A word with a part that
    /// nothing fits is one unknown token.
    pub(super) fn pieces(&self, word: &str, ids: &mut Vec<u32>) {
        if word.chars().count() > self.max_word {
            ids.push(self.unknown);
            return;
        }
        let before = ids.len();
        let mut token = String::with_capacity(self.prefix.len() + word.len());
        let mut rest = word;
        while !rest.is_empty() {
            token.clear();
            if rest.len() < word.len() {
                token.push_str(&self.prefix);
            }
            let start = token.len();
            token.push_str(rest);
            let found = loop {
                if token.len() <= self.longest
                    && let Some(&id) = self.ids.get(token.as_str())
                {
                    break Some(id);
                }
                if token.pop().is_none() || token.len() <= start {
                    break None;
                }
            };
            let Some(id) = found else {
                ids.truncate(before);
                ids.push(self.unknown);
                return;
            };
            ids.push(id);
            rest = rest.get(token.len() - start..).unwrap_or_default();
        }
    }
}

fn of_json(path: &Path, bytes: &[u8]) -> Result<(OwnRules, WordPiece)> {
    let mut file = parse(path, bytes)?;
    let own = rules(path, &file)?;
    let Some(Value::Object(mut model)) = file.get_mut("model").map(Value::take) else {
        return Err(invalid_model(path, UNEXPECTED_FORMAT));
    };
    // Early files of the format name no type.
    let kind = model.get("type").and_then(Value::as_str).unwrap_or("WordPiece");
    if kind != "WordPiece" {
        let kind: String = kind.chars().take(40).collect();
        return Err(invalid_model(
            path,
            format!("the tokenizer is of type {kind:?}; only WordPiece is read here"),
        ));
    }
    let Some(Value::Object(tokens)) = model.remove("vocab") else {
        return Err(invalid_model(path, UNEXPECTED_FORMAT));
    };
    let mut vocab = FxHashMap::default();
    for (token, id) in tokens {
        let id = id
            .as_u64()
            .and_then(|id| u32::try_from(id).ok())
            .ok_or_else(|| invalid_model(path, UNEXPECTED_FORMAT))?;
        vocab.insert(token.into_boxed_str(), id);
    }
    let text = |key: &str| model.get(key).and_then(Value::as_str).map(str::to_owned);
    let most = model.get("max_input_chars_per_word").and_then(Value::as_u64);
    let piece = WordPiece {
        vocab,
        prefix: text("continuing_subword_prefix"),
        max_word: most.and_then(|most| usize::try_from(most).ok()),
        unknown: text("unk_token"),
    };
    Ok((own, piece))
}

fn rules(path: &Path, file: &Value) -> Result<OwnRules> {
    let Some(normalizer) = file.get("normalizer").filter(|normalizer| !normalizer.is_null()) else {
        return Ok(OwnRules::default());
    };
    let kind = normalizer.get("type").and_then(Value::as_str).unwrap_or_default();
    if kind != "BertNormalizer" {
        let kind: String = kind.chars().take(40).collect();
        return Err(invalid_model(
            path,
            format!("the normalizer {kind:?} is not known; only BertNormalizer is"),
        ));
    }
    let flag = |key: &str| normalizer.get(key).and_then(Value::as_bool);
    let lowercase = flag("lowercase");
    Ok(OwnRules {
        lowercase,
        strip_accents: flag("strip_accents").or(lowercase),
        split_cjk: flag("handle_chinese_chars"),
    })
}

/// A token per line, whose number is its id.
fn of_lines(path: &Path, bytes: &[u8]) -> Result<WordPiece> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| invalid_model(path, "the vocabulary is not UTF-8").caused_by(error))?;
    let mut vocab = FxHashMap::default();
    for (id, line) in text.lines().enumerate() {
        let id = u32::try_from(id).ok().filter(|&id| (id as usize) < MAX_TOKENS);
        let id = id.ok_or_else(|| {
            invalid_model(path, format!("the vocabulary has more than {MAX_TOKENS} tokens"))
        })?;
        vocab.insert(line.into(), id);
    }
    Ok(WordPiece { vocab, ..WordPiece::default() })
}
