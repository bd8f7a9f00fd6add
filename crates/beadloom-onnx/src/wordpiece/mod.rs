//! WordPiece: text into the tokens of BERT and the models that followed it.
//!
//! Text is cleaned, lower-cased and stripped of accents where the model wants that, parted at white space, around
//! punctuation and around each CJK character. Each word is then cut into the longest pieces that the vocabulary has;
//! pieces after the first are written `##piece`. The rules are those of BERT's own tokenizer, as they are described with
//! Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers" (2019), and as `BertNormalizer` and
//! `BertPreTokenizer` of Hugging Face's `tokenizers` have them.

mod vocabulary;
mod words;

use std::path::Path;

use beadloom_model::Result;

use vocabulary::Vocabulary;

use crate::settings::WordSettings;
use words::Words;

/// Turns text into tokens.
#[derive(Debug)]
pub(crate) struct Tokenizer {
    vocabulary: Vocabulary,
    words: Words,
}

impl Tokenizer {
    /// Reads `tokenizer.json`, or `vocab.txt` if that file does not exist.
    ///
    /// # Errors
    /// `bad_model` where there is neither, or what is there is no WordPiece vocabulary with its special tokens.
    pub(crate) fn read(folder: &Path, settings: &WordSettings) -> Result<Self> {
        let (vocabulary, own) = Vocabulary::read(folder, settings)?;
        let lowercase = own.lowercase.or(settings.lowercase).unwrap_or(true);
        let words = Words {
            lowercase,
            strip_accents: own.strip_accents.or(settings.strip_accents).unwrap_or(lowercase),
            split_cjk: own.split_cjk.or(settings.split_cjk).unwrap_or(true),
        };
        Ok(Self { vocabulary, words })
    }

    /// How many tokens there are.
    pub(crate) fn size(&self) -> usize {
        self.vocabulary.size()
    }

    /// SHA-256 of the file that the vocabulary was read from.
    pub(crate) fn hash(&self) -> [u8; 32] {
        self.vocabulary.hash
    }

    /// How words are made, for the fingerprint.
    pub(crate) fn rules(&self) -> String {
        format!("{:?}", self.words)
    }

    /// The id that fills up shorter texts of a batch.
    pub(crate) fn padding(&self) -> u32 {
        self.vocabulary.padding
    }

