//! What each feature of a file is worth. The order of code is this one weighted sum.

/// A feature of a candidate file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Feature {
    /// BM25 of its best chunk, over the best of all.
    BestChunk,
    /// BM25 of its next three chunks.
    NextChunks,
    /// Share of the query that it holds.
    Covered,
    /// Greatest share of the query that one of its chunks holds.
    CoveredAtOnce,
    /// How far its first sentence and the query are the same words.
    Summary,
    /// How far the words of its name and of the query are the same, by their rarity.
    StemOverlap,
    /// All words of its name are in the query.
    StemAll,
    /// Its name is a word of the query, or several of them in a row.
    StemEqual,
    /// Words of the query begin like words of its name.
    StemFuzzy,
    /// Words of the query that its folders hold, by their rarity.
    Folders,
    /// It defines what the query names.
    DefinesNamed,
    /// How many of the names it defines that the query spells out, each by how few files define it.
    NamedDefinitions,
    /// Its definitions that are named most like the query.
    Definitions,
    /// How many files import it.
    Imported,
    /// Folders that it is in.
    Depth,
    /// It is a test, and the query does not ask for tests.
    Test,
    /// It is an example, a benchmark, documentation.
    Side,
    /// Others wrote it, or a program.
    Foreign,
    /// It belongs to an old version.
    OldVersion,
    /// It declares types, constants, interfaces and no behaviour.
    Declarations,
    /// Its name is that of an entry: `index`, `mod`, `__init__`.
    Entry,
    /// The query holds its path, or the end of it; the last path of a text, where a trace ends, counts once more.
    NamedPath,
    /// Cosine of the query and the chunk that is most about it.
    BestMeaning,
    /// Cosine of the query and the file's chunks, in the mean.
    MeanMeaning,
    /// It is no code, but text of another kind.
    OtherText,
    /// What past commits say for it whose messages are like the query.
    Votes,
    /// What one of them says most.
    BestVote,
    /// It changes with the best by everything else.
    Together,
}

/// Number of features.
pub const FEATURES: usize = 28;

/// Values of a file, by feature.
pub type Values = [f64; FEATURES];

/// How a feature counts.
#[derive(Debug, Clone, Copy)]
pub struct Weight {
    /// The feature.
    pub feature: Feature,
    /// As `--explain` and the benchmark print it.
    pub name: &'static str,
    /// What one is worth.
    pub weight: f64,
    /// The same where the query is a long text, such as an issue or a stack trace.
    pub weight_in_text: f64,
    /// Whether values are compared with those of the other candidates: less their mean, over their deviation.
    pub relative: bool,
}

const fn relative(feature: Feature, name: &'static str, weight: f64, weight_in_text: f64) -> Weight {
    Weight { feature, name, weight, weight_in_text, relative: true }
}

const fn absolute(feature: Feature, name: &'static str, weight: f64, weight_in_text: f64) -> Weight {
    Weight { feature, name, weight, weight_in_text, relative: false }
}

