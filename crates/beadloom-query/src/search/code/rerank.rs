//! What speaks for a candidate file beside its own words, known only when all candidates are compared: how it stands among the best,
//! what kind of file it is, and its past.

use std::collections::{BTreeMap, HashMap};

use beadloom_lexical::stem_and_folders;
use beadloom_model::Result;
use beadloom_store::Store;

use super::among::{RerankFeature, RerankValues};
use super::past::CommitVotes;
use super::ranked::{RankedFile, Ranking};
use crate::features::set;
use crate::places;
use crate::ranking_model;
use crate::search::query::CodeQuery;
use crate::search::weights::{FILE_WEIGHTS, FileFeature};
use crate::text::has_word;

/// The names of what the model of files sees, in their order.
fn feature_names() -> impl Iterator<Item = &'static str> {
    FILE_WEIGHTS.iter().map(|weight| weight.name).chain(RerankFeature::NAMES.iter().copied())
}

/// Files whose weight is handed on.
const BEST: usize = 20;

/// The place by votes of a file that has none.
const NO_VOTES: usize = 1_000;

/// The logarithm of days from which on all is equally old.
const OLD_AGE: f64 = 10.0;
const SECONDS_OF_A_DAY: f64 = 86_400.0;

/// What paths of translations and of steps of a schema hold.
const TRANSLATIONS: &[&str] = &["locale", "i18n", "translations", "lang/"];
const MIGRATIONS: &[&str] = &["migrat", "/changelog"];

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

/// The best files with their weights, and what these come to by folder, language and import.
struct Best<'a> {
    ranked: &'a [RankedFile],
    said: &'a CommitVotes,
    best: f64,
    weights: Vec<f64>,
    whole: f64,
    /// By row id of a file: the weight of the best ones that import it, and that it imports.
    imported_by: HashMap<i64, f64>,
    imports: HashMap<i64, f64>,
    folders: HashMap<&'a str, f64>,
    areas: HashMap<&'a str, f64>,
    languages: HashMap<&'a str, f64>,
    /// The words of every file's name.
    names: Vec<Vec<String>>,
    vote_places: BTreeMap<&'a str, usize>,
    most_votes: f64,
    /// How much the words of every path go with the query: the best, and all.
    vocabulary: Vec<(f64, f64)>,
    most_vocabulary: (f64, f64),
    newest: i64,
}

impl<'a> Best<'a> {
    fn new(store: &Store, ranked: &'a [RankedFile], said: &'a CommitVotes) -> Result<Self> {
        let best = ranked.first().map_or(0.0, |file| file.score);
        let vocabulary: Vec<(f64, f64)> =
            ranked.iter().map(|file| said.vocabulary_of(&file.file.path)).collect();
        let most_vocabulary =
            vocabulary.iter().fold((1e-9f64, 1e-9f64), |most, one| (most.0.max(one.0), most.1.max(one.1)));
        let weights: Vec<f64> =
            ranked.iter().take(BEST).map(|file| WEIGHT_OF_UNIT.powf(best - file.score)).collect();
        let mut found = Self {
            ranked,
            said,
            best,
            whole: weights.iter().sum::<f64>().max(1e-9),
            weights,
            imported_by: HashMap::new(),
            imports: HashMap::new(),
            folders: HashMap::new(),
            areas: HashMap::new(),
            languages: HashMap::new(),
            names: ranked.iter().map(|file| parts_of(&file.file.path)).collect(),
            vote_places: said.places(),
            most_votes: said.most().max(1e-9),
            vocabulary,
            most_vocabulary,
            newest: said.newest(),
        };
        found.look_at_imports(store)?;
        for (file, weight) in ranked.iter().zip(&found.weights) {
            let (folder, area) = folders_of(&file.file.path);
            *found.folders.entry(folder).or_default() += weight / found.whole;
            *found.areas.entry(area).or_default() += weight / found.whole;
            *found.languages.entry(&file.file.language).or_default() += weight / found.whole;
        }
        Ok(found)
    }

    fn look_at_imports(&mut self, store: &Store) -> Result<()> {
        let ids: Vec<i64> = self.ranked.iter().take(BEST).map(|file| file.file.file_id).collect();
        let weight_of: HashMap<i64, f64> = ids.iter().copied().zip(self.weights.iter().copied()).collect();
        let weight_of = |id: i64| weight_of.get(&id).copied().unwrap_or(0.0);
        for (from, to) in store.imported_ids(&ids)? {
            *self.imported_by.entry(to).or_default() += weight_of(from);
        }
        for (from, to) in store.importer_ids(&ids)? {
            *self.imports.entry(from).or_default() += weight_of(to);
        }
        Ok(())
    }

