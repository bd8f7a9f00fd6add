//! How tokens are counted: what the settings under `tokens:` come to.

use beadloom_graph::Config;
use beadloom_graph::config::{Provider, Tokenizer as Vocabulary};
use beadloom_tokens::{Calibration, Counting, Encoding};

/// What is known about a provider's token counts.
struct ProviderCounts {
    /// Whose models.
    provider: Provider,
    /// From a count to the provider's tokens.
    calibration: Calibration,
    /// Where the factor comes from.
    source: &'static str,
}

/// Every provider once, in the order of the documentation.
///
/// A factor other than 1 needs a measurement that anybody can repeat offline: the provider's tokens over the tokens
/// of o200k_base, both summed over the Markdown, Rust and TypeScript files of this repository, in thousandths,
/// rounded up. It serves cl100k_base too, whose counts of these files differ by less than one in a hundred. Until there is
/// a measurement the factor is 1, and the row says why. What a provider says of its tokens in passing ("about four
/// characters") is no measurement: it is meant for English prose, and bundles are half code.
const PROVIDERS: &[ProviderCounts] = &[
    ProviderCounts {
        provider: Provider::Anthropic,
        calibration: Calibration::NONE,
        source: "Not measured: only a network service counts the tokens of Claude models.",
    },
    ProviderCounts {
        provider: Provider::Openai,
        calibration: Calibration::NONE,
        source: "Exact: both vocabularies are OpenAI's own, as published with tiktoken. `o200k_base` is that of \
                 GPT-4o and later models, `cl100k_base` that of GPT-4 and GPT-3.5.",
    },
    ProviderCounts {
        provider: Provider::Google,
        calibration: Calibration::NONE,
        source: "Not measured: beadloom has no vocabulary of Gemini models to measure with.",
    },
    ProviderCounts {
        provider: Provider::None,
        calibration: Calibration::NONE,
        source: "The plain count, by definition.",
    },
];

/// How tokens are counted for the provider that the settings name.
pub(crate) fn counting(config: &Config) -> Counting {
    let encoding = match config.tokens.tokenizer {
        Vocabulary::O200kBase => Encoding::O200kBase,
        Vocabulary::Cl100kBase => Encoding::Cl100kBase,
    };
    let row = PROVIDERS.iter().find(|row| row.provider == config.tokens.provider);
    Counting { encoding, calibration: row.map_or(Calibration::NONE, |row| row.calibration) }
}

/// The providers as a Markdown table.
pub(crate) fn providers_markdown() -> String {
    let mut table = String::from("| provider | factor | where it comes from |\n| --- | --- | --- |\n");
    for row in PROVIDERS {
        table.push_str(&format!("| `{}` | {} | {} |\n", row.provider.as_str(), row.calibration, row.source));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_the_settings_has_its_meaning() {
        let rows: Vec<&str> = PROVIDERS.iter().map(|row| row.provider.as_str()).collect();
        assert_eq!(rows, Provider::NAMES);
        let mut config = Config::default();
        for (name, encoding_of_it) in Vocabulary::NAMES.iter().zip(Encoding::ALL) {
            if let Some(vocabulary) = Vocabulary::from_name(name) {
                config.tokens.tokenizer = vocabulary;
            }
            let counting = counting(&config);
            assert_eq!((counting.encoding, counting.encoding.name()), (encoding_of_it, *name));
        }
        assert_eq!(Vocabulary::NAMES.len(), Encoding::ALL.len());
    }
}