/// Every feature, in the order of [`Feature`]. Fitted by pairwise logistic regression: a right file against its strongest
/// rivals. `docs/internals/RETRIEVAL.md` says on what, and what each is worth.
pub const WEIGHTS: [Weight; FEATURES] = [
    relative(Feature::BestChunk, "best_chunk", 0.80, 0.40),
    relative(Feature::NextChunks, "next_chunks", 0.55, 0.80),
    relative(Feature::Covered, "covered", 0.30, 0.60),
    relative(Feature::CoveredAtOnce, "covered_at_once", 0.24, 0.10),
    relative(Feature::Summary, "summary", 0.12, 0.12),
    relative(Feature::StemOverlap, "stem_overlap", 0.15, 0.05),
    absolute(Feature::StemAll, "stem_all", 0.55, 0.50),
    absolute(Feature::StemEqual, "stem_equal", 0.80, 0.30),
    absolute(Feature::StemFuzzy, "stem_fuzzy", 3.00, 0.50),
    relative(Feature::Folders, "folders", 0.55, 0.28),
    absolute(Feature::DefinesNamed, "defines_named", 0.55, 0.55),
    absolute(Feature::NamedDefinitions, "named_definitions", 0.00, 1.00),
    relative(Feature::Definitions, "definitions", 0.30, 0.30),
    absolute(Feature::Imported, "imported", 0.15, 0.45),
    absolute(Feature::Depth, "depth", -0.52, -0.15),
    absolute(Feature::Test, "test", -2.20, -2.50),
    absolute(Feature::Side, "side", -0.60, -1.50),
    absolute(Feature::Foreign, "foreign", -0.95, -1.50),
    absolute(Feature::OldVersion, "old_version", -3.50, -2.50),
    absolute(Feature::Declarations, "declarations", -1.00, -0.50),
    absolute(Feature::Entry, "entry", -0.78, -0.90),
    absolute(Feature::NamedPath, "named_path", 1.00, 0.70),
    relative(Feature::BestMeaning, "best_meaning", 0.62, 0.20),
    relative(Feature::MeanMeaning, "mean_meaning", 0.25, 0.60),
    absolute(Feature::OtherText, "other_text", -2.00, -2.00),
    relative(Feature::Votes, "votes", 0.50, 0.50),
    absolute(Feature::BestVote, "best_vote", 1.60, 0.80),
    absolute(Feature::Together, "together", 0.30, 0.30),
];

/// Of fewer candidates, how they compare says less: in a field of two, one is always far better than the other.
const MIN_CANDIDATES: f64 = 10.0;

/// Replaces the values of relative features by how far they stand from the mean, in deviations: from that of code, where
/// there is enough of it, so that other text does not change the order of code.
#[expect(clippy::cast_precision_loss, reason = "a count of candidates")]
pub fn standardise(files: &mut [&mut Values]) {
    let is_code = |values: &Values| values.get(Feature::OtherText as usize).is_none_or(|value| *value == 0.0);
    let code = files.iter().filter(|values| is_code(values)).count() as f64;
    let by_code = code >= MIN_CANDIDATES;
    let count = if by_code { code } else { files.len() as f64 };
    let trust = (count / MIN_CANDIDATES).min(1.0);
    for weight in WEIGHTS.iter().filter(|weight| weight.relative) {
        let at = weight.feature as usize;
        let value = |values: &Values| values.get(at).copied().unwrap_or(0.0);
        let measured =
            || files.iter().filter(|values| !by_code || is_code(values)).map(|values| value(values));
        let mean = measured().sum::<f64>() / count;
        let variance = measured().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        let deviation = variance.sqrt();
        for values in files.iter_mut() {
            if let Some(place) = values.get_mut(at) {
                *place = if deviation > 1e-9 { (*place - mean) / deviation * trust } else { 0.0 };
            }
        }
    }
}

/// The weighted sum.
pub fn score(values: &Values, in_text: bool) -> f64 {
    WEIGHTS
        .iter()
        .zip(values)
        .map(|(weight, value)| value * if in_text { weight.weight_in_text } else { weight.weight })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_features() {
        for (at, weight) in WEIGHTS.iter().enumerate() {
            assert_eq!(weight.feature as usize, at, "{}", weight.name);
        }
    }

    #[test]
    fn values_become_deviations() {
        let mut a = [0.0; FEATURES];
        let mut b = [0.0; FEATURES];
        let (compared, same, kept) =
            (Feature::BestChunk as usize, Feature::NextChunks as usize, Feature::StemAll as usize);
        (a[compared], b[compared], a[kept], b[kept]) = (1.0, 3.0, 5.0, 7.0);
        standardise(&mut [&mut a, &mut b]);
        assert_eq!((a[compared], b[compared]), (-0.2, 0.2));
        assert_eq!((a[same], b[same], a[kept], b[kept]), (0.0, 0.0, 5.0, 7.0));
    }
}