    fn values(&self, place: usize, file: &RankedFile, query: &CodeQuery) -> RerankValues {
        let mut values: RerankValues = [0.0; RerankFeature::COUNT];
        self.put_score(&mut values, place, file);
        self.put_past(&mut values, place, file);
        self.put_around(&mut values, place, file);
        self.put_kind(&mut values, place, file);
        put(&mut values, RerankFeature::Quoted, file.quoted);
        put(&mut values, RerankFeature::Title, file.title.covered);
        put(&mut values, RerankFeature::TitleAtOnce, file.title.at_once);
        put(&mut values, RerankFeature::TitleInPath, file.title.path);
        put(&mut values, RerankFeature::Changes, if query.changes { 1.0 } else { 0.0 });
        put(&mut values, RerankFeature::Asks, if query.asks { 1.0 } else { 0.0 });
        put(&mut values, RerankFeature::QueryWords, number(query.terms.len()));
        put(&mut values, RerankFeature::Candidates, number(self.ranked.len()));
        values
    }

    fn put_score(&self, values: &mut RerankValues, place: usize, file: &RankedFile) {
        let raw = |feature: FileFeature| file.raw.get(feature as usize).copied().unwrap_or(0.0);
        put(values, RerankFeature::Behind, file.score - self.best);
        put(values, RerankFeature::Place, ln_1p(place));
        put(values, RerankFeature::BestChunk, raw(FileFeature::BestChunk));
        put(values, RerankFeature::Covered, raw(FileFeature::Covered));
        put(values, RerankFeature::CoveredAtOnce, raw(FileFeature::CoveredAtOnce));
        put(values, RerankFeature::Nearest, file.nearest);
        let lines = file.file.chunks.last().map_or(0, |chunk| chunk.last);
        put(values, RerankFeature::Lines, f64::from(lines).ln_1p());
        put(values, RerankFeature::Definitions, ln_1p(file.outline.len()));
    }

    #[expect(clippy::cast_precision_loss, reason = "seconds of a few decades")]
    fn put_past(&self, values: &mut RerankValues, place: usize, file: &RankedFile) {
        let path = file.file.path.as_str();
        let votes = self.said.votes_of(path);
        put(values, RerankFeature::Votes, votes.wide / self.most_votes);
        put(values, RerankFeature::Voters, f64::from(votes.commits));
        let by_votes = self.vote_places.get(path).copied().unwrap_or(NO_VOTES);
        put(values, RerankFeature::VotePlace, ln_1p(by_votes));
        let touched = self.said.touched(path);
        put(values, RerankFeature::Commits, f64::from(touched.commits).ln_1p());
        let days = (self.newest - touched.last).max(0) as f64 / SECONDS_OF_A_DAY;
        let age = if touched.commits == 0 { OLD_AGE } else { days.ln_1p().min(OLD_AGE) };
        put(values, RerankFeature::Age, age);
        put(values, RerankFeature::FolderVotes, self.said.votes_of_folder(path));
        let (word, all) = self.vocabulary.get(place).copied().unwrap_or_default();
        put(values, RerankFeature::Vocabulary, word / self.most_vocabulary.0);
        put(values, RerankFeature::VocabularyOfPath, all / self.most_vocabulary.1);
    }

    fn put_around(&self, values: &mut RerankValues, place: usize, file: &RankedFile) {
        let (id, path) = (file.file.file_id, file.file.path.as_str());
        let (folder, area) = folders_of(path);
        let own = self.weights.get(place).copied().unwrap_or(0.0) / self.whole;
        let of = |weights: &HashMap<&str, f64>, key: &str| weights.get(key).copied().unwrap_or(0.0) - own;
        put(values, RerankFeature::ImportedByBest, self.imported_by.get(&id).copied().unwrap_or(0.0));
        put(values, RerankFeature::ImportsBest, self.imports.get(&id).copied().unwrap_or(0.0));
        put(values, RerankFeature::BestInFolder, of(&self.folders, folder));
        put(values, RerankFeature::BestInArea, of(&self.areas, area));
        put(values, RerankFeature::BestInLanguage, of(&self.languages, &file.file.language));
        let like = (0..NAMES_OF_BEST.min(self.names.len()))
            .filter(|other| *other != place)
            .map(|other| shared(self.names.get(place), self.names.get(other)))
            .fold(0.0, f64::max);
        put(values, RerankFeature::NamedLikeBest, like);
    }

