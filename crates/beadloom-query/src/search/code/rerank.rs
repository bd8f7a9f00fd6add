//! What speaks for a candidate file beside its own words, known only when all candidates are compared: how it stands among the best,
//! what kind of file it is, and its past.

use std::collections::HashMap;

use beadloom_lexical::stem_and_folders;
use beadloom_model::Result;
use beadloom_store::Store;

use super::past::CommitVotes;
use super::{RankedFile, Ranking};
use crate::features::{features, set};
use crate::places;
use crate::search::query::CodeQuery;
use crate::search::weights::{FILE_WEIGHTS, FileFeature};
use crate::text::has_word;
use crate::trees;

features! {
    /// A feature of a file among the other candidates.
    RerankFeature:
    /// Its weighted sum, less that of the best.
    Behind = "behind",
    /// Logarithm of its place by that sum.
    Place = "place",
    /// BM25 of its best chunk, over the best of all, 0 to 1.
    BestChunk = "raw_best_chunk",
    /// Share of the query that it holds, 0 to 1.
    Covered = "raw_covered",
    /// Greatest share of the query that one of its chunks holds, 0 to 1.
    CoveredAtOnce = "raw_covered_at_once",
    /// How near its nearest chunk is, in deviations.
    Nearest = "raw_nearest",
    /// Votes of past commits, over the most of all, 0 to 1.
    Votes = "raw_votes",
    /// Past commits that vote for it.
    Voters = "voters",
    /// Logarithm of its place by votes; that of 1,000 where it has none.
    VotePlace = "vote_place",
    /// Logarithm of the commits that changed it.
    Commits = "commits",
    /// Days since it was last changed, as a logarithm, from the newest commit known; 10 where none is known.
    Age = "age",
    /// Weight of the best files that import it, 0 to 1 each.
    ImportedByBest = "imported_by_best",
    /// Weight of the best files that it imports.
    ImportsBest = "imports_best",
    /// Share of the best files' weight that lies in its folder.
    BestInFolder = "best_in_folder",
    /// The same of the folder around that.
    BestInArea = "best_in_area",
    /// The same of its language.
    BestInLanguage = "best_in_language",
    /// Greatest share of its name's parts that one of the three best others has.
    NamedLikeBest = "named_like_best",
    /// Logarithm of its lines.
    Lines = "lines",
    /// Logarithm of its definitions.
    Definitions = "definition_count",
    /// Markup or templates.
    Template = "template",
    /// Styles.
    Style = "style",
    /// Settings, manifests, data.
    Settings = "settings",
    /// Texts for people, by language.
    Translation = "translation",
    /// A step of a database's schema.
    Migration = "migration",
    /// Named as what takes requests: controller, handler, resource, view, route.
    Handler = "handler",
    /// Named as what does the work: service, manager, use case.
    Service = "service",
    /// Named as what carries data: model, entity, dto, request, response, type.
    Data = "data",
    /// Named as what reads and writes data: repository, dao, mapper, query.
    Storage = "storage",
    /// A test, whether or not tests are asked for.
    IsTest = "is_test",
    /// What the query quotes and it holds, and what the query names and it defines, in units of the weighted sum.
    Quoted = "quoted_worth",
    /// Words of the query.
    QueryWords = "query_words",
    /// Candidates.
    Candidates = "candidates",
}

/// The values of a file, in the order of [`RerankFeature`].
pub type RerankValues = [f32; RerankFeature::COUNT];

/// The names of what the model of files sees, in their order.
fn feature_names() -> impl Iterator<Item = &'static str> {
    FILE_WEIGHTS.iter().map(|weight| weight.name).chain(RerankFeature::NAMES.iter().copied())
}

/// Files whose weight is handed on.
const BEST: usize = 20;

/// A file that is one unit of the weighted sum behind the best has so much of its weight.
const WEIGHT_OF_UNIT: f64 = 0.6;

/// The best files with whose names others are compared.
const NAMES_OF_BEST: usize = 3;

const HANDLERS: &str = "controller controllers handler handlers resource resources view views viewset route routes \
    router api endpoint endpoints page pages screen component";
const SERVICES: &str =
    "service services manager usecase interactor command commands job worker processor helper util utils";
const DATA: &str = "model models entity entities dto dtos request response requests responses type types schema schemas \
    serializer serializers form forms event enum";
const STORAGE: &str = "repository repositories dao mapper query queries store storage db";

const TEMPLATES: &str =
    "html htm vue svelte erb haml slim twig cshtml razor heex eex leex ftl mustache hbs njk jsp blade xaml";