    /// The tokens of `prompt` and `text` together, at most `most` of them, with the special ones around. Text that
    /// looks like a special token is text.
    ///
    /// Takes time in proportion to the tokens returned, and to white space between them, not to the length of the text.
    pub(crate) fn encode(&self, prompt: &str, text: &str, most: usize) -> Vec<u32> {
        let room = most.saturating_sub(2);
        let mut ids = vec![self.vocabulary.first];
        self.words.each(prompt.chars().chain(text.chars()), |word| {
            self.vocabulary.pieces(word, &mut ids);
            ids.len() <= room + 1
        });
        ids.truncate(room + 1);
        ids.push(self.vocabulary.last);
        ids
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use beadloom_model::Code;

    const TOKENS: &str = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nwant\n##want\n##ed\nwa\nun\nrunn\n##ing\n,\nlow\n##er\n中\n##s\ncafe\nCafé\n[\n]\nsep\n";

    fn settings() -> WordSettings {
        let name = |name: &str| format!("[{name}]");
        WordSettings {
            lowercase: None,
            strip_accents: None,
            split_cjk: None,
            unknown: name("UNK"),
            first: name("CLS"),
            last: name("SEP"),
            padding: name("PAD"),
        }
    }

    fn made(file: &str, content: &str, settings: &WordSettings) -> Result<Tokenizer> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(file), content).unwrap();
        Tokenizer::read(folder.path(), settings)
    }

    #[test]
    fn the_longest_piece_comes_first() {
        let tokenizer = made("vocab.txt", TOKENS, &settings()).unwrap();
        for (text, expected) in [
            ("", &[2, 3][..]),
            ("unwanted running", &[2, 8, 5, 6, 9, 10, 3]),
            ("unwantedX running", &[2, 1, 9, 10, 3]),
            ("Lower, LOWERS", &[2, 12, 13, 11, 12, 13, 15, 3]),
            ("low中low", &[2, 12, 14, 12, 3]),
            ("Café", &[2, 16, 3]),
            // Text that looks like a special token is text.
            ("[SEP]", &[2, 18, 20, 19, 3]),
        ] {
            assert_eq!(tokenizer.encode("", text, 64), expected, "{text:?}");
        }
        assert_eq!(tokenizer.encode("low ", "un", 64), [2, 12, 8, 3]);
        let long = format!("{} low", "x".repeat(101));
        assert_eq!(tokenizer.encode("", &long, 64), [2, 1, 12, 3]);
    }

    #[test]
    fn a_text_ends_at_the_limit() {
        let tokenizer = made("vocab.txt", TOKENS, &settings()).unwrap();
        assert_eq!(tokenizer.encode("", "low low unwanted", 6), [2, 12, 12, 8, 5, 3]);
        assert_eq!(tokenizer.encode("", "low low low", 3), [2, 12, 3]);
        // Long text costs no more than its beginning; a long word no more than a short one.
        let endless = "low ".repeat(5_000_000);
        assert_eq!(tokenizer.encode("", &endless, 512).len(), 512);
        assert_eq!(tokenizer.encode("", &"l".repeat(5_000_000), 512), [2, 1, 3]);
    }

    #[test]
    fn tokenizer_json_comes_first_and_has_its_own_rules() {
        let vocab: Vec<String> =
            TOKENS.lines().enumerate().map(|(id, token)| format!("{token:?}: {id}")).collect();
        let file = |normalizer: &str| {
            format!(
                r#"{{"normalizer": {normalizer}, "model": {{"type": "WordPiece", "unk_token": "[UNK]",
                    "continuing_subword_prefix": "\u0023#", "max_input_chars_per_word": 100, "vocab": {{{}}}}}}}"#,
                vocab.join(", ")
            )
        };
        let cased = r#"{"type": "BertNormalizer", "lowercase": false, "strip_accents": null,
            "handle_chinese_chars": true, "clean_text": true}"#;
        let tokenizer = made("tokenizer.json", &file(cased), &settings()).unwrap();
        assert_eq!(tokenizer.encode("", "Café lowers", 64), [2, 17, 12, 13, 15, 3]);
        let tokenizer = made("tokenizer.json", &file("null"), &settings()).unwrap();
        assert_eq!(tokenizer.encode("", "Café", 64), [2, 16, 3]);
        let other = made("tokenizer.json", &file(r#"{"type": "NFC"}"#), &settings()).unwrap_err();
        assert_eq!(other.message, "the normalizer \"NFC\" is not known; only BertNormalizer is");
    }

    #[test]
    fn what_is_no_vocabulary_is_refused() {
        for (file, content, message) in [
            ("vocab.txt", "", "the vocabulary has no token \"[UNK]\""),
            ("vocab.txt", "[UNK]\n[CLS]\n[SEP]\n", "the vocabulary has no token \"[PAD]\""),
            ("tokenizer.json", "{}", "the file does not have the expected format"),
            ("tokenizer.json", "{", "the file is not valid JSON"),
            (
                "tokenizer.json",
                r#"{"model": {"type": "BPE", "vocab": {}}}"#,
                "the tokenizer is of type \"BPE\"; only WordPiece is read here",
            ),
            (
                "tokenizer.json",
                r#"{"model": {"type": "WordPiece", "vocab": {"[UNK]": -1}}}"#,
                "the file does not have the expected format",
            ),
            (
                "tokenizer.json",
                r#"{"model": {"vocab": {"[UNK]": 4294967295, "[CLS]": 1, "[SEP]": 2, "[PAD]": 0}}}"#,
                "the vocabulary has more than 1000000 tokens",
            ),
            ("other", "", "the tokenizer is missing: there is neither tokenizer.json nor vocab.txt"),
        ] {
            let error = made(file, content, &settings()).unwrap_err();
            assert_eq!((error.code, error.message.as_str()), (Code::BadModel, message), "{file}: {content}");
        }
    }
}
