//! What every feature is worth, and the one weighted sum by which things are ordered.
//!
//! There are two tables. Files of code are ordered among themselves by [`FILE_WEIGHTS`], which were fitted. Hits of all kinds –
//! nodes, documents, code – are compared with each other by [`HIT_WEIGHTS`], which were set by hand; a kind that does not have a
//! feature has 0 there.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::Explanation;

/// A feature of a candidate file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum FileFeature {
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

/// Number of features of a file.
pub const FILE_FEATURES: usize = 28;

/// Values of a file, by feature.
pub type FileValues = [f64; FILE_FEATURES];

/// How a feature counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weight {
    /// Its place in the enumeration of features.
    at: usize,
    /// As `--explain` and the benchmark print it.
    pub name: &'static str,
    /// What one is worth.
    pub weight: f64,
    /// The same where the query is a long text, such as an issue or a stack trace.
    pub weight_in_text: f64,
    /// Whether values are compared with those of the other candidates: less their mean, over their deviation.
    pub relative: bool,
}

impl Weight {
    /// What one is worth; `in_text`: where the query is a long text.
    pub fn of_one(&self, in_text: bool) -> f64 {
        if in_text { self.weight_in_text } else { self.weight }
    }
}

const fn relative(feature: FileFeature, name: &'static str, weight: f64, weight_in_text: f64) -> Weight {
    Weight { at: feature as usize, name, weight, weight_in_text, relative: true }
}

const fn absolute(feature: FileFeature, name: &'static str, weight: f64, weight_in_text: f64) -> Weight {
    Weight { at: feature as usize, name, weight, weight_in_text, relative: false }
}

const fn hit(feature: HitFeature, name: &'static str, weight: f64) -> Weight {
    Weight { at: feature as usize, name, weight, weight_in_text: weight, relative: false }
}

/// Every feature of a file, in the order of [`FileFeature`]. Fitted by pairwise logistic regression: a right file against its
/// strongest rivals. `docs/internals/RETRIEVAL.md` says on what, and what each is worth.
pub const FILE_WEIGHTS: [Weight; FILE_FEATURES] = [
    relative(FileFeature::BestChunk, "best_chunk", 0.80, 0.40),
    relative(FileFeature::NextChunks, "next_chunks", 0.55, 0.80),
    relative(FileFeature::Covered, "covered", 0.30, 0.60),
    relative(FileFeature::CoveredAtOnce, "covered_at_once", 0.24, 0.10),
    relative(FileFeature::Summary, "summary", 0.12, 0.12),
    relative(FileFeature::StemOverlap, "stem_overlap", 0.15, 0.05),
    absolute(FileFeature::StemAll, "stem_all", 0.55, 0.50),
    absolute(FileFeature::StemEqual, "stem_equal", 0.80, 0.30),
    absolute(FileFeature::StemFuzzy, "stem_fuzzy", 3.00, 0.50),
    relative(FileFeature::Folders, "folders", 0.55, 0.28),
    absolute(FileFeature::DefinesNamed, "defines_named", 0.55, 0.55),
    absolute(FileFeature::NamedDefinitions, "named_definitions", 0.00, 1.00),
    relative(FileFeature::Definitions, "definitions", 0.30, 0.30),
    absolute(FileFeature::Imported, "imported", 0.15, 0.45),
    absolute(FileFeature::Depth, "depth", -0.52, -0.15),
    absolute(FileFeature::Test, "test", -2.20, -2.50),
    absolute(FileFeature::Side, "side", -0.60, -1.50),
    absolute(FileFeature::Foreign, "foreign", -0.95, -1.50),
    absolute(FileFeature::OldVersion, "old_version", -3.50, -2.50),
    absolute(FileFeature::Declarations, "declarations", -1.00, -0.50),
    absolute(FileFeature::Entry, "entry", -0.78, -0.90),
    absolute(FileFeature::NamedPath, "named_path", 1.00, 0.70),
    relative(FileFeature::BestMeaning, "best_meaning", 0.62, 0.20),
    relative(FileFeature::MeanMeaning, "mean_meaning", 0.25, 0.60),
    absolute(FileFeature::OtherText, "other_text", -2.00, -2.00),
    relative(FileFeature::Votes, "votes", 0.50, 0.50),
    absolute(FileFeature::BestVote, "best_vote", 1.60, 0.80),
    absolute(FileFeature::Together, "together", 0.30, 0.30),
];

/// A feature of a hit: a node, a section of a document, a definition or another piece of code. Shares and normalised scores lie
/// between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum HitFeature {
    /// bm25 over the best of its kind.
    Words,
    /// Share of the query's words that it holds.
    Covered,
    /// How far its name and the query are the same words.
    Name,
    /// Its name is the query: [`EXACT`], [`EXACT_FOLDED`], for a node [`EXACT_NODE`] more.
    Exact,
    /// A type; other kinds in part.
    Definition,
    /// Visible outside.
    Exported,
    /// Holds the name that the query is, which few files do.
    HoldsName,
    /// The graph's own words for a thing, over text that mentions it.
    Node,
    /// A definition in code, over text that mentions it.
    Code,
    /// Is about the same, whatever its words.
    Meaning,
    /// In a test, unless the query speaks of tests.
    Test,
    /// In an example, benchmark or the like.
    Side,
    /// Vendored or generated.
    Foreign,
}