const STYLES: &str = "css scss sass less styl";
const SETTINGS: &str = "json yml yaml toml ini xml properties cfg conf lock md txt csv sql";

/// The values of all candidates, in their order.
fn rerank_values(
    store: &Store,
    query: &CodeQuery,
    ranked: &[RankedFile],
    said: &CommitVotes,
) -> Result<Vec<RerankValues>> {
    let best = ranked.first().map_or(0.0, |file| file.score);
    let weights: Vec<f64> =
        ranked.iter().take(BEST).map(|file| WEIGHT_OF_UNIT.powf(best - file.score)).collect();
    let whole: f64 = weights.iter().sum::<f64>().max(1e-9);
    let ids: Vec<i64> = ranked.iter().take(BEST).map(|file| file.file.file_id).collect();
    let weight_of: HashMap<i64, f64> = ids.iter().copied().zip(weights.iter().copied()).collect();
    let mut imported_by: HashMap<i64, f64> = HashMap::new();
    let mut imports: HashMap<i64, f64> = HashMap::new();
    for link in store.imported_by_files(&ids)? {
        if let Some(to) = link.to {
            *imported_by.entry(to).or_default() += weight_of.get(&link.from).copied().unwrap_or(0.0);
        }
    }
    for link in store.importers_of_files(&ids)? {
        let weight = link.to.and_then(|to| weight_of.get(&to)).copied().unwrap_or(0.0);
        *imports.entry(link.from).or_default() += weight;
    }
    let mut folders: HashMap<&str, f64> = HashMap::new();
    let mut areas: HashMap<&str, f64> = HashMap::new();
    let mut languages: HashMap<&str, f64> = HashMap::new();
    for (file, weight) in ranked.iter().zip(&weights) {
        let (folder, area) = folders_of(&file.file.path);
        *folders.entry(folder).or_default() += weight / whole;
        *areas.entry(area).or_default() += weight / whole;
        *languages.entry(&file.file.language).or_default() += weight / whole;
    }
    let names: Vec<Vec<String>> = ranked.iter().map(|file| parts_of(&file.file.path)).collect();
    let vote_places = said.places();
    let most_votes = said.most().max(1e-9);
    let newest = said.newest();
    let mut all = Vec::with_capacity(ranked.len());
    for (place, file) in ranked.iter().enumerate() {
        let mut values: RerankValues = [0.0; RerankFeature::COUNT];
        let mut put = |feature: RerankFeature, value: f64| set(&mut values, feature as usize, value as f32);
        let path = file.file.path.as_str();
        let id = file.file.file_id;
        let own = if place < BEST { weights.get(place).copied().unwrap_or(0.0) / whole } else { 0.0 };
        put(RerankFeature::Behind, file.score - best);
        put(RerankFeature::Place, ln_1p(place));
        put(RerankFeature::BestChunk, raw(file, FileFeature::BestChunk));
        put(RerankFeature::Covered, raw(file, FileFeature::Covered));
        put(RerankFeature::CoveredAtOnce, raw(file, FileFeature::CoveredAtOnce));
        put(RerankFeature::Nearest, file.nearest);
        let votes = said.votes_of(path);
        put(RerankFeature::Votes, votes.wide / most_votes);
        put(RerankFeature::Voters, f64::from(votes.commits));
        put(RerankFeature::VotePlace, ln_1p(vote_places.get(path).copied().unwrap_or(1_000)));
        let touched = said.touched(path);
        put(RerankFeature::Commits, f64::from(touched.commits).ln_1p());
        let days =
            if touched.commits == 0 { f64::MAX } else { (newest - touched.last).max(0) as f64 / 86_400.0 };
        put(RerankFeature::Age, days.ln_1p().min(10.0));
        put(RerankFeature::ImportedByBest, imported_by.get(&id).copied().unwrap_or(0.0));
        put(RerankFeature::ImportsBest, imports.get(&id).copied().unwrap_or(0.0));
        let (folder, area) = folders_of(path);
        put(RerankFeature::BestInFolder, folders.get(folder).copied().unwrap_or(0.0) - own);
        put(RerankFeature::BestInArea, areas.get(area).copied().unwrap_or(0.0) - own);
        put(
            RerankFeature::BestInLanguage,
            languages.get(file.file.language.as_str()).copied().unwrap_or(0.0) - own,
        );
        let like = (0..NAMES_OF_BEST.min(ranked.len()))
            .filter(|other| *other != place)
            .map(|other| shared(names.get(place), names.get(other)))
            .fold(0.0, f64::max);
        put(RerankFeature::NamedLikeBest, like);
        let lines = file.file.chunks.last().map_or(0, |chunk| chunk.last);
        put(RerankFeature::Lines, f64::from(lines).ln_1p());
        put(RerankFeature::Definitions, ln_1p(file.outline.len()));
        let lower = path.to_lowercase();
        let flag = |on: bool| if on { 1.0 } else { 0.0 };
        let ending = lower.rsplit('.').next().unwrap_or("");
        put(RerankFeature::Template, flag(has_word(TEMPLATES, ending)));
        put(RerankFeature::Style, flag(has_word(STYLES, ending)));
        put(RerankFeature::Settings, flag(has_word(SETTINGS, ending)));
        put(
            RerankFeature::Translation,
            flag(["locale", "i18n", "translations", "lang/"].iter().any(|name| lower.contains(name))),
        );
        put(RerankFeature::Migration, flag(lower.contains("migrat") || lower.contains("/changelog")));
        let is_named = |words: &str| {
            names.get(place).is_some_and(|parts| parts.iter().any(|part| has_word(words, part)))
                || lower.rsplit('/').nth(1).is_some_and(|folder| has_word(words, folder))
        };
        put(RerankFeature::Handler, flag(is_named(HANDLERS)));
        put(RerankFeature::Service, flag(is_named(SERVICES)));
        put(RerankFeature::Data, flag(is_named(DATA)));
        put(RerankFeature::Storage, flag(is_named(STORAGE)));
        put(RerankFeature::IsTest, flag(places::is_test(path)));
        put(RerankFeature::Quoted, file.quoted);
        put(RerankFeature::QueryWords, ratio(query.terms.len()));
        put(RerankFeature::Candidates, ratio(ranked.len()));
        all.push(values);
    }
    Ok(all)
}

