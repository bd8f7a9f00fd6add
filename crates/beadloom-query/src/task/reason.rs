//! Why a file is relevant, said in words: what gave it most of its score.

use crate::search::code::RankedFile;
use crate::search::query::CodeQuery;
use crate::search::weights::FILE_WEIGHTS;
use crate::text;
use beadloom_model::CompactSort as _;

/// Reasons that one sentence names.
const MAX_REASONS: usize = 3;

/// Words that are named.
const WORDS: usize = 5;

/// Characters of a word that is named.
const WORD: usize = 40;

/// What spoke for a file, most telling first, in a few words each; at least one. `held`: words of the query that its best
/// chunk holds, as they were written.
pub(super) fn reasons(file: &RankedFile, query: &CodeQuery, held: &[String]) -> Vec<String> {
    let gives = |name: &str| -> f64 {
        FILE_WEIGHTS
            .iter()
            .zip(&file.values)
            .find(|(weight, _)| weight.name == name)
            .map_or(0.0, |(weight, value)| value * weight.of_one(query.is_text))
    };
    let defined: Vec<String> = query
        .named
        .iter()
        .filter(|named| file.outline.iter().any(|symbol| symbol.name == named.name))
        .map(|named| text::cut_at_word(&text::line(&named.name), WORD))
        .take(MAX_REASONS)
        .collect();
    let mut found: Vec<(f64, String)> = Vec::new();
    let mut add = |worth: f64, says: String| {
        if worth > 0.0 {
            found.push((worth, says));
        }
    };
    add(gives("named_path") * 2.0, "the task names its path".to_owned());
    if !defined.is_empty() {
        add(gives("defines_named").max(0.1) * 3.0, format!("defines {}", defined.join(", ")));
    }
    let stem = ["stem_equal", "stem_all", "stem_fuzzy", "stem_overlap"].iter().map(|name| gives(name)).sum();
    add(stem, "its name is like the task".to_owned());
    add(gives("folders"), "its folder is named like the task".to_owned());
    add(gives("definitions"), "has definitions named like the task".to_owned());
    if !held.is_empty() {
        let words = held.iter().take(WORDS).map(|word| text::cut_at_word(&text::line(word), WORD));
        add(
            (gives("best_chunk") + gives("next_chunks")).max(0.05),
            format!("holds {}", words.collect::<Vec<_>>().join(", ")),
        );
    }
    found.compact_sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut says: Vec<String> = found.into_iter().map(|(_, says)| says).take(MAX_REASONS).collect();
    if says.is_empty() {
        says.push("comes nearest".to_owned());
    }
    says
}

/// Reasons as a sentence: `Defines Ledger; holds refund, charge.`
pub(super) fn sentence(reasons: &[String]) -> String {
    let said = reasons.join("; ");
    let mut chars = said.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", chars.as_str())
}