/// Number of features of a hit.
pub const HIT_FEATURES: usize = 13;

/// Values of a hit, by feature.
pub type HitValues = [f64; HIT_FEATURES];

/// Every feature of a hit, in the order of [`HitFeature`].
pub const HIT_WEIGHTS: [Weight; HIT_FEATURES] = [
    hit(HitFeature::Words, "words", 1.0),
    hit(HitFeature::Covered, "covered", 1.5),
    hit(HitFeature::Name, "name", 1.5),
    hit(HitFeature::Exact, "exact", 1.0),
    hit(HitFeature::Definition, "definition", 0.5),
    hit(HitFeature::Exported, "exported", 0.25),
    hit(HitFeature::HoldsName, "holds_name", 5.0),
    hit(HitFeature::Node, "node", 0.3),
    hit(HitFeature::Code, "code", 0.1),
    hit(HitFeature::Meaning, "meaning", 1.0),
    hit(HitFeature::Test, "test", -2.0),
    hit(HitFeature::Side, "side", -0.9),
    hit(HitFeature::Foreign, "foreign", -1.4),
];

/// Its name is the query, to the letter; above everything else together.
pub const EXACT: f64 = 10.0;

/// Its name is the query but for case and separators.
pub const EXACT_FOLDED: f64 = 6.0;

/// A node named exactly, over symbols of that name.
pub const EXACT_NODE: f64 = 3.0;

/// The weighted sum.
pub fn score<const N: usize>(values: &[f64; N], weights: &[Weight; N], in_text: bool) -> f64 {
    weights.iter().zip(values).map(|(weight, value)| value * weight.of_one(in_text)).sum()
}

/// What each feature gave, greatest first; those that gave nothing are left out.
pub fn explained<const N: usize>(
    values: &[f64; N],
    weights: &[Weight; N],
    in_text: bool,
) -> Vec<Explanation> {
    let rounded = |number: f64| (number * 1_000.0).round() / 1_000.0;
    let mut shown: Vec<Explanation> = weights
        .iter()
        .zip(values)
        .map(|(weight, value)| Explanation {
            feature: weight.name.to_owned(),
            value: rounded(*value),
            gives: rounded(value * weight.of_one(in_text)),
        })
        .filter(|one| one.gives != 0.0)
        .collect();
    shown.compact_sort_by(|a, b| {
        b.gives.abs().total_cmp(&a.gives.abs()).then_with(|| a.feature.cmp(&b.feature))
    });
    shown
}

/// Of fewer candidates, how they compare says less: in a field of two, one is always far better than the other.
const MIN_CANDIDATES: f64 = 10.0;

/// Replaces the values of relative features by how far they stand from the mean, in deviations: from that of code, where
/// there is enough of it, so that other text does not change the order of code.
#[expect(clippy::cast_precision_loss, reason = "a count of candidates")]
pub fn standardise(files: &mut [&mut FileValues]) {
    let is_code =
        |values: &FileValues| values.get(FileFeature::OtherText as usize).is_none_or(|value| *value == 0.0);
    let code = files.iter().filter(|values| is_code(values)).count() as f64;
    let by_code = code >= MIN_CANDIDATES;
    let count = if by_code { code } else { files.len() as f64 };
    let trust = (count / MIN_CANDIDATES).min(1.0);
    for Weight { at, .. } in FILE_WEIGHTS.iter().filter(|weight| weight.relative) {
        let value = |values: &FileValues| values.get(*at).copied().unwrap_or(0.0);
        let measured =
            || files.iter().filter(|values| !by_code || is_code(values)).map(|values| value(values));
        let mean = measured().sum::<f64>() / count;
        let variance = measured().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        let deviation = variance.sqrt();
        for values in files.iter_mut() {
            if let Some(place) = values.get_mut(*at) {
                *place = if deviation > 1e-9 { (*place - mean) / deviation * trust } else { 0.0 };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_in_the_order_of_the_features() {
        for (at, weight) in FILE_WEIGHTS.iter().enumerate().chain(HIT_WEIGHTS.iter().enumerate()) {
            assert_eq!(weight.at, at, "{}", weight.name);
        }
    }

    #[test]
    fn values_become_deviations() {
        let mut a = [0.0; FILE_FEATURES];
        let mut b = [0.0; FILE_FEATURES];
        let (compared, same, kept) = (
            FileFeature::BestChunk as usize,
            FileFeature::NextChunks as usize,
            FileFeature::StemAll as usize,
        );
        (a[compared], b[compared], a[kept], b[kept]) = (1.0, 3.0, 5.0, 7.0);
        standardise(&mut [&mut a, &mut b]);
        assert_eq!((a[compared], b[compared]), (-0.2, 0.2));
        assert_eq!((a[same], b[same], a[kept], b[kept]), (0.0, 0.0, 5.0, 7.0));
    }
}