impl Ranking {
    /// Puts the files in the order in which a change needs them, by the model that was trained with the changes of many projects. Those
    /// that it holds for equal keep their order.
    ///
    /// # Errors
    /// Store errors.
    pub fn reorder(&mut self, store: &Store, query: &CodeQuery) -> Result<()> {
        let Some(trees) = trees::of_files(feature_names()) else { return Ok(()) };
        self.compare(store, query)?;
        for file in &mut self.files {
            let values: Vec<f32> =
                file.values.iter().map(|value| *value as f32).chain(file.among.iter().copied()).collect();
            file.sum = trees.sum(&values);
        }
        self.files.sort_by(|a, b| b.sum.total_cmp(&a.sum));
        Ok(())
    }

    /// Finds out what speaks for each of the files among the others, in the order that they have now.
    ///
    /// # Errors
    /// Store errors.
    pub fn compare(&mut self, store: &Store, query: &CodeQuery) -> Result<()> {
        let among = rerank_values(store, query, &self.files, &self.votes)?;
        for (file, values) in self.files.iter_mut().zip(among) {
            file.among = values;
        }
        Ok(())
    }
}

fn raw(file: &RankedFile, feature: FileFeature) -> f64 {
    file.raw.get(feature as usize).copied().unwrap_or(0.0)
}

/// The folder of a file, and the folder around that.
fn folders_of(path: &str) -> (&str, &str) {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    (folder, folder.rsplit_once('/').map_or("", |(area, _)| area))
}

/// The words of a file's name, in lower case.
fn parts_of(path: &str) -> Vec<String> {
    let (stem, _) = stem_and_folders(path);
    let mut parts = Vec::new();
    beadloom_words::each_name(stem, &mut |name| {
        beadloom_words::words_of_name(name, &mut |word| parts.push(word.to_lowercase()));
    });
    parts
}

/// Which share of the parts of a name another one has.
fn shared(own: Option<&Vec<String>>, other: Option<&Vec<String>>) -> f64 {
    let (Some(own), Some(other)) = (own, other) else { return 0.0 };
    if own.is_empty() {
        return 0.0;
    }
    ratio(own.iter().filter(|part| other.contains(part)).count()) / ratio(own.len())
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn ratio(count: usize) -> f64 {
    count as f64
}

fn ln_1p(count: usize) -> f64 {
    ratio(count).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_of_files_was_trained_with_these_features() {
        assert!(trees::of_files(feature_names()).is_some());
    }

    #[test]
    fn names_of_files_share_parts() {
        let names = ["src/a/userController.ts", "src/b/user_service.ts", "x/README.md"].map(parts_of);
        let of = |one: usize, other: usize| shared(names.get(one), names.get(other));
        assert!((of(0, 1) - 0.5).abs() < 1e-9 && of(0, 2).abs() < 1e-9);
        assert_eq!(folders_of("a/b/c.ts"), ("a/b", "a"));
        assert_eq!(folders_of("c.ts"), ("", ""));
    }
}