    fn put_kind(&self, values: &mut RerankValues, place: usize, file: &RankedFile) {
        let path = file.file.path.as_str();
        let lower = path.to_lowercase();
        let ending = lower.rsplit('.').next().unwrap_or("");
        let folder = lower.rsplit('/').nth(1);
        let is_named = |words: &str| {
            self.names.get(place).is_some_and(|parts| parts.iter().any(|part| has_word(words, part)))
                || folder.is_some_and(|folder| has_word(words, folder))
        };
        let holds = |marks: &[&str]| marks.iter().any(|mark| lower.contains(mark));
        for (feature, is_it) in [
            (RerankFeature::Template, has_word(TEMPLATES, ending)),
            (RerankFeature::Style, has_word(STYLES, ending)),
            (RerankFeature::Settings, has_word(SETTINGS, ending)),
            (RerankFeature::Translation, holds(TRANSLATIONS)),
            (RerankFeature::Migration, holds(MIGRATIONS)),
            (RerankFeature::Handler, is_named(HANDLERS)),
            (RerankFeature::Service, is_named(SERVICES)),
            (RerankFeature::Data, is_named(DATA)),
            (RerankFeature::Storage, is_named(STORAGE)),
            (RerankFeature::IsTest, places::is_test(path)),
        ] {
            put(values, feature, if is_it { 1.0 } else { 0.0 });
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a value of a feature")]
fn narrow(value: f64) -> f32 {
    value as f32
}

fn put(values: &mut RerankValues, feature: RerankFeature, value: f64) {
    set(values, feature as usize, narrow(value));
}

impl Ranking {
    /// Puts the files in the order in which a change needs them, by the model that was trained with the changes of many projects. Those
    /// that it holds for equal keep their order.
    ///
    /// # Errors
    /// Store errors.
    pub fn reorder(&mut self, store: &Store, query: &CodeQuery) -> Result<()> {
        let Some(model) = ranking_model::of_files(feature_names()) else { return Ok(()) };
        self.compare(store, query)?;
        let values_of = |file: &RankedFile| -> Vec<f32> {
            file.values.iter().map(|value| narrow(*value)).chain(file.among.iter().copied()).collect()
        };
        let values: Vec<Vec<f32>> = self.files.iter().map(values_of).collect();
        for (file, sum) in self.files.iter_mut().zip(model.sums(&values)) {
            file.sum = sum;
        }
        self.files.sort_by(|a, b| b.sum.total_cmp(&a.sum));
        Ok(())
    }

    /// Finds out what speaks for each of the files among the others, in the order that they have now.
    ///
    /// # Errors
    /// Store errors.
    pub fn compare(&mut self, store: &Store, query: &CodeQuery) -> Result<()> {
        let best = Best::new(store, &self.files, &self.votes)?;
        let places = self.files.iter().enumerate();
        let among: Vec<RerankValues> = places.map(|(place, file)| best.values(place, file, query)).collect();
        for (file, values) in self.files.iter_mut().zip(among) {
            file.among = values;
        }
        Ok(())
    }
}

/// The folder of a file, and the folder around that.
fn folders_of(path: &str) -> (&str, &str) {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    (folder, folder.rsplit_once('/').map_or("", |(area, _)| area))
}

/// The words of a file's name, and the name where it has several, in lower case.
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
    number(own.iter().filter(|part| other.contains(part)).count()) / number(own.len())
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn number(count: usize) -> f64 {
    count as f64
}

fn ln_1p(count: usize) -> f64 {
    number(count).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_of_files_was_trained_with_these_features() {
        assert!(ranking_model::of_files(feature_names()).is_some());
    }

    #[test]
    fn names_of_files_share_parts() {
        let names = ["src/a/userController.ts", "src/b/user_service.ts", "x/README.md"].map(parts_of);
        let of = |one: usize, other: usize| shared(names.get(one), names.get(other));
        // `user` of `usercontroller`, `user`, `controller`.
        assert!((of(0, 1) - 1.0 / 3.0).abs() < 1e-9 && of(0, 2).abs() < 1e-9);
        assert_eq!(folders_of("a/b/c.ts"), ("a/b", "a"));
        assert_eq!(folders_of("c.ts"), ("", ""));
    }
}
